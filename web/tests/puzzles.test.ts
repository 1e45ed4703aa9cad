/** Puzzles: ratings as in Glickman's paper, the same puzzle for everybody on a day, streaks that last. */

import { beforeEach, describe, expect, inject, test } from "vitest";
import type { GameName } from "../src/lib/protocol";
import { NEWCOMER, rated } from "../src/puzzles/glicko";
import {
  courseOf,
  dropUnsent,
  isSolved,
  keepMistakes,
  mistakesOf,
  noteDay,
  noteTry,
  noteUnsent,
  streakNow,
  takeOver,
  takeOverTry,
  toRow,
  toText,
  unsent,
} from "../src/puzzles/progress";
import {
  continued,
  countOf,
  dailyOf,
  dayOf,
  filesFor,
  idOf,
  lengthOf,
  nextOf,
  rerated,
  themeOf,
  unpacked,
  type Index,
  type Puzzle,
} from "../src/puzzles/puzzles";
import { rulesOf } from "./games";

const indexOf = (game: GameName): Index => inject("puzzles")[game]!;
const HOUR = 3_600_000;

beforeEach(() => localStorage.clear());

describe("Glicko-2", () => {
  test("gives the example of the paper", () => {
    const after = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ]);
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 1);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
  });

  test("a win raises, a loss lowers, and both make it surer; without a meeting it is less sure", () => {
    const known = { rating: 1500, deviation: 100, volatility: 0.06 },
      puzzle = { rating: 1600, deviation: 150 };
    expect(rated(known, [{ ...puzzle, score: 1 }]).rating).toBeGreaterThan(1500);
    expect(rated(known, [{ ...puzzle, score: 0 }]).rating).toBeLessThan(1500);
    expect(rated(NEWCOMER, [{ ...puzzle, score: 1 }]).deviation).toBeLessThan(NEWCOMER.deviation);
    expect(rated(known, []).deviation).toBeGreaterThan(100);
    expect(rated(NEWCOMER, []).deviation).toBe(NEWCOMER.deviation);
  });

  test.each([
    [NEWCOMER, [{ rating: 1300, deviation: 150, score: 1 }], [1425.196, 262.8547]],
    [NEWCOMER, [{ rating: 1300, deviation: 150, score: 0 }], [1066.0836, 262.8547]],
    [{ rating: 1500, deviation: 50, volatility: 0.06 }, Array.from({ length: 5 }, () => ({ rating: 2300, deviation: 30, score: 1 })), [1573.7072, 50.9774]],
  ])("gives the server's numbers (tests/arena/test_glicko.py), %#", (before, meetings, [rating, deviation]) => {
    const after = rated(before, meetings);
    expect(after.rating).toBeCloseTo(rating!, 3);
    expect(after.deviation).toBeCloseTo(deviation!, 3);
  });

  test("an upset makes it livelier", () => {
    const sure = { rating: 1500, deviation: 50, volatility: 0.06 };
    expect(
      rated(
        sure,
        Array.from({ length: 5 }, () => ({ rating: 2300, deviation: 30, score: 1 })),
      ).volatility,
    ).toBeGreaterThan(0.06);
  });
});

describe("the puzzle of the day", () => {
  test("is the same all over the world, and another the next day", () => {
    const index = indexOf("hoch-hinaus"),
      noon = Date.UTC(2026, 10, 18, 12);
    const inTokyo = new Date("2026-11-18T23:30:00+09:00").getTime(),
      inHawaii = new Date("2026-11-17T14:30:00-10:00").getTime();
    expect(dayOf(inTokyo)).toBe(dayOf(noon));
    expect(dayOf(inHawaii)).toBe(dayOf(noon));
    expect(dailyOf(index, dayOf(noon))).not.toBe(dailyOf(index, dayOf(noon + 24 * HOUR)));
    expect(dayOf(Date.UTC(2026, 10, 18, 23, 59, 59))).toBe(dayOf(noon));
    expect(dayOf(Date.UTC(2026, 10, 19))).toBe(dayOf(noon) + 1);
  });

  test("every puzzle has its day, and the files of the next days are known", () => {
    const index = indexOf("hoch-hinaus"),
      day = dayOf(Date.UTC(2026, 0, 1));
    const numbers = Array.from({ length: countOf(index) }, (_, ahead) => dailyOf(index, day + ahead));
    expect(new Set(numbers).size).toBe(countOf(index));
    for (const ahead of [0, 1, 13]) expect(filesFor(index, day)).toContain(Math.floor(dailyOf(index, day + ahead) / index.chunk));
  });
});

describe("a streak", () => {
  test("grows day by day, lasts until a day has passed, and begins anew", () => {
    let streak = continued(null, 100);
    expect([streak.length, lengthOf(streak, 100), lengthOf(streak, 101), lengthOf(streak, 102)]).toEqual([1, 1, 1, 0]);
    streak = continued(streak, 101);
    expect(streak).toEqual({ day: 101, length: 2 });
    expect(continued(streak, 101)).toEqual(streak); // a second puzzle of the same day
    expect(continued(streak, 99)).toEqual(streak); // a clock that was set back
    expect(continued(streak, 103)).toEqual({ day: 103, length: 1 });
    expect(lengthOf(null, 100)).toBe(0);
  });

  test("is kept, and so is which puzzle was solved", () => {
    noteDay("manhattan", 100);
    noteDay("hoch-hinaus", 100);
    noteDay("manhattan", 101);
    expect(streakNow()).toEqual({ day: 101, length: 2 });
    expect([isSolved("manhattan", 101), isSolved("hoch-hinaus", 101)]).toEqual([true, false]);
    localStorage.setItem("bauboom puzzle streak", "{broken");
    expect(streakNow()).toBeNull();
  });
});

describe("what was tried", () => {
  test("counts once", () => {
    const puzzle = { rating: 1300, deviation: 150 };
    const first = noteTry("manhattan", "aaaaaa", false, puzzle);
    expect(first.rating.rating).toBeLessThan(NEWCOMER.rating);
    expect(noteTry("manhattan", "aaaaaa", true, puzzle)).toEqual(first);
    expect(courseOf("manhattan")).toEqual(first);
    expect(courseOf("hoch-hinaus").rating).toEqual(NEWCOMER);
    localStorage.setItem("bauboom puzzles manhattan", '{"rating":{"rating":"x"},"tried":{}}');
    expect(courseOf("manhattan").rating).toEqual(NEWCOMER);
  });

  test("is not offered again; the next one is of the theme, and about as strong", () => {
    const index = indexOf("hoch-hinaus");
    const course = { rating: NEWCOMER, tried: {} as Record<string, 0 | 1> };
    for (let left = 40; left > 0; left--) {
      const number = nextOf(index, course, "", -1, () => 0)!;
      const rest = index.rating.filter((_, other) => !(idOf(index, other) in course.tried)).map((rating) => Math.abs(rating - NEWCOMER.rating));
      expect(Math.abs(index.rating[number]! - NEWCOMER.rating)).toBe(Math.min(...rest));
      course.tried[idOf(index, number)] = 1;
    }
    index.rating.forEach((_, number) => (course.tried[idOf(index, number)] = 1));
    expect(nextOf(index, course, "", -1)).toBeNull();
    const theme = index.themes[Number(index.theme[0])]!;
    expect(themeOf(index, nextOf(index, { rating: NEWCOMER, tried: {} }, theme, -1)!)).toBe(theme);
  });

  test("mistakes are kept, and rows survive", () => {
    const row = Uint8Array.from({ length: 344 }, (_, at) => (at * 7) % 256);
    expect(toRow(toText(row))).toEqual(row);
    const mistake = { id: "ab 12", seat: 0, row: toText(row), best: "1+2", second: "2+3", chance: 0.5, secondChance: 0.4, isSolved: false };
    keepMistakes("hoch-hinaus", [mistake]);
    expect(mistakesOf("hoch-hinaus")).toEqual([mistake]);
    localStorage.setItem("bauboom mistakes hoch-hinaus", '[{"id":3}]');
    expect(mistakesOf("hoch-hinaus")).toEqual([]);
  });
});

describe("what the server keeps", () => {
  const rating = { rating: 1411, deviation: 90, volatility: 0.06 };

  test("takes the place of what another person left in this browser", () => {
    noteTry("manhattan", "aaaaaa", true, { rating: 1300, deviation: 150 });
    noteTry("gratte-ciel", "bbbbbb", true, { rating: 1300, deviation: 150 });
    noteDay("gratte-ciel", 100);
    takeOver({ courses: [{ game: "manhattan", ...rating, tried: { cccccc: true, dddddd: false }, day: 99 }], streak: { day: 99, length: 3 } });
    expect(courseOf("manhattan")).toEqual({ rating, tried: { cccccc: 1, dddddd: 0 } });
    expect(courseOf("gratte-ciel")).toEqual({ rating: NEWCOMER, tried: {} });
    expect([streakNow(), isSolved("manhattan", 99), isSolved("gratte-ciel", 100)]).toEqual([{ day: 99, length: 3 }, true, false]);
    takeOverTry("manhattan", { right: true, first: true, puzzle: 1300, ...rating, rating: 1500, streak: null });
    expect(courseOf("manhattan")).toEqual({ rating: { ...rating, rating: 1500 }, tried: { cccccc: 1, dddddd: 0 } });
    expect(streakNow()).toBeNull();
  });

  test("answers wait in order until they are sent, each of them once", () => {
    const one = { game: "manhattan", id: "aaaaaa", action: "F7+2", day: 100 },
      other = { game: "manhattan", id: "bbbbbb", action: "F7+3" };
    for (const each of [one, other, one]) noteUnsent(each);
    dropUnsent(one);
    expect(unsent()).toEqual([other, one]);
    dropUnsent({ ...other, day: 3 }); // is not there
    expect(unsent()).toEqual([other, one]);
    localStorage.setItem("bauboom puzzles unsent", '[{"game":3},null]');
    expect(unsent()).toEqual([]);
  });

  test("puzzles are as hard as people find them", () => {
    const index = indexOf("hoch-hinaus"),
      harder = rerated(index, { [idOf(index, 3)]: 2222, unknown: 1 });
    expect(harder.rating[3]).toBe(2222);
    expect(harder.rating.toSpliced(3, 1)).toEqual(index.rating.toSpliced(3, 1));
  });
});

describe.each(["manhattan", "hoch-hinaus", "gratte-ciel"])("the puzzles of %s", (game) => {
  test("can be shown and tried by the rules of the page", async () => {
    const rules = await rulesOf(game),
      index = indexOf(game);
    const found: Puzzle[] = [];
    for (const chunk of inject("chunks")[game]!) found.push(...(await unpacked(toRow(chunk).buffer as ArrayBuffer)));
    expect(found.length).toBe(countOf(index));
    for (const { row, seat, best, second, chance, secondChance } of found.filter((_, number) => number % 10 === 0)) {
      const legal = rules.legal(row).map(({ text }) => text);
      expect([rules.turn(row), legal.includes(best as string), legal.includes(second as string)]).toEqual([seat, true, true]);
      expect(chance - secondChance).toBeGreaterThan(0.0499);
      expect(rules.observe(row, seat)).toEqual(row);
    }
  });
});
