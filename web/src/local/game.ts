/** A game on this device: who plays, what was decided and what chance brought. No page, no clock, no storage. */

import { Failure } from "../lib/failure.ts";
import type { GameName, Legal, Preview, Told, View } from "../lib/protocol";
import type { Row, Rules } from "../rules/game.ts";
import { Chance, randomHex } from "./chance.ts";
import { day } from "./files.ts";

/** A player: a person by name ("": the one who holds the device), or a bot by level. */
export type Player = { name: string; level?: undefined } | { level: string; name?: undefined };

export interface Setup {
  game: GameName;
  options: Record<string, string | number>;
  seats: Player[];
  hints: boolean;
}

export interface Result {
  scores: number[];
  winners: number[];
}

/** All that is kept of a game. Positions are not: they follow from what was played. */
export interface Saved extends Setup {
  format: "bauboom-here/1";
  id: string;
  seed: string;
  actions: number[]; // all that was played, chance included
  version: number; // grows with every change, one that takes something back too
  created: number;
  changed: number;
  rules: string; // by which it was played
  begun: boolean; // a person has decided something
  turn: number | null; // for lists
  result: Result | null;
  moved: string | null; // the table on the server where it goes on
  given?: number; // how many of the actions another game brought: nothing proves their chance, and the result counts nowhere
}

/** What is to be decided next together with what was just decided, so that no pause gives away that there was something. */
export interface Open {
  actions: number[];
  legal: Legal[];
}

/** A new game; or one that goes on from what was played in another. */
export function newGame(setup: Setup, rules: Rules, now: number, given: readonly number[] = []): LocalGame {
  const game = new LocalGame(
    {
      ...setup,
      format: "bauboom-here/1",
      id: randomHex(6),
      seed: randomHex(32),
      actions: [...given],
      version: 0,
      created: now,
      changed: now,
      rules: rules.description.rules,
      begun: given.length > 0,
      turn: null,
      result: null,
      moved: null,
      ...(given.length ? { given: given.length } : {}),
    },
    rules,
  );
  game.note(now);
  return game;
}

export class LocalGame {
  saved: Saved;
  readonly rules: Rules;
  readonly chance: Chance;
  readonly people: number[]; // their seats
  private rows: Row[]; // before each action, and the one now
  private actions: number[] = [];
  private entries: number[] = []; // the step at which each decision begins, with the chance that follows it; the deal is the first
  private stories = new Map<number | null, Told[][]>(); // by seat and entry

  /** Plays again what was saved; a Failure ("outdated") where the rules of today do not allow it. */
  constructor(saved: Saved, rules: Rules) {
    this.saved = saved;
    this.rules = rules;
    const { options, seats, seed, id } = saved;
    this.people = seats.flatMap((player, seat) => (player.name === undefined ? [] : [seat]));
    this.chance = new Chance(seed, id, seats.length);
    const variant = rules.variantOf(options);
    if (variant < 0) throw new Failure("outdated", JSON.stringify(options));
    this.rows = [rules.opening(variant)];
    if (rules.seats(this.row) !== seats.length) throw new Failure("outdated", `${seats.length} seats`);
    for (const action of saved.actions) {
      if (!this.allows(action)) throw new Failure("outdated", `action ${action} at step ${this.step}`);
      this.push(action);
    }
    this.letChanceAct();
  }

  get row(): Row {
    return this.rows.at(-1)!;
  }
  get step(): number {
    return this.actions.length;
  }
  get turn(): number {
    return this.rules.turn(this.row);
  }
  get isOver(): boolean {
    return this.turn === this.rules.description.over;
  }
  /** How many decisions there were, the deal counted as one. */
  get decisions(): number {
    return this.entries.length;
  }

  isPerson(seat: number): boolean {
    return this.people.includes(seat);
  }

  private allows(action: number): boolean {
    if (this.turn === this.rules.description.chance) return this.rules.outcomes(this.row).some((outcome) => outcome.action === action && outcome.weight > 0);
    return this.turn >= 0 && this.rules.legalIds(this.row).includes(action);
  }

  private push(action: number): void {
    const { row } = this;
    if (!this.step || (this.rules.turn(row) >= 0 && !this.rules.isSecret(row))) this.entries.push(this.step);
    this.rows.push(this.rules.after(row, action));
    this.actions.push(action);
  }

  private letChanceAct(): void {
    while (this.turn === this.rules.description.chance) this.push(this.chance.draw(this.step, this.rules.outcomes(this.row)));
  }

  /** Decide for a seat. What comes back is still to be decided with it; then nothing is played yet. */
  decide(seat: number, actions: number[], now: number): Open | null {
    const { step } = this;
    try {
      for (const action of actions) {
        if (this.turn !== seat || (this.step > step && !this.rules.isSecret(this.row))) throw new Failure("not_now", "");
        if (!this.allows(action)) throw new Failure("illegal", "");
        this.push(action);
      }
      if (this.turn >= 0 && this.rules.isSecret(this.row)) {
        const legal = this.legal(seat);
        this.backTo(step);
        return { actions, legal };
      }
    } catch (error) {
      this.backTo(step);
      throw error;
    }
    this.letChanceAct();
    this.saved.begun ||= this.isPerson(seat);
    this.note(now);
    return null;
  }

  /** The step at which a person decided last; −1: nowhere. Bots and chance after it are taken back with it. */
  private get lastDecision(): number {
    return this.entries.findLast((step) => this.isPerson(this.rules.turn(this.rows[step]!))) ?? -1;
  }

  get canUndo(): boolean {
    return this.lastDecision >= 0;
  }

  undo(now: number): void {
    if (!this.canUndo) throw new Failure("not_now", "");
    this.backTo(this.lastDecision);
    this.note(now);
  }

  private backTo(step: number): void {
    this.rows.length = step + 1;
    this.actions.length = step;
    this.entries = this.entries.filter((first) => first < step);
    for (const story of this.stories.values()) story.length = Math.min(story.length, this.entries.length);
  }

  /** Bring what is saved up to date. */
  note(now: number): void {
    const { turn } = this;
    this.saved = {
      ...this.saved,
      actions: [...this.actions],
      version: this.saved.version + 1,
      changed: now,
      rules: this.rules.description.rules,
      turn: turn >= 0 ? turn : null,
      result: this.result,
    };
  }

  get scores(): number[] {
    return this.rules.scores(this.row);
  }
  get result(): Result | null {
    if (!this.isOver) return null;
    return { scores: this.scores, winners: this.rules.returns(this.row).flatMap((share, seat) => (share > 0 ? [seat] : [])) };
  }

  // What a seat (null: a spectator) may know

  observe(seat: number | null): Row {
    return this.rules.observe(this.row, seat);
  }
  view(seat: number | null): View {
    return this.rules.view(this.observe(seat), seat);
  }
  legal(seat: number | null): Legal[] {
    return seat !== null && this.turn === seat ? this.rules.legal(this.observe(seat)) : [];
  }
  preview(seat: number, actions: number[]): Preview {
    return this.rules.preview(this.observe(seat), seat, actions);
  }

  /** Whether two seats know the same: then nothing has to be covered between them. */
  alike(one: number | null, other: number | null): boolean {
    const first = this.observe(one),
      second = this.observe(other);
    return first.every((byte, at) => byte === second[at]);
  }

  /** What a seat was told, decision by decision. */
  story(seat: number | null): readonly Told[][] {
    let found = this.stories.get(seat);
    if (!found) this.stories.set(seat, (found = []));
    while (found.length < this.entries.length) found.push(this.toldFrom(this.entries[found.length]!, this.entries[found.length + 1] ?? this.step, seat));
    return found;
  }

  private toldFrom(first: number, end: number, seat: number | null): Told[] {
    const told: Told[] = [];
    for (let step = first; step < end; step++) told.push(...this.rules.told(this.rows[step]!, this.actions[step]!, this.rows[step + 1]!, seat));
    return this.rules.joined(told);
  }

  /** A seat's last decision and what followed, decision by decision, with what the seat saw then. */
  since(seat: number | null): { view: View; told: Told[] }[] {
    const story = this.story(seat),
      first = this.seenBy(seat);
    return story.slice(first).map((told, number) => {
      const end = this.entries[first + number + 1] ?? this.step;
      return { view: this.rules.view(this.rules.observe(this.rows[end]!, seat), seat), told };
    });
  }

  /** How many decisions there were before a seat's last one. */
  seenBy(seat: number | null): number {
    const last = this.entries.findLastIndex((step) => this.rules.turn(this.rows[step]!) === seat);
    return Math.max(0, last);
  }

  // Records

  /** The game as docs/record.md describes it. How chance came about is told when nothing depends on it any more. */
  record(names: string[]): Record<string, unknown> {
    const { game, options, given } = this.saved,
      { result } = this;
    return {
      format: "bauboom/1",
      game,
      options,
      seats: names,
      events: this.toldFrom(0, this.step, this.rules.description.referee),
      ...(result ? { result, ...(given ? {} : { chance: this.chance.proof }) } : {}),
      date: day(this.saved.changed),
    };
  }
}
