/** A table as it happens: frames come in, decisions go out, and a lost connection comes back by itself. */

import { get, now } from "./api";
import { commitment, nonceOf } from "./nonce";
import { Trouble, type ChatLine, type Frame, type Hint, type Legal, type Preview, type Told } from "./protocol";

const PATIENCE = 10000; // ms without an answer: the connection is dead, whatever it says

/** Decided already, but not sent yet: something else has to be decided at once, so that no pause gives it away. */
export interface More {
  actions: number[];
  legal: Legal[];
}

export class Live {
  frame: Frame | null = $state.raw(null);
  log: Told[] = $state.raw([]); // all that happened and that one may know
  fresh: Told[] = $state.raw([]); // what came with the last frame; nothing with the first
  seen = $state(0); // how much of the log had happened when one decided last
  chat: ChatLine[] = $state.raw([]);
  here: { seats: number[]; watching: number } | null = $state.raw(null);
  more: More | null = $state.raw(null);
  connected = $state(false);
  ended: Trouble | null = $state.raw(null); // why there is no table here
  busy = $state(false); // a decision is on its way

  private socket: WebSocket | null = null;
  private waiting = new Map<string, { resolve: (data: any) => void; reject: (error: Trouble) => void }>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private tags = 0;
  private revealed = false;

  constructor(readonly id: string) {
    this.connect();
    addEventListener("online", this.renew);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.renew);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  /** Connect anew: as somebody else than before, or because the old connection may be dead without knowing it. */
  again(): void {
    const socket = this.socket;
    this.socket = null;
    this.connected = false;
    this.giveUp();
    socket?.close();
    this.connect();
  }

  private renew = () => {
    if (!this.closed && !this.ended) this.again();
  };

  /** What was asked over a connection that is gone gets no answer any more. */
  private giveUp(): void {
    for (const { reject } of this.waiting.values()) reject(new Trouble("offline", ""));
    this.waiting.clear();
  }

  /** When the table is there. */
  async ready(): Promise<void> {
    for (let i = 0; i < 100 && !this.connected && !this.closed; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  private hurry = () => {
    if (!this.connected && !this.closed && !this.ended && document.visibilityState === "visible") {
      this.tries = 0;
      this.connect();
    }
  };

  private connect(): void {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    const since = this.frame?.version ?? 0;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/live?since=${since}`);
    this.socket = socket;
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  private lost(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.connected = false;
    this.giveUp();
    if (this.closed || this.ended) return;
    if (code === 4404 || code === 4403 || code === 4410) {
      this.ended ??= new Trouble(code === 4410 ? "outdated" : "not_found", "");
      return;
    }
    const pause = Math.min(500 * 2 ** this.tries++, 8000) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), pause);
  }

  private hear(data: any): void {
    switch (data.t) {
      case "table":
        this.connected = true;
        this.tries = 0;
        this.take(data);
        break;
      case "chat":
        if (!this.chat.some((line) => line.id === data.id)) this.chat = [...this.chat, data].sort((a, b) => a.id - b.id);
        break;
      case "here":
        this.here = data;
        break;
      case "ack":
        this.waiting.get(data.of)?.resolve(data);
        this.waiting.delete(data.of);
        break;
      case "more":
      case "error": {
        const trouble = new Trouble(data.error ?? data.t, data.why ?? "", data);
        const asked = data.of && this.waiting.get(data.of);
        if (asked) {
          this.waiting.delete(data.of);
          asked.reject(trouble);
        } else if (data.error === "not_found" || data.error === "outdated") this.ended = trouble;
      }
    }
  }

  private take(frame: Frame): void {
    const first = this.frame === null;
    if (!first && frame.version < this.frame!.version) return;
    if (frame.since !== (this.frame?.version ?? 0)) this.log = []; // the server did not know our version
    const undone = frame.told.some((told) => told.e === "table:undone");
    this.fresh = first || undone ? [] : frame.told;
    this.log = [...this.log, ...frame.told];
    if (first) this.seen = this.log.length;
    this.frame = frame;
    this.more = null;
    void this.reveal(frame);
  }

  /** When everybody sits, show the number that we committed to. */
  private async reveal(frame: Frame): Promise<void> {
    const seat = frame.you === null ? undefined : frame.table.seats[frame.you];
    if (frame.table.phase !== "dealing" || this.revealed || !seat?.commit || seat.nonce) return;
    const nonce = nonceOf(seat.commit);
    if (!nonce) return;
    this.revealed = true;
    await this.send({ do: "reveal", nonce }).catch(() => (this.revealed = false));
  }

  /** Send a command; the answer says that it is committed. */
  send(command: Record<string, unknown>): Promise<any> {
    const tag = `p${++this.tags}`;
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return reject(new Trouble("offline", ""));
      this.waiting.set(tag, { resolve, reject });
      this.socket.send(JSON.stringify({ ...command, tag }));
      setTimeout(() => this.waiting.has(tag) && this.renew(), PATIENCE);
    });
  }

  async sit(seat?: number): Promise<void> {
    const commit = await commitment();
    await this.send({ do: "sit", ...(seat === undefined ? {} : { seat }), ...(commit ? { commit } : {}) });
  }

  /** Decide. Where something else has to be decided at once, `more` says what. */
  play = async (actions: number[]): Promise<void> => {
    if (this.busy || !this.frame) return;
    const happened = this.log.length;
    this.busy = true;
    try {
      await this.send({ do: "play", actions: [...(this.more?.actions ?? []), ...actions], version: this.frame.version });
      this.seen = happened;
    } catch (error) {
      if (error instanceof Trouble && error.key === "more") this.more = { actions: error.more.actions, legal: error.more.legal };
      else throw error;
    } finally {
      this.busy = false;
    }
  };

  /** Take back what was decided but not sent. */
  retract = (): void => {
    this.more = null;
  };

  /** What one would see after each of these decisions. */
  preview = async (decisions: number[][]): Promise<Preview<any>[]> => {
    const before = this.more?.actions ?? [];
    const asked = decisions.map((actions) => [...before, ...actions].join(".")).join(",");
    const answer = await get<{ previews: Preview[] }>(`/api/tables/${this.id}/preview?actions=${asked}`);
    return answer.previews;
  };

  hint = (): Promise<Hint> => get<Hint>(`/api/tables/${this.id}/hint`);

  /** How long a seat has left now, in ms. */
  left(seat: number): number | null {
    const table = this.frame?.table;
    if (!table?.clock) return null;
    const left = table.clock.left[seat] ?? 0;
    return table.turn === seat && table.phase === "playing" ? Math.max(0, left - (now() - table.clock.since)) : left;
  }
}
