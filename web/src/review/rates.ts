/** How well one decided in the games that were reviewed in this browser. */

import { keep, kept } from "../lib/keep";
import type { GameName } from "../lib/protocol";
import { rate, type Rate, type SeatReview } from "../rules/review";

const MOST = 50; // games that are remembered, the newest
const DIGITS = 1e4; // of what is remembered

/** A reviewed game: what each decision gave away, and what was at stake, in ten-thousandths of the win. */
interface Kept {
  id: string;
  gaps: number[];
  stakes: number[];
}

function read(game: GameName): Kept[] {
  try {
    const found = JSON.parse(kept(`rates ${game}`) ?? "[]");
    return Array.isArray(found) ? found.filter(({ id, gaps, stakes }) => typeof id === "string" && gaps?.length === stakes?.length) : [];
  } catch {
    return [];
  }
}

/** Remember one's own game, once. */
export function noteRate(game: GameName, id: string, { decisions }: SeatReview): void {
  const gaps = decisions.map(({ gap }) => Math.round(DIGITS * gap)),
    stakes = decisions.map(({ stake }) => Math.round(DIGITS * stake));
  keep(`rates ${game}`, JSON.stringify([{ id, gaps, stakes }, ...read(game).filter((other) => other.id !== id)].slice(0, MOST)));
}

/** The rate in all of them together. */
export function rateOver(game: GameName): Rate & { games: number } {
  const games = read(game);
  const decisions = games.flatMap(({ gaps, stakes }) => gaps.map((gap, at) => ({ gap: gap / DIGITS, stake: stakes[at]! / DIGITS })));
  return { ...rate(decisions), games: games.length };
}
