import type { EndWords } from "./en";

export const words: EndWords = {
  won: "Le bâtiment gagnant",
  shared: "Les bâtiments gagnants",
  stands: "Les bâtiments les plus hauts, tels qu’ils sont",
  others: "Les autres",
  on: (plots) => `en ${plots}`,
  roofs: (n) => (n === 1 ? "1 toit" : `${n} toits`),
  none: "Aucun joueur encore en jeu ne possède de bâtiment.",
  badges: {
    takeover: { name: "Absorption", text: "Absorbe un bâtiment qui n’est pas à toi." },
    demand: { name: "Créancier", text: "Exige la faillite d’un autre joueur." },
    brink: { name: "Au bord du gouffre", text: "N’aie plus aucun bâtiment qui puisse grandir, et sois encore en jeu à la fin." },
    last: { name: "Dernier en jeu", text: "Gagne parce que tous les autres ont fait faillite." },
    tall: { name: "Toujours plus haut", text: "Possède à la fin un bâtiment d’une hauteur d’au moins 5 étages." },
  },
};
