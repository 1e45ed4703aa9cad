import type { EndWords } from "./en";

export const words: EndWords = {
  won: "Het winnende gebouw",
  shared: "De winnende gebouwen",
  stands: "De hoogste gebouwen zoals ze er staan",
  others: "De anderen",
  on: (plots) => `op ${plots}`,
  roofs: (n) => (n === 1 ? "1 dak" : `${n} daken`),
  none: "Geen speler die nog meedoet bezit een gebouw.",
  badges: {
    takeover: { name: "Opgeslokt", text: "Slok een gebouw op dat niet van jou is." },
    demand: { name: "Schuldeiser", text: "Vraag het faillissement van een andere speler aan." },
    brink: { name: "Op het randje", text: "Bezit geen gebouw meer dat kan groeien, en doe aan het eind toch nog mee." },
    last: { name: "Als laatste over", text: "Win als enige speler die nog meedoet." },
    tall: { name: "Hoogvlieger", text: "Bezit aan het eind een gebouw van minstens 5 verdiepingen hoog." },
  },
};
