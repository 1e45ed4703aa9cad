/** What the page around the board says: the story, the list of players, what is to do, why a decision is good. */

import { fill } from "../../lib/fill";
import type { Legal, Reason, Told } from "../../lib/protocol";
import type { Summary } from "../contract";
import { laps } from "../laps";
import { brief, counted, whoIs } from "./describe";
import { modeOf, siteNumber, word, type View } from "./view";
import type { Words } from "./words/en";

/** What an event does not contain, this seat may not know. */
export function tell(told: Told, view: View, words: Words, names: string[], you: number | null): string | null {
  const t = words.told,
    who = whoIs(told.seat ?? -1, names, you);
  const site = siteNumber(told.site as number);
  const card = told.card ? brief(told.card as string, view, words) : null;
  const cards = told.cards ? words.list((told.cards as string[]).map((kind) => brief(kind, view, words))) : null;
  switch (told.e) {
    case "start":
      return t.start(who);
    case "foundation":
      return t.foundation(site, word(words.grounds, told.kind as string)!);
    case "deal":
      return cards ? t.deal(who, cards) : null;
    case "build":
      return t.build(who, card!, site);
    case "steal":
      return t.steal(who, whoIs(told.from as number, names, you));
    case "stolen":
      return cards ? t.stolen(cards) : null;
    case "keep":
      return card ? t.keep(who, card) : null;
    case "roof":
      return t.roof(who, card!, site);
    case "insure":
      return t.insure(who, site);
    case "quake":
      return t.quake(who, site);
    case "century":
      return t.century(who);
    case "study":
      return told.from === "deck" ? t.studyDeck(who) : t.studyDiscard(who);
    case "seen":
      return cards ? t.seen(who, cards) : null;
    case "take":
      return t.take(who, card);
    case "play":
      return t.play(who, card!);
    case "swap":
      return t.swap(who);
    case "put":
      return card ? t.put(who, card) : null;
    case "tornado":
      return t.tornado(who, told.to as string);
    case "discard":
      return t.discard(who, card!);
    case "draw":
      return card ? t.draw(who, card) : null;
    case "collapse":
      return t.collapse(site);
    case "decline":
      return t.decline(who);
  }
  return null;
}

export function why(reason: Reason, view: View, words: Words, names: string[], seat: number, you: number | null): string {
  const { card, prize, category, of, metres } = reason;
  return fill(words.why[reason.why as keyof Words["why"]], {
    ...reason,
    site: siteNumber(reason.site),
    who: whoIs(seat, names, you),
    of: whoIs(of, names, you),
    metres: words.metres(metres),
    card: card && brief(card, view, words),
    prize: word(words.prizes, prize),
    category: word(words.categories, category),
  });
}

export function held(view: View, seat: number, words: Words, names: string[], you: number | null): string | null {
  const hand = view.players[seat]!.hand;
  return hand?.length ? words.told.holds(whoIs(seat, names, you), words.list(counted(hand, view, words))) : null;
}

export const harms = ({ of }: Reason, _view: View, seat: number): boolean => of === seat;

/** By kind of reason; all others are about cards, or else about the site that they name. */
const NUDGES: Record<string, keyof Words["nudge"]> = {
  ...{ prize: "prize", prize_from: "prize", saves: "danger", insures: "danger" },
  ...{ topples: "rival", fells: "rival", uninsures: "rival", shakes: "rival", weakens: "rival" },
};

export function nudge([first]: Reason[], _view: View, { nudge }: Words): string {
  return fill(nudge[NUDGES[first?.why ?? ""] ?? (first?.site === undefined ? "cards" : "site")], { site: siteNumber(first?.site) });
}

/** What it means says where. */
export const detail = ({ card }: Told, view: View, words: Words): string => (card ? brief(card as string, view, words) : "");

export const place = ({ site }: Told): string | null => (site === undefined ? null : `[data-site="${site}"]`);

export const rounds = (log: Told[], view: View): number[] => laps(log, view.players.length, ["deal"]);

export function summary(view: View, seat: number, words: Words): Summary {
  const player = view.players[seat]!;
  return {
    score: player.score,
    about: words.about.score,
    colours: [seat],
    facts: [
      { label: words.facts.threshold, value: words.metres(player.threshold), about: words.about.threshold },
      { label: words.facts.toilets, value: player.toilets, about: words.about.toilets },
      { label: words.facts.cards, value: player.cards, about: words.about.cards },
    ],
  };
}

export const task = (view: View, legal: Legal[], words: Words): string =>
  word(words.tasks, legal.length ? modeOf(view, legal) : view.phase) ?? words.tasks.play;

export const options = (chosen: Record<string, string | number>, words: Words): string[] => [words.players(Number(chosen.players))];
