/** The words of the page in the language that is set. Each language is loaded when it is needed. */

import { words as english, type Words } from "../words/en";
import { settings, type Language } from "./settings.svelte";

const LOAD: Record<Language, () => Promise<{ words: Words }>> = {
  en: async () => ({ words: english }),
  de: () => import("../words/de"),
  nl: () => import("../words/nl"),
  fr: () => import("../words/fr"),
};

class Speech {
  words: Words = $state.raw(english);

  /** Call it in an effect: it follows the language that is set. */
  async follow(): Promise<void> {
    const language = settings.language;
    const { words } = await LOAD[language]();
    if (language === settings.language) this.words = words;
  }
}

export const speech = new Speech();

/** The words now; reactive. */
export const t = (): Words => speech.words;
