/** The words of the page in the language that is set. Each language is loaded when it is needed. */

import type { Words } from "../words/en";
import { settings, type Language } from "./settings.svelte";

const LOAD: Record<Language, () => Promise<{ words: Words }>> = {
  en: () => import("../words/en"),
  de: () => import("../words/de"),
  nl: () => import("../words/nl"),
  fr: () => import("../words/fr"),
};

class Speech {
  words: Words | null = $state.raw(null); // until the first language has come: no page is shown before

  /** Call it in an effect: it follows the language that is set. One that cannot be loaded changes nothing. */
  async follow(): Promise<void> {
    const { language } = settings;
    const loaded = await LOAD[language]().catch(() => (this.words ? null : LOAD.en()));
    if (loaded && language === settings.language) this.words = loaded.words;
  }
}

export const speech = new Speech();

/** The words now; reactive. */
export const t = (): Words => speech.words!;
