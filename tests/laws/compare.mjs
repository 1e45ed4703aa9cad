// What the page's own rules say, compared with what Python says (test_pages.py): in Node by pages.mjs, in Chromium by tests/browser/test_law.py
import { Illegal, Rules } from "../../web/src/rules/game.ts";
import { Bots } from "../../web/src/rules/bots.ts";
import { frameOf, unpack } from "../../web/src/rules/wire.ts";

let rules, pageBots, frames, compared;

/** Compare everything that is expected; `read` gives the bytes of a file. How many things were compared. */
export async function compare(read) {
  const decoded = (name) => new TextDecoder().decode(read(name));
  const line = JSON.parse(decoded("line.json"));
  rules = await Rules.make(JSON.parse(decoded(line.description)), await WebAssembly.compile(read(line.library)));
  pageBots = new Bots(rules);
  if (line.network) pageBots.learn(read(line.network).slice().buffer);
  frames = {}; // by viewer, the last one
  compared = 0;
  const kinds = { game, frame, analysis, review };
  for (const text of decoded("expected.jsonl").split("\n").filter(Boolean)) {
    const { kind, ...expected } = JSON.parse(text);
    await kinds[kind](expected);
  }
  return compared;
}

function same(what, ours, theirs) {
  compared++;
  if (isSame(ours, theirs)) return;
  const [where, one, other] = difference(ours, theirs);
  throw new Error(`${what}${where}: the page has ${JSON.stringify(one)?.slice(0, 400)}, Python ${JSON.stringify(other)?.slice(0, 400)}`);
}

const isParent = (value) => typeof value === "object" && value !== null;

function isSame(one, other) {
  if (!isParent(one) || !isParent(other)) return Object.is(one, other);
  const keys = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

function difference(one, other) {
  const keys = isParent(one) && isParent(other) ? [...new Set([...Object.keys(one), ...Object.keys(other)])] : [];
  const key = keys.find((name) => !isSame(one[name], other[name]));
  if (key === undefined) return ["", one, other];
  const [where, ...rest] = difference(one[key], other[key]);
  return [`.${key}${where}`, ...rest];
}

const row = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
const text = (bytes) => btoa(String.fromCharCode(...bytes));

async function game({ options, opening, actions, positions, stories }) {
  const rows = [rules.opening(rules.variantOf(options))];
  for (const action of actions) rows.push(rules.after(rows.at(-1), action));
  same("opening", text(rows[0]), opening);
  for (const expected of positions) await position(`${JSON.stringify(options)} step ${expected.step}`, rows, actions, expected);
  for (const { seat, told } of stories) {
    const events = actions.flatMap((action, step) => rules.told(rows[step], action, rows[step + 1], seat));
    same(`story of ${seat}`, rules.joined(events), told);
  }
}

async function position(where, rows, actions, { step, seen, decider, ...expected }) {
  const now = rows[step];
  const ours = { row: text(now), turn: rules.turn(now), seats: rules.seats(now), scores: rules.scores(now), returns: rules.returns(now) };
  same(where, { ...ours, secret: rules.isSecret(now), outcomes: rules.outcomes(now) }, expected);
  expected.outcomes.forEach(({ action, weight }, i) => {
    const before = expected.outcomes.slice(0, i).reduce((sum, outcome) => sum + outcome.weight, 0);
    same(`${where} sample`, [rules.sample(now, () => before), rules.sample(now, () => before + weight - 1)], [action, action]);
  });
  for (const { seat, ...its } of seen) {
    const own = seat === rules.description.referee ? now : rules.observe(now, seat), before = rows[step - 1];
    const told = before ? rules.told(before, actions[step - 1], now, seat) : [];
    const event = before ? rules.event(before, actions[step - 1], seat) : null;
    same(`${where} seat ${seat}`, { row: text(own), view: rules.view(own, seat), told, event }, its);
  }
  if (decider) await decisions(`${where} decision`, rules.observe(now, expected.turn), expected.turn, decider);
  else same(`${where} legal`, rules.legalIds(now), []);
}

async function decisions(where, view, seat, { legal, illegal, previews, reasons, seed, hint, bots, look }) {
  seed = BigInt(seed);
  same(`${where} legal`, rules.legal(view), legal);
  for (const expected of previews) same(`${where} preview`, rules.preview(view, seat, expected.actions), expected);
  for (const { action, found } of reasons) {
    same(`${where} reasons`, rules.reasons(view, action, rules.viewAfter(view, seat, action), seat), found);
  }
  if (illegal !== null) same(`${where} illegal`, refused(() => rules.preview(view, seat, [illegal])), true);
  if (hint) {
    const { budget, ...expected } = hint;
    same(`${where} hint`, await pageBots.hint(view, seat, seed, undefined, { budget, network: true }), expected);
  }
  for (const [level, expected] of Object.entries(bots)) {
    const ours = [await pageBots.choose(level, view, seat, seed), await pageBots.decisions(level, view, seat, seed)];
    same(`${where} ${level}`, ours, expected);
  }
  if (look) {
    const { budget, playouts, best, ...expected } = look;
    same(`${where} look`, await pageBots.look({ budget, network: true }, view, seat, seed, playouts, best), expected);
  }
}

function refused(work) {
  try {
    work();
  } catch (error) {
    return error instanceof Illegal;
  }
  return false;
}

function frame({ viewer, packed, frame }) {
  const { head, row: its } = unpack(row(packed).buffer);
  frames[viewer] = frameOf(head, its, rules, frames[viewer] ?? null);
  same(`frame ${frame.version} of ${viewer}`, frames[viewer], frame);
}

async function analysis({ opening, actions, budget, seed, found }) {
  const steps = pageBots.analyse(row(opening), actions, budget, BigInt(seed));
  for (let done = 1; ; done++) {
    const step = await steps.next();
    if (step.done) return same("analysis", step.value, found);
    same("progress", step.value, { decision: found.decisions[done - 1], done, all: found.decisions.length });
  }
}

async function review({ opening, actions, seats, effort, seed, bits, found }) {
  const steps = pageBots.review(row(opening), actions, seats, effort, BigInt(seed));
  for (let done = 1; ; done++) {
    const step = await steps.next();
    if (step.done) {
      same("review", step.value, found);
      for (const [i, entry] of found.ledger.entries.entries()) same(`entry ${i}`, step.value.ledger.entries[i], entry);
      return;
    }
    same("bits", step.value, { done, all: bits });
  }
}
