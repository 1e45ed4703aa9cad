// How fast a page searches: node browser.mjs FOLDER VIEW SEAT BUDGET (browser.py); prints simulations and seconds of work
import { readFileSync } from "node:fs";
import { Rules } from "../../web/src/rules/game.ts";
import { Bots } from "../../web/src/rules/bots.ts";

const [folder, view, seat, budget] = process.argv.slice(2);
const file = (name) => readFileSync(`${folder}/${name}`);
const line = JSON.parse(file("line.json"));
const rules = await Rules.make(JSON.parse(file(line.description)), await WebAssembly.compile(file(line.library)));
const bots = new Bots(rules);
if (line.network) bots.learn(new Uint8Array(file(line.network)).buffer);
const row = new Uint8Array(Buffer.from(view, "base64")), { network } = rules.description.bots.level6;

const look = () => bots.look({ budget, network }, row, Number(seat), 1);

for (let i = 0; i < 3; i++) await look(); // by then everything is compiled as well as it can be
const begun = process.cpuUsage(), { simulations } = await look(), { user, system } = process.cpuUsage(begun);
console.log(simulations, (user + system) / 1e6);
