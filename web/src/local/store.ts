/**
 * The games that this browser keeps: one entry for each, written at every step.
 *
 * Where the browser keeps nothing (private windows, no room left) games live until the page is closed. Several tabs may
 * have the same game open: an entry is only replaced by one that follows from it, so the tab that was first wins.
 */

import { botName, cast } from "../lib/names";
import type { GameName } from "../lib/protocol";
import { t } from "../lib/speech.svelte";
import type { Row } from "../rules/game.ts";
import { rulesOf } from "../rules/load";
import { LocalGame, type Player, type Saved } from "./game.ts";

const PREFIX = "bauboom game ";
const FINISHED = 50; // that are kept, the newest

/** Something under our name that is no game. */
export interface Broken {
  id: string;
  text: string;
}

export type Kept =
  | "kept"
  | "memory" // until the page is closed
  | "late"; // another tab was first; nothing was written

const memory = new Map<string, string>();

/** The browser's storage; null where there is none, or none for us. */
function disk(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

function onDisk(id: string): string | null {
  try {
    return disk()?.getItem(PREFIX + id) ?? null;
  } catch {
    return null;
  }
}

/** Whether it will be there when the page is opened again. */
export const isOnDisk = (id: string): boolean => onDisk(id) !== null;

function ids(): string[] {
  const found = new Set(memory.keys());
  try {
    for (const key of Object.keys(disk() ?? {})) if (key.startsWith(PREFIX)) found.add(key.slice(PREFIX.length));
  } catch {
    /* only memory */
  }
  return [...found];
}

/** What a text says, if it is a game. */
function understood(text: string, id: string): Saved | null {
  let saved: Partial<Saved> | null;
  try {
    saved = JSON.parse(text);
  } catch {
    return null;
  }
  const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  const isPlayer = (player: Partial<Player> | null) => typeof (player?.name ?? player?.level) === "string";
  const fits =
    saved?.format === "bauboom-here/1" &&
    saved.id === id &&
    /^[a-z]+(-[a-z]+)*$/.test(saved.game ?? "") &&
    typeof saved.options === "object" &&
    saved.options !== null &&
    Array.isArray(saved.seats) &&
    saved.seats.length > 0 &&
    saved.seats.every(isPlayer) &&
    Array.isArray(saved.actions) &&
    saved.actions.every(isCount) &&
    /^[0-9a-f]{64}$/.test(saved.seed ?? "") &&
    isCount(saved.version) &&
    isCount(saved.created) &&
    isCount(saved.changed) &&
    (saved.given === undefined || isCount(saved.given)) &&
    (saved.turn === null || isCount(saved.turn)) &&
    (saved.result === null || (Array.isArray(saved.result?.scores) && Array.isArray(saved.result.winners)));
  return fits ? (saved as Saved) : null;
}

const newest = (one: { changed: number }, other: { changed: number }) => other.changed - one.changed;

/** A game by its id; `Broken` if there is something that cannot be read, null if there is nothing. */
export function read(id: string): Saved | Broken | null {
  const texts = [onDisk(id), memory.get(id)].filter((text) => typeof text === "string");
  const found = texts.map((text) => understood(text, id)).filter((saved) => saved !== null);
  if (found.length) return found.reduce((one, other) => (other.version > one.version ? other : one));
  return texts.length ? { id, text: texts[0]! } : null;
}

export const isBroken = (found: Saved | Broken): found is Broken => "text" in found;

/** All games, the last one played first, and what cannot be read. */
export function list(): { games: Saved[]; broken: Broken[] } {
  const games: Saved[] = [],
    broken: Broken[] = [];
  for (const found of ids().map(read)) if (found) isBroken(found) ? broken.push(found) : games.push(found);
  return { games: games.sort(newest), broken };
}

/** Keep a game that follows from version `since` of it. */
export function save(saved: Saved, since: number): Kept {
  const text = onDisk(saved.id),
    there = text === null ? null : understood(text, saved.id);
  if (there && there.version > since) return "late";
  const isKept = write(saved.id, JSON.stringify(saved));
  if (isKept) memory.delete(saved.id);
  else memory.set(saved.id, JSON.stringify(saved));
  if (saved.result || saved.moved) for (const old of finished().slice(FINISHED)) remove(old.id);
  tell(saved.id);
  return isKept ? "kept" : "memory";
}

const finished = () => list().games.filter(({ result, moved }) => result || moved);

/** Whether it was written; finished games make room for those that are played. */
function write(id: string, text: string): boolean {
  let old: Saved[] | null = null;
  for (;;) {
    try {
      const storage = disk();
      storage?.setItem(PREFIX + id, text);
      return storage !== null;
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") return false;
      old ??= finished().filter((saved) => saved.id !== id);
      const last = old.pop();
      if (!last) return false;
      remove(last.id);
    }
  }
}

export function remove(id: string): void {
  memory.delete(id);
  try {
    disk()?.removeItem(PREFIX + id);
  } catch {
    /* it is not there */
  }
  tell(id);
}

// News: of this tab, and of others

const listeners = new Set<(id: string, isElsewhere: boolean) => void>();

function tell(id: string, isElsewhere = false): void {
  for (const listener of [...listeners]) listener(id, isElsewhere);
}

/** Hear of every change; the answer ends it. */
export function watch(listener: (id: string, isElsewhere: boolean) => void): () => void {
  if (!listeners.size) globalThis.addEventListener?.("storage", hear);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (!listeners.size) globalThis.removeEventListener?.("storage", hear);
  };
}

function hear(event: StorageEvent): void {
  if (event.key?.startsWith(PREFIX)) tell(event.key.slice(PREFIX.length), true);
}

// What others want of a game

/** How the players are called, here and now; a player without a name is addressed, unless another word is given. */
export function namesOf({ seats }: Pick<Saved, "seats">, nameless = (_seat: number): string => t().seat.youName): string[] {
  const who = cast(seats.map(({ level }) => level));
  return seats.map((player, seat) => (player.name === undefined ? botName(seat, who[seat]) : player.name || nameless(seat)));
}

/** How a record names them: bots by their levels. */
export const recordNames = (saved: Pick<Saved, "seats">): string[] =>
  saved.seats.map((player, seat) => (player.name === undefined ? `bot:${player.level}` : player.name || t().here.player(seat + 1)));

export interface LocalReplay {
  game: GameName;
  options: Record<string, string | number>;
  names: string[];
  opening: Row;
  actions: number[];
  players: Player[];
  isWhole: boolean; // it was played here from the beginning
  isOver: boolean;
  winners: number[];
}

/** A game to look through; null if there is none with this id, or the rules of today do not allow it. */
export async function localReplay(id: string): Promise<LocalReplay | null> {
  const saved = read(id);
  if (!saved || isBroken(saved)) return null;
  const rules = await rulesOf(saved.game);
  try {
    const { actions, result } = new LocalGame(saved, rules).saved;
    const opening = rules.opening(rules.variantOf(saved.options));
    return {
      game: saved.game,
      options: saved.options,
      names: namesOf(saved, (seat) => t().here.player(seat + 1)),
      opening,
      actions,
      players: saved.seats,
      isWhole: !saved.given,
      isOver: result !== null,
      winners: result?.winners ?? [],
    };
  } catch {
    return null;
  }
}
