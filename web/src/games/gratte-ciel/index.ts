import { fill } from "../../lib/fill";
import type { Face } from "../contract";
import Board from "./Board.svelte";
import { modeOf } from "./preview";
import { tell } from "./tell";
import { brief } from "./tower";
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
  why: (reason, view, words, names) => {
    const { card, back, prize, category, of, metres } = reason;
    return fill(words.why[reason.why as keyof Words["why"]], {
      ...reason, of: names[of], metres: words.metres(metres), card: card && brief(card, view, words), back: back && brief(back, view, words),
      prize: word(words.prizes, prize), category: word(words.categories, category),
    });
  },
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
