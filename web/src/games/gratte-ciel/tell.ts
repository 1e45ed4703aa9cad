/** What happened, line by line. Whatever is missing in an event was not for one's eyes. */

import type { Told } from "../../lib/protocol";
import { brief, whoIs } from "./tower";
import { word, type View } from "./types";
import type { Words } from "./words/en";

export function tell(told: Told, view: View, words: Words, names: string[], you: number | null): string | null {
  const t = words.told, who = whoIs(told.seat ?? -1, names, you), mine = told.seat === you && you !== null;
  const site = told.site as number;
  const card = told.card ? brief(told.card as string, view, words) : null;
  const cards = told.cards ? words.list((told.cards as string[]).map((kind) => brief(kind, view, words))) : null;
  switch (told.e) {
    case "start": return t.start(who);
    case "foundation": return t.foundation(site, word(words.grounds, told.kind as string)!);
    case "deal": return mine && cards ? t.deal(cards) : null;
    case "build": return t.build(who, card!, site);
    case "steal": return t.steal(who, whoIs(told.from as number, names, you));
    case "stolen": return cards ? t.stolen(cards) : null;
    case "keep": return card ? t.keep(who, card) : null;
    case "roof": return t.roof(who, card!, site);
    case "insure": return t.insure(who, site);
    case "quake": return t.quake(who, site);
    case "century": return t.century(who);
    case "study": return told.from === "deck" ? t.studyDeck(who) : t.studyDiscard(who);
    case "seen": return cards ? t.seen(cards) : null;
    case "take": return t.take(who, card);
    case "play": return t.play(who, card!);
    case "swap": return t.swap(who);
    case "put": return card ? t.put(card) : null;
    case "tornado": return t.tornado(who, told.to as string);
    case "discard": return t.discard(who, card!);
    case "draw": return card ? t.draw(card) : null;
    case "collapse": return t.collapse(site);
    case "decline": return t.decline(who);
  }
  return null;
}
