/** What the page around the board says: the story, the list of players, what is to do, why a decision is good. */

import { fill } from "../../lib/fill";
import type { Legal, Reason, Told } from "../../lib/protocol";
import type { Summary } from "../contract";
import { laps } from "../laps";
import { squareName, who as called } from "./describe";
import { cellOf, cellOfSquare, keyOf } from "./layout";
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

export function why(reason: Reason, _view: View, { why, deed }: Words, names: string[], seat: number, you: number | null): string {
  const { plot, of } = reason;
  const said = fill(why[reason.why as keyof Words["why"]], {
    ...reason,
    who: { name: names[seat], you: seat === you },
    plot: plot && plotName(plot),
    of: { name: names[of], you: of === you },
    deed: deed[reason.deed as keyof Words["deed"]],
  });
  return reason.then && said ? `${why.then} ${said}` : said;
}

export const harms = ({ of }: Reason, _view: View, seat: number): boolean => of === seat;

/** By kind of reason; where none of them says anything else, what is said is about the figures. */
const NUDGES: Record<string, keyof Words["nudge"]> = {
  ...{ leads: "tallest", taller: "tallest", equals: "tallest", begins: "begins", rescues: "own", frees: "roofs", keeps_roofs: "roofs", paves: "own" },
  ...{ joins: "own", room: "own", tops: "own", body: "own", wins: "tallest" },
  ...{ out: "rival", corners: "rival", ruins: "rival", closes: "rival", blocks: "rival" },
};

export function nudge(reasons: Reason[], _view: View, { nudge }: Words, names: string[]): string {
  const first = reasons.find(({ why }) => why in NUDGES);
  return fill(nudge[first ? NUDGES[first.why]! : "any"], { of: names[first?.of] });
}

export const detail = ({ plot }: Told): string => (plot ? plotName(plot as Place) : "");

export const place = ({ e, plot, figures }: Told): string | null => {
  const cells = plot ? [cellOf(plot as Place)] : e === "move" ? (figures as number[]).filter((square) => square !== OFF).map(cellOfSquare) : [];
  return cells.map((cell) => `[role="gridcell"][data-cell="${keyOf(cell)}"]`).join() || null;
};

export const rounds = (log: Told[], view: View): number[] => laps(log, view.players.length, ["bankrupt"]);

export function summary(view: View, seat: number, { fact, about }: Words): Summary {
  const { height, storeys, spires, roofs, figures, bankrupt, left } = view.players[seat]!;
  const off = figures.filter((square) => square === OFF).length;
  const always = { score: height, about: about.score, tie: standing(view, seat).slice(1), colours: [PALETTE[seat]!] };
  if (left) return { ...always, facts: [{ label: fact.left, value: "" }] };
  return {
    ...always,
    facts: [
      { label: fact.storeys, value: storeys, about: about.storeys },
      { label: fact.spires, value: spires, about: about.spires },
      { label: fact.roofs, value: roofs, about: about.roofs },
      ...(off ? [{ label: fact.off, value: off, about: about.off }] : []),
      ...(bankrupt && !view.end ? [{ label: fact.bankrupt, value: "", about: about.bankrupt }] : []),
    ],
  };
}

export const task = ({ phase }: View, legal: Legal[], { task }: Words): string =>
  legal.length && (phase === "demand" || phase === "move" || phase === "cross" || phase === "dice") ? task[phase] : task.other;

export const options = ({ players, bankruptcy }: Record<string, string | number>, { options }: Words): string[] => [
  ...(players === undefined ? [] : [options.players(Number(players))]),
  ...(bankruptcy === "automatic" ? [options.automatic] : bankruptcy === "demand" ? [options.demand] : []),
];
