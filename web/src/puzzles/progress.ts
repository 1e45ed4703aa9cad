/** What this browser remembers of puzzles: how strong one is, what was tried, the streak, one's own mistakes. */

import { keep, kept } from "../lib/keep";
import type { GameName, OwnPuzzles, PuzzleTry } from "../lib/protocol";
import { NEWCOMER, rated, type Rating } from "./glicko.ts";
import { continued, type Course, type Puzzle, type Streak } from "./puzzles.ts";

function read<T>(key: string, isOne: (found: any) => boolean): T | null {
  try {
    const found = JSON.parse(kept(key) ?? "null");
    return found && isOne(found) ? found : null;
  } catch {
    return null;
  }
}

const isRating = (found: Partial<Rating> | undefined) => [found?.rating, found?.deviation, found?.volatility].every(Number.isFinite);

export const courseOf = (game: GameName): Course =>
  read<Course>(`puzzles ${game}`, ({ rating, tried }) => isRating(rating) && typeof tried === "object" && tried !== null) ?? { rating: NEWCOMER, tried: {} };

function keepCourse(game: GameName, course: Course): Course {
  const games = read<GameName[]>("puzzles games", Array.isArray) ?? [];
  if (!games.includes(game)) keep("puzzles games", JSON.stringify([...games, game]));
  keep(`puzzles ${game}`, JSON.stringify(course));
  return course;
}

/** Note the first try of a puzzle: it alone is rated. */
export function noteTry(game: GameName, id: string, isRight: boolean, puzzle: { rating: number; deviation: number }): Course {
  const course = courseOf(game);
  if (id in course.tried) return course;
  const score = isRight ? 1 : 0;
  return keepCourse(game, { rating: rated(course.rating, [{ ...puzzle, score }]), tried: { ...course.tried, [id]: score } });
}

export const streakNow = (): Streak | null => read<Streak>("puzzle streak", ({ day, length }) => Number.isSafeInteger(day) && Number.isSafeInteger(length));

/** The day's puzzle of a game is solved. */
export function noteDay(game: GameName, day: number): void {
  keep("puzzle streak", JSON.stringify(continued(streakNow(), day)));
  keep(`puzzle day ${game}`, String(day));
}

export const isSolved = (game: GameName, day: number): boolean => kept(`puzzle day ${game}`) === String(day);

/** An answer that the server has not heard of; `day`: to the puzzle of that day. */
export interface Try {
  game: GameName;
  id: string;
  action: string;
  day?: number;
}

const MOST_UNSENT = 1000; // the oldest: first tries are what counts

export const unsent = (): Try[] =>
  (read<Try[]>("puzzles unsent", Array.isArray) ?? []).filter((one) => [one?.game, one?.id, one?.action].every((text) => typeof text === "string"));
const keepUnsent = (tries: Try[]) => keep("puzzles unsent", JSON.stringify(tries.slice(0, MOST_UNSENT)));
export const noteUnsent = (one: Try): void => keepUnsent([...unsent(), one]);
export function dropUnsent(sent: Try): void {
  const [all, text] = [unsent(), JSON.stringify(sent)];
  const at = all.findIndex((one) => JSON.stringify(one) === text);
  if (at >= 0) keepUnsent(all.toSpliced(at, 1)); // or another tab has done so
}

/** Remember here what the server keeps of a person, in the place of everything else. */
export function takeOver({ courses, streak }: OwnPuzzles): void {
  keep("puzzle streak", JSON.stringify(streak));
  for (const game of new Set([...courses.map((course) => course.game), ...(read<GameName[]>("puzzles games", Array.isArray) ?? [])])) {
    const course = courses.find((one) => one.game === game);
    const tried = Object.entries(course?.tried ?? {}).map(([id, isRight]) => [id, Number(isRight)]);
    keepCourse(game, { rating: course ? ratingIn(course) : NEWCOMER, tried: Object.fromEntries(tried) });
    keep(`puzzle day ${game}`, String(course?.day ?? ""));
  }
}

/** The same after an answer. */
export function takeOverTry(game: GameName, told: PuzzleTry): void {
  keepCourse(game, { ...courseOf(game), rating: ratingIn(told) });
  keep("puzzle streak", JSON.stringify(told.streak));
}

const ratingIn = ({ rating, deviation, volatility }: Rating): Rating => ({ rating, deviation, volatility });

/** A decision of one's own that gave much away, to be made again. */
export interface Mistake extends Omit<Puzzle, "row"> {
  id: string; // game and step
  row: string; // base64
  isSolved: boolean;
}

const MOST = 100; // of a game, the newest

export const mistakesOf = (game: GameName): Mistake[] =>
  (read<Mistake[]>(`mistakes ${game}`, Array.isArray) ?? []).filter(({ id, row, best, second }) =>
    [id, row, best, second].every((text) => typeof text === "string"),
  );

export const keepMistakes = (game: GameName, mistakes: Mistake[]): void => keep(`mistakes ${game}`, JSON.stringify(mistakes.slice(0, MOST)));

/** The games that were looked through, by id. */
export const lookedAt = (): string[] => read<string[]>("mistakes looked at", Array.isArray) ?? [];
export const noteLooked = (id: string): void => keep("mistakes looked at", JSON.stringify([id, ...lookedAt().filter((other) => other !== id)].slice(0, 200)));

export const toText = (row: Uint8Array): string => btoa(String.fromCharCode(...row));
export const toRow = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
