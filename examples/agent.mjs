// An agent for the arena in JavaScript: bauboom arena manhattan --bots "program:node examples/agent.mjs",greedy
//
// It reads a line of JSON for every question and answers with one (docs/agents.md). This one builds where it can and
// prefers what comes late in the list; put your own idea into `choose`.

import { createInterface } from "node:readline";

const choose = ({ view, legal }) => legal.findLast(({ text }) => text.includes("@")) ?? legal.at(-1);

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.ask === "decide") console.log(JSON.stringify({ id: choose(message).id }));
}
