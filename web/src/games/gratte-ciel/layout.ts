/** Where the towers stand: side by side, in more than one row where they would be too narrow to touch. */

export interface Plot {
  site: number;
  left: number; // of its column
  wide: number;
  face: number; // the width of a tower's front
  ground: number; // the y of the street
}

export interface Plan {
  plots: Plot[];
  rows: { top: number; ground: number }[];
  high: number; // of a row
  metre: number; // in pixels
  highest: number; // the metres that a row shows
  step: number; // between the lines of the scale
  axis: number;
  fontSize: number; // the size of what is written at the scale
  labels: number; // room above a tower
  tiny: boolean; // only its height is said there, and medals hang on the tower
  earth: number; // how deep one looks into the ground
  under: number; // room below the street: earth, marks and the plate
}

const FINGER = 44;

export function plan(count: number, width: number, height: number, tallest: number, hasMedals: boolean): Plan {
  const fontSize = Math.max(12, Math.min(width / 110, height / 60, 24));
  const axis = fontSize * (width < 520 ? 2.8 : 5.6);
  const room = Math.max(width - axis - 6, FINGER);
  const rows = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(room / FINGER))));
  const across = Math.ceil(count / rows);
  const high = height / rows;
  const small = high < 300;
  const tiny = high < 230;
  const earth = tiny ? 15 : small ? 24 : Math.min(110, high * 0.08);
  const under = earth + (tiny ? 36 : small ? 42 : 50) * Math.max(1, fontSize / 13);
  const labels = tiny ? 18 : ((small ? 30 : 42) + (hasMedals ? (small ? 18 : 26) : 0)) * Math.max(1, fontSize / 13);
  const highest = Math.ceil((Math.max(tallest, 120) + 5) / 20) * 20;
  const metre = Math.max(0.2, (high - under - labels) / highest);
  const wide = Math.min(room / across, metre * 90 + 40);
  const face = Math.min(wide * 0.7, metre * 42 + 8);
  const start = axis + (room - wide * across) / 2;
  const grounds = Array.from({ length: rows }, (_, row) => ({ top: row * high, ground: (row + 1) * high - under }));
  const plots = Array.from({ length: count }, (_, site) => ({
    site,
    left: start + (site % across) * wide,
    wide,
    face,
    ground: grounds[Math.floor(site / across)]!.ground,
  }));
  const step = [20, 50, 100, 200, 500].find((s) => s * metre >= fontSize * 2.2) ?? 1000;
  return { plots, rows: grounds, high, metre, highest, step, axis, labels, earth, under, tiny, fontSize };
}
