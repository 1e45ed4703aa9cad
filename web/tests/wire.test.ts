import { describe, expect, test } from "vitest";
import type { Frame } from "../src/lib/protocol";
import { newGame } from "../src/local/game";
import { frameOf, Outdated, unpack, type Head } from "../src/rules/wire";
import { fixLuck, rulesOf } from "./games";

fixLuck();
const rules = await rulesOf("manhattan"),
  options = rules.description.variants[0]!;
const seats = Array.from({ length: Number(options.players) }, () => ({ name: "x" }));
const game = newGame({ game: "manhattan", options, seats, hints: false }, rules, 1);
const row = game.observe(game.turn);
const head = (more: object = {}) =>
  ({
    t: "table",
    version: 4,
    since: 0,
    you: game.turn,
    rules: rules.description.rules,
    decides: true,
    whole: true,
    table: { id: "abc", turn: game.turn },
    told: [],
    ...more,
  }) as unknown as Head;

function packed(head: Head, row: Uint8Array | null): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(head)),
    data = new Uint8Array(4 + text.length + (row?.length ?? 0));
  new DataView(data.buffer).setUint32(0, text.length, true);
  data.set(text, 4);
  if (row) data.set(row, 4 + text.length);
  return data.buffer;
}

describe("a message", () => {
  test("is a head and a row", () => {
    expect(unpack(packed(head({ name: "Zoë" }), row))).toEqual({ head: head({ name: "Zoë" }), row });
  });

  test("has no row before the game begins", () => {
    const { row } = unpack(packed(head(), null));
    expect(row).toBeNull();
    expect(frameOf(head(), row, rules, null)).toMatchObject({ view: null, legal: [] });
  });

  test("says what is seen and what may be decided", () => {
    const frame = frameOf(head(), row, rules, null);
    expect(frame.view).toEqual(game.view(game.turn));
    expect(frame.legal).toEqual(game.legal(game.turn));
    expect(frameOf(head({ decides: false }), row, rules, null).legal).toEqual([]);
  });

  test("changes only what it tells of the table", () => {
    const before = frameOf(head({ table: { id: "abc", code: "XY" } }), row, rules, null);
    expect(frameOf(head({ whole: false, table: { turn: 2 } }), row, rules, before).table).toEqual({ id: "abc", code: "XY", turn: 2 });
    expect(frameOf(head({ table: { turn: 2 } }), row, rules, before as Frame).table).toEqual({ turn: 2 });
  });

  test("of other rules is not understood", () => {
    expect(() => frameOf(head({ rules: "other" }), row, rules, null)).toThrow(Outdated);
  });

  test("keeps what happened in the game and at the table in order", () => {
    const out = { e: "table:out", seat: 1, why: "time" };
    expect(frameOf(head({ told: [out, { e: "table:back", seat: 1 }] }), row, rules, null).told).toEqual([out, { e: "table:back", seat: 1 }]);
  });
});
