/** The windows of the builders: number and shape differ, so that nobody needs colour to tell them apart. */

import { at, path, STOREY, type Point } from "./iso";

/** [x, y, width, height, rounding] of each window in a front that is 1 wide and one storey high. */
export type Window = [number, number, number, number, number?];

export const FRONTS: Window[][] = [
  [
    [0.14, 0.26, 0.16, 0.5],
    [0.42, 0.26, 0.16, 0.5],
    [0.7, 0.26, 0.16, 0.5],
  ],
  [[0.1, 0.34, 0.8, 0.36]],
  [
    [0.09, 0.14, 0.09, 0.7],
    [0.275, 0.14, 0.09, 0.7],
    [0.455, 0.14, 0.09, 0.7],
    [0.635, 0.14, 0.09, 0.7],
    [0.82, 0.14, 0.09, 0.7],
  ],
  [
    [0.13, 0.24, 0.3, 0.54, 0.3],
    [0.57, 0.24, 0.3, 0.54, 0.3],
  ],
  [
    [0.1, 0.16, 0.34, 0.28],
    [0.56, 0.16, 0.34, 0.28],
    [0.1, 0.58, 0.34, 0.28],
    [0.56, 0.58, 0.34, 0.28],
  ],
  [[0.4, 0.12, 0.2, 0.76, 0.3]],
  [
    [0.14, 0.26, 0.16, 0.5],
    [0.42, 0.26, 0.16, 0.5],
    [0.7, 0.26, 0.16, 0.5],
  ],
];

/** A window's outline; rounded ones have their corners cut. */
function outline([x, y, width, height, round = 0]: Window): Point[] {
  const [a, b] = [width * round, height * round];
  if (!round)
    return [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ];
  return [
    [x + a, y],
    [x + width - a, y],
    [x + width, y + b],
    [x + width, y + height - b],
    [x + width - a, y + height],
    [x + a, y + height],
    [x, y + height - b],
    [x, y + b],
  ];
}

/** In some windows nobody is at home: always the same ones. */
const asleep = (number: number): boolean => ((number * 2654435761) >>> 0) % 7 < 2;

/** The windows of one face of a block whose foot begins at the origin: lit ones and dark ones, each as one path. */
export function windows(face: "left" | "right", builder: number, tall: number, size: number, storey = STOREY, seed = 0): { lit: string; dark: string } {
  const found = { lit: "", dark: "" };
  const front = FRONTS[builder] ?? FRONTS[0]!;
  for (let floor = 0; floor < tall; floor++)
    front.forEach((window, number) => {
      const points = outline(window).map(([u, v]) =>
        face === "left" ? at(u * size, size, floor + 1 - v, storey) : at(size, size - u * size, floor + 1 - v, storey),
      );
      found[asleep(seed + 31 * floor + 7 * number + (face === "left" ? 0 : 101)) ? "dark" : "lit"] += path(...points);
    });
  return found;
}
