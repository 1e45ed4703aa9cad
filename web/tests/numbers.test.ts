import { describe, expect, test } from "vitest";
import { averaged, half, hypot, total } from "../src/rules/numbers";

describe("arithmetic as Python's", () => {
  test("finds the nearest root of two squares", () => {
    expect(hypot(3, -4)).toBe(5);
    expect(hypot(0, 0)).toBe(0);
    expect(hypot(0.001, 0.01)).toBe(0.01004987562112089); // as math.hypot; Math.hypot is one bit off
    expect(hypot(0.0123, 0.0456)).toBe(0.047229757568719326);
  });

  test("adds one after the other", () => {
    expect(total([0.1, 0.2, 0.3])).toBe(0.1 + 0.2 + 0.3);
    expect(total([])).toBe(0);
  });

  test("averages with a standard error", () => {
    expect(averaged([1, 3])).toEqual({ mean: 2, error: 1 / Math.SQRT2 });
    expect(averaged([5, 5, 5])).toEqual({ mean: 5, error: 0 });
  });

  test("reads floats of 16 bits", () => {
    const bits: [number, number][] = [
      [0x0000, 0],
      [0x3c00, 1],
      [0xc000, -2],
      [0x3555, 0.333251953125],
      [0x7bff, 65504],
      [0x0001, 2 ** -24],
      [0x8400, -(2 ** -14)],
    ];
    for (const [written, value] of bits) expect(half(written)).toBe(value);
  });
});
