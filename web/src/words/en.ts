export const words = {
  tagline: "The skyscraper games, against bots or with friends.",
  name: "Your name",
  playNow: "Play now",
  connectionLost: "The connection is lost; trying again …",
  notFound: "There is nothing here.",
  home: "All games",
  yourTurn: (task: string) => `Your turn: ${task}`,
  turnOf: (who: string) => `${who}'s turn`,
};

export type Words = typeof words;
