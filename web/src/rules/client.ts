/** Bots, hints and analysis for the page: a worker answers, one request after the other. */

import type { GameName, Reason } from "../lib/protocol";
import type { Analysis, Decision, Progress } from "./analysis.ts";
import type { Row } from "./game.ts";
import type { Description } from "./description.ts";
import { networkOf, partsOf } from "./load.ts";
import type { Seed } from "./bots.ts";
import type { Bits, Effort, Review } from "./review.ts";
import type { Answer, Order, Question } from "./worker.ts";

interface Request {
  game: GameName;
  question: Question;
  progress: (made: any) => void;
  resolve: (result: any) => void;
  reject: (error: unknown) => void;
}

/** Whether a question may need what the game's network has learnt: most games of newcomers never load it. */
function needsNetwork({ bots, hint }: Description, question: Question): boolean {
  if (question.ask === "hint") return hint.network;
  if (question.ask !== "decisions") return false; // what a game was worth is judged without it
  const bot = bots[question.level.split("/")[0]!];
  return bot !== undefined && "network" in bot && bot.network;
}

const aborted = () => new DOMException("the request was stopped", "AbortError");

class BotClient {
  private worker: Worker | null = null;
  private held: GameName | null = null; // the game that the worker has
  private hasNetwork = false; // of it, or it has none
  private current: Request | null = null;
  private isAsked = false; // the worker has been asked for the current one
  private waiting: Request[] = [];

  /** What a bot decides from the view of its seat: one decision, or several that belong together. */
  choose(game: GameName, level: string, view: Row, seat: number, seed: Seed): Promise<number[]> {
    return this.ask(game, { ask: "decisions", level, view, seat, seed });
  }

  /** What a bot would do in one's place, and what speaks for each of its decisions. */
  hint(game: GameName, view: Row, seat: number, seed: Seed): Promise<{ actions: number[]; reasons: Reason[][] }> {
    return this.ask(game, { ask: "hint", view, seat, seed });
  }

  /** What a decision is worth that a seat is about to make, from its view. */
  judge(game: GameName, view: Row, action: number, budget: string, seed: Seed): Promise<Decision> {
    return this.ask(game, { ask: "judge", view, action, budget, seed });
  }

  /** A finished game, by its opening row and the ids of all actions; the budget is for each decision. */
  analyse(game: GameName, opening: Row, actions: number[], budget: string, progress: (made: Progress) => void = () => {}, seed: Seed = 0): Promise<Analysis> {
    return this.ask(game, { ask: "analyse", opening, actions, budget, seed }, progress);
  }

  /** A review of a game, finished or not, for some of its seats, within some seconds. */
  review(
    game: GameName,
    opening: Row,
    actions: number[],
    seats: number[],
    progress: (made: Bits) => void = () => {},
    effort?: Effort,
    seed: Seed = 0,
  ): Promise<Review> {
    return this.ask(game, { ask: "review", opening, actions, seats, effort, seed }, progress);
  }

  /** End everything: a bot that thinks decides at once; an analysis, a review, and whatever waits, ends with an AbortError. */
  stop(): void {
    const { current } = this;
    for (const request of this.waiting.splice(0)) request.reject(aborted());
    if (this.isAsked) this.send("stop");
    else if (current) this.settle(() => current.reject(aborted()));
  }

  private ask<T, Made>(game: GameName, question: Question, progress: (made: Made) => void = () => {}): Promise<T> {
    return new Promise((resolve, reject) => {
      if (typeof Worker === "undefined") return reject(new Error("this browser has no workers for bots to think in"));
      this.waiting.push({ game, question, progress, resolve, reject });
      void this.next();
    });
  }

  private async next(): Promise<void> {
    if (this.current || !this.waiting.length) return;
    const request = (this.current = this.waiting.shift()!),
      { game, question } = request;
    try {
      const parts = await partsOf(game),
        isOther = this.held !== game;
      const learns = (isOther || !this.hasNetwork) && needsNetwork(parts.description, question),
        network = learns ? await networkOf(game) : null;
      if (this.current !== request) return; // it was ended meanwhile
      this.worker ??= this.started();
      this.isAsked = true;
      this.held = game;
      this.hasNetwork = learns || (this.hasNetwork && !isOther);
      this.send({ question, parts: isOther ? parts : null, network });
    } catch (error) {
      if (this.current === request) this.settle(() => request.reject(error));
    }
  }

  private send(order: Order): void {
    this.worker!.postMessage(order);
  }

  private started(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.hear(data);
    worker.onerror = () => this.fail(new Error("the worker that thinks has failed"));
    return worker;
  }

  private hear(answer: Answer): void {
    const { progress, resolve, reject } = this.current!;
    if (answer.kind === "progress") progress(answer.made);
    else if (answer.kind === "done") this.settle(() => resolve(answer.result));
    else if (answer.name === "AbortError") this.settle(() => reject(aborted()));
    else this.fail(Object.assign(new Error(answer.message), { name: answer.name }));
  }

  /** Nobody knows in what state the worker is: the next request gets a new one. */
  private fail(error: Error): void {
    this.worker?.terminate();
    this.worker = this.held = null;
    const request = this.current;
    if (request) this.settle(() => request.reject(error));
  }

  /** The current request is over. */
  private settle(how: () => void): void {
    this.current = null;
    this.isAsked = false;
    how();
    void this.next();
  }
}

export const bots = new BotClient();
