import type { Face } from "../contract";
import Board from "./Board.svelte";
import { modeOf } from "./preview";
import { tell } from "./tell";
import { word, type View } from "./types";
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
  summary: (view, seat, words) => {
    const player = view.players[seat]!;
    return {
      score: player.score,
      colours: [seat],
      facts: [
        { label: words.facts.threshold, value: words.metres(player.threshold) },
        { label: words.facts.toilets, value: player.toilets },
        { label: words.facts.cards, value: player.cards },
      ],
    };
  },
  task: (view, legal, words) => word(words.tasks, legal.length ? modeOf(view, legal) : view.phase) ?? words.tasks.play,
  options: (options, words) => [words.players(Number(options.players))],
  lessons: (words) => words.lessons,
};
