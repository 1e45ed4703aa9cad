/** A ledger of luck and skill that adds up to the result: src/bauboom/analysis/ledger.py says how, with the same figures. */

import type { Told } from "../lib/protocol";
import { hasSecrets } from "./analysis.ts";
import { REFEREE, type Row, type Rules } from "./game.ts";
import { hypot, total } from "./numbers.ts";

export const READINGS = 72; // of each position: every roll of two dice is met twice
const OPENING = 4; // times as many of the opening
const POSITION = 2 ** 21,
  WORLDS = 2 ** 22; // the streams of dice of readings
const SEEDS = 2n ** 62n;

/** What one event changed. Lists are by seat and add up to 0. */
export interface Entry {
  kind: "place" | "chance" | "decision";
  since: number; // the step before it
  step: number; // the step after it: cards that are dealt together are one event
  seat: number | null; // that decided
  played: string | null;
  skill: number[]; // what the decision earned or, below 0, gave away, as far as its seat could know
  skill_errors: number[];
  luck: number[]; // what chance brought, or what hidden cards made of the decision
  luck_errors: number[];
  told: Told[]; // what happened, as everybody may know after the game
}

/** Where a seat's result comes from. All but the first and the errors add up to it. */
export interface Sums {
  result: number; // less the fair share; as the judge sees the last position, if the game is not over
  chance: number; // cards and dice
  hidden: number; // what hidden cards made of decisions
  place: number; // what the judge thinks of the seat's place before anything has happened
  others: number; // what others gave away or, below 0, earned
  own: number; // what the seat earned or, below 0, gave away
  luck_error: number;
  others_error: number;
  own_error: number;
}

export interface Ledger {
  entries: Entry[];
  end: number; // the last step
  is_over: boolean;
  standing: number[]; // the result by seat; what the judge gives, if the game is not over
  readings: number;
}

/** What a position, or a decision, is worth by seat. */
interface Worth {
  means: number[];
  errors: number[];
}

/** By seat, the shares of the win that readings of a row find, or of what comes of it by an action; from a view by guesses. */
export type Read = (row: Row, count: number, seed: bigint, stream: number, action?: number, guess?: boolean) => Promise<number[][]>;

/** A game from its opening: `rows[step + 1]` comes of `actions[step]`. */
export interface Played {
  rows: Row[];
  actions: number[];
}

/** The error of a sum. */
const root = (errors: number[]): number => Math.sqrt(total(errors.map((error) => error * error)));

/** By seat, the mean of readings with its error, which comes from pairs of neighbours: they met the same outcome. */
function averaged(columns: number[][]): Worth {
  const count = columns[0]!.length;
  const pairs = columns.map((column) => Array.from({ length: count >> 1 }, (_, i) => column[2 * i]! - column[2 * i + 1]!));
  return { means: columns.map((column) => total(column) / count), errors: pairs.map((column) => root(column) / count) };
}

const less = (one: number[], other: number[]): number[] => one.map((number, i) => number - other[i]!);
const both = (one: number[], other: number[]): number[] => one.map((number, i) => hypot(number, other[i]!));

/** The events of a game, each from one step to another: decisions, and what chance does in a row. */
export function events(rules: Rules, { rows }: Played): [since: number, step: number][] {
  const found: [number, number][] = [],
    last = rows.length - 1,
    choices = rows.map((row) => rules.legalIds(row).length);
  for (let place = 0; place < last;) {
    const since = place++;
    if (choices[since]! <= 1) while (place < last && choices[place]! <= 1) place++;
    const isChance = rows.slice(since, place).some((row) => rules.turn(row) === rules.description.chance);
    if (choices[since]! > 1 || isChance) found.push([since, place]);
  }
  return found;
}

/** The entries of a ledger, one after the other. */
export async function* entered(rules: Rules, played: Played, read: Read, readings: number, seed: bigint): AsyncGenerator<Entry, void> {
  const { rows, actions } = played,
    seats = rules.seats(rows[0]!),
    nothing = new Array<number>(seats).fill(0);
  const own = (step: number) => (seed + BigInt(step)) % SEEDS;
  const judged = async (step: number): Promise<Worth> => {
    const row = rows[step]!;
    if (rules.turn(row) === rules.description.over) return { means: rules.returns(row), errors: nothing };
    return averaged(await read(row, step ? readings : OPENING * readings, own(step), POSITION));
  };
  let [at, held]: [number, Worth | null] = [-1, null];
  const worth = async (step: number): Promise<Worth> => {
    while (step < rows.length - 1 && rules.legalIds(rows[step]!).length === 1) step++; // where there is no choice, nothing changes
    if (at !== step || !held) [at, held] = [step, await judged(step)];
    return held;
  };
  const changed = async (step: number): Promise<Worth> => {
    const view = rules.observe(rows[step]!, rules.turn(rows[step]!));
    const then = await read(view, readings, own(step), WORLDS, actions[step]!, true);
    const now = await read(view, readings, own(step), WORLDS, undefined, true);
    return averaged(then.map((column, seat) => less(column, now[seat]!)));
  };

  const opening = await worth(0),
    plain = { seat: null, played: null, skill: nothing, skill_errors: nothing };
  const place = opening.means.map((mean) => mean - 1 / seats);
  yield { kind: "place", since: 0, step: 0, ...plain, luck: place, luck_errors: opening.errors, told: [] };
  for (const [since, step] of events(rules, played)) {
    const before = await worth(since),
      after = await worth(step);
    const luck = less(after.means, before.means),
      luck_errors = both(before.errors, after.errors);
    const steps = Array.from({ length: step - since }, (_, i) => since + i);
    const told = rules.joined(steps.flatMap((one) => rules.told(rows[one]!, actions[one]!, rows[one + 1]!, REFEREE)));
    if (rules.legalIds(rows[since]!).length <= 1) {
      yield { kind: "chance", since, step, ...plain, luck, luck_errors, told };
      continue;
    }
    const decided = { kind: "decision" as const, since, step, seat: rules.turn(rows[since]!), played: rules.all[actions[since]!]!.text, told };
    if (!hasSecrets(rules.description)) {
      yield { ...decided, skill: luck, skill_errors: luck_errors, luck: nothing, luck_errors: nothing };
      continue;
    }
    const skill = await changed(since);
    yield { ...decided, skill: skill.means, skill_errors: skill.errors, luck: less(luck, skill.means), luck_errors: both(skill.errors, luck_errors) };
  }
}

/** The ledger of a game, given all its entries. */
export function ledgerOf(rules: Rules, { rows }: Played, entries: Entry[], readings: number): Ledger {
  const last = rows.at(-1)!,
    is_over = rules.turn(last) === rules.description.over;
  const changes = (seat: number) => entries.map(({ skill, luck }) => skill[seat]! + luck[seat]!);
  const standing = is_over ? rules.returns(last) : entries[0]!.luck.map((_, seat, all) => 1 / all.length + total(changes(seat)));
  return { entries, end: rows.length - 1, is_over, standing, readings };
}

/** Where a seat's result comes from. */
export function sumsOf({ entries, standing }: Ledger, seat: number): Sums {
  const luck = (kind: Entry["kind"]) => total(entries.filter((entry) => entry.kind === kind).map((entry) => entry.luck[seat]!));
  const decisions = entries.filter(({ kind }) => kind === "decision"),
    own = decisions.filter((entry) => entry.seat === seat),
    others = decisions.filter((entry) => entry.seat !== seat);
  const skill = (of: Entry[]) => total(of.map((entry) => entry.skill[seat]!)),
    doubt = (of: Entry[]) => root(of.map((entry) => entry.skill_errors[seat]!));
  return {
    result: standing[seat]! - 1 / standing.length,
    chance: luck("chance"),
    hidden: luck("decision"),
    place: luck("place"),
    others: skill(others),
    own: skill(own),
    luck_error: root(entries.map((entry) => entry.luck_errors[seat]!)),
    others_error: doubt(others),
    own_error: doubt(own),
  };
}
