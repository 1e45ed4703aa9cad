/** Who the player is here. */

import { get, post, put } from "./api";
import { keep, kept } from "./keep";
import type { Profile } from "./protocol";
import { server } from "./server.svelte";
import { adopt, settings } from "./settings.svelte";

/** A person whom no server knows. */
const here = (name: string | null): Profile | null =>
  name ? { id: "here", name, kind: "guest", login: null, settings: {}, webhook: null, shares_games: false, role: null, banned: null } : null;
const INVITATION = "invitation"; // a code, kept until a name is given

class Me {
  person: Profile | null = $state.raw(null);
  private remembered = "";
  private naming: Promise<unknown> = Promise.resolve();

  constructor() {
    const code = new URLSearchParams(location.search).get(INVITATION);
    if (code) keep(INVITATION, code);
  }

  async look(): Promise<void> {
    this.be(server.exists ? await get<Profile | null>("/api/me") : here(kept("name")));
  }

  /** Become a person; an account brings its settings along. */
  be(person: Profile | null): void {
    this.person = person;
    if (person?.kind === "account") adopt(person.settings);
  }

  /** Keep the settings with the account. Call it in an effect: it follows them. */
  remember(): (() => void) | undefined {
    const wanted = JSON.stringify(settings);
    if (this.person?.kind !== "account" || this.remembered === wanted) return;
    const timer = setTimeout(() => {
      this.remembered = wanted;
      put("/api/me", { settings: JSON.parse(wanted) }).catch(() => (this.remembered = ""));
    }, 1500);
    return () => clearTimeout(timer);
  }

  /** Take this name; one request after the other, or two at once would make two guests. */
  called(name: string): Promise<void> {
    const next = this.naming
      .catch(() => {})
      .then(async () => {
        if (name !== this.person?.name) this.person = server.exists ? await post<Profile>("/api/me", { name, invitation: kept(INVITATION) ?? "" }) : here(name);
        if (!server.exists) keep("name", name);
      });
    this.naming = next;
    return next;
  }
}

export const me = new Me();
