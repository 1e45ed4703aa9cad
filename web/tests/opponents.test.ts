import { beforeEach, describe, expect, test } from "vitest";
import { botName, cast, levelName, parted, seatNames } from "../src/lib/names";
import { levelOf, opponents, opponentsOf, playerCounts, rememberOpponents } from "../src/lib/opponents";
import { speech } from "../src/lib/speech.svelte";
import type { Player, Saved } from "../src/local/game";
import { list, remove, save } from "../src/local/store";
import type { GameLine } from "../src/rules/description";
import { nextLevel } from "../src/table/ladder";
import { withCharacter } from "../src/table/Levels.svelte";

const LEVELS = ["level1", "level2", "level3", "level4", "level5", "level6"];
const line = { game: "manhattan", bots: LEVELS, variants: [{ players: 4 }, { players: 2 }, { players: 2 }, { players: 3 }] } as unknown as GameLine;
let count = 0;

/** A finished game of ours against two bots, won or lost; later games were played later. */
function played(level: string, won: boolean, more: Partial<Saved> = {}): Saved {
  const seats: Player[] = [{ name: "" }, { level: `${level}/alva` }, { level: `${level}/mies` }];
  const saved: Saved = {
    ...{ format: "bauboom-here/1", id: `game${count++}`, game: "manhattan", options: { players: 3 }, hints: true, seats },
    ...{ seed: "0a".repeat(32), actions: [3, 1], version: 1, created: 5, changed: count, rules: "abc", begun: true, turn: null },
    ...{ result: { scores: [1, 2, 2], winners: won ? [0] : [1, 2] }, moved: null },
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

describe("opponents", () => {
  test("of a newcomer are as many as usual, and beginners", () => {
    expect(opponentsOf(line)).toEqual({ players: 4, level: "level1" });
    expect(playerCounts(line)).toEqual([2, 3, 4]);
  });

  test("are those of the last game, until others are chosen", () => {
    played("level3", false);
    expect(opponentsOf(line)).toEqual({ players: 3, level: "level3" });
    rememberOpponents("manhattan", { players: 2, level: "level4" });
    expect(opponentsOf(line)).toEqual({ players: 2, level: "level4" });
    expect(opponentsOf({ ...line, game: "hoch-hinaus" })).toEqual({ players: 4, level: "level1" });
  });

  test.each(["{torn", "null", "7", '{"players":9,"level":"level9"}', '{"players":"2","level":["level2"]}'])("ignore what makes no sense: %s", (kept) => {
    localStorage.setItem("bauboom opponents manhattan", kept);
    expect(opponentsOf(line)).toEqual({ players: 4, level: "level1" });
  });

  test("have characters, others after every game", () => {
    const wanted = { players: 3, level: "level2" };
    expect(opponents("manhattan", wanted)).toEqual([{ level: "level2/alva" }, { level: "level2/mies" }]);
    played("level2", true);
    expect(opponents("manhattan", wanted)).toEqual([{ level: "level2/mies" }, { level: "level2/zora" }]);
    expect(withCharacter("level4", [null, "level2/alva", "level3"])).toBe("level4/mies");
  });
});

describe("after a game", () => {
  test.each([
    ["level1", "level2"],
    ["level5", "level6"],
  ])("that was won at %s comes %s", (level, next) => {
    expect(nextLevel(played(level, true), LEVELS)).toEqual({ level: next, isStronger: true });
  });

  test("that was won against masters comes nothing stronger", () => expect(nextLevel(played("level6", true), LEVELS)).toBeNull());

  test("that was lost comes an easier one only if the last one was lost, too", () => {
    expect(nextLevel(played("level3", false), LEVELS)).toBeNull();
    expect(nextLevel(played("level3", false), LEVELS)).toEqual({ level: "level2", isStronger: false });
    played("level3", true);
    expect(nextLevel(played("level3", false), LEVELS)).toBeNull();
    played("level1", false);
    expect(nextLevel(played("level1", false), LEVELS)).toBeNull();
  });

  test("of several people, or with bots of several levels, comes nothing", () => {
    const seats: Player[] = [{ name: "Ada" }, { name: "Grace" }, { level: "level2" }];
    expect(nextLevel(played("level2", true, { seats }), LEVELS)).toBeNull();
    expect(levelOf({ seats: [{ name: "" }, { level: "level2" }, { level: "level3/otis" }] })).toBeNull();
  });
});

describe("a bot's name", () => {
  test("is its character's, or its seat's, and nobody at the table has it twice", () => {
    expect(parted("level3/zora")).toEqual({ plain: "level3", character: "zora" });
    expect(parted("level3/ada")).toEqual({ plain: "level3", character: null });
    expect(cast([null, "level1", "level1/alva", "level2"])).toEqual(["otis", "mies", "alva", "zora"]);
    const bot = (level: string) => ({ kind: "bot" as const, name: null, level });
    expect(seatNames([{ kind: "person", name: "Ada", level: null }, bot("level2/gus"), bot("level2")])).toEqual(["Ada", "Bot Gus", "Bot Mies"]);
    expect([botName(3), levelName("level1/otis")]).toEqual(["Bot Zora", "Beginner"]);
  });
});
