import { pluralIn } from "./plural";
import { settings } from "./settings.svelte";

/** A sentence with its gaps filled: {city}, or with what is counted: {towers|tower|towers}. */
export function fill(text: string | undefined, values: Record<string, unknown>): string {
  const plural = pluralIn(settings.language);
  return (text ?? "").replace(/\{(\w+)(?:\|(.*?)\|(.*?))?\}/g, (_, key: string, one?: string, many?: string) =>
    one && many ? `${values[key]} ${plural(Number(values[key]), one, many)}` : String(values[key]),
  );
}
