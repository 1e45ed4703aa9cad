// Plays the records of FOLDER/records.jsonl as the page does, and writes their actions: node records.mjs FOLDER (test_page.py)
import { readFileSync } from "node:fs";
import { asRecord, movesOf } from "../../web/src/lib/record.ts";
import { Rules } from "../../web/src/rules/game.ts";

const [folder] = process.argv.slice(2);
const file = (name) => readFileSync(`${folder}/${name}`);
const line = JSON.parse(file("line.json"));
const rules = await Rules.make(JSON.parse(file(line.description)), await WebAssembly.compile(file(line.library)));

for (const text of file("records.jsonl").toString().split("\n").filter(Boolean)) {
  const record = asRecord(JSON.parse(text));
  try {
    process.stdout.write(`${JSON.stringify(record && (movesOf(record, rules)?.actions ?? "unknown"))}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ event: error.event })}\n`);
  }
}
