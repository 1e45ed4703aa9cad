/** The games' real rules, for tests. */

import { inject, vi } from "vitest";
import type { GameName } from "../src/lib/protocol";
import type { Index } from "../src/puzzles/puzzles";
import { Rules } from "../src/rules/game";

declare module "vitest" {
  export interface ProvidedContext {
    games: Record<GameName, [description: string, library: string]>; // the library in base64
    puzzles: Record<GameName, Index>;
    chunks: Record<GameName, string[]>; // the files that it names, in base64
    records: string; // a record in every line
  }
}

export async function rulesOf(game: GameName): Promise<Rules> {
  const [description, library] = inject("games")[game]!;
  const bytes = Uint8Array.from(atob(library), (char) => char.charCodeAt(0));
  return Rules.make(JSON.parse(description), await WebAssembly.compile(bytes));
}

/** From now on a game's seed is the same in every run. */
export function fixLuck(): void {
  let drawn = 0;
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    (array as Uint8Array).fill(++drawn);
    return array;
  });
}
