/** The badges that were earned in this browser, and those that every game has. */

import { keep, kept } from "../lib/keep";
import type { GameName } from "../lib/protocol";
import type { Badge, Finished } from "../games/endings";

type Kept = Record<GameName, Record<string, number>>; // by game and badge, when it was earned

const LEVELS = ["level1", "level2", "level3", "level4", "level5", "level6"];
const LEVEL = "won-";

/** For a win over each level of bots. */
export const LEVEL_BADGES: Badge[] = LEVELS.map((level, number) => ({
  id: LEVEL + level,
  art: Array.from({ length: number + 1 }, (_, storey) => `M7 ${18.5 - 3.4 * storey}h10`).join(""),
  isEarned: ({ hasWon, rivals }) => hasWon && rivals.length > 0 && rivals.every((rival) => rival === level),
}));

/** The level that a badge is for; null if it is another kind of badge. */
export const levelOf = (id: string): string | null => (id.startsWith(LEVEL) ? id.slice(LEVEL.length) : null);

/** For all tasks of a game's lessons; no game earns it. */
export const COURSE: Badge = {
  id: "course",
  art: "M2.500 9 12 4.500 21.500 9 12 13.500ZM6.500 11v5c3 2.500 8 2.500 11 0v-5M21.500 9v6",
  isEarned: () => false,
};

class Earned {
  private all: Kept = $state.raw(read());

  when(game: GameName, id: string): number | null {
    return this.all[game]?.[id] ?? null;
  }

  /** Keep badges; those that are new come back. */
  add(game: GameName, badges: Badge[], now: number): Badge[] {
    this.all = read(); // another tab may have earned some
    const fresh = badges.filter(({ id }) => this.when(game, id) === null);
    if (fresh.length) {
      this.all = { ...this.all, [game]: { ...this.all[game], ...Object.fromEntries(fresh.map(({ id }) => [id, now])) } };
      keep("badges", JSON.stringify(this.all));
    }
    return fresh;
  }
}

/** What is kept, as far as it makes sense. */
function read(): Kept {
  try {
    const found = Object.entries(JSON.parse(kept("badges") ?? "{}") as Kept);
    return Object.fromEntries(found.map(([game, badges]) => [game, Object.fromEntries(Object.entries(badges).filter(([, when]) => Number.isFinite(when)))]));
  } catch {
    return {};
  }
}

export const earned = new Earned();

/** What a finished game is worth. */
export const earnedIn = (game: Finished, own: Badge[]): Badge[] => [...own, ...LEVEL_BADGES].filter((badge) => badge.isEarned(game));
