/** What the server says, as docs/api.md describes it. The page knows no rule of a game; all numbers come from here. */

export interface Legal {
  id: number;
  text: string; // notation
  e: string; // kind
  [field: string]: unknown;
}

/** Something that happened, as one seat may know it. */
export interface Told {
  e: string;
  seat?: number;
  [field: string]: unknown;
}

/** Something that speaks for a decision. */
export interface Reason {
  why: string;
  [field: string]: any;
}

/** What a bot would do in one's place: decisions that belong together, and for each what speaks for it. */
export interface Hint {
  version: number;
  actions: number[];
  reasons: Reason[][];
}

export interface SeatInfo {
  kind: "person" | "bot" | "open";
  name: string | null;
  level: string | null;
  out: "resigned" | "time" | "replaced" | null;
  commit: string | null;
  nonce: string | null;
}

export interface Pace {
  kind: "free" | "live" | "days";
  minutes: number;
  increment: number;
  days: number;
}

export interface TableInfo {
  id: string;
  code: string;
  game: GameName;
  options: Record<string, string | number>;
  pace: Pace;
  listed: boolean;
  spectators: boolean;
  chat: boolean;
  rated: boolean;
  hints: boolean;
  created: number;
  phase: "waiting" | "dealing" | "playing" | "over" | "closed";
  seats: SeatInfo[];
  turn: number | null;
  since: number;
  clock: { left: number[]; since: number } | null;
  replaceable: number | null;
  offer: { seat: number; agreed: number[] } | null;
  result: { scores: number[]; winners: number[]; how: "rules" | "resigned" | "time" | "abandoned" } | null;
  fair: { hash: string; seed: string | null };
}

export type View = Record<string, any>;

export interface Frame {
  t: "table";
  version: number;
  since: number;
  you: number | null;
  host: boolean;
  rematch: string | null;
  undo: boolean;
  table: TableInfo;
  view: View | null;
  legal: Legal[];
  told: Told[];
}

export interface ChatLine {
  id: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

/** A decision tried out: what one would see then. */
export interface Preview<V = View> {
  actions: number[];
  view: V;
  told: Told[];
}

export interface Person {
  id: string;
  name: string;
  kind: "guest" | "account" | "bot";
  login?: string;
  settings?: Record<string, boolean | number | string>;
}

export type GameName = string; // as it is registered: a host may offer games that the page was not built with

export interface GameInfo {
  game: GameName;
  title: string;
  variants: Record<string, string | number>[];
  languages: string[];
  material: string | null;
  bots: string[];
}

/** A line of the lobby, of one's own games, of games to watch. */
export interface TableLine {
  id: string;
  game: GameName;
  players: number;
  phase: TableInfo["phase"];
  turn: number | null;
  created: number;
  changed: number;
  rated: boolean;
  options: Record<string, string | number>;
  pace: Pace;
  seats: { seat: number; name: string | null; level: string | null; out: string | null }[];
  you: number | null;
  until: number | null;
  result: TableInfo["result"];
}

/** A finished game at one of its steps. */
export interface Moment {
  step: number;
  steps: number;
  seat: number | null;
  turn: number | null;
  view: View;
  told: Told[];
  scores: number[];
  action: string | null;
  by: number | null;
}

/** Where a finished game turned: by a decision that gave much away, or by luck. */
export interface Turn {
  step: number;
  kind: "decision" | "luck";
  seat: number;
  change: number;
  told?: Told[]; // of what was better
  reasons?: Reason[];
}

export class Trouble extends Error {
  readonly key: string;
  readonly more: Record<string, any>;

  constructor(key: string, why: string, more: Record<string, any> = {}) {
    super(why);
    this.key = key;
    this.more = more;
  }
}
