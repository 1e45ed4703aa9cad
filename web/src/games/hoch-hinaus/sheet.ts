/** What Hoch hinaus! shows and tells. Made by bauboom.machines.types of the game's SHEETS. */

export interface View {
  game: "hoch-hinaus";
  options: { players: number; bankruptcy: "demand" | "automatic" };
  seat: number | null;
  phase: "start" | "demand" | "roll" | "move" | "cross" | "dice" | "over";
  turn: number | null;
  on_turn: number | null;
  dice: [number, number] | null;
  ones: number; // that are not used yet
  sixes: number;
  crossing: Crossing | null;
  plots: Plot[][]; // by row
  buildings: Building[];
  supply: Supply;
  players: Player[];
  quiet_turns: number; // in a row, without a storey or a road
  standstill: 150; // so many of them end the game
  moves: Move[]; // for whoever has to decide, as outcomes
  outcomes: Outcome[]; // what can be done now, or at the crossings that can be reached
  threats: [number, number][]; // empty plots where a road, or another player's storey, would make bankruptcy apply to this seat
  end: End | null;
}

export interface Crossing {
  plot: [number, number];
  choices: Choice[];
}

export type Choice = "storey" | "road" | "demolish" | "raise";

export type Plot = Tower | Empty;

export interface Tower {
  storeys: number;
  owner: number | null;
  spire: boolean;
  roof: boolean;
  closed: boolean;
}

export interface Empty {
  storeys: 0;
  road: boolean;
  sites: number[]; // who could put a storey there
  bar?: "H-new" | "H-corner" | "H-extend" | "H7" | "H-ruin"; // the rule that keeps this seat from it
}

export interface Building {
  plots: [number, number][];
  owner: number | null;
  height: number;
  storeys: number;
  closed: boolean;
  sites: [number, number][]; // empty plots along its edges on which a player could put a storey
  barred: [number, number][]; // the other empty plots along its edges
  roads: [number, number][]; // along its edges
}

export interface Supply {
  storey: number;
  roof: number;
  road: number;
}

export interface Player {
  colour: "red" | "blue" | "green" | "yellow" | "purple" | "orange";
  figures: [number, number]; // squares of the track; −1: off the board
  roofs: number;
  spires: number; // to spare
  height: number;
  storeys: number; // of the building that counts
  has_built: boolean;
  bankrupt: boolean; // bankruptcy applies to the player, whether it is demanded or not
  left: number | null; // as the first, second …
}

export interface Move {
  figures: [number, number];
  ways: Way[];
  plot: [number, number] | null; // that is crossed then
  choices: Choice[]; // what may be done there
}

export interface Way {
  to: [number, number]; // where the first and the second figure go
  steps: [number, number];
}

export interface Outcome {
  e: Deed;
  plot: [number, number] | null;
  of: number | null;
  plots: Changed[]; // as they are then, if anything about them changes
  height: number; // of the building that grows
  joined: number; // how many of one's own buildings it was before
  ruined: Ruined[];
  closed: (number | null)[]; // whose buildings are closed then
  opened: (number | null)[]; // and whose are not any more
  spires: number;
  bankrupt: number[];
  ends: boolean;
}

export type Deed = "storey" | "road" | "demolish" | "raise" | "roof" | "demand";

export interface Changed {
  plot: [number, number];
  storeys: number;
  owner: number | null;
  spire: boolean;
  roof: boolean;
  closed: boolean;
}

export interface Ruined {
  owner: number | null;
  height: number;
}

export interface End {
  how: "storeys" | "last" | "standstill" | "dead";
  winners: number[];
}

export type Event = Started | Demanded | Rolled | Moved | Built | Paved | Demolished | Raised | Roofed | Bankrupt | Declined;

export interface Started {
  e: "start";
  seat: number;
}

export interface Demanded {
  e: "demand";
  seat: number;
  of: number;
}

export interface Rolled {
  e: "roll";
  seat: number;
  dice: [number, number];
}

export interface Moved {
  e: "move";
  seat: number;
  figures: [number, number];
}

export interface Built {
  e: "storey";
  seat: number;
  plot: [number, number];
}

export interface Paved {
  e: "road";
  seat: number;
  plot: [number, number];
}

export interface Demolished {
  e: "demolish";
  seat: number;
  plot: [number, number];
}

export interface Raised {
  e: "raise";
  seat: number;
  plot: [number, number];
}

export interface Roofed {
  e: "roof";
  seat: number;
  plot: [number, number];
}

export interface Bankrupt {
  e: "bankrupt";
  seat: number;
}

export interface Declined {
  e: "decline";
  seat: number;
}

export type Reason = Why_wins | Why_out | Why_corners | Why_leads | Why_taller | Why_joins | Why_ruins | Why_closes | Why_room | Why_begins | Why_equals | Why_tops | Why_body | Why_blocks | Why_frees | Why_paves | Why_crosses | Why_rolls | Why_keeps_roofs | Why_rescues;

export interface Why_wins {
  why: "wins";
  then?: boolean;
}

export interface Why_out {
  why: "out";
  of: number;
  then?: boolean;
}

export interface Why_corners {
  why: "corners";
  of: number;
  then?: boolean;
}

export interface Why_leads {
  why: "leads";
  height: number;
  then?: boolean;
}

export interface Why_taller {
  why: "taller";
  height: number;
  then?: boolean;
}

export interface Why_joins {
  why: "joins";
  buildings: number;
  then?: boolean;
}

export interface Why_ruins {
  why: "ruins";
  of: number;
  height: number;
  then?: boolean;
}

export interface Why_closes {
  why: "closes";
  of: number;
  then?: boolean;
}

export interface Why_room {
  why: "room";
  plots: number;
  then?: boolean;
}

export interface Why_begins {
  why: "begins";
  plot: [number, number];
  then?: boolean;
}

export interface Why_equals {
  why: "equals";
  plot: [number, number];
  then?: boolean;
}

export interface Why_tops {
  why: "tops";
  tops: number;
  then?: boolean;
}

export interface Why_body {
  why: "body";
  storeys: number;
  then?: boolean;
}

export interface Why_blocks {
  why: "blocks";
  of: number;
  plot: [number, number];
  then?: boolean;
}

export interface Why_frees {
  why: "frees";
  plot: [number, number];
  then?: boolean;
}

export interface Why_paves {
  why: "paves";
  plot: [number, number];
  then?: boolean;
}

export interface Why_crosses {
  why: "crosses";
  plot: [number, number];
  deed: Choice;
}

export interface Why_rolls {
  why: "rolls";
  rolls: number;
}

export interface Why_keeps_roofs {
  why: "keeps_roofs";
  roofs: number;
}

export interface Why_rescues {
  why: "rescues";
  then?: boolean;
}
