/** What the player is choosing: a card, a site, a block, in any order; every step can be taken back. What fits together
 *  is what the rules call legal; nothing is decided here. */

import type { BoardProps } from "../contract";
import type { Legal, Preview } from "../../lib/protocol";
import type { View } from "./view";

export interface Build extends Legal {
  e: "build" | "skip";
  card: number;
  city?: number;
  colour: number;
  block: number;
}

type Props = Pick<BoardProps<View>, "view" | "legal" | "you" | "preview">;

export class Turn {
  card: number | null = $state(null);
  city: number | null = $state(null);
  colour: number | null = $state(null);
  block: number | null = $state(null);
  previews: Map<number, Preview<View>> = $state.raw(new Map());
  private asked = new Set<number>();
  private meant = false; // the block was the only one that fits, not chosen

  constructor(private readonly now: () => Props) {}

  builds: Build[] = $derived.by(() => this.now().legal.filter(({ e }) => e === "build" || e === "skip") as Build[]);
  mayBuild = $derived.by(() => this.builds.some(({ e }) => e === "build"));
  maySkip = $derived.by(() => this.builds.some(({ e }) => e === "skip"));

  /** The site a card marks for us. */
  marks = (card: number): number => this.now().view.players[this.now().you ?? 0]!.marks[card - 1]!;
  /** The chosen site; a card and a city name it. */
  site = $derived.by(() => (this.card === null || this.city === null ? null : this.marks(this.card)));

  private fits(build: Build, { card = this.card, city = this.city, colour = this.colour, block = this.block } = {}): boolean {
    return (
      (card === null || build.card === card) &&
      (city === null || build.city === city) &&
      (colour === null || build.colour === colour) &&
      (block === null || build.block === block)
    );
  }

  private any(changed: { card?: number | null; city?: number | null; colour?: number | null; block?: number | null }): Build[] {
    return this.builds.filter((build) => this.fits(build, changed));
  }

  /** Sites on which one may build what is chosen so far, as city × 9 + site − 1. */
  lit = $derived.by(() => {
    if (this.card === null && this.block === null) return new Set<number>();
    const found = this.any({ city: null }).filter(({ e }) => e === "build");
    return new Set(found.map((build) => build.city! * 9 + this.marks(build.card) - 1));
  });

  /** Cards that go with what is chosen so far. */
  cards = $derived.by(() => new Set(this.any({ card: null, city: null }).map(({ card }) => card)));
  /** Blocks that go with it, as "colour block". */
  blocks = $derived.by(() => new Map(this.any({ colour: null, block: null }).map((build) => [`${build.colour} ${build.block}`, build])));

  /** All is said: this can be sent. */
  decision = $derived.by(() => {
    if (this.card === null || (this.mayBuild && this.city === null)) return null;
    const found = this.any({});
    return found.length === 1 ? found[0]! : null;
  });
  preview = $derived.by(() => (this.decision && this.previews.get(this.decision.id)) ?? null);

  pickCard(card: number): void {
    if (this.card === card) return this.forget();
    this.loosen();
    this.card = card;
    if (!this.any({}).length) this.city = null;
    if (!this.any({}).length) this.colour = this.block = null;
    this.settle();
  }

  /** A site names its card too. Says whether one may build there. */
  pickSite(city: number, site: number): boolean {
    if (this.city === city && this.site === site) {
      this.loosen();
      this.city = null;
      return true;
    }
    const found = this.builds.filter((build) => build.city === city && this.marks(build.card) === site);
    if (!found.length) return false;
    this.loosen();
    this.card = found[0]!.card;
    this.city = city;
    if (!this.any({}).length) this.colour = this.block = null;
    this.settle();
    return true;
  }

  pickBlock(colour: number, block: number): void {
    if (this.colour === colour && this.block === block) {
      this.colour = this.block = null;
      return;
    }
    [this.colour, this.block, this.meant] = [colour, block, false];
    if (!this.any({}).length) this.city = null;
    if (!this.any({}).length) this.card = null;
  }

  /** Where only one block fits, it is meant. */
  private settle(): void {
    const found = this.any({});
    if (this.city !== null && this.block === null && found.length === 1) [this.colour, this.block, this.meant] = [found[0]!.colour, found[0]!.block, true];
    void this.look();
  }

  private loosen(): void {
    if (this.meant) this.colour = this.block = null;
    this.meant = false;
  }

  /** One step back; says whether there was one. */
  back(): boolean {
    if (this.block !== null && !this.meant) this.colour = this.block = null;
    else if (this.city !== null) {
      this.loosen();
      this.city = null;
    } else if (this.card !== null) this.card = null;
    else return false;
    return true;
  }

  forget(): void {
    this.card = this.city = this.colour = this.block = null;
  }

  /** The table changed: what was chosen may be no more. */
  renew(): void {
    this.previews = new Map();
    this.asked.clear();
    if (this.builds.length && !this.any({}).length) this.forget();
    void this.look();
  }

  /** Ask what each block would bring on the chosen site; without an answer one can decide all the same. */
  private async look(): Promise<void> {
    if (this.card === null || this.city === null) return;
    const wanted = this.any({ colour: null, block: null }).filter(({ id }) => !this.asked.has(id));
    if (!wanted.length) return;
    wanted.forEach(({ id }) => this.asked.add(id));
    const { view, preview } = this.now();
    try {
      const found = await preview(wanted.map(({ id }) => [id]));
      if (this.now().view !== view) return;
      this.previews = new Map([...this.previews, ...found.map((one, i) => [wanted[i]!.id, one] as const)]);
    } catch {
      wanted.forEach(({ id }) => this.asked.delete(id));
    }
  }
}
