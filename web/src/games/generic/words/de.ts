import type { Words } from "./en";

export const words: Words = {
  task: "wähle einen Zug",
  moves: "Dein Zug",
  yes: "ja",
  no: "nein",
  table: "Der Tisch",
  suggested: "empfohlen",
  players: (many) => `${many} Personen`,
};
