/** A table on this device: the rules and the bots are in the page, and no server is asked. */

import { post } from "../lib/api";
import { asFailure, Failure } from "../lib/failure";
import { trainer, TRAINER } from "../lib/names";
import { commitment } from "../lib/nonce";
import type { Frame, Hint, Made, Preview, SeatInfo, TableInfo, Told } from "../lib/protocol";
import { CALM, settings } from "../lib/settings.svelte";
import { t } from "../lib/speech.svelte";
import type { More, Past, TableSource } from "../lib/source";
import { voice } from "../lib/voice.svelte";
import type { Row } from "../rules/game";
import { rulesOf } from "../rules/load";
import { bots } from "../rules/client";
import { LocalGame, newGame, type Saved, type Setup } from "./game";
import { isBroken, isOnDisk, namesOf, read, remove, save, watch, type Broken, type Kept } from "./store";

/** How long the board stays after a decision before it is covered for the next person, in ms; longer after a scoring. */
const pause = (isScored: boolean) => (settings.speed ? (isScored ? 9000 : 2500) / settings.speed : isScored ? 3000 : 1200);

/** Begin a game, or go on from what was played in another; its id. */
export async function newLocalGame(setup: Setup, given?: readonly number[]): Promise<string> {
  const { saved } = newGame(setup, await rulesOf(setup.game), Date.now(), given);
  save(saved, 0);
  return saved.id;
}

export class LocalTable implements TableSource {
  frame: Frame | null = $state.raw(null);
  log: Told[] = $state.raw([]);
  fresh: Told[] = $state.raw([]);
  seen = $state(0);
  more: More | null = $state.raw(null);
  ended: Failure | null = $state.raw(null);
  readonly chat = [];
  readonly here = null;
  readonly connected = true;
  readonly busy = false;
  readonly local = this;

  saved: Saved | null = $state.raw(null);
  broken: Broken | null = $state.raw(null); // what is here instead of a game
  cover: number | null = $state(null); // the seat that the device is to be passed to; nothing is shown until then
  passing: number | null = $state(null); // the same, while the last player may still look at what their decision brought
  kept: Kept = $state("kept");
  stuck = $state(false); // a bot does not answer

  private game: LocalGame | null = null;
  private viewer: number | null = null; // the seat whose view is shown; null: a spectator's
  private shown = new Map<number | null, number>(); // by seat, how many decisions it has been shown
  private thought = 0; // grows with every change: what was thought before it is void
  private isThinking = false;
  private scores = ""; // as they were shown
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly unwatch: () => void;

  constructor(readonly id: string) {
    this.unwatch = watch((changed, isElsewhere) => changed === id && isElsewhere && void this.load());
    void this.load();
  }

  close(): void {
    this.closed = true;
    this.halt();
    this.unwatch();
  }

  get names(): string[] {
    return this.saved ? namesOf(this.saved) : [];
  }
  get row(): Row | null {
    return this.game && this.viewer !== null ? this.game.observe(this.viewer) : null;
  }
  /** What the viewer has seen since their last decision. */
  get since(): Past[] {
    return this.frame && this.game ? this.game.since(this.viewer) : [];
  }
  /** The viewer's seat, or the first person's. */
  get mine(): number {
    return this.frame?.you ?? this.game!.people[0]!;
  }
  get canUndo(): boolean {
    return this.saved !== null && !this.saved.result && (this.game?.canUndo ?? false);
  }
  /** Whether several people share the device. */
  get isShared(): boolean {
    return (this.game?.people.length ?? 0) > 1;
  }

  /** Take the game from where it is kept: at first, and whenever another tab has gone on with it. */
  private async load(): Promise<void> {
    const saved = read(this.id);
    if (saved && this.game && !isBroken(saved) && saved.version <= this.game.saved.version) return;
    this.halt();
    if (!saved || isBroken(saved)) {
      this.broken = saved;
      this.ended = new Failure(saved ? "broken" : "not_found", "");
      return;
    }
    this.saved = saved;
    if (saved.moved) return;
    try {
      const game = new LocalGame(saved, await rulesOf(saved.game));
      if (this.closed) return;
      this.game = game;
      this.kept = isOnDisk(this.id) ? "kept" : "memory";
      if (game.people.length === 1) this.viewer = game.people[0]!;
      this.forget();
      this.proceed();
    } catch (error) {
      this.ended = asFailure(error);
    }
  }

  /** Whatever is thought about, or about to happen, is void. */
  private halt(): void {
    this.thought++;
    clearTimeout(this.timer);
    this.passing = null;
    if (this.isThinking) bots.stop();
    this.isThinking = false;
  }

  /** The game has changed: show it, and let it go on. */
  private proceed(): void {
    const game = this.game!,
      { turn } = game;
    this.halt();
    this.stuck = false;
    if (game.isOver) {
      if (this.isShared) this.look(null);
      this.uncovered();
    } else if (!game.isPerson(turn)) {
      this.uncovered();
      void this.think(turn);
    } else if (this.viewer === turn || game.alike(this.viewer, turn)) {
      this.look(turn);
      this.uncovered();
    } else if (this.frame && this.cover === null) {
      const isScored = this.scores !== String(game.scores);
      this.uncovered();
      this.passing = turn;
      this.timer = setTimeout(this.pass, pause(isScored));
    } else {
      this.passing = turn;
      this.pass();
    }
  }

  /** Another seat looks on, which has been shown what the last one was. */
  private look(seat: number | null): void {
    const before = this.shown.get(this.viewer);
    if (before !== undefined && this.cover === null) this.shown.set(seat, Math.max(before, this.shown.get(seat) ?? 0));
    this.viewer = seat;
  }

  /** Put everything away until the next person has taken the device. */
  pass = (): void => {
    clearTimeout(this.timer);
    this.cover = this.passing;
    this.viewer = this.frame = this.more = this.passing = null;
    this.log = this.fresh = [];
    voice.spoken = "";
    voice.dismiss();
  };

  /** The next player has taken the device. */
  take = (): void => {
    if (this.cover === null) return;
    this.viewer = this.cover;
    this.uncovered();
  };

  private uncovered(): void {
    const game = this.game!,
      seat = this.viewer,
      story = game.story(seat);
    this.cover = null;
    this.scores = String(game.scores);
    this.fresh = story.slice(this.shown.get(seat) ?? story.length).flat();
    this.shown.set(seat, story.length);
    this.log = story.flat();
    this.seen = story.slice(0, game.seenBy(seat)).flat().length;
    this.more = null;
    this.frame = {
      t: "table",
      version: game.saved.version,
      since: 0,
      you: seat,
      host: true,
      rematch: null,
      undo: this.canUndo,
      table: tableOf(game),
      view: game.view(seat),
      legal: game.legal(seat),
      told: [],
    };
  }

  /** A bot decides, on what its seat may see. It takes as long as its pace, or a multiple: how long tells nothing. */
  private async think(seat: number): Promise<void> {
    const game = this.game!,
      mine = this.thought,
      began = performance.now();
    this.isThinking = true;
    try {
      const seed = game.chance.seedFor(game.step),
        level = game.saved.seats[seat]!.level!,
        now = level.startsWith(TRAINER) ? (await trainer()).levelFor(level, seed) : level; // now this one, now that one
      const actions = await bots.choose(game.saved.game, now, game.observe(seat), seat, seed);
      const gone = performance.now() - began,
        pace = Math.min(Math.max(settings.pace, 0), 5000) / (settings.speed === CALM ? CALM : 1);
      const rest = pace ? Math.ceil(gone / pace) * pace - gone : 0;
      if (mine === this.thought) await new Promise((resolve) => (this.timer = setTimeout(resolve, rest)));
      if (mine === this.thought) this.change(() => game.decide(seat, actions, Date.now()));
    } catch {
      if (mine === this.thought) this.stuck = true;
    }
  }

  /** Ask a bot again that did not answer. */
  again = (): void => this.proceed();

  /** Change the game, keep it, and go on; nothing, if something else has to be decided with it. */
  private change(how: () => More | null | void): void {
    const game = this.game!,
      since = game.saved.version;
    const more = how();
    if (more) {
      this.more = more;
      return;
    }
    const kept = save(game.saved, since);
    if (kept === "late") {
      this.game = null;
      return void this.load();
    }
    this.kept = kept;
    this.saved = game.saved;
    this.forget();
    this.proceed();
  }

  /** What was taken back was never shown. */
  private forget(): void {
    for (const [seat, many] of this.shown) this.shown.set(seat, Math.min(many, this.game!.decisions));
  }

  play = async (actions: number[]): Promise<void> => {
    const { game, viewer } = this;
    if (game && viewer !== null && this.frame?.legal.length) this.change(() => game.decide(viewer, [...(this.more?.actions ?? []), ...actions], Date.now()));
  };

  retract = (): void => {
    this.more = null;
  };

  preview = async (decisions: number[][]): Promise<Preview<any>[]> => {
    const { game, viewer } = this,
      before = this.more?.actions ?? [];
    return game && viewer !== null ? decisions.map((actions) => game.preview(viewer, [...before, ...actions])) : [];
  };

  hint = async (): Promise<Hint> => {
    const { game, viewer } = this,
      { version } = this.frame!;
    if (!game || viewer === null) throw new Failure("not_now", "");
    return { version, ...(await bots.hint(game.saved.game, game.observe(viewer), viewer, version)) };
  };

  left = (): null => null;

  send = async ({ do: what }: Record<string, unknown>): Promise<void> => {
    const { game } = this;
    if (what !== "undo" || !game || !this.canUndo) throw new Failure("not_now", "");
    this.change(() => game.undo(Date.now()));
    voice.say(t().story.undone);
  };

  // The end of it here

  /** Give the game up: nothing of it is kept. */
  discard(): void {
    this.close();
    remove(this.id);
  }

  /** Let the game go on at a server's table, with open seats for friends; the table's id. */
  async moveOnline(open: readonly number[]): Promise<string> {
    const game = this.game!,
      { saved } = game,
      { mine } = this;
    const seats = saved.seats.map((player, seat) =>
      seat === mine
        ? "me"
        : player.name !== undefined || open.includes(seat)
          ? "open"
          : `bot:${player.level!.replace(/^trainer:(\d)[\d.]*/, (_, level) => `level${+level || 1}`)}`,
    );
    this.halt();
    try {
      const commit = await commitment();
      const { id } = await post<Made>("/api/tables", {
        game: saved.game,
        options: saved.options,
        seats,
        hints: saved.hints,
        past: saved.actions,
        ...(commit ? { commit } : {}),
      });
      this.saved = { ...saved, moved: id, version: saved.version + 1, changed: Date.now() };
      save(this.saved, saved.version);
      return id;
    } catch (error) {
      this.proceed();
      throw error;
    }
  }
}

function tableOf(game: LocalGame): TableInfo {
  const { saved, result } = game;
  const seats = saved.seats.map((player): SeatInfo => ({
    kind: player.name === undefined ? "bot" : "person",
    name: player.name || null,
    level: player.level ?? null,
    out: null,
    commit: null,
    nonce: null,
  }));
  return {
    id: saved.id,
    code: "",
    game: saved.game,
    options: saved.options,
    pace: { kind: "free", minutes: 0, increment: 0, days: 0 },
    listed: false,
    spectators: false,
    chat: false,
    rated: false,
    hints: saved.hints,
    created: saved.created,
    phase: result ? "over" : "playing",
    seats,
    turn: saved.turn,
    since: saved.changed,
    clock: null,
    replaceable: null,
    offer: null,
    result: result && { ...result, how: "rules" },
    unrated: null,
    fair: { hash: "", seed: null },
  };
}
