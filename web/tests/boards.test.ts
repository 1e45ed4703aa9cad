/** What the boards work out for themselves: what the player is choosing, and where things are drawn. */

import { describe, expect, test } from "vitest";
import { plan } from "../src/games/gratte-ciel/layout";
import * as track from "../src/games/hoch-hinaus/layout";
import { facts } from "../src/games/manhattan/describe";
import { breadth, measure, numbers, STAR, stack } from "../src/games/manhattan/layout";
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

describe("the plan of Hoch hinaus! under a finger", () => {
  const cells = Array.from({ length: 81 }, (_, key) => track.cellAt(key));
  const plots = cells.filter(track.isPlot),
    ring = cells.filter((cell) => !track.isPlot(cell));

  /** How wide and how high the touches are that mean a cell, around its middle, in pixels. */
  function reach(projection: track.Projection, targets: track.Cell[], cell: track.Cell, scale: number): [number, number] {
    const [x, y] = track.middleOf(projection, cell);
    const side = track.sizeOf(projection) * 48; // nobody touches beyond the screen
    const means = (px: number, py: number) =>
      px >= 0 && px <= side && track.keyOf(track.nearest(projection, targets, [px, py], 1 / scale) ?? { x: 9, y: 9 }) === track.keyOf(cell);
    const far = (dx: number, dy: number) => {
      let n = 0;
      while (n < 60 && means(x + ((n + 0.5) * dx) / scale, y + ((n + 0.5) * dy) / scale)) n += 0.5;
      return n;
    };
    return [far(1, 0) + far(-1, 0), far(0, 1) + far(0, -1)];
  }

  test.each([360, 375, 390, 430])("every plot and every square has 44 px on a screen of %i", (pixels) => {
    const plan = track.planFor(pixels),
      scale = pixels / (track.sizeOf(plan) * 48);
    for (const targets of [plots, ring])
      for (const cell of targets) if (!track.isCorner(cell)) for (const size of reach(plan, targets, cell, scale)) expect(size).toBeGreaterThanOrEqual(43.5);
  });

  test("a large screen shows the whole track and the letters, a tiny one as much as fits", () => {
    expect(track.planFor(600)).toBe(track.PLAN);
    expect(track.planFor(300).track).toBe(0.5);
  });
});

describe("towers have room", () => {
  const city = (...heights: number[]) => [...heights, ...Array<number>(9 - heights.length).fill(0)];

  test.each([
    [312, 305],
    [350, 355],
    [180, 130],
    [90, 300],
  ])("in Manhattan, however tall they are, in cells of %i × %i", (wide, high) => {
    const low = measure([city(5)], wide, high),
      tall = measure([city(32), city(0, 0, 0, 0, 0, 0, 0, 0, 20)], wide, high);
    expect((tall.storey * breadth(tall, wide, high)) / 176).toBeGreaterThanOrEqual(wide < 200 ? 3 : 7); // px
    expect(breadth(tall, wide, high)).toBeGreaterThanOrEqual(0.79 * breadth(low, wide, high));
    expect(-tall.top).toBeGreaterThanOrEqual(Math.min(32, tall.most) * tall.storey);
    expect(low.most).toBe(Infinity);
  });

  test("in Manhattan, where towers that have room are whole", () => {
    const { most, storey, top } = measure([city(12), city(0, 9)], 300, 600);
    expect([most, -top >= 12 * storey]).toEqual([Infinity, true]);
  });

  test("a tower that is too high keeps its foot and its top, and has a gap between them", () => {
    const layers = [3, 4, 2, 4, 4, 3].map((tall, colour) => ({ colour, tall }));
    expect(stack(layers, Infinity)).toMatchObject({ high: 20, gap: null });
    const { pieces, high, gap } = stack(layers, 10);
    expect([high, gap]).toEqual([10, 1]);
    expect(pieces.map(({ colour, z, tall }) => [colour, z, tall])).toEqual([
      [0, 0, 1],
      [3, 2, 1],
      [4, 3, 4],
      [5, 7, 3],
    ]);
  });

  test("the number of a tower stands on its roof, unless towers in front hide it", () => {
    const towers = (glass: boolean) => city(2, 3, 0, 0, 9).map((high, place) => ({ high, glass: glass && place === 4 }));
    const [behind, beside, , , front] = numbers(towers(false), 8);
    expect([behind!.sign, beside!.sign, front!.sign]).toEqual([true, false, false]);
    expect(behind!.y).toBeLessThan(front!.y - 10);
    expect(beside!.x).toBeGreaterThan(front!.x + 26);
    expect(numbers(towers(true), 8)[0]!.sign).toBe(false);
  });

  test("a sign leaves the star of the tallest tower free", () => {
    const towers = city(2, 0, 0, 0, 9).map((high, place) => ({ high, glass: false, star: place === 4 }));
    const [behind, , , , front] = numbers(towers, 8);
    expect(behind!.sign).toBe(true);
    expect(behind!.y).toBeLessThan(front!.y - STAR - 10);
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
