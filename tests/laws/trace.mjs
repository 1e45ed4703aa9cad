// The digest of a random game that a library for WebAssembly plays: node trace.mjs FOLDER SEED VARIANT (test_machines.py)
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

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

// The search: what the caller decides the length of, in the order of the schema; the rest is fixed by the game.
const NODES = 4000, search = schema.functions.grow.arguments;
function roomToSearch(style, learnt) {
  const shape = (name) => learnt?.find(([its]) => its === name)[1] ?? [0, 0], tree = {};
  const lengths = { tree_totals: [NODES, seats], tree_squares: [schema.list, seats], workspace_trials: [schema.lookahead + 1], workspace_shares: [seats] };
  const network = Object.fromEntries(["part", "whole", "whole_bias", "second", "second_bias", "last", "last_bias"].map((name) => [name, shape(name)]));
  network.of_part = network.of_parts = [shape("part")[1]];
  network.units = shape("whole_bias");
  network.hidden = shape("second_bias");
  network.chances = network.ends = [schema.seats];
  for (const name in network) lengths[`workspace_network_${name}`] = network[name];
  for (const [name, type] of Object.entries(search)) {
    const [, item, shape] = type.match(/^(\w+)\[(.*)\]$/) ?? [];
    if (!item) continue;
    const known = shape.split(",").map((n, i) => (n === "?" ? (lengths[name] ?? [NODES])[i] : Number(n)));
    const one = item === "row" ? size : Number(item.match(/\d+/)[0]) / 8;
    tree[name] = take(one * known.reduce((a, b) => a * b, 1));
    known.forEach((n, i) => (tree[`${name}_${i}`] = BigInt(n)));
  }
  new Float64Array(lib.memory.buffer, tree.workspace_learnt, 3 * schema.traits.length).set(schema.weights[seats].flat());
  for (const [name, , numbers] of learnt ?? []) new Float32Array(lib.memory.buffer, tree[`workspace_network_${name}`], numbers.length).set(numbers);
  for (const [name, value] of Object.entries(style)) tree[`style_${name}`] = search[`style_${name}`] === "int64" ? BigInt(value) : value;
  return tree;
}
const plain = roomToSearch(schema.style), file = `${folder}/network.json`;
const network = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
const trees = network ? [plain, roomToSearch(network.style, network.learnt)] : [plain];
function grow(tree, simulations, step) {
  lib.reseed(tree.rng, BigInt(seed), BigInt(step));
  new BigInt64Array(lib.memory.buffer, tree.tree_size, 1)[0] = 0n;
  const lead = lib.grow(...Object.keys(search).map((name) => ({ ...tree, simulations: BigInt(simulations), views: view })[name]));
  const nodes = Number(new BigInt64Array(lib.memory.buffer, tree.tree_size, 1)[0]);
  digest.update(`${lead} ${nodes}`);
  for (const part of ["action", "visits"]) bytes(tree[`tree_${part}`], 4 * nodes);
  bytes(tree.tree_totals, 8 * seats * nodes);
}
const readings = take(8 * 4 * seats), judge = schema.functions.weigh.arguments;
function weigh(row, action, guess, step) {
  const own = { views: row, action, guess, seed: BigInt(seed), stream: BigInt(step), readings, readings_0: 4n, readings_1: BigInt(seats) };
  lib.weigh(...Object.keys(judge).map((name) => own[name] ?? plain[name]));
  bytes(readings, 8 * 4 * seats);
}
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
    if (steps % 61 === 7) {
      for (const tree of trees) grow(tree, 30, steps);
      weigh(row, -1n, 0n, steps);
      weigh(view, action, 1n, steps);
    }
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
