/** What the server answers, and what the page adds to it. */

import type * as api from "./api-types";

export type * from "./api-types";

/** A fact that speaks for a decision, with numbers that the game's words know. */
export interface Reason extends api.Reason {
  [field: string]: any;
}

/** What a bot would do in the player's place; the page's own bot has no name. */
export type Hint = Omit<api.Hint, "by">;

/** A decision tried out, with the view of a game. */
export interface Preview<V = api.View> extends Omit<api.Preview, "view"> {
  view: V;
}
