/** What a game gives to the page, and what it gets: a game is a folder here too. */

import type { Component } from "svelte";
import type { Language } from "../lib/settings.svelte";
import type { GameName, Legal, Preview, Reason, Told, View } from "../lib/protocol";

export interface BoardProps<V = View, W = unknown> {
  view: V; // as the server sent it
  legal: Legal[]; // what one may decide now; nothing when it is somebody else's turn
  you: number | null; // one's seat; null for a spectator
  names: string[]; // by seat
  words: W; // the game's own, in the language that is set
  fresh: Told[]; // what came with this view: to be shown as movement, in this order
  log?: Told[]; // all that one may know, where the page has it
  recent: Told[]; // what happened since one's last decision: to glow
  hint: number[]; // decisions that were recommended, or none
  winners: number[]; // when the game is over: who has won here (who gave up has not)
  busy: boolean; // a decision is on its way: take no other
  retract: (() => void) | null; // takes back what is decided but not sent, because more has to be decided with it
  play: (actions: number[]) => Promise<void>;
  preview: (decisions: number[][]) => Promise<Preview<V>[]>;
  over?: boolean; // nothing more is decided, whether the rules ended the game or a player gave up
  done?: () => void; // to be called when the end by the rules has been shown: its scoring, its reckoning
}

/** What the list of players says of one. */
export interface Summary {
  score: number;
  about?: string; // what the score is, in a sentence
  tie?: number[]; // what orders equal scores, the most important first; more is better
  colours: number[]; // numbers of the palette, as in --p0 … --p6
  facts: { label: string; value: string | number; about?: string }[]; // spoken as "label: value", shown short, explained when asked
}

export interface Face<V = any, W = any> {
  words: Record<Language, () => Promise<{ words: W }>>;
  Board: Component<BoardProps<V, W>>;
  plan?: boolean; // the board can be shown from above, too, as `look` of lib/look.svelte.ts says
  /** One line of the story; null for what goes without saying. `names` are by seat; `you` is addressed. */
  tell: (told: Told, view: V, words: W, names: string[], you: number | null) => string | null;
  /** What a decision of a seat changes, in a sentence; nothing for what is not known here. `you` is addressed. */
  why: (reason: Reason, view: V, words: W, names: string[], seat: number, you: number | null) => string;
  /** What a seat holds that others do not see, in a sentence, by its own view; null if it holds nothing. */
  held?: (view: V, seat: number, words: W, names: string[], you: number | null) => string | null;
  /** Whether a fact about a rival's decision is to the disadvantage of a seat. */
  harms?: (fact: Reason, view: V, seat: number) => boolean;
  /** What to look at, in a sentence that does not give away the decision these reasons speak for. */
  nudge: (reasons: Reason[], view: V, words: W, names: string[]) => string;
  /** Where and with what something was done, in a few words: said beside what it means. */
  detail?: (told: Told, view: V, words: W) => string;
  /** The place on the board that an event is about, as a selector. */
  place?: (told: Told) => string | null;
  /** By line of the story, its round; 0 before the first. */
  rounds?: (log: Told[], view: V) => number[];
  summary: (view: V, seat: number, words: W) => Summary;
  /** What the seat on turn has to do, in a few words: "play a card". */
  task: (view: V, legal: Legal[], words: W) => string;
  /** For lists and the new-table form: the options in words, most important first. */
  options: (options: Record<string, string | number>, words: W) => string[];
  /** What is taught, in words: loaded with the lessons and the rules only. */
  lessons?: Record<Language, () => Promise<{ lessons: Record<string, Lesson> }>>;
}

export interface Lesson {
  title: string;
  tasks: Record<string, TaskWords>;
}

/** What to do, or what a picture shows; why it was right, and why it was not: by mistake, or in general. */
export interface TaskWords {
  say: string;
  right?: string;
  wrong?: string;
  wrongs?: Record<string, string>;
}

/** A position as a small picture: pieces of ground, from the back to the front, with towers on them. */
export type Picture = {
  at: [x: number, y: number]; // of its far corner, on the screen
  size: number; // squares along a side
  ring?: boolean; // the outer squares are a track
  towers: { x: number; y: number; blocks: [colour: number, tall: number][] }[];
}[];

/** What draws a game's positions small; null where the game has nothing for it. */
export async function pictureOf(game: GameName): Promise<((view: any) => Picture) | null> {
  const load = THUMBNAILS[`./${game}/thumbnail.ts`];
  return load ? (await load()).thumbnail : null;
}
const THUMBNAILS = import.meta.glob<{ thumbnail: (view: any) => Picture }>("./*/thumbnail.ts");

/** The games that the page has a board for; GENERIC is for all others. */
const FACES: Record<GameName, () => Promise<{ face: Face }>> = {
  manhattan: () => import("./manhattan"),
  "hoch-hinaus": () => import("./hoch-hinaus"),
  "gratte-ciel": () => import("./gratte-ciel"),
};
const GENERIC = () => import("./generic");

export const faceOf = (game: GameName): Promise<{ face: Face }> => (Object.hasOwn(FACES, game) ? FACES[game]! : GENERIC)();

export const TITLES: Record<GameName, string> = {
  manhattan: "Manhattan",
  "hoch-hinaus": "Hoch hinaus!",
  "gratte-ciel": "Gratte-ciel",
};

export const GAMES: GameName[] = Object.keys(TITLES);
