/** A record that was imported to look through it here, where no server keeps it: it stays until the tab is closed. */

import { gameLines, rulesOf } from "../rules/load";
import { Failure } from "./failure";
import { PlayedPast } from "./past.svelte";
import { asRecord, BadEvent, movesOf, type GameRecord } from "./record";
import { more } from "./speech.svelte";

const KEY = "bauboom record";
let memory: string | null = null;

export function keepImport(text: string): void {
  memory = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    /* only memory */
  }
}

export function importedText(): string | null {
  try {
    return memory ?? sessionStorage.getItem(KEY);
  } catch {
    return memory;
  }
}

export interface Imported {
  record: GameRecord;
  past: PlayedPast;
  winners: number[];
}

/** The game that a record tells of; a Failure says what is wrong with it. */
export async function openImport(text: string): Promise<Imported> {
  const data: unknown = JSON.parse(text),
    record = asRecord(data);
  const line = (await gameLines()).find(({ game }) => game === record?.game);
  if (!record || !line) throw new Failure("bad_message", "");
  if (line.material && line.material in record) throw new Failure("no_server", ""); // with cards of the players' own
  const rules = await rulesOf(line.game);
  try {
    const moves = movesOf(record, rules);
    if (!moves) throw new Failure("bad_message", "");
    const past = new PlayedPast({ game: line.game, ...moves }, rules);
    return { record, past, winners: past.winners };
  } catch (error) {
    throw error instanceof BadEvent ? new Failure("illegal", more().imports.event(error.event)) : error;
  }
}
