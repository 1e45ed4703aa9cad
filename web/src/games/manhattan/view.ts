/** Reading a view. */

import type { Told } from "../../lib/protocol";
import type * as sheet from "./sheet";
import type { ColourName, Site, View } from "./sheet";

export type { City, CityName, Colour, ColourName, Player, Site, View } from "./sheet";
export type Built = Told & sheet.Built;
export type Scored = Told & sheet.Scored;
export type Points = View["colours"][number]["last_points"]; // for the tallest tower, cities and towers

export const SIZES = [1, 2, 3, 4] as const;

export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const PALETTE: Record<ColourName, number> = { red: 0, blue: 1, green: 2, black: 3, yellow: 4, purple: 5, orange: 6 };

/** The number of a colour in the page's palette. */
export const dye = (view: View, colour: number): number => PALETTE[view.colours[colour]!.name];

export const ownerOf = (view: View, colour: number): number => view.players.findIndex((player) => player.colours.includes(colour));

/** The nine sites as they lie before a seat, row by row from the far left: card 7 marks the seventh. */
export const places = (view: View, seat: number | null): number[] => view.players[seat ?? 0]!.marks;

export interface Layer {
  colour: number;
  tall: number;
}

/** The blocks of every tower from the ground up, by city × 9 + site − 1.
 *  The view knows how many storeys each colour has; where the story tells of the same ones, their order comes from it. */
export function towers(view: View, log: readonly Told[]): Layer[][] {
  const told: Layer[][] = Array.from({ length: 54 }, () => []);
  for (const { e, city, site, colour, block } of log as Built[]) if (e === "build") told[city * 9 + site - 1]!.push({ colour, tall: block });
  return view.cities.flatMap((city, c) =>
    city.sites.map((lot, s) => {
      const layers = told[c * 9 + s]!;
      const same = lot.storeys.every((n, colour) => n === sum(layers.filter((layer) => layer.colour === colour).map((layer) => layer.tall)));
      return same && (layers.at(-1)?.colour ?? null) === lot.owner ? layers : merged(lot);
    }),
  );
}

const merged = ({ storeys, owner }: Site): Layer[] =>
  storeys
    .map((tall, colour) => ({ colour, tall }))
    .filter(({ tall }) => tall > 0)
    .sort((a, b) => +(a.colour === owner) - +(b.colour === owner));
