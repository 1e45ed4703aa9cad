/** A table on a server as it happens: rows come in, decisions go out, and a lost connection comes back by itself.
 *
 * A row is what one's seat may see; the rules here make of it the board, what may be decided and what a decision would
 * bring. Where a browser cannot have the rules, the server tells all that instead.
 */

import type { Row, Rules } from "../rules/game";
import { rulesOf } from "../rules/load";
import { bots } from "../rules/client";
import { frameOf, unpack } from "../rules/wire";
import { get, now } from "./api";
import { Failure } from "./failure";
import { commitment, nonceOf } from "./nonce";
import type { ChatLine, Frame, Here, Hint, Message, Preview, Previews, Told } from "./protocol";
import { reloadOnce } from "./reload";
import type { More, Past, TableSource } from "./source";

const MOST = 100; // positions that are kept to be shown again
const PATIENCE = 10000; // ms without an answer: the connection is dead, whatever it says

export class Live implements TableSource {
  frame: Frame | null = $state.raw(null);
  log: Told[] = $state.raw([]);
  fresh: Told[] = $state.raw([]);
  seen = $state(0);
  since: Past[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  here: Here | null = $state.raw(null);
  more: More | null = $state.raw(null);
  connected = $state(false);
  ended: Failure | null = $state.raw(null);
  busy = $state(false);
  readonly local = null;

  private rules: Rules | null = null; // null: not yet, or never
  row: Row | null = null; // what one's seat sees
  private hasRules = true; // until it turns out that this browser cannot have them
  private inbox: Promise<void> = Promise.resolve(); // messages, one after the other
  private socket: WebSocket | null = null;
  private waiting = new Map<string, { resolve: (data: any) => void; reject: (error: Failure) => void }>();
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

  /** Connect anew: as another person, or because the old connection may be dead without knowing it. */
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
    for (const { reject } of this.waiting.values()) reject(new Failure("offline", ""));
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
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/live?since=${since}${this.hasRules ? "&rows=1" : ""}`);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => (this.inbox = this.inbox.then(() => this.open(socket, event.data)));
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  /** A message as it came: a text, or the table with its row. */
  private async open(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    if (socket !== this.socket) return;
    if (typeof data === "string") return this.hear(JSON.parse(data));
    try {
      const { head, row } = unpack(data);
      this.rules ??= await rulesOf(head.table.game!);
      if (socket !== this.socket || socket.readyState !== WebSocket.OPEN) return; // that took too long
      if (head.rules !== this.rules.description.rules) {
        this.ended = reloadOnce(head.rules) ? null : new Failure("outdated", "");
        return this.close();
      }
      const frame = frameOf(head, row, this.rules, this.frame);
      if (!this.frame || frame.version >= this.frame.version) this.row = row;
      this.hear(frame);
    } catch {
      this.hasRules = false;
      this.rules = this.row = null;
      if (socket === this.socket) this.again();
    }
  }

  private lost(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.connected = false;
    this.giveUp();
    if (this.closed || this.ended) return;
    if (code === 4404 || code === 4403 || code === 4410) {
      this.ended ??= new Failure(code === 4410 ? "outdated" : "not_found", "");
      return;
    }
    const pause = Math.min(500 * 2 ** this.tries++, 8000) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), pause);
  }

  private hear(data: Message): void {
    switch (data.t) {
      case "table":
        this.connected = true;
        this.tries = 0;
        this.take(data);
        break;
      case "chat":
        if (!this.chat.some((line) => line.id === data.id)) this.chat = [...this.chat, data].sort((a, b) => a.id - b.id);
        break;
      case "hidden":
        this.chat = this.chat.filter((line) => !data.ids.includes(line.id));
        break;
      case "here":
        this.here = data;
        break;
      case "ack":
        this.answered(data.of)?.resolve(data);
        break;
      case "more":
      case "error": {
        const failure = new Failure(data.error ?? data.t, data.why ?? "", data);
        const asked = this.answered(data.of);
        if (asked) asked.reject(failure);
        else if (data.error === "not_found" || data.error === "outdated") this.ended = failure;
      }
    }
  }

  /** Who waits for the answer to a command; from now on, no longer. */
  private answered(tag: string | null = null) {
    const asked = this.waiting.get(tag ?? "");
    this.waiting.delete(tag ?? "");
    return asked;
  }

  private take(frame: Frame): void {
    const first = this.frame === null;
    if (!first && frame.version < this.frame!.version) return;
    if (frame.since !== (this.frame?.version ?? 0)) this.log = []; // the server did not know our version
    const undone = frame.told.some((told) => told.e === "table:undone");
    this.fresh = first || undone ? [] : frame.told;
    if (undone) this.since = [];
    else if (frame.view && this.fresh.some(({ e }) => !e.startsWith("table:")))
      this.since = [...this.since, { view: frame.view, told: this.fresh }].slice(-MOST);
    this.log = [...this.log, ...frame.told];
    if (first) this.seen = this.log.length;
    this.frame = frame;
    this.more = null;
    void this.reveal(frame);
  }

  /** When all seats are taken, show the number that we committed to. */
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
      if (this.socket?.readyState !== WebSocket.OPEN) return reject(new Failure("offline", ""));
      this.waiting.set(tag, { resolve, reject });
      this.socket.send(JSON.stringify({ ...command, tag }));
      setTimeout(() => this.waiting.has(tag) && this.renew(), PATIENCE);
    });
  }

  async sit(seat?: number): Promise<void> {
    const commit = await commitment();
    await this.send({ do: "sit", ...(seat === undefined ? {} : { seat }), ...(commit ? { commit } : {}) });
  }

  play = async (actions: number[]): Promise<void> => {
    if (this.busy || !this.frame) return;
    const happened = this.log.length,
      { since } = this;
    this.busy = true;
    this.since = []; // before the answer: the frame that it brings may come first
    try {
      await this.send({ do: "play", actions: [...(this.more?.actions ?? []), ...actions], version: this.frame.version });
      this.seen = happened;
    } catch (error) {
      this.since = [...since, ...this.since];
      if (error instanceof Failure && error.key === "more") this.more = { actions: error.more.actions, legal: error.more.legal };
      else throw error;
    } finally {
      this.busy = false;
    }
  };

  retract = (): void => {
    this.more = null;
  };

  preview = async (decisions: number[][]): Promise<Preview<any>[]> => {
    const { rules, row } = this,
      you = this.frame?.you ?? null;
    const chains = decisions.map((actions) => [...(this.more?.actions ?? []), ...actions]);
    if (rules && row && you !== null) return chains.map((actions) => rules.preview(row, you, actions));
    const asked = chains.map((actions) => actions.join(".")).join(",");
    return (await get<Previews>(`/api/tables/${this.id}/preview?actions=${asked}`)).previews;
  };

  hint = async (): Promise<Hint> => {
    const { row } = this,
      { you, version, table } = this.frame!;
    if (!row || you === null) return get<Hint>(`/api/tables/${this.id}/hint`);
    return { version, ...(await bots.hint(table.game, row, you, version)) };
  };

  left(seat: number): number | null {
    const table = this.frame?.table;
    if (!table?.clock) return null;
    const left = table.clock.left[seat] ?? 0;
    return table.turn === seat && table.phase === "playing" ? Math.max(0, left - (now() - table.clock.since)) : left;
  }
}
