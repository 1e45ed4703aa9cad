export const words = {
  won: "The winning building",
  shared: "The winning buildings",
  stands: "The tallest buildings as they stand",
  others: "The others",
  on: (plots: string) => `on ${plots}`,
  roofs: (n: number) => (n === 1 ? "1 roof" : `${n} roofs`),
  none: "No player who is left owns a building.",
  badges: {
    takeover: { name: "Swallowed", text: "Swallow a building that was not yours." },
    demand: { name: "Creditor", text: "Demand another player’s bankruptcy." },
    brink: { name: "On the brink", text: "Own no building that can grow, and still be in the game at the end." },
    last: { name: "Last one standing", text: "Win as the only player left." },
    tall: { name: "High flyer", text: "Own a building of 5 storeys or more at the end." },
  },
};

export type EndWords = typeof words;
