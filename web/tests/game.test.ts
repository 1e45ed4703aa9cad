import { describe, expect, test } from "vitest";
import { Failure } from "../src/lib/failure";
import { LocalGame, newGame, type Saved } from "../src/local/game";
import { Illegal } from "../src/rules/game";
import { fixLuck, rulesOf } from "./games";

fixLuck();
const manhattan = await rulesOf("manhattan"),
  gratteCiel = await rulesOf("gratte-ciel");
const setup = { game: "manhattan" as const, options: manhattan.description.variants[0]!, hints: true };
const people = Array.from({ length: Number(setup.options.players) }, (_, seat) => ({ name: `Player ${seat}` }));
const begin = (seats: Saved["seats"] = people) => newGame({ ...setup, seats }, manhattan, 1);

/** Let everybody decide so many times, always by the same simple plan. */
function play(game: LocalGame, decisions: number): LocalGame {
  for (let left = decisions; left > 0 && !game.isOver; left--) {
    const legal = game.legal(game.turn);
    let open = game.decide(game.turn, [legal[(7 * left) % legal.length]!.id], 2);
    while (open) open = game.decide(game.turn, [...open.actions, open.legal[0]!.id], 2);
  }
  return game;
}
const failure = (what: () => unknown): string | undefined => {
  try {
    what();
  } catch (error) {
    return error instanceof Failure ? error.key : String(error);
  }
};

describe("a game on this device", () => {
  test("is dealt at once, and grows with every decision", () => {
    const game = begin(),
      { version } = game.saved;
    expect(game.turn).toBeGreaterThanOrEqual(0);
    play(game, 1);
    expect(game.saved.version).toBe(version + 1);
    expect(game.saved.begun).toBe(true);
  });

  test("is the same when it is taken from where it was kept", () => {
    const game = play(begin(), 40),
      again = new LocalGame(JSON.parse(JSON.stringify(game.saved)), manhattan);
    expect(again.row).toEqual(game.row);
    expect(again.story(0)).toEqual(game.story(0));
    expect(again.legal(game.turn)).toEqual(game.legal(game.turn));
  });

  test("ends with a result, and a record that proves its chance", () => {
    const game = play(begin(), 1000),
      { result } = game;
    expect(game.isOver).toBe(true);
    expect(result!.winners).toEqual(result!.scores.flatMap((score, seat) => (score === Math.max(...result!.scores) ? [seat] : [])));
    expect(game.saved).toMatchObject({ turn: null, result });
    expect(game.record(["a", "b", "c", "d"])).toMatchObject({ format: "bauboom/1", result, chance: { seed: game.saved.seed } });
  });

  test("keeps its seed to itself as long as it goes on", () => {
    const game = play(begin(), 5);
    expect(JSON.stringify(game.record(["a", "b", "c", "d"]))).not.toContain(game.saved.seed);
  });

  test("refuses what is illegal or not now, and stays as it was", () => {
    const game = begin(),
      before = structuredClone(game.saved),
      { turn } = game;
    expect(failure(() => game.decide(turn, [999999], 2))).toBe("illegal");
    expect(failure(() => game.decide((turn + 1) % people.length, [game.legal(turn)[0]!.id], 2))).toBe("not_now");
    expect(
      failure(() =>
        game.decide(
          turn,
          game
            .legal(turn)
            .slice(0, 2)
            .map(({ id }) => id),
          2,
        ),
      ),
    ).toBe("not_now");
    expect(game.saved).toEqual(before);
  });

  test("is outdated where the rules of today do not allow it", () => {
    const { saved } = play(begin(), 6);
    expect(failure(() => new LocalGame({ ...saved, actions: [...saved.actions, 999999] }, manhattan))).toBe("outdated");
    expect(failure(() => new LocalGame({ ...saved, options: { players: 99 } }, manhattan))).toBe("outdated");
    expect(failure(() => new LocalGame({ ...saved, seats: saved.seats.slice(1) }, manhattan))).toBe("outdated");
  });
});

describe("taking back", () => {
  test("brings the same luck again", () => {
    const game = play(begin(), 30),
      { actions } = game.saved,
      story = structuredClone(game.story(0));
    game.undo(3);
    const rest = actions.slice(game.saved.actions.length);
    expect(rest.length).toBeGreaterThan(0);
    game.decide(game.turn, [rest[0]!], 4);
    expect(game.saved.actions).toEqual(actions);
    expect(game.story(0)).toEqual(story);
  });

  test("goes back to the last decision of a person, over those of bots", () => {
    const seats: Saved["seats"] = [{ name: "" }, ...people.slice(1).map(() => ({ level: "level1" }))],
      game = begin(seats);
    while (game.turn !== 0) play(game, 1);
    const before = structuredClone(game.saved.actions);
    play(game, people.length - 1);
    game.undo(3);
    expect([game.turn, game.saved.actions]).toEqual([0, before]);
  });

  test("is not possible before anybody decided", () => {
    const game = begin(people.map(() => ({ level: "level1" })));
    expect(game.canUndo).toBe(false);
    expect(failure(() => game.undo(2))).toBe("not_now");
  });
});

describe("what a seat may know", () => {
  test("is its own hand and nobody else's", () => {
    const game = play(begin(), 8);
    const hands = (seat: number | null) => (game.view(seat).players as { hand: number[] | null }[]).map(({ hand }) => hand !== null);
    expect(hands(1)).toEqual(people.map((_, seat) => seat === 1));
    expect(hands(null)).toEqual(people.map(() => false));
    expect(game.alike(0, 0)).toBe(true);
    expect(game.alike(0, 1)).toBe(false);
  });

  test("only the seat on turn may decide", () => {
    const game = begin();
    expect(game.legal((game.turn + 1) % people.length)).toEqual([]);
    expect(game.legal(null)).toEqual([]);
  });

  test("a preview is what comes, as far as one can know", () => {
    const game = begin(),
      { turn } = game,
      { id } = game.legal(turn)[0]!;
    const { view, told } = game.preview(turn, [id]);
    expect(told[0]).toMatchObject({ seat: turn });
    game.decide(turn, [id], 2);
    expect(view.colours).toEqual(game.view(turn).colours);
    expect(() => game.preview(turn, [999999])).toThrow(Illegal);
  });
});

test("what others may not even know of is decided together with what comes before it", () => {
  const options = gratteCiel.description.variants[0]!,
    seats = Array.from({ length: Number(options.players) }, () => ({ name: "x" }));
  let together = 0;
  for (let round = 0; round < 12 && !together; round++) {
    const game = newGame({ game: "gratte-ciel", options, seats, hints: false }, gratteCiel, 1);
    for (let step = 0; step < 300 && !game.isOver; step++) {
      const { turn, step: before } = game,
        legal = game.legal(turn),
        action = legal[(step * 5 + round) % legal.length]!.id;
      let open = game.decide(turn, [action], 2);
      if (open) {
        together++;
        expect([open.actions, game.step]).toEqual([[action], before]); // nothing was played yet
        while (open) open = game.decide(turn, [...open.actions, open.legal[0]!.id], 2);
        expect(game.step).toBeGreaterThan(before + 1);
      }
    }
  }
  expect(together).toBeGreaterThan(0);
});
