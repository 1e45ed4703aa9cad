/** A game by its rules, here and without a server: what a row means, what may be done in it and what comes of that. */

import type { Legal, Preview, Reason, Told, View } from "../lib/protocol";
import type { Description } from "./description.ts";
import { Library } from "./library.ts";
import { reader } from "./reader.ts";

/** A position, or what a seat may see of it: so many bytes as the description says. */
export type Row = Uint8Array;

/** What may be done or may happen, as text and by its fields. */
export interface Action {
  text: string;
  e: string;
  [field: string]: unknown;
}

/** The seat of a referee, who may know everything. */
export const REFEREE = -2;

/** What the rules do not allow. */
export class Illegal extends Error {}

const ROWS = 2; // that a function may take at a time
const UNWRITTEN = -(2 ** 31);

export class Rules {
  readonly description: Description;
  readonly library: Library;
  readonly all: Action[]; // that there are, by id
  private readonly rows: number[];
  private readonly actions: number;
  private readonly weights: number;
  private readonly sheet: number;
  private readonly found: number;
  private readonly spare: number;
  private readonly points: number;
  private readonly shares: number;
  private dice = 0; // taken when they are first needed
  private readonly readView: (numbers: ArrayLike<number>) => View;
  private readonly readReasons: (numbers: ArrayLike<number>) => Reason[];
  private readonly legals: Legal[] = []; // by id, those that were asked for

  /** A list of events as numbers, and what a decision among them means, as a library writes it and a server sends it. */
  readonly readTold: (numbers: ArrayLike<number>) => Told[];

  static async make(description: Description, module: WebAssembly.Module): Promise<Rules> {
    return new Rules(description, await Library.of(module));
  }

  private constructor(description: Description, library: Library) {
    this.description = description;
    this.library = library;
    this.all = description.actions.flatMap(({ text, ...fields }) => rowsOf({ text: inFull(text), ...fields })) as Action[];
    const { row, lengths, sheets, nothing } = description;
    this.rows = Array.from({ length: ROWS }, () => library.take(row));
    this.actions = library.take(4 * lengths.list);
    this.weights = library.take(4 * lengths.list);
    this.sheet = library.take(4 * lengths.sheet);
    this.found = library.take(8 * lengths.found);
    this.spare = library.take(row * lengths.spare);
    this.points = library.take(4 * lengths.seats);
    this.shares = library.take(8 * lengths.seats);
    this.readView = reader(sheets.view, nothing);
    const read: (numbers: ArrayLike<number>) => [Told[], Reason[]?] = reader(["tuple", ["many", sheets.event], ["many", sheets.reason]], nothing);
    this.readTold = (numbers) => {
      const [told, means] = read(numbers);
      if (means?.length) told[0]!.means = means;
      return told;
    };
    this.readReasons = reader(["many", sheets.reason], nothing);
  }

  /** The first variant with these options; −1 if there is none. */
  variantOf(options: Record<string, string | number>): number {
    const asked = Object.entries(options);
    return this.description.variants.findIndex((variant) => asked.every(([name, value]) => variant[name] === value));
  }

  // Positions

  opening(variant: number): Row {
    const at = this.rows[0]!;
    this.library.bytes(at, this.description.row).fill(0);
    this.library.call.setup!(at, BigInt(variant));
    return this.rowAt(at);
  }

  /** The seat that decides; −1 if it is chance, −2 if the game is over. */
  turn(row: Row): number {
    return Number(this.library.call.turn!(this.put(row)));
  }

  /** How many play. */
  seats(row: Row): number {
    return this.scores(row).length;
  }

  /** The ids of all that the seat on turn may do, ascending; none where chance acts or the game is over. */
  legalIds(row: Row): number[] {
    const count = Number(this.library.call.legal!(this.put(row), this.actions));
    return [...this.library.int32(this.actions, count)];
  }

  /** The same as the page knows actions. */
  legal(row: Row): Legal[] {
    return this.legalIds(row).map((id) => (this.legals[id] ??= { id, ...this.all[id]! }));
  }

  /** The row after an action, or after an outcome of chance. Whether it is legal is not looked at. */
  after(row: Row, action: number): Row {
    const into = this.rows[1]!;
    this.library.call.after!(this.put(row), BigInt(action), into);
    return this.rowAt(into);
  }

  /** What chance may bring, with weights; nothing where a seat decides. */
  outcomes(row: Row): { action: number; weight: number }[] {
    if (this.turn(row) !== this.description.chance) return [];
    const count = Number(this.library.call.chance!(this.put(row), this.actions, this.weights));
    const weights = this.library.int32(this.weights, count);
    const all = Array.from(this.library.int32(this.actions, count), (action, i) => ({ action, weight: weights[i]! }));
    return all.filter(({ weight }) => weight > 0);
  }

  /** What chance brings; `random` gives a number from 0 to one less than it gets. */
  sample(row: Row, random: (below: number) => number): number {
    const outcomes = this.outcomes(row);
    let ticket = random(outcomes.reduce((sum, { weight }) => sum + weight, 0));
    return outcomes.find(({ weight }) => (ticket -= weight) < 0)!.action;
  }

  /** Points by seat. */
  scores(row: Row): number[] {
    const points = () => this.library.int32(this.points, this.description.lengths.seats);
    points().fill(UNWRITTEN); // the library knows how many play, and writes no more
    this.library.call.scores!(this.put(row), this.points);
    return [...points()].filter((number) => number !== UNWRITTEN);
  }

  /** Each seat's share of the win; all 0 while the game goes on. */
  returns(row: Row): number[] {
    const seats = this.seats(row);
    if (this.turn(row) !== this.description.over) return new Array<number>(seats).fill(0);
    this.library.call.returns!(this.put(row), this.shares);
    return [...this.library.float64(this.shares, seats)];
  }

  /** Whether others may not even know that there is something to decide now. */
  isSecret(row: Row): boolean {
    return this.turn(row) >= 0 && this.library.call.is_secret!(this.put(row)) !== 0n;
  }

  /** A position that a seat's view allows: what it cannot see is as the dice say. */
  world(view: Row, seed: bigint, stream: number): Row {
    this.dice ||= this.library.take(8 * this.description.words);
    this.library.call.reseed!(this.dice, seed, BigInt(stream));
    const at = this.put(view);
    this.library.call.determinize!(at, this.dice);
    return this.rowAt(at);
  }

  // What people see

  /** What a seat may see of a row; null is a spectator's. */
  observe(row: Row, seat: number | null): Row {
    const into = this.rows[1]!;
    this.library.bytes(into, this.description.row).fill(0);
    this.library.call.observe!(this.put(row), this.who(seat), into);
    return this.rowAt(into);
  }

  /** What a board shows to a seat that has this view. */
  view(view: Row, seat: number | null): View {
    return this.readView(this.filled("present", this.put(view), this.who(seat), this.sheet, this.spare));
  }

  /** What a seat learns of an action and of what it led to by itself. */
  told(before: Row, action: number, after: Row, seat: number | null): Told[] {
    const [first, second] = [this.put(before), this.put(after, 1)];
    return this.readTold(this.filled("tell", first, BigInt(action), second, this.who(seat), this.sheet, this.found, this.spare));
  }

  /** What a seat learns of an action alone, be it legal or not. */
  event(row: Row, action: number, seat: number | null): Told | null {
    return this.readTold(this.filled("event", this.put(row), BigInt(action), this.who(seat), this.sheet))[0] ?? null;
  }

  /** Cards that chance turned up one by one for one seat are told as one event with all of them. */
  joined(told: Told[]): Told[] {
    const found: Told[] = [];
    for (const event of told) {
      const last = found.at(-1);
      if (last && this.description.joined.includes(event.e) && withoutCards(last) === withoutCards(event)) {
        if (event.cards) found[found.length - 1] = { ...last, cards: [...(last.cards as []), ...(event.cards as [])] };
      } else found.push(event);
    }
    return found;
  }

  /** What speaks for a decision of a seat that led from one of its views to the next; the most important first. */
  reasons(before: Row, action: number, after: Row, seat: number): Reason[] {
    const [first, second] = [this.put(before), this.put(after, 1)];
    const given = [first, BigInt(action), second, this.who(seat), this.sheet, this.found, this.spare];
    return this.readReasons(this.filled("reasons", ...given));
  }

  /** What a seat would see after a legal decision of its own, before chance or another seat acts: tried on its view. */
  viewAfter(view: Row, seat: number, action: number): Row {
    if (this.turn(view) !== seat || !this.legalIds(view).includes(action)) throw new Illegal(`${action} is not legal here`);
    return this.observe(this.after(view, action), seat);
  }

  /** What a seat would see and be told after decisions that belong together. */
  preview(view: Row, seat: number, actions: number[]): Preview {
    const told: Told[] = [];
    for (const [number, action] of actions.entries()) {
      if (number > 0 && !this.isSecret(view)) throw new Illegal("one decision at a time");
      const after = this.viewAfter(view, seat, action);
      told.push(...this.told(view, action, after, seat));
      view = after;
    }
    return { actions: [...actions], view: this.view(view, seat), told };
  }

  // Memory

  /** Copy a row to where functions find it. */
  put(row: Row, place = 0): number {
    const at = this.rows[place]!;
    this.library.bytes(at, this.description.row).set(row);
    return at;
  }

  private rowAt(at: number): Row {
    return this.library.bytes(at, this.description.row).slice();
  }

  private who = (seat: number | null): bigint => BigInt(seat ?? this.description.spectator);

  /** The numbers of a sheet that a function fills: it says where the last one ends. They are there until the next call. */
  private filled(name: string, ...given: (number | bigint)[]): Int32Array {
    const end = Number(this.library.call[name]!(...given)),
      most = this.description.lengths.sheet;
    if (end > most) throw new RangeError(`a sheet of ${this.description.game} would have ${end} numbers`);
    return this.library.int32(this.sheet, most).subarray(1, end);
  }
}

/** Events differ at most in their cards if these are the same. */
const withoutCards = (event: Told): string => JSON.stringify({ ...event, cards: "cards" in event });

/** Texts, of which each says first, to the base of 36, how many letters it shares with the one before. */
function inFull(texts: string[]): string[] {
  let last = "";
  return texts.map((text) => (last = last.slice(0, parseInt(text[0]!, 36)) + text.slice(1)));
}

function rowsOf(columns: Record<string, unknown[]>): Record<string, unknown>[] {
  const fields = Object.entries(columns);
  return fields[0]![1].map((_, row) => Object.fromEntries(fields.map(([field, column]) => [field, column[row]])));
}
