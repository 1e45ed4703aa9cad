/** What the page of a table needs of it, wherever the game is played: on a server (`Live`) or on this device (`LocalTable`). */

import type { LocalTable } from "../local/table.svelte";
import type { Row } from "../rules/game";
import type { Failure } from "./failure";
import type { ChatLine, Frame, Here, Hint, Legal, Preview, Told, View } from "./protocol";

/** Decided already, but not sent yet: something else has to be decided at once, so that no pause gives it away. */
export interface More {
  actions: number[];
  legal: Legal[];
}

/** A position that one has seen, and what led to it. */
export interface Past {
  view: View;
  told: Told[];
}

export interface TableSource {
  readonly id: string;
  readonly frame: Frame | null;
  readonly row: Row | null; // what one's seat sees, for the rules; null where it is not known here
  readonly log: Told[]; // all that happened and that one may know
  readonly fresh: Told[]; // what came with the last frame; nothing with the first
  readonly seen: number; // how much of the log had happened when one decided last
  readonly since: Past[]; // what one has seen since one's last decision, that decision first; what is not known here is left out
  readonly chat: ChatLine[];
  readonly here: Here | null;
  readonly more: More | null;
  readonly connected: boolean;
  readonly ended: Failure | null; // why there is no table here
  readonly busy: boolean; // a decision is on its way
  readonly local: LocalTable | null; // itself, where the game is on this device

  /** Decide. Where something else has to be decided at once, `more` says what. */
  play: (actions: number[]) => Promise<void>;
  /** Take back what was decided but not sent. */
  retract: () => void;
  /** What one would see after each of these decisions. */
  preview: (decisions: number[][]) => Promise<Preview<any>[]>;
  hint: () => Promise<Hint>;
  /** How long a seat has left now, in ms; null without a clock. */
  left: (seat: number) => number | null;
  /** Ask for something else, such as to take back; docs/api.md knows what. */
  send: (command: Record<string, unknown>) => Promise<any>;
  close: () => void;
}
