/** How seats are called: people by their names, bots by friendly ones that differ within a table. */

import type { SeatInfo } from "./protocol";
import { settings } from "./settings.svelte";
import { t } from "./speech.svelte";

export const botName = (seat: number) => t().bots.names[seat % t().bots.names.length] ?? "";

export const seatName = (seat: Pick<SeatInfo, "kind" | "name" | "level">, index: number): string =>
  seat.name ?? (seat.level ? botName(index) : seat.kind === "person" ? t().seat.youName : t().seat.open);

export const levelName = (level: string): string => t().bots.levels[level] ?? level;

/** "Ada", "Ada and Grace", "Ada, Grace and Otis". */
export const listed = (names: string[]): string =>
  new Intl.ListFormat(settings.language === "en" ? "en-GB" : settings.language, { type: "conjunction" }).format(names);
