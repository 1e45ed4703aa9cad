/** Messages of a server to a page that has the rules: what is seen and what may be done, it finds out by itself. */

import type { Frame, TableInfo, Told } from "../lib/protocol";
import type { Row, Rules } from "./game.ts";

/** What a message says besides the row: a Frame without what the row tells. */
export interface Head extends Omit<Frame, "table" | "view" | "legal" | "told"> {
  rules: string; // by which the server plays
  decides: boolean; // this seat has to decide
  whole: boolean; // `table` is all of it, and not only what has changed
  table: Partial<TableInfo>;
  told: (number[] | Told)[]; // lists of a game's events as numbers; what happened at the table
}

/** A message is the length of its head, the head as JSON, and the row, if there is one yet. */
export function unpack(data: ArrayBuffer): { head: Head; row: Row | null } {
  const length = new DataView(data).getUint32(0, true),
    end = 4 + length;
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  return { head, row: data.byteLength > end ? new Uint8Array(data, end) : null };
}

/** The server has other rules than this page: they would not understand each other. */
export class Outdated extends Error {}

/** The table as the page shows it, after the frame before. */
export function frameOf(head: Head, row: Row | null, rules: Rules, before: Frame | null): Frame {
  if (head.rules !== rules.description.rules) throw new Outdated(`the server's rules are ${head.rules}`);
  const { rules: _, decides, whole, table, told, ...rest } = head;
  return {
    ...rest,
    table: (whole || !before ? table : { ...before.table, ...table }) as TableInfo,
    view: row && rules.view(row, head.you),
    legal: row && decides ? rules.legal(row) : [],
    told: toldIn(told, rules),
  };
}

/** Everything that happened, game and table; cards that came one by one are told together. */
function toldIn(items: Head["told"], rules: Rules): Told[] {
  const found: Told[] = [];
  let run: Told[] = []; // events of the game, one after the other
  for (const item of [...items, null]) {
    if (Array.isArray(item)) run.push(...rules.readTold(item));
    else {
      found.push(...rules.joined(run), ...(item ? [item] : []));
      run = [];
    }
  }
  return found;
}
