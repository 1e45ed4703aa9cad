import type { EndWords } from "./en";

export const words: EndWords = {
  badges: {
    record: { name: "Wereldrecord", text: "Heb aan het eind het wereldrecord." },
    mini: { name: "Klein maar fijn", text: "Bezit aan het eind de mini-wolkenkrabber." },
    unity: { name: "Orde en eenheid", text: "Win een prijs voor orde en eenheid." },
    tall: { name: "Boven de wolken", text: "Bezit aan het eind een toren van minstens 180 m." },
    quake: { name: "Aardschudder", text: "Laat de toren van een andere speler instorten met een aardbeving." },
    thief: { name: "Lange vingers", text: "Steel een kaart." },
    flawless: { name: "Foutloos", text: "Win met torens waarvan er geen enkele gebrekkig is." },
  },
};
