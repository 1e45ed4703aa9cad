/** What happened, in lines: the game tells its own part, the page the table's. */

import type { Spoken } from "./faces.svelte";
import type { Told, View } from "./protocol";
import { t } from "./speech.svelte";

/** A line as a sentence: it ends with a stop, and with one only. */
export const stopped = (line: string): string => (/[.!?]$/.test(line) ? line : `${line}.`);

export function tell(told: Told, spoken: Spoken, view: View, names: string[], you: number | null): string | null {
  if (!told.e.startsWith("table:")) return spoken.face.tell(told, view, spoken.words, names, you);
  const words = t().story,
    who = told.seat === undefined ? "" : (names[told.seat] ?? "");
  switch (told.e) {
    case "table:out":
      return words.out(who, String(told.why));
    case "table:back":
      return words.back(who);
    case "table:undo":
      return words.undo(who);
    case "table:decline":
      return words.decline(who);
    case "table:undone":
      return words.undone;
    default:
      return null;
  }
}
