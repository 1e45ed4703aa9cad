import type { EndWords } from "./en";

export const words: EndWords = {
  title: "Punten per ronde",
  kinds: { tallest: "hoogste toren", cities: "steden", towers: "torens" },
  round: (round) => `Ronde ${round}`,
  total: "Totaal",
  cell: (points, tallest, cities, towers) => `+${points}: ${tallest} voor de hoogste toren, ${cities} voor steden, ${towers} voor torens`,
  badges: {
    takeover: { name: "Overname", text: "Neem een toren over van een andere speler." },
    tallest: { name: "Koning van de skyline", text: "Heb bij elke telling van een partij de hoogste toren." },
    mayor: { name: "Vier keer burgemeester", text: "Heb aan het eind in vier steden de meeste torens." },
    skyscraper: { name: "Twintig verdiepingen", text: "Bezit aan het eind een toren van minstens 20 verdiepingen." },
    comeback: { name: "Inhaalrace", text: "Win nadat je bij een telling als enige op de laatste plaats stond." },
  },
};
