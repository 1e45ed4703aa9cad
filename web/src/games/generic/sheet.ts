/** A game's sheet as tables, and its moves in groups. As src/bauboom/core/usual/face.py: a list called `players` has an
 * entry for every seat.
 */

import type { Legal, Told, View } from "../../lib/protocol";
import type { Words } from "./words/en";

const BESIDES = ["game", "options", "seat", "turn"]; // what a view says, but not the board: the page shows whose turn it is
const NOTHING = "–"; // where there is nothing, or nothing that one may know

export interface Fact {
  name: string;
  value: string;
}

/** A list of a view, as a table: a line for every entry. */
export interface Grid {
  title: string;
  columns: string[];
  lines: { about: string; seat: number | null; cells: Cell[] }[];
}

export interface Cell {
  text: string;
  share: number | null; // of the greatest number in its column
}

type Item = Record<string, unknown>;
const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null && !Array.isArray(value);

/** A field's name as people read it. */
export const named = (name: string): string => name.replaceAll("_", " ");

/** A value of JSON in a few words. */
export function said(value: unknown, words: Words): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((item) => said(item, words)).join(" ") || NOTHING;
  if (isItem(value)) return Object.entries(value).map(([name, part]) => `${named(name)} ${said(part, words)}`).join(", ") || NOTHING;
  return String(value);
}

/** What a view shows: single facts, and lists as tables. */
export function parts(view: View, names: string[], words: Words): { facts: Fact[]; grids: Grid[] } {
  const facts: Fact[] = [], grids: Grid[] = [];
  for (const [name, value] of Object.entries(view)) {
    if (BESIDES.includes(name)) continue;
    if (Array.isArray(value) && value.some((item) => typeof item === "object" && item !== null)) grids.push(grid(name, value, names, words));
    else if (isItem(value)) facts.push(...Object.entries(value).map(([key, part]) => ({ name: `${named(name)} ${named(key)}`, value: said(part, words) })));
    else facts.push({ name: named(name), value: said(value, words) });
  }
  return { facts, grids };
}

function grid(name: string, items: unknown[], names: string[], words: Words): Grid {
  const keys = [...new Set(items.flatMap((item) => (isItem(item) ? Object.keys(item) : [])))];
  const numbers = (key: string) => items.map((item) => (isItem(item) ? item[key] : null)).filter((value) => typeof value === "number");
  const most = new Map(keys.map((key) => [key, Math.max(0, ...numbers(key))]));
  return {
    title: named(name),
    columns: keys.map(named),
    lines: items.map((item, number) => ({
      about: name === "players" ? (names[number] ?? "") : String(number + 1),
      seat: name === "players" ? number : null,
      cells: isItem(item)
        ? keys.map((key) => ({ text: said(item[key], words), share: typeof item[key] === "number" && most.get(key)! > 0 ? (item[key] as number) / most.get(key)! : null }))
        : [{ text: said(item, words), share: null }],
    })),
  };
}

/** Moves of one kind, by what their fields but the last say; the last tells them apart. */
export interface Group {
  kind: string;
  lines: { label: string; moves: { move: Legal; label: string }[] }[];
}

const fieldsOf = ({ id: _id, text: _text, e: _e, ...fields }: Legal): [string, unknown][] => Object.entries(fields);

/** A move in words: Build floor 3, tower 1. */
export function moveName(move: Legal, words: Words): string {
  const text = `${named(move.e)} ${labelled(fieldsOf(move), words)}`.trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const labelled = (fields: [string, unknown][], words: Words): string => fields.map(([name, value]) => `${named(name)} ${said(value, words)}`).join(", ");

export function grouped(legal: Legal[], words: Words): Group[] {
  const groups = new Map<string, Map<string, { move: Legal; label: string }[]>>();
  for (const move of legal) {
    const fields = fieldsOf(move), last = fields.pop();
    const lines = groups.get(move.e) ?? new Map<string, { move: Legal; label: string }[]>();
    const label = [labelled(fields, words), last && named(last[0])].filter(Boolean).join(", ");
    lines.set(label, [...(lines.get(label) ?? []), { move, label: last ? said(last[1], words) : named(move.e) }]);
    groups.set(move.e, lines);
  }
  return [...groups].map(([kind, lines]) => ({ kind: named(kind), lines: [...lines].map(([label, moves]) => ({ label, moves })) }));
}

/** What happened, in a line: who, what, and its fields. */
export function told({ e, seat, ...fields }: Told, names: string[], words: Words): string {
  const who = seat === undefined ? "" : `${names[seat] ?? ""}: `;
  return `${who}${named(e)} ${labelled(Object.entries(fields), words)}`.trim();
}
