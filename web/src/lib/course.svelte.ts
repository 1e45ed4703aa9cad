/** The words of a game's lessons in the language that is set: loaded when they are needed. */

import { faceOf, type Lesson } from "../games/contract";
import type { GameName } from "./protocol";
import { settings } from "./settings.svelte";

export type CourseWords = Record<string, Lesson>;

/** Call it while a component is being made: it follows the game and the language. */
export function taught(game: () => GameName | undefined): { readonly now: CourseWords | null; readonly failed: boolean } {
  let now: CourseWords | null = $state.raw(null);
  let failed = $state(false);
  $effect(() => {
    const name = game(),
      language = settings.language;
    if (!name) return;
    let stale = false;
    faceOf(name)
      .then(async ({ face }) => {
        const found = face.lessons ? (await face.lessons[language]()).lessons : {};
        if (!stale) now = found;
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
