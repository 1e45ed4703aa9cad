/** What rivals could do to a seat before it decides again, whatever it decides now: from what the seat may see. */

import type { Reason, Told } from "../lib/protocol";
import type { Row, Rules } from "./game.ts";

const OWN = 8, // decisions of the seat that are tried
  WORLDS = 6; // for each, in which others hold other cards
const LONGEST = 100; // steps until the seat decides again
const LIKELY = 0.3; // share of the tries in which it can happen, to be called a threat
const MOST = 3;
const WHERE = ["why", "city", "site", "plot", "of", "from"]; // what makes two facts the same threat

/** What a rival could do, and what that would mean. */
export interface Threat {
  seat: number; // of the rival
  fact: Reason;
  told: Told; // with what, and where
  share: number; // of the tries in which it is possible
}

/** The likeliest threats, in pieces that hold nobody up; `harms` says whether a fact is to the disadvantage of the seat. */
export async function threats(rules: Rules, view: Row, seat: number, seed: number, harms: (fact: Reason) => boolean): Promise<Threat[]> {
  const legal = rules.legalIds(view),
    step = Math.ceil(legal.length / OWN),
    own = legal.filter((_, at) => at % step === 0);
  const tries = own.length * WORLDS,
    found = new Map<string, Threat>();
  for (let number = 0; number < tries; number++) {
    const row = rules.after(rules.world(view, BigInt(seed), number), own[number % own.length]!);
    for (const [key, threat] of possible(rules, row, seat, seed + number, harms)) {
      if (!found.has(key)) found.set(key, threat);
      found.get(key)!.share += 1 / tries;
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
  return [...found.values()]
    .filter(({ share }) => share >= LIKELY)
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST);
}

/** All that rivals may do until the seat decides again, if each of them goes on in some way. */
function possible(rules: Rules, row: Row, seat: number, seed: number, harms: (fact: Reason) => boolean): Map<string, Threat> {
  const { over, chance } = rules.description,
    random = numbers(seed),
    found = new Map<string, Threat>();
  for (let steps = 0; steps < LONGEST; steps++) {
    const turn = rules.turn(row);
    if (turn === over || turn === seat) break;
    if (turn === chance) {
      row = rules.after(row, rules.sample(row, random));
      continue;
    }
    const choices = rules.legalIds(row);
    for (const action of choices)
      for (const told of rules.told(row, action, rules.after(row, action), seat))
        for (const fact of told.means ?? []) {
          const key = JSON.stringify([turn, ...WHERE.map((name) => fact[name])]);
          if (harms(fact) && !found.has(key)) found.set(key, { seat: turn, fact, told, share: 0 });
        }
    row = rules.after(row, choices[random(choices.length)]!);
  }
  return found;
}

/** Numbers below a bound, always the same for a seed (mulberry32): nothing fair depends on them. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
