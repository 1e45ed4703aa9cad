/** A tower in words: for the details beside it and for who does not see it. */

import { isAction, named, plain, signed, stars, word, worthOf, type View } from "./types";
import type { Who, Words } from "./words/en";

export const whoIs = (seat: number, names: string[], you: number | null): Who => ({ name: names[seat] ?? "?", you: seat === you });

export const cardName = (kind: string, words: Words): string => word(words.cards, named(kind)) ?? kind;

/** With metres and prestige, as it stands in the log: "home 15 m ★". */
export function brief(kind: string, view: View, words: Words): string {
  const [metres, prestige] = view.cards[kind]!;
  return isAction(kind) ? cardName(kind, words) : [cardName(kind, words), words.metres(metres), stars(prestige)].filter(Boolean).join(" ");
}

/** The same for the ear: "home, 15 m, prestige 1". */
export function full(kind: string, view: View, words: Words): string {
  const [metres, prestige] = view.cards[kind]!;
  const said = isAction(kind) ? cardName(kind, words) : words.card(cardName(kind, words), metres, prestige ? plain(prestige) : "");
  const effect = word(words.effects, named(kind));
  return effect ? `${said}. ${effect}` : said;
}

/** Equal cards together: "2 × home 15 m ★". */
export function counted(kinds: string[], view: View, words: Words): string[] {
  return [...new Set(kinds)].map((kind) => {
    const count = kinds.filter((other) => other === kind).length;
    return (count > 1 ? `${count} × ` : "") + brief(kind, view, words);
  });
}

/** Why a tower is flawed. */
export const why = (view: View, number: number, words: Words): string =>
  words.list(view.sites[number]!.flaws.map((flaw) => (flaw === "lowest" ? words.flaws.lowest(view.levels.lowest) : words.flaws[flaw])));

/** What is to be said of a tower beside its cards: label and value. */
export function facts(view: View, number: number, words: Words): [string, string][] {
  const site = view.sites[number]!, t = words.tower;
  if (site.state === "collapsed") return [];
  return [
    [t.height, words.metres(site.height)],
    [t.prestige, plain(site.prestige)],
    [t.resistance, `${site.resistance}`],
  ];
}

/** Remarks: what it withstands, what it lacks, what it has won, what it is worth. */
export function remarks(view: View, number: number, words: Words): string[] {
  const site = view.sites[number]!, t = words.tower;
  if (site.state === "collapsed") return [];
  const firm = [t.resists(site.resistance)];
  if (site.insurances) firm.push(t.insured(site.insurances));
  if (site.quakes) firm.push(t.quakes(site.quakes));
  if (site.hits) firm.push(t.hits(site.hits));
  if (site.state === "open") return [...firm, site.toilet ? t.hasToilet : t.noToilet, ...(site.category ? [t.unity(word(words.categories, site.category)!)] : [])];
  const prizes = site.prizes.map((prize) => t.prize(word(words.prizes, prize)!, signed(worthOf(view, prize))));
  return [...firm, ...(site.flawed ? [t.flawed(why(view, number, words))] : []), ...prizes, t.points(site.points ?? 0)];
}

export function state(view: View, number: number, words: Words, names: string[], you: number | null): string {
  const site = view.sites[number]!;
  return site.owner !== null ? words.tower.owned(whoIs(site.owner, names, you)) : words.tower[site.state === "open" ? "open" : "collapsed"];
}

export function spoken(view: View, number: number, words: Words, names: string[], you: number | null): string {
  const site = view.sites[number]!;
  const head = `${words.site(number)}, ${word(words.grounds, site.foundation)}, ${state(view, number, words, names, you)}`;
  if (site.state === "collapsed") return head;
  const cards = site.cards.length ? counted(site.cards, view, words).join(", ") : words.tower.nothing;
  return [head, ...facts(view, number, words).map((fact) => fact.join(" ")), ...remarks(view, number, words), cards].join(". ");
}
