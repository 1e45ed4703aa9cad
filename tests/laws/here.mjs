// Plays random games as a page does on its own device, and takes back now and then: node here.mjs FOLDER (test_here.py)
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { LocalGame, newGame } from "../../web/src/local/game.ts";
import { Rules } from "../../web/src/rules/game.ts";

const [folder] = process.argv.slice(2);
const file = (name) => readFileSync(`${folder}/${name}`);
const line = JSON.parse(file("line.json"));
const rules = await Rules.make(JSON.parse(file(line.description)), await WebAssembly.compile(file(line.library)));
const some = (list) => list[Math.floor(Math.random() * list.length)];
const must = (fact, what) => {
  if (!fact) throw new Error(what);
};

/** One decision, with what has to be decided at once. */
function decide(game) {
  const seat = game.turn;
  let open = { actions: [], legal: game.legal(seat) };
  const chosen = [];
  while (open) {
    chosen.push(some(open.legal).id);
    open = game.decide(seat, [...chosen], Date.now());
  }
  return chosen;
}

/** What is taken back and decided again brings the same. */
function takeBack(game) {
  const before = game.saved, { step } = game;
  game.undo(Date.now());
  must(game.isPerson(game.turn) && game.step < step, "nobody decides after that");
  must(game.saved.version === before.version + 1, "a change that nobody would notice");
  const taken = before.actions.slice(game.step), first = [taken[0]];
  while (game.decide(game.turn, [...first], Date.now())) first.push(taken[first.length]);
  must(isDeepStrictEqual(game.saved.actions, before.actions.slice(0, game.step)), "another fate");
}

for (const options of line.variants) {
  const seats = Array.from({ length: options.players }, (_, seat) => (seat % 2 ? { level: "level2" } : { name: `P${seat}` }));
  const game = newGame({ game: line.game, options, seats, hints: true }, rules, Date.now());
  while (!game.isOver) {
    decide(game);
    if (game.canUndo && !game.isOver && Math.random() < 0.05) takeBack(game);
  }
  const again = new LocalGame(JSON.parse(JSON.stringify(game.saved)), rules);
  for (const seat of [null, ...seats.keys()]) must(isDeepStrictEqual(again.story(seat), game.story(seat)), `another story for ${seat}`);
  must(isDeepStrictEqual(again.result, game.result), "another result");
  console.log(JSON.stringify(game.record(seats.map(({ name, level }) => name ?? `bot:${level}`))));
}
