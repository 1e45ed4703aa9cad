import { describe, expect, test } from "vitest";
import { folded, parse, plain, spans } from "../src/lib/markdown";

describe("a line of text", () => {
  test("has words, code, links and pictures", () => {
    expect(spans("See **this** and *that*: `M-cap`, [more](/rules/manhattan).")).toEqual([
      { kind: "text", text: "See " },
      { kind: "strong", text: "this" },
      { kind: "text", text: " and " },
      { kind: "em", text: "that" },
      { kind: "text", text: ": " },
      { kind: "code", text: "M-cap" },
      { kind: "text", text: ", " },
      { kind: "link", text: "more", to: "/rules/manhattan" },
      { kind: "text", text: "." },
    ]);
    expect(spans("![a board](/board.svg)")).toEqual([{ kind: "image", text: "a board", to: "/board.svg" }]);
  });

  test.each(["javascript:alert", "//elsewhere.test/", "http://elsewhere.test/", "data:text/html,x"])("leads nowhere by %s", (to) => {
    expect(spans(`[a](${to})`)).toEqual([{ kind: "text", text: "a" }]);
  });

  test("is plain where it has to be", () => {
    expect(plain(spans("**a** `b`"))).toBe("a b");
  });

  test("keeps a star that is none of ours", () => {
    expect(spans("2 * 3 * 4")).toEqual([{ kind: "text", text: "2 * 3 * 4" }]);
  });
});

describe("a page of text", () => {
  test("has headings, of which some are rules", () => {
    const [title, rule] = parse("# Rules of a game\n\n## M-cap: Capping a tower");
    expect(title).toMatchObject({ kind: "heading", level: 1, id: "rules-of-a-game", rule: null });
    expect(rule).toMatchObject({ kind: "heading", level: 2, id: "M-cap", rule: "M-cap", title: "Capping a tower" });
  });

  test("joins the lines of a paragraph, which a list or a heading ends", () => {
    const pieces = parse("one\ntwo\n- a\n  b\n- c\n# end");
    expect(pieces.map(({ kind }) => kind)).toEqual(["paragraph", "list", "heading"]);
    expect(pieces[0]).toEqual({ kind: "paragraph", spans: [{ kind: "text", text: "one two" }] });
    expect(pieces[1]).toMatchObject({ ordered: false, items: [[{ text: "a b" }], [{ text: "c" }]] });
  });

  test("numbers what is numbered", () => {
    expect(parse("1. a\n2. b")).toMatchObject([{ kind: "list", ordered: true, items: [[{ text: "a" }], [{ text: "b" }]] }]);
  });

  test("has tables with a head", () => {
    expect(parse("| a | b |\n|---|--:|\n| 1 | `2` |")).toMatchObject([
      { kind: "table", head: [[{ text: "a" }], [{ text: "b" }]], rows: [[[{ text: "1" }], [{ kind: "code", text: "2" }]]] },
    ]);
  });

  test("leaves code alone, even without an end", () => {
    expect(parse("```sh\n# no heading\n```\nafter").map(({ kind }) => kind)).toEqual(["code", "paragraph"]);
    expect(parse("```\n**a**")).toEqual([{ kind: "code", text: "**a**" }]);
  });
});

describe("rules as a newcomer reads them", () => {
  const pieces = folded(
    parse(`# Game

What it is about.

Every rule has an id such as \`M-cap\`.

# Building

## M-free: empty sites
Anything goes (\`M-cap\`).

## M-cap: taking over
At least as many.

Numbers are in \`deck.csv\`.

## M1: the pile
It is shuffled.

## M2: no build
Skip.

## M-height: no limit
Any height.`),
  );

  test("begin with what the game is about", () => {
    expect(pieces.slice(0, 3).map(({ kind }) => kind)).toEqual(["heading", "paragraph", "experts"]);
  });

  test("fold rulings away, together with what is about files just before them", () => {
    const away = pieces.filter((piece) => piece.kind === "experts");
    expect(away.map(({ titles }) => titles)).toEqual([[], ["the pile", "no build"]]);
    expect(away[1]!.pieces.map(({ kind }) => kind)).toEqual(["paragraph", "heading", "paragraph", "heading", "paragraph"]);
  });

  test("keep all other rules, and what names a rule", () => {
    expect(pieces.filter((piece) => piece.kind === "heading").map(({ title }) => title)).toEqual([
      "Game",
      "Building",
      "empty sites",
      "taking over",
      "no limit",
    ]);
    expect(pieces[5]).toMatchObject({ kind: "paragraph", spans: [{ text: "Anything goes (" }, { kind: "code", text: "M-cap" }, { text: ")." }] });
  });
});
