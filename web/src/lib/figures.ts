import { settings } from "./settings.svelte";

/** Hundredths of the win with one decimal place, as the language writes it. */
export const tenths = (share: number): string => (100 * share).toLocaleString(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
