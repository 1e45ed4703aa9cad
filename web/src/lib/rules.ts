/** The rules of a game as the server has them, in the language that is set. */

import { get, text } from "./api";
import { parse, plain, type Piece } from "./markdown";
import type { GameName } from "./protocol";
import { settings, type Language } from "./settings.svelte";

const known = new Map<string, Promise<Piece[]>>();

export function rulesOf(game: GameName, language: Language = settings.language): Promise<Piece[]> {
  const key = `${game} ${language}`;
  let found = known.get(key);
  if (!found) {
    found = Promise.all([text(`/api/games/${game}/rules?lang=${language}`), examples(game)]).then(([source, tasks]) => illustrated(parse(source), game, tasks));
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return found;
}

/** By rule, the first task of a lesson that is an example of it. */
async function examples(game: GameName): Promise<Map<string, string>> {
  const lessons = await get<{ id: string; tasks: string[]; rules: string[][] }[]>(`/api/games/${game}/lessons`);
  const all = lessons.flatMap(({ id, tasks, rules }) => tasks.flatMap((task, at) => rules[at]!.map((rule) => [rule, `${id}/${task}`] as const)));
  return new Map(all.reverse());
}

/** The rules with an example behind each that has one. */
function illustrated(pieces: Piece[], game: GameName, tasks: Map<string, string>): Piece[] {
  let due: string | undefined;
  return [...pieces, null].flatMap((piece) => {
    const example: Piece[] = due && (piece === null || piece.kind === "heading") ? [{ kind: "example", game, task: due }] : [];
    if (piece?.kind === "heading") due = piece.rule ? tasks.get(piece.rule) : undefined;
    return piece ? [...example, piece] : example;
  });
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
