/** Where bots think, so that the page does not wait: a worker for all games. client.ts asks, one thing at a time. */

import type { Analysis, Progress } from "./analysis.ts";
import { Rules, type Row } from "./game.ts";
import type { Parts } from "./load.ts";
import { Bots, type Seed } from "./bots.ts";

export type Question =
  | { ask: "decisions"; level: string; view: Row; seat: number; seed: Seed }
  | { ask: "hint"; view: Row; seat: number; seed: Seed }
  | { ask: "analyse"; opening: Row; actions: number[]; budget: string; seed: Seed };

/** With the parts of a game, if it is another one than before. */
export type Order = { question: Question; parts: Parts | null } | "stop";

export type Answer = { kind: "progress"; made: Progress } | { kind: "done"; result: unknown } | { kind: "failed"; name: string; message: string };

let bots: Bots; // of one game only: a tree takes much memory
let control: AbortController | undefined;

const say = (answer: Answer): void => postMessage(answer);

addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  if (data === "stop") return control?.abort();
  control = new AbortController();
  try {
    const { parts } = data;
    if (parts) bots = new Bots(await Rules.make(parts.description, parts.module), parts.network);
    say({ kind: "done", result: await answered(data.question, control.signal) });
  } catch (error) {
    const { name, message } = error as Error;
    say({ kind: "failed", name, message });
  }
});

function answered(question: Question, signal: AbortSignal): Promise<unknown> {
  if (question.ask === "analyse") {
    const { opening, actions, budget, seed } = question;
    return analysis(bots.analyse(opening, actions, budget, seed, signal));
  }
  const { view, seat, seed } = question;
  if (question.ask === "hint") return bots.hint(view, seat, seed, signal);
  return bots.decisions(question.level, view, seat, seed, signal);
}

async function analysis(steps: ReturnType<Bots["analyse"]>): Promise<Analysis> {
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return value;
    say({ kind: "progress", made: value });
  }
}
