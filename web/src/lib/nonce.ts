/** A number of our own for the table's chance: its hash when we sit down, the number itself when all seats are taken (docs/fair.md). */

import { keep, kept } from "./keep";

const hex = (bytes: ArrayBuffer | Uint8Array) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function sha256(bytes: BufferSource): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

/** The hash of a new number; null where the browser cannot hash (without https). */
export async function commitment(): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const commit = await sha256(nonce);
  keep(`nonce ${commit}`, hex(nonce));
  return commit;
}

export const nonceOf = (commit: string): string | null => kept(`nonce ${commit}`);
