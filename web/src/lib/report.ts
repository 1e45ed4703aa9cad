/** What went wrong, in words: by its key, and by the rule that forbids it. */

import { asFailure, type Failure } from "./failure";
import type { GameName } from "./protocol";
import { t } from "./speech.svelte";
import { voice } from "./voice.svelte";

export function inWords(failure: Failure): string {
  const wait = Number(failure.more.retry);
  if (failure.key === "too_many" && wait) return t().failures.tooManyFor(Math.ceil(wait));
  return t().failures.keys[failure.key] ?? t().failures.keys.failed ?? "";
}

/** Show an error; where a rule of the game is the reason, the rule itself says so. */
export async function report(error: unknown, game?: GameName): Promise<void> {
  const failure = asFailure(error),
    id = failure.more.rule as string | undefined;
  if (!id || !game) return voice.show({ text: inWords(failure) });
  const rule = await import("./rules").then(({ ruleOf }) => ruleOf(game, id)).catch(() => null);
  voice.show({ text: rule ? t().failures.ruleSays(rule.title, rule.first) : inWords(failure), rule: { game, id } });
}
