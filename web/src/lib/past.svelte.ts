/** A finished game, step by step: played again by the rules right here, or told by a server that has other rules.
 *
 * A step is an action, of a player or of chance. People walk from stop to stop.
 */

import type { Row, Rules } from "../rules/game";
import { rulesOf } from "../rules/load";
import { bots } from "../rules/client";
import type { Review } from "../rules/review";
import { get } from "./api";
import type { GameName, Insight, Moment, Moments, Moves as AnsweredMoves, View } from "./protocol";
import { reloadOnce } from "./reload";

/** Simulations for a decision: as many as on a server, or a quick look, which finds what is plain. */
const BUDGETS = { whole: "300", quick: "64" };

export interface Past {
  readonly steps: number; // the number of the last one
  readonly stops: number[]; // the steps at which a player decides, and the last one: chance acts between them
  readonly failed: unknown;
  /** A step as a seat (null: a spectator) saw it; undefined while it is on its way. */
  at(step: number, seat: number | null): Moment | undefined;
  /** All that is there from the beginning without a gap. */
  begun(seat: number | null): Moment[];
  /** Make sure that a step is there. */
  want(step: number, seat: number | null): void;
  /** Get all of it, as long as `goOn` says so. */
  all(seat: number | null, goOn: () => boolean): Promise<void>;
  /** Tells how far it is, from 0 to 1; ends with an AbortError where it was stopped. A server looks at the whole in any case. */
  analyse(progress: (share: number) => void, how?: keyof typeof BUDGETS): Promise<Insight>;
  stop(): void;
  /** For one of the seats, in the same way; null where the rules are not here. */
  readonly review: ((seat: number, progress: (share: number) => void) => Promise<Review>) | null;
  /** What was played up to a step, or up to where that decision begins if several belong together. */
  until(step: number): number[] | null;
}

/** All that it takes to play a game again. */
export interface Moves {
  game: GameName;
  opening: Row;
  actions: number[];
}

/** The number of the stop that a step belongs to: what chance did after a decision belongs to that decision. */
export function stopOf({ stops }: Past, step: number): number {
  const found = stops.findIndex((stop) => stop >= step);
  return found < 0 ? stops.length - 1 : found;
}

/** The past of a game that a server has: `address` is the table's or the import's. */
export async function pastAt(address: string): Promise<Past> {
  const { game, rules, opening, actions } = await get<AnsweredMoves>(`${address}/moves`);
  const ours = await rulesOf(game).catch(() => null);
  if (ours?.description.rules === rules) return new PlayedPast({ game, opening: Uint8Array.from(atob(opening), (char) => char.charCodeAt(0)), actions }, ours);
  if (ours && reloadOnce(rules)) return new Promise(() => {}); // nothing comes of this page any more
  return new FetchedPast(address);
}

/** By the rules: everything is there at once. */
export class PlayedPast implements Past {
  readonly steps: number;
  readonly stops: number[];
  readonly failed = null;
  private readonly rows: Row[];
  private readonly found = new Map<number | null, Moment[]>(); // by seat and step

  constructor(
    private readonly moves: Moves,
    private readonly rules: Rules,
  ) {
    this.rows = [moves.opening];
    for (const action of moves.actions) this.rows.push(rules.after(this.rows.at(-1)!, action));
    this.steps = moves.actions.length;
    this.stops = [...this.rows.keys()].filter((step) => step === this.steps || rules.turn(this.rows[step]!) >= 0);
  }

  at(step: number, seat: number | null): Moment | undefined {
    if (!(step in this.rows)) return undefined;
    let list = this.found.get(seat);
    if (!list) this.found.set(seat, (list = []));
    return (list[step] ??= this.moment(step, seat));
  }

  private moment(step: number, seat: number | null): Moment {
    const { rules, rows } = this,
      row = rows[step]!,
      before = rows[step - 1],
      action = this.moves.actions[step - 1];
    const decides = (row: Row) => (rules.turn(row) >= 0 ? rules.turn(row) : null);
    let view: View | undefined; // made when it is first read
    return {
      ...{ step, steps: this.steps, seat, turn: decides(row), scores: rules.scores(row) },
      action: action === undefined ? null : rules.all[action]!.text,
      by: before ? decides(before) : null,
      get view() {
        return (view ??= rules.view(rules.observe(row, seat), seat));
      },
      told: before && action !== undefined ? rules.joined(rules.told(before, action, row, seat)) : [],
    };
  }

  /** The seats that share the win; none while the game goes on. */
  get winners(): number[] {
    return this.rules.returns(this.rows.at(-1)!).flatMap((share, seat) => (share > 0 ? [seat] : []));
  }

  begun(seat: number | null): Moment[] {
    return this.rows.map((_, step) => this.at(step, seat)!);
  }

  want(): void {}
  async all(): Promise<void> {}

  analyse(progress: (share: number) => void, how: keyof typeof BUDGETS = "whole"): Promise<Insight> {
    const { game, opening, actions } = this.moves;
    return bots.analyse(game, opening, actions, BUDGETS[how], ({ done, all }) => progress(done / all));
  }
  stop = (): void => bots.stop();

  review = (seat: number, progress: (share: number) => void): Promise<Review> => {
    const { game, opening, actions } = this.moves;
    return bots.review(game, opening, actions, [seat], ({ done, all }) => progress(done / all));
  };
  until(step: number): number[] {
    while (this.rules.isSecret(this.rows[step]!)) step--;
    return this.moves.actions.slice(0, step);
  }
}

const PART = 50;

/** Fetched in parts, the part one looks at first. */
export class FetchedPast implements Past {
  steps = $state(0);
  stops = $derived.by(() => {
    void this.version;
    return Array.from({ length: this.steps + 1 }, (_, step) => step).filter((step) => step === this.steps || !this.ofChance.has(step));
  }); // a step that is not here yet may be a decision
  failed: unknown = $state.raw(null);
  private found = new Map<string, Moment>();
  private asked = new Map<string, Promise<void>>();
  private readonly ofChance = new Set<number>(); // steps at which no player decides
  private version = $state(0); // grows with every part that came

  constructor(private readonly address: string) {}

  at(step: number, seat: number | null): Moment | undefined {
    void this.version;
    return this.found.get(`${seat} ${step}`);
  }

  want(step: number, seat: number | null): Promise<void> {
    const first = Math.floor(step / PART) * PART,
      key = `${seat} ${first}`;
    let asked = this.asked.get(key);
    if (!asked) {
      asked = this.fetch(first, seat).catch((error) => {
        this.asked.delete(key);
        this.failed = error;
      });
      this.asked.set(key, asked);
    }
    return asked;
  }

  private async fetch(first: number, seat: number | null): Promise<void> {
    const who = seat === null ? "" : `&seat=${seat}`;
    const { steps, list } = await get<Moments>(`${this.address}/steps?first=${first}&count=${PART}${who}`);
    for (const moment of list) {
      this.found.set(`${seat} ${moment.step}`, moment);
      if (moment.turn === null) this.ofChance.add(moment.step);
    }
    this.steps = steps;
    this.version++;
  }

  /** Part by part, slowly enough for any server. */
  async all(seat: number | null, goOn: () => boolean): Promise<void> {
    await this.want(0, seat);
    for (let first = PART; first <= this.steps && goOn(); first += PART) {
      await this.want(first, seat);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
  }

  begun(seat: number | null): Moment[] {
    void this.version;
    const list: Moment[] = [];
    for (let step = 0; step <= this.steps; step++) {
      const moment = this.found.get(`${seat} ${step}`);
      if (!moment) break;
      list.push(moment);
    }
    return list;
  }

  analyse = (): Promise<Insight> => get<Insight>(`${this.address}/analysis`, 300000);
  stop(): void {} // the server goes on
  readonly review = null;
  until = () => null;
}
