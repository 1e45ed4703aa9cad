/** Who one is here. */

import { get, post } from "./api";
import type { Person } from "./protocol";

class Me {
  person: Person | null = $state.raw(null);
  private naming: Promise<unknown> = Promise.resolve();

  async look(): Promise<void> {
    this.person = await get<Person | null>("/api/me");
  }

  /** Be somebody with this name; one after the other, or two at once would make two guests. */
  called(name: string): Promise<void> {
    const next = this.naming
      .catch(() => {})
      .then(async () => {
        if (name !== this.person?.name) this.person = await post<Person>("/api/me", { name });
      });
    this.naming = next;
    return next;
  }
}

export const me = new Me();
