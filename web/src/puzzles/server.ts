/** One's puzzles on the server: it judges and rates what was tried here, also without a network, and what it keeps is taken over. */

import { get, post } from "../lib/api";
import { asFailure } from "../lib/failure";
import { me } from "../lib/person.svelte";
import type { GameName, OwnPuzzles, PuzzleRatings, PuzzleTry } from "../lib/protocol";
import { server } from "../lib/server.svelte";
import { dropUnsent, noteUnsent, takeOver, takeOverTry, unsent, type Try } from "./progress";

/** After these an answer can be sent again; whatever else the server says, it does not want it. */
const LATER = ["offline", "unavailable", "failed", "need_name"];

let running: Promise<boolean> | null = null;
let known = ""; // the person whose puzzles were taken over since the page was opened

export function noteForServer(one: Try): void {
  if (server.exists) noteUnsent(one);
}

/** Send what waits, and take over what the server keeps of this person; whether it did. Once at a time. */
export const sync = (): Promise<boolean> => (running ??= exchange().finally(() => (running = null)));

async function exchange(): Promise<boolean> {
  if (!server.exists || !server.answers || !me.person) return false;
  const { id } = me.person;
  try {
    do {
      for (let next = unsent()[0]; next; next = unsent()[0]) {
        const told = await send(next);
        dropUnsent(next);
        if (told && known === id) takeOverTry(next.game, told);
      }
      if (known === id) return true;
      const own = await get<OwnPuzzles>("/api/puzzles");
      if (!unsent().length) takeOver(own); // or it lacks what was tried meanwhile
    } while (unsent().length);
    known = id;
    return true;
  } catch {
    return false;
  }
}

/** What the server says of an answer; null if it does not want it. Throws if it should be sent later. */
async function send({ game, id, action, day }: Try): Promise<PuzzleTry | null> {
  for (;;)
    try {
      return await post<PuzzleTry>(`/api/puzzles/${game}/${id}`, { action, ...(day === undefined ? {} : { day }) });
    } catch (error) {
      const { key, more } = asFailure(error);
      if (LATER.includes(key)) throw error;
      if (key !== "too_many") return null;
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(more.retry ?? 1)));
    }
}

/** How hard puzzles have become for people; those of which the server knows nothing are not in it. */
export const ratingsOf = async (game: GameName): Promise<Record<string, number>> =>
  server.exists && server.answers ? (await get<PuzzleRatings>(`/api/puzzles/${game}`)).ratings : {};
