/** What the page around the board says: the story, the list of players, what is to do, why a decision is good. */

import { fill } from "../../lib/fill";
import type { Legal, Reason, Told } from "../../lib/protocol";
import type { Summary } from "../contract";
import { squareName, who as called } from "./describe";
import { OFF, PALETTE, plotName, standing, type Place, type View } from "./view";
import type { Words } from "./words/en";

export function tell(told: Told, _view: View, words: Words, names: string[], you: number | null): string | null {
  const who = called({ names, you }, told.seat ?? 0),
    say = words.told;
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
    case "demand":
      return say.demand(who, called({ names, you }, told.of as number));
    case "storey":
    case "road":
    case "demolish":
    case "raise":
    case "roof":
      return say[told.e](who, plot);
    case "start":
    case "bankrupt":
    case "decline":
      return say[told.e](who);
    default:
      return null;
  }
}

export function why(reason: Reason, _view: View, { why, deed }: Words, names: string[]): string {
  const { plot, of } = reason;
  const said = fill(why[reason.why as keyof Words["why"]], {
    ...reason,
    plot: plot && plotName(plot),
    of: names[of],
    deed: deed[reason.deed as keyof Words["deed"]],
  });
  return reason.then && said ? `${why.then} ${said}` : said;
}

export function summary(view: View, seat: number, { fact }: Words): Summary {
  const { height, storeys, spires, roofs, figures, bankrupt, left } = view.players[seat]!;
  const off = figures.filter((square) => square === OFF).length;
  const always = { score: height, tie: standing(view, seat).slice(1), colours: [PALETTE[seat]!] };
  if (left) return { ...always, facts: [{ label: fact.left, value: fact.yes }] };
  return {
    ...always,
    facts: [
      { label: fact.storeys, value: storeys },
      { label: fact.spires, value: spires },
      { label: fact.roofs, value: roofs },
      ...(off ? [{ label: fact.off, value: off }] : []),
      ...(bankrupt && !view.end ? [{ label: fact.bankrupt, value: fact.yes }] : []),
    ],
  };
}

export const task = ({ phase }: View, legal: Legal[], { task }: Words): string =>
  legal.length && (phase === "demand" || phase === "move" || phase === "cross" || phase === "dice") ? task[phase] : task.other;

export const options = ({ players, bankruptcy }: Record<string, string | number>, { options }: Words): string[] => [
  ...(players === undefined ? [] : [options.players(Number(players))]),
  ...(bankruptcy === "automatic" ? [options.automatic] : bankruptcy === "demand" ? [options.demand] : []),
];
