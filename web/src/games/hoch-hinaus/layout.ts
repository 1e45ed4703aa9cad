/** Where everything is drawn, on the skyline and on the plan: nine by nine cells, of which the outer ones are the track. */

import { at as atSkyline, HALF, RISE, type Point } from "../../draw/iso";
import type { Place, Plot } from "./view";

export const SIDE = 9;
const LAST = SIDE - 1;
const FLAT = 48; // a plot of the plan

/** A cell by column and row, from 0; plots have the same numbers as in a Place. */
export interface Cell {
  x: number;
  y: number;
}

export const cellOf = ([row, column]: Place): Cell => ({ x: column, y: row });
export const keyOf = ({ x, y }: Cell): number => y * SIDE + x;
export const cellAt = (key: number): Cell => ({ x: key % SIDE, y: Math.floor(key / SIDE) });
export const isPlot = ({ x, y }: Cell): boolean => x > 0 && x < LAST && y > 0 && y < LAST;
export const isCorner = ({ x, y }: Cell): boolean => x % LAST === 0 && y % LAST === 0;
export const plotAt = <T>(plots: T[][], { x, y }: Cell): T => plots[y - 1]![x - 1]!;

/** The cell of a square of the track, clockwise from the top left corner. */
export function cellOfSquare(square: number): Cell {
  const side = Math.floor(square / LAST),
    step = square % LAST;
  return [
    { x: step, y: 0 },
    { x: LAST, y: step },
    { x: LAST - step, y: LAST },
    { x: 0, y: LAST - step },
  ][side]!;
}

export function squareOf({ x, y }: Cell): number {
  if (y === 0) return x;
  if (x === LAST) return LAST + y;
  return y === LAST ? 3 * LAST - x : 4 * LAST - y;
}

/** Where the board is put on the screen. A plot is 1 × 1. */
export interface Projection {
  plan: boolean;
  at: (x: number, y: number, z?: number) => Point;
  track: number; // how deep a square of the track is
  kerb: number; // between the track and the plots
}

export const SKYLINE: Projection = { plan: false, at: atSkyline, track: 1, kerb: 0.22 };
const flat: Projection["at"] = (x, y, z = 0) => [x * FLAT, y * FLAT - z];
export const PLAN: Projection = { plan: true, at: flat, track: 1, kerb: 0.22 };

export const FINGER = 44; // px
const LETTERS = 0.67; // room for them beside the plan, in plots
const SLIM = { least: 0.5, kerb: 0.05 }; // a track for small screens

/** A plan for so many pixels: where its plots would be too small for a finger, it gives up letters at its side and some of the track's depth. */
export function planFor(pixels: number): Projection {
  if (pixels >= FINGER * (sizeOf(PLAN) + LETTERS)) return PLAN;
  const depth = (pixels / FINGER - (SIDE - 2) - 2 * SLIM.kerb) / 2;
  return { ...PLAN, kerb: SLIM.kerb, track: Math.min(0.96, Math.max(SLIM.least, depth)) };
}

/** Whether its plots are named one by one, because no letters stand beside it. */
export const isSlim = ({ track }: Projection): boolean => track < 1;

/** How many plots the whole board is wide. */
export const sizeOf = ({ track, kerb }: Projection): number => 2 * (track + kerb) + SIDE - 2;

/** Where a column or a row begins, and how wide it is. */
const spanOf = ({ track, kerb }: Projection, c: number): [number, number] => {
  if (c < 1) return [c * track, track];
  return c < LAST ? [track + kerb + c - 1, 1] : [track + 2 * kerb + LAST - 1 + (c - LAST) * track, track];
};

/** The corner of a cell on the ground, where x and y are smallest. */
export const cornerOf = (projection: Projection, { x, y }: Cell): Point => [spanOf(projection, x)[0], spanOf(projection, y)[0]];

export function middleOf(projection: Projection, { x, y }: Cell, z = 0): Point {
  const [[left, wide], [top, deep]] = [spanOf(projection, x), spanOf(projection, y)];
  return projection.at(left + wide / 2, top + deep / 2, z);
}

/** How far a point is from the middle of a cell's tile, which may be some storeys up: 1 at its edges. */
export function awayFrom(projection: Projection, cell: Cell, storeys: number, [x, y]: Point): number {
  const [mx, my] = middleOf(projection, cell, projection.plan ? 0 : storeys),
    [dx, dy] = [Math.abs(x - mx), Math.abs(y - my)];
  if (!projection.plan) return dx / HALF + dy / RISE;
  return Math.max((2 * dx) / spanOf(projection, cell.x)[1], (2 * dy) / spanOf(projection, cell.y)[1]) / FLAT;
}

/** How far a point is from a cell's tile on the ground, in units of the picture: nothing within it. */
function beyond(projection: Projection, cell: Cell, [x, y]: Point): number {
  const [mx, my] = middleOf(projection, cell);
  if (!projection.plan) return Math.hypot(x - mx, y - my) - RISE;
  const out = (d: number, c: number) => Math.max(0, Math.abs(d) - (spanOf(projection, c)[1] * FLAT) / 2);
  return Math.hypot(out(x - mx, cell.x), out(y - my, cell.y));
}

/** Of some cells, the one that a finger means: the nearest within reach, where each is at least as wide as a finger if its neighbours are not among them. */
export function nearest(projection: Projection, cells: Iterable<Cell>, point: Point, pixel: number): Cell | null {
  let best: Cell | null = null,
    least = (FINGER / 2 + 2) * pixel;
  for (const cell of cells) {
    const far = beyond(projection, cell, point);
    if (far < least) [best, least] = [cell, far];
  }
  return best;
}

export const outline = (points: Point[]): string => points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");

/** A cell's tile, a little smaller than the cell. */
export function tileOf(projection: Projection, cell: Cell, inset = 0.04, storeys = 0): string {
  const [[x, wide], [y, deep]] = [spanOf(projection, cell.x), spanOf(projection, cell.y)],
    { at, plan } = projection,
    a = inset,
    z = plan ? 0 : storeys;
  return outline([at(x + a, y + a, z), at(x + wide - a, y + a, z), at(x + wide - a, y + deep - a, z), at(x + a, y + deep - a, z)]);
}

export const rectangle = ({ at }: Projection, from: number, to: number): string => outline([at(from, from), at(to, from), at(to, to), at(from, to)]);

/** From a square of the track across the plots; nothing from a corner. */
export function sightOf(projection: Projection, square: number): [Point, Point] | null {
  const cell = cellOfSquare(square),
    { at, track, kerb } = projection;
  if (isCorner(cell)) return null;
  const size = sizeOf(projection),
    along = (c: number) => spanOf(projection, c)[0] + 0.5;
  const across = (from: number): [number, number] => (from === 0 ? [track / 2, size - track - kerb / 2] : [size - track / 2, track + kerb / 2]);
  if (cell.y % LAST === 0) return across(cell.y).map((end) => at(along(cell.x), end)) as [Point, Point];
  return across(cell.x).map((end) => at(end, along(cell.y))) as [Point, Point];
}

/** The squares from one to another, the shorter way round. */
export function walk(from: number, to: number): number[] {
  const round = 4 * LAST,
    ahead = (to - from + round) % round;
  const [steps, way] = ahead <= round / 2 ? [ahead, 1] : [round - ahead, -1];
  return Array.from({ length: steps + 1 }, (_, i) => (from + way * i + round) % round);
}

/** The towers that stand on the skyline between us and some cells. */
export function inFront(plots: Plot[][], cells: Cell[]): Set<number> {
  const found = new Set<number>();
  plots.forEach((row, r) =>
    row.forEach(({ storeys }, c) => {
      const tower = { x: c + 1, y: r + 1 };
      const hides = ({ x, y }: Cell) => {
        const nearer = tower.x + tower.y - x - y,
          aside = Math.abs(tower.x - tower.y - x + y);
        return nearer > 0 && aside <= 1 && nearer < storeys * 1.15 + 0.6;
      };
      if (storeys && cells.some(hides)) found.add(keyOf(tower));
    }),
  );
  return found;
}
