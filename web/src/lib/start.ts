/** Beginning a game on this device. */

import type { Setup } from "../local/game";
import { newLocalGame } from "../local/table.svelte";
import { list, remove } from "../local/store";
import { gameLines } from "../rules/load";
import { Failure } from "./failure";
import { trainer, TRAINER } from "./names";
import { opponents, opponentsOf } from "./opponents";
import { me } from "./person.svelte";
import type { GameName } from "./protocol";
import { router } from "./router.svelte";

/** Begin a game on this device and go there. */
export async function playHere(setup: Setup): Promise<void> {
  router.go(`/here/${await newLocalGame(setup)}`);
}

/** A game against bots at once, as it was chosen last or against bots of a level. One that was begun so and never played gives way. */
export async function playNow(game: GameName, level?: string): Promise<void> {
  const line = (await gameLines()).find((one) => one.game === game);
  if (!line) throw new Failure("not_found", "");
  const chosen = opponentsOf(line),
    wanted = { ...chosen, level: level ?? chosen.level },
    options = line.variants.find(({ players }) => players === wanted.players)!;
  const seats = [{ name: me.person?.name ?? "" }, ...opponents(game, wanted)];
  const setup: Setup = { game, options, seats: wanted.level === TRAINER ? (await trainer()).renewed(game, seats) : seats, hints: true };
  const same = JSON.stringify([setup.options, setup.seats]);
  for (const saved of list().games) if (!saved.begun && saved.game === game && JSON.stringify([saved.options, saved.seats]) === same) remove(saved.id);
  await playHere(setup);
}
