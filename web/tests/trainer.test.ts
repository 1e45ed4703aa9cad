/** The trainer: as strong as the last results suggest, honest about it, and never stronger or weaker than there are levels. */

import { beforeEach, describe, expect, test } from "vitest";
import { levelName } from "../src/lib/names";
import { opponentsOf, rememberOpponents } from "../src/lib/opponents";
import { byGame, playedHere } from "../src/lib/results";
import { speech } from "../src/lib/speech.svelte";
import type { Player, Saved } from "../src/local/game";
import { list, remove, save } from "../src/local/store";
import type { GameLine } from "../src/rules/description";
import { nextLevel } from "../src/table/ladder";
import { inWords, isLesson, renewed, strengthNow } from "../src/trainer/games";
import { levelFor, mixOf, strengthAfter, strengthIn, withStrength } from "../src/trainer/strength";

const LEVELS = ["level1", "level2", "level3", "level4", "level5", "level6"];
let count = 0;

/** A finished game of ours against bots, won or lost; later games were played later. */
function played(level: string, won: boolean, players = 2, more: Partial<Saved> = {}): Saved {
  const seats: Player[] = [{ name: "" }, ...Array.from({ length: players - 1 }, () => ({ level: `${level}/alva` }))];
  const saved: Saved = {
    ...{ format: "bauboom-here/1", id: `game${count++}`, game: "manhattan", options: { players }, hints: true, seats },
    ...{ seed: "0a".repeat(32), actions: [3, 1], version: 1, created: 5, changed: count, rules: "abc", begun: true, turn: null },
    ...{ result: { scores: Array(players).fill(1), winners: won ? [0] : [1] }, moved: null },
    ...more,
  };
  save(saved, 0);
  return saved;
}

beforeEach(async () => {
  for (const { id } of list().games) remove(id);
  localStorage.clear();
  await speech.follow();
});

const lessons = (strength: number, ...won: boolean[]) => won.map((isWon) => ({ strength, share: Number(isWon), fair: 1 / 2 }));

describe("the rule", () => {
  test("goes by whole levels until the results turn, then by smaller and smaller steps", () => {
    expect(strengthAfter([], 3)).toBe(3);
    expect(strengthAfter(lessons(1, true), 1)).toBe(2);
    expect(strengthAfter(lessons(2, true, true), 1)).toBe(3);
    expect(strengthAfter(lessons(3, true, true, false), 1)).toBe(2.5);
    expect(strengthAfter(lessons(3, true, true, false, true), 1)).toBeCloseTo(3 + 1 / 3);
    expect(strengthAfter(lessons(3, ...Array(40).fill(false), true), 1)).toBe(3.5);
    expect(strengthAfter(lessons(3, false, true, ...Array(40).fill(true)), 1)).toBeCloseTo(3 + 1 / 8);
  });

  test("stays between the weakest and the strongest level", () => {
    expect(strengthAfter(lessons(1, false), 1)).toBe(0);
    expect(strengthAfter(lessons(0, false), 1)).toBe(0);
    expect(strengthAfter(lessons(5.8, true), 1)).toBe(6);
  });

  test("asks for a fair share: among four, one win outweighs three losses", () => {
    const four = (share: number) => strengthAfter([{ strength: 3, share, fair: 1 / 4 }], 1) - 3;
    expect(four(1) + 3 * four(0)).toBeCloseTo(0);
    expect(strengthAfter([{ strength: 3, share: 1 / 2, fair: 1 / 2 }], 1)).toBe(3); // a shared win of two
  });
});

describe("a decision", () => {
  test("is one of two levels', as often as the strength says, with the same character", () => {
    expect(mixOf(2.25)).toEqual([
      { level: "level2", share: 0.75 },
      { level: "level3", share: 0.25 },
    ]);
    expect(mixOf(6)).toEqual([{ level: "level6", share: 1 }]);
    const level = withStrength("trainer/otis", 2.25);
    expect([level, strengthIn(level), strengthIn("level3/otis"), strengthIn("trainer")]).toEqual(["trainer:2.25/otis", 2.25, null, null]);
    const made = Array.from({ length: 1000 }, (_, seed) => levelFor(level, seed));
    expect(made.filter((one) => one === "level3/otis").length).toBe(250);
    expect(made.filter((one) => one === "level2/otis").length).toBe(750);
    expect(levelFor("trainer:9.00", 999)).toBe("level6");
    expect([levelFor("trainer:0.50/otis", 0), levelFor("trainer:0.50/otis", 999)]).toEqual(["random", "level1/otis"]);
  });
});

describe("the trainer", () => {
  test("begins at the level that was played last, and goes by its own games with as many players", () => {
    expect(strengthNow("manhattan", 2)).toBe(1);
    played("level3", false);
    expect(strengthNow("manhattan", 2)).toBe(3);
    played("trainer:3.00", true);
    expect(strengthNow("manhattan", 2)).toBe(4);
    played("level1", true); // says nothing about it
    expect(strengthNow("manhattan", 2)).toBe(4);
    expect(strengthNow("manhattan", 4)).toBe(4); // better than nothing
    played("trainer:2.00", false, 4);
    expect([strengthNow("manhattan", 4), strengthNow("manhattan", 2), strengthNow("hoch-hinaus", 2)]).toEqual([1.5, 4, 1]);
    const seats = [{ name: "Ada" }, { level: "trainer/mies" }];
    expect(renewed("manhattan", seats)).toEqual([{ name: "Ada" }, { level: "trainer:4.00/mies" }]);
    expect(renewed("manhattan", [{ level: "level2/otis" }])).toEqual([{ level: "level2/otis" }]);
  });

  test("does not count games that several shared, that were moved, or are not over", () => {
    played("trainer:2.00", true, 2, { moved: "table" });
    played("trainer:2.00", true, 2, { result: null });
    played("trainer:2.00", true, 2, { seats: [{ name: "Ada" }, { name: "Grace" }, { level: "trainer:2.00" }] });
    expect(strengthNow("manhattan", 2)).toBe(1);
  });

  test("says how strong it is", () => {
    expect(levelName("trainer")).toBe("Trainer");
    expect(levelName("trainer:2.40/otis")).toBe("Trainer: Casual – Intermediate");
    expect(levelName("trainer:3.00/otis")).toBe("Trainer: Intermediate");
    expect(levelName("search:500")).toBe("search:500");
    expect(inWords(2.4)).toBe("60 % Casual, 40 % Intermediate");
    expect(inWords(3)).toBe("Intermediate");
    expect([inWords(0.75), levelName("trainer:0.75")]).toEqual(["25 % Random, 75 % Beginner", "Trainer: Random – Beginner"]);
  });

  test("is remembered like a level, has no next level, and is one line among the results", () => {
    const line = { game: "manhattan", bots: LEVELS, variants: [{ players: 2 }] } as unknown as GameLine;
    const won = played("trainer:2.40", true);
    expect(isLesson(won)).toBe(true);
    expect(opponentsOf(line)).toEqual({ players: 2, level: "trainer" });
    rememberOpponents("manhattan", { players: 2, level: "trainer" });
    expect(opponentsOf(line).level).toBe("trainer");
    expect(nextLevel(won, LEVELS)).toBeNull();
    const all = [won, played("trainer:2.70", false), played("level2", true), played("level2", true, 2, { seats: [{ name: "" }, { level: "level2/gus" }] })];
    expect([...byGame(all.map((saved) => playedHere(saved)!)).get("manhattan")!]).toEqual([
      ["level2", { games: 2, won: 2 }],
      ["trainer", { games: 2, won: 1 }],
    ]);
  });
});
