/** What has just happened, as movement: towers shake and fall, floors land. Gone after a moment. */

import type { Told } from "../../lib/protocol";
import type { Site, View } from "./types";
import type { Words } from "./words/en";

export class Drama {
  shaking: Set<number> = $state.raw(new Set());
  falling: Map<number, Site> = $state.raw(new Map()); // as they stood before
  landed: Map<number, string> = $state.raw(new Map()); // by site, the card that has come
  century = $state(false);
  banner: string | null = $state(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  show(before: View | null, fresh: Told[], you: number | null, names: string[], words: Words, speed: number): void {
    clearTimeout(this.timer);
    this.clear();
    if (!before || !fresh.length) return;
    const of = (kind: string) => fresh.filter((told) => told.e === kind);
    this.banner = headline(fresh, you, names, words);
    if (speed > 0) {
      const fallen = of("collapse").map((told) => told.site as number);
      this.century = of("century").length > 0;
      this.falling = new Map(fallen.flatMap((site) => (before.sites[site] ? [[site, before.sites[site]] as const] : [])));
      const hit = this.century ? before.sites.map((_, site) => site) : of("quake").map((told) => told.site as number);
      this.shaking = new Set(hit.filter((site) => !fallen.includes(site)));
      this.landed = new Map([...of("build"), ...of("roof")].map((told) => [told.site as number, told.card as string]));
    }
    if (this.banner || speed > 0) this.timer = setTimeout(() => this.clear(), this.banner ? 2600 : 1800 / speed);
  }

  private clear(): void {
    this.shaking = new Set();
    this.falling = new Map();
    this.landed = new Map();
    this.century = false;
    this.banner = null;
  }
}

/** The one thing of it that nobody should miss. */
function headline(fresh: Told[], you: number | null, names: string[], words: Words): string | null {
  for (const told of fresh) {
    const name = names[told.seat ?? -1] ?? "";
    if (told.e === "century") return words.drama.century;
    if (told.e === "quake") return `${words.drama.quake} ${words.site(told.site as number)}${told.seat === you ? "" : ` (${name})`}`;
    if (told.e === "tornado") return `${words.drama.tornado}${told.seat === you ? "" : ` (${name})`}`;
    if (told.e === "steal" && told.from === you && you !== null) return words.drama.robbed(name);
  }
  return null;
}
