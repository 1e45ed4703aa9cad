/** Announcements: read out by screen readers, and notices shown on the page. */

import type { GameName } from "./protocol";

export interface Notice {
  text: string;
  rule?: { game: GameName; id: string };
}

class Voice {
  spoken = $state(""); // read out by a screen reader
  notice: Notice | null = $state.raw(null); // shown until it is put away
  reader: ((rule: string) => void) | null = $state.raw(null); // opens the rules right here, where a page can
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: string[] = [];

  /** Read out, politely. What comes within a moment is read as one. */
  say(...lines: string[]): void {
    const first = this.waiting.length === 0;
    this.waiting.push(...lines);
    if (first && this.waiting.length)
      setTimeout(() => {
        this.spoken = this.waiting.join(" ");
        this.waiting = [];
      }, 120);
  }

  show(notice: Notice): void {
    clearTimeout(this.timer);
    this.notice = notice;
    this.timer = setTimeout(() => (this.notice = null), notice.rule ? 20000 : 8000);
  }

  dismiss = (): void => {
    clearTimeout(this.timer);
    this.notice = null;
  };
}

export const voice = new Voice();
