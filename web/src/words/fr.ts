import type { Words } from "./en";

export const words: Words = {
  tagline: "Les jeux de gratte-ciel, contre des bots ou entre amis.",
  name: "Ton nom",
  playNow: "Jouer",
  connectionLost: "Connexion perdue ; nouvel essai …",
  notFound: "Il n’y a rien ici.",
  home: "Tous les jeux",
  yourTurn: (task) => `À toi : ${task}`,
  turnOf: (who) => `C’est à ${who}`,
};
