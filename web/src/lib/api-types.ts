/** What the server answers. Made by bauboom.server.typescript of server/responses.py. */

/** A decision that is allowed: its id, its notation, its kind, and the fields of that kind. */
export interface Legal {
  id: number;
  text: string;
  e: string;
  [field: string]: unknown;
}

/** Why a request was refused: a key for programs, a sentence for people, and what else helps. */
export interface Refused {
  error: string;
  why: string;
  rule?: string | null; // of the game
  event?: number | null; // of a record, the index of the first that is wrong
  retry?: number; // seconds to wait
  version?: number; // of the table now
  actions?: number[]; // decided so far
  legal?: Legal[]; // what goes with them
}

/** Nothing more to say. */
export interface Done {
}

/** Who the caller is, as only they may know it. */
export interface Profile {
  id: string;
  kind: "account" | "bot" | "guest";
  name: string;
  login: string | null;
  settings: Record<string, boolean | number | string>;
  webhook: string | null;
  shares_games: boolean; // finished games may become puzzles
  role: "moderator" | null;
  banned: number | null; // until when
  webhook_secret?: string; // told once, when the webhook is set
}

/** As it is stored. */
export interface StoredRow {
  [field: string]: unknown;
}

/** What is kept about a person's puzzles. */
export interface StoredPuzzles {
  tries: StoredRow[];
  days: StoredRow[];
  ratings: StoredRow[];
}

/** Everything that is kept about a person and their bots. */
export interface OwnData {
  people: StoredRow[];
  sessions: StoredRow[];
  ratings: StoredRow[];
  imports: StoredRow[];
  puzzles: StoredPuzzles;
  tables: StoredRow[];
  decisions: StoredRow[];
  chats: StoredRow[];
  notices: StoredRow[];
  shuns: StoredRow[]; // whom they do not want to hear or to meet
  reports: StoredRow[]; // that they made
  invitations: StoredRow[];
  deeds: StoredRow[]; // what operators and moderators did about them
}

/** A device on which an account is logged in. */
export interface Session {
  id: string;
  device: string; // browser and system, as far as they are known
  created: number;
  seen: number; // when it was last used, within a day
  current: boolean; // whether this request came by it
}

/** A bot that belongs to an account. */
export interface OwnBot {
  id: string;
  name: string;
  token?: string; // told once, when the bot is made
}

/** A game as it is registered, of any package. */
export type GameName = string;

/** How good a person is at a game with so many players. */
export interface PublicRating {
  game: GameName;
  players: number;
  rating: number;
  games: number;
}

/** What everybody may know of an account or a bot. */
export interface PublicProfile {
  id: string;
  kind: "account" | "bot" | "guest";
  name: string;
  ratings: PublicRating[];
}

/** Somebody whom the caller does not want to hear, or to meet. */
export interface Shunned {
  id: string; // of this wish, not of the person
  name: string; // as they were called then
  kind: "block" | "mute";
}

/** A person as moderators see them. */
export interface KnownPerson {
  id: string;
  kind: "account" | "bot" | "guest";
  name: string;
  role: "moderator" | null;
  created: number;
  banned: number | null; // until when
  ban_reason: string | null;
  muted: number | null;
}

export type Phase = "closed" | "dealing" | "over" | "playing" | "waiting";

/** A table as moderators see it. */
export interface KnownTable {
  id: string;
  game: GameName;
  phase: Phase;
  listed: boolean;
  chat: boolean;
  created: number;
  changed: number;
  seats: string[];
}

/** A line of chat as moderators see it. */
export interface SaidLine {
  id: number;
  at: number;
  seat: number;
  name: string;
  text: string;
  person: string | null;
  hidden: boolean;
}

/** What a person has told moderators about another, and what was said last at the table. */
export interface Report {
  id: number;
  at: number;
  by_name: string | null;
  person: string;
  person_name: string | null;
  table_id: string;
  reason: string;
  text: string;
  chat: SaidLine[];
}

/** A code by which people can come. */
export interface Invitation {
  code: string;
  created: number;
  note: string;
  uses: number;
  used: number;
  until: number;
}

/** What an operator or a moderator has done. */
export interface DoneDeed {
  id: number;
  at: number;
  by: string | null; // none: the operator
  by_name: string | null;
  what: string;
  person: string | null;
  person_name: string | null;
  table_id: string | null;
  more: StoredRow;
}

/** A line of the ratings. */
export interface Rated {
  who: string | null; // has a profile under this id
  name: string;
  kind: "account" | "bot" | "guest";
  rating: number;
  mu: number;
  sigma: number;
  games: number;
}

/** Days without a gap on which the puzzle of the day was solved. */
export interface PuzzleStreak {
  day: number; // the last one, counted from 1970
  length: number;
}

/** What came of an answer to a puzzle, and the person's rating after it. */
export interface PuzzleTry {
  right: boolean;
  first: boolean; // only the first try at a puzzle is rated
  puzzle: number; // its rating now
  streak: PuzzleStreak | null;
  rating: number;
  deviation: number;
  volatility: number;
}

/** How far a person came with the puzzles of a game. */
export interface PuzzleCourse {
  game: GameName;
  rating: number;
  deviation: number;
  volatility: number;
  tried: Record<string, boolean>; // by puzzle: whether the first try was right
  day: number | null; // the last one whose puzzle was solved
}

/** Everything that is kept about a person's puzzles. */
export interface OwnPuzzles {
  courses: PuzzleCourse[];
  streak: PuzzleStreak | null;
}

/** How hard puzzles are, by their ids, as far as people have tried them. */
export interface PuzzleRatings {
  ratings: Record<string, number>;
}

export type Options = Record<string, string | number>;

/** A game, and how it can be played. */
export interface GameInfo {
  game: GameName;
  title: string;
  variants: Options[]; // every legal set of options, the default first
  languages: string[];
  lessons: string[];
  material: string | null;
  bots: string[];
}

/** A lesson, and for each of its tasks the rules that it is an example of. */
export interface LessonInfo {
  id: string;
  seat: number;
  tasks: string[];
  rules: string[][];
}

/** What a seat sees; a game's sheet says what is in it. */
export type View = Record<string, any>;

/** What a decision changes: a fact that speaks for it, or that the story tells. */
export interface Reason {
  why: string;
  [field: string]: unknown;
}

/** Something that happened, as one seat may know it; of a decision, what it means. */
export interface Told {
  e: string;
  seat?: number;
  means?: Reason[];
  [field: string]: unknown;
}

/** A task of a lesson in its position. */
export interface LessonTask {
  game: GameName;
  seat: number;
  names: string[];
  view: View;
  legal: Legal[];
  told: Told[];
}

/** Whether an answer to a task is right, and what comes of it. */
export interface Attempt {
  right: boolean;
  view: View;
  told: Told[];
}

/** What a seat would see after a decision, before chance or anyone else acts. */
export interface Preview {
  actions: number[];
  view: View;
  told: Told[];
}

export interface Previews {
  previews: Preview[];
  version?: number; // of the table
}

/** A table that was made or found, or a record that was imported. */
export interface Made {
  id: string;
  code?: string;
}

/** How a game ended. */
export interface Result {
  scores: number[];
  winners: number[];
  how: "abandoned" | "resigned" | "rules" | "time";
}

export interface LineSeat {
  seat: number;
  name: string | null;
  level: string | null;
  out: "replaced" | "resigned" | "time" | null;
  who: string | null; // has a profile under this id
}

/** How long a player may think: without limit, minutes for the whole game, or days for a move. */
export interface Pace {
  kind: "days" | "free" | "live";
  minutes: number;
  increment: number; // seconds more after each turn
  days: number;
}

/** A table in a list: the lobby, games to watch, games of one's own. */
export interface TableLine {
  id: string;
  game: GameName;
  players: number;
  phase: Phase;
  turn: number | null;
  created: number;
  changed: number;
  rated: boolean;
  options: Options;
  pace: Pace;
  seats: LineSeat[];
  you: number | null; // the caller's seat
  until: number | null; // when the caller must have moved
  result: Result | null;
}

/** A seat of a table. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string | null;
  level: string | null; // of the bot that plays here
  out: "replaced" | "resigned" | "time" | null;
  commit: string | null;
  nonce: string | null;
}

export interface Clock {
  left: number[]; // by seat, in ms
  since: number;
}

export interface UndoOffer {
  seat: number;
  agreed: number[];
}

/** What the server commits to before the first card, and reveals after the game. */
export interface Fair {
  hash: string;
  seed: string | null;
  since?: number; // in a game begun elsewhere: the first step that can be checked
}

/** What everybody at a table may know of it. Material of the host's own stands beside these, under its own name. */
export interface TableInfo {
  id: string;
  code: string;
  game: GameName;
  options: Options;
  pace: Pace;
  listed: boolean;
  spectators: boolean;
  chat: boolean;
  rated: boolean;
  hints: boolean;
  created: number;
  phase: Phase;
  seats: SeatInfo[];
  turn: number | null;
  since: number;
  clock: Clock | null;
  replaceable: number | null;
  offer: UndoOffer | null;
  result: Result | null;
  unrated: "early" | "guest" | "own_bot" | "random" | null; // why a game that was to be rated does not count
  fair: Fair;
}

/** All that a caller may know of a table, and what happened since a version. `Table.frame` writes it as bytes. */
export interface Frame {
  t: "table";
  version: number;
  since: number;
  you: number | null;
  host: boolean;
  rematch: string | null;
  undo: boolean;
  table: TableInfo;
  view: View | null;
  legal: Legal[];
  told: Told[];
}

/** A command was carried out: the version that it made, and after `rematch` the new table. */
export interface Stored {
  version: number;
  table?: string | null;
}

/** What a bot would do in the caller's place: decisions that belong together, and what speaks for each. */
export interface Hint {
  version: number;
  actions: number[];
  by: string;
  reasons: Reason[][];
}

export interface ChatLine {
  id: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
  phrase: string | null; // the key of a quick phrase
}

/** Lines of chat that a moderator has hidden. */
export interface Hidden {
  t: "hidden";
  ids: number[];
}

/** Who is at the table: the seats whose people have a socket open, and how many others watch. */
export interface Here {
  t: "here";
  seats: number[];
  watching: number;
}

/** The server is going; come back in `retry` seconds. */
export interface Bye {
  t: "bye";
  why: string;
  retry: number;
}

/** A finished game at one of its steps, and the action that led there. */
export interface Moment {
  step: number;
  steps: number;
  seat: number | null;
  turn: number | null;
  scores: number[];
  action: string | null;
  by: number | null;
  view: View;
  told: Told[];
}

export interface Moments {
  steps: number;
  seat: number | null;
  list: Moment[];
}

export interface Score {
  scores: number[];
  winners: number[];
}

/** A finished game for a program that has the rules. */
export interface Moves {
  game: GameName;
  options: Options;
  rules: string; // the version of the library and of the description
  names: string[];
  opening: string; // the row that the game began with, in base64
  actions: number[];
  result: Score | null;
}

/** Where a game turned: by a decision that gave much away, or by luck. */
export interface TurningPoint {
  step: number;
  kind: "decision" | "luck";
  seat: number;
  change: number;
  error: number;
  since: number;
  played?: string;
  better?: string;
  told?: Told[]; // of what was better
  reasons?: Reason[];
}

/** The chances of all seats at every decision, and where the game turned. */
export interface Insight {
  curve: [number, number[]][];
  turns: TurningPoint[];
}

/** Each is passed, failed or (null) not come to. */
export interface Checks {
  proof: boolean | null;
  commitments: boolean | null;
  rules: boolean | null;
  chance: boolean | null;
}

/** Whether the chance of a game was what its record says. */
export interface Verdict {
  ok: boolean;
  checks: Checks;
  draws?: number;
  table?: string;
  hash?: string;
  revealed?: number[];
  withheld?: number[];
  since?: number;
  earlier?: number;
  why?: string;
  rule?: string | null;
  event?: number | null;
}

/** What an imported record is about. */
export interface ImportInfo {
  game: GameName;
  options: Options;
  seats: string[];
  steps: number;
  scores: number[];
  winners: number[];
  has_proof: boolean;
}

export interface Health {
  ok: boolean;
  version: string;
}

/** A command was carried out. */
export interface Ack {
  t: "ack";
  version: number;
  table?: string | null;
  of: string | null; // the tag of the command
}

/** A command, or the socket itself, was refused. */
export interface ErrorMessage {
  t: "error";
  error: string;
  why: string;
  rule?: string | null;
  event?: number | null;
  retry?: number;
  version?: number;
  actions?: number[];
  legal?: Legal[];
  of?: string | null;
}

/** Something else has to be decided together with what was sent. */
export interface More {
  t: "more";
  error: string;
  why: string;
  rule?: string | null;
  event?: number | null;
  retry?: number;
  version?: number;
  actions?: number[];
  legal?: Legal[];
  of?: string | null;
}

/** A line of chat. */
export interface ChatMessage {
  t: "chat";
  id: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
  phrase: string | null;
}

/** What comes over a table's socket. */
export type Message = Frame | Ack | ErrorMessage | More | ChatMessage | Hidden | Here | Bye;
