// Games of bots against the trainer: node trainer.mjs FOLDER PERSON GAMES SEED EXPERT (trainer.py). Prints a line for each game.
import { readFileSync } from "node:fs";
import { Bots } from "../../web/src/rules/bots.ts";
import { Rules } from "../../web/src/rules/game.ts";
import { levelFor, strengthAfter, withStrength } from "../../web/src/trainer/strength.ts";

const [folder, person, games, seed, expert] = process.argv.slice(2);
const file = (name) => readFileSync(`${folder}/${name}`);
const line = JSON.parse(file("line.json")), description = JSON.parse(file(line.description));
description.bots.level6.budget = expert; // a number of simulations: the same on every machine
const rules = await Rules.make(description, await WebAssembly.compile(file(line.library))), bots = new Bots(rules);
if (line.network) bots.learn(new Uint8Array(file(line.network)).buffer);
const variant = rules.variantOf({ ...line.variants[0], ...JSON.parse(file("options.json")) });

/** Numbers from 0 to 2^31, after Sebastiano Vigna's splitmix. */
let state = BigInt(seed);
function draw() {
  state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
  let z = state;
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return Number((z ^ (z >> 31n)) >> 33n);
}

function outcome(row) {
  const possible = rules.outcomes(row).filter(({ weight }) => weight > 0);
  let ticket = draw() % possible.reduce((sum, { weight }) => sum + weight, 0);
  return possible.find(({ weight }) => (ticket -= weight) < 0).action;
}

async function shareOf(mine, strength) {
  let row = rules.opening(variant);
  const trainer = withStrength("trainer", strength);
  for (;;) {
    const turn = rules.turn(row);
    if (turn === description.over) return rules.returns(row)[mine];
    if (turn === description.chance) row = rules.after(row, outcome(row));
    else {
      const dice = draw(), level = turn === mine && person.startsWith("level") ? person : levelFor(turn === mine ? withStrength("trainer", Number(person)) : trainer, dice);
      row = rules.after(row, await bots.choose(level, rules.observe(row, turn), turn, dice));
    }
  }
}

const seats = rules.seats(rules.opening(variant)), lessons = [];
for (let game = 0; game < Number(games); game++) {
  const strength = strengthAfter(lessons, 1); // as a newcomer
  lessons.push({ strength, share: await shareOf(game % seats, strength), fair: 1 / seats });
  console.log(strength, lessons.at(-1).share);
}
