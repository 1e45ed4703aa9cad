// Writes all exercises of a game as the page has them: node lessons.mjs FOLDER (test_page.py)
import { readFileSync } from "node:fs";
import { examples, exercise, lessonsOf } from "../../web/src/lib/lessons.ts";
import { Rules } from "../../web/src/rules/game.ts";

const [folder] = process.argv.slice(2);
const file = (name) => readFileSync(`${folder}/${name}`);
const line = JSON.parse(file("line.json"));
const rules = await Rules.make(JSON.parse(file(line.description)), await WebAssembly.compile(file(line.library)));

const exercises = {};
for (const lesson of lessonsOf(rules))
  for (const { id } of lesson.tasks) {
    const { seat, seats, view, legal, told, isRight, mistake, preview } = exercise(rules, lesson.id, id);
    const tried = legal.map((action) => ({ right: isRight(action.id), mistake: mistake(action.id) ?? null, ...preview([action.id]) }));
    exercises[`${lesson.id}/${id}`] = { seat, seats, view, legal, told, tried };
  }
process.stdout.write(JSON.stringify({ exercises, examples: Object.fromEntries(examples(rules)) }));
