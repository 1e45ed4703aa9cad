import { expect, inject, test } from "vitest";
import { asRecord, BadEvent, movesOf, type GameRecord } from "../src/lib/record";
import { rulesOf } from "./games";

const rules = await rulesOf("manhattan");
const records = inject("records")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as GameRecord);
const record = records.find(({ events, options }) => events.length > 50 && rules.variantOf({ ...options }) >= 0)!;
const changed = (change: (copy: GameRecord) => void): GameRecord => {
  const copy = structuredClone(record);
  change(copy);
  return copy;
};

test("every record of Manhattan is played again to the end", () => {
  for (const one of records) {
    const { opening, actions } = movesOf(one, rules)!;
    const last = actions.reduce((row, action) => rules.after(row, action), opening);
    const { result } = one as GameRecord & { result?: { scores: number[] } };
    if (result) expect(rules.scores(last)).toEqual(result.scores);
  }
  expect(records.length).toBeGreaterThan(2);
});

test("the fields of an event may come in any order", () => {
  const turned = changed((copy) => (copy.events = copy.events.map((event) => Object.fromEntries(Object.entries(event).reverse()) as typeof event)));
  expect(movesOf(turned, rules)).toEqual(movesOf(record, rules));
});

test("the first event that breaks a rule is named, counted from 1", () => {
  const at = record.events.findIndex(({ e }) => e === "build");
  const wrong = changed((copy) => (copy.events[at] = { ...copy.events[at]!, block: 9 }));
  expect(() => movesOf(wrong, rules)).toThrow(new BadEvent(at + 1));
});

test("what follows by itself may not be left out", () => {
  const at = record.events.findIndex(({ e }) => e === "score");
  const wrong = changed((copy) => void copy.events.splice(at, 1));
  expect(() => movesOf(wrong, rules)).toThrow(new BadEvent(at + 1));
});

test("nobody plays by options that there are not", () => {
  expect(
    movesOf(
      changed((copy) => (copy.options = { players: 9 })),
      rules,
    ),
  ).toBeNull();
});

test.each([
  null,
  3,
  [],
  {},
  { format: "bauboom/2", seats: [], events: [] },
  { format: "bauboom/1", seats: [1], events: [] },
  { format: "bauboom/1", seats: [], events: [{}] },
])("%j is no record", (data) => expect(asRecord(data)).toBeNull());
