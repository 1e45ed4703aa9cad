/** What one can earn in a game, from what happened in it. */

import type { Badge, Finished } from "../endings";
import type { Site, View } from "./view";

const TALL = 180; // metres

/** One's own towers at the end. */
const mine = ({ seat, moments }: Finished<View>): Site[] => moments.at(-1)!.view.sites.filter(({ owner }) => owner === seat);

export const badges: Badge<View>[] = [
  {
    id: "record",
    art: "M12 2v19M8 21V9h8v12M5 21h14M12 2l4 1.500-4 1.500",
    isEarned: (game) => mine(game).some(({ prizes }) => prizes.includes("record")),
  },
  {
    id: "mini",
    art: "M8 20v-8h8v8M5 20h14M8 12l4-4 4 4M11 16h2",
    isEarned: (game) => mine(game).some(({ prizes }) => prizes.includes("mini")),
  },
  {
    id: "unity",
    art: "M7 20V6h10v14M4 20h16M7 10h10M7 15h10",
    isEarned: (game) => mine(game).some(({ prizes }) => prizes.some((prize) => prize.startsWith("unity-"))),
  },
  {
    id: "tall",
    art: "M9 21V6l3-4 3 4v15M6 21h12M9 10h6M9 14h6M9 18h6",
    isEarned: (game) => mine(game).some(({ height }) => height >= TALL),
  },
  {
    id: "quake",
    art: "M3 20h18M13 4l-4 7h5l-4 7M5 20v-8M19 20v-8",
    isEarned: ({ seat, moments }) =>
      moments.some(({ told }, at) => {
        if (!at || !told.some(({ e, seat: by }) => (e === "quake" || e === "century") && by === seat)) return false;
        const { sites } = moments[at - 1]!.view;
        return told.some(({ e, site }) => e === "collapse" && ![null, seat].includes(sites[site as number]!.owner));
      }),
  },
  {
    id: "thief",
    art: "M4 9h16v5H4ZM7 11.500h3M14 11.500h3M4 9c3-4 13-4 16 0",
    isEarned: ({ seat, moments }) => moments.some(({ told }) => told.some(({ e, seat: by }) => e === "steal" && by === seat)),
  },
  {
    id: "flawless",
    art: "M4 13l5 5L20 6",
    isEarned: (game) => game.hasWon && mine(game).length > 0 && mine(game).every(({ flawed }) => !flawed),
  },
];
