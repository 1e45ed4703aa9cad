/** The words of what decisions mean: in every language, addressed or by name, and the places and rounds of a story. */

import { afterEach, describe, expect, test } from "vitest";
import { faceOf, GAMES } from "../src/games/contract";
import { laps } from "../src/games/laps";
import { fill } from "../src/lib/fill";
import { LANGUAGES, settings } from "../src/lib/settings.svelte";
import { lineOf } from "../src/lib/story";

afterEach(() => (settings.language = "en"));

describe("a gap", () => {
  const grace = { name: "Grace", you: false },
    you = { name: "Grace", you: true };

  test("takes a player, addressed or by name", () => {
    expect(fill("{who|You take|takes} it from {of|you}.", { who: grace, of: you })).toBe("Grace takes it from you.");
    expect(fill("{who|You take|takes} it from {of|you}.", { who: you, of: grace })).toBe("You take it from Grace.");
    expect(fill("{who|Your|’s} tower", { who: grace })).toBe("Grace’s tower");
  });

  test("takes what is counted", () => {
    expect(fill("{towers|tower|towers} in {city}", { towers: 2, city: "Cairo" })).toBe("2 towers in Cairo");
  });
});

describe.each(GAMES)("the story of %s", (game) => {
  test.each(LANGUAGES)("has whole sentences in %s, for everybody", async (language) => {
    settings.language = language;
    const { face } = await faceOf(game),
      { words } = await face.words[language]();
    const view = { colours: [{ name: "red" }, { name: "blue" }], players: [{ colours: [0] }, { colours: [1] }], cards: { toilet: [5, 0] } };
    for (const [kind, text] of Object.entries(words.why as Record<string, string>)) {
      if (kind === "then") continue;
      const gaps = [...text.matchAll(/\{(\w+)/g)].map(([, gap]) => [gap!, gap === "of" || gap === "from" ? 1 : 2] as const);
      const reason = { why: kind, ...Object.fromEntries(gaps), plot: [1, 2], card: "toilet", category: "home", prize: "record", deed: "storey" };
      for (const you of [null, 0, 1]) {
        const said = face.why(reason, view, words, ["Ada", "Grace"], 0, you);
        expect(said, `${kind} for ${you}`).toMatch(/^[^{}|]*[^.{}|][.!]$/);
        expect(said).not.toMatch(/undefined|null|object|\.\.|NaN/);
        if (you === 0) expect(said).not.toContain("Ada");
        if (you === 1) expect(said).not.toContain("Grace");
      }
      const nudge = face.nudge([reason], view, words, ["Ada", "Grace"]);
      expect(nudge).toMatch(/^[^{}|]+[.?]$/);
      expect(nudge).not.toContain("undefined");
    }
  });
});

test.each(LANGUAGES)("names the cards that somebody holds, in %s", async (language) => {
  const hands = { manhattan: [2, 5], "gratte-ciel": ["toilet", "toilet"] };
  for (const [game, hand] of Object.entries(hands)) {
    const { face } = await faceOf(game),
      { words } = await face.words[language]();
    const view = { players: [{ hand }, { hand: [] }], cards: { toilet: [5, 0] } },
      held = (seat: number, you: number | null) => face.held!(view, seat, words, ["Ada", "Grace"], you);
    expect(held(0, null)).toMatch(/^Ada .*(2 5|2 × .*5 m)/);
    expect(held(0, 0)).toMatch(/^(You|Du|Je|Tu) .*(2 5|2 × .*5 m)/);
    expect(held(1, null)).toBeNull();
  }
});

test("says what a build means, and beside it with what it was done", async () => {
  const { face } = await faceOf("manhattan"),
    { words } = await face.words.en();
  const view = { colours: [{ name: "red" }, { name: "green" }], players: [{ colours: [0] }, { colours: [1] }] };
  const built = { e: "build", seat: 0, card: 4, city: 5, site: 4, colour: 0, block: 4, means: [{ why: "city_from", city: 5, from: 1 }] };
  const line = (you: number | null) => lineOf(built, { face, words }, view, ["Ada", "Grace"], you)!;
  expect(line(null)).toEqual({ text: "Ada takes Cairo’s majority from green.", detail: "red 4, Cairo 4", plain: "Ada builds red 4 in Cairo 4" });
  expect(line(0).text).toBe("You take Cairo’s majority from green.");
  expect(line(1).text).toBe("Ada takes Cairo’s majority from you.");
  expect(face.place!(built)).toBe('[data-site="49"]');
});

test("a round begins when the turn comes round", () => {
  const by = (seat: number, e = "roll") => ({ e, seat });
  const log = [by(1, "start"), by(1), by(1, "move"), by(1), by(2), by(1, "bankrupt"), by(0), by(2), by(0), by(2)];
  expect(laps(log, 3, ["bankrupt"])).toEqual([0, 1, 1, 1, 1, 1, 1, 2, 2, 3]);
});
