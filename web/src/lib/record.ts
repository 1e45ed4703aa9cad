/** A record of a game, as docs/record.md describes it, played again by the rules right here. */

import type { Player } from "../local/game";
import type { Row, Rules } from "../rules/game";
import type { GameName, Told } from "./protocol";

export interface GameRecord {
  format: "bauboom/1";
  game: GameName;
  options?: Record<string, string | number>;
  seats: string[];
  events: Told[];
}

/** A player by the name in a record. */
export const playerNamed = (name: string): Player => (name.startsWith("bot:") ? { level: name.slice("bot:".length) } : { name });

/** The first event that breaks a rule, counted from 1. */
export class BadEvent extends Error {
  readonly event: number;

  constructor(event: number) {
    super(`event ${event} breaks a rule`);
    this.event = event;
  }
}

/** The data as a record, if it looks like one. */
export function asRecord(data: unknown): GameRecord | null {
  const { format, seats, events } = (data ?? {}) as Partial<GameRecord>;
  const fits =
    format === "bauboom/1" &&
    Array.isArray(seats) &&
    seats.every((name) => typeof name === "string") &&
    Array.isArray(events) &&
    events.every((event) => typeof event?.e === "string");
  return fits ? (data as GameRecord) : null;
}

/** How it began, and the ids of all actions; null if the game has no such options. */
export function movesOf(record: GameRecord, rules: Rules): { opening: Row; actions: number[] } | null {
  const variant = rules.variantOf({ players: record.seats.length, ...record.options });
  if (variant < 0) return null;
  const opening = rules.opening(variant),
    actions: number[] = [],
    { referee, chance } = rules.description;
  let row = opening;
  let due: string[] = []; // events that come next by themselves
  for (const [number, event] of record.events.entries()) {
    const cards = Array.isArray(event.cards) ? [...event.cards] : null,
      wanted = plain(event);
    if (due.length) {
      if (due.shift() !== wanted) throw new BadEvent(number + 1);
      continue;
    }
    do {
      const card = cards?.shift(),
        one = cards ? plain({ ...event, cards: card === undefined ? [] : [card] }) : wanted;
      const possible = rules.turn(row) === chance ? rules.outcomes(row).map(({ action }) => action) : rules.legalIds(row);
      const action = possible.find((id) => [one, wanted].includes(plain(rules.event(row, id, referee))));
      if (action === undefined) throw new BadEvent(number + 1);
      const before = row;
      row = rules.after(row, action);
      actions.push(action);
      due.push(...rules.told(before, action, row, referee).slice(1).map(plain));
    } while (cards?.length);
  }
  return { opening, actions };
}

/** To be compared: fields may come in any order. */
const plain = (event: Told | null): string =>
  JSON.stringify(event, (_, value) => (value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value));
