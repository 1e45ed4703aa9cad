/** What is said and shown of games that are over. */

import { beforeEach, describe, expect, inject, test } from "vitest";
import { tell, why } from "../src/games/gratte-ciel/tell";
import type { View } from "../src/games/gratte-ciel/view";
import { words as de } from "../src/games/gratte-ciel/words/de";
import { words as en } from "../src/games/gratte-ciel/words/en";
import { words as fr } from "../src/games/gratte-ciel/words/fr";
import { words as nl } from "../src/games/gratte-ciel/words/nl";
import { PlayedPast } from "../src/lib/past.svelte";
import { movesOf, type GameRecord } from "../src/lib/record";
import { speech } from "../src/lib/speech.svelte";
import { stopped } from "../src/lib/story";
import { suggestedName } from "../src/lib/suggestion";
import { words } from "../src/words/en";
import { words as more } from "../src/words/more/en";
import { rulesOf } from "./games";

describe("a replay", async () => {
  const rules = await rulesOf("manhattan");
  const records = inject("records")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as GameRecord);
  const past = new PlayedPast({ game: "manhattan", ...movesOf(records[0]!, rules)! }, rules);

  test("stops where a player decides and at the end, and nowhere else", () => {
    for (let step = 0; step <= past.steps; step++) expect(past.stops.includes(step)).toBe(past.at(step, null)!.turn !== null || step === past.steps);
    expect(past.stops.length).toBeLessThan(past.steps);
    expect(past.stops.at(-1)).toBe(past.steps);
  });
});

describe("an analysis", () => {
  const view = { cards: { "home-10": [10, 0], toilet: [5, 0] } } as unknown as View;
  const names = ["Ada", "Grace"];

  test.each(["draw", "put", "seen"])("says whose secret it is: %s", (e) => {
    const told = { e, seat: 1, card: "home-10", cards: ["home-10"] };
    for (const own of [en, de, fr, nl]) {
      expect(tell(told, view, own, names, null)).toMatch(/^Grace /);
      expect(tell(told, view, own, names, 1)).not.toContain("Grace");
    }
  });

  test("has no reason rather than an empty one", () => {
    for (const own of [en, de, fr, nl]) expect(why({ why: "unheard-of", card: "toilet" }, view, own, names, 0, 0)).toBe("");
  });

  test("ends a sentence with one stop", () => {
    expect(["Grace: red 3 in Cairo", "Grace builds.", "An earthquake!"].map(stopped)).toEqual(["Grace: red 3 in Cairo.", "Grace builds.", "An earthquake!"]);
  });

  test("addresses the seat that is looked from, and names the others", () => {
    expect(more.replay.slip(null, 5)).toMatch(/^You give away 5 /);
    expect(more.replay.slip("Grace", 5)).toMatch(/^Grace gives away 5 /);
  });
});

describe("a suggested name", () => {
  beforeEach(() => {
    localStorage.clear();
    speech.words = words;
  });

  test("stays the same, and is none that is taken", () => {
    const name = suggestedName();
    for (let visit = 0; visit < 20; visit++) expect(suggestedName()).toBe(name);
    const other = suggestedName([name]);
    expect(words.home.names).toContain(other);
    expect(other).not.toBe(name);
    expect(words.home.names).not.toContain(suggestedName(words.home.names));
  });
});
