import type { Face } from "../contract";
import Board from "./Board.svelte";
import { options, summary, task, tell, why } from "./tell";
import type { View } from "./view";
import type { Words } from "./words/en";

export const face: Face<View, Words> = {
  words: {
    en: () => import("./words/en"),
    de: () => import("./words/de"),
    nl: () => import("./words/nl"),
    fr: () => import("./words/fr"),
  },
  Board,
  tell,
  why,
  summary,
  task,
  options,
  lessons: (words) => words.lessons,
};
