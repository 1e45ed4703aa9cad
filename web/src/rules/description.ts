/** What `games.json` and a game's description say: src/bauboom/machines/pages.py writes them. */

import type { GameName } from "../lib/protocol";

/** A game in the list of all that the page can play, with the names of its files. */
export interface GameLine {
  game: GameName;
  title: string;
  rules: string; // what page and server must agree about, before one reads the other's rows
  variants: Record<string, string | number>[];
  languages: string[];
  material: string | null; // under what name people may bring their own
  bots: string[];
  description: string;
  library: string;
  network: string | null;
  puzzles: string | null;
  texts: Record<string, string>; // the rules in words, by language
}

/** A part of the description of a sheet; src/bauboom/core/schema.py says what each kind means. */
export type Node =
  | "number"
  | "flag"
  | ["word", unknown[]]
  | ["const", unknown]
  | ["maybe", Node]
  | ["many", Node]
  | ["tuple", ...Node[]]
  | ["named", string[], Node]
  | ["case", string, [string, Fields][]]
  | Fields;

/** The fields of an object; one whose name ends in "?" may be missing. */
export interface Fields {
  [name: string]: Node;
}

/** How a search thinks. */
export type Style = Record<string, number>;

/** All that one must know to use a game's library. */
export interface Description {
  format: string;
  game: GameName;
  title: string;
  library: string;
  rules: string;
  chance: number;
  over: number;
  spectator: number;
  referee: number;
  nothing: number;
  words: number; // of 64 bits, that a stream of random numbers needs
  row: number; // bytes
  lengths: Record<"list" | "plan" | "lookahead" | "seats" | "observation" | "traits" | "sheet" | "found" | "spare" | "parts" | "inputs", number>;
  functions: Record<string, Record<string, string>>; // that a search calls, by name: the type of each argument, such as "int32[?]"
  variants: Record<string, string | number>[];
  decisions: number;
  actions: { text: string[]; [field: string]: unknown[] }[]; // by id, those with the same fields together: a column for each field
  sheets: { view: Node; event: Node; reason: Node };
  joined: string[]; // kinds of events that are told together, as one with all their cards
  weights: Record<string, number[][]>; // by number of seats
  style: Style;
  bots: Record<string, BotLine>;
  tastes: Record<string, Taste>; // by character
  liking: { tolerance: number; seldom: number }; // when a search's action is as good as the best: src/bauboom/bots/taste.py
  hint: Searching;
  network: NetworkLine | null;
  lessons: unknown;
}

export type BotLine = { simple: number } | Searching;

/** What a bot likes to see: the weights of traits, of its own seat and of its rivals. */
export type Taste = [own: number[], rivals: number[]];

/** A bot that searches: for so many simulations ("100") or so long ("1s"), with the network or without. */
export interface Searching {
  budget: string;
  network: boolean;
}

export interface NetworkLine {
  file: string;
  style: Style;
  arrays: [name: string, type: string, shape: number[]][]; // in the order in which they lie in the file
}
