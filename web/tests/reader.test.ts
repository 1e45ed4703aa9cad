import { describe, expect, test } from "vitest";
import type { Node } from "../src/rules/description";
import { reader } from "../src/rules/reader";

const NOTHING = -9;
const read = (node: Node, ...numbers: number[]) => reader(node, NOTHING)(numbers);

describe("a sheet", () => {
  test("has numbers, flags, words and constants", () => {
    const node: Node = { height: "number", lit: "flag", side: ["word", ["south", "west"]], game: ["const", "toy"] };
    expect(read(node, 7, 1, 1)).toEqual({ height: 7, lit: true, side: "west", game: "toy" });
  });

  test("says with a number that there is nothing", () => {
    const node: Node = ["tuple", ["maybe", "number"], ["maybe", "number"], "number"];
    expect(read(node, NOTHING, 4, 5)).toEqual([null, 4, 5]);
  });

  test("leaves out a field that may be missing, and reads on behind it", () => {
    const node: Node = { "card?": "number", seat: "number" };
    expect(read(node, NOTHING, 2)).toEqual({ seat: 2 });
    expect(read(node, 6, 2)).toEqual({ card: 6, seat: 2 });
  });

  test("has a number even for an optional constant, which needs none to say what it is", () => {
    const node: Node = { "bankrupt?": ["const", true], seat: "number" };
    expect(read(node, 0, 3)).toEqual({ bankrupt: true, seat: 3 });
    expect(read(node, NOTHING, 3)).toEqual({ seat: 3 });
  });

  test("counts what it lists, lists in lists too", () => {
    expect(read(["many", ["many", "number"]], 3, 2, 10, 11, 0, 1, 12)).toEqual([[10, 11], [], [12]]);
  });

  test("names what it has many of", () => {
    expect(read(["named", ["home", "office", "shop"], "number"], 2, 2, 5, 0, 1)).toEqual({ shop: 5, home: 1 });
  });

  test("tells kinds apart and writes them under their key", () => {
    const node: Node = [
      "many",
      [
        "case",
        "e",
        [
          ["roll", { dice: ["tuple", "number", "number"] }],
          ["pass", {}],
        ],
      ],
    ];
    expect(read(node, 2, 1, 0, 3, 4)).toEqual([{ e: "pass" }, { e: "roll", dice: [3, 4] }]);
  });

  test("has kinds without a key", () => {
    expect(
      read(
        [
          "case",
          "",
          [
            ["empty", { storeys: ["const", 0] }],
            ["tower", { storeys: "number" }],
          ],
        ],
        1,
        5,
      ),
    ).toEqual({ storeys: 5 });
  });
});
