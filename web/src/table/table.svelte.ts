/** A table with its words: what all parts of a table's page share. */

import { onDestroy } from "svelte";
import { now } from "../lib/api";
import { spoken } from "../lib/faces.svelte";
import { cast, seatNames } from "../lib/names";
import type { TableSource } from "../lib/source";
import { lineOf, type Line } from "../lib/story";
import { report } from "../lib/report";
import { settings } from "../lib/settings.svelte";
import { bots } from "../rules/client";
import type { Hint, Told } from "../lib/protocol";

const MUCH = 0.05, // of the win: what a decision gives away to be warned of
  SURE = 3; // standard errors
const LOOK = "300"; // simulations

/** A decision that its player wants to think about again. */
export class Held extends Error {}

export class TableModel<Source extends TableSource = TableSource> {
  readonly source: Source;
  readonly spoken = spoken(() => this.source.frame?.table.game);
  readonly names: string[] = $derived.by(() => seatNames(this.info?.seats ?? []));
  readonly cast = $derived.by(() => cast((this.info?.seats ?? []).map(({ kind, level }) => (kind === "bot" ? level : null)))); // by seat, whose face a bot has
  #hint: Hint | null = $state.raw(null);
  #step: 1 | 2 | 3 = $state(1); // of the hint: what to look at, the decision, why
  advice = $state(false); // what the hint says is shown
  warning = $state.raw<{ gap: number; answer: (goesOn: boolean) => void } | null>(null); // waits for an answer
  isJudging = $state(false); // what one decided is looked at before it is played
  time = $state(now()); // for clocks

  constructor(source: Source) {
    this.source = source;
    const ticking = setInterval(() => (this.time = now()), 500);
    onDestroy(() => {
      clearInterval(ticking);
      this.source.close();
    });
  }

  get frame() {
    return this.source.frame;
  }
  get info() {
    return this.source.frame?.table;
  }
  /** The table itself, where the game is on this device. */
  get local() {
    return this.source.local;
  }
  get you() {
    return this.source.frame?.you ?? null;
  }
  get legal() {
    return this.source.more?.legal ?? this.source.frame?.legal ?? [];
  }

  /** How far a hint has gone that is about the position that is shown; 0: there is none. */
  get hintStep(): 0 | 1 | 2 | 3 {
    return this.#hint && this.#hint.version === this.frame?.version ? this.#step : 0;
  }
  /** What is recommended, once it may be given away. */
  get recommended(): number[] {
    return this.hintStep > 1 ? this.#hint!.actions : [];
  }

  /** What to look at, before the decision is given away. */
  get nudge(): string {
    const { now } = this.spoken;
    return now && this.hintStep ? now.face.nudge(this.#hint!.reasons.flat(), this.frame!.view!, now.words, this.names) : "";
  }
  /** What speaks for the decision, in sentences. */
  get reasons(): string[] {
    const { now } = this.spoken;
    if (!now || !this.hintStep) return [];
    return this.#hint!.reasons.flat().flatMap((reason) => now.face.why(reason, this.frame!.view!, now.words, this.names, this.you!, this.you) || []);
  }

  /** What the seat on turn has to do; null while the words are on their way. */
  get task(): string | null {
    const { frame } = this,
      { now: spoken } = this.spoken;
    return frame?.view && spoken ? spoken.face.task(frame.view, this.legal, spoken.words) : null;
  }

  line = (told: Told): Line | null => {
    const view = this.frame?.view,
      spoken = this.spoken.now;
    return view && spoken ? lineOf(told, spoken, view, this.names, this.you) : null;
  };

  summary(seat: number) {
    const view = this.frame?.view,
      spoken = this.spoken.now;
    return view && spoken ? spoken.face.summary(view, seat, spoken.words) : null;
  }

  /** Send a command; what is refused is explained. The answer, or null. */
  ask = async (command: Record<string, unknown>): Promise<any> => {
    try {
      return await this.source.send(command);
    } catch (error) {
      await report(error, this.info?.game);
      return null;
    }
  };

  /** Whether the coach may help here. */
  get isCoached(): boolean {
    return (this.info?.hints ?? false) && !this.info!.rated;
  }

  /** Look at a decision before it is played, and ask if it gives much away. */
  private async warned(action: number): Promise<void> {
    const { row, more } = this.source,
      { version } = this.frame!;
    if (!settings.warnings || !this.isCoached || !row || more || this.isJudging) return;
    this.isJudging = true;
    try {
      const { gap, error } = await bots.judge(this.info!.game, row, action, LOOK, version);
      if (gap < Math.max(MUCH, SURE * error) || this.frame?.version !== version) return;
      if (!(await new Promise<boolean>((answer) => (this.warning = { gap, answer })))) throw new Held();
    } catch (error) {
      if (error instanceof Held) throw error; // without a judge there is no warning
    } finally {
      this.warning = null;
      this.isJudging = false;
    }
  }

  play = async (actions: number[]): Promise<void> => {
    await this.warned(actions[0]!);
    try {
      await this.source.play(actions);
      this.#hint = null;
    } catch (error) {
      await report(error, this.info?.game);
      throw error;
    }
  };

  /** A hint goes one step further each time. */
  wantHint = async (): Promise<void> => {
    this.advice = true;
    if (this.hintStep) return void (this.#step = this.hintStep === 1 ? 2 : 3);
    try {
      this.#hint = await this.source.hint();
      this.#step = 1;
    } catch (error) {
      await report(error, this.info?.game);
    }
  };
}
