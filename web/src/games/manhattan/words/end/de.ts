import type { EndWords } from "./en";

export const words: EndWords = {
  title: "Punkte nach Runden",
  kinds: { tallest: "höchster Turm", cities: "Städte", towers: "Türme" },
  round: (round) => `Runde ${round}`,
  total: "Summe",
  cell: (points, tallest, cities, towers) => `+${points}: ${tallest} für den höchsten Turm, ${cities} für Städte, ${towers} für Türme`,
  badges: {
    takeover: { name: "Übernahme", text: "Nimm jemand anderem einen Turm ab." },
    tallest: { name: "König der Skyline", text: "Hab in jeder Wertung einer Partie den höchsten Turm." },
    mayor: { name: "Vierfach Bürgermeister", text: "Hab am Ende in vier Städten die meisten Türme." },
    skyscraper: { name: "Zwanzig Stockwerke", text: "Besitze am Ende einen Turm mit mindestens 20 Stockwerken." },
    comeback: { name: "Aufholjagd", text: "Gewinne, nachdem du bei einer Wertung allein auf dem letzten Platz warst." },
  },
};
