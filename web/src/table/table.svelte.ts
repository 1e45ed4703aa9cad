/** A table with its words: what the parts of its page share. */

import { onDestroy } from "svelte";
import { now } from "../lib/api";
import { spoken } from "../lib/faces.svelte";
import { seatName } from "../lib/names";
import type { TableSource } from "../lib/source";
import { tell } from "../lib/story";
import { complain } from "../lib/trouble";
import type { Hint, Told } from "../lib/protocol";

export class TableRoom<Source extends TableSource = TableSource> {
  readonly live: Source;
  readonly spoken = spoken(() => this.live.frame?.table.game);
  readonly names: string[] = $derived.by(() => this.info?.seats.map(seatName) ?? []);
  #hint: Hint | null = $state.raw(null);
  time = $state(now()); // for clocks

  constructor(live: Source) {
    this.live = live;
    const ticking = setInterval(() => (this.time = now()), 500);
    onDestroy(() => {
      clearInterval(ticking);
      this.live.close();
    });
  }

  get frame() {
    return this.live.frame;
  }
  get info() {
    return this.live.frame?.table;
  }
  /** The table itself, where the game is on this device. */
  get local() {
    return this.live.local;
  }
  get you() {
    return this.live.frame?.you ?? null;
  }
  get legal() {
    return this.live.more?.legal ?? this.live.frame?.legal ?? [];
  }

  /** What was recommended, as long as it is about what one sees. */
  get hint(): Hint | null {
    return this.#hint?.version === this.frame?.version ? this.#hint : null;
  }
  /** Enough of the reasons; what is recommended stays marked. */
  hush = (): void => {
    this.#hint &&= { ...this.#hint, reasons: [] };
  };

  /** What speaks for it, in sentences. */
  get reasons(): string[] {
    const view = this.frame?.view, spoken = this.spoken.now;
    if (!view || !spoken || !this.hint) return [];
    return this.hint.reasons.flat().map((reason) => spoken.face.why(reason, view, spoken.words, this.names)).filter(Boolean);
  }

  /** What the seat on turn has to do; null while the words are on their way. */
  get task(): string | null {
    const { frame } = this, { now: spoken } = this.spoken;
    return frame?.view && spoken ? spoken.face.task(frame.view, this.legal, spoken.words) : null;
  }

  tell = (told: Told): string | null => {
    const view = this.frame?.view, spoken = this.spoken.now;
    return view && spoken ? tell(told, spoken, view, this.names, this.you) : null;
  };

  summary(seat: number) {
    const view = this.frame?.view, spoken = this.spoken.now;
    return view && spoken ? spoken.face.summary(view, seat, spoken.words) : null;
  }

  /** Send a command; what is refused is explained. The answer, or null. */
  ask = async (command: Record<string, unknown>): Promise<any> => {
    try {
      return await this.live.send(command);
    } catch (error) {
      await complain(error, this.info?.game);
      return null;
    }
  };

  play = async (actions: number[]): Promise<void> => {
    try {
      await this.live.play(actions);
      this.#hint = null;
    } catch (error) {
      await complain(error, this.info?.game);
      throw error;
    }
  };

  wantHint = async (): Promise<void> => {
    try {
      this.#hint = await this.live.hint();
    } catch (error) {
      await complain(error, this.info?.game);
    }
  };
}
