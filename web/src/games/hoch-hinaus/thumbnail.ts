import type { Picture } from "../contract";
import { SIDE } from "./layout";
import { isTower, PALETTE, type View } from "./view";

const NOBODY = 3; // the colour of a ruin

/** The plots with their towers; the track runs around them. */
export const thumbnail = (view: View): Picture => [
  {
    at: [0, 0],
    size: SIDE,
    ring: true,
    towers: view.plots.flatMap((row, y) =>
      row.flatMap((plot, x) =>
        isTower(plot) ? [{ x: x + 1, y: y + 1, blocks: [[plot.owner === null ? NOBODY : PALETTE[plot.owner]!, plot.storeys]] as [number, number][] }] : [],
      ),
    ),
  },
];
