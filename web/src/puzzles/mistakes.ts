/** One's own mistakes as puzzles: decisions in finished games on this device that gave much of the win away. */

import { Failure } from "../lib/failure";
import { isBroken, list, read } from "../local/store";
import { LocalGame, type Saved } from "../local/game";
import { bots } from "../rules/client";
import { rulesOf } from "../rules/load";
import { keepMistakes, lookedAt, mistakesOf, noteLooked, toText, type Mistake } from "./progress";

const LEAD = 0.05,
  SURE = 4; // the share of the win, and the standard errors, by which another decision was better
const BUDGET = "1000"; // simulations for each decision

/** The finished games that nobody has looked through yet, the newest first. */
export const openGames = (): Saved[] => {
  const known = new Set(lookedAt());
  return list().games.filter(({ id, result, seats, given }) => result && !given && !known.has(id) && seats.some(({ name }) => name !== undefined));
};

/** Look through all of them; an AbortError where it is stopped: games that are done stay done. */
export async function lookThrough(signal: AbortSignal, progress: (share: number) => void, found: (count: number) => void): Promise<void> {
  const games = openGames(),
    stop = () => bots.stop();
  signal.addEventListener("abort", stop);
  try {
    for (const [number, { id }] of games.entries()) {
      const mistakes = await mistakesIn(id, (share) => progress((number + share) / games.length));
      signal.throwIfAborted();
      noteLooked(id);
      found(mistakes);
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Keep the mistakes of one game, and say how many there are. */
async function mistakesIn(id: string, progress: (share: number) => void): Promise<number> {
  const saved = read(id);
  if (!saved || isBroken(saved)) return 0;
  const rules = await rulesOf(saved.game);
  let people: number[];
  try {
    people = new LocalGame(saved, rules).people;
  } catch (error) {
    if (error instanceof Failure) return 0; // it was played by other rules
    throw error;
  }
  const opening = rules.opening(rules.variantOf(saved.options));
  const { decisions } = await bots.analyse(saved.game, opening, saved.actions, BUDGET, ({ done, all }) => progress(done / all));
  const rows = [opening];
  for (const action of saved.actions) rows.push(rules.after(rows.at(-1)!, action));
  const fresh = decisions
    .filter(({ seat, chances, after, error }) => people.includes(seat) && chances[seat]! - after[seat]! >= Math.max(LEAD, SURE * error))
    .map(({ step, seat, played, best, chances, after }): Mistake => ({
      ...{ id: `${id} ${step}`, seat, isSolved: false, row: toText(rules.observe(rows[step]!, seat)) },
      ...{ best: rules.all[best]!.text, second: rules.all[played]!.text, chance: chances[seat]!, secondChance: after[seat]! },
    }));
  const ids = new Set(fresh.map((mistake) => mistake.id));
  keepMistakes(saved.game, [...fresh, ...mistakesOf(saved.game).filter((mistake) => !ids.has(mistake.id))]);
  return fresh.length;
}
