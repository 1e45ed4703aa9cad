/** Bots, hints and analysis, from what a seat may see: what src/bauboom/bots/ does, with the same results for a seed. */

import type { Reason } from "../lib/protocol";
import { analysed, type Analysis, type Decision, type Progress } from "./analysis.ts";
import type { BotLine, Searching, Taste } from "./description.ts";
import { Illegal, type Row, type Rules } from "./game.ts";
import { hypot, total } from "./numbers.ts";
import type { Played } from "./ledger.ts";
import { EFFORT, reviewed, type Bits, type Review } from "./review.ts";
import { Search, type Line, type Start } from "./search.ts";

const CHUNK = 64; // simulations between two looks at how it stands
const BETWEEN = 10; // ms, where there is a clock
const STREAMS = 64; // of dice, that lie between those of two decisions
const TRIAL = 2 ** 20; // the stream of dice for what follows an action; those of a search are below
const SEEDS = 2n ** 62n;

export type Seed = number | bigint;

/** What a search found out about a position as a seat sees it. */
export interface Outlook {
  lines: Line[]; // the best first
  simulations: number;
}

/** One request at a time. A signal ends it with what was found so far; an analysis ends with an AbortError. */
export class Bots {
  private readonly rules: Rules;
  private network: ArrayBuffer | null = null;
  private signal: AbortSignal | undefined; // of the request that goes on
  private made: Search | null = null; // made when it is first needed: it takes much memory
  private simple: Record<"dice" | "actions" | "trials" | "plans" | "taste" | "counts", number> | null = null;

  constructor(rules: Rules) {
    this.rules = rules;
  }

  /** Take the network's file, where the game has one: before it is needed. */
  learn(network: ArrayBuffer): void {
    this.network = network;
    this.made?.learn(network);
  }

  /** The decision of a bot that knows the view of its seat. */
  async choose(level: string, view: Row, seat: number, seed: Seed, signal?: AbortSignal): Promise<number> {
    this.signal = signal;
    return (await this.chain(this.bot(level), view, seat, seed, 1, this.taste(level)))[0]!;
  }

  /** The same, together with the secret decisions that follow it. */
  async decisions(level: string, view: Row, seat: number, seed: Seed, signal?: AbortSignal): Promise<number[]> {
    this.signal = signal;
    return this.chain(this.bot(level), view, seat, seed, Infinity, this.taste(level));
  }

  /** What a bot would do in one's place, and what speaks for each of its decisions. */
  async hint(
    view: Row,
    seat: number,
    seed: Seed,
    signal?: AbortSignal,
    bot: Searching = this.rules.description.hint,
  ): Promise<{ actions: number[]; reasons: Reason[][] }> {
    this.signal = signal;
    const actions = await this.chain(bot, view, seat, seed, Infinity);
    const reasons = actions.map((action) => {
      const before = view;
      view = this.rules.viewAfter(before, seat, action);
      return this.rules.reasons(before, action, view, seat);
    });
    return { actions, reasons };
  }

  /** What can be expected of every action; of the `best` also the points, from so many games played to the end. */
  async look(bot: Searching, view: Row, seat: number, seed: Seed, playouts = 0, best = 5, signal?: AbortSignal): Promise<Outlook> {
    this.signal = signal;
    this.legal(view, seat);
    const { lines, simulations } = await this.search(bot, view, seed, 0);
    if (playouts) for (let i = 0; i < Math.min(best, lines.length); i++) lines[i] = await this.tree.scored(lines[i]!, playouts);
    return { lines, simulations };
  }

  /** What a decision was worth: what was played on a row, as the step after so many. */
  async judge(row: Row, step: number, played: number, budget: string, seed: Seed, signal?: AbortSignal): Promise<Decision> {
    this.signal = signal;
    const seat = this.rules.turn(row),
      view = this.rules.observe(row, seat),
      own = (BigInt(seed) + BigInt(step)) % SEEDS;
    const { lines, simulations } = await this.search({ budget, network: false }, view, own, 0); // why without: thinker in src/bauboom/analysis/game.py
    const found = lines[0]!.action,
      tried = lines.filter(({ visits }) => visits > 0).map(({ chances }) => chances[seat]!);
    const stake = Math.max(0, lines[0]!.chances[seat]! - total(tried) / tried.length);
    const [mine, doubt] = await this.expected(view, seat, played, simulations, own);
    const asPlayed: Decision = { step, seat, played, best: played, chances: mine, errors: doubt, after: mine, error: 0, gap: 0, stake };
    if (found === played) return asPlayed;
    const [chances, errors] = await this.expected(view, seat, found, simulations, own);
    const gap = chances[seat]! - mine[seat]!,
      error = hypot(errors[seat]!, doubt[seat]!);
    if (gap <= 0) return { ...asPlayed, error, gap };
    return { ...asPlayed, best: found, chances, errors, error, gap };
  }

  /** A whole game, from its opening row by the ids of all actions; tells of every decision that was looked at. */
  async *analyse(opening: Row, actions: number[], budget: string, seed: Seed = 0, signal?: AbortSignal): AsyncGenerator<Progress, Analysis> {
    const { rows } = this.played(opening, actions);
    const steps = [...actions.keys()].filter((step) => this.rules.legalIds(rows[step]!).length > 1);
    const decisions: Decision[] = [];
    for (const step of steps) {
      decisions.push(await this.judge(rows[step]!, step, actions[step]!, budget, seed, signal));
      signal?.throwIfAborted();
      yield { decision: decisions.at(-1)!, done: decisions.length, all: steps.length };
    }
    return analysed(this.rules, rows, decisions);
  }

  /** A review of a whole game for some seats, in the same way; tells how far it is. */
  async *review(opening: Row, actions: number[], seats: number[], effort = EFFORT, seed: Seed = 0, signal?: AbortSignal): AsyncGenerator<Bits, Review> {
    this.signal = signal;
    const played = this.played(opening, actions);
    const bits = reviewed(
      this.rules,
      played,
      seats,
      effort,
      BigInt(seed),
      (row, count, own, stream, action, guess) => this.tree.read(this.start(row, false, own, stream), count, action, guess),
      (step, budget, own) => this.judge(played.rows[step]!, step, actions[step]!, budget, own, signal),
    );
    for (;;) {
      const { done, value } = await bits.next();
      signal?.throwIfAborted();
      if (done) return value;
      yield value;
    }
  }

  private played(opening: Row, actions: number[]): Played {
    const rows = [opening];
    for (const action of actions) rows.push(this.rules.after(rows.at(-1)!, action));
    return { rows, actions };
  }

  private get tree(): Search {
    return (this.made ??= new Search(this.rules, this.network));
  }

  /** A bot by its level, with a character or without: "level3/otis", "level3". */
  private bot(level: string): BotLine {
    const found = this.rules.description.bots[level.split("/")[0]!];
    if (!found) throw new RangeError(`there is no bot ${level}`);
    return found;
  }

  private taste(level: string): Taste | undefined {
    return this.rules.description.tastes[level.split("/")[1] ?? ""];
  }

  /** A bot's decision, and those that follow it in secret. */
  private async chain(bot: BotLine, view: Row, seat: number, seed: Seed, most: number, taste?: Taste): Promise<number[]> {
    const { rules } = this,
      actions: number[] = [];
    let looks = 0;
    if ("simple" in bot) rules.library.call.reseed!(this.memory.dice, BigInt(seed), 0n);
    do {
      const legal = this.legal(view, seat);
      if ("simple" in bot) actions.push(this.simply(bot.simple, view, seat, legal, taste));
      else if (legal.length === 1) actions.push(legal[0]!);
      else actions.push(this.favourite((await this.search(bot, view, seed, STREAMS * looks++)).lines, view, seat, taste).action);
      view = rules.viewAfter(view, seat, actions.at(-1)!);
    } while (actions.length < most && rules.isSecret(view));
    return actions;
  }

  private legal(view: Row, seat: number): number[] {
    if (this.rules.turn(view) !== seat) throw new Illegal("a bot chooses for the seat that is on turn");
    return this.rules.legalIds(view);
  }

  /** Memory for the simple bots. */
  private get memory() {
    const { library, description } = this.rules,
      { list, lookahead, plan, traits } = description.lengths;
    return (this.simple ??= {
      dice: library.take(8 * description.words),
      actions: library.take(4 * list),
      trials: library.take(description.row * (lookahead + 1)),
      plans: library.take(4 * lookahead * plan),
      taste: library.take(16 * traits),
      counts: library.take(8 * traits),
    });
  }

  private simply(which: number, view: Row, seat: number, legal: number[], taste?: Taste): number {
    const { library, description } = this.rules,
      { dice, actions, trials, plans } = this.memory;
    const at = this.rules.put(view);
    library.int32(actions, legal.length).set(legal);
    const [count, depth] = [BigInt(legal.length), BigInt(description.lengths.lookahead + 1)];
    const given = [BigInt(which), at, BigInt(seat), actions, count, dice, trials, depth, plans] as const;
    return legal[Number(taste ? library.call.bot_with_taste!(...given, ...this.tasting(view, taste)) : library.call.bot!(...given))]!;
  }

  /** The last arguments of functions that go by a taste. */
  private tasting(view: Row, taste: Taste): [seats: bigint, taste: number, counts: number] {
    const { memory } = this,
      weights = taste.flat().map(BigInt);
    this.rules.library.int64(memory.taste, weights.length).set(weights);
    return [BigInt(this.rules.seats(view)), memory.taste, memory.counts];
  }

  /** The line that is liked most, of those that are as good as the best: as src/bauboom/bots/taste.py does it. */
  private favourite(lines: Line[], view: Row, seat: number, taste?: Taste): Line {
    const best = lines[0]!;
    if (!taste) return best;
    const { library, description } = this.rules,
      { trials, plans } = this.memory,
      { tolerance, seldom } = description.liking;
    const depth = BigInt(description.lengths.lookahead + 1),
      last = this.tasting(view, taste);
    const liked = ({ action }: Line) => library.call.liked!(this.rules.put(view), BigInt(seat), BigInt(action), trials, depth, plans, ...last) as bigint;
    const good = lines.filter(({ visits, chances }) => visits * seldom >= best.visits && chances[seat]! >= best.chances[seat]! - tolerance);
    const likings = good.map(liked);
    return good[likings.reduce((most, liking, at) => (liking > likings[most]! ? at : most), 0)]!;
  }

  /** Grow a tree for a position. */
  private async search(bot: Searching, view: Row, seed: Seed, stream: number): Promise<Outlook> {
    const [, number, unit] = /^(\d+)(|ms|s)$/.exec(bot.budget)!;
    this.tree.begin(this.start(view, bot.network, BigInt(seed), stream));
    if (unit) await this.thinkForATime(Number(number) * (unit === "s" ? 1000 : 1));
    else await this.think(Number(number) || 1);
    const lines = this.tree.lines(this.rules.turn(view));
    return { lines, simulations: total(lines.map((line) => line.visits)) };
  }

  private start(view: Row, mayUseNetwork: boolean, seed: bigint, stream: number): Start {
    const { network, style } = this.rules.description,
      seats = this.rules.seats(view);
    const its = mayUseNetwork ? network : null;
    if (its && !this.network) throw new Error("the network is missing");
    return { view, seats, hasNetwork: its !== null, style: its?.style ?? style, seed, stream, signal: this.signal };
  }

  /** All simulations, or fewer when no other action could still become the favourite. */
  private async think(simulations: number): Promise<void> {
    const { tree } = this;
    for (let left = simulations; left === simulations || (left > 0 && !tree.isStopped && tree.lead <= left);) {
      const chunk = Math.min(CHUNK, left);
      await tree.grow(chunk);
      left -= chunk;
    }
  }

  /** Until the time is over, or until no other action is likely to become the favourite in what is left of it. */
  private async thinkForATime(ms: number): Promise<void> {
    const { tree } = this,
      begun = performance.now(),
      end = begun + ms;
    let done = 0,
      chunk = CHUNK;
    while (!done || (!tree.isStopped && performance.now() < end)) {
      await tree.grow(chunk);
      done += chunk;
      const now = performance.now(),
        pace = done / Math.max(now - begun, 1); // some clocks are coarse
      if (tree.lead > pace * (end - now)) break;
      chunk = Math.max(1, Math.floor(pace * Math.min(BETWEEN, end - now)));
    }
  }

  /** By seat, the shares of the win to be expected after an action, with standard errors: a search goes on there. */
  private async expected(view: Row, seat: number, action: number, simulations: number, seed: bigint) {
    this.tree.begin(this.start(this.rules.viewAfter(view, seat, action), false, seed, TRIAL));
    await this.tree.grow(simulations);
    return this.tree.expected(simulations);
  }
}
