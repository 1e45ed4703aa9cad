/** A record that somebody brought to look through it here, where no server keeps it: it is there until the tab is closed. */

import { gameLines, rulesOf } from "../rules/load";
import { Played } from "./past.svelte";
import { Trouble } from "./protocol";
import { asRecord, BadEvent, movesOf, type GameRecord } from "./record";
import { t } from "./speech.svelte";

const KEY = "bauboom record";
let memory: string | null = null;

export function bring(text: string): void {
  memory = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    /* only memory */
  }
}

export function brought(): string | null {
  try {
    return memory ?? sessionStorage.getItem(KEY);
  } catch {
    return memory;
  }
}

export interface Brought {
  record: GameRecord;
  past: Played;
  winners: number[];
}

/** The game that a record tells of; a Trouble says what is wrong with it. */
export async function played(text: string): Promise<Brought> {
  const data: unknown = JSON.parse(text), record = asRecord(data);
  const line = (await gameLines()).find(({ game }) => game === record?.game);
  if (!record || !line) throw new Trouble("bad_message", "");
  if (line.material && line.material in record) throw new Trouble("no_server", ""); // cards of somebody's own
  const rules = await rulesOf(line.game);
  try {
    const moves = movesOf(record, rules);
    if (!moves) throw new Trouble("bad_message", "");
    const past = new Played({ game: line.game, ...moves }, rules);
    return { record, past, winners: past.winners };
  } catch (error) {
    throw error instanceof BadEvent ? new Trouble("illegal", t().imports.event(error.event)) : error;
  }
}
