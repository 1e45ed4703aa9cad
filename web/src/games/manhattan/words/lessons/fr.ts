import type { Lessons } from "./en";

export const lessons: Lessons = {
  win: {
    title: "Comment gagner",
    tasks: {
      goal: {
        say: "Tout le monde construit dans les six villes. Une tour est à la couleur de son bloc du haut. Le joueur qui a le plus de points après la dernière manche gagne.",
      },
      turn: {
        say: "À ton tour, tu joues une carte et poses un de tes blocs sur l’emplacement qu’elle montre, dans la ville de ton choix. Puis tu pioches une nouvelle carte.",
      },
      points: {
        say: "Après chaque manche, on compte les points : 3 pour la tour la plus haute, si elle est seule, 2 pour le plus de tours dans une ville, 1 par tour. Ici, tu mènes 14 à 12.",
      },
    },
  },
  first: {
    title: "Cartes, blocs, tours",
    tasks: {
      pick: {
        say: "Tu as 24 blocs. Chaque manche commence par un choix : ici, 6 blocs. Prends deux 1, deux 2, un 3 et un 4.",
        right: "Ce que tu laisses servira aux trois manches suivantes.",
        wrong: "C’est possible aussi, mais prends ce mélange : deux 1, deux 2, un 3 et un 4.",
      },
      card: {
        say: "Le plateau est tourné de ton côté : la case d’une carte est le même emplacement dans chaque ville. Joue la carte 3 et pose ton 2 à Manhattan.",
        right: "Ta première tour. Et tu as aussitôt pioché une nouvelle carte.",
        wrongs: {
          city: "La bonne carte, mais une autre ville. Pose ton bloc à Manhattan.",
          block: "Le bon emplacement, mais prends le bloc de 2.",
        },
      },
      grow: {
        say: "Sur ta propre tour, tout bloc convient. Fais monter la tienne à Manhattan : encore la carte 3, avec le 3.",
        right: "Cinq étages : aucune autre tour n’est aussi haute. Elle vaudra 3 points au décompte de la manche.",
        wrong: "Pose le 3 sur ta propre tour à Manhattan : la carte 3 y mène.",
        wrongs: {
          block: "La bonne tour, mais prends le 3.",
        },
      },
    },
  },
  takeover: {
    title: "S’emparer d’une tour",
    tasks: {
      equal: {
        say: "Bleu a 2 étages au centre de Sydney. Tu peux poser un bloc dessus si tu y as ensuite au moins autant d’étages que bleu. Prends la tour avec le plus petit bloc qui suffit.",
        right: "2 contre 2 : l’égalité suffit. Le bloc du haut est à toi, donc la tour aussi.",
        wrong: "Bleu garderait la tour. Joue la carte 5 à Sydney, avec le 2 : 2 contre 2 suffit.",
        wrongs: {
          large: "Tu prends la tour, mais c’est plus qu’il n’en faut : 2 contre 2 suffit. Garde les blocs plus grands.",
        },
      },
      total: {
        say: "Bleu l’a reprise avec un simple 1 : bleu y a maintenant 3 étages, toi 2 plus bas. Tous tes étages dans la tour comptent, où qu’ils soient. Prends-la avec le plus petit bloc qui suffit.",
        right: "2 en bas et 1 en haut font 3 contre 3. C’est le total qui compte, pas le bloc !",
        wrong: "Bleu garderait la tour de Sydney. Joue la carte 5 là, avec un 1 : tu y as déjà 2 étages.",
        wrongs: {
          large: "Tu prends la tour, mais un 1 suffit : avec les 2 d’en bas, tu en as 3, autant que bleu.",
        },
      },
    },
  },
  scoring: {
    title: "Les points",
    tasks: {
      tallest: {
        say: "La tour la plus haute rapporte 3 points, si elle est seule. La tienne à Sydney et celle de bleu à Manhattan ont 4 étages : personne ne les aurait. Bleu a encore un 1. Fais en sorte que la tienne reste la plus haute.",
        right: "7 étages : bleu ne peut plus la rattraper.",
        wrong: "Ta tour au centre de Sydney doit dépasser celle de bleu, même avec son 1 : pose le 3 dessus.",
        wrongs: {
          small: "5 étages, ce n’est pas sûr : avec son 1, bleu en aurait 5 aussi, et personne n’aurait les points. Prends le 3.",
        },
      },
      majority: {
        say: "Le dernier tour de la manche. Avoir le plus de tours dans une ville rapporte 2 points, et au Caire, bleu et toi en avez une chacun. Prends l’avantage.",
        right: "2 points pour Le Caire et 1 pour la nouvelle tour.",
        wrong: "Il te faut une nouvelle tour au Caire : pose ton 1 sur un emplacement vide.",
      },
      next: {
        say: "La manche est comptée : 3 pour la tour la plus haute, 2 pour chaque ville où l’on a le plus de tours, 1 par tour. Les tours restent et compteront encore. Commence la manche suivante : choisis 6 blocs, à ton gré.",
        right: "Tu sais tout. Après la dernière manche, le plus de points l’emporte : amuse-toi bien !",
      },
    },
  },
};
