/** Positions as small pictures: what stands on the board stands in the picture. */

import { expect, test } from "vitest";
import { GAMES, pictureOf } from "../src/games/contract";
import { newGame, type LocalGame } from "../src/local/game";
import { fixLuck, rulesOf } from "./games";

fixLuck();

/** A game after so many decisions: a storey where one can be built. */
async function played(name: string, decisions: number): Promise<LocalGame> {
  const rules = await rulesOf(name),
    options = rules.description.variants[0]!;
  const seats = Array.from({ length: Number(options.players) }, () => ({ name: "x" }));
  const game = newGame({ game: name, options, seats, hints: false }, rules, 1);
  let chosen: number[] = [],
    legal = game.legal(game.turn);
  for (let left = decisions; left > 0 && !game.isOver;) {
    const more = game.decide(game.turn, [...chosen, (legal.find(({ e }) => e === "storey") ?? legal[(left * 7) % legal.length]!).id], 1);
    chosen = more?.actions ?? [];
    legal = more?.legal ?? game.legal(game.turn);
    left -= more ? 0 : 1;
  }
  return game;
}

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);

/** What each game says itself of what was built: storeys, or metres by ten. */
const BUILT: Record<string, (view: any) => number> = {
  manhattan: (view) => sum(view.cities.flatMap((city: any) => city.sites.map((site: any) => site.height))),
  "hoch-hinaus": (view) => sum(view.plots.flat().map((plot: any) => plot.storeys)),
  "gratte-ciel": (view) => sum(view.sites.map((site: any) => site.height)) / 10,
};

test.each(GAMES)("%s: what was built is in the picture, and the ground is there before", async (name) => {
  const draw = (await pictureOf(name))!;
  expect(sum(draw((await played(name, 0)).view(0)).map(({ size }) => size))).toBeGreaterThan(0);
  for (const seat of [0, null]) {
    const view = (await played(name, 40)).view(seat);
    const tall = sum(draw(view).flatMap(({ towers }) => towers.flatMap(({ blocks }) => blocks.map(([, storeys]) => storeys))));
    expect(tall).toBeGreaterThan(3);
    expect(tall).toBeCloseTo(BUILT[name]!(view));
  }
});

test("a game of another package has no such picture", async () => {
  expect(await pictureOf("cairn")).toBeNull();
});
