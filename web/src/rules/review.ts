/** A review of a game for its players: src/bauboom/analysis/review.py says how, with the same figures. */

import type { Reason, Told } from "../lib/protocol";
import { SURE, type Decision } from "./analysis.ts";
import type { Rules } from "./game.ts";
import { entered, events, ledgerOf, READINGS, sumsOf, type Entry, type Ledger, type Played, type Read, type Sums } from "./ledger.ts";
import { total } from "./numbers.ts";

const MATTERS = 0.02; // of the win at stake, or a decision does not count
const ENOUGH = 5; // decisions that mattered, for an accuracy that says anything
const MOMENTS = 3; // of a seat, at most
const SLIP = 0.02,
  LUCK = 0.05; // shares of the win that make a decision, or luck, a key moment
const MORE = new Set(["ahead", "blocks", "buildings", "height", "plots", "points", "rolls", "tops", "towers"]); // of which more is better
const WHERE = new Set(["city", "plot", "site"]); // as good in one place as in another
const SECOND = 2n ** 40n; // added to the seed, for the second look
const SEEDS = 2n ** 62n;

/** How much thought goes into a review. Budgets are simulations ("150") or a time ("20ms"). */
export interface Effort {
  readings: number; // of every position
  first: string; // for every decision
  second: string; // for those that are looked at again
  again: number; // of a seat: how many these are
}

export const EFFORT: Effort = { readings: READINGS, first: "150", second: "1000", again: 6 };

/** How well a seat decided: in a game, or in many. */
export interface Rate {
  decisions: number; // with a choice
  mattered: number;
  lost: number | null; // of the win, per decision that mattered
  error: number | null; // its standard error
  accuracy: number | null; // how much of what was at stake was kept, from 0 to 1; null if too few decisions mattered
}

/** A key moment of a seat: a decision that gave much away, or luck. */
export interface Moment {
  kind: "decision" | "chance" | "hidden"; // "hidden": what hidden cards made of a decision
  step: number; // before the decision; after the luck
  since: number; // luck came after this step; a decision is at its step
  change: number; // of the seat's share of the win
  error: number;
  told: Told[]; // what happened
  played: string | null;
  better: string | null;
  better_told: Told[] | null; // what the seat would have been told of the better one
  reasons: Reason[] | null; // what speaks for it
}

/** What a game tells one of its players. */
export interface SeatReview {
  seat: number;
  sums: Sums;
  rate: Rate;
  moments: Moment[]; // in the order of the game
  decisions: Decision[]; // all of the seat, at the first look
}

/** A game, as far as it goes. */
export interface Review {
  ledger: Ledger;
  seats: SeatReview[];
}

/** How much is done, of how much at most. */
export interface Bits {
  done: number;
  all: number;
}

/** What a decision was worth, by a search. */
export type Judge = (step: number, budget: string, seed: bigint) => Promise<Decision>;

/** The rate of decisions, which may be those of many games. */
export function rate(decisions: Pick<Decision, "gap" | "stake">[]): Rate {
  const counted = decisions.filter(({ stake }) => stake >= MATTERS),
    count = counted.length;
  if (!count) return { decisions: decisions.length, mattered: 0, lost: null, error: null, accuracy: null };
  const lost = total(counted.map(({ gap }) => gap)) / count;
  const squares = total(counted.map(({ gap }) => (gap - lost) * (gap - lost)));
  const kept = 1 - (lost * count) / total(counted.map(({ stake }) => stake));
  return {
    decisions: decisions.length,
    mattered: count,
    lost,
    error: count > 1 ? Math.sqrt(squares / (count - 1) / count) : null,
    accuracy: count < ENOUGH ? null : Math.min(1, Math.max(0, kept)),
  };
}

/** The whole review of a game for some seats; tells how far it is after every bit. */
export async function* reviewed(
  rules: Rules,
  played: Played,
  seats: number[],
  effort: Effort,
  seed: bigint,
  read: Read,
  judge: Judge,
): AsyncGenerator<Bits, Review> {
  const { rows, actions } = played;
  const steps = [...actions.keys()].filter((step) => rules.legalIds(rows[step]!).length > 1);
  const decided = new Map(seats.map((seat) => [seat, steps.filter((step) => rules.turn(rows[step]!) === seat)]));
  const looks = [...decided.values()].map(({ length }) => length + Math.min(effort.again, length));
  const all = 1 + events(rules, played).length + total(looks);
  let done = 0;
  const entries: Entry[] = [];
  for await (const entry of entered(rules, played, read, effort.readings, seed)) {
    entries.push(entry);
    yield { done: ++done, all };
  }
  const ledger = ledgerOf(rules, played, entries, effort.readings),
    found: SeatReview[] = [];
  for (const [seat, own] of decided) {
    const decisions: Decision[] = [],
      slips: Moment[] = [];
    for (const step of own) {
      decisions.push(await judge(step, effort.first, seed));
      yield { done: ++done, all };
    }
    const doubtful = decisions.filter(({ gap }) => gap > 0).sort((one, other) => other.gap - one.gap);
    for (const { step } of doubtful.slice(0, effort.again)) {
      const again = await judge(step, effort.second, (seed + SECOND) % SEEDS);
      if (again.chances[seat]! - again.after[seat]! >= Math.max(SLIP, SURE * again.error)) slips.push(slip(rules, played, again));
      yield { done: ++done, all };
    }
    const moments = chosen(
      slips,
      entries.flatMap((entry) => lucky(entry, seat)),
    );
    found.push({ seat, sums: sumsOf(ledger, seat), rate: rate(decisions), moments, decisions });
  }
  return { ledger, seats: found };
}

/** A decision that gave much away. */
function slip(rules: Rules, { rows }: Played, { step, seat, played, best, chances, after, error }: Decision): Moment {
  const view = rules.observe(rows[step]!, seat);
  const [then, instead] = [played, best].map((action) => rules.viewAfter(view, seat, action)) as [Uint8Array, Uint8Array];
  return {
    ...{ kind: "decision", step, since: step, change: -(chances[seat]! - after[seat]!), error, told: rules.told(view, played, then, seat) },
    ...{ played: rules.all[played]!.text, better: rules.all[best]!.text },
    ...{
      better_told: rules.told(view, best, instead, seat),
      reasons: apart(rules.reasons(view, best, instead, seat), rules.reasons(view, played, then, seat)),
    },
  };
}

/** What speaks for a decision, and not for the one that was played as well, or even more. */
const apart = (better: Reason[], played: Reason[]): Reason[] => better.filter((reason) => !played.some((other) => saysAsMuch(other, reason)));

/** Whether one reason says the same as another: of the same, as much of it or more, here or elsewhere. */
function saysAsMuch(other: Reason, reason: Reason): boolean {
  const keys = Object.keys(reason) as (keyof Reason)[];
  const same = (key: keyof Reason) => (MORE.has(String(key)) ? other[key] >= reason[key] : JSON.stringify(other[key]) === JSON.stringify(reason[key]));
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && (WHERE.has(String(key)) || same(key)));
}

/** The luck of an entry, if it is a seat's key moment. */
function lucky({ kind, since, step, luck, luck_errors, told, played }: Entry, seat: number): Moment[] {
  const change = luck[seat]!,
    error = luck_errors[seat]!;
  if (step === 0 || Math.abs(change) < Math.max(LUCK, SURE * error)) return [];
  return [{ kind: kind === "chance" ? "chance" : "hidden", step, since, change, error, told, played, better: null, better_told: null, reasons: null }];
}

/** The key moments: the largest luck, and the decisions that gave most away; more luck, if these are few. */
function chosen(slips: Moment[], luck: Moment[]): Moment[] {
  slips = [...slips].sort((one, other) => one.change - other.change);
  luck = [...luck].sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
  const kept = slips.slice(0, MOMENTS - Math.min(luck.length, 1));
  kept.push(...luck.slice(0, MOMENTS - kept.length));
  return kept.sort((one, other) => one.step - other.step || (one.kind < other.kind ? -1 : 1));
}
