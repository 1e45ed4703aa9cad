/** A position and what a decision would change, in words. */

import { settings } from "../../lib/settings.svelte";
import type { Preview } from "../../lib/protocol";
import { dye, sum, type View } from "./view";
import type { Words } from "./words/en";

/** A colour's name, as the palette shows it. */
export const colourName = (view: View, colour: number, words: Words): string =>
  settings.palette === "safe" ? words.safe[dye(view, colour)]! : words.colours[view.colours[colour]!.name];

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A site's name: the same for everybody, as records and the rules number it. */
export const where = (city: number, site: number, words: Words): string => `${words.cities[city]} ${site}`;

/** "blue 3, red 2: a red 1 takes it" */
export function facts(view: View, you: number | null, city: number, site: number, words: Words): string {
  const lot = view.cities[city]!.sites[site - 1]!;
  if (lot.owner === null) return words.site.empty;
  const name = (colour: number) => colourName(view, colour, words);
  const shares = lot.storeys
    .flatMap((n, colour) => (n ? [{ n, colour }] : []))
    .sort((a, b) => b.n - a.n || +(b.colour === lot.owner) - +(a.colour === lot.owner));
  const mine = you === null ? [] : view.players[you]!.colours;
  const rivals = mine.includes(lot.owner) || you === null ? shares.map(({ colour }) => colour) : mine;
  const takers = rivals.flatMap((colour) => {
    const size = lot.to_take[colour];
    if (colour === lot.owner) return [];
    return size ? [words.site.takes(name(colour), size)] : mine.includes(colour) ? [words.site.beyond(name(colour))] : [];
  });
  const counts = shares.map(({ colour, n }) => words.site.share(name(colour), n)).join(", ");
  return takers.length ? `${counts}: ${takers.join(", ")}` : counts;
}

/** Why the chosen card may not be used here. */
export function refusal(view: View, you: number, city: number, site: number, block: number | null, words: Words): string | null {
  const lot = view.cities[city]!.sites[site - 1]!;
  if (lot.owner === null) return null;
  const would = view.players[you]!.colours.map((colour) => {
    const largest = view.colours[colour]!.picked.findLastIndex((n) => n > 0) + 1;
    return { colour, total: lot.storeys[colour]! + (block ?? largest) };
  });
  const best = would.reduce((a, b) => (b.total > a.total ? b : a));
  return words.site.refused(colourName(view, lot.owner, words), lot.storeys[lot.owner]!, colourName(view, best.colour, words), best.total);
}

export interface Effect {
  kind: "tower" | "majority" | "tallest";
  text: string;
  short: string; // beside a sign
}

/** What a build changes, as the server foresees it. */
export function effects(view: View, then: View, city: number, site: number, words: Words): Effect[] {
  const [before, after] = [view.cities[city]!, then.cities[city]!];
  const [was, is] = [before.sites[site - 1]!, after.sites[site - 1]!];
  const name = (colour: number) => colourName(view, colour, words);
  const found: Effect[] = [];
  const tower = was.owner === null ? words.effect.fresh : was.owner === is.owner ? words.effect.grows(is.height) : words.effect.takes(name(was.owner));
  found.push({ kind: "tower", text: tower, short: tower });
  const called = (colour: number | null) => (colour === null ? null : name(colour));
  if (before.majority !== after.majority)
    found.push({ kind: "majority", text: words.effect.majority(called(after.majority), words.cities[city]!), short: called(after.majority) ?? "–" });
  const top = (table: View) => (table.tallest ? table.cities[table.tallest[0]]!.sites[table.tallest[1] - 1]!.owner : null);
  if (top(view) !== top(then)) found.push({ kind: "tallest", text: words.effect.tallest(called(top(then))), short: called(top(then)) ?? "–" });
  return found;
}

export interface Change {
  colour: number;
  before: number;
  after: number;
}

/** Whose points would change if the round were scored now. */
export function changes(view: View, preview: Preview<View>): Change[] {
  return view.colours.flatMap((colour, number) => {
    const [before, after] = [sum(colour.points_now), sum(preview.view.colours[number]!.points_now)];
    return before === after ? [] : [{ colour: number, before, after }];
  });
}
