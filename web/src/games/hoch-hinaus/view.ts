/** Reading a view. */

import type { Legal } from "../../lib/protocol";
import type { Move, Outcome, Plot, Tower, View } from "./sheet";

export type { Building, Deed, Empty, Move, Outcome, Player, Plot, Tower, View, Way } from "./sheet";
export type Place = [row: number, column: number]; // of a plot, from 1

export const OFF = -1;

export const isTower = (plot: Plot): plot is Tower => plot.storeys > 0;

export const plotName = ([row, column]: Place): string => `${"ABCDEFG"[column - 1]}${row}`;

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

export const outcomeOf = (view: View, deed: Legal): Outcome | undefined =>
  view.outcomes.find((o) => o.e === deed.e && same(o.plot, deed.plot) && same(o.of, deed.of));

export const moveOf = (view: View, legal: Legal): Move | undefined =>
  legal.e === "move" ? view.moves.find((move) => same(move.figures, legal.figures)) : undefined;

/** The plots as they would be after something is done. */
export function plotsAfter(view: View, outcome: Outcome | undefined): Plot[][] {
  if (!outcome) return view.plots;
  const plots = view.plots.map((row) => [...row]);
  for (const { plot, ...tower } of outcome.plots) plots[plot[0] - 1]![plot[1] - 1] = tower;
  if (outcome.e === "road" && outcome.plot) plots[outcome.plot[0] - 1]![outcome.plot[1] - 1] = { storeys: 0, road: true, sites: [] };
  return plots;
}

/** What orders the players at the end, the most important first; more is better. A player who leaves later stands better. */
export function standing(view: View, seat: number): number[] {
  const { height, storeys, left } = view.players[seat]!;
  return [height, storeys, left ?? view.players.length + 1];
}

/** Numbers of the page's palette, by seat: the nearest to the colours of the game. */
export const PALETTE = [0, 1, 2, 4, 5, 3];
