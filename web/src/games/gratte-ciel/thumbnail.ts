import type { Picture } from "../contract";
import { CATEGORIES, named, type View } from "./view";

const STOREY = 10; // metres
const OTHER = 3; // the colour of floors that have no category, and of roofs
const COLOURS = [0, 1, 2, 4, 5]; // by category

/** The sites that somebody has built on, side by side, floor upon floor; all of them while nobody has. */
export function thumbnail(view: View): Picture {
  const built = view.sites.filter(({ cards }) => cards.length);
  return (built.length ? built : view.sites).map((site, number) => ({
    at: [number * 66, 0],
    size: 1,
    towers: [
      {
        ...{ x: 0, y: 0 },
        blocks: site.cards.map((card): [number, number] => [COLOURS[CATEGORIES.indexOf(named(card))] ?? OTHER, (view.cards[card]?.[0] ?? STOREY) / STOREY]),
      },
    ],
  }));
}
