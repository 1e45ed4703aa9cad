/** A finished game, step by step: fetched in parts, the part one looks at first. */

import { get } from "./api";
import type { Moment } from "./protocol";

const PART = 50;

export class Past {
  steps = $state(0); // the number of the last one
  private found = new Map<string, Moment>();
  private asked = new Map<string, Promise<void>>();
  version = $state(0); // grows with every part that came
  failed: unknown = $state.raw(null);

  /** `address` is the table's or the import's, without "/steps". */
  constructor(readonly address: string) {}

  at(step: number, seat: number | null): Moment | undefined {
    void this.version;
    return this.found.get(`${seat} ${step}`);
  }

  /** Make sure that a step is there, as a seat (null: a spectator) saw it. */
  want(step: number, seat: number | null): Promise<void> {
    const first = Math.floor(step / PART) * PART, key = `${seat} ${first}`;
    let asked = this.asked.get(key);
    if (!asked) {
      asked = this.fetch(first, seat).catch((error) => {
        this.asked.delete(key);
        this.failed = error;
      });
      this.asked.set(key, asked);
    }
    return asked;
  }

  private async fetch(first: number, seat: number | null): Promise<void> {
    const who = seat === null ? "" : `&seat=${seat}`;
    const { steps, list } = await get<{ steps: number; list: Moment[] }>(`${this.address}/steps?first=${first}&count=${PART}${who}`);
    for (const moment of list) this.found.set(`${seat} ${moment.step}`, moment);
    this.steps = steps;
    this.version++;
  }

  /** All of it, part by part; slowly enough for anybody's server. */
  async all(seat: number | null, goOn: () => boolean): Promise<void> {
    await this.want(0, seat);
    for (let first = PART; first <= this.steps && goOn(); first += PART) {
      await this.want(first, seat);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
  }

  /** What is there from the beginning without a gap. */
  begun(seat: number | null): Moment[] {
    void this.version;
    const list: Moment[] = [];
    for (let step = 0; step <= this.steps; step++) {
      const moment = this.found.get(`${seat} ${step}`);
      if (!moment) break;
      list.push(moment);
    }
    return list;
  }
}
