/** The scoring of a round, step by step: what is shown, said and awarded. */

import { capital, colourName, where } from "./describe";
import type { View, Scored } from "./view";
import type { Words } from "./words/en";

export interface Award {
  colour: number;
  points: number;
  from: string; // what the points fly from: "site 14" or "city 2"
}

export interface Step {
  say: string;
  awards: Award[];
  lasts: number; // ms
  tallest: [number, number][]; // towers that flash
  cities: number; // so many flags are up
  towers: boolean; // towers count up
}

/** `view` is the board as it was scored. */
export function steps(event: Scored, view: View, words: Words): Step[] {
  const name = (colour: number) => capital(colourName(view, colour, words));
  const say = words.scoring;
  const calm: Step = { say: "", awards: [], lasts: 900, tallest: [], cities: 0, towers: false };
  const found: Step[] = [];

  const best = event.points.tallest.findIndex((n) => n > 0);
  const [first] = view.highest;
  if (first) {
    const height = view.cities[first[0]]!.sites[first[1] - 1]!.height;
    found.push({
      ...calm,
      lasts: 2000,
      tallest: view.highest,
      say: best >= 0 ? say.tallest(name(best), where(...first, words), height, event.points.tallest[best]!) : say.tallestTie(view.highest.length, height),
      awards: best >= 0 ? [{ colour: best, points: event.points.tallest[best]!, from: `site ${first[0] * 9 + first[1]}` }] : [],
    });
  }

  view.cities.forEach((city, number) => {
    const most = city.majority,
      called = words.cities[number]!;
    const each = most === null ? 0 : event.points.cities[most]! / view.cities.filter(({ majority }) => majority === most).length;
    const none = city.towers.some((n) => n > 0) ? say.cityTie(called) : say.cityEmpty(called);
    found.push({
      ...calm,
      cities: number + 1,
      say: most === null ? none : say.city(called, name(most), city.towers[most]!, each),
      awards: most === null ? [] : [{ colour: most, points: each, from: `city ${number}` }],
    });
  });

  found.push({
    ...calm,
    lasts: 2200,
    cities: view.cities.length,
    towers: true,
    say: say.towers,
    awards: view.cities.flatMap((city, c) =>
      city.sites.flatMap((lot, s) => (lot.owner === null ? [] : [{ colour: lot.owner, points: 1, from: `site ${c * 9 + s + 1}` }])),
    ),
  });
  return found;
}
