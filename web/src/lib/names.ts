/** How seats are called: people by their names, bots by friendly ones that differ within a table. */

import type { SeatInfo } from "./protocol";
import { settings } from "./settings.svelte";
import { t } from "./speech.svelte";

/** The bots of the house, in the order of their names in all languages; each plays after a taste of its own. */
export const CHARACTERS = ["otis", "alva", "mies", "zora", "gus", "lina"] as const;
export type Character = (typeof CHARACTERS)[number];

/** A bot's level without its character, and the character: "level3/otis" is level3 and otis. */
export function parted(level: string): { plain: string; character: Character | null } {
  const [plain = "", character] = level.split("/");
  return { plain, character: CHARACTERS.find((one) => one === character) ?? null };
}

/** Who sits where: bots as they are named, those without a character by their seats; nobody twice while there are others. */
export function cast(levels: readonly (string | null | undefined)[]): Character[] {
  const named = levels.map((level) => parted(level ?? "").character),
    taken = new Set(named);
  return named.map((found, seat) => {
    if (found) return found;
    const others = CHARACTERS.map((_, number) => CHARACTERS[(seat + number) % CHARACTERS.length]!);
    const free = levels[seat] ? others.find((one) => !taken.has(one)) : undefined;
    if (free) taken.add(free);
    return free ?? others[0]!;
  });
}

/** A bot's name: by its character, or by its seat where it has none. */
export const botName = (seat: number, character: Character = CHARACTERS[seat % CHARACTERS.length]!): string =>
  t().bots.names[CHARACTERS.indexOf(character)] ?? "";

/** What the seats of a table are called. */
export function seatNames(seats: readonly Pick<SeatInfo, "kind" | "name" | "level">[]): string[] {
  const who = cast(seats.map(({ name, level }) => (name === null ? level : null)));
  return seats.map((seat, index) => seat.name ?? (seat.level ? botName(index, who[index]) : seat.kind === "person" ? t().seat.youName : t().seat.open));
}

/** A bot that plays as strongly as its player's results suggest: "trainer", at a table "trainer:2.40" (trainer/strength.ts). */
export const TRAINER = "trainer";
export const trainer = () => import("../trainer/games"); // what games without it do not need

/** A level in words; the trainer's with the levels between which it plays. */
export function levelName(level: string): string {
  const { plain } = parted(level),
    { levels } = t().bots,
    strength = plain.split(`${TRAINER}:`)[1];
  const between = (both: number[]) => [...new Set(both)].map((number) => levels[number ? `level${number}` : "random"]).join(" – ");
  return levels[plain] ?? (strength ? `${levels[TRAINER]}: ${between([Math.floor(+strength), Math.ceil(+strength)])}` : level);
}

const conjunction = () => new Intl.ListFormat(settings.language === "en" ? "en-GB" : settings.language, { type: "conjunction" });

/** "Ada", "Ada and Grace", "Ada, Grace and Otis". */
export const listed = (names: string[]): string => conjunction().format(names);

/** The same in parts, so that each name can lead somewhere. */
export function listedIn(people: { text: string; who: string | null }[]): { text: string; who: string | null }[] {
  let next = 0;
  const parts = conjunction().formatToParts(people.map(({ text }) => text));
  return parts.map(({ type, value }) => (type === "element" ? people[next++]! : { text: value, who: null }));
}
