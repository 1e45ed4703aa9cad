/** What the page around the board says: the story, the list of players, what is to do, why a decision is good. */

import type { Summary } from "../contract";
import { fill } from "../../lib/fill";
import type { Legal, Reason, Told } from "../../lib/protocol";
import { colourName, where } from "./describe";
import { dye, SIZES, sum, type Built, type View, type Scored } from "./view";
import type { Words } from "./words/en";

/** "1 1 2 4": blocks by size, one by one. */
const oneByOne = (counts: number[]): string => SIZES.flatMap((size) => Array<number>(counts[size - 1] ?? 0).fill(size)).join(" ");

export function tell(told: Told, view: View, words: Words, names: string[], you: number | null): string | null {
  const { e, seat = 0, colour, block, city, site } = told as Built;
  const mine = seat === you;
  const who = names[seat] ?? "";
  const dyed = typeof colour === "number" ? colourName(view, colour, words) : "";
  const say = words.tell;
  switch (e as string) {
    case "start":
      return mine ? say.youStart : say.start(who);
    case "pick": {
      const blocks = (told.blocks as number[]).join(" ");
      return mine ? say.youPick(blocks, dyed) : say.pick(who, blocks, dyed);
    }
    case "build": {
      const place = where(city, site, words);
      return mine ? say.youBuild(dyed, block, place) : say.build(who, dyed, block, place);
    }
    case "skip":
      return mine ? say.youSkip(dyed, block) : say.skip(who, dyed, block);
    case "draw":
      return told.card ? (mine ? say.draw(told.card as number) : say.drawn(who, told.card as number)) : null;
    case "reshuffle":
      return say.reshuffle;
    case "score": {
      const { points, round, total } = told as Scored;
      const gained = total.map((_, c) => `${colourName(view, c, words)} +${points.tallest[c]! + points.cities[c]! + points.towers[c]!}`);
      return say.score(round, gained.join(", "));
    }
  }
  return null;
}

export function why(reason: Reason, view: View, words: Words, names: string[], seat: number, you: number | null): string {
  const values: Reason = { ...reason, who: { name: names[seat], you: seat === you } };
  for (const key of ["height", "ahead", "storeys", "left"]) if (key in values) values[key] = words.storeys(values[key]);
  if ("city" in values) values.city = words.cities[values.city];
  if ("from" in values) values.from = { name: colourName(view, values.from, words), you: you !== null && view.players[you]!.colours.includes(values.from) };
  return fill(words.why[reason.why as keyof Words["why"]], values);
}

export function held({ players }: View, seat: number, { tell }: Words, names: string[], you: number | null): string | null {
  const cards = players[seat]!.hand?.join(" ");
  return cards ? (seat === you ? tell.youHold(cards) : tell.holds(names[seat]!, cards)) : null;
}

export const harms = ({ from }: Reason, view: View, seat: number): boolean => from !== undefined && view.players[seat]!.colours.includes(from);

export function nudge([first]: Reason[], _view: View, { nudge, cities }: Words): string {
  if (["tallest", "tallest_from", "level", "stays"].includes(first?.why ?? "")) return nudge.tallest;
  if (first?.city !== undefined) return fill(nudge.city, { city: cities[first.city] });
  return first?.why === "reach" ? nudge.reach : first?.why === "ration" ? nudge.later : nudge.any;
}

export function detail(told: Told, view: View, words: Words): string {
  const { colour, block, city, site } = told as Built;
  return `${colourName(view, colour, words)} ${block}, ${where(city, site, words)}`;
}

export const place = ({ e, city, site }: Told): string | null => (e === "build" ? `[data-site="${Number(city) * 9 + Number(site)}"]` : null);

/** A round begins with picking and ends with its scoring. */
export function rounds(log: Told[]): number[] {
  let round = 0,
    next = 1;
  return log.map((told) => {
    if (told.e === "pick") round = next;
    else if (told.e === "score") next = (told as unknown as Scored).round + 1;
    return round;
  });
}

export function summary(view: View, seat: number, words: Words): Summary {
  const { colours } = view.players[seat]!;
  const mine = colours.map((colour) => view.colours[colour]!);
  const facts: Summary["facts"] = [];
  const toBuild = mine
    .map(({ picked }) => oneByOne(picked))
    .filter(Boolean)
    .join(" · ");
  if (toBuild) facts.push({ label: words.facts.toBuild, value: toBuild, about: words.about.toBuild });
  if (view.phase !== "over") {
    facts.push({ label: words.facts.now, value: `+${sum(mine.flatMap(({ points_now }) => points_now))}`, about: words.about.now });
    const stock = mine.map(({ supply }) => SIZES.flatMap((size) => (supply[size - 1] ? [`${supply[size - 1]}×${size}`] : [])).join(" "));
    facts.push({ label: words.facts.stock, value: stock.filter(Boolean).join(" · ") || "–", about: words.about.stock });
  }
  return { score: sum(mine.map(({ score }) => score)), about: words.about.score, colours: colours.map((colour) => dye(view, colour)), facts };
}

export function task(view: View, legal: Legal[], words: Words): string {
  const kind = legal[0]?.e;
  if (view.phase === "pick")
    return words.task.pick(view.options.blocks_per_round, view.options.colours > 1 && view.picking !== null ? colourName(view, view.picking, words) : null);
  if (kind === "skip") return words.task.skip;
  return view.phase === "build" ? words.task.build : words.task.wait;
}

export function options(chosen: Record<string, string | number>, words: Words): string[] {
  const said = [
    words.options.players(Number(chosen.players)),
    words.options.edition(String(chosen.edition)),
    words.options.blocks(Number(chosen.blocks_per_round)),
  ];
  return Number(chosen.players) === 2 ? [...said, words.options.colours(Number(chosen.colours))] : said;
}
