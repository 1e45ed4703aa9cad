/** What a game gives to the page when it is over: how it ended, explained, and its badges. Loaded only then. */

import type { Component } from "svelte";
import type { GameName, Moment, Result, Told } from "../lib/protocol";
import type { Language } from "../lib/settings.svelte";

export interface EndProps<V = any, W = any, E = any> {
  view: V; // the last one
  log: Told[]; // all that one may know
  result: Result;
  names: string[]; // by seat
  you: number | null;
  words: W; // the game's own
  end: E; // those of its ending
}

/** A finished game as the player of one seat knows it. */
export interface Finished<V = any> {
  seat: number;
  hasWon: boolean;
  rivals: (string | null)[]; // the levels of the bots in the other seats; null: a person
  moments: (Pick<Moment, "told"> & { view: V })[]; // from the deal to the end, as the seat saw them; a view is made when it is read
}

export interface Badge<V = any> {
  id: string; // of its words, and under which it is kept
  art: string; // the sign on its medal: a path of 24 × 24
  isEarned: (game: Finished<V>) => boolean;
}

export interface BadgeWords {
  name: string;
  text: string; // what it is for
}

export interface Ending<V = any, W = any, E extends { badges: Record<string, BadgeWords> } = any> {
  words: Record<Language, () => Promise<{ words: E }>>;
  part: () => Promise<{ default: Component<EndProps<V, W, E>> }>;
  badges: Badge<V>[];
}

/** The games that explain their end; others are content with the result. */
const ENDINGS: Record<GameName, () => Promise<{ ending: Ending }>> = {
  manhattan: () => import("./manhattan/ending"),
  "hoch-hinaus": () => import("./hoch-hinaus/ending"),
  "gratte-ciel": () => import("./gratte-ciel/ending"),
};

export const endingOf = async (game: GameName): Promise<Ending | null> => (Object.hasOwn(ENDINGS, game) ? (await ENDINGS[game]!()).ending : null);
