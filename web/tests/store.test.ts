import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Saved } from "../src/local/game";
import { isBroken, isOnDisk, list, namesOf, read, recordNames, remove, save, watch } from "../src/local/store";
import { speech } from "../src/lib/speech.svelte";

const PREFIX = "bauboom game ";
let count = 0;

/** A game with an id of its own: what does not fit on the disk stays in the memory of the store. */
const game = (more: Partial<Saved> = {}): Saved => ({
  ...{ format: "bauboom-here/1", id: `game${count++}`, game: "manhattan", options: { players: 2 }, hints: true },
  ...{ seats: [{ name: "" }, { level: "level2" }], seed: "0a".repeat(32), actions: [3, 1], version: 1, created: 5, changed: 5 },
  ...{ rules: "abc", begun: false, turn: 0, result: null, moved: null },
  ...more,
});
const finished = (more: Partial<Saved> = {}) => game({ turn: null, result: { scores: [1, 2], winners: [1] }, ...more });
const ids = () => list().games.map(({ id }) => id);

/** From now on the browser keeps at most so many entries. */
function limit(most: number, error: unknown = new DOMException("", "QuotaExceededError")): void {
  const set = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
    if (this.getItem(key) === null && this.length >= most) throw error;
    set.call(this, key, value);
  });
}

beforeEach(() => {
  for (const id of ids()) remove(id);
  localStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

describe("a game", () => {
  test("is kept, found, listed and removed", () => {
    const one = game();
    expect(save(one, 0)).toBe("kept");
    expect(read(one.id)).toEqual(one);
    expect(isOnDisk(one.id)).toBe(true);
    remove(one.id);
    expect([read(one.id), ids()]).toEqual([null, []]);
  });

  test("is replaced only by one that follows from it: the tab that was first wins", () => {
    const first = game(),
      mine = { ...first, version: 2, actions: [3, 1, 4] },
      other = { ...first, version: 2, actions: [3, 1, 7] };
    save(first, 0);
    expect(save(other, 1)).toBe("kept");
    expect(save(mine, 1)).toBe("late");
    expect(read(first.id)).toEqual(other);
    expect(save({ ...other, version: 3 }, 2)).toBe("kept");
  });

  test("comes before those that were played earlier", () => {
    const [old, fresh, middle] = [game({ changed: 1 }), game({ changed: 9 }), game({ changed: 4 })];
    for (const one of [old, fresh, middle]) save(one, 0);
    expect(ids()).toEqual([fresh.id, middle.id, old.id]);
  });

  test("has names for people and bots, and others for its record", async () => {
    await speech.follow();
    const [you, bot] = namesOf(game());
    expect([you, bot]).toEqual([speech.words!.seat.youName, speech.words!.bots.names[1]]);
    expect(recordNames(game({ seats: [{ name: "Ada" }, { level: "level5" }] }))).toEqual(["Ada", "bot:level5"]);
  });
});

describe("where the browser keeps nothing", () => {
  test("a game lives in memory until the page is closed", () => {
    limit(0, new Error("not allowed"));
    const one = game();
    expect(save(one, 0)).toBe("memory");
    expect([read(one.id), isOnDisk(one.id), ids()]).toEqual([one, false, [one.id]]);
  });

  test("the newer of two versions counts, and the disk takes over again", () => {
    const one = game();
    save(one, 0);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("not allowed");
    });
    expect(save({ ...one, version: 2, changed: 8 }, 1)).toBe("memory");
    expect(read(one.id)).toMatchObject({ version: 2 });
    vi.restoreAllMocks();
    expect(save({ ...one, version: 3 }, 2)).toBe("kept");
    expect(JSON.parse(localStorage.getItem(PREFIX + one.id)!)).toMatchObject({ version: 3 });
  });
});

describe("where room runs short", () => {
  test("finished games give way, the oldest first", () => {
    const [old, newer, going] = [finished({ changed: 1 }), finished({ changed: 2 }), game({ changed: 0 })];
    for (const one of [newer, going, old]) save(one, 0);
    limit(3);
    const one = game({ changed: 9 });
    expect(save(one, 0)).toBe("kept");
    expect(ids()).toEqual([one.id, newer.id, going.id]);
  });

  test("games that go on are never given up", () => {
    const going = game({ changed: 1 });
    save(going, 0);
    limit(1);
    const one = game({ changed: 2 });
    expect(save(one, 0)).toBe("memory");
    expect(ids()).toEqual([one.id, going.id]);
  });

  test("the 50 newest finished games stay, and all that go on", () => {
    const going = game({ changed: 0 });
    save(going, 0);
    for (let number = 1; number <= 53; number++) save(finished({ changed: number }), 0);
    const kept = list().games;
    expect(kept.filter(({ result }) => result).map(({ changed }) => changed)).toEqual(Array.from({ length: 50 }, (_, i) => 53 - i));
    expect(kept.at(-1)).toEqual(going);
  });

  test("a game that moved to a server counts as finished", () => {
    const [moved, going] = [game({ moved: "table", changed: 1 }), game({ changed: 2 })];
    for (const one of [moved, going]) save(one, 0);
    limit(2);
    save(game({ changed: 3 }), 0);
    expect(ids()).not.toContain(moved.id);
  });
});

describe("what is no game", () => {
  test.each([
    ["torn", '{"format":'],
    ["odd", JSON.stringify(game({ id: "odd", game: "Chess 2" }))],
    ["other", JSON.stringify(game({ id: "another" }))],
    ["seed", JSON.stringify(game({ id: "seed", seed: "short" }))],
    ["actions", JSON.stringify(game({ id: "actions", actions: [1, -1] }))],
    ["nobody", JSON.stringify(game({ id: "nobody", seats: [] }))],
    ["null", "null"],
  ])("is named and never shown as one (%s)", (id, text) => {
    localStorage.setItem(PREFIX + id, text);
    const found = read(id)!;
    expect(isBroken(found)).toBe(true);
    expect(list()).toEqual({ games: [], broken: [{ id, text }] });
  });

  test("is not ours, if it has another name", () => {
    localStorage.setItem("bauboom settings", "{}");
    expect(list()).toEqual({ games: [], broken: [] });
  });
});

test("changes are heard of, here and from other tabs, until one stops listening", () => {
  const heard: [string, boolean][] = [],
    stop = watch((id, isElsewhere) => heard.push([id, isElsewhere]));
  const one = game();
  save(one, 0);
  dispatchEvent(Object.assign(new Event("storage"), { key: PREFIX + one.id }));
  dispatchEvent(Object.assign(new Event("storage"), { key: "bauboom settings" }));
  stop();
  remove(one.id);
  expect(heard).toEqual([
    [one.id, false],
    [one.id, true],
  ]);
});
