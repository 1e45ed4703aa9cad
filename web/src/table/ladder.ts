/** From game to game: stronger bots after a win, weaker ones for a player who keeps losing. */

import { levelOf, played } from "../lib/opponents";
import type { Saved } from "../local/game";

const isWon = ({ seats, result }: Saved): boolean => result?.winners.some((seat) => seats[seat]?.level === undefined) ?? false;

/** What to play after a game: the next level when it was won, the one below when this and the last one were lost. */
export function nextLevel(saved: Saved, levels: readonly string[]): { level: string; isStronger: boolean } | null {
  const level = levelOf(saved),
    at = levels.indexOf(level ?? "");
  if (!saved.result || at < 0) return null;
  const isStronger = isWon(saved);
  if (!isStronger) {
    const before = played(saved.game).find((other) => other.saved.result && other.saved.id !== saved.id && other.saved.changed <= saved.changed);
    if (!before || before.level !== level || isWon(before.saved)) return null;
  }
  const next = levels[at + (isStronger ? 1 : -1)];
  return next === undefined ? null : { level: next, isStronger };
}
