/** The player's settings, kept in this browser. */

import { keep, kept } from "./keep";

export const LANGUAGES = ["en", "de", "nl", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark";
  palette: "vivid" | "safe"; // safe: tells colours apart for the colour-blind
  sound: boolean;
  speed: number; // of animations; 0: none; CALM: bots on this device take longer, too
  pace: number; // of bots on this device, in ms
  plan: "auto" | "plan" | "skyline"; // how a board with towers is shown
  notices: boolean;
  warnings: boolean; // before a decision that gives much away, where hints are allowed
  threats: boolean; // what the others could do next is shown, where hints are allowed
}

const preferred = (): Language => (navigator.languages ?? []).map((tag) => tag.slice(0, 2) as Language).find((tag) => LANGUAGES.includes(tag)) ?? "en";

export const CALM = 0.5;

const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function read(): Settings {
  const fallback: Settings = {
    language: preferred(),
    theme: "auto",
    palette: "vivid",
    sound: false,
    speed: prefersStill() ? 0 : 1,
    pace: 700,
    plan: "auto",
    notices: false,
    warnings: false,
    threats: false,
  };
  try {
    take(fallback, JSON.parse(kept("settings") ?? "{}"));
  } catch {
    /* as if nothing were kept */
  }
  return fallback;
}

/** Set what is there and makes sense. */
function take(settings: Settings, stored: Record<string, unknown>): void {
  const { language } = settings;
  for (const key of Object.keys(settings) as (keyof Settings)[])
    if (typeof stored[key] === typeof settings[key]) Object.assign(settings, { [key]: stored[key] });
  if (!LANGUAGES.includes(settings.language)) settings.language = language;
}

export const settings: Settings = $state(read());

export function change<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  keep("settings", JSON.stringify(settings));
  applySettings();
}

/** Take over an account's settings. Each browser allows notices for itself. */
export function adopt(stored: Record<string, unknown>): void {
  const { notices } = settings;
  take(settings, stored);
  settings.notices = notices;
  keep("settings", JSON.stringify(settings));
  applySettings();
}

/** Put theme, palette and language where the style sheet and the browser look for them. */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset.palette = settings.palette;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}
