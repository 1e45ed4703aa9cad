export const words = {
  title: "Points by round",
  kinds: { tallest: "tallest tower", cities: "cities", towers: "towers" },
  round: (round: number) => `Round ${round}`,
  total: "Total",
  cell: (points: number, tallest: number, cities: number, towers: number) =>
    `+${points}: ${tallest} for the tallest tower, ${cities} for cities, ${towers} for towers`,
  badges: {
    takeover: { name: "Takeover", text: "Take a tower from another player." },
    tallest: { name: "King of the skyline", text: "Score the tallest tower in every scoring of a game." },
    mayor: { name: "Mayor of four", text: "Have the most towers in four cities at the end." },
    skyscraper: { name: "Twenty storeys", text: "Own a tower of 20 storeys or more at the end." },
    comeback: { name: "Comeback", text: "Win after being alone in last place at a scoring." },
  },
};

export type EndWords = typeof words;
