import type { EndWords } from "./en";

export const words: EndWords = {
  won: "Das Siegergebäude",
  shared: "Die Siegergebäude",
  stands: "Die höchsten Gebäude, wie sie stehen",
  others: "Die anderen",
  on: (plots) => `auf ${plots}`,
  roofs: (n) => (n === 1 ? "1 Dach" : `${n} Dächer`),
  none: "Niemand, der noch im Spiel ist, besitzt ein Gebäude.",
  badges: {
    takeover: { name: "Geschluckt", text: "Schlucke ein Gebäude, das dir nicht gehört." },
    demand: { name: "Gläubiger", text: "Verlange den Konkurs einer anderen Person." },
    brink: { name: "Am Abgrund", text: "Besitze kein ausbaufähiges Gebäude mehr und sei am Ende trotzdem noch im Spiel." },
    last: { name: "Übrig geblieben", text: "Gewinne, weil sonst niemand mehr im Spiel ist." },
    tall: { name: "Hoch hinaus", text: "Besitze am Ende ein Gebäude mit mindestens 5 Stockwerken Höhe." },
  },
};
