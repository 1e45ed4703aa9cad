/** What one can earn in a game, from what happened in it. */

import type { Badge } from "../endings";
import type { Built, Scored, View } from "./view";

const CITIES = 4; // for the mayor
const STOREYS = 20; // for the skyscraper

const scorings = (moments: { told: { e: string }[] }[]) => moments.flatMap(({ told }) => told.filter(({ e }) => e === "score") as Scored[]);
const end = (moments: { view: View }[]): View => moments.at(-1)!.view;

export const badges: Badge<View>[] = [
  {
    id: "takeover",
    art: "M5 20V12h6v8M13 20V8h6v12M9 8h6M12 3l3 5H9Z",
    isEarned: ({ seat, moments }) =>
      moments.some(({ told, view }, at) =>
        (told as Built[]).some(({ e, seat: by, city, site }) => {
          if (e !== "build" || by !== seat || !at) return false;
          const { colours } = view.players[seat]!;
          const [before, after] = [moments[at - 1]!.view, view].map(({ cities }) => cities[city]!.sites[site - 1]!.owner);
          return before != null && !colours.includes(before) && after != null && colours.includes(after);
        }),
      ),
  },
  {
    id: "tallest",
    art: "M8 21V9l4-6 4 6v12M4 21h16M11 12h2M11 16h2",
    isEarned: ({ seat, moments }) => {
      const scored = scorings(moments),
        { players, rounds } = end(moments);
      return scored.length === rounds && scored.every(({ points }) => players[seat]!.colours.some((colour) => points.tallest[colour]! > 0));
    },
  },
  {
    id: "mayor",
    art: "M3 20h18M5 20v-8h4v8M10 20V7h4v13M15 20v-6h4v6M12 7V3l3 1-3 1",
    isEarned: ({ seat, moments }) => {
      const { players, cities } = end(moments);
      return cities.filter(({ majority }) => majority !== null && players[seat]!.colours.includes(majority)).length >= CITIES;
    },
  },
  {
    id: "skyscraper",
    art: "M9 21V5h6v16M12 5V2M6 21v-5h3M18 21v-8h-3",
    isEarned: ({ seat, moments }) => {
      const { players, cities } = end(moments);
      return cities.some(({ sites }) => sites.some(({ owner, height }) => owner !== null && players[seat]!.colours.includes(owner) && height >= STOREYS));
    },
  },
  {
    id: "comeback",
    art: "M4 6v5h5M4.5 11A8 8 0 1 1 6 18M12 8v5l3 2",
    isEarned: ({ seat, hasWon, moments }) => {
      const { players } = end(moments);
      const isLast = ({ total }: Scored) => {
        const points = players.map(({ colours }) => colours.reduce((sum, colour) => sum + total[colour]!, 0));
        return points.every((other, one) => one === seat || other > points[seat]!);
      };
      return hasWon && scorings(moments).slice(0, -1).some(isLast);
    },
  },
];
