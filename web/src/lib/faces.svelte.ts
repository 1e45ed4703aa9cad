/** A game's face with its words, in the language that is set: loaded when it is needed. */

import { faceOf, type Face } from "../games/contract";
import type { GameName } from "./protocol";
import { settings } from "./settings.svelte";

export interface Spoken {
  face: Face;
  words: any; // the game's own; only its face knows them
}

/** Call it while a component is being made: it follows the game and the language. */
export function spoken(game: () => GameName | undefined): { readonly now: Spoken | null; readonly failed: boolean } {
  let now: Spoken | null = $state.raw(null);
  let failed = $state(false);
  $effect(() => {
    const name = game(),
      language = settings.language;
    if (!name) return;
    let stale = false;
    faceOf(name)
      .then(async ({ face }) => {
        const { words } = await face.words[language]();
        if (!stale) now = { face, words };
      })
      .catch(() => (failed = !stale));
    return () => (stale = true);
  });
  return {
    get now() {
      return now;
    },
    get failed() {
      return failed;
    },
  };
}
