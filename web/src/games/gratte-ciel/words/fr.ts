import type { Who, Words } from "./en";

const s = (who: Who, you: string, other: string) => (who.you ? `Tu ${you}` : `${who.name} ${other}`);
const list = (parts: string[]) => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} et ${parts.at(-1)}` : (parts[0] ?? ""));
const n = (count: number, one: string, more: string) => `${count < 0 ? `−${-count}` : count} ${Math.abs(count) < 2 ? one : more}`;

export const words: Words = {
  cards: {
    home: "logement", office: "bureau", hotel: "hôtel", restaurant: "restaurant", shop: "magasin",
    absorber: "amortisseur harmonique", lookout: "belvédère", skylobby: "hall aérien", plant: "étage technique", pool: "piscine",
    garden: "jardin", museum: "musée", toilet: "toilettes", flat: "toit plat", terrace: "toit-terrasse", dome: "dôme",
    antenna: "antenne", "toilet-roof": "toit-toilettes", study: "étude", insurance: "assurance", tornado: "tornade",
    quake: "séisme", century: "séisme du siècle",
  },
  shortCards: { absorber: "amortisseur", century: "séisme du siècle", lookout: "belvédère", plant: "technique" },
  grounds: { clay: "argile", parking: "parking", piles: "pieux", bedrock: "roche" },
  categories: { home: "logements", office: "bureaux", hotel: "hôtels", restaurant: "restaurants", shop: "commerces" },
  prizes: {
    mini: "mini gratte-ciel", record: "record du monde", "unity-home": "unité : logements", "unity-office": "unité : bureaux",
    "unity-hotel": "unité : hôtels", "unity-restaurant": "unité : restaurants", "unity-shop": "unité : commerces",
  },
  effects: {
    study: "Regarde dans la pioche ou la défausse ; un nouveau chantier suit.",
    insurance: "Protège un gratte-ciel d'un séisme.",
    tornado: "Toutes les mains passent au voisin.",
    quake: "Frappe un gratte-ciel.",
    century: "Frappe tous les gratte-ciel, les tiens aussi.",
    absorber: "+1 de résistance",
    toilet: "1 point pour toi, et tu peux voler.",
    "toilet-roof": "Compte comme des toilettes pour le gratte-ciel.",
  },
  flaws: {
    toilet: "il n'a pas de toilettes",
    threshold: "il ne dépassait pas le seuil de hauteur de son propriétaire",
    lowest: (metres) => `il mesure moins de ${metres} m`,
  },
  list,
  card: (name, metres, prestige) => `${name}, ${metres} m${prestige ? `, prestige ${prestige}` : ""}`,
  site: (site) => `chantier ${site}`,
  metres: (metres) => `${metres} m`,

  tasks: {
    play: "jouer une carte", steal: "voler quelqu'un, ou non", keep: "garder l'une des deux cartes", insure: "assurer ton nouveau gratte-ciel, ou non",
    choose: "prendre ou jouer l'une des cartes", put: "remettre les cartes sur la pioche", at_once: "jouer la carte aussitôt",
    take: "prendre une carte de la défausse",
  },

  told: {
    start: (who) => s(who, "commences.", "commence."),
    foundation: (site, kind) => `Nouveau chantier ${site} : ${kind}.`,
    deal: (cards) => `Tu reçois ${cards}.`,
    build: (who, card, site) => `${s(who, "construis", "construit")} sur le chantier ${site} : ${card}.`,
    steal: (who, from) => (from.you ? `${who.name} te vole.` : `${s(who, "voles", "vole")} ${from.name}.`),
    stolen: (cards) => `Pris dans la main : ${cards}.`,
    keep: (who, card) => `${s(who, "gardes", "garde")} : ${card}.`,
    roof: (who, card, site) => `${s(who, "achèves", "achève")} le chantier ${site} : ${card}.`,
    insure: (who, site) => `${s(who, "assures", "assure")} le chantier ${site}.`,
    quake: (who, site) => `Séisme sur le chantier ${site}, par ${who.you ? "toi" : who.name} !`,
    century: (who) => `Le séisme du siècle, par ${who.you ? "toi" : who.name} !`,
    studyDeck: (who) => `${s(who, "étudies", "étudie")} la pioche.`,
    studyDiscard: (who) => `${s(who, "étudies", "étudie")} la défausse.`,
    seen: (cards) => `Tu vois : ${cards}.`,
    take: (who, card) => `${s(who, "prends", "prend")} ${card ? `: ${card}` : "l'une des cartes"}.`,
    play: (who, card) => `${s(who, "joues", "joue")} aussitôt : ${card}.`,
    swap: (who) => `${s(who, "prends", "prend")} toutes les cartes vues comme nouvelle main.`,
    put: (card) => `Tu remets : ${card}.`,
    tornado: (who, to) => `Tornade ! ${s(who, "envoies", "envoie")} toutes les mains à ${to === "left" ? "gauche" : "droite"}.`,
    discard: (who, card) => `${s(who, "défausses", "défausse")} : ${card}.`,
    draw: (card) => `Tu pioches : ${card}.`,
    collapse: (site) => `Le chantier ${site} s'effondre.`,
    decline: (who) => s(who, "en restes là.", "en reste là."),
  },

  facts: { threshold: "seuil de hauteur", toilets: "toilettes", cards: "cartes" },
  players: (count) => `${count} joueurs`,

  tower: {
    open: "ouvert",
    collapsed: "effondré",
    owned: (who) => (who.you ? "à toi" : `à ${who.name}`),
    nothing: "rien de construit",
    height: "hauteur", prestige: "prestige", resistance: "résistance",
    insured: (count) => `assuré${count > 1 ? ` ${count} fois` : ""}`,
    quakes: (count) => (count === 1 ? "un séisme posé dessus" : `${count} séismes posés dessus`),
    hits: (count) => `frappé${count > 1 ? ` ${count} fois` : ""} par le séisme du siècle`,
    resists: (left) => (left === 1 ? "le prochain séisme le fait tomber" : `${left} séismes le feraient tomber`),
    noToilet: "pas encore de toilettes",
    hasToilet: "a des toilettes",
    unity: (category) => `jusqu'ici, seulement des ${category}`,
    points: (points) => n(points, "point", "points"),
    flawed: (why) => `défectueux : ${why}`,
    prize: (prize, points) => `${prize} ${points}`,
  },

  scale: { mini: "mini", lowest: "au moins", threshold: (metres) => `ton seuil de hauteur, ${metres} m`, short: "seuil" },

  piles: {
    deck: (count) => (count ? `${n(count, "carte", "cartes")} dans la pioche` : "la pioche est vide"),
    known: (cards) => `tu connais le dessus : ${cards}`,
    foundations: (count) => (count ? `encore ${n(count, "nouveau chantier", "nouveaux chantiers")}` : "plus de nouveau chantier"),
    discards: (count) => (count ? `défausse : ${n(count, "carte", "cartes")}` : "la défausse est vide"),
    topTitle: "Sur le dessus de la pioche",
    discardTitle: "Défausse",
    deckShort: "pioche", sitesShort: "sites", discardShort: "défausse",
    close: "Fermer",
  },
  prizeList: {
    title: "Prix",
    held: (prize, points, who, site) => `${prize} ${points} : ${who.you ? "toi" : who.name}, chantier ${site}`,
    free: (prize, points) => `${prize} ${points} : libre`,
  },

  lastTurns: (turns) => (turns ? `Dernier tour de table : encore ${n(turns, "tour", "tours")}` : "Dernier tour de table"),
  quiet: (turns, most) => `${turns} tours sans carte piochée ; à ${most}, la partie s'arrête`,

  steps: {
    hand: "Ta main",
    noCards: "Tu n'as pas de cartes.",
    wait: "Regarde autour de toi : chaque gratte-ciel en dit plus quand tu le touches.",
    chooseCard: "Choisis une carte.",
    chooseSite: (card) => `${card} : où ?`,
    chooseWay: (card) => `${card} : comment ?`,
    onlyDiscard: (card) => `${card} : ne va nulle part pour l'instant.`,
    back: "Retour",
    confirm: {
      build: "Construire", roof: "Achever", insure: "Assurer", quake: "Secouer", century: "Tout frapper", study: "Étudier", tornado: "Souffler",
      discard: "Défausser", steal: "Voler", keep: "Garder", take: "Prendre", play: "Jouer aussitôt", swap: "Tout prendre", put: "Remettre", decline: "Non merci",
    },
    chosen: {
      build: (card, site) => `${card} sur le chantier ${site}.`,
      roof: (card, site) => `${card} sur le chantier ${site}.`,
      insure: (site) => `Une assurance pour le chantier ${site}.`,
      quake: (site) => `Séisme sur le chantier ${site}.`,
      century: "Tous les gratte-ciel de la table sont frappés.",
      deck: "Regarde le dessus de la pioche, puis prends ou joue l'une des cartes.",
      pile: "Prends en main n'importe quelle carte de la défausse.",
      discard: (card) => `Défausser sans jouer : ${card}.`,
      steal: (name, cards) => `Prendre ${cards === 1 ? "la seule carte" : "deux cartes au hasard"} de ${name} ; tu ne pioches pas ce tour-ci.`,
      keep: (card, other, name) => `Tu gardes ${card} ; ${other} retourne à ${name}.`,
      take: (card) => `Prendre : ${card} en main, les autres sur la pioche.`,
      takePile: (card) => `${card} passe de la défausse dans ta main.`,
      play: (card) => `Jouer aussitôt : les autres d'abord sur la pioche, puis ${card}.`,
      swap: "Voilà ta nouvelle main ; l'ancienne va sur la pioche.",
    },
    deck: "La pioche", pile: "La défausse", left: "À gauche", right: "À droite",
    yourHandTo: (name) => `Ta main passe à ${name}.`,
    yourHandFrom: (name) => `Tu reçois la main de ${name}.`,
    stealFrom: "Qui voles-tu ?",
    hold: (cards) => n(cards, "carte", "cartes"),
    keepWhich: "Laquelle gardes-tu ?",
    insureNow: (site) => `Assurer aussitôt ton nouveau gratte-ciel sur le chantier ${site} ?`,
    studyTable: "Sur la table", studyAsk: "Touche une carte : prends-la, ou joue-la aussitôt.",
    order: "Touche les cartes dans l'ordre où elles seront piochées.",
    orderNext: (cards) => `En partant du dessus : ${cards}.`,
    place: (place) => `numéro ${place} en partant du dessus`,
    asTheyLie: "Telles quelles",
    takeAsk: "Quelle carte prends-tu ?",
    atOnce: (card) => `Maintenant ${card} : où ?`,
    atOnceWay: (card) => `Maintenant ${card} : comment ?`,
  },

  preview: {
    height: (before, after) => `${before} → ${after} m`,
    prestige: (before, after) => `prestige ${before} → ${after}`,
    resistance: (before, after) => `résistance ${before} → ${after}`,
    finished: (metres) => `achevé à ${metres} m, et à toi`,
    flawed: (why) => `défectueux : ${why}`,
    threshold: (metres) => `ton nouveau seuil de hauteur : ${metres} m`,
    collapses: (sites) => `s'effondre : chantier ${sites}`,
    score: (who, points) => `${who.you ? "toi" : who.name} ${points}`,
    loses: (who, prize) => `${who.you ? "tu perds" : `${who.name} perd`} : ${prize}`,
    gets: (who, prize) => `${who.you ? "tu obtiens" : `${who.name} obtient`} : ${prize}`,
    insuranceLost: (sites) => `une assurance sauve le chantier ${sites}`,
    quakeGone: "le séisme posé dessus est annulé",
    over: "la partie s'arrête",
  },

  drama: {
    quake: "Séisme !", century: "Le séisme du siècle !", tornado: "Tornade !",
    robbed: (name) => `${name} te vole`,
  },

  end: {
    title: "Le décompte",
    won: (names, you, many) => (you && !many ? "Tu gagnes !" : many ? `${names} se partagent la victoire` : `${names} gagne`),
    tower: (site, metres) => `Chantier ${site}, ${metres} m`,
    prestige: "prestige", toilets: "toilettes",
    none: "aucun gratte-ciel",
    skip: "Passer", close: "Voir la ville", open: "Le décompte",
  },

  lessons: {
    first: {
      title: "Construire et achever",
      tasks: {
        floor: {
          say: "Tout le monde construit sur les mêmes chantiers. Touche un étage, puis un chantier, et confirme.",
          right: "Il est posé. Il n'est encore à personne : seul celui qui pose le toit possède le gratte-ciel.",
          wrong: "Commence par un étage : logement, bureau ou musée.",
        },
        toilet: {
          say: "Un gratte-ciel sans toilettes est défectueux. Pose tes toilettes sur le chantier 0.",
          right: "Un point pour toi, définitif. Et les toilettes permettent de voler !",
          wrong: "Joue les toilettes sur le chantier 0, là où ça monte.",
        },
        steal: {
          say: "Tu peux prendre deux cartes au hasard dans l'autre main et en garder une. Vole !",
          right: "Regarde maintenant les deux.",
          wrong: "Pas cette fois : vole !",
        },
        keep: {
          say: "Gardes-en une, l'autre retourne d'où elle vient. Le chantier 0 aura bientôt besoin d'un grand toit.",
          right: "L'antenne est un toit de 25 m.",
          wrong: "Un séisme, c'est tentant, mais l'antenne peut achever le gratte-ciel.",
        },
        roof: {
          say: "95 m avec des toilettes. Il faut 100 m : pose un toit sur le chantier 0.",
          right: "Achevé, et à toi ! C'est aussi le plus haut : le record du monde, 5 points.",
          wrong: "Pose un toit sur le chantier 0 : l'antenne ou le toit plat.",
        },
      },
    },
    heights: {
      title: "Hauteurs et prix",
      tasks: {
        mini: {
          say: "Le chantier 0 a 45 m et des toilettes : trop bas. Mais exactement 60 m, c'est le mini gratte-ciel, 3 points. Quel toit convient ?",
          right: "Exactement 60 m : le mini ! Ton seuil de hauteur est maintenant de 60 m ; le prochain devra le dépasser.",
          wrong: "45 m et le toit doivent faire exactement 60 m. Le dôme mesure 15 m.",
        },
        unity: {
          say: "Sur le chantier 1, tous les étages sont des logements ; le belvédère ne compte pas. Il ne manque que des toilettes. Quel toit sauve le gratte-ciel ?",
          right: "Le toit-toilettes compte comme des toilettes. Rien que des logements : ordre et unité, 4 points, et le record du monde en plus.",
          wrong: "Sans toilettes, il serait défectueux et vaudrait −1. L'un de tes toits, ce sont des toilettes.",
        },
      },
    },
    quakes: {
      title: "Séismes et études",
      tasks: {
        quake: {
          say: "Les fissures en pointillé sous un gratte-ciel sont les séismes qu'il faut encore pour qu'il tombe. Le chantier 0 est sur l'argile : un seul suffit. Secoue-le !",
          right: "Le voilà par terre. Ses cartes sont dans la défausse, et le chantier quitte le jeu.",
          wrong: "Joue le séisme sur le chantier 0.",
        },
        insure: {
          say: "Un séisme est posé sur le chantier 1 ; le prochain le ferait tomber. Assure-le.",
          right: "Assurance et séisme s'en vont ensemble : le chantier 1 est aussi solide qu'avant.",
          wrong: "Joue l'assurance sur le chantier 1.",
        },
        study: {
          say: "Avec une étude, tu regardes les cinq premières cartes de la pioche. Joue-la.",
          right: "Cinq cartes, pour tes yeux seulement.",
          wrong: "Joue l'étude et regarde dans la pioche.",
        },
        take: {
          say: "Prends une carte, joues-en une aussitôt, ou prends les cinq comme nouvelle main. Aujourd'hui : prends l'antenne.",
          right: "Les autres retournent sur la pioche, dans l'ordre que tu veux. Et chaque étude ouvre un nouveau chantier.",
          wrong: "Touche l'antenne et prends-la.",
        },
      },
    },
  },
};
