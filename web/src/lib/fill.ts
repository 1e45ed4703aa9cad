import { settings } from "./settings.svelte";

/** A sentence with its gaps filled: {city}, or with what is counted: {towers|tower|towers}. In French, 0 is singular. */
export const fill = (text: string | undefined, values: Record<string, unknown>): string =>
  (text ?? "").replace(/\{(\w+)(?:\|(.*?)\|(.*?))?\}/g, (_, key: string, one?: string, many?: string) => String(values[key]) + (one ? ` ${new Intl.PluralRules(settings.language).select(Number(values[key])) === "one" ? one : many}` : ""));
