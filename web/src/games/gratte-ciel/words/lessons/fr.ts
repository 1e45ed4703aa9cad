import type { Lessons } from "./en";

export const lessons: Lessons = {
  win: {
    title: "Comment gagner",
    tasks: {
      goal: {
        say: "Tout le monde construit sur les mêmes chantiers. Un gratte-ciel est au joueur qui pose le toit.",
      },
      turn: {
        say: "À ton tour, tu joues une carte : un étage, des toilettes, un toit, un séisme… Puis tu pioches jusqu’à en avoir cinq de nouveau.",
      },
      points: {
        say: "Les gratte-ciel achevés rapportent des points : pour le prestige de leurs cartes et pour des prix. Celui de ton adversaire est le plus haut, le record du monde : il mène 14 à 6.",
      },
      end: {
        say: "Un séisme l’a fait tomber : tu mènes maintenant 10 à 1, même si ton gratte-ciel bas et sans toilettes vaut −1. Quand il n’y a plus de chantier ou plus de cartes, le joueur qui a le plus de points gagne.",
      },
    },
  },
  first: {
    title: "Construire et achever",
    tasks: {
      floor: {
        say: "Tout le monde construit sur les mêmes chantiers. Choisis un étage, puis un chantier, et confirme.",
        right: "C’est posé. Le gratte-ciel n’est encore à personne : il sera à qui posera le toit.",
        wrongs: {
          toilet: "Les toilettes sont une bonne carte, mais commence par un étage : logement, bureau ou musée.",
          discard: "Une carte défaussée ne construit rien. Joue un étage : logement, bureau ou musée.",
        },
      },
      toilet: {
        say: "Un gratte-ciel sans toilettes est défectueux et vaut −1. Pose tes toilettes sur celui qui monte déjà.",
        right: "Un point pour toi, définitif. Et les toilettes permettent de voler !",
        wrong: "Un gratte-ciel monte, mais il n’a toujours pas de toilettes. Joue les toilettes sur celui qui monte.",
        wrongs: {
          site: "Rien n’est encore construit là. Pose les toilettes sur le gratte-ciel qui monte.",
          roof: "Avec un toit, le gratte-ciel serait achevé sans toilettes : défectueux, −1 pour toi. Joue les toilettes.",
          discard: "Tu jetterais un point. Pose les toilettes sur le gratte-ciel qui monte.",
        },
      },
      steal: {
        say: "Tu peux prendre deux cartes au hasard dans l’autre main et en garder une. Vole !",
        right: "Regarde maintenant les deux.",
        wrong: "Voler ne te coûte que la nouvelle carte de ce tour, et tu choisis la meilleure des deux. Vole !",
      },
      keep: {
        say: "Gardes-en une, l’autre retourne d’où elle vient. Le gratte-ciel aura bientôt besoin d’un grand toit.",
        right: "L’antenne est un toit de 25 m.",
        wrong: "Un séisme, c’est tentant, mais l’antenne peut servir de toit.",
      },
      roof: {
        say: "95 m, avec des toilettes. Il faut 100 m : pose un toit dessus.",
        right: "Achevé, et à toi ! C’est aussi le plus haut : le record du monde, 5 points.",
        wrong: "Une tornade échange vos mains : tes toits iraient à ton adversaire. Pose d’abord un toit.",
        wrongs: {
          floor: "Ton adversaire pourrait alors poser le toit, et le gratte-ciel serait à lui. Achève-le toi-même : antenne ou toit plat.",
        },
      },
    },
  },
  heights: {
    title: "Hauteurs et prix",
    tasks: {
      mini: {
        say: "Le gratte-ciel avec des toilettes a 45 m : trop bas. Mais exactement 60 m, c’est le mini-gratte-ciel, 3 points. Quel toit convient ?",
        right: "Exactement 60 m : le mini-gratte-ciel ! Ton seuil de hauteur est maintenant de 60 m ; le prochain devra le dépasser.",
        wrongs: {
          low: "Cela fait moins de 60 m, et sous 100 m un gratte-ciel est défectueux. Le dôme mesure 15 m.",
          high: "45 et 25 font 70 m : trop pour le mini-gratte-ciel, trop peu pour 100 m. Le dôme mesure 15 m.",
          site: "Celui-là n’a pas de toilettes : il serait défectueux. Achève celui qui en a.",
        },
      },
      unity: {
        say: "Dans le grand gratte-ciel en construction, tous les étages sont des logements ; le belvédère ne compte pas. Il ne manque que des toilettes. Quel toit le sauve ?",
        right: "Le toit-toilettes compte comme des toilettes. Rien que des logements : ordre et unité, 4 points, et le record du monde en plus.",
        wrong: "Il n’aurait toujours pas de toilettes, et ton adversaire pourrait l’achever. Joue le toit qui a des toilettes.",
        wrongs: {
          stinks: "Sans toilettes, il serait défectueux et vaudrait −1. L’un de tes toits en a.",
        },
      },
    },
  },
  quakes: {
    title: "Séismes et études",
    tasks: {
      quake: {
        say: "Les fissures en pointillé sous un gratte-ciel sont les séismes qu’il faut encore pour qu’il tombe. Le premier est sur l’argile : un seul suffit. Secoue-le !",
        right: "Le voilà par terre. Ses cartes sont dans la défausse, et le chantier quitte le jeu.",
        wrongs: {
          stands: "Les pieux résistent à un séisme. Pas l’argile : joue-le sur le premier gratte-ciel.",
          fallen: "Il tomberait aussi, mais tu y as construit toi-même. Secoue celui qui est sur l’argile.",
          helps: "Cela rend un gratte-ciel plus haut ou plus solide. Cette fois, fais-en tomber un : joue le séisme sur celui qui est sur l’argile.",
        },
      },
      insure: {
        say: "Un séisme est posé sur le gratte-ciel au parking ; le prochain le ferait tomber. Assure-le.",
        right: "Assurance et séisme s’en vont ensemble : le gratte-ciel est aussi solide qu’avant.",
        wrong: "Le prochain séisme le ferait toujours tomber. Joue l’assurance dessus.",
        wrongs: {
          site: "Celui-là ne risque rien : ses pieux tiennent. Assure celui qui porte le séisme.",
        },
      },
      study: {
        say: "Avec une étude, tu regardes les cinq premières cartes de la pioche. Joue-la.",
        right: "Cinq cartes, pour tes yeux seulement.",
        wrong: "Tu ne verrais aucune des prochaines cartes. Joue l’étude et regarde la pioche.",
        wrongs: {
          pile: "De la défausse, tu aurais une carte que tout le monde connaît. Cette fois, regarde la pioche.",
        },
      },
      take: {
        say: "Prends une carte, joues-en une aussitôt, ou prends les cinq comme nouvelle main. Aujourd’hui : prends l’antenne.",
        right: "Les autres retournent sur la pioche, dans l’ordre que tu veux. Et chaque étude ouvre un nouveau chantier.",
        wrong: "Ce n’est pas la carte qu’il te faut : tu n’as pas de grand toit. Prends l’antenne.",
        wrongs: {
          play: "Tu peux jouer une carte aussitôt, mais cette fois, prends l’antenne en main.",
          swap: "Tu te séparerais de ton ancienne main. Prends seulement l’antenne.",
        },
      },
    },
  },
  storms: {
    title: "Catastrophes et parades",
    tasks: {
      century: {
        say: "Le gratte-ciel de ton adversaire, sur l’argile, détient le record du monde. Le séisme du siècle frappe tous les gratte-ciel, le tien aussi ; mais le tien est sur pieux. Joue-le !",
        right: "L’argile cède, et le record du monde est à toi : 5 points. Ton gratte-ciel a perdu définitivement 1 de résistance, mais il tient.",
        wrong: "Le gratte-ciel de ton adversaire garderait le record. Joue le séisme du siècle.",
        wrongs: {
          flawed: "Un gratte-ciel bas et sans toilettes est défectueux : −1 pour toi. Joue le séisme du siècle.",
          discard: "Défaussé, il ne frappe personne. Joue-le : le gratte-ciel de ton adversaire tombera.",
        },
      },
      discard: {
        say: "Tu n’as que des toits, et chacun achèverait un gratte-ciel bas et sans toilettes : −1. Au lieu de jouer, tu peux toujours défausser une carte. De quel toit peux-tu te passer ?",
        right: "Tu as deux toits plats, et ils ne font que 5 m. Tu pioches une nouvelle carte à la place.",
        wrongs: {
          flawed: "Le gratte-ciel serait défectueux : −1 pour toi. Défausse plutôt un toit plat.",
          tall: "Celui-là, tu n’en as qu’un, et il est plus haut qu’un toit plat. Défausse un toit plat : tu en as deux.",
        },
      },
      tornado: {
        say: "Une tornade fait passer toutes les mains au joueur voisin. À deux, vous échangez vos mains. Laisse les toits à ton adversaire : joue-la, à gauche ou à droite !",
        right: "Ton adversaire a tes toits, et toi cinq nouvelles cartes ; tu n’en pioches donc pas.",
        wrong: "Il te resterait toujours tes toits. Joue la tornade.",
        wrongs: {
          flawed: "Ce gratte-ciel bas et sans toilettes serait défectueux : −1 pour toi. Joue la tornade.",
        },
      },
    },
  },
};
