import { fill } from "../../lib/fill";
import type { Told } from "../../lib/protocol";
import type { Face } from "../contract";
import Board from "./Board.svelte";
import { squareName, who as called } from "./says";
import { OFF, PALETTE, plotName, type HochHinaus, type Place } from "./view";
import type { Words } from "./words/en";

function tell(told: Told, _view: HochHinaus, words: Words, names: string[], you: number | null): string | null {
  const who = called({ names, you }, told.seat ?? 0), say = words.told;
  const plot = told.plot ? plotName(told.plot as Place) : "";
  switch (told.e) {
    case "roll": {
      const [one, two] = told.dice as [number, number];
      return say.roll(who, one, two) + (one === two ? ` ${say.double}` : "");
    }
    case "move": {
      const [one, two] = told.figures as [number, number];
      return say.move(who, squareName(one, words), squareName(two, words));
    }
    case "demand": return say.demand(who, called({ names, you }, told.of as number));
    case "storey": case "road": case "demolish": case "raise": case "roof": return say[told.e](who, plot);
    case "start": case "bankrupt": case "decline": return say[told.e](who);
    default: return null;
  }
}

export const face: Face<HochHinaus, Words> = {
  words: {
    en: () => import("./words/en"),
    de: () => import("./words/de"),
    nl: () => import("./words/nl"),
    fr: () => import("./words/fr"),
  },
  Board,
  tell,
  why: (reason, _view, { why, deed }, names) => {
    const { plot, of } = reason;
    const said = fill(why[reason.why as keyof Words["why"]], { ...reason, plot: plot && plotName(plot), of: names[of], deed: deed[reason.deed as keyof Words["deed"]] });
    return reason.then && said ? `${why.then} ${said}` : said;
  },
  summary: (view, seat, { fact }) => {
    const { height, storeys, spires, roofs, figures, bankrupt, left } = view.players[seat]!;
    const off = figures.filter((square) => square === OFF).length;
    if (left) return { score: height, colours: [PALETTE[seat]!], facts: [{ label: fact.left, value: fact.yes }] };
    return {
      score: height,
      colours: [PALETTE[seat]!],
      facts: [
        { label: fact.storeys, value: storeys },
        { label: fact.spires, value: spires },
        { label: fact.roofs, value: roofs },
        ...(off ? [{ label: fact.off, value: off }] : []),
        ...(bankrupt && !view.end ? [{ label: fact.bankrupt, value: fact.yes }] : []),
      ],
    };
  },
  task: ({ phase }, legal, { task }) => (legal.length && (phase === "demand" || phase === "move" || phase === "cross" || phase === "dice") ? task[phase] : task.other),
  options: ({ players, bankruptcy }, { options }) => [
    ...(players === undefined ? [] : [options.players(Number(players))]),
    ...(bankruptcy === "automatic" ? [options.automatic] : bankruptcy === "demand" ? [options.demand] : []),
  ],
  lessons: (words) => words.lessons,
};
