/** All games that this page can play: those it was built with, and whatever else its host offers. */

import { GAMES, TITLES } from "../games/contract";
import type { GameLine } from "../rules/description";
import { gameLines } from "../rules/load";
import type { GameName } from "./protocol";
import { t } from "./speech.svelte";

class Games {
  private lines: GameLine[] = $state.raw([]);

  /** The host has said what it offers, or does not answer. */
  look(): Promise<void> {
    return gameLines().then(
      (lines) => void (this.lines = lines),
      () => {},
    );
  }

  get all(): GameName[] {
    return [...GAMES, ...this.lines.map(({ game }) => game).filter((name) => !GAMES.includes(name))];
  }

  line(name: GameName): GameLine | undefined {
    return this.lines.find(({ game }) => game === name);
  }
}

export const games = new Games();

/** Whether the page was built with a board of its own for a game. */
export const isOurs = (name: GameName): boolean => Object.hasOwn(TITLES, name);

export const titleOf = (name: GameName): string => (isOurs(name) ? TITLES[name]! : (games.line(name)?.title ?? name));

/** Every game's title, by name. */
export const titles = (): Record<GameName, string> => Object.fromEntries(games.all.map((name) => [name, titleOf(name)]));

/** A game by what stands in an address, where anybody can write anything. */
export const asGame = (name: string | null): GameName | null => (name !== null && games.all.includes(name) ? name : null);

/** How many may play, and how long it takes, where that is known. */
export function factsOf(name: GameName): string {
  if (isOurs(name)) return (t().home.facts as Record<GameName, string>)[name]!;
  const counts = [...new Set(games.line(name)?.variants.map(({ players }) => Number(players)))].sort((one, other) => one - other);
  return `${t().fresh.players}: ${counts.join(", ")}`;
}
