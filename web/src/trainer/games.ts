/** What the trainer knows of its player: the finished games on this device. */

import { levelName, TRAINER } from "../lib/names";
import { levelOf, played } from "../lib/opponents";
import type { GameName } from "../lib/protocol";
import type { Player, Saved } from "../local/game";
export { levelFor } from "./strength";
import { mixOf, strengthAfter, strengthIn, withStrength, type Lesson } from "./strength";

function lessonOf({ seats, result, moved }: Saved, level: string): Lesson | null {
  const strength = strengthIn(level);
  if (!result || moved || strength === null) return null;
  const mine = seats.findIndex(({ name }) => name !== undefined);
  return { strength, share: result.winners.includes(mine) ? 1 / result.winners.length : 0, fair: 1 / seats.length };
}

/** How strongly the trainer plays now, with so many players. It begins at the level that was played last. */
export function strengthNow(game: GameName, players: number): number {
  const all = played(game).toReversed(),
    lessons = all.flatMap(({ saved, level }) => lessonOf(saved, level) ?? []);
  const same = lessons.filter(({ fair }) => fair === 1 / players),
    last = all.findLast(({ level }) => strengthIn(level) === null)?.level;
  return strengthAfter(same.length ? same : lessons.slice(-1), Number(last?.replace("level", "")) || 1);
}

/** The same players, the trainer as strong as it is now. */
export function renewed(game: GameName, seats: readonly Player[]): Player[] {
  const strength = strengthNow(game, seats.length);
  return seats.map((player) => (player.level?.startsWith(TRAINER) ? { level: withStrength(player.level, strength) } : player));
}

/** Whether a game is one of one person with the trainer. */
export const isLesson = (saved: Pick<Saved, "seats">): boolean => strengthIn(levelOf(saved) ?? "") !== null;

/** "60 % Casual, 40 % Intermediate": what the trainer plays like. */
export function inWords(strength: number): string {
  const parts = mixOf(Math.round(100 * strength) / 100);
  return parts.map(({ level, share }) => (parts.length === 1 ? levelName(level) : `${Math.round(100 * share)} % ${levelName(level)}`)).join(", ");
}
