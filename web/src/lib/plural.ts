/** Plurals by each language's own rules, which the browser knows: in French, for example, 0 is singular. */

import type { Language } from "./settings.svelte";

/** Chooses the form that goes with a number. */
export function pluralIn(language: Language): (number: number, one: string, many: string) => string {
  const rules = new Intl.PluralRules(language);
  return (number, one, many) => (rules.select(number) === "one" ? one : many);
}

/** A number with what is counted: "1 tower", "3 towers"; its minus is typeset. */
export function countIn(language: Language): (number: number, one: string, many?: string) => string {
  const plural = pluralIn(language);
  return (number, one, many = `${one}s`) => `${String(number).replace("-", "−")} ${plural(number, one, many)}`;
}
