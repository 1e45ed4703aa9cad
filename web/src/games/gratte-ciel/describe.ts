/** Towers, cards and what a decision would change, in words. */

import type { Legal } from "../../lib/protocol";
import { holders, isAction, named, plain, signed, siteNumber, stars, word, worthOf, type View } from "./view";
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
  const site = view.sites[number]!,
    t = words.tower;
  if (site.state === "collapsed") return [];
  return [
    [t.height, words.metres(site.height)],
    [t.prestige, plain(site.prestige)],
    [t.resistance, `${site.resistance}`],
  ];
}

/** Remarks: what it withstands, what it lacks, what it has won, what it is worth. */
export function remarks(view: View, number: number, words: Words): string[] {
  const site = view.sites[number]!,
    t = words.tower;
  if (site.state === "collapsed") return [];
  const firm = [t.resists(site.resistance)];
  if (site.insurances) firm.push(t.insured(site.insurances));
  if (site.quakes) firm.push(t.quakes(site.quakes));
  if (site.hits) firm.push(t.hits(site.hits));
  if (site.state === "open")
    return [...firm, site.toilet ? t.hasToilet : t.noToilet, ...(site.category ? [t.unity(word(words.categories, site.category)!)] : [])];
  const prizes = site.prizes.map((prize) => t.prize(word(words.prizes, prize)!, signed(worthOf(view, prize))));
  return [...firm, ...(site.flawed ? [t.flawed(why(view, number, words))] : []), ...prizes, t.points(site.points ?? 0)];
}

export function state(view: View, number: number, words: Words, names: string[], you: number | null): string {
  const site = view.sites[number]!;
  return site.owner !== null ? words.tower.owned(whoIs(site.owner, names, you)) : words.tower[site.state === "open" ? "open" : "collapsed"];
}

export function spoken(view: View, number: number, words: Words, names: string[], you: number | null, news = 0): string {
  const site = view.sites[number]!;
  const head = `${words.site(siteNumber(number))}, ${word(words.grounds, site.foundation)}, ${state(view, number, words, names, you)}`;
  if (site.state === "collapsed") return head;
  const fresh = news ? [words.tower.news(words.list(site.cards.slice(-news).map((kind) => brief(kind, view, words))))] : [];
  const cards = site.cards.length ? counted(site.cards, view, words).join(", ") : words.tower.nothing;
  return [head, ...fresh, ...facts(view, number, words).map((fact) => fact.join(" ")), ...remarks(view, number, words), cards].join(". ");
}

// What a decision would change: found by comparing the view now with the view after it

/** A few signs for the place where the action would happen. */
export function tag(before: View, after: View | undefined, action: Legal, you: number, words: Words): string {
  const site = action.site as number;
  const [old, now] = [before.sites[site], after?.sites[site]];
  if (!after || !old || !now) return "";
  if (action.e === "build") return words.metres(now.height);
  if (action.e === "roof") return signed(after.players[you]!.score - before.players[you]!.score);
  return now.state === "collapsed" ? "✕" : `${old.resistance}→${now.resistance}`;
}

/** Sentences, the most important first. */
export function changes(before: View, after: View, site: number | null, you: number, names: string[], words: Words): string[] {
  const p = words.preview,
    lines: string[] = [];
  const old = site === null ? undefined : before.sites[site],
    now = site === null ? undefined : after.sites[site];
  const fell = numbers(after, (number) => after.sites[number]!.state === "collapsed" && before.sites[number]?.state !== "collapsed");
  const saved = numbers(after, (number) => after.sites[number]!.insurances < (before.sites[number]?.insurances ?? 0) && !fell.includes(number));
  if (site !== null && old && now && now.state !== "collapsed") {
    if (now.state === "finished" && old.state === "open") lines.push(now.flawed ? p.flawed(why(after, site, words)) : p.finished(now.height));
    else if (now.height !== old.height) lines.push(p.height(old.height, now.height));
    if (now.prestige !== old.prestige && !now.flawed) lines.push(p.prestige(plain(old.prestige), plain(now.prestige)));
    if (now.quakes < old.quakes) lines.push(p.quakeGone);
    if (now.resistance !== old.resistance) lines.push(p.resistance(old.resistance, now.resistance));
  }
  if (saved.length) lines.push(p.insuranceLost(saved.map(siteNumber).join(", ")));
  if (fell.length) lines.push(p.collapses(fell.map(siteNumber).join(", ")));
  lines.push(...prizes(before, after, you, names, words));
  const [bar, newBar] = [before.players[you]!.threshold, after.players[you]!.threshold];
  if (bar !== newBar) lines.push(p.threshold(newBar));
  after.players.forEach((player, seat) => {
    const points = player.score - before.players[seat]!.score;
    if (points) lines.push(p.score(whoIs(seat, names, you), signed(points)));
  });
  if (after.phase === "over" && before.phase !== "over") lines.push(p.over);
  return lines;
}

const numbers = (view: View, fits: (number: number) => boolean) => view.sites.map((_, number) => number).filter(fits);

function prizes(before: View, after: View, you: number, names: string[], words: Words): string[] {
  const [old, now] = [holders(before), holders(after)];
  const owner = (view: View, site: number | undefined) => (site === undefined ? null : (view.sites[site]?.owner ?? null));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((prize) => {
    const [from, to] = [owner(before, old.get(prize)), owner(after, now.get(prize))];
    if (from === to) return [];
    const name = word(words.prizes, prize)!,
      lines: string[] = [];
    if (to !== null) lines.push(words.preview.gets(whoIs(to, names, you), name));
    if (from !== null) lines.push(words.preview.loses(whoIs(from, names, you), name));
    return lines;
  });
}
