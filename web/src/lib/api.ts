import { Failure } from "./failure";
import { server } from "./server.svelte";

const PATIENCE = 30000; // ms: whoever waits longer waits for nothing
let skew = 0; // how far the server's clock is ahead of ours, in ms

/** The server's time, in ms: clocks run by it. */
export const now = () => Date.now() + skew;

async function ask<T>(path: string, method: string, body?: unknown, patience = PATIENCE): Promise<T> {
  if (!server.exists) throw new Failure("no_server", "");
  const sent: RequestInit = { method, signal: AbortSignal.timeout(patience) };
  if (body !== undefined) {
    sent.headers = { "content-type": "application/json" };
    sent.body = JSON.stringify(body);
  }
  const answer = await fetch(path, sent).catch(() => null);
  server.answers = answer !== null && answer.status !== 502 && answer.status !== 504; // what stands before it answers so
  if (!answer || !server.answers) throw new Failure("offline", "");
  const date = Date.parse(answer.headers.get("date") ?? "");
  if (date) skew = date + 500 - Date.now();
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Failure(data.error ?? "failed", data.why ?? "", data);
  return data as T;
}

export const get = <T>(path: string, patience?: number) => ask<T>(path, "GET", undefined, patience);
export const post = <T>(path: string, body: unknown = {}) => ask<T>(path, "POST", body);
export const put = <T>(path: string, body: unknown) => ask<T>(path, "PUT", body);
export const drop = <T>(path: string, body?: unknown) => ask<T>(path, "DELETE", body);
