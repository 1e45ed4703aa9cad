/** How somebody wants the page: kept in this browser. */

import { keep, kept } from "./keep";

export const LANGUAGES = ["en", "de", "nl", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark";
  palette: "vivid" | "safe"; // safe: tells colours apart for the colour-blind
  sound: boolean;
  speed: number; // of animations; 0: none
  plan: "auto" | "plan" | "skyline"; // how a board with towers is shown
  notices: boolean;
}

const preferred = (): Language =>
  (navigator.languages ?? []).map((tag) => tag.slice(0, 2) as Language).find((tag) => LANGUAGES.includes(tag)) ?? "en";

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function read(): Settings {
  const fallback: Settings = {
    language: preferred(),
    theme: "auto",
    palette: "vivid",
    sound: false,
    speed: calm() ? 0 : 1,
    plan: "auto",
    notices: false,
  };
  try {
    const stored = JSON.parse(kept("settings") ?? "{}");
    for (const key of Object.keys(fallback) as (keyof Settings)[])
      if (typeof stored[key] === typeof fallback[key]) Object.assign(fallback, { [key]: stored[key] });
    if (!LANGUAGES.includes(fallback.language)) fallback.language = preferred();
  } catch {
    /* as if nothing were kept */
  }
  return fallback;
}

export const settings: Settings = $state(read());

export function change<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  keep("settings", JSON.stringify(settings));
  dress();
}

/** Put theme, palette and language where the style sheet and the browser look for them. */
export function dress(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset.palette = settings.palette;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}
