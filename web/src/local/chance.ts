/**
 * What chance brings on this device, by the method of docs/fair.md ("hmac-sha256/1") without nonces.
 *
 * A draw belongs to the game's seed and to the number of the step, and to nothing else: a decision that is taken back
 * and made again brings the same cards and dice, so nobody can take back until luck comes. And since the method is the
 * server's, `bauboom verify` draws a finished game's cards and dice again from what its record says.
 */

import { hmac, sha256 } from "./sha256.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export interface Outcome {
  action: number;
  weight: number;
}

export class Chance {
  readonly seed: string; // 32 bytes in hexadecimal
  readonly id: string; // the game's
  readonly seats: number;
  private readonly key: Uint8Array;

  constructor(seed: string, id: string, seats: number) {
    this.seed = seed;
    this.id = id;
    this.seats = seats;
    const nobody = Array(seats).fill(null);
    this.key = hmac(unhex(seed), bytesOf(JSON.stringify(["bauboom/fair/1", id, nobody])));
  }

  /** What comes at a step; every outcome as often as its weight says. */
  draw(step: number, outcomes: readonly Outcome[]): number {
    const possible = outcomes.filter(({ weight }) => weight > 0);
    const total = BigInt(possible.reduce((sum, { weight }) => sum + weight, 0));
    const all = 1n << 256n,
      even = all - (all % total); // from here on some outcomes would be likelier than others
    for (let attempt = 0; ; attempt++) {
      const number = BigInt(`0x${hex(this.about(`${step}/${attempt}`))}`);
      if (number >= even) continue;
      let ticket = Number(number % total);
      for (const { action, weight } of possible) {
        ticket -= weight;
        if (ticket < 0) return action;
      }
    }
  }

  /** A seed for the bot that thinks at a step: always the same, and unrelated to what is drawn. */
  seedFor(step: number): number {
    return new DataView(this.about(`bot/${step}`).buffer).getUint32(0) >>> 1;
  }

  /** For the record of a game that is over: all that it takes to draw everything again. */
  get proof() {
    const none = Array(this.seats).fill(null);
    return { method: "hmac-sha256/1", table: this.id, hash: hex(sha256(unhex(this.seed))), seed: this.seed, commits: none, nonces: none };
  }

  private about(text: string): Uint8Array {
    return hmac(this.key, bytesOf(text));
  }
}

/** Random bytes from the system, in hexadecimal. */
export const randomHex = (bytes: number): string => hex(crypto.getRandomValues(new Uint8Array(bytes)));
