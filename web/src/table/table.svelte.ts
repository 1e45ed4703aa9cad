/** A table with its words: what all parts of a table's page share. */

import { onDestroy } from "svelte";
import { now } from "../lib/api";
import { spoken } from "../lib/faces.svelte";
import { seatName } from "../lib/names";
import type { TableSource } from "../lib/source";
import { tell } from "../lib/story";
import { report } from "../lib/report";
import type { Hint, Told } from "../lib/protocol";

export class TableModel<Source extends TableSource = TableSource> {
  readonly source: Source;
  readonly spoken = spoken(() => this.source.frame?.table.game);
  readonly names: string[] = $derived.by(() => this.info?.seats.map(seatName) ?? []);
  #hint: Hint | null = $state.raw(null);
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

  /** What was recommended, as long as it is about the position that is shown. */
  get hint(): Hint | null {
    return this.#hint?.version === this.frame?.version ? this.#hint : null;
  }
  /** What is recommended stays marked. */
  hideReasons = (): void => {
    this.#hint &&= { ...this.#hint, reasons: [] };
  };

  /** What speaks for it, in sentences. */
  get reasons(): string[] {
    const view = this.frame?.view,
      spoken = this.spoken.now;
    if (!view || !spoken || !this.hint) return [];
    return this.hint.reasons
      .flat()
      .map((reason) => spoken.face.why(reason, view, spoken.words, this.names))
      .filter(Boolean);
  }

  /** What the seat on turn has to do; null while the words are on their way. */
  get task(): string | null {
    const { frame } = this,
      { now: spoken } = this.spoken;
    return frame?.view && spoken ? spoken.face.task(frame.view, this.legal, spoken.words) : null;
  }

  tell = (told: Told): string | null => {
    const view = this.frame?.view,
      spoken = this.spoken.now;
    return view && spoken ? tell(told, spoken, view, this.names, this.you) : null;
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

  play = async (actions: number[]): Promise<void> => {
    try {
      await this.source.play(actions);
      this.#hint = null;
    } catch (error) {
      await report(error, this.info?.game);
      throw error;
    }
  };

  wantHint = async (): Promise<void> => {
    try {
      this.#hint = await this.source.hint();
    } catch (error) {
      await report(error, this.info?.game);
    }
  };
}
