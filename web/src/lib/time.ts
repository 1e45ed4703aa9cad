/** Times as people read them. */

import { now } from "./api";
import { settings } from "./settings.svelte";
import { t } from "./speech.svelte";

const DAY = 86400000,
  HOUR = 3600000;
const two = (number: number) => String(number).padStart(2, "0");

/** What is left on a clock: "4:05", "3 h 20", "2 d 4 h". */
export function clock(ms: number): string {
  const s = Math.ceil(ms / 1000);
  if (ms >= DAY) return t().time.days(Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR));
  if (ms >= HOUR) return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** How long ago: "5 minutes ago". */
export function ago(at: number): string {
  const words = new Intl.RelativeTimeFormat(settings.language, { numeric: "auto", style: "short" });
  const s = (at - now()) / 1000;
  if (Math.abs(s) < 5400) return words.format(Math.round(s / 60), "minute");
  if (Math.abs(s) < 129600) return words.format(Math.round(s / 3600), "hour");
  return words.format(Math.round(s / 86400), "day");
}
