/** What the decisions of a game tell together: where it was won and lost. The same as src/bauboom/analysis/game.py. */

import type { TurningPoint } from "../lib/protocol";
import type { Description } from "./description.ts";
import type { Row, Rules } from "./game.ts";
import { hypot, total } from "./numbers.ts";

const SLIP = 0.05,
  LUCK = 0.15; // of the win: what a decision gives away, or luck brings, to be called a turning point
export const SURE = 3; // standard errors
const MOST = 8; // turning points of a game

/** One decision of a game. Lists are by seat. */
export interface Decision {
  step: number; // before it
  seat: number;
  played: number;
  best: number; // the same as `played`, if nothing better was found
  chances: number[]; // with the best action: what the position is worth
  errors: number[];
  after: number[]; // with the played one
  error: number; // of the difference between the two, for the seat
  gap: number; // the difference, as it was tried: below 0, if the one that the search preferred did worse
  stake: number; // what the action that the search preferred promised more than the mean of all that it tried
}

/** The decision that was looked at last, how many were, and how many there are. */
export interface Progress {
  decision: Decision;
  done: number;
  all: number;
}

export interface Analysis {
  decisions: Decision[];
  result: number[] | null; // by seat, if the game is over
  end: number; // the last step
  turns: TurningPoint[];
  curve: [step: number, chances: number[]][]; // of all seats at every decision, and the result
}

/** The rows of a game, from its opening, and what was found of its decisions. */
export function analysed(rules: Rules, rows: Row[], decisions: Decision[]): Analysis {
  const last = rows.at(-1)!,
    end = rows.length - 1;
  const result = rules.turn(last) === rules.description.over ? rules.returns(last) : null;
  const turns = [...slips(rules, rows, decisions), ...strokesOfLuck(rules, rows, decisions, result)]
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .slice(0, MOST)
    .sort((one, other) => one.step - other.step);
  const curve = decisions.map(({ step, chances }): [number, number[]] => [step, chances]);
  return { decisions, result, end, turns, curve: result ? [...curve, [end, result]] : curve };
}

/** Decisions that gave much away. */
function slips(rules: Rules, rows: Row[], decisions: Decision[]): TurningPoint[] {
  return decisions.flatMap(({ step, seat, played, best, chances, after, error }): TurningPoint[] => {
    const loss = chances[seat]! - after[seat]!;
    if (loss < Math.max(SLIP, SURE * error)) return [];
    const view = rules.observe(rows[step]!, seat),
      next = rules.viewAfter(view, seat, best);
    return [
      {
        ...{ step, kind: "decision", seat, change: -loss, error, since: step },
        ...{ played: rules.all[played]!.text, better: rules.all[best]!.text },
        ...{ told: rules.told(view, best, next, seat), reasons: rules.reasons(view, best, next, seat) },
      },
    ];
  });
}

/** What changed for a seat from one of its decisions to the next, less what the others gave away meanwhile.
 *
 * Both ends are what this seat knew; so luck is what chance brought, and what turned out that others held. Its step is
 * where most of it was seen.
 */
function strokesOfLuck(rules: Rules, rows: Row[], decisions: Decision[], result: number[] | null): TurningPoint[] {
  const points = decisions.map(({ step, chances, errors }) => ({ step, chances, errors }));
  if (result) points.push({ step: rows.length - 1, chances: result, errors: result.map(() => 0) });
  const found: { first: number; last: number; most: number; seat: number; change: number; doubt: number }[] = [];
  for (let seat = 0; seat < rules.seats(rows[0]!); seat++) {
    const ends = [...decisions.keys()].filter((number) => decisions[number]!.seat === seat);
    if (result) ends.push(decisions.length);
    for (const [i, last] of ends.slice(1).entries()) {
      const first = ends[i]!;
      const jumps = decisions.slice(first, last).map(({ after }, k) => points[first + k + 1]!.chances[seat]! - after[seat]!);
      const change = total(jumps),
        doubt = hypot(points[first]!.errors[seat]!, points[last]!.errors[seat]!);
      if (Math.abs(change) < Math.max(LUCK, SURE * doubt)) continue;
      const weights = jumps.map((jump) => jump * change),
        most = first + weights.indexOf(Math.max(...weights));
      found.push({ first, last, most, seat, change, doubt });
    }
  }
  const kept: TurningPoint[] = [],
    taken = new Set<number>(); // the luck of one is the misfortune of another: it is told once
  for (const { first, last, most, seat, change, doubt } of found.sort((a, b) => Math.abs(b.change) - Math.abs(a.change))) {
    const span = Array.from({ length: last - first }, (_, i) => first + i);
    if (span.some((number) => taken.has(number)) || !hadLuck(rules, rows.slice(points[first]!.step, points[last]!.step))) continue;
    for (const number of span) taken.add(number);
    kept.push({ step: points[most + 1]!.step, kind: "luck", seat, change, error: doubt, since: points[most]!.step + 1 });
  }
  return kept;
}

/** Whether there was anything to be lucky with. */
function hadLuck(rules: Rules, before: Row[]): boolean {
  return hasSecrets(rules.description) || before.some((row) => rules.turn(row) === rules.description.chance);
}

/** Whether a seat can have secrets in this game. */
export function hasSecrets({ sheets }: Description): boolean {
  const kinds = sheets.event[2] as [string, object][];
  return kinds.some(([, fields]) => Object.keys(fields).some((name) => name.endsWith("?")));
}
