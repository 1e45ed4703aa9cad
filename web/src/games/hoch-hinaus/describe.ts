/** A position and what a decision would change, in words. */

import type { Legal } from "../../lib/protocol";
import { cellOf, isCorner, isPlot, keyOf, plotAt, squareOf, type Cell } from "./layout";
import type { Target } from "./turn.svelte";
import { isTower, moveOf, OFF, outcomeOf, plotName, type Building, type View, type Move, type Outcome, type Place, type Plot } from "./view";
import type { Words } from "./words/en";

export interface Speaker {
  view: View;
  words: Words;
  names: string[];
  you: number | null;
  winners: number[];
}

/** A seat in a sentence: null is you. */
export const who = ({ names, you }: Pick<Speaker, "names" | "you">, seat: number): string | null => (seat === you ? null : (names[seat] ?? "?"));

/** An owner in a sentence: undefined is nobody. */
const owner = (speaker: Speaker, seat: number | null) => (seat === null ? undefined : who(speaker, seat));

const called = (speaker: Speaker, seat: number) => who(speaker, seat) ?? speaker.words.you;

export const squareName = (square: number, words: Words): string => (square === OFF ? words.off : String(square));

export const buildingOn = (view: View, cell: Cell): Building | undefined =>
  view.buildings.find(({ plots }) => plots.some((plot) => keyOf(cellOf(plot)) === keyOf(cell)));

// Decisions

/** A decision in a few words. */
export function named({ view, words, names }: Speaker, action: Legal): string {
  const plot = action.plot ? plotName(action.plot as Place) : "";
  switch (action.e) {
    case "move": {
      const [one, two] = action.figures as [number, number];
      const move = moveOf(view, action);
      const there = move?.plot && move.choices.length ? ` – ${plotName(move.plot)}: ${deeds(words, move.choices)}` : "";
      return words.moveTo(squareName(one, words), squareName(two, words)) + there;
    }
    case "storey":
      return words.storeyOn(plot);
    case "road":
      return words.roadOn(plot);
    case "demolish":
      return words.demolishOn(plot);
    case "raise":
      return words.raiseOn(plot);
    case "roof":
      return words.roofOn(plot);
    case "demand":
      return words.demandOf(names[action.of as number] ?? "?");
    default:
      return view.phase === "demand" ? words.declineDemand : view.phase === "cross" ? words.declineCross : words.declineDice;
  }
}

const deeds = (words: Words, choices: string[]) => words.or(choices.map((choice) => words.deed[choice as keyof Words["deed"]]));

/** What a decision would bring, in sentences. */
export function consequences(speaker: Speaker, action: Legal): string[] {
  const { view, words } = speaker;
  const move = moveOf(view, action);
  if (move) return afterMove(speaker, move);
  const outcome = outcomeOf(view, action);
  if (outcome) return afterDeed(speaker, outcome);
  if (view.phase === "dice") return [words.after.declineDice(view.ones, view.sixes)];
  return [view.phase === "demand" ? words.after.declineDemand : words.after.decline];
}

function afterMove(speaker: Speaker, { figures, plot, choices }: Move): string[] {
  const { view, words } = speaker,
    say = words.after;
  const [one, two] = figures.map((square) => squareName(square, words)) as [string, string];
  const where = !plot ? say.noCrossing : choices.length ? say.crossing(plotName(plot), deeds(words, choices)) : say.crossingNothing(plotName(plot));
  const there = view.outcomes.filter((o) => o.plot && plot && plotName(o.plot) === plotName(plot));
  const worth = there.filter(({ e }) => e === "storey" || e === "raise").flatMap((outcome) => afterDeed(speaker, outcome));
  return [`${say.move(one, two)} ${where}`, ...worth];
}

function afterDeed(speaker: Speaker, outcome: Outcome): string[] {
  const say = speaker.words.after,
    of = (seat: number | null) => owner(speaker, seat);
  return [
    ...first(speaker, outcome),
    ...outcome.ruined.map(({ owner: seat, height }) => say.ruin(of(seat), height)),
    ...outcome.closed.map((seat) => say.closed(of(seat))),
    ...outcome.opened.map((seat) => say.opened(of(seat))),
    ...outcome.bankrupt.map((seat) => say.bankrupt(who(speaker, seat))),
    ...(outcome.ends ? [say.ends] : []),
  ];
}

function first(speaker: Speaker, { e, plot, of, plots, height, joined, ruined, spires }: Outcome): string[] {
  const say = speaker.words.after;
  if (e === "demand") return [say.demand(speaker.names[of ?? 0] ?? "?")];
  if (!plot) return [];
  const name = plotName(plot),
    there = plots.find((changed) => plotName(changed.plot) === name);
  const seat = there ? owner(speaker, there.owner) : undefined;
  switch (e) {
    case "storey":
      if (joined > 1) return [say.join(joined, height)];
      return joined || ruined.length ? [say.extend(name, height)] : [say.begin(name, spires)];
    case "raise":
      return [say.raise(name, there?.storeys ?? 0, height)];
    case "road":
      return [say.road(name)];
    case "roof":
      return [say.roof(name, seat)];
    case "demolish":
      return [say.demolish(name, seat)];
  }
}

// One's own bankruptcy

/** What keeps a closed building from growing. */
function closedBy({ words: { place, and } }: Speaker, { roads, barred }: Building): string[] {
  return [...(roads.length ? [place.closedRoads(and(roads.map(plotName)))] : []), ...(barred.length ? [place.closedBarred(and(barred.map(plotName)))] : [])];
}

/** That one is bankrupt, or may soon be; nothing if there is no danger. */
export function warning({ view, words: { bankruptcy, and }, you }: Speaker): string | null {
  if (you === null || view.end) return null;
  if (view.players[you]!.bankrupt) return bankruptcy[view.options.bankruptcy];
  return view.threats.length ? bankruptcy.threat(and(view.threats.map(plotName))) : null;
}

/** Why one has left the game, by the buildings that one had then; null: that is not known here. */
export function whyOut(speaker: Speaker, had: Building[] | null): string[] {
  const {
    view,
    words: { bankruptcy, and },
  } = speaker;
  if (had?.length === 0) return [bankruptcy.none];
  const now = (had ?? []).flatMap(({ plots }) => buildingOn(view, cellOf(plots[0]!)) ?? []);
  return [bankruptcy.reason, ...now.flatMap((building) => [bankruptcy.building(and(building.plots.map(plotName))), ...closedBy(speaker, building)])];
}

// Places

/** All there is to know of a cell; the first line is its name. */
export function facts(speaker: Speaker, cell: Cell, target: Target | undefined): string[] {
  const lines = isPlot(cell) ? aboutPlot(speaker, cell) : aboutSquare(speaker, cell);
  const { words } = speaker;
  if (target?.kind === "plot") lines.push(words.place.may(deeds(words, target.deeds)));
  if (target?.kind === "square") lines.push(target.steps.some(Boolean) ? words.place.reach(words.or(target.steps.map(String))) : words.place.stay);
  if (target?.kind === "figure") lines.push(words.place.mine);
  return lines;
}

function aboutSquare(speaker: Speaker, cell: Cell): string[] {
  const { view, words } = speaker,
    square = squareOf(cell);
  const standing = view.players.flatMap(({ figures }, seat) => figures.filter((on) => on === square).map(() => who(speaker, seat) ?? words.yours));
  const title = isCorner(cell) ? words.place.corner(square) : words.place.square(square);
  return [title, ...(standing.length ? [words.place.figures(words.and(standing))] : [])];
}

function aboutPlot(speaker: Speaker, cell: Cell): string[] {
  const {
    view,
    words: { place, and },
    you,
  } = speaker;
  const plot: Plot = plotAt(view.plots, cell),
    name = plotName([cell.y, cell.x]);
  if (!isTower(plot)) {
    if (plot.road) return [name, place.road];
    const sites = plot.sites.length ? place.sites(and(plot.sites.map((seat) => called(speaker, seat)))) : place.noSites;
    const bar = plot.bar && you !== null ? place.bars[plot.bar] : undefined;
    return [name, `${place.empty} ${sites}`, ...(bar ? [bar] : [])];
  }
  const lines = [name, `${place.tower(plot.storeys, place.owner(owner(speaker, plot.owner)))}.`];
  lines.push(plot.spire ? place.spire : plot.roof ? place.roof : place.free);
  const building = buildingOn(view, cell);
  if (building) {
    if (building.plots.length > 1) lines.push(place.building(building.height, building.storeys));
    if (building.closed) lines.push(place.closed, ...closedBy(speaker, building));
    else lines.push(place.open(and(building.sites.map(plotName))));
  }
  return lines;
}
