/** Where bots think, so that the page does not wait: a worker for all games. client.ts asks, one thing at a time. */

import type { Progress } from "./analysis.ts";
import { Rules, type Row } from "./game.ts";
import type { Parts } from "./load.ts";
import { Bots, type Seed } from "./bots.ts";
import type { Bits, Effort } from "./review.ts";

export type Question =
  | { ask: "decisions"; level: string; view: Row; seat: number; seed: Seed }
  | { ask: "hint"; view: Row; seat: number; seed: Seed }
  | { ask: "judge"; view: Row; action: number; budget: string; seed: Seed }
  | { ask: "analyse"; opening: Row; actions: number[]; budget: string; seed: Seed }
  | { ask: "review"; opening: Row; actions: number[]; seats: number[]; effort: Effort | undefined; seed: Seed };

/** With the parts of a game, if it is another one than before; with its network, if it is needed for the first time. */
export type Order = { question: Question; parts: Parts | null; network: ArrayBuffer | null } | "stop";

export type Answer = { kind: "progress"; made: Progress | Bits } | { kind: "done"; result: unknown } | { kind: "failed"; name: string; message: string };

let bots: Bots; // of one game only: a tree takes much memory
let control: AbortController | undefined;

const say = (answer: Answer): void => postMessage(answer);

addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  if (data === "stop") return control?.abort();
  control = new AbortController();
  try {
    const { parts, network } = data;
    if (parts) bots = new Bots(await Rules.make(parts.description, parts.module));
    if (network) bots.learn(network);
    say({ kind: "done", result: await answered(data.question, control.signal) });
  } catch (error) {
    const { name, message } = error as Error;
    say({ kind: "failed", name, message });
  }
});

function answered(question: Question, signal: AbortSignal): Promise<unknown> {
  if (question.ask === "analyse") {
    const { opening, actions, budget, seed } = question;
    return told(bots.analyse(opening, actions, budget, seed, signal));
  }
  if (question.ask === "review") {
    const { opening, actions, seats, effort, seed } = question;
    return told(bots.review(opening, actions, seats, effort, seed, signal));
  }
  if (question.ask === "judge") return bots.judge(question.view, 0, question.action, question.budget, question.seed, signal);
  const { view, seat, seed } = question;
  if (question.ask === "hint") return bots.hint(view, seat, seed, signal);
  return bots.decisions(question.level, view, seat, seed, signal);
}

/** What long work finds in the end; how far it is is told meanwhile. */
async function told<T>(steps: AsyncGenerator<Progress | Bits, T>): Promise<T> {
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return value;
    say({ kind: "progress", made: value });
  }
}
