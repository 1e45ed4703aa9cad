/** Isometric drawing: x runs down to the right, y down to the left, z up; a site is 1 × 1, a storey STOREY high. */

export const HALF = 26; // half the width of a site on the screen
export const RISE = 15; // half its depth
export const STOREY = 17;

export type Point = [number, number];

/** A point of the ground or above it, on the screen; z in storeys. */
export const at = (x: number, y: number, z = 0): Point => [(x - y) * HALF, (x + y) * RISE - z * STOREY];

export const polygon = (...points: Point[]): string => points.map((point) => point.map((c) => +c.toFixed(2)).join(",")).join(" ");

/** The three faces that one sees of a box on the ground square (x, y), with sides of `size`, from z to z + tall. */
export function box(x: number, y: number, z: number, tall: number, size = 1): { left: string; right: string; top: string } {
  const [x1, y1, z1] = [x + size, y + size, z + tall];
  return {
    left: polygon(at(x, y1, z), at(x1, y1, z), at(x1, y1, z1), at(x, y1, z1)),
    right: polygon(at(x1, y1, z), at(x1, y, z), at(x1, y, z1), at(x1, y1, z1)),
    top: polygon(at(x, y, z1), at(x1, y, z1), at(x1, y1, z1), at(x, y1, z1)),
  };
}
