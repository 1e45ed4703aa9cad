/** What has just happened, as movement: towers shake and fall, floors land. */

import type { Told } from "../../lib/protocol";
import { siteNumber, type Site, type View } from "./view";
import type { Words } from "./words/en";

export class Animations {
  shaking: Set<number> = $state.raw(new Set());
  falling: Map<number, Site> = $state.raw(new Map()); // as they stood before
  landed: Map<number, string> = $state.raw(new Map()); // by site, the card that has come
  century = $state(false);
  banner: string | null = $state(null);

  /** Begin what has happened; what began before goes on to its own end, however fast the others play. */
  show(before: View | null, fresh: Told[], you: number | null, names: string[], words: Words, speed: number): void {
    if (!before || !fresh.length) return;
    const of = (kind: string) => fresh.filter((told) => told.e === kind);
    const banner = headline(fresh, you, names, words);
    if (banner) {
      this.banner = banner;
      setTimeout(() => this.banner === banner && (this.banner = null), 2600);
    }
    if (speed === 0) return;
    const fallen = of("collapse").flatMap((told) => (before.sites[told.site as number] ? [told.site as number] : []));
    const isCentury = of("century").length > 0;
    const hit = (isCentury ? before.sites.map((_, site) => site) : of("quake").map((told) => told.site as number)).filter((site) => !fallen.includes(site));
    const landed = [...of("build"), ...of("roof")].map((told) => [told.site as number, told.card as string] as const);
    if (isCentury) this.century = true;
    this.shaking = new Set([...this.shaking, ...hit]);
    this.falling = new Map([...this.falling, ...fallen.map((site) => [site, before.sites[site]!] as const)]);
    this.landed = new Map([...this.landed, ...landed]);
    setTimeout(() => {
      if (isCentury) this.century = false;
      this.shaking = new Set([...this.shaking].filter((site) => !hit.includes(site)));
      this.falling = new Map([...this.falling].filter(([site]) => !fallen.includes(site)));
      this.landed = new Map([...this.landed].filter(([site, card]) => !landed.some(([where, what]) => where === site && what === card)));
    }, 1700 / speed);
  }
}

/** The one event that no player should miss. */
function headline(fresh: Told[], you: number | null, names: string[], words: Words): string | null {
  for (const told of fresh) {
    const name = names[told.seat ?? -1] ?? "";
    if (told.e === "century") return words.headlines.century;
    if (told.e === "quake") return `${words.headlines.quake} ${words.site(siteNumber(told.site as number))}${told.seat === you ? "" : ` (${name})`}`;
    if (told.e === "tornado") return `${words.headlines.tornado}${told.seat === you ? "" : ` (${name})`}`;
    if (told.e === "steal" && told.from === you && you !== null) return words.headlines.robbed(name);
  }
  return null;
}
