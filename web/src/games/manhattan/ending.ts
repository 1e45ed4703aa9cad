import type { Ending } from "../endings";
import { badges } from "./badges";
import type { View } from "./view";
import type { Words } from "./words/en";
import type { EndWords } from "./words/end/en";

export const ending: Ending<View, Words, EndWords> = {
  words: {
    en: () => import("./words/end/en"),
    de: () => import("./words/end/de"),
    nl: () => import("./words/end/nl"),
    fr: () => import("./words/end/fr"),
  },
  part: () => import("./End.svelte"),
  badges,
};
