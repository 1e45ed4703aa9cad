/** Asks Python for the files of all games, as a server would offer them, and hands them to every test. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { TestProject } from "vitest/node";

const ASK = `
import base64, json
from bauboom.machines import pages
files = pages.files()
lines = json.loads(files[pages.INDEX])
games = {line["game"]: (files[line["description"]].decode(), base64.b64encode(files[line["library"]]).decode()) for line in lines}
puzzles = {line["game"]: json.loads(files[line["puzzles"]]) for line in lines if line["puzzles"]}
chunks = {game: [base64.b64encode(files[name]).decode() for name in index["files"]] for game, index in puzzles.items()}
print(json.dumps({"games": games, "puzzles": puzzles, "chunks": chunks}))`;

export default function setup(project: TestProject): void {
  const root = new URL("../../", import.meta.url).pathname;
  const python = process.env.PYTHON ?? `${root}.venv/bin/python`;
  const env = { ...process.env, PYTHONPATH: `${root}src` };
  const { games, puzzles, chunks } = JSON.parse(execFileSync(python, ["-c", ASK], { env, encoding: "utf8", maxBuffer: 2 ** 26 }));
  project.provide("games", games);
  project.provide("puzzles", puzzles);
  project.provide("chunks", chunks);
  project.provide("records", readFileSync(`${root}tests/games/manhattan/records.jsonl`, "utf8"));
}
