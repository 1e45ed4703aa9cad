/** As much Markdown as our rules and lessons need, as data: components make elements of it, never HTML from text. */

import type { GameName } from "./protocol";

export type Span =
  { kind: "text" | "code" | "strong" | "em"; text: string } | { kind: "link"; text: string; to: string } | { kind: "image"; text: string; to: string };

export type Piece =
  | { kind: "heading"; level: number; id: string; rule: string | null; spans: Span[]; title: string }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  | { kind: "code"; text: string }
  | { kind: "experts"; titles: string[]; pieces: Piece[] } // folded away: rulings, and what only those need who look closer
  | { kind: "example"; game: GameName; task: string }; // the board of a lesson's task, and the way to the lesson

const SPAN = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

export function spans(text: string): Span[] {
  const found: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > end) found.push({ kind: "text", text: text.slice(end, match.index) });
    const [whole, code, strong, em, bang, label = "", to = ""] = match;
    if (code !== undefined) found.push({ kind: "code", text: code });
    else if (strong !== undefined) found.push({ kind: "strong", text: strong });
    else if (em !== undefined) found.push({ kind: "em", text: em });
    else if (!/^(\/(?!\/)|#|https:\/\/)/.test(to)) found.push({ kind: "text", text: label });
    else found.push({ kind: bang ? "image" : "link", text: label, to });
    end = match.index + whole.length;
  }
  if (end < text.length) found.push({ kind: "text", text: text.slice(end) });
  return found;
}

export const plain = (parts: Span[]): string => parts.map((part) => part.text).join("");

/** A rule whose id has just a number after its letter decides what the printed rules leave open. */
export const isRuling = (piece: Piece): boolean => piece.kind === "heading" && /^[A-Z]\d+$/.test(piece.rule ?? "");

/** Each heading with what belongs to it. */
export function sections(pieces: Piece[]): Piece[][] {
  const found: Piece[][] = [];
  for (const piece of pieces) {
    if (piece.kind === "heading" || !found.length) found.push([]);
    found.at(-1)!.push(piece);
  }
  return found;
}

/**
 * The rules as a newcomer reads them. Folded away are rulings, all of the introduction but its first paragraph, and
 * paragraphs about files and commands: those with code that is no rule's id.
 */
export function folded(pieces: Piece[]): Piece[] {
  const ids = new Set(pieces.flatMap((piece) => (piece.kind === "heading" && piece.rule ? [piece.rule] : [])));
  const isTechnical = (piece: Piece) => piece.kind === "paragraph" && piece.spans.some(({ kind, text }) => kind === "code" && !ids.has(text));
  const found: Piece[] = [];
  const put = (piece: Piece, away: boolean) => {
    const last = found.at(-1);
    if (!away) found.push(piece);
    else if (last?.kind === "experts") last.pieces.push(piece);
    else found.push({ kind: "experts", titles: [], pieces: [piece] });
  };
  for (const [number, section] of sections(pieces).entries()) {
    const ruling = isRuling(section[0]!);
    const first = section.find(({ kind }) => kind === "paragraph");
    for (const piece of section)
      put(piece, ruling || (number === 0 && piece.kind !== "heading" && piece !== first) || (number > 0 && piece.kind !== "heading" && isTechnical(piece)));
  }
  for (const piece of found) if (piece.kind === "experts") piece.titles = piece.pieces.flatMap((inner) => (inner.kind === "heading" ? [inner.title] : []));
  return found;
}

const RULE = /^([A-Z][\w-]*): /; // "M-cap: A tower is at most …"
const slug = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\w]+/g, "-")
    .replace(/^-+|-+$/g, "");
const cells = (line: string) =>
  line
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|")
    .map((cell) => spans(cell.trim()));

export function parse(source: string): Piece[] {
  const lines = source.split(/\r?\n/),
    pieces: Piece[] = [];
  let at = 0;
  const take = (fits: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    while (at < lines.length && fits(lines[at]!)) taken.push(lines[at++]!);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    const item = /^(\s*)([-*]|\d+\.) /.exec(line);
    if (!line.trim()) at++;
    else if (heading) {
      at++;
      const text = heading[2]!.trim(),
        rule = RULE.exec(text)?.[1] ?? null;
      const shown = spans(rule ? text.slice(rule.length + 2) : text);
      pieces.push({ kind: "heading", level: heading[1]!.length, id: rule ?? slug(text), rule, spans: shown, title: plain(shown) });
    } else if (line.startsWith("```")) {
      at++;
      pieces.push({ kind: "code", text: take((next) => !next.startsWith("```")).join("\n") });
      at++;
    } else if (line.trimStart().startsWith("|")) {
      const rows = take((next) => next.trimStart().startsWith("|"))
        .filter((row) => !/^[\s|:-]+$/.test(row))
        .map(cells);
      pieces.push({ kind: "table", head: rows[0] ?? [], rows: rows.slice(1) });
    } else if (item) {
      const items: string[] = [];
      for (const next of take((next) => next.trim() !== "" && !/^#/.test(next))) {
        const start = /^\s*([-*]|\d+\.) (.*)$/.exec(next);
        if (start) items.push(start[2]!);
        else items[items.length - 1] += ` ${next.trim()}`;
      }
      pieces.push({ kind: "list", ordered: /\d/.test(item[2]!), items: items.map(spans) });
    } else {
      const text = take((next) => next.trim() !== "" && !/^(#|```|\s*\||\s*([-*]|\d+\.) )/.test(next));
      if (!text.length) text.push(lines[at++]!);
      pieces.push({ kind: "paragraph", spans: spans(text.join(" ")) });
    }
  }
  return pieces;
}
