/** Where everything is drawn, and what skyline and plan both show of a site. */

import { at, path, RISE, type Point } from "../../draw/iso";
import type { Layer } from "./view";

export interface Look {
  city: number;
  site: number; // 1 to 9, for everybody
  layers: Layer[]; // from the ground up
  height: number;
  ghost: Layer | null; // the block that would be built
  lit: boolean; // one may build here
  refused: boolean; // the chosen card marks it, but one may not
  marked: boolean; // the chosen card marks it
  chosen: boolean;
  glow: boolean; // its top block is news
  drop: boolean; // its top block comes just now
  hinted: boolean;
  flash: boolean; // it is being scored
  star: boolean; // the single tallest tower
  label: string; // all of it, spoken
}

/** What a picture of a city tells the board. */
export interface Touch {
  choose: (city: number, site: number, element?: Element, byKeys?: boolean) => void; // by keys: this site and no other
  ground: (city: number) => void; // the city was touched, but no site
  look: (city: number, site: number, element: Element) => void;
  away: () => void;
}

/** The nine sites before a seat, from the back to the front: column x and row y. */
export const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((place) => ({ x: place % 3, y: Math.floor(place / 3) }));

export const WIDE = 176; // of an island's picture, in units of its own
export const FOOT = 110; // how far it reaches below the far corner, its name included
const PIN = 27; // room for a marker above everything
const USUAL = 5; // storeys for which there is always room

/** How high a storey is drawn so that every tower of the board has room, the same everywhere; and where the picture begins. */
export function measure(heights: number[][], wide: number, high: number): { storey: number; top: number } {
  const room = Math.max(0, (WIDE * high) / Math.max(wide, 1) - FOOT - PIN);
  let storey = 15;
  for (const city of heights) city.forEach((height, place) => (storey = Math.min(storey, (room + back(place)) / Math.max(height, USUAL))));
  storey = Math.max(storey, 5);
  const peak = Math.max(...heights.flatMap((city) => city.map((height, place) => height * storey - back(place))));
  return { storey, top: Math.min(-PIN - Math.max(peak, USUAL * storey - RISE), -room - PIN) };
}

const back = (place: number): number => (PLACES[place]!.x + PLACES[place]!.y) * RISE;

/** The outline of a tower's part from storey `from` to storey `to`. */
export function outline(x: number, y: number, from: number, to: number, storey: number, size = 0.9): string {
  const [a, b] = [(1 - size) / 2, (1 + size) / 2];
  const corner = (dx: number, dy: number, z: number): Point => at(x + dx, y + dy, z, storey);
  return path(corner(a, b, from), corner(b, b, from), corner(b, a, from), corner(b, a, to), corner(a, a, to), corner(a, b, to));
}

/** Whether a tower at place `front` can hide the site at place `behind`. */
export function hides(front: number, behind: number): boolean {
  const [f, b] = [PLACES[front]!, PLACES[behind]!];
  return f.x + f.y > b.x + b.y && Math.abs(f.x - f.y - (b.x - b.y)) <= 1;
}
