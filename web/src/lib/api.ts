import { Trouble } from "./protocol";

let skew = 0; // how far the server's clock is ahead of ours, in ms

/** The server's time, in ms: clocks run by it. */
export const now = () => Date.now() + skew;

async function ask<T>(path: string, method: string, body?: unknown): Promise<T> {
  const sent: RequestInit = { method };
  if (body !== undefined) {
    sent.headers = { "content-type": "application/json" };
    sent.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, sent);
  } catch {
    throw new Trouble("offline", "");
  }
  const date = Date.parse(answer.headers.get("date") ?? "");
  if (date) skew = date + 500 - Date.now();
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Trouble(data.error ?? "failed", data.why ?? "", data);
  return data as T;
}

export const get = <T>(path: string) => ask<T>(path, "GET");
export const post = <T>(path: string, body: unknown = {}) => ask<T>(path, "POST", body);
export const put = <T>(path: string, body: unknown) => ask<T>(path, "PUT", body);
export const drop = <T>(path: string) => ask<T>(path, "DELETE");

export async function text(path: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Trouble("failed", "");
  return answer.text();
}
