/** The games as this page's host offers them: src/bauboom/machines/pages.py says which files there are. */

import { Failure } from "../lib/failure";
import type { GameName } from "../lib/protocol";
import type { Index } from "../puzzles/puzzles.ts";
import type { Description, GameLine } from "./description.ts";
import { Rules } from "./game.ts";

/** What it takes to think about a game; a worker gets it from the page. */
export interface Parts {
  description: Description;
  module: WebAssembly.Module;
}

const kept = new Map<string, Promise<unknown>>();

/** What a file is made into, once; a failure is forgotten. */
function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  let found = kept.get(key) as Promise<T> | undefined;
  if (!found) {
    found = make();
    kept.set(key, found);
    found.catch(() => kept.delete(key));
  }
  return found;
}

const file = <T>(name: string, read: (answer: Response) => Promise<T>): Promise<T> => once(name, () => fetched(name, read));

async function fetched<T>(name: string, read: (answer: Response) => Promise<T>): Promise<T> {
  try {
    const answer = await fetch(new URL(`page/${name}`, document.baseURI));
    if (answer.ok) return await read(answer);
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) throw error; // it came, but this browser cannot use it
  }
  throw new Failure("offline", "");
}

/** Compiled while it comes, where the host says what it is. */
function compiled(answer: Response): Promise<WebAssembly.Module> {
  const isKnown = answer.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(answer) : answer.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
}

/** All games. */
export const gameLines = (): Promise<GameLine[]> => file("games.json", (answer) => answer.json());

async function lineOf(name: GameName): Promise<GameLine> {
  const line = (await gameLines()).find(({ game }) => game === name);
  if (!line) throw new Failure("not_found", "");
  return line;
}

const described = (line: GameLine) => file<Description>(line.description, (answer) => answer.json());
const module = (line: GameLine) => file(line.library, compiled);

/** A game's rules, for this thread. */
export function rulesOf(name: GameName): Promise<Rules> {
  return once(`rules of ${name}`, async () => {
    const line = await lineOf(name);
    return Rules.make(...(await Promise.all([described(line), module(line)])));
  });
}

export async function partsOf(name: GameName): Promise<Parts> {
  const line = await lineOf(name);
  const [description, library] = await Promise.all([described(line), module(line)]);
  return { description, module: library };
}

/** What a game's network has learnt; null if it has none. */
export async function networkOf(name: GameName): Promise<ArrayBuffer | null> {
  const { network } = await lineOf(name);
  return network === null ? null : file(network, (answer) => answer.arrayBuffer());
}

/** What puzzles there are of a game; null if it has none. */
export async function puzzleIndex(name: GameName): Promise<Index | null> {
  const { puzzles } = await lineOf(name);
  return puzzles ? file(puzzles, (answer) => answer.json()) : null;
}

export const puzzleFile = (name: string): Promise<ArrayBuffer> => file(name, (answer) => answer.arrayBuffer());
