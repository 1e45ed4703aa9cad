/** The tree of a search, and the workspace in which it is grown: src/bauboom/bots/search.py has the kernels and says how. */

import type { Description, Style } from "./description.ts";
import type { Row, Rules } from "./game.ts";
import { kindOf, type Library } from "./library.ts";
import { averaged, half } from "./numbers.ts";

// As in Python, or a search that fills its tree would end elsewhere. The system gives memory only to what is written to.
const NODES = 250_000;
const NONE = -1;
const READINGS = 4096; // of a position at a time, at most
const PIECE = 10; // ms that one call should take
const SLICE = 15; // ms after which others have their turn
const IN_NETWORK = "workspace_network_"; // begins the names of its arrays
const LEARNT = ["part", "whole", "whole_bias", "second", "second_bias", "last", "last_bias"]; // src/bauboom/bots/network.py says what they are

/** What is known of an action. Lists are by seat. */
export interface Line {
  action: number;
  visits: number;
  chances: number[]; // shares of the win
  errors: number[]; // their standard errors
  scores: number[] | null; // points at the end, if all play on greedily
  score_errors: number[] | null;
}

/** What a tree is grown for. */
export interface Start {
  view: Row;
  seats: number;
  hasNetwork: boolean;
  style: Style;
  seed: bigint;
  stream: number; // of dice
  signal: AbortSignal | undefined;
}

export class Search {
  lead = 0; // how many visits the favourite has more than any other
  private readonly description: Description;
  private readonly library: Library;
  private readonly actions: number; // how many there are
  private readonly types: Record<string, string>; // of all arguments
  private readonly places: Record<string, number> = {}; // by argument: the address of its array
  private given: Record<string, number | bigint> = {};
  private seats = 0;
  private signal: AbortSignal | undefined;
  private piece = 4; // simulations that one call makes
  private rested = 0; // when others had their turn

  constructor(rules: Rules, network: ArrayBuffer | null) {
    this.description = rules.description;
    this.library = rules.library;
    this.actions = rules.all.length;
    const { functions, lengths } = this.description;
    this.types = Object.assign({}, ...Object.values(functions));
    const open = this.lengths(lengths.seats, true);
    for (const [name, type] of Object.entries(this.types)) {
      const { size, shape } = kindOf(type, this.description);
      if (!shape) continue;
      const count = shape.map((length, i) => (length < 0 ? open(name)[i]! : length)).reduce((a, b) => a * b);
      this.places[name] = this.library.take(size * count);
    }
    if (network) this.learn(network);
  }

  /** How long the arrays are whose lengths the library leaves to us. */
  private lengths(seats: number, hasNetwork: boolean): (name: string) => number[] {
    const { lengths, network } = this.description;
    const known: Record<string, number[]> = {
      tree_totals: [NODES, seats],
      tree_squares: [this.actions + 1, seats],
      workspace_trials: [lengths.lookahead + 1],
      workspace_shares: [seats],
      points: [1, seats],
      shares: [1, seats],
      readings: [READINGS, seats],
    };
    const learnt = (name: string) => (hasNetwork && network?.arrays.find(([its]) => its === name)?.[2]) || [0, 0];
    for (const name of LEARNT) known[IN_NETWORK + name] = learnt(name);
    const ofPart = [learnt("part")[1]!],
      all = [lengths.seats];
    const scratch = { of_part: ofPart, of_parts: ofPart, units: learnt("whole_bias"), hidden: learnt("second_bias"), chances: all, ends: all };
    for (const [name, shape] of Object.entries(scratch)) known[IN_NETWORK + name] = shape;
    return (name) => known[name] ?? [NODES];
  }

  /** Put what a network has learnt into the workspace. */
  learn(network: ArrayBuffer): void {
    const data = new DataView(network);
    let at = 0;
    for (const [name, type, shape] of this.description.network!.arrays) {
      const into = this.library.float32(
        this.places[IN_NETWORK + name]!,
        shape.reduce((a, b) => a * b),
      );
      const bytes = type === "float16" ? 2 : 4;
      for (let i = 0; i < into.length; i++, at += bytes) {
        into[i] = bytes === 2 ? half(data.getUint16(at, true)) : data.getFloat32(at, true);
      }
    }
  }

  /** Begin a new tree; the last one is gone. */
  begin({ view, seats, hasNetwork, style, seed, stream, signal }: Start): void {
    const { library, places } = this,
      { row, weights } = this.description;
    const open = this.lengths(seats, hasNetwork);
    this.seats = seats;
    this.signal = signal;
    this.given = { ...places };
    for (const [name, type] of Object.entries(this.types)) {
      const [, array, place] = /^(.*)_(\d)$/.exec(name) ?? [];
      if (array !== undefined && array in places) this.given[name] = BigInt(open(array)[Number(place)]!);
      else if (name.startsWith("style_")) {
        const value = style[name.slice("style_".length)]!;
        this.given[name] = type === "int64" ? BigInt(value) : value;
      }
    }
    library.bytes(places.views!, row).set(view);
    const learnt = weights[seats]!.flat();
    library.float64(places.workspace_learnt!, learnt.length).set(learnt);
    library.call.reseed!(places.rng!, seed, BigInt(stream));
    library.int64(places.tree_size!, 1)[0] = 0n;
    this.lead = 0;
  }

  /** Whether it is to end with what it has. */
  get isStopped(): boolean {
    return this.signal?.aborted ?? false;
  }

  private call(name: string, own: Record<string, bigint>): unknown {
    const names = Object.keys(this.description.functions[name]!);
    return this.library.call[name]!(...names.map((argument) => own[argument] ?? this.given[argument]!));
  }

  /** Add simulations to the tree: at least a few, even if it is to stop. */
  async grow(simulations: number): Promise<void> {
    let left = simulations;
    do {
      const count = Math.min(this.piece, left),
        begun = performance.now();
      this.lead = Number(this.call("grow", { simulations: BigInt(count) }));
      const took = performance.now() - begun;
      if (took > PIECE) this.piece = Math.max(1, this.piece >> 1);
      else if (took < PIECE / 2 && count === this.piece) this.piece *= 2;
      left -= count;
      await this.rest();
    } while (left > 0 && !this.isStopped);
  }

  /** Let others have their turn, if they had none for a while. */
  private async rest(): Promise<void> {
    if (performance.now() - this.rested < SLICE) return;
    await pause();
    this.rested = performance.now();
  }

  /** By seat, the shares of the win that so many readings find: src/bauboom/bots/judge.py says how. */
  async read(start: Start, count: number, action = NONE, guess = false): Promise<number[][]> {
    if (count > READINGS) throw new RangeError(`at most ${READINGS} readings at a time`);
    const { seats, seed, style } = start,
      stream = BigInt(start.stream);
    this.begin({ ...start, style: { ...style, trust: 1 } });
    this.call("weigh", { action: BigInt(action), guess: guess ? 1n : 0n, seed, stream, readings_0: BigInt(count) });
    const found = this.library.float64(this.places.readings!, count * seats).slice();
    await this.rest();
    return Array.from({ length: seats }, (_, seat) => Array.from({ length: count }, (_, i) => found[i * seats + seat]!));
  }

  /** The shares of the win that were found for the whole position, with standard errors. */
  expected(simulations: number): [means: number[], errors: number[]] {
    return this.average(0, simulations);
  }

  /** All actions that were tried, the one visited most first, among equals the best one for a seat. */
  lines(seat: number): Line[] {
    const { library, places } = this,
      size = Number(library.int64(places.tree_size!, 1)[0]);
    const [first, following, actions, visits] = ["first", "following", "action", "visits"].map((part) => library.int32(places[`tree_${part}`]!, size)) as [
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    const found: Line[] = [];
    for (let child = first[0]!; child !== NONE; child = following[child]!) {
      const [chances, errors] = this.average(child, Math.max(visits[child]!, 1));
      found.push({ action: actions[child]!, visits: visits[child]!, chances, errors, scores: null, score_errors: null });
    }
    return found.sort((one, other) => other.visits - one.visits || other.chances[seat]! - one.chances[seat]!);
  }

  private average(node: number, visits: number): [means: number[], errors: number[]] {
    const { library, places, seats } = this;
    const squares = library.float64(places.tree_squares! + 8 * seats * node, seats);
    const means = Array.from(library.float64(places.tree_totals! + 8 * seats * node, seats), (sum) => sum / visits);
    const errors = means.map((mean, seat) => Math.sqrt(Math.max(squares[seat]! / visits - mean * mean, 0) / visits));
    return [means, errors];
  }

  /** A line with the points to be expected, from so many games played to the end. */
  async scored(line: Line, playouts: number): Promise<Line> {
    const games: number[][] = [];
    while (games.length < playouts && !this.isStopped) {
      this.call("play_to_the_end", { count: 1n, action: BigInt(line.action) });
      games.push([...this.library.int32(this.places.points!, this.seats)]);
      await this.rest();
    }
    if (games.length < playouts) return line;
    const all = games[0]!.map((_, seat) => averaged(games.map((points) => points[seat]!)));
    return { ...line, scores: all.map(({ mean }) => mean), score_errors: all.map(({ error }) => error) };
  }
}

/** A turn for whatever else waits, such as a message: quicker than a timer, which browsers hold back. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
