/** How a board with towers is shown: as a skyline or from above. Where the player has not chosen, the board's size decides. */

import { change, settings } from "./settings.svelte";

class Look {
  small = $state(false); // as the board says

  get plan(): boolean {
    return settings.plan === "auto" ? this.small : settings.plan === "plan";
  }
  turn = (): void => change("plan", this.plan ? "skyline" : "plan");
}

export const look = new Look();

/** Whether a key is meant for something else: a dialog, a field, or what lies under a cover. */
export const isElsewhere = (event: KeyboardEvent, here: Element | undefined): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  !!(event.target as Element).closest?.("input, textarea, select, dialog, [role=dialog], [contenteditable]") ||
  !!document.querySelector("dialog[open]") ||
  !!here?.closest("[inert]");
