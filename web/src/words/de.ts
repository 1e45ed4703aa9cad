import type { Words } from "./en";

export const words: Words = {
  tagline: "Die Hochhausspiele, gegen Bots oder mit Freunden.",
  name: "Dein Name",
  playNow: "Jetzt spielen",
  connectionLost: "Die Verbindung ist weg; neuer Versuch …",
  notFound: "Hier ist nichts.",
  home: "Alle Spiele",
  yourTurn: (task) => `Du bist dran: ${task}`,
  turnOf: (who) => `${who} ist dran`,
};
