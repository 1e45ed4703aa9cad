import { pluralIn } from "./plural";
import { settings } from "./settings.svelte";

/** A player in a sentence: addressed, or by name. */
export interface Who {
  name: string;
  you: boolean;
}

/** A sentence with its gaps filled.
 *
 * {city}; with what is counted: {towers|tower|towers}; a player with what follows "you" and what follows a name:
 * {who|You take|takes}; or only how "you" is said there: {of|you}.
 */
export function fill(text: string | undefined, values: Record<string, unknown>): string {
  const plural = pluralIn(settings.language);
  return (text ?? "").replace(/\{(\w+)(?:\|([^|}]*))?(?:\|([^|}]*))?\}/g, (_, key: string, one?: string, many?: string) => {
    const value = values[key];
    if (typeof value !== "object") return one && many ? `${value} ${plural(Number(value), one, many)}` : String(value);
    const { name, you } = value as Who;
    return you && one !== undefined ? one : name + (many ? (many.startsWith("’") ? many : ` ${many}`) : "");
  });
}
