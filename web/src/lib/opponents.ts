/** Against how many one plays, and how strong they are: chosen on the start page, remembered for each game. */

import type { Player, Saved } from "../local/game";
import { list } from "../local/store";
import type { GameLine } from "../rules/description";
import { keep, kept } from "./keep";
import { CHARACTERS, parted, TRAINER } from "./names";
import type { GameName } from "./protocol";

export interface Opponents {
  players: number; // oneself included
  level: string;
}

/** How many can play a game. */
export const playerCounts = ({ variants }: GameLine): number[] =>
  [...new Set(variants.map(({ players }) => Number(players)))].sort((one, other) => one - other);

/** What was chosen last; else as the last game against bots was; and for a newcomer the weakest bots. */
export function opponentsOf(line: GameLine): Opponents {
  const stored = remembered(line.game),
    last = played(line.game)[0];
  const players = [stored?.players, last?.saved.seats.length, Number(line.variants[0]!.players)].find((many) => playerCounts(line).includes(many as number));
  const level = [stored?.level, last?.level.split(":")[0], line.bots[0]].find((one) => one === TRAINER || line.bots.includes(one as string));
  return { players: Number(players), level: String(level) };
}

function remembered(game: GameName): Partial<Record<keyof Opponents, unknown>> | null {
  try {
    return JSON.parse(kept(`opponents ${game}`) ?? "null");
  } catch {
    return null;
  }
}

export const rememberOpponents = (game: GameName, { players, level }: Opponents): void => keep(`opponents ${game}`, JSON.stringify({ players, level }));

/** The bots for so many seats after one's own. Who has played meets others: everybody's turn comes. */
export function opponents(game: GameName, { players, level }: Opponents): Player[] {
  const first = list().games.filter((saved) => saved.game === game && saved.begun).length;
  return Array.from({ length: players - 1 }, (_, index) => ({ level: `${level}/${CHARACTERS[(first + index + 1) % CHARACTERS.length]!}` }));
}

/** The games of one person against bots of one level, the last one first. */
export function played(game: GameName): { saved: Saved; level: string }[] {
  return list().games.flatMap((saved) => {
    const level = saved.game === game && (saved.begun || saved.result) ? levelOf(saved) : null;
    return level ? [{ saved, level }] : [];
  });
}

/** The level of all bots in a game of one person; null if they differ, or others play, too. */
export function levelOf({ seats }: Pick<Saved, "seats">): string | null {
  const levels = seats.flatMap(({ level }) => (level === undefined ? [] : [parted(level).plain]));
  return levels.length === seats.length - 1 && new Set(levels).size === 1 ? levels[0]! : null;
}
