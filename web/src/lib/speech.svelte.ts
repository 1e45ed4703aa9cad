/** The words of the page in the language that is set. Each language is loaded when it is needed. */

import type { Words } from "../words/en";
import type { MoreWords } from "../words/more/en";
import { settings, type Language } from "./settings.svelte";

const LOAD: Record<Language, () => Promise<{ words: Words }>> = {
  en: () => import("../words/en"),
  de: () => import("../words/de"),
  nl: () => import("../words/nl"),
  fr: () => import("../words/fr"),
};
const LOAD_MORE: Record<Language, () => Promise<{ words: MoreWords }>> = {
  en: () => import("../words/more/en"),
  de: () => import("../words/more/de"),
  nl: () => import("../words/more/nl"),
  fr: () => import("../words/more/fr"),
};

class Speech {
  words: Words | null = $state.raw(null); // until the first language has come: no page is shown before
  more: MoreWords | null = $state.raw(null); // what a first visit to a table does not need
  private wantsMore = false;

  /** Call it in an effect: it follows the language that is set. One that cannot be loaded changes nothing. */
  async follow(): Promise<void> {
    const { language } = settings;
    const load = (language: Language) => Promise.all([LOAD[language](), this.wantsMore ? LOAD_MORE[language]() : null]);
    const loaded = await load(language).catch(() => (this.words ? null : load("en")));
    if (!loaded || language !== settings.language) return;
    this.words = loaded[0].words;
    if (loaded[1]) this.more = loaded[1].words;
  }

  /** Load a part of the page that needs the other words too. */
  async with<T>(part: Promise<T>): Promise<T> {
    this.wantsMore = true;
    for (let tried = ""; !this.more && tried !== settings.language; await this.follow()) tried = settings.language;
    if (!this.more) throw new Error("the words of this page could not be loaded");
    return part;
  }
}

export const speech = new Speech();

/** The words now; reactive. */
export const t = (): Words => speech.words!;
/** The words of what is loaded by `speech.with`; reactive. */
export const more = (): MoreWords => speech.more!;
