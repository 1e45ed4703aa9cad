/** The rules of a game in words, in the language that is set. */

import { gameLines, rulesOf } from "../rules/load";
import { Failure } from "./failure";
import { examples } from "./lessons";
import { parse, plain, type Piece } from "./markdown";
import type { GameName } from "./protocol";
import { settings, type Language } from "./settings.svelte";

const known = new Map<string, Promise<Piece[]>>();

export function rulesIn(game: GameName, language: Language = settings.language): Promise<Piece[]> {
  const key = `${game} ${language}`;
  let found = known.get(key);
  if (!found) {
    found = Promise.all([text(game, language), rulesOf(game).then(examples, () => new Map())]).then(([source, tasks]) =>
      illustrated(parse(source), game, tasks),
    );
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return found;
}

async function text(game: GameName, language: Language): Promise<string> {
  const { texts } = (await gameLines()).find((line) => line.game === game)!;
  const answer = await fetch(new URL(`page/${texts[language] ?? texts.en}`, document.baseURI)).catch(() => null);
  if (!answer?.ok) throw new Failure("offline", "");
  return answer.text();
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

/** What a game's rules begin with: what it is about. */
export async function introOf(game: GameName): Promise<string> {
  const first = (await rulesIn(game).catch(() => [])).find((piece) => piece.kind === "paragraph");
  return first?.kind === "paragraph" ? plain(first.spans) : "";
}

/** One rule by its id: its title and its first paragraph. */
export async function ruleOf(game: GameName, id: string): Promise<{ title: string; first: string } | null> {
  const pieces = await rulesIn(game);
  const at = pieces.findIndex((piece) => piece.kind === "heading" && piece.rule === id);
  const heading = pieces[at],
    next = pieces[at + 1];
  if (heading?.kind !== "heading") return null;
  const title = heading.title.charAt(0).toUpperCase() + heading.title.slice(1);
  return { title, first: next?.kind === "paragraph" ? plain(next.spans) : "" };
}
