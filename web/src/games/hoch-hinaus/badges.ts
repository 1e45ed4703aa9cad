/** What one can earn in a game, from what happened in it. */

import type { Badge } from "../endings";
import type { Plot, View } from "./view";

const TALL = 5; // storeys

const towers = (plots: Plot[][]) => plots.flat().map((plot) => ("owner" in plot ? plot : null));

export const badges: Badge<View>[] = [
  {
    id: "takeover",
    art: "M3 20h18M5 20v-7h5v7M14 20V6h5v14M10 16h4M12 14l2 2-2 2",
    isEarned: ({ seat, moments }) =>
      moments.some(({ told, view }, at) => {
        if (!at || !told.some(({ e, seat: by }) => e === "storey" && by === seat)) return false;
        const before = towers(moments[at - 1]!.view.plots);
        return towers(view.plots).some((tower, plot) => tower?.owner === seat && before[plot] && before[plot].owner !== seat);
      }),
  },
  {
    id: "demand",
    art: "M7 4h10v16l-2.5-2-2.5 2-2.5-2L7 20ZM10 9h4M10 13h4",
    isEarned: ({ seat, moments }) => moments.some(({ told }) => told.some(({ e, seat: by }) => e === "demand" && by === seat)),
  },
  {
    id: "brink",
    art: "M3 20h9V9H3M12 20l3-3 3 3 3-3M16 5v6M13.500 8.500 16 11l2.500-2.500",
    isEarned: ({ seat, moments }) => moments.at(-1)!.view.players[seat]!.left === null && moments.some(({ view }) => !view.end && view.players[seat]!.bankrupt),
  },
  {
    id: "last",
    art: "M12 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM8 20v-5a4 4 0 0 1 8 0v5ZM4 20h16",
    isEarned: ({ hasWon, moments }) => hasWon && moments.at(-1)!.view.end?.how === "last",
  },
  {
    id: "tall",
    art: "M8 21V8l4-5 4 5v13M5 21h14M8 12h8M8 16h8",
    isEarned: ({ seat, moments }) => moments.at(-1)!.view.players[seat]!.height >= TALL,
  },
];
