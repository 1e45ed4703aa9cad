/** What the page says about a game that brings no words of its own; the game's own names are in English. */
export const words = {
  task: "choose a move",
  moves: "Your move",
  yes: "yes",
  no: "no",
  table: "The table",
  suggested: "suggested",
  players: (many: number) => `${many} players`,
};

export type Words = typeof words;
