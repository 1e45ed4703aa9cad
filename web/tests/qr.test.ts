import jsQR from "jsqr";
import { expect, test } from "vitest";
import { pictureOf } from "../src/lib/qr";

const SCALE = 4; // pixels for a module

/** The picture as a camera gets it: its path, filled in on white. */
function photo({ size, path }: ReturnType<typeof pictureOf>): { pixels: Uint8ClampedArray; side: number } {
  const side = size * SCALE,
    pixels = new Uint8ClampedArray(4 * side * side).fill(255);
  for (const [, x, y, wide] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let row = 0; row < SCALE; row++) {
      const from = (Number(y) * SCALE + row) * side + Number(x) * SCALE;
      for (let at = from; at < from + Number(wide) * SCALE; at++) pixels.fill(0, 4 * at, 4 * at + 3);
    }
  return { pixels, side };
}

test.each([
  "http://127.0.0.1:8123/t/abcdefghjkmn",
  "https://bauboom.example.org/t/z9y8x7w6v5u4",
  `https://${"a-very-long-name.".repeat(8)}example.org/t/abcdefghjkmn`,
  "https://bücher.example/t/abcdefghjkmn",
])("a camera reads the link again: %s", (link) => {
  const { pixels, side } = photo(pictureOf(link));
  expect(jsQR(pixels, side, side)?.data).toBe(link);
});

test("there is quiet ground on every side", () => {
  const { size, path } = pictureOf("https://bauboom.example.org/t/abcdefghjkmn");
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, wide]) => [Number(x), Number(y), Number(x) + Number(wide)] as const);
  expect(Math.min(...runs.flatMap(([x, y]) => [x, y]))).toBe(4);
  expect(Math.max(...runs.flatMap(([, y, end]) => [y + 1, end]))).toBe(size - 4);
});
