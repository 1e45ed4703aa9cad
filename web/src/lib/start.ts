/** Beginning a game: on this device, or at a server's table. */

import type { Setup } from "../local/game";
import { newLocalGame } from "../local/table.svelte";
import { list, remove } from "../local/store";
import { gameLines } from "../rules/load";
import { post } from "./api";
import { Failure } from "./failure";
import { commitment } from "./nonce";
import { me } from "./person.svelte";
import type { GameName, Made, Pace } from "./protocol";
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

/** Make a table on the server and go there. */
export async function begin(wanted: Wanted): Promise<void> {
  const commit = wanted.seats.includes("me") ? await commitment() : null;
  const { id } = await post<Made>("/api/tables", { ...wanted, ...(commit ? { commit } : {}) });
  router.go(`/t/${id}`);
}

/** Begin a game on this device and go there. */
export async function playHere(setup: Setup): Promise<void> {
  router.go(`/here/${await newLocalGame(setup)}`);
}

/** The level of a bot for which none was chosen: not the weakest, not the strongest. */
export const usualLevel = (levels: readonly string[]): string => levels[Math.min(1, levels.length - 1)] ?? "";

/** A game against bots at once, as most like it. One that was begun so and never played gives way. */
export async function playNow(game: GameName): Promise<void> {
  const line = (await gameLines()).find((one) => one.game === game);
  if (!line) throw new Failure("not_found", "");
  const options = line.variants[0]!,
    bots = Array(Number(options.players) - 1).fill({ level: usualLevel(line.bots) });
  const setup: Setup = { game, options, seats: [{ name: me.person?.name ?? "" }, ...bots], hints: true };
  const same = JSON.stringify([setup.options, setup.seats]);
  for (const saved of list().games) if (!saved.begun && saved.game === game && JSON.stringify([saved.options, saved.seats]) === same) remove(saved.id);
  await playHere(setup);
}
