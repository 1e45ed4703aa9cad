/** What Manhattan shows and tells. Made by bauboom.machines.types of the game's SHEETS. */

export interface View {
  game: "manhattan";
  options: { edition: "1994" | "2017"; players: number; blocks_per_round: number; colours: number };
  seat: number | null;
  phase: "start" | "deal" | "pick" | "build" | "draw" | "over";
  turn: number | null;
  picking: number | null; // the colour of which blocks are picked
  round: number;
  rounds: number;
  starter: number;
  cities: City[];
  tallest: [number, number] | null; // the single tallest tower: city and site
  highest: [number, number][]; // all towers that are as tall as any
  players: Player[];
  colours: Colour[];
  played: number[]; // by card − 1, how many lie face up
  pile: number; // how many cards are face down
}

export interface City {
  name: CityName;
  majority: number | null; // a colour
  towers: number[]; // by colour
  sites: Site[];
}

export type CityName = "Sydney" | "Manhattan" | "Frankfurt" | "Hong Kong" | "São Paulo" | "Cairo";

export interface Site {
  owner: number | null; // a colour
  height: number;
  storeys: number[]; // by colour
  to_take: (number | null)[]; // by colour, the smallest block that takes the tower
}

export interface Player {
  side: "south" | "west" | "north" | "east";
  colours: number[];
  cards: number; // how many
  hand: number[] | null;
  marks: (number)[]; // by card, the site it marks for this player
}

export interface Colour {
  name: ColourName;
  score: number;
  supply: number[]; // by size − 1
  picked: number[];
  removed: number[];
  last_points: [number, number, number]; // for the tallest tower, cities and towers
  points_now: [number, number, number];
}

export type ColourName = "red" | "blue" | "green" | "black" | "orange" | "yellow" | "purple";

export type Event = Started | Dealt | Picked | Built | Skipped | Drawn | Reshuffled | Scored;

export interface Started {
  e: "start";
  seat: number;
}

export interface Dealt {
  e: "deal";
  seat: number;
  cards?: number[];
}

export interface Picked {
  e: "pick";
  seat: number;
  colour: number;
  blocks: number[];
}

export interface Built {
  e: "build";
  seat: number;
  card: number;
  city: number;
  site: number;
  colour: number;
  block: number;
}

export interface Skipped {
  e: "skip";
  seat: number;
  card: number;
  colour: number;
  block: number;
}

export interface Drawn {
  e: "draw";
  seat: number;
  card?: number;
}

export interface Reshuffled {
  e: "reshuffle";
}

export interface Scored {
  e: "score";
  round: number;
  points: PointsOfRound;
  total: number[];
}

export interface PointsOfRound {
  tallest: number[];
  cities: number[];
  towers: number[];
}

export type Reason = Why_tallest | Why_tallest_from | Why_level | Why_stays | Why_city_from | Why_city | Why_breaks | Why_secures | Why_takes | Why_founds | Why_safe | Why_holds | Why_grows | Why_last | Why_spares | Why_gives | Why_ration | Why_reach | Why_keeps;

export interface Why_tallest {
  why: "tallest";
  height: number;
  city: number;
}

export interface Why_tallest_from {
  why: "tallest_from";
  from: number;
  height: number;
  city: number;
}

export interface Why_level {
  why: "level";
  from: number;
}

export interface Why_stays {
  why: "stays";
  ahead: number;
}

export interface Why_city_from {
  why: "city_from";
  city: number;
  from: number;
}

export interface Why_city {
  why: "city";
  city: number;
}

export interface Why_breaks {
  why: "breaks";
  city: number;
  from: number;
}

export interface Why_secures {
  why: "secures";
  city: number;
  towers: number;
}

export interface Why_takes {
  why: "takes";
  city: number;
  from: number;
  height: number;
}

export interface Why_founds {
  why: "founds";
  city: number;
}

export interface Why_safe {
  why: "safe";
}

export interface Why_holds {
  why: "holds";
}

export interface Why_grows {
  why: "grows";
  city: number;
  ahead: number;
}

export interface Why_last {
  why: "last";
}

export interface Why_spares {
  why: "spares";
}

export interface Why_gives {
  why: "gives";
  block: number;
}

export interface Why_ration {
  why: "ration";
  storeys: number;
  left: number;
  rounds: number;
}

export interface Why_reach {
  why: "reach";
  block: number;
  towers: number;
}

export interface Why_keeps {
  why: "keeps";
  blocks: number;
}
