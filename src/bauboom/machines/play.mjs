// Plays random games with a library for WebAssembly: node play.mjs [number of games]
import { readFileSync } from "node:fs";

const here = (name) => new URL(name, import.meta.url);
const schema = JSON.parse(readFileSync(here("schema.json"), "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(here(schema.library)), {});
const lib = instance.exports; // numbers of 64 bits are BigInt, pointers are plain numbers

// Memory is handed out from where the library's own ends.
let free = lib.__heap_base.value;
function take(bytes) {
  const at = Math.ceil(free / 16) * 16;
  free = at + bytes;
  while (lib.memory.buffer.byteLength < free) lib.memory.grow(1);
  return at;
}
const row = take(schema.row.size), rng = take(8 * schema.words), points = take(4 * schema.seats), totals = take(4 * schema.seats);
const actions = take(4 * schema.list), weights = take(4 * schema.list);

const games = Number(process.argv[2] ?? 1000), begin = performance.now();
let steps = 0;
for (let game = 0; game < games; game++) {
  lib.reseed(rng, 1n, BigInt(game));
  steps += Number(lib.play(row, rng, actions, weights, points, totals, 0n, 1n)); // a whole game, at random
}
const seconds = (performance.now() - begin) / 1000;
const sums = new Int32Array(lib.memory.buffer, totals, schema.variants[0].players).join(" ");
console.log(`${schema.game}: ${games} games, ${steps} actions, points by seat ${sums}`);
console.error(`${Math.round(steps / seconds)} actions a second; and one game step by step:`);

lib.setup(row, 0n);
for (let turn = lib.turn(row); turn !== BigInt(schema.over); turn = lib.turn(row)) {
  const action = turn === BigInt(schema.chance) ? lib.sample(row, rng, actions, weights) : lib.decide(row, rng, actions);
  console.error(turn < 0n ? "chance" : `seat ${turn}`, schema.actions[Number(action)]);
  lib.apply(row, action);
}
