/** Reading a view and what may be decided in it. */

import type { Legal } from "../../lib/protocol";
import type { View } from "./sheet";

export type { Player, Site, View } from "./sheet";
export type Flaw = View["sites"][number]["flaws"][number];

export const CATEGORIES = ["home", "office", "hotel", "restaurant", "shop"];
export const PRIZES = ["mini", "record", ...CATEGORIES.map((category) => `unity-${category}`)];
const ROOFS = ["flat", "terrace", "dome", "antenna", "toilet-roof"];
const ACTIONS = ["study", "insurance", "tornado", "quake", "century"];

/** What a card is by name and picture: a floor goes by its category. */
export const named = (kind: string): string => (CATEGORIES.includes(kind.split("-")[0]!) ? kind.split("-")[0]! : kind);
export const isRoof = (kind: string): boolean => ROOFS.includes(kind);
export const isAction = (kind: string): boolean => ACTIONS.includes(kind);

/** A word out of a table that every language has; keys come from the server. */
export const word = (table: Record<string, string>, key: string): string | undefined => table[key];

/** Of the points of a prize: all of order and unity are worth the same. */
export const worthOf = (view: View, prize: string): number => view.worth[prize.split("-")[0] as "mini" | "unity" | "record"];

/** A site as people call it: they count from 1, records from 0. */
export const siteNumber = (site: number): number => site + 1;

/** By prize, the site that holds it. */
export function holders(view: View): Map<string, number> {
  return new Map(view.sites.flatMap((site, number) => site.prizes.map((prize) => [prize, number] as const)));
}

/** A number of points with its sign. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);
export const plain = (points: number): string => (points < 0 ? `−${-points}` : `${points}`);
/** Prestige as marks on a card. */
export const stars = (points: number): string => (points < 0 || points > 4 ? `${plain(points)}★` : "★".repeat(points));

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
