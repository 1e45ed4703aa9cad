import type { Words } from "./en";

export const words: Words = {
  task: "kies een zet",
  moves: "Jouw zet",
  yes: "ja",
  no: "nee",
  table: "De tafel",
  suggested: "aanbevolen",
  players: (many) => `${many} spelers`,
};
