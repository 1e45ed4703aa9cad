/** The face of any game that the page has no board for: its sheet as tables, its moves in groups. */

import type { View } from "../../lib/protocol";
import type { Face } from "../contract";
import Board from "./Board.svelte";
import { named, told } from "./sheet";
import type { Words } from "./words/en";

export const face: Face<View, Words> = {
  words: {
    en: () => import("./words/en"),
    de: () => import("./words/de"),
    nl: () => import("./words/nl"),
    fr: () => import("./words/fr"),
  },
  Board,
  tell: (event, _view, words, names) => told(event, names, words),
  why: () => "",
  nudge: (_reasons, _view, words) => words.task,
  summary: (view, seat) => ({ score: Number(view.players?.[seat]?.points ?? view.players?.[seat]?.score ?? 0), colours: [seat], facts: [] }),
  task: (_view, _legal, words) => words.task,
  options: (options, words) => Object.entries(options).map(([name, value]) => (name === "players" ? words.players(Number(value)) : `${named(name)}: ${value}`)),
};
