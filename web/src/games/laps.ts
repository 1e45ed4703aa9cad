import type { Told } from "../lib/protocol";

/** By line of a story, how often the turn has begun to go round the table; 0 before the first one.
 *
 * `besides` are kinds of events that need not be about the seat on turn.
 */
export function laps(log: Told[], seats: number, besides: string[]): number[] {
  let lap = 0,
    starter = 0,
    last = Infinity;
  return log.map(({ e, seat }) => {
    if (e === "start") starter = seat!;
    else if (seat !== undefined && !e.startsWith("table:") && !besides.includes(e)) {
      const place = (seat - starter + seats) % seats;
      if (place < last) lap++;
      last = place;
    }
    return lap;
  });
}
