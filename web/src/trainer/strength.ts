/** The trainer: a bot that plays as strongly as its player's last results suggest, between two levels if need be. docs/bots.md states the rule. */

/** A strength is a level's number, 0 for chance, or lies between two: 2.4 is level 2 in six decisions of ten and level 3 in the others. */
export const WEAKEST = 0,
  STRONGEST = 6;

const FIRST_STEP = 2,
  LAST_STEP = 0.25;

/** A game against the trainer: how strongly it played, what share of the win the player got, and what share is fair. */
export interface Lesson {
  strength: number;
  share: number;
  fair: number;
}

export const within = (strength: number): number => Math.min(STRONGEST, Math.max(WEAKEST, strength));

/** How strongly to play after these games, the oldest first. */
export function strengthAfter(lessons: readonly Lesson[], first: number): number {
  const last = lessons.at(-1);
  if (!last) return within(first);
  const signs = lessons.map(({ share, fair }) => Math.sign(share - fair)),
    turned = signs.findIndex((sign) => sign === -signs.find(Boolean)!); // the player has done better as well as worse
  const step = Math.max(LAST_STEP, FIRST_STEP / (1 + (turned < 0 ? 0 : lessons.length - turned)));
  return within(last.strength + step * (last.share - last.fair));
}

/** What a strength is made of: levels, and how often the trainer decides as each of them. */
export function mixOf(strength: number): { level: string; share: number }[] {
  const below = Math.floor(strength),
    above = strength - below;
  const parts = [
    { level: below ? `level${below}` : "random", share: 1 - above },
    { level: `level${below + 1}`, share: above },
  ];
  return parts.filter(({ share }) => share > 0);
}

const LEVEL = /^trainer(?::([\d.]+))?/;

/** "trainer:2.40/otis" for "trainer/otis"; other levels stay. */
export const withStrength = (level: string, strength: number): string => level.replace(LEVEL, () => `trainer:${strength.toFixed(2)}`);

/** Of "trainer:2.40/otis", 2.4; null for another bot. */
export function strengthIn(level: string): number | null {
  const strength = Number(LEVEL.exec(level)?.[1]);
  return Number.isFinite(strength) ? within(strength) : null;
}

/** The level as which the trainer makes a decision, by the dice of that decision: "level3/otis" for "trainer:2.40/otis". Chance has no character. */
export function levelFor(level: string, seed: number): string {
  let ticket = (seed % 1000) / 1000;
  const parts = mixOf(strengthIn(level) ?? WEAKEST);
  const found = parts.find(({ share }) => (ticket -= share) < 0) ?? parts[0]!;
  return found.level === "random" ? found.level : level.replace(LEVEL, () => found.level);
}
