/** A game's ending with its words, in the language that is set. */

import { endingOf, type BadgeWords, type Ending } from "../games/endings";
import { levelName } from "../lib/names";
import type { GameName } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";
import { more } from "../lib/speech.svelte";
import { COURSE, levelOf } from "./badges.svelte";

export interface SpokenEnding {
  ending: Ending;
  words: { badges: Record<string, BadgeWords> } & Record<string, any>; // only the game knows the others
}

/** Call it while a component is being made: it follows the game and the language. Null where a game explains nothing. */
export function ended(game: () => GameName): { readonly now: SpokenEnding | null } {
  let now: SpokenEnding | null = $state.raw(null);
  $effect(() => {
    const name = game(),
      { language } = settings;
    let stale = false;
    void (async () => {
      const ending = await endingOf(name);
      const words = (await ending?.words[language]())?.words;
      if (!stale) now = ending && words ? { ending, words } : null;
    })().catch(() => {}); // the result is there all the same
    return () => (stale = true);
  });
  return {
    get now() {
      return now;
    },
  };
}

/** What a badge is called, and what it is for. */
export function badgeWords(id: string, { words }: SpokenEnding): BadgeWords {
  const level = levelOf(id);
  return level ? more().badges.level(levelName(level)) : id === COURSE.id ? more().badges.course : words.badges[id]!;
}
