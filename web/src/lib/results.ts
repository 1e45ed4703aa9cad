/** What a player's finished games say: how often they won, against whom, and how often in a row. */

import type { Saved } from "../local/game";
import { parted } from "./names";
import type { GameName, TableLine } from "./protocol";

/** A finished game as its player remembers it. */
export interface Played {
  game: GameName;
  at: number;
  won: boolean;
  levels: string[]; // of the bots
  people: { name: string; who: string | null }[]; // the others
}

export interface Tally {
  games: number;
  won: number;
}

/** A game on this device; null where it was tried again from another, or several people shared it: nobody knows which of them asks. */
export function playedHere({ game, seats, result, moved, changed, given }: Saved): Played | null {
  const mine = seats.findIndex((player) => player.name !== undefined);
  if (!result || moved || given || seats.filter((player) => player.name !== undefined).length !== 1) return null;
  return { game, at: changed, won: result.winners.includes(mine), levels: seats.flatMap(({ level }) => level ?? []), people: [] };
}

/** A game on a server; null where the player had no seat. */
export function playedThere({ game, seats, result, changed, you }: TableLine): Played | null {
  if (you === null || !result) return null;
  const others = seats.filter(({ seat }) => seat !== you);
  return {
    ...{ game, at: changed, won: result.winners.includes(you) },
    levels: others.flatMap(({ level, name }) => (name === null && level !== null ? [level] : [])),
    people: others.flatMap(({ name, who }) => (name === null ? [] : [{ name, who }])),
  };
}

export const PEOPLE = "people"; // instead of a level, where other people played

/** Whom a game was played against: other people, or bots by the level of the strongest. */
const strength = ({ levels, people }: Played): string =>
  people.length
    ? PEOPLE
    : (levels
        .map((level) => parted(level).plain.split(":")[0]!)
        .toSorted()
        .at(-1) ?? PEOPLE);

const add = <Key>(tallies: Map<Key, Tally>, key: Key, won: boolean): void => {
  const { games, won: before } = tallies.get(key) ?? { games: 0, won: 0 };
  tallies.set(key, { games: games + 1, won: before + Number(won) });
};

/** By game, and there by strength, the weakest bots first. */
export function byGame(all: readonly Played[]): Map<GameName, Map<string, Tally>> {
  const found = new Map<GameName, Map<string, Tally>>();
  for (const one of all) {
    if (!found.has(one.game)) found.set(one.game, new Map());
    add(found.get(one.game)!, strength(one), one.won);
  }
  const rank = (level: string) => (level === PEOPLE ? "~" : level);
  return new Map([...found].map(([game, tallies]) => [game, new Map([...tallies].sort(([one], [other]) => (rank(one) < rank(other) ? -1 : 1)))]));
}

export const total = (tallies: Iterable<Tally>): Tally =>
  [...tallies].reduce((sum, { games, won }) => ({ games: sum.games + games, won: sum.won + won }), { games: 0, won: 0 });

/** Wins in a row: now, and at best. */
export function streaks(all: readonly Played[]): { now: number; best: number } {
  let now = 0,
    best = 0;
  for (const { won } of all.toSorted((one, other) => one.at - other.at)) {
    now = won ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}

/** The people whom one met most often; those without a profile go by their names. */
export function opponents(all: readonly Played[], most = 5): { name: string; who: string | null; games: number; won: number }[] {
  const found = new Map<string, Tally>(),
    known = new Map<string, { name: string; who: string | null }>();
  for (const { people, won } of all.toSorted((one, other) => one.at - other.at))
    for (const person of people) {
      const key = person.who ?? `: ${person.name}`;
      add(found, key, won);
      known.set(key, person); // by the newest name
    }
  return [...found]
    .map(([key, tally]) => ({ ...known.get(key)!, ...tally }))
    .sort((one, other) => other.games - one.games || (one.name < other.name ? -1 : 1))
    .slice(0, most);
}
