/** Where everything is drawn, and what skyline and plan both show of a site. */

import { at, HALF, path, RISE, type Point } from "../../draw/iso";
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
const TALL = 9; // storeys for which an island gives way, if they are there
const STOREY = { least: 5, enough: 7, most: 15 }; // in units; enough for every screen
const READABLE = 9; // px of a storey
const SHRINK = 0.8; // an island gives up no more of its width than this for its towers
const GAP = 1; // of a broken tower, in storeys

/** How a board is drawn: the same in every city, so that towers can be compared. */
export interface Shape {
  storey: number; // how high one is
  top: number; // where the picture begins
  most: number; // storeys of the highest tower; those that have more are broken
}

const back = (place: number): number => (PLACES[place]!.x + PLACES[place]!.y) * RISE;

/** A storey keeps a height that can be read and an island its width, however high the towers are. */
export function measure(heights: number[][], wide: number, high: number): Shape {
  const towers = heights.flatMap((city) => city.map((height, place) => ({ height, back: back(place) })));
  const ratio = (WIDE * high) / Math.max(wide, 1);
  const free = ratio - FOOT - PIN, // above islands as wide as they can be
    least = Math.min(STOREY.enough, Math.max(STOREY.least, (READABLE * WIDE) / (SHRINK * Math.max(wide, 1))));
  const wanted = Math.max(...towers.map(({ height, back }) => height * least - back));
  const room = Math.max(free, USUAL * least, Math.min(wanted, Math.max(TALL * least, ratio / SHRINK - FOOT - PIN)));
  const fitting = Math.min(...towers.map(({ height, back }) => (room + back) / Math.max(height, USUAL)));
  const storey = Math.min(STOREY.most, Math.max(least, fitting));
  const most = Math.min(...towers.map(({ height, back }) => (height * storey > room + back + 0.01 ? Math.floor((room + back) / storey) : Infinity)));
  return { storey, top: -room - PIN, most };
}

/** How wide an island is drawn, in pixels, where its cell is so large. */
export const breadth = ({ top }: Shape, wide: number, high: number): number => Math.min(wide, (WIDE * high) / (FOOT - top));

/** A layer as it is drawn, from storey z on. */
export interface Piece extends Layer {
  z: number;
  layer: number; // which one of the tower
}

/** A tower as it is drawn, from the ground up. One that is too high is broken: its foot, a gap, and as much of its top as there is room for. */
export function stack(layers: Layer[], most: number): { pieces: Piece[]; high: number; gap: number | null } {
  const height = layers.reduce((sum, { tall }) => sum + tall, 0);
  const foot = height > most ? 1 : height,
    left = height > most ? height - (most - foot - GAP) : height; // from here on it is drawn again
  const pieces: Piece[] = [];
  let z = 0;
  layers.forEach(({ colour, tall }, layer) => {
    const below = Math.min(z + tall, foot) - z,
      above = z + tall - Math.max(z, left);
    if (below > 0) pieces.push({ colour, tall: below, z, layer });
    if (above > 0) pieces.push({ colour, tall: above, z: Math.max(z, left) - height + most, layer });
    z += tall;
  });
  return height > most ? { pieces, high: most, gap: foot } : { pieces, high: height, gap: null };
}

/** The edges of the gap in a broken tower: torn, around its two walls. */
export function torn(x: number, y: number, from: number, storey: number): string {
  const edge = (z: number): Point[] =>
    Array.from({ length: 9 }, (_, i) => {
      const along = i / 4 - 1; // -1 at the left, 0 in front, 1 at the right
      return at(x + 0.05 + 0.9 * Math.min(1, 1 + along), y + 0.05 + 0.9 * Math.min(1, 1 - along), z + (i % 2 ? 0.22 : -0.22), storey);
    });
  return path(...edge(from), ...edge(from + GAP).reverse());
}

export interface Standing {
  high: number; // storeys as drawn
  glass: boolean; // one looks through it
  star?: boolean; // above its number
}
interface Box {
  x: number;
  y: number;
}
const NUMBER = { x: 9, y: 6 }; // half of what a number takes up
export const STAR = 15; // how far above its number a star is

/** Whether a tower at a place covers a point of the picture. */
function covers(place: number, { high }: Standing, [px, py]: Point, storey: number): boolean {
  const { x, y } = PLACES[place]!,
    [mx, my] = at(x + 0.5, y + 0.5);
  const out = Math.abs(px - mx) / (0.9 * HALF);
  return out < 1 && py > my - high * storey - 0.9 * RISE * (1 - out) && py < my + 0.9 * RISE * (1 - out);
}

/** Where the number of each tower is seen: on its roof, moved aside where a tower in front hides it, or else on a sign above that tower. */
export function numbers(towers: Standing[], storey: number): { x: number; y: number; sign: boolean }[] {
  const placed: Box[] = [];
  const clear = (x: number, y: number) => placed.every((other) => Math.abs(other.x - x) > 2 * NUMBER.x - 3 || Math.abs(other.y - y) > 2 * NUMBER.y - 1);
  const seen = (place: number, x: number, y: number) =>
    [-1, 0, 1].every((i) =>
      [-0.8, 0, 0.8].every((j) =>
        towers.every((tower, other) => other <= place || !tower.high || tower.glass || !covers(other, tower, [x + i * NUMBER.x, y + j * NUMBER.y], storey)),
      ),
    );
  const found: { x: number; y: number; sign: boolean }[] = [];
  // from the front to the back: what stands in front stays where it is
  for (let place = towers.length - 1; place >= 0; place--) {
    const [x, y] = at(PLACES[place]!.x + 0.5, PLACES[place]!.y + 0.5, towers[place]!.high, storey);
    const aside = [0, -8, 8, -13, 13].map((dx) => ({ x: x + dx, y: y - Math.abs(dx) * 0.12, sign: false }));
    let spot = towers[place]!.high ? aside.find((spot) => clear(spot.x, spot.y) && seen(place, spot.x, spot.y)) : aside[0];
    for (let up = 1; !spot; up++) if (clear(x, y - up * 4) && seen(place, x, y - up * 4)) spot = { x, y: y - up * 4, sign: true };
    if (towers[place]!.high) placed.push(spot);
    if (towers[place]!.star) placed.push({ x: spot.x, y: spot.y - STAR });
    found[place] = spot;
  }
  return found;
}

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
