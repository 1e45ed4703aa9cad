/** Which tasks of a game's lessons were solved; kept in this browser. */

import { keep, kept } from "./keep";
import type { GameName } from "./protocol";

export function solvedTasks(game: GameName): Set<string> {
  try {
    return new Set(JSON.parse(kept(`learnt ${game}`) ?? "[]") as string[]);
  } catch {
    return new Set();
  }
}

export function saveSolved(game: GameName, tasks: Set<string>): void {
  keep(`learnt ${game}`, JSON.stringify([...tasks]));
}
