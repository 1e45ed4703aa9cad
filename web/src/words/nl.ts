import type { Words } from "./en";

export const words: Words = {
  tagline: "De wolkenkrabberspellen, tegen bots of met vrienden.",
  name: "Je naam",
  playNow: "Nu spelen",
  connectionLost: "De verbinding is weg; we proberen het opnieuw …",
  notFound: "Hier is niets.",
  home: "Alle spellen",
  yourTurn: (task) => `Jouw beurt: ${task}`,
  turnOf: (who) => `${who} is aan de beurt`,
};
