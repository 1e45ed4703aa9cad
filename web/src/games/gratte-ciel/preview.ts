/** What a decision would change, in words: by comparing what one sees now with what one would see then. */

import type { Legal } from "../../lib/protocol";
import { holders, plain, signed, word, type View } from "./types";
import { whoIs, why } from "./tower";
import type { Words } from "./words/en";

export type Mode = "none" | "play" | "at_once" | "steal" | "keep" | "insure" | "choose" | "put" | "take";

/** What is to be decided, from what may be decided: the view may lag behind where two decisions go together. */
export function modeOf(view: View, legal: Legal[]): Mode {
  const kinds = new Set(legal.map((action) => action.e));
  if (!legal.length) return "none";
  for (const mode of ["steal", "keep", "put"] as const) if (kinds.has(mode)) return mode;
  if (kinds.has("decline")) return "insure";
  if (kinds.has("take") || kinds.has("swap")) return view.phase === "take" ? "take" : "choose";
  return view.at_once ? "at_once" : "play";
}

/** The card that is played with an action. */
export const cardOf = (action: Legal): string => (action.card as string) ?? (action.e === "insure" ? "insurance" : action.e);

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
  const p = words.preview, lines: string[] = [];
  const old = site === null ? undefined : before.sites[site], now = site === null ? undefined : after.sites[site];
  const fell = numbers(after, (number) => after.sites[number]!.state === "collapsed" && before.sites[number]?.state !== "collapsed");
  const saved = numbers(after, (number) => after.sites[number]!.insurances < (before.sites[number]?.insurances ?? 0) && !fell.includes(number));
  if (site !== null && old && now && now.state !== "collapsed") {
    if (now.state === "finished" && old.state === "open") lines.push(now.flawed ? p.flawed(why(after, site, words)) : p.finished(now.height));
    else if (now.height !== old.height) lines.push(p.height(old.height, now.height));
    if (now.prestige !== old.prestige && !now.flawed) lines.push(p.prestige(plain(old.prestige), plain(now.prestige)));
    if (now.quakes < old.quakes) lines.push(p.quakeGone);
    if (now.resistance !== old.resistance) lines.push(p.resistance(old.resistance, now.resistance));
  }
  if (saved.length) lines.push(p.insuranceLost(saved.join(", ")));
  if (fell.length) lines.push(p.collapses(fell.join(", ")));
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
    const name = word(words.prizes, prize)!, lines: string[] = [];
    if (to !== null) lines.push(words.preview.gets(whoIs(to, names, you), name));
    if (from !== null) lines.push(words.preview.loses(whoIs(from, names, you), name));
    return lines;
  });
}
