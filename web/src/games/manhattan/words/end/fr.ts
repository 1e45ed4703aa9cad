import type { EndWords } from "./en";

export const words: EndWords = {
  title: "Points par manche",
  kinds: { tallest: "tour la plus haute", cities: "villes", towers: "tours" },
  round: (round) => `Manche ${round}`,
  total: "Total",
  cell: (points, tallest, cities, towers) => `+${points} : ${tallest} pour la tour la plus haute, ${cities} pour les villes, ${towers} pour les tours`,
  badges: {
    takeover: { name: "Prise de tour", text: "Prends une tour à un autre joueur." },
    tallest: { name: "Au sommet", text: "Aie la tour la plus haute à chaque décompte d’une partie." },
    mayor: { name: "Maire de quatre villes", text: "Aie le plus de tours dans quatre villes à la fin." },
    skyscraper: { name: "Vingt étages", text: "Possède à la fin une tour d’au moins 20 étages." },
    comeback: { name: "Remontée", text: "Gagne après avoir été seul à la dernière place lors d’un décompte." },
  },
};
