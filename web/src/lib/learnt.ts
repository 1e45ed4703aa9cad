/** How far somebody has come in the lessons of a game; kept in this browser. */

import { keep, kept } from "./keep";
import type { GameName } from "./protocol";

export function learnt(game: GameName): Set<string> {
  try {
    return new Set(JSON.parse(kept(`learnt ${game}`) ?? "[]") as string[]);
  } catch {
    return new Set();
  }
}

export function learn(game: GameName, tasks: Set<string>): void {
  keep(`learnt ${game}`, JSON.stringify([...tasks]));
}
