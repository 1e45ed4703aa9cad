/** What happened, in lines: the game tells its own part, the page the table's. */

import type { Spoken } from "./faces.svelte";
import type { Told, View } from "./protocol";
import { t } from "./speech.svelte";

/** A line of the story. */
export interface Line {
  text: string; // what it means, or else what was done
  detail: string; // exactly where and with what, where the text does not say it
  plain: string; // what was done
}

/** A line as a sentence: it ends with a stop, and with one only. */
export const stopped = (line: string): string => (/[.!?]$/.test(line) ? line : `${line}.`);

/** A line as it is read out. */
export const readOut = ({ text, detail }: Line): string => (detail ? `${stopped(text)} ${stopped(detail)}` : text);

export function lineOf(told: Told, spoken: Spoken, view: View, names: string[], you: number | null): Line | null {
  const plain = tell(told, spoken, view, names, you);
  if (plain === null) return null;
  const { face, words } = spoken;
  const means = (told.means ?? []).map((fact) => face.why(fact, view, words, names, told.seat ?? -1, you)).filter(Boolean);
  if (!means.length) return { text: plain, detail: "", plain };
  const text = means.join(" "),
    detail = face.detail?.(told, view, words) ?? "";
  return { text, detail: text.includes(detail) ? "" : detail, plain };
}

function tell(told: Told, spoken: Spoken, view: View, names: string[], you: number | null): string | null {
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
