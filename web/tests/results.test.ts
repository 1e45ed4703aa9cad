import { expect, test } from "vitest";
import { byGame, opponents, PEOPLE, playedHere, playedThere, streaks, total, type Played } from "../src/lib/results";
import type { TableLine } from "../src/lib/protocol";
import type { Saved } from "../src/local/game";

const saved = (more: Partial<Saved> = {}): Saved => ({
  ...{ format: "bauboom-here/1", id: "one", game: "manhattan", options: { players: 3 }, hints: true, seed: "0a".repeat(32) },
  ...{ seats: [{ level: "level1" }, { name: "" }, { level: "level3" }], actions: [], version: 1, created: 5, changed: 5 },
  ...{ rules: "abc", begun: true, turn: null, result: { scores: [1, 2, 3], winners: [1] }, moved: null },
  ...more,
});
const line = (more: Partial<TableLine> = {}): TableLine => ({
  ...{ id: "two", game: "gratte-ciel", players: 3, phase: "over", turn: null, created: 1, changed: 9, rated: false, options: {}, until: null, you: 0 },
  pace: { kind: "free", minutes: 0, increment: 0, days: 0 },
  seats: [
    { seat: 0, name: "Ada", level: null, out: null, who: null },
    { seat: 1, name: "Grace", level: null, out: null, who: "g" },
    { seat: 2, name: null, level: "level5", out: null, who: null },
  ],
  result: { scores: [1, 2, 3], winners: [2], how: "rules" },
  ...more,
});
const played = (at: number, won: boolean, more: Partial<Played> = {}): Played => ({ game: "manhattan", at, won, levels: ["level2"], people: [], ...more });

test("a game on this device is one player's if nobody shared it", () => {
  expect(playedHere(saved())).toEqual({ game: "manhattan", at: 5, won: true, levels: ["level1", "level3"], people: [] });
  expect(playedHere(saved({ result: { scores: [3, 2, 1], winners: [0] } }))!.won).toBe(false);
  expect(playedHere(saved({ result: null }))).toBeNull();
  expect(playedHere(saved({ moved: "table" }))).toBeNull();
  expect(playedHere(saved({ seats: [{ name: "Ada" }, { name: "Grace" }, { level: "level1" }] }))).toBeNull();
});

test("a game on a server has people and bots; a spectator's does not count", () => {
  expect(playedThere(line())).toEqual({ game: "gratte-ciel", at: 9, won: false, levels: ["level5"], people: [{ name: "Grace", who: "g" }] });
  expect(playedThere(line({ you: null }))).toBeNull();
});

test("results stand by game and by the strongest bot, people apart and last", () => {
  const all = [
    ...[played(1, true), played(2, false), played(3, true, { levels: ["level1", "level4"] })],
    ...[played(4, false, { people: [{ name: "Grace", who: null }] }), played(5, true, { game: "hoch-hinaus", levels: ["level1"] })],
  ];
  const found = byGame(all);
  expect([...found.keys()]).toEqual(["manhattan", "hoch-hinaus"]);
  expect([...found.get("manhattan")!]).toEqual([
    ["level2", { games: 2, won: 1 }],
    ["level4", { games: 1, won: 1 }],
    [PEOPLE, { games: 1, won: 0 }],
  ]);
  expect(total(found.get("manhattan")!.values())).toEqual({ games: 4, won: 2 });
  expect(total([])).toEqual({ games: 0, won: 0 });
});

test("streaks go by time, whatever the order", () => {
  expect(streaks([played(5, true), played(1, true), played(2, true), played(3, true), played(4, false)])).toEqual({ now: 1, best: 3 });
  expect(streaks([played(1, true), played(2, false)])).toEqual({ now: 0, best: 1 });
  expect(streaks([])).toEqual({ now: 0, best: 0 });
});

test("those whom one met most often come first, under their newest names", () => {
  const grace = (name: string) => ({ name, who: "g" }),
    guest = { name: "Grace", who: null };
  const all = [
    played(3, true, { people: [grace("Grace H.")] }),
    played(1, false, { people: [grace("Grace"), guest] }),
    played(2, true, { people: [guest] }),
    played(4, true, { people: [guest] }),
  ];
  expect(opponents(all)).toEqual([
    { ...guest, games: 3, won: 2 },
    { name: "Grace H.", who: "g", games: 2, won: 1 },
  ]);
  expect(opponents(all, 1)).toHaveLength(1);
});
