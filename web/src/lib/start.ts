/** Beginning a game. */

import { post } from "./api";
import { commitment } from "./nonce";
import type { GameInfo, GameName, Pace } from "./protocol";
import { router } from "./router.svelte";

export interface Wanted {
  game: GameName;
  options: Record<string, string | number>;
  seats: string[];
  pace?: Partial<Pace>;
  listed?: boolean;
  spectators?: boolean;
  chat?: boolean;
  rated?: boolean;
  hints?: boolean;
}

/** Make a table and go there. */
export async function begin(wanted: Wanted): Promise<void> {
  const commit = wanted.seats.includes("me") ? await commitment() : null;
  const { id } = await post<{ id: string }>("/api/tables", { ...wanted, ...(commit ? { commit } : {}) });
  router.go(`/t/${id}`);
}

/** For whom no level was chosen: not the weakest, not the strongest. */
export const usualLevel = (game: GameInfo): string => game.bots[Math.min(1, game.bots.length - 1)] ?? "";

/** A game against bots at once, as most like it. */
export function playNow(game: GameInfo): Promise<void> {
  const options = game.variants[0]!;
  const others = Array<string>(Number(options.players) - 1).fill(`bot:${usualLevel(game)}`);
  return begin({ game: game.game, options, seats: ["me", ...others], hints: true });
}
