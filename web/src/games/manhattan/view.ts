/** The table as the server shows it (view.py), and how one looks at it. */

import type { Told } from "../../lib/protocol";

export type ColourName = "red" | "blue" | "green" | "black" | "orange" | "yellow" | "purple";
export type CityName = "Sydney" | "Manhattan" | "Frankfurt" | "Hong Kong" | "São Paulo" | "Cairo";

export interface Site {
  owner: number | null; // colours are numbers
  height: number;
  storeys: number[]; // by colour
  to_take: (number | null)[]; // by colour, the smallest block that takes the tower
}

export interface City {
  name: CityName;
  majority: number | null;
  towers: number[]; // by colour
  sites: Site[];
}

export interface Player {
  side: "south" | "west" | "north" | "east";
  colours: number[];
  cards: number;
  hand: number[] | null;
  marks: number[]; // by card, the site it marks for this player
}

export interface Colour {
  name: ColourName;
  score: number;
  supply: number[]; // by size − 1
  picked: number[];
  removed: number[];
  last_points: Points;
  points_now: Points;
}

export type Points = [tallest: number, cities: number, towers: number];

export interface ManhattanView {
  options: { edition: string; players: number; blocks_per_round: number; colours: number };
  seat: number | null;
  phase: "start" | "deal" | "pick" | "build" | "draw" | "over";
  turn: number | null;
  picking: number | null;
  round: number;
  rounds: number;
  starter: number;
  cities: City[];
  tallest: [number, number] | null;
  highest: [number, number][];
  players: Player[];
  colours: Colour[];
  played: number[];
  pile: number;
}

export const SIZES = [1, 2, 3, 4] as const;

export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const PALETTE: Record<ColourName, number> = { red: 0, blue: 1, green: 2, black: 3, yellow: 4, purple: 5, orange: 6 };

/** The number of a colour in the page's palette. */
export const dye = (view: ManhattanView, colour: number): number => PALETTE[view.colours[colour]!.name];

export const ownerOf = (view: ManhattanView, colour: number): number => view.players.findIndex((player) => player.colours.includes(colour));

/** The nine sites as they lie before a seat, row by row from the far left: card 7 marks the seventh. */
export const places = (view: ManhattanView, seat: number | null): number[] => view.players[seat ?? 0]!.marks;

/** A site's number as a seat reads the board. */
export const placeOf = (view: ManhattanView, seat: number | null, site: number): number => places(view, seat).indexOf(site) + 1;

export interface Layer {
  colour: number;
  tall: number;
}

/** The blocks of every tower from the ground up, by city × 9 + site − 1.
 *  The view knows how many storeys each colour has; where the story tells of the same ones, their order comes from it. */
export function towers(view: ManhattanView, log: readonly Told[]): Layer[][] {
  const told: Layer[][] = Array.from({ length: 54 }, () => []);
  for (const { e, city, site, colour, block } of log as Built[])
    if (e === "build") told[city * 9 + site - 1]!.push({ colour, tall: block });
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

/** What the story tells of, typed. */
export interface Built extends Told {
  e: "build";
  seat: number;
  card: number;
  city: number;
  site: number;
  colour: number;
  block: number;
}

export interface Scored extends Told {
  e: "score";
  round: number;
  points: { tallest: number[]; cities: number[]; towers: number[] };
  total: number[];
}
