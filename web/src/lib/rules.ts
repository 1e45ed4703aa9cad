/** The rules of a game as the server has them, in the language that is set. */

import { text } from "./api";
import { parse, plain, type Piece } from "./markdown";
import type { GameName } from "./protocol";
import { settings, type Language } from "./settings.svelte";

const known = new Map<string, Promise<Piece[]>>();

export function rulesOf(game: GameName, language: Language = settings.language): Promise<Piece[]> {
  const key = `${game} ${language}`;
  let found = known.get(key);
  if (!found) {
    found = text(`/api/games/${game}/rules?lang=${language}`).then(parse);
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return found;
}

/** One rule by its id: its title and its first paragraph. */
export async function ruleOf(game: GameName, id: string): Promise<{ title: string; first: string } | null> {
  const pieces = await rulesOf(game);
  const at = pieces.findIndex((piece) => piece.kind === "heading" && piece.rule === id);
  const heading = pieces[at], next = pieces[at + 1];
  if (heading?.kind !== "heading") return null;
  const title = heading.title.charAt(0).toUpperCase() + heading.title.slice(1);
  return { title, first: next?.kind === "paragraph" ? plain(next.spans) : "" };
}
