/** Where everything is drawn, on the skyline and on the plan: nine by nine cells, of which the outer ones are the track. */

import { at as atSkyline, HALF, RISE, type Point } from "../../draw/iso";
import type { Place, Plot } from "./view";

export const SIDE = 9;
const LAST = SIDE - 1;
const KERB = 0.22; // between the track and the plots
export const SIZE = SIDE + 2 * KERB;
const FLAT = 48; // a cell of the plan

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

const ground = (c: number) => c + KERB * (Number(c >= 1) + Number(c >= LAST));

export interface Projection {
  plan: boolean;
  at: (x: number, y: number, z?: number) => Point;
}

export const SKYLINE: Projection = { plan: false, at: atSkyline };
export const PLAN: Projection = { plan: true, at: (x, y, z = 0) => [x * FLAT, y * FLAT - z] };

/** The corner of a cell on the ground, where x and y are smallest. */
export const cornerOf = ({ x, y }: Cell): Point => [ground(x), ground(y)];

export function middleOf({ at }: Projection, cell: Cell, z = 0): Point {
  const [x, y] = cornerOf(cell);
  return at(x + 0.5, y + 0.5, z);
}

/** How far a point is from the middle of a cell's tile, which may be some storeys up: 1 at its edges. */
export function awayFrom(projection: Projection, cell: Cell, storeys: number, [x, y]: Point): number {
  const [mx, my] = middleOf(projection, cell, projection.plan ? 0 : storeys),
    [dx, dy] = [Math.abs(x - mx), Math.abs(y - my)];
  return projection.plan ? Math.max(dx, dy) / (FLAT / 2) : dx / HALF + dy / RISE;
}

export const outline = (points: Point[]): string => points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");

/** A cell's tile, a little smaller than the cell. */
export function tileOf({ at, plan }: Projection, cell: Cell, inset = 0.04, storeys = 0): string {
  const [x, y] = cornerOf(cell),
    a = inset,
    b = 1 - inset,
    z = plan ? 0 : storeys;
  return outline([at(x + a, y + a, z), at(x + b, y + a, z), at(x + b, y + b, z), at(x + a, y + b, z)]);
}

export const rectangle = ({ at }: Projection, from: number, to: number): string => outline([at(from, from), at(to, from), at(to, to), at(from, to)]);

/** From a square of the track across the plots; nothing from a corner. */
export function sightOf({ at }: Projection, square: number): [Point, Point] | null {
  const cell = cellOfSquare(square);
  if (isCorner(cell)) return null;
  const [x, y] = cornerOf(cell);
  const across = (from: number): [number, number] => (from === 0 ? [0.5, ground(LAST) - KERB / 2] : [SIZE - 0.5, 1 + KERB / 2]);
  if (cell.y % LAST === 0) return across(cell.y).map((end) => at(x + 0.5, end)) as [Point, Point];
  return across(cell.x).map((end) => at(end, y + 0.5)) as [Point, Point];
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
