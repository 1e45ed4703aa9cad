import type { EndWords } from "./en";

export const words: EndWords = {
  badges: {
    record: { name: "Record du monde", text: "Détiens le record du monde à la fin." },
    mini: { name: "Petit mais costaud", text: "Possède le mini-gratte-ciel à la fin." },
    unity: { name: "Ordre et unité", text: "Gagne un prix d’ordre et unité." },
    tall: { name: "Au-dessus des nuages", text: "Possède à la fin un gratte-ciel d’au moins 180 m." },
    quake: { name: "Ébranleur", text: "Fais s’effondrer le gratte-ciel d’un autre joueur avec un séisme." },
    thief: { name: "Doigts agiles", text: "Vole une carte." },
    flawless: { name: "Sans défaut", text: "Gagne avec des gratte-ciel dont aucun n’est défectueux." },
  },
};
