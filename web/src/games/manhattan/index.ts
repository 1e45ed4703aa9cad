import type { Face } from "../contract";
import Board from "./Board.svelte";
import { detail, harms, held, nudge, options, place, rounds, summary, task, tell, why } from "./tell";
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
  plan: true,
  tell,
  why,
  harms,
  held,
  nudge,
  detail,
  place,
  rounds,
  summary,
  task,
  options,
  lessons: {
    en: () => import("./words/lessons/en"),
    de: () => import("./words/lessons/de"),
    nl: () => import("./words/lessons/nl"),
    fr: () => import("./words/lessons/fr"),
  },
};
