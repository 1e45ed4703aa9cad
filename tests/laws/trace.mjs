// The digest of a random game that a library for WebAssembly plays: node trace.mjs FOLDER SEED VARIANT (test_machines.py)
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [folder, seed, variant] = process.argv.slice(2);
const schema = JSON.parse(readFileSync(`${folder}/schema.json`, "utf8"));
const lib = (await WebAssembly.instantiate(readFileSync(`${folder}/${schema.library}`), {})).instance.exports;
let free = lib.__heap_base.value;
function take(bytes) {
  const at = Math.ceil(free / 16) * 16;
  free = at + bytes;
  while (lib.memory.buffer.byteLength < free) lib.memory.grow(1);
  return at;
}
const size = schema.row.size, numbers = schema.observation.reduce((sum, f) => sum + f.shape.reduce((a, b) => a * b, 1), 0);
const row = take(size), view = take(size), rng = take(8 * schema.words), side = take(8 * schema.words);
const actions = take(4 * schema.list), weights = take(4 * schema.list), observation = take(4 * numbers);
const points = take(4 * schema.seats), shares = take(8 * schema.seats), seats = schema.variants[Number(variant)].players;
const digest = createHash("blake2b512"), bytes = (at, count) => digest.update(new Uint8Array(lib.memory.buffer, at, count));

lib.reseed(rng, BigInt(seed), BigInt(variant));
lib.reseed(side, BigInt(seed), 99n);
lib.setup(row, BigInt(variant));
let steps = 0;
for (let turn; (turn = lib.turn(row)) !== BigInt(schema.over); steps++) {
  let action;
  if (turn === BigInt(schema.chance)) {
    digest.update(`${lib.chance(row, actions, weights)}`);
    action = lib.sample(row, rng, actions, weights);
  } else {
    const count = lib.legal(row, actions);
    bytes(actions, 4 * Number(count));
    action = BigInt(new Int32Array(lib.memory.buffer, actions, schema.list)[Number(lib.below(rng, count))]);
    lib.observe(row, turn, view);
    bytes(view, size);
    lib.encode(view, turn, observation);
    bytes(observation, 4 * numbers);
    lib.determinize(view, side);
    bytes(view, size);
    digest.update(`${lib.evaluate(view, turn)}`);
  }
  digest.update(`${lib.audit(row)}`);
  lib.apply(row, action);
  bytes(row, size);
}
lib.scores(row, points);
bytes(points, 4 * seats);
lib.returns(row, shares);
bytes(shares, 8 * seats);
console.log(steps, digest.digest("hex"));
