/** The view as the game's data.py tells it. */

import type { Legal } from "../../lib/protocol";

export type Place = [row: number, column: number]; // of a plot, from 1
export type Deed = "storey" | "road" | "demolish" | "raise" | "roof" | "demand";

export interface Tower {
  storeys: number;
  owner: number | null;
  spire: boolean;
  roof: boolean;
  closed: boolean;
}

export interface Empty {
  storeys: 0;
  road: boolean;
  sites: number[]; // who could put a storey there
  bar?: string; // the rule that keeps this seat from it
}

export type Plot = Tower | Empty;

export interface Building {
  plots: Place[];
  owner: number | null;
  height: number;
  storeys: number;
  closed: boolean;
  empty: number; // empty plots along its edges
  sites: Place[]; // those on which somebody could put a storey
}

export interface Player {
  colour: string;
  figures: [number, number]; // squares of the track; −1: off the board
  roofs: number;
  spires: number;
  height: number;
  storeys: number;
  has_built: boolean;
  bankrupt: boolean; // bankruptcy applies to him
  left: number | null; // has left as the first, second …
}

export interface Way {
  to: [number, number]; // where the first and the second figure go
  steps: [number, number];
}

export interface Move {
  figures: [number, number];
  ways: Way[];
  plot: Place | null; // that is crossed then
  choices: Deed[]; // what may be done there
}

/** What something that is done would bring. */
export interface Outcome {
  e: Deed;
  plot: Place | null;
  of: number | null;
  plots: (Tower & { plot: Place })[]; // as they are then, if anything about them changes
  height: number;
  joined: number;
  ruined: { owner: number | null; height: number }[];
  closed: (number | null)[];
  opened: (number | null)[];
  spires: number;
  bankrupt: number[];
  ends: boolean;
}

export interface HochHinaus {
  options: { players: number; bankruptcy: "demand" | "automatic" };
  phase: "start" | "demand" | "roll" | "move" | "cross" | "dice" | "over";
  on_turn: number | null;
  dice: [number, number] | null;
  ones: number;
  sixes: number;
  crossing: { plot: Place; choices: Deed[] } | null;
  plots: Plot[][];
  buildings: Building[];
  supply: { storey: number; roof: number; road: number };
  players: Player[];
  quiet_turns: number;
  standstill: number;
  moves: Move[];
  outcomes: Outcome[];
  end: { how: "storeys" | "last" | "standstill" | "dead"; winners: number[] } | null;
}

export const OFF = -1;

export const isTower = (plot: Plot): plot is Tower => plot.storeys > 0;

export const plotName = ([row, column]: Place): string => `${"ABCDEFG"[column - 1]}${row}`;

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

export const outcomeOf = (view: HochHinaus, deed: Legal): Outcome | undefined =>
  view.outcomes.find((o) => o.e === deed.e && same(o.plot, deed.plot) && same(o.of, deed.of));

export const moveOf = (view: HochHinaus, legal: Legal): Move | undefined =>
  legal.e === "move" ? view.moves.find((move) => same(move.figures, legal.figures)) : undefined;

/** The plots as they would be after something is done. */
export function plotsAfter(view: HochHinaus, outcome: Outcome | undefined): Plot[][] {
  if (!outcome) return view.plots;
  const plots = view.plots.map((row) => [...row]);
  for (const { plot, ...tower } of outcome.plots) plots[plot[0] - 1]![plot[1] - 1] = tower;
  if (outcome.e === "road" && outcome.plot) plots[outcome.plot[0] - 1]![outcome.plot[1] - 1] = { storeys: 0, road: true, sites: [] };
  return plots;
}

/** Numbers of the page's palette, by seat: the nearest to the colours of the game. */
export const PALETTE = [0, 1, 2, 4, 5, 3];
