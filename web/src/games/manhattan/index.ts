import type { Face } from "../contract";
import Board from "./Board.svelte";
import type { Words } from "./words/en";

export const face: Face<Record<string, any>, Words> = {
  words: {
    en: () => import("./words/en"),
    de: () => import("./words/de"),
    nl: () => import("./words/nl"),
    fr: () => import("./words/fr"),
  },
  Board,
  tell: (told) => told.e,
  summary: () => ({ score: 0, colours: [], facts: [] }),
  task: (_view, _legal, words) => words.task,
  options: (options) => Object.entries(options).map(([key, value]) => `${key}: ${value}`),
  lessons: () => ({}),
};
