/** What Gratte-ciel shows and tells. Made by bauboom.machines.types of the game's SHEETS. */

export interface View {
  game: "gratte-ciel";
  options: { players: number };
  seat: number | null;
  phase: "play" | "steal" | "keep" | "insure" | "choose" | "put" | "at_once" | "take" | "over" | "start" | "first_reveal" | "deal" | "first_draw" | "draw" | "rob" | "look" | "reveal";
  turn: number | null;
  on_turn: number; // whose turn it is, when chance acts, too
  sites: Site[];
  players: Player[];
  deck: number;
  top: (Card | null)[]; // put back on the deck, the topmost first; null: not known to the viewer
  foundations: number;
  discards: Record<string, number>;
  aside: Card[] | null; // seen in a study, stolen, or a hand to be put back; null: hidden
  at_once: Card | null; // a card to be played out of a study
  said: null | "left" | "right" | "swap"; // what was said last and shows nowhere else
  quiet_turns: number; // in a row, without a card from the deck; standstill ends the game
  victim: number | null; // who is being stolen from
  last_turns: number | null; // of the last round, once it has begun
  cards: Record<string, [number, number, number]>; // height, prestige and how many there are
  tornado: TornadoHands; // by seat, whose hand it would get
  levels: Levels;
  worth: Worth;
  standstill: 100;
  grounds: Record<string, [number, number]>; // resistance and how many there are
}

export interface Site {
  foundation: Ground;
  state: "open" | "finished" | "collapsed";
  owner: number | null;
  cards: Card[]; // floors first, the roof last
  height: number;
  prestige: number;
  resistance: number; // what is left
  insurances: number;
  quakes: number;
  hits: number; // of the century
  toilet: boolean;
  category: Category | null; // of all its floors, if they are of one
  flawed: boolean;
  flaws: ("toilet" | "threshold" | "lowest")[];
  prizes: Prize[];
  points: number | null; // for its owner
}

export type Ground = "clay" | "parking" | "piles" | "bedrock";

export type Card = "home-10" | "home-15" | "home-20p" | "home-20" | "home-25" | "home-30" | "office-10" | "office-15" | "office-20p" | "office-20" | "office-25" | "office-30" | "hotel-10" | "hotel-15" | "hotel-20p" | "hotel-20" | "hotel-25" | "hotel-30" | "restaurant-10" | "restaurant-15" | "restaurant-20p" | "restaurant-20" | "restaurant-25" | "restaurant-30" | "shop-10" | "shop-15" | "shop-20p" | "shop-20" | "shop-25" | "shop-30" | "absorber" | "lookout" | "skylobby" | "plant" | "pool" | "garden" | "museum" | "toilet" | "flat" | "terrace" | "dome" | "antenna" | "toilet-roof" | "study" | "insurance" | "tornado" | "quake" | "century";

export type Category = "home" | "office" | "hotel" | "restaurant" | "shop";

export type Prize = "mini" | "record" | "unity-home" | "unity-office" | "unity-hotel" | "unity-restaurant" | "unity-shop";

export interface Player {
  cards: number; // how many
  hand: Card[] | null; // null: hidden
  toilets: number;
  threshold: number;
  score: number;
  points: Points; // what the score is made of
}

export interface Points {
  prestige: number;
  prizes: number;
  flaws: number;
  toilets: number;
}

export interface TornadoHands {
  left: (number | null)[];
  right: (number | null)[];
}

export interface Levels {
  mini: number;
  lowest: number;
}

export interface Worth {
  mini: number;
  unity: number;
  record: number;
  flaw: number;
  toilet: number;
}

export type Event = Started | Founded | Dealt | Built | Robbed | Stolen | Kept | Roofed | Insured | Quaked | CenturyQuaked | Studied | Seen | Taken | PlayedAtOnce | Swapped | PutBack | Whirled | Discarded | Drawn | Collapsed | Declined;

export interface Started {
  e: "start";
  seat: number;
}

export interface Founded {
  e: "foundation";
  site: number;
  kind: Ground;
}

export interface Dealt {
  e: "deal";
  seat: number;
  cards?: Card[];
}

export interface Built {
  e: "build";
  seat: number;
  card: Card;
  site: number;
}

export interface Robbed {
  e: "steal";
  seat: number;
  from: number;
}

export interface Stolen {
  e: "stolen";
  seat: number;
  from: number;
  cards?: Card[];
}

export interface Kept {
  e: "keep";
  seat: number;
  card?: Card;
}

export interface Roofed {
  e: "roof";
  seat: number;
  card: Card;
  site: number;
}

export interface Insured {
  e: "insure";
  seat: number;
  site: number;
}

export interface Quaked {
  e: "quake";
  seat: number;
  site: number;
}

export interface CenturyQuaked {
  e: "century";
  seat: number;
}

export interface Studied {
  e: "study";
  seat: number;
  from: "deck" | "discard";
}

export interface Seen {
  e: "seen";
  seat: number;
  cards?: Card[];
}

export interface Taken {
  e: "take";
  seat: number;
  card?: Card;
}

export interface PlayedAtOnce {
  e: "play";
  seat: number;
  card: Card;
}

export interface Swapped {
  e: "swap";
  seat: number;
}

export interface PutBack {
  e: "put";
  seat: number;
  card?: Card;
}

export interface Whirled {
  e: "tornado";
  seat: number;
  to: "left" | "right";
}

export interface Discarded {
  e: "discard";
  seat: number;
  card: Card;
}

export interface Drawn {
  e: "draw";
  seat: number;
  card?: Card;
}

export interface Collapsed {
  e: "collapse";
  site: number;
}

export interface Declined {
  e: "decline";
  seat: number;
}

export type Reason = Why_wins | Why_crowns | Why_flawed | Why_prize_from | Why_prize | Why_topples | Why_fells | Why_uninsures | Why_shakes | Why_weakens | Why_saves | Why_insures | Why_firmer | Why_prepares | Why_toilet | Why_reaches | Why_needed | Why_pure | Why_closer | Why_grows | Why_steals | Why_useful | Why_swaps | Why_looks | Why_hand_of | Why_withholds;

export interface Why_wins {
  why: "wins";
}

export interface Why_crowns {
  why: "crowns";
  site: number;
  points: number;
}

export interface Why_flawed {
  why: "flawed";
  site: number;
}

export interface Why_prize_from {
  why: "prize_from";
  prize: Prize;
  of: number;
}

export interface Why_prize {
  why: "prize";
  prize: Prize;
}

export interface Why_topples {
  why: "topples";
  of: number;
  site: number;
  points: number;
}

export interface Why_fells {
  why: "fells";
  site: number;
}

export interface Why_uninsures {
  why: "uninsures";
  of: number;
  site: number;
}

export interface Why_shakes {
  why: "shakes";
  site: number;
  resistance: number;
}

export interface Why_weakens {
  why: "weakens";
  theirs: number;
  own: number;
}

export interface Why_saves {
  why: "saves";
  site: number;
  points: number;
}

export interface Why_insures {
  why: "insures";
  site: number;
  points: number;
  resistance: number;
}

export interface Why_firmer {
  why: "firmer";
  site: number;
  resistance: number;
}

export interface Why_prepares {
  why: "prepares";
  site: number;
  points: number;
}

export interface Why_toilet {
  why: "toilet";
}

export interface Why_reaches {
  why: "reaches";
  site: number;
  metres: number;
}

export interface Why_needed {
  why: "needed";
  site: number;
}

export interface Why_pure {
  why: "pure";
  site: number;
  category: Category;
}

export interface Why_closer {
  why: "closer";
  site: number;
  metres: number;
}

export interface Why_grows {
  why: "grows";
  site: number;
  metres: number;
}

export interface Why_steals {
  why: "steals";
  of: number;
  cards: number;
}

export interface Why_useful {
  why: "useful";
  card: Card;
  points: number;
}

export interface Why_swaps {
  why: "swaps";
  roofs: number;
}

export interface Why_looks {
  why: "looks";
  cards: number;
}

export interface Why_hand_of {
  why: "hand_of";
  of: number;
  cards: number;
}

export interface Why_withholds {
  why: "withholds";
  card: Card;
}
