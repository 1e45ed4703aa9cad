/** What the player is choosing: a card, then where or how. Every step can be taken back; the last one is sent. */

import type { Legal, Preview } from "../../lib/protocol";
import type { BoardProps } from "../contract";
import { brief, changes, tag } from "./describe";
import { cardOf, modeOf, siteNumber, type View } from "./view";
import type { Words } from "./words/en";

export class Turn {
  card: number | null = $state(null); // a place in the hand, or among the cards on the table
  picked: Legal | null = $state.raw(null); // what would be sent
  private previews: Map<number, Preview<View>> = $state.raw(new Map());
  private putting: string[] = []; // cards still to be put back, the next one first

  constructor(private props: () => BoardProps<View, Words>) {}

  mode = $derived.by(() => modeOf(this.props().view, this.props().legal));
  hand = $derived.by(() => {
    const { view, you } = this.props();
    return (you === null ? null : view.players[you]?.hand) ?? [];
  });
  /** The card that is to be played. */
  kind = $derived.by((): string | null => {
    if (this.mode === "at_once") return this.props().view.at_once;
    return this.mode === "play" && this.card !== null ? (this.hand[this.card] ?? null) : null;
  });
  ways = $derived.by(() => (this.kind === null ? [] : this.props().legal.filter((action) => cardOf(action) === this.kind && action.e !== "discard")));
  discard = $derived.by(() => (this.mode === "play" ? this.props().legal.find((action) => action.e === "discard" && action.card === this.kind) : undefined));
  onSites = $derived(this.ways.filter((action) => action.site !== undefined));
  lit = $derived.by((): Map<number, string> => {
    const { view, you, words } = this.props();
    return new Map(this.onSites.map((action) => [action.site as number, tag(view, this.previews.get(action.id)?.view, action, you!, words)]));
  });
  /** The same in whole words. */
  said = $derived.by((): Map<number, string> => {
    const { view, you, names, words } = this.props();
    return new Map(
      this.onSites.map((action) => {
        const after = this.previews.get(action.id)?.view,
          site = action.site as number;
        return [site, after && you !== null ? changes(view, after, site, you, names, words).join(", ") : ""];
      }),
    );
  });
  /** What one would see; after a roof that may be insured, at least the roof. */
  after = $derived.by((): View | null => {
    const shown = this.picked ?? (this.mode === "insure" ? this.find("decline") : undefined);
    return (shown && this.previews.get(shown.id)?.view) ?? null;
  });
  added = $derived(
    this.picked?.site !== undefined && ["build", "roof"].includes(this.picked.e)
      ? { site: this.picked.site as number, card: this.picked.card as string }
      : null,
  );
  lines = $derived.by((): string[] => {
    const { view, you, names, words } = this.props();
    if (this.mode === "insure") {
      const yes = this.find("insure")!,
        insured = this.previews.get(yes.id)?.view;
      return this.after && insured && you !== null ? changes(this.after, insured, yes.site as number, you, names, words) : [];
    }
    return this.picked && this.after && you !== null ? changes(view, this.after, (this.picked.site as number) ?? null, you, names, words) : [];
  });
  title = $derived(this.picked ? this.sentence(this.picked) : "");

  find = (kind: string, fields: Record<string, unknown> = {}): Legal | undefined =>
    this.props().legal.find((action) => action.e === kind && Object.entries(fields).every(([key, value]) => action[key] === value));

  /** Whether an action was recommended. */
  isBest = (action: Legal | undefined): boolean => !!action && this.props().hint.includes(action.id);

  /** The cards of recommended actions. */
  best = $derived.by(() => this.props().legal.filter(this.isBest).map(cardOf));

  choose(place: number): void {
    this.card = this.card === place ? null : place;
    this.picked = this.mode === "play" && this.kind && this.ways.length === 1 && !this.onSites.length ? this.ways[0]! : null;
  }

  pick(action: Legal | undefined): void {
    this.picked = !action || this.picked?.id === action.id ? null : action;
  }

  begun = $derived.by(() => this.picked !== null || this.card !== null);

  /** One step back; whether there was one. */
  back(): boolean {
    const had = this.begun;
    if (this.picked && (this.onSites.length || this.ways.length > 1 || this.card === null)) this.picked = null;
    else this.clear();
    return had;
  }

  clear(): void {
    this.card = null;
    this.picked = null;
  }

  /** Something new is to be decided. */
  renew(): void {
    this.clear();
    this.previews = new Map();
  }

  send(action = this.picked): void {
    if (action)
      this.props()
        .play([action.id])
        .catch(() => (this.putting = [])); // what is refused, the page explains
  }

  /** Put cards back, the topmost first as named; the server wants the deepest first, one at a time. */
  putBack(topFirst: string[]): void {
    this.putting = topFirst.toReversed();
    this.goOn();
  }

  goOn(): void {
    if (this.mode !== "put") this.putting = [];
    const action = this.putting.length ? this.find("put", { card: this.putting[0] }) : undefined;
    if (!action || this.props().busy) return;
    this.putting = this.putting.slice(1);
    this.send(action);
  }

  /** Try out all that could be chosen next. Without an answer one just decides without it. */
  async look(): Promise<void> {
    const asked = this.mode === "insure" ? this.props().legal : [...this.ways, ...(this.discard ? [this.discard] : [])];
    const missing = asked.filter((action) => !this.previews.has(action.id));
    if (!missing.length) return;
    const legal = this.props().legal;
    try {
      const found = await this.props().preview(missing.map((action) => [action.id]));
      if (legal !== this.props().legal) return;
      this.previews = new Map([...this.previews, ...missing.flatMap((action, i) => (found[i] ? [[action.id, found[i]] as const] : []))]);
    } catch {
      /* no preview */
    }
  }

  private sentence(action: Legal): string {
    const { view, words } = this.props(),
      c = words.steps.chosen;
    const card = action.card ? brief(action.card as string, view, words) : "",
      site = siteNumber(action.site as number);
    switch (action.e) {
      case "build":
        return c.build(card, site);
      case "roof":
        return c.roof(card, site);
      case "insure":
        return c.insure(site);
      case "quake":
        return c.quake(site);
      case "century":
        return c.century;
      case "study":
        return action.source === "deck" ? c.deck : c.pile;
      case "tornado":
        return action.to === "left" ? words.steps.left : words.steps.right;
      case "discard":
        return c.discard(card);
      case "swap":
        return c.swap;
      case "take":
        return this.mode === "take" ? c.takePile(card) : c.take(card);
      default:
        return "";
    }
  }
}
