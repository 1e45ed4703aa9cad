/** What the boards work out for themselves: what the player is choosing, and where things are drawn. */

import { describe, expect, test } from "vitest";
import { plan } from "../src/games/gratte-ciel/layout";
import * as track from "../src/games/hoch-hinaus/layout";
import { facts } from "../src/games/manhattan/describe";
import { measure } from "../src/games/manhattan/layout";
import { tell } from "../src/games/manhattan/tell";
import { Turn } from "../src/games/manhattan/turn.svelte";
import type { Built, View } from "../src/games/manhattan/view";
import { words } from "../src/games/manhattan/words/en";
import type { Preview } from "../src/lib/protocol";
import { newGame } from "../src/local/game";
import { fixLuck, rulesOf } from "./games";

fixLuck();
const rules = await rulesOf("manhattan"),
  options = rules.description.variants[0]!;
const seats = Array.from({ length: Number(options.players) }, () => ({ name: "x" }));

/** A position in which something is to be built. */
function positionToBuild() {
  const game = newGame({ game: "manhattan", options, seats, hints: false }, rules, 1);
  while (game.view(null).phase !== "build") {
    const picks = game.legal(game.turn); // blocks of several sizes, in the middle of the list
    game.decide(game.turn, [picks[picks.length >> 1]!.id], 1);
  }
  const { turn: you } = game,
    view = game.view(you) as View,
    legal = game.legal(you);
  const preview = async (decisions: number[][]) => decisions.map((actions) => game.preview(you, actions)) as Preview<View>[];
  return { view, legal, you, preview };
}

function turnToBuild(): Turn {
  const position = positionToBuild();
  return new Turn(() => position);
}

describe("a turn of Manhattan", () => {
  test("begins with nothing chosen and nothing lit", () => {
    const turn = turnToBuild();
    expect([turn.decision, turn.lit.size, turn.back()]).toEqual([null, 0, false]);
    expect(turn.cards.size).toBeGreaterThan(0);
  });

  test("a card lights its site in every city; a site and a block make it a decision", () => {
    const turn = turnToBuild(),
      [card] = turn.cards;
    turn.pickCard(card!);
    expect(turn.lit.size).toBe(6);
    expect(turn.pickSite(2, turn.marks(card!))).toBe(true);
    const [block] = turn.blocks.values();
    turn.pickBlock(block!.colour, block!.block);
    expect(turn.decision).toMatchObject({ e: "build", card, city: 2, block: block!.block });
  });

  test("a site names its card, and one that no card marks is refused", () => {
    const turn = turnToBuild(),
      marked = new Set([...turn.cards].map(turn.marks));
    const [site] = marked,
      other = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((number) => !marked.has(number))!;
    expect(turn.pickSite(0, other)).toBe(false);
    expect(turn.card).toBeNull();
    expect(turn.pickSite(0, site!)).toBe(true);
    expect(turn.marks(turn.card!)).toBe(site);
  });

  test("every step is taken back, the last one first", () => {
    const turn = turnToBuild(),
      [card] = turn.cards;
    turn.pickCard(card!);
    turn.pickSite(0, turn.marks(card!));
    const [block] = turn.blocks.values();
    turn.pickBlock(block!.colour, block!.block);
    const steps = [turn.block, turn.city, turn.card];
    expect(steps).not.toContain(null);
    expect([turn.back(), turn.block, turn.city]).toEqual([true, null, 0]);
    expect([turn.back(), turn.city, turn.card]).toEqual([true, null, card]);
    expect([turn.back(), turn.card, turn.back()]).toEqual([true, null, false]);
  });

  test("shows what each block would bring on the chosen site", async () => {
    const turn = turnToBuild(),
      [card] = turn.cards;
    turn.pickCard(card!);
    turn.pickSite(1, turn.marks(card!));
    await Promise.resolve();
    await Promise.resolve();
    expect([...turn.previews.keys()].sort()).toEqual([...turn.blocks.values()].map(({ id }) => id).sort());
  });
});

describe("the words of Manhattan", () => {
  const { view } = positionToBuild();

  test("name a site alike for everybody", () => {
    const built = { e: "build", seat: 0, card: 4, city: 0, site: 4, colour: 0, block: 2 } as Built;
    for (const you of [null, 0, 1]) expect(tell(built, view, words, ["Ada", "Grace"], you)).toMatch(/ in Sydney 4$/);
  });

  test.each(Object.keys(words.colours) as (keyof typeof words.colours)[])("have the right article before %s", (name) => {
    const lot = { owner: 1, height: 2, storeys: [0, 2], to_take: [2, null] };
    const colours = view.colours.map((colour) => ({ ...colour, name }));
    const table: View = { ...view, colours, cities: view.cities.map((city) => ({ ...city, sites: city.sites.map(() => lot) })) };
    expect(facts(table, 0, 0, 1, words)).toBe(`${name} 2: ${name === "orange" ? "an" : "a"} ${name} 2 takes it`);
  });
});

describe("the track of Hoch hinaus!", () => {
  const squares = Array.from({ length: 32 }, (_, square) => square);

  test("has a cell for each square, at the edge of the board", () => {
    for (const square of squares) {
      const cell = track.cellOfSquare(square);
      expect([track.squareOf(cell), track.isPlot(cell)]).toEqual([square, false]);
    }
    expect(squares.filter((square) => track.isCorner(track.cellOfSquare(square)))).toEqual([0, 8, 16, 24]);
  });

  test("is walked the shorter way round", () => {
    expect(track.walk(30, 2)).toEqual([30, 31, 0, 1, 2]);
    expect(track.walk(2, 30)).toEqual([2, 1, 0, 31, 30]);
    expect(track.walk(5, 5)).toEqual([5]);
  });

  test("is seen across the plots from anywhere but a corner", () => {
    for (const square of squares) expect(track.sightOf(track.PLAN, square) === null).toBe(square % 8 === 0);
  });
});

describe("towers have room", () => {
  test("in Manhattan, however tall they are", () => {
    const usual = measure([[5, 0, 0, 0, 0, 0, 0, 0, 0]], 300, 300),
      tall = measure([[25, 0, 0, 0, 0, 0, 0, 0, 0]], 300, 300);
    expect(tall.storey).toBeLessThan(usual.storey);
    expect(tall.storey).toBeGreaterThanOrEqual(5);
    expect(-tall.top).toBeGreaterThanOrEqual(25 * tall.storey);
  });

  test.each([
    [360, 400],
    [1280, 700],
    [3840, 2000],
  ])("in Gratte-ciel, on %i × %i", (width, height) => {
    for (const count of [1, 4, 9, 14]) {
      const { plots, rows, metre, highest, under } = plan(count, width, height, 300, true);
      expect(plots.length).toBe(count);
      expect(highest).toBeGreaterThanOrEqual(305);
      for (const { left, wide } of plots) expect(left + wide).toBeLessThanOrEqual(width + 1e-6);
      for (const { top, ground } of rows) expect(ground - top).toBeGreaterThanOrEqual(Math.min(metre * highest, height / rows.length - under) - 1e-6);
    }
  });
});
