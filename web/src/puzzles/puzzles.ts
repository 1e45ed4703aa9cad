/** Puzzles: positions in which one decision is clearly the best. src/bauboom/machines/puzzles.py writes their files. */

import type { Row } from "../rules/game.ts";
import type { Rating } from "./glicko.ts";

export const FORMAT = "bauboom-puzzles/1";
const DAY = 86_400_000; // ms
const ID = 6; // letters
const SHARES = 10_000; // chances are told in parts of this
const CHOICE = 8; // among how many puzzles of about the right strength the next one is chosen
const AHEAD = 14; // days whose puzzles are kept

/** What there is of a game. Lists are by the puzzles' numbers. */
export interface Index {
  format: string;
  game: string;
  chunk: number; // puzzles in a file
  themes: string[];
  ids: string;
  theme: string; // a digit each
  rating: number[];
  deviation: number;
  files: string[];
}

export interface Puzzle {
  seat: number;
  row: Row; // what the seat sees
  best: string; // in notation
  second: string; // the best of all others
  chance: number; // the share of the win that the best one promises
  secondChance: number;
}

/** How far somebody came with the puzzles of a game. */
export interface Course {
  rating: Rating;
  tried: Record<string, 0 | 1>; // by id: whether the first try was right
}

/** Days on which a puzzle of the day was solved. */
export interface Streak {
  day: number; // the last one
  length: number; // how many there were without a gap, up to it
}

export const countOf = ({ rating }: Index): number => rating.length;
export const idOf = ({ ids }: Index, number: number): string => ids.slice(ID * number, ID * number + ID);
export const themeOf = ({ themes, theme }: Index, number: number): string => themes[Number(theme[number])] ?? "";

/** The index with ratings by id in the place of those in the file. */
export const rerated = (index: Index, ratings: Record<string, number>): Index => ({
  ...index,
  rating: index.rating.map((rating, number) => ratings[idOf(index, number)] ?? rating),
});

/** The day that it is in Greenwich, counted from 1970: the same for everybody, wherever they are. */
export const dayOf = (now: number): number => Math.floor(now / DAY);

/** The number of a day's puzzle. */
export const dailyOf = (index: Index, day: number): number => ((day % countOf(index)) + countOf(index)) % countOf(index);

/** The numbers of the files with the puzzles of a day and of those that come next. */
export function filesFor(index: Index, day: number): number[] {
  const days = Array.from({ length: Math.min(AHEAD, countOf(index)) }, (_, ahead) => dailyOf(index, day + ahead));
  return [...new Set(days.map((number) => Math.floor(number / index.chunk)))];
}

/** The streak after a puzzle of the day was solved. A clock that was set back breaks nothing. */
export function continued(streak: Streak | null, day: number): Streak {
  if (!streak || day > streak.day + 1) return { day, length: 1 };
  return day <= streak.day ? streak : { day, length: streak.length + 1 };
}

/** How long a streak is today: it lasts until a whole day has passed without a puzzle. */
export const lengthOf = (streak: Streak | null, day: number): number => (streak && day <= streak.day + 1 ? streak.length : 0);

/** The number of a puzzle to go on with: not tried yet, of a theme if one is named, and about as strong as the player; null if there is none. */
export function nextOf(index: Index, course: Course, theme: string, not: number, random: () => number = Math.random): number | null {
  const open = index.rating
    .map((_, number) => number)
    .filter((number) => number !== not && !(idOf(index, number) in course.tried) && (!theme || themeOf(index, number) === theme));
  const distance = (number: number) => Math.abs(index.rating[number]! - course.rating.rating);
  const near = open.sort((one, other) => distance(one) - distance(other)).slice(0, CHOICE);
  return near[Math.floor(random() * near.length)] ?? null;
}

/** The puzzles of a file. */
export async function unpacked(data: ArrayBuffer): Promise<Puzzle[]> {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const start = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, start))) as {
    format: string;
    row: number;
    seat: number[];
    best: string[];
    second: string[];
    chances: number[][];
  };
  if (head.format !== FORMAT) throw new Error(`${head.format} is not ${FORMAT}`);
  const count = head.seat.length;
  return head.seat.map((seat, number) => ({
    seat,
    row: Uint8Array.from({ length: head.row }, (_, at) => bytes[start + at * count + number]!),
    best: head.best[number]!,
    second: head.second[number]!,
    chance: head.chances[number]![0]! / SHARES,
    secondChance: head.chances[number]![1]! / SHARES,
  }));
}
