import type { Lessons } from "./en";

export const lessons: Lessons = {
  win: {
    title: "Comment gagner",
    tasks: {
      goal: {
        say: "Le joueur qui possède le bâtiment le plus haut gagne. Ici, le tien a 3 étages, celui de ton adversaire 2.",
      },
      turn: {
        say: "À ton tour, tu lances deux dés et déplaces tes deux pions le long du bord. Ils regardent droit devant eux : là où leurs lignes se croisent, tu construis.",
      },
      rivals: {
        say: "Ton adversaire a posé un toit en E3 : tu ne peux plus y surélever. Les routes et les voisins plus hauts te gênent aussi.",
      },
      end: {
        say: "Quand les 45 étages sont posés, la partie est finie. Ton bâtiment a 9 étages, celui de ton adversaire 7 : tu gagnes !",
      },
    },
  },
  first: {
    title: "Deux lignes, un bâtiment",
    tasks: {
      cross: {
        say: "Tes pions entrent par un coin, leur premier pas, et regardent droit devant eux. Choisis la parcelle allumée E2 : leurs lignes doivent s’y croiser. Puis confirme le coup.",
        right: "L’un regarde le long de la colonne E, l’autre le long de la rangée 2 : ils se croisent en E2.",
        wrong: "Ces lignes ne se croisent pas en E2. Un pion doit être en haut ou en bas de la colonne E, l’autre à gauche ou à droite de la rangée 2.",
      },
      storey: {
        say: "Tes pions se croisent sur la parcelle vide E2 : tu dois y construire un étage ou une route. Commence un bâtiment !",
        right: "Ton premier bâtiment. Ta flèche dit qu’il est à toi.",
        wrong: "Une route reste pour toujours, et plus personne n’y construit. Pose un étage en E2.",
      },
      beside: {
        say: "C’est encore à toi : 5 et 4. Un bâtiment s’étend sur les parcelles qui partagent un côté avec lui. Croise-en une à côté d’E2.",
        right: "Cette parcelle partage un côté avec ton bâtiment.",
        wrong: "Là, tes lignes ne se croisent pas du tout. Choisis E1 ou F2, à côté de ton bâtiment.",
        wrongs: {
          far: "A7 ne touche pas ton bâtiment : un étage là en commencerait un autre. Choisis E1 ou F2.",
        },
      },
      grow: {
        say: "Fais grandir ton bâtiment : un étage en E1.",
        right: "Un bâtiment, deux parcelles. La flèche est toujours sur la plus haute ; à égalité, sur la plus récente. Le sommet d’E2 est donc libre.",
        wrong: "Une route ne ferait que te gêner. Pose un étage en E1.",
      },
    },
  },
  corner: {
    title: "Les bâtiments restent séparés",
    tasks: {
      apart: {
        say: "Ton adversaire a construit en E4. Ton nouveau bâtiment ne doit pas le toucher, pas même par un coin. Croise une parcelle où tu peux commencer un bâtiment.",
        right: "C4 ne touche aucun bâtiment : D4 la sépare d’E4.",
        wrong: "En E4 se trouve le bâtiment de ton adversaire : il ne s’y passe rien. Croise C4.",
        wrongs: {
          corner: "D3 touche E4 par un coin : seule une route y est permise. Croise C4.",
        },
      },
      begin: {
        say: "Commence ton bâtiment : pose un étage en C4.",
        right: "Chaque bâtiment a besoin d’une flèche. Tu en as trois au départ, donc trois bâtiments au plus.",
        wrong: "Une route resterait en C4 pour toujours, et tu n’aurais toujours pas de bâtiment. Pose un étage.",
      },
    },
  },
  dice: {
    title: "Ce qu’apportent les dés",
    tasks: {
      six: {
        say: "Tu as fait un 6 : tu peux surélever l’un de tes sommets libres, où qu’il soit. Un sommet est libre s’il ne porte ni flèche ni toit.",
        right: "E2 a maintenant deux étages. Le bâtiment est aussi haut que sa plus haute parcelle : 2. Et la flèche s’y est déplacée.",
        wrong: "Ce que tu n’utilises pas est perdu. Surélève E2.",
      },
      one: {
        say: "Tu as fait un 1 : tu peux poser un toit sur n’importe quel sommet libre. Sous un toit, on ne surélève plus. Gêne ton adversaire !",
        right: "B6 ne peut plus être surélevée tant que personne n’y croise ses pions pour démolir le toit.",
        wrong: "Un 1 que tu n’utilises pas est perdu. Pose un toit en B6.",
        wrongs: {
          own: "E1 est à toi : un toit là ne gênerait que toi. Pose-le en B6.",
        },
      },
      tear: {
        say: "À son tour, ton adversaire a fait un 1 et posé un toit sur ta parcelle E1. Tes pions s’y croisent : tu peux le démolir.",
        right: "Le toit retourne à la réserve, et E1 peut de nouveau grandir.",
        wrong: "Tant que le toit est là, E1 ne peut pas grandir. Démolis-le pendant que tes pions s’y croisent.",
      },
      double: {
        say: "Un double ! Il te donne un toit de la réserve. Et chaque 1 te permet de poser un toit sur un sommet libre. Gêne encore ton adversaire !",
        right: "B5 ne peut plus être surélevée. Il te reste un 1 ; dans une vraie partie, tu peux l’utiliser ou y renoncer.",
        wrong: "Tu perdrais les deux 1. Pose un toit en B5.",
        wrongs: {
          own: "E1 est à toi : tu viens de la libérer. Pose le toit en B5.",
        },
      },
    },
  },
  ruin: {
    title: "Absorber les autres",
    tasks: {
      swallow: {
        say: "Tes pions se croisent en E3, entre ton bâtiment, haut de 2, et celui de ton adversaire, haut de 1. Le tien est plus haut : un étage ici absorbe l’autre.",
        right: "Tout cela ne fait plus qu’un bâtiment, le tien, et l’autre flèche est rendue. Un étage de plus suffit.",
        wrong: "Une route sauverait ton adversaire. Pose un étage en E3.",
      },
    },
  },
  closed: {
    title: "Bloqué, puis en faillite",
    tasks: {
      close: {
        say: "Le seul bâtiment de ton adversaire est en A1 ; à côté, seule A2 est encore vide. Croise A2 : avec une route là, il ne peut plus grandir.",
        right: "Avec une route en A2, le bâtiment est bloqué : on n’y surélève plus rien.",
        wrong: "Tes lignes doivent se croiser en A2 : un pion en colonne A, l’autre en rangée 2.",
        wrongs: {
          else: "Cette parcelle n’est pas à côté d’A1 : ton adversaire pourrait encore grandir en A2. Croise A2.",
        },
      },
      demand: {
        say: "Ton adversaire a construit, mais ne possède plus de bâtiment qui puisse grandir. Avant de lancer les dés, tu peux exiger sa faillite. Vas-y !",
        right: "Ton adversaire quitte la partie et il ne reste que toi : tu gagnes. Sinon, c’est le bâtiment le plus haut qui gagne.",
        wrong: "Rien ne t’y oblige, mais ici cela te fait gagner. Exige la faillite.",
      },
    },
  },
  end: {
    title: "La fin",
    tasks: {
      last: {
        say: "Il ne reste qu’un étage. Une fois posé, la partie est finie. Le bâtiment de ton adversaire a 8 étages, le tien 7. Tu as fait un 6 : quelle parcelle surélèves-tu ?",
        right: "8 à 8 ! À hauteur égale, le bâtiment qui compte le plus d’étages en tout gagne : le tien en a 21, l’autre 16.",
        wrong: "C’est alors à ton adversaire de jouer, et il est plus haut. Utilise ton 6 : surélève C3.",
        wrongs: {
          low: "La partie finirait à 7 contre 8, et ton adversaire gagnerait. Surélève C3 : elle atteint 8.",
        },
      },
    },
  },
};
