import type { Words } from "./en";

export const words: Words = {
  task: "choisissez un coup",
  moves: "Votre coup",
  yes: "oui",
  no: "non",
  table: "La table",
  suggested: "conseillé",
  players: (many) => `${many} joueurs`,
};
