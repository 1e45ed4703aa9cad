/** What went wrong, in words: by its key, and by the rule that forbids it. */

import type { GameName, Trouble } from "./protocol";
import { ruleOf } from "./rules";
import { t } from "./speech.svelte";
import { asTrouble, voice } from "./voice.svelte";

export function inWords(trouble: Trouble): string {
  const wait = Number(trouble.more.retry);
  if (trouble.key === "too_many" && wait) return t().trouble.tooManyFor(Math.ceil(wait));
  return t().trouble.keys[trouble.key] ?? t().trouble.keys.failed ?? "";
}

/** Show an error; where a rule of the game is the reason, the rule itself says so. */
export async function complain(error: unknown, game?: GameName): Promise<void> {
  const trouble = asTrouble(error), id = trouble.more.rule as string | undefined;
  if (!id || !game) return voice.show({ text: inWords(trouble) });
  const rule = await ruleOf(game, id).catch(() => null);
  voice.show({ text: rule ? t().trouble.ruleSays(rule.title, rule.first) : inWords(trouble), rule: { game, id } });
}
