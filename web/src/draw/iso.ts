/** Isometric drawing: x runs down to the right, y down to the left, z up; a site is 1 × 1, a storey `storey` high. */

export const HALF = 26; // half the width of a site on the screen
export const RISE = 15; // half its depth
export const STOREY = 17;

export type Point = [number, number];

/** A point of the ground or above it, on the screen; z in storeys. */
export const at = (x: number, y: number, z = 0, storey = STOREY): Point => [(x - y) * HALF, (x + y) * RISE - z * storey];

const short = (point: Point): string => point.map((c) => +c.toFixed(2)).join(",");

export const polygon = (...points: Point[]): string => points.map(short).join(" ");

/** The same as a closed path: many of them can be one element. */
export const path = (...points: Point[]): string => `M${points.map(short).join("L")}Z`;

/** The three faces that one sees of a box on the ground square (x, y), with sides of `size`, from z to z + tall. */
export function box(x: number, y: number, z: number, tall: number, size = 1, storey = STOREY): { left: string; right: string; top: string } {
  const [x1, y1, z1] = [x + size, y + size, z + tall];
  const corner = (a: number, b: number, c: number) => at(a, b, c, storey);
  return {
    left: polygon(corner(x, y1, z), corner(x1, y1, z), corner(x1, y1, z1), corner(x, y1, z1)),
    right: polygon(corner(x1, y1, z), corner(x1, y, z), corner(x1, y, z1), corner(x1, y1, z1)),
    top: polygon(corner(x, y, z1), corner(x1, y, z1), corner(x1, y1, z1), corner(x, y1, z1)),
  };
}
