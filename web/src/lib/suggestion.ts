/** A name for a visitor who has none yet. */

import { keep, kept } from "./keep";
import { t } from "./speech.svelte";

/** The same on every page and visit, unless a player at the table has it already. */
export function suggestedName(taken: readonly string[] = []): string {
  const { names } = t().home;
  const first = Number(kept("suggestion") ?? Math.floor(Math.random() * names.length)) || 0;
  keep("suggestion", String(first));
  const inOrder = names.map((_, i) => names[(first + i) % names.length]!);
  return inOrder.find((name) => !taken.includes(name)) ?? `${inOrder[0]} ${taken.length + 1}`;
}
