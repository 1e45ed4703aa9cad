/** Badges: earned by what happened in real games, and by nothing else; kept by the browser. */

import { beforeEach, describe, expect, test, vi } from "vitest";
import { earnedIn, LEVEL_BADGES, levelOf } from "../src/end/badges.svelte";
import type { Ending, Finished } from "../src/games/endings";
import { ending as gratteCiel } from "../src/games/gratte-ciel/ending";
import { ending as hochHinaus } from "../src/games/hoch-hinaus/ending";
import { ending as manhattan } from "../src/games/manhattan/ending";
import { PlayedPast } from "../src/lib/past.svelte";
import type { GameName, Told } from "../src/lib/protocol";
import { LANGUAGES } from "../src/lib/settings.svelte";
import { Bots } from "../src/rules/bots";
import { rulesOf } from "./games";

const ENDINGS: Record<GameName, Ending> = { manhattan, "hoch-hinaus": hochHinaus, "gratte-ciel": gratteCiel };

/** Games in which one player thinks and the others do not, as two seats know them: broken off early, broken off late, and whole. */
async function* games(game: GameName, most: number): AsyncGenerator<Finished> {
  const rules = await rulesOf(game),
    bots = new Bots(rules);
  for (let seed = 1; seed <= most; seed++) {
    let state = seed;
    const random = (below: number) => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) % below;
    const opening = rules.opening(rules.variantOf({ players: game === "manhattan" ? 3 : 2 }));
    const actions: number[] = [];
    for (let row = opening; rules.turn(row) !== rules.description.over; row = rules.after(row, actions.at(-1)!)) {
      const seat = rules.turn(row),
        legal = rules.legalIds(row);
      if (seat < 0) actions.push(rules.sample(row, random));
      else if (seat === seed % 2) actions.push(await bots.choose("level2", rules.observe(row, seat), seat, random(10 ** 6)));
      else actions.push(legal[random(legal.length)]!);
    }
    const past = new PlayedPast({ game, opening, actions }, rules);
    for (const seat of [0, 1]) {
      const finished = { seat, hasWon: past.winners.includes(seat), rivals: ["level1"], moments: past.begun(seat) };
      for (const cut of [past.steps / 4, past.steps - 2]) yield { ...finished, hasWon: false, moments: finished.moments.slice(0, cut) };
      yield finished;
    }
  }
}

const told = ({ moments }: Finished): Told[] => moments.flatMap((moment) => moment.told);
const end = ({ moments }: Finished) => moments.at(-1)!.view;
const sites = (game: Finished) => end(game).sites.filter((site: any) => site.owner === game.seat);

/** The same in other words: from the story alone where the badge looks at the board, and the other way round. */
const SAME: Record<GameName, Record<string, (game: Finished) => boolean>> = {
  manhattan: {
    takeover: (game) => {
      const tops = new Map<string, number>(),
        { colours } = end(game).players[game.seat];
      return told(game).some(({ e, city, site, colour }) => {
        if (e !== "build") return false;
        const place = `${city} ${site}`,
          below = tops.get(place);
        tops.set(place, colour as number);
        return below !== undefined && !colours.includes(below) && colours.includes(colour);
      });
    },
    tallest: (game) => {
      // who owned the single tallest tower when a round was scored
      const { colours } = end(game).players[game.seat];
      const scored = game.moments.filter((moment) => moment.told.some(({ e }) => e === "score"));
      return (
        scored.length === end(game).rounds &&
        scored.every(({ view }) => view.tallest && colours.includes(view.cities[view.tallest[0]].sites[view.tallest[1] - 1].owner))
      );
    },
    mayor: (game) => {
      const { cities, players } = end(game);
      const most = cities.filter(({ towers }: any) => {
        const own = players[game.seat].colours.map((colour: number) => towers[colour]);
        return own.some((many: number) => many > 0 && towers.filter((other: number) => other >= many).length === 1);
      });
      return most.length >= 4;
    },
    skyscraper: (game) =>
      end(game).cities.some(({ sites }: any) => sites.some(({ owner, height }: any) => height > 19 && end(game).players[game.seat].colours.includes(owner))),
    comeback: (game) => {
      if (!game.hasWon) return false;
      const points = (view: any, seat: number) => view.players[seat].colours.reduce((sum: number, colour: number) => sum + view.colours[colour].score, 0);
      const scored = game.moments.filter((moment) => moment.told.some(({ e }) => e === "score")).slice(0, -1);
      return scored.some(({ view }) => [0, 1, 2].every((seat) => seat === game.seat || points(view, game.seat) < points(view, seat)));
    },
  },
  "hoch-hinaus": {
    takeover: (game) => {
      // one's own building has grown by storeys that one did not build
      const own = (view: any) => view.buildings.filter(({ owner }: any) => owner === game.seat).reduce((sum: number, { storeys }: any) => sum + storeys, 0);
      return game.moments.some(
        ({ told, view }, at) => told.some(({ e, seat }) => e === "storey" && seat === game.seat) && own(view) > own(game.moments[at - 1]!.view) + 1,
      );
    },
    demand: (game) => told(game).some(({ e, of }) => e === "demand" && of === 1 - game.seat),
    brink: (game) =>
      !told(game).some(({ e, seat }) => e === "bankrupt" && seat === game.seat) &&
      game.moments.some(({ view }) => view.phase !== "over" && view.players[game.seat].bankrupt),
    last: (game) => told(game).some(({ e, seat }) => e === "bankrupt" && seat === 1 - game.seat),
    tall: (game) => end(game).buildings.some(({ owner, height }: any) => owner === game.seat && height > 4),
  },
  "gratte-ciel": {
    record: (game) => sites(game).some((site: any) => site.prizes.includes("record")),
    mini: (game) => sites(game).some(({ height, flawed }: any) => height === end(game).levels.mini && !flawed),
    unity: (game) => sites(game).some(({ category, flawed, prizes }: any) => category !== null && !flawed && prizes.includes(`unity-${category}`)),
    tall: (game) => sites(game).some(({ height }: any) => height > 179),
    quake: (game) => {
      const owners = new Map<unknown, number | undefined>(); // as roofs were put on
      return game.moments.some(({ told }) => {
        const by = told.find(({ e }) => e === "quake" || e === "century")?.seat;
        for (const { e, site, seat } of told) if (e === "roof") owners.set(site, seat);
        return by === game.seat && told.some(({ e, site }) => e === "collapse" && owners.get(site) === 1 - game.seat);
      });
    },
    thief: (game) => told(game).some(({ e, from }) => e === "steal" && from === 1 - game.seat),
    flawless: (game) => game.hasWon && sites(game).length > 0 && end(game).players[game.seat].points.flaws === 0,
  },
};

describe.each(Object.keys(ENDINGS))("the badges of %s", (game) => {
  const { badges, words } = ENDINGS[game]!;

  test("are earned by what happened, and only by that", { timeout: 120_000 }, async () => {
    const seen = new Map(badges.map(({ id }) => [id, new Set<boolean>()]));
    for await (const finished of games(game, 150)) {
      for (const { id, isEarned } of badges) {
        const is = isEarned(finished);
        expect(is, `${id} of seat ${finished.seat}`).toBe(SAME[game]![id]!(finished));
        seen.get(id)!.add(is);
      }
      if ([...seen.values()].every((both) => both.size === 2)) return;
    }
    expect([...seen].filter(([, both]) => both.size < 2).map(([id, both]) => `${id}: only ${[...both]}`)).toEqual([]);
  });

  test("have words in every language", async () => {
    for (const language of LANGUAGES) {
      const known = (await words[language]()).words.badges;
      expect(Object.keys(known).sort()).toEqual(badges.map(({ id }) => id).sort());
    }
  });
});

describe("a win over bots of a level", () => {
  const won = (rivals: (string | null)[], hasWon = true) => earnedIn({ seat: 0, hasWon, rivals, moments: [] }, []).map(({ id }) => levelOf(id));

  test("earns the badge of that level, where all others are of it", () => {
    expect(won(["level3", "level3"])).toEqual(["level3"]);
    expect(won(["level3", "level4"])).toEqual([]);
    expect(won(["level3", null])).toEqual([]);
    expect(won([])).toEqual([]);
    expect(won(["level3"], false)).toEqual([]);
  });
});

describe("badges that were earned", () => {
  const [first, second] = LEVEL_BADGES as [(typeof LEVEL_BADGES)[0], (typeof LEVEL_BADGES)[0]];
  beforeEach(() => {
    localStorage.clear();
    vi.resetModules();
  });

  test("are new once, are kept, and belong to their game", async () => {
    const { earned } = await import("../src/end/badges.svelte");
    expect(earned.add("manhattan", [first], 1)).toEqual([first]);
    expect(earned.add("manhattan", [first, second], 2)).toEqual([second]);
    expect(earned.add("gratte-ciel", [first], 3)).toEqual([first]);
    vi.resetModules();
    const again = (await import("../src/end/badges.svelte")).earned;
    expect(again.when("manhattan", first.id)).toBe(1);
    expect(again.when("manhattan", second.id)).toBe(2);
    expect(again.when("gratte-ciel", second.id)).toBeNull();
    expect(again.add("manhattan", [first], 4)).toEqual([]);
  });

  test.each(["{", "null", "7", '{"manhattan": 7}', '{"manhattan": {"course": "x"}}'])("are none where something else is kept: %s", async (text) => {
    localStorage.setItem("bauboom badges", text);
    const { earned, COURSE } = await import("../src/end/badges.svelte");
    expect(earned.when("manhattan", COURSE.id)).toBeNull();
    expect(earned.add("manhattan", [COURSE], 5)).toEqual([COURSE]);
    expect(earned.when("manhattan", COURSE.id)).toBe(5);
  });
});
