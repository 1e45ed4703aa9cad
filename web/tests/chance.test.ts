import { describe, expect, test } from "vitest";
import { Chance, hex, randomHex, unhex } from "../src/local/chance";
import { hmac, sha256 } from "../src/local/sha256";

const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
const SEED = "07".repeat(32);

describe("SHA-256 here is the browser's own", () => {
  test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])("for %i bytes", async (length) => {
    expect(hex(sha256(bytes(length)))).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(length)))));
  });

  test.each([1, 32, 64, 65, 200])("with a key of %i bytes", async (length) => {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", bytes(length), algorithm, false, ["sign"]);
    const expected = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(99)));
    expect(hex(hmac(bytes(length), bytes(99)))).toBe(hex(expected));
  });
});

test("bytes and hexadecimal are the same thing", () => {
  expect(hex(unhex("00ff10"))).toBe("00ff10");
  expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/);
});

describe("chance", () => {
  const outcomes = [
    { action: 5, weight: 1 },
    { action: 6, weight: 0 },
    { action: 7, weight: 3 },
  ];
  const draws = (seed: string, id = "game") => Array.from({ length: 400 }, (_, step) => new Chance(seed, id, 2).draw(step, outcomes));

  test("brings the same at the same step, whenever it is asked", () => {
    const chance = new Chance(SEED, "game", 2),
      first = chance.draw(3, outcomes);
    chance.draw(4, outcomes);
    expect(chance.draw(3, outcomes)).toBe(first);
  });

  test("depends on the seed and on the game", () => {
    expect(draws(SEED)).toEqual(draws(SEED));
    expect(draws(SEED)).not.toEqual(draws("08".repeat(32)));
    expect(draws(SEED)).not.toEqual(draws(SEED, "other"));
  });

  test("follows the weights, and never brings what weighs nothing", () => {
    const found = draws(SEED);
    expect(new Set(found)).toEqual(new Set([5, 7]));
    expect(found.filter((action) => action === 7).length).toBeGreaterThan(250); // 300 are expected
    expect(found.filter((action) => action === 7).length).toBeLessThan(350);
  });

  test("gives bots numbers of their own, which are not what it draws", () => {
    const chance = new Chance(SEED, "game", 2);
    expect(chance.seedFor(1)).toBe(chance.seedFor(1));
    expect(chance.seedFor(1)).not.toBe(chance.seedFor(2));
    expect(chance.seedFor(1)).toBeLessThan(2 ** 31);
  });

  test("proves itself by its seed", () => {
    const { hash, seed, nonces } = new Chance(SEED, "game", 3).proof;
    expect(hash).toBe(hex(sha256(unhex(seed))));
    expect(nonces).toEqual([null, null, null]);
  });
});
