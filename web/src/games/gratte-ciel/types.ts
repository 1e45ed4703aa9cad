/** What the server shows of a game: src/bauboom/games/gratte_ciel/view.py. */

export interface Site {
  foundation: string;
  state: "open" | "finished" | "collapsed";
  owner: number | null;
  cards: string[]; // kinds, floors first, the roof last
  height: number;
  prestige: number;
  resistance: number; // what is left
  insurances: number;
  quakes: number;
  hits: number; // of the century
  toilet: boolean;
  category: string | null; // of all its floors, if they are of one
  flawed: boolean;
  flaws: Flaw[];
  prizes: string[];
  points: number | null; // for its owner
}

export type Flaw = "toilet" | "threshold" | "lowest";

export interface Player {
  cards: number;
  hand: string[] | null; // null: hidden
  toilets: number;
  threshold: number;
  score: number;
  points: { prestige: number; prizes: number; flaws: number; toilets: number };
}

export interface View {
  options: { players: number };
  seat: number | null;
  phase: string;
  turn: number | null;
  on_turn: number;
  sites: Site[];
  players: Player[];
  deck: number;
  top: (string | null)[]; // put back on the deck, the topmost first; null: not known to the viewer
  foundations: number;
  discards: Record<string, number>;
  aside: string[] | null;
  at_once: string | null;
  quiet_turns: number;
  standstill: number;
  victim: number | null;
  last_turns: number | null;
  cards: Record<string, [height: number, prestige: number, count: number]>;
  grounds: Record<string, [resistance: number, count: number]>;
  tornado: Record<"left" | "right", (number | null)[]>; // by seat, whose hand it would get
  levels: { mini: number; lowest: number };
  worth: { mini: number; unity: number; record: number; flaw: number };
}

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

/** By prize, the site that holds it. */
export function holders(view: View): Map<string, number> {
  return new Map(view.sites.flatMap((site, number) => site.prizes.map((prize) => [prize, number] as const)));
}

/** A number of points with its sign. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);
export const plain = (points: number): string => (points < 0 ? `−${-points}` : `${points}`);
/** Prestige as marks on a card. */
export const stars = (points: number): string => (points < 0 || points > 4 ? `${plain(points)}★` : "★".repeat(points));
