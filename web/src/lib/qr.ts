/** A link as a picture that cameras read. */

import { encode } from "uqr";

const QUIET = 4; // modules of empty ground on every side; cameras need them

export interface Picture {
  size: number; // of a side, in modules
  path: string; // the dark ones, a rectangle for every run in a row
}

export function pictureOf(link: string): Picture {
  const { size, data } = encode(link, { ecc: "M", border: QUIET });
  let path = "";
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      const from = x;
      while (row[x]) x++;
      if (x > from) path += `M${from} ${y}h${x - from}v1H${from}z`;
    }
  });
  return { size, path };
}
