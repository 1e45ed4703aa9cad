import type { Who, Words } from "./en";

const s = (who: Who, you: string, other: string) => (who.you ? `Du ${you}` : `${who.name} ${other}`);
const list = (parts: string[]) => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} und ${parts.at(-1)}` : (parts[0] ?? ""));
const n = (count: number, one: string, more: string) => `${count < 0 ? `−${-count}` : count} ${Math.abs(count) === 1 ? one : more}`;

export const words: Words = {
  cards: {
    home: "Wohnung", office: "Büro", hotel: "Hotel", restaurant: "Restaurant", shop: "Geschäft",
    absorber: "Harmonischer Absorber", lookout: "Aussichtsplattform", skylobby: "Sky-Lobby", plant: "Technikgeschoss", pool: "Schwimmbad",
    garden: "Garten", museum: "Museum", toilet: "Toilette", flat: "Flachdach", terrace: "Dachterrasse", dome: "Kuppel",
    antenna: "Antenne", "toilet-roof": "Toilettendach", study: "Studie", insurance: "Versicherung", tornado: "Tornado",
    quake: "Erdbeben", century: "Erdbeben des Jahrhunderts",
  },
  shortCards: { absorber: "Absorber", century: "Jahrhundertbeben", lookout: "Aussicht", plant: "Technik" },
  grounds: { clay: "Lehmboden", parking: "Parkhaus", piles: "Pfähle", bedrock: "Fels" },
  categories: { home: "Wohnungen", office: "Büros", hotel: "Hotels", restaurant: "Restaurants", shop: "Geschäfte" },
  prizes: {
    mini: "Mini-Wolkenkratzer", record: "Weltrekord", "unity-home": "Einheit: Wohnungen", "unity-office": "Einheit: Büros",
    "unity-hotel": "Einheit: Hotels", "unity-restaurant": "Einheit: Restaurants", "unity-shop": "Einheit: Geschäfte",
  },
  effects: {
    study: "Sieh in den Nachziehstapel oder den Ablagestapel; danach kommt eine neue Baustelle.",
    insurance: "Schützt einen Turm vor einem Erdbeben.",
    tornado: "Alle Hände wandern einen Platz weiter.",
    quake: "Trifft einen Turm.",
    century: "Trifft alle Türme, auch deine.",
    absorber: "+1 Widerstand",
    toilet: "1 Punkt für dich, und du darfst stehlen.",
    "toilet-roof": "Gilt für den Turm als Toilette.",
  },
  flaws: {
    toilet: "er hat keine Toilette",
    threshold: "er war nicht höher als die Höhenschwelle seines Besitzers",
    lowest: (metres) => `er ist niedriger als ${metres} m`,
  },
  list,
  card: (name, metres, prestige) => `${name}, ${metres} m${prestige ? `, Prestige ${prestige}` : ""}`,
  site: (site) => `Baustelle ${site}`,
  metres: (metres) => `${metres} m`,

  tasks: {
    play: "eine Karte spielen", steal: "jemanden bestehlen oder nicht", keep: "eine der beiden Karten behalten", insure: "deinen neuen Turm versichern oder nicht",
    choose: "eine der Karten nehmen oder spielen", put: "die Karten zurücklegen", at_once: "die Karte sofort spielen",
    take: "eine Karte vom Ablagestapel nehmen",
  },

  told: {
    start: (who) => s(who, "fängst an.", "fängt an."),
    foundation: (site, kind) => `Neue Baustelle ${site}: ${kind}.`,
    deal: (cards) => `Du bekommst ${cards}.`,
    build: (who, card, site) => `${s(who, "baust", "baut")} auf Baustelle ${site}: ${card}.`,
    steal: (who, from) => `${s(who, "bestiehlst", "bestiehlt")} ${from.you ? "dich" : from.name}.`,
    stolen: (cards) => `Aus der Hand gezogen: ${cards}.`,
    keep: (who, card) => `${s(who, "behältst", "behält")} ${card}.`,
    roof: (who, card, site) => `${s(who, "vollendest", "vollendet")} Baustelle ${site}: ${card}.`,
    insure: (who, site) => `${s(who, "versicherst", "versichert")} Baustelle ${site}.`,
    quake: (who, site) => `Erdbeben auf Baustelle ${site}, von ${who.you ? "dir" : who.name}!`,
    century: (who) => `Das Erdbeben des Jahrhunderts, von ${who.you ? "dir" : who.name}!`,
    studyDeck: (who) => `${s(who, "studierst", "studiert")} den Nachziehstapel.`,
    studyDiscard: (who) => `${s(who, "studierst", "studiert")} den Ablagestapel.`,
    seen: (cards) => `Du siehst ${cards}.`,
    take: (who, card) => `${s(who, "nimmst", "nimmt")} ${card ?? "eine der Karten"}.`,
    play: (who, card) => `${s(who, "spielst", "spielt")} sofort: ${card}.`,
    swap: (who) => `${s(who, "nimmst", "nimmt")} alle gesehenen Karten als neue Hand.`,
    put: (card) => `Du legst zurück: ${card}.`,
    tornado: (who, to) => `Tornado! ${s(who, "schickst", "schickt")} alle Hände nach ${to === "left" ? "links" : "rechts"}.`,
    discard: (who, card) => `${s(who, "legst ab:", "legt ab:")} ${card}.`,
    draw: (card) => `Du ziehst ${card}.`,
    collapse: (site) => `Baustelle ${site} stürzt ein.`,
    decline: (who) => s(who, "lässt es dabei.", "lässt es dabei."),
  },

  facts: { threshold: "Höhenschwelle", toilets: "Toiletten", cards: "Karten" },
  players: (count) => `${count} Personen`,

  tower: {
    open: "offen",
    collapsed: "eingestürzt",
    owned: (who) => (who.you ? "gehört dir" : `gehört ${who.name}`),
    nothing: "noch nichts gebaut",
    height: "Höhe", prestige: "Prestige", resistance: "Widerstand",
    insured: (count) => `${count > 1 ? `${count}-mal ` : ""}versichert`,
    quakes: (count) => (count === 1 ? "ein Erdbeben liegt darauf" : `${count} Erdbeben liegen darauf`),
    hits: (count) => `${count > 1 ? `${count}-mal ` : ""}vom Jahrhundertbeben getroffen`,
    resists: (left) => (left === 1 ? "das nächste Erdbeben bringt ihn zu Fall" : `${left} Erdbeben bringen ihn zu Fall`),
    noToilet: "noch keine Toilette",
    hasToilet: "hat eine Toilette",
    unity: (category) => `bisher nur ${category}`,
    points: (points) => n(points, "Punkt", "Punkte"),
    flawed: (why) => `fehlerhaft: ${why}`,
    prize: (prize, points) => `${prize} ${points}`,
  },

  scale: { mini: "Mini", lowest: "mindestens", threshold: (metres) => `deine Höhenschwelle, ${metres} m`, short: "deine" },

  piles: {
    deck: (count) => (count ? `${n(count, "Karte", "Karten")} im Nachziehstapel` : "der Nachziehstapel ist leer"),
    known: (cards) => `obenauf liegt, wie du weißt: ${cards}`,
    foundations: (count) => (count ? `noch ${n(count, "neue Baustelle", "neue Baustellen")}` : "keine neuen Baustellen mehr"),
    discards: (count) => (count ? `Ablagestapel: ${n(count, "Karte", "Karten")}` : "der Ablagestapel ist leer"),
    topTitle: "Oben auf dem Nachziehstapel",
    discardTitle: "Ablagestapel",
    deckShort: "Stapel", sitesShort: "Bauten", discardShort: "Ablage",
    close: "Schließen",
  },
  prizeList: {
    title: "Preise",
    held: (prize, points, who, site) => `${prize} ${points}: ${who.you ? "du" : who.name}, Baustelle ${site}`,
    free: (prize, points) => `${prize} ${points}: frei`,
  },

  lastTurns: (turns) => (turns ? `Letzte Runde: noch ${n(turns, "Zug", "Züge")}` : "Letzte Runde"),
  quiet: (turns, most) => `${turns} Züge ohne eine Karte vom Nachziehstapel; bei ${most} endet das Spiel`,

  steps: {
    hand: "Deine Hand",
    noCards: "Du hast keine Karten.",
    wait: "Sieh dich um: Jeder Turm erzählt mehr, wenn du ihn berührst.",
    chooseCard: "Wähl eine Karte.",
    chooseSite: (card) => `${card}: wohin?`,
    chooseWay: (card) => `${card}: wie?`,
    onlyDiscard: (card) => `${card}: passt jetzt nirgends.`,
    back: "Zurück",
    confirm: {
      build: "Bauen", roof: "Vollenden", insure: "Versichern", quake: "Beben lassen", century: "Alle treffen", study: "Studieren", tornado: "Losblasen",
      discard: "Ablegen", steal: "Stehlen", keep: "Behalten", take: "Nehmen", play: "Sofort spielen", swap: "Alle nehmen", put: "Zurücklegen", decline: "Lieber nicht",
    },
    chosen: {
      build: (card, site) => `${card} auf Baustelle ${site}.`,
      roof: (card, site) => `${card} auf Baustelle ${site}.`,
      insure: (site) => `Eine Versicherung für Baustelle ${site}.`,
      quake: (site) => `Erdbeben auf Baustelle ${site}.`,
      century: "Alle Türme auf dem Tisch werden getroffen.",
      deck: "Sieh dir die obersten Karten des Nachziehstapels an; nimm oder spiel eine davon.",
      pile: "Nimm eine beliebige Karte des Ablagestapels auf die Hand.",
      discard: (card) => `${card} ablegen, ohne sie zu spielen.`,
      steal: (name, cards) => `${cards === 1 ? "Die einzige Karte" : "Blind zwei Karten"} von ${name} ziehen; du ziehst dafür nicht nach.`,
      keep: (card, other, name) => `Du behältst ${card}; ${other} geht zurück an ${name}.`,
      take: (card) => `Nehmen: ${card} auf die Hand, die anderen zurück auf den Stapel.`,
      takePile: (card) => `${card} kommt vom Ablagestapel auf deine Hand.`,
      play: (card) => `Sofort spielen: erst kommen die anderen zurück, dann ${card}.`,
      swap: "Das ist deine neue Hand; die alte kommt auf den Nachziehstapel.",
    },
    deck: "Nachziehstapel", pile: "Ablagestapel", left: "Nach links", right: "Nach rechts",
    yourHandTo: (name) => `Deine Hand geht an ${name}.`,
    yourHandFrom: (name) => `Du bekommst die Hand von ${name}.`,
    stealFrom: "Wen bestiehlst du?",
    hold: (cards) => n(cards, "Karte", "Karten"),
    keepWhich: "Welche behältst du?",
    insureNow: (site) => `Deinen neuen Turm auf Baustelle ${site} gleich versichern?`,
    studyTable: "Auf dem Tisch", studyAsk: "Berühr eine Karte: Nimm sie, oder spiel sie sofort.",
    order: "Berühr die Karten in der Reihenfolge, in der sie gezogen werden sollen.",
    orderNext: (cards) => `Von oben: ${cards}.`,
    place: (place) => `die ${place}. von oben`,
    asTheyLie: "So, wie sie liegen",
    takeAsk: "Welche Karte nimmst du?",
    atOnce: (card) => `Jetzt ${card}: wohin?`,
    atOnceWay: (card) => `Jetzt ${card}: wie?`,
  },

  preview: {
    height: (before, after) => `${before} → ${after} m`,
    prestige: (before, after) => `Prestige ${before} → ${after}`,
    resistance: (before, after) => `Widerstand ${before} → ${after}`,
    finished: (metres) => `fertig mit ${metres} m, und deiner`,
    flawed: (why) => `fehlerhaft: ${why}`,
    threshold: (metres) => `deine neue Höhenschwelle: ${metres} m`,
    collapses: (sites) => `stürzt ein: Baustelle ${sites}`,
    score: (who, points) => `${who.you ? "du" : who.name} ${points}`,
    loses: (who, prize) => `${who.you ? "du verlierst" : `${who.name} verliert`}: ${prize}`,
    gets: (who, prize) => `${who.you ? "du bekommst" : `${who.name} bekommt`}: ${prize}`,
    insuranceLost: (sites) => `eine Versicherung rettet Baustelle ${sites}`,
    quakeGone: "das Erdbeben darauf ist abgewehrt",
    over: "das Spiel endet",
  },

  drama: {
    quake: "Erdbeben!", century: "Das Erdbeben des Jahrhunderts!", tornado: "Tornado!",
    robbed: (name) => `${name} bestiehlt dich`,
  },

  end: {
    title: "Die Abrechnung",
    won: (names, you, many) => (you && !many ? "Du gewinnst!" : many ? `${names} teilen sich den Sieg` : `${names} gewinnt`),
    tower: (site, metres) => `Baustelle ${site}, ${metres} m`,
    prestige: "Prestige", toilets: "Toiletten",
    none: "kein Turm",
    skip: "Überspringen", close: "Die Stadt ansehen", open: "Die Abrechnung",
  },

  lessons: {
    first: {
      title: "Bauen und vollenden",
      tasks: {
        floor: {
          say: "Alle bauen auf denselben Baustellen. Berühr ein Stockwerk, dann eine Baustelle, und bestätige.",
          right: "Es steht. Noch gehört es niemandem: Erst wer das Dach aufsetzt, besitzt den Turm.",
          wrong: "Nimm zuerst ein Stockwerk: Wohnung, Büro oder Museum.",
        },
        toilet: {
          say: "Ein Turm ohne Toilette ist fehlerhaft. Leg deine Toilette auf Baustelle 0.",
          right: "Ein Punkt für dich, für immer. Und mit einer Toilette darfst du stehlen!",
          wrong: "Spiel die Toilette auf Baustelle 0, wo der Turm wächst.",
        },
        steal: {
          say: "Du darfst blind zwei Karten aus der anderen Hand ziehen und eine behalten. Stiehl!",
          right: "Sieh dir nun beide an.",
          wrong: "Diesmal nicht: Stiehl!",
        },
        keep: {
          say: "Behalte eine, die andere geht zurück. Der Turm auf Baustelle 0 braucht bald ein hohes Dach.",
          right: "Die Antenne ist ein Dach von 25 m.",
          wrong: "Ein Erdbeben lockt, aber die Antenne kann den Turm vollenden.",
        },
        roof: {
          say: "95 m mit Toilette. Ein Turm braucht 100 m: Setz ein Dach auf Baustelle 0.",
          right: "Fertig, und deiner! Der höchste ist er auch: Weltrekord, 5 Punkte.",
          wrong: "Setz ein Dach auf Baustelle 0: die Antenne oder das Flachdach.",
        },
      },
    },
    heights: {
      title: "Höhen und Preise",
      tasks: {
        mini: {
          say: "Baustelle 0 hat 45 m und eine Toilette: zu niedrig. Aber genau 60 m sind der Mini-Wolkenkratzer, 3 Punkte. Welches Dach passt?",
          right: "Genau 60 m: der Mini-Wolkenkratzer! Deine Höhenschwelle ist jetzt 60 m; dein nächster Turm muss höher sein.",
          wrong: "45 m und das Dach müssen genau 60 m ergeben. Die Kuppel hat 15 m.",
        },
        unity: {
          say: "Auf Baustelle 1 sind alle Stockwerke Wohnungen; die Aussichtsplattform zählt nicht. Nur eine Toilette fehlt. Welches Dach rettet den Turm?",
          right: "Das Toilettendach gilt als Toilette. Lauter Wohnungen: Ordnung und Einheit, 4 Punkte, und den Weltrekord dazu.",
          wrong: "Ohne Toilette wäre er fehlerhaft und zählte −1. Eines deiner Dächer ist eine Toilette.",
        },
      },
    },
    quakes: {
      title: "Erdbeben und Studien",
      tasks: {
        quake: {
          say: "Die gestrichelten Risse unter einem Turm sind die Erdbeben, die bis zum Einsturz noch fehlen. Baustelle 0 steht auf Lehm: Eines genügt. Lass sie beben!",
          right: "Weg ist er. Seine Karten liegen auf dem Ablagestapel, und die Baustelle ist aus dem Spiel.",
          wrong: "Spiel das Erdbeben auf Baustelle 0.",
        },
        insure: {
          say: "Auf Baustelle 1 liegt ein Erdbeben; das nächste brächte sie zum Einsturz. Versichere sie.",
          right: "Versicherung und Erdbeben sind beide weg: Baustelle 1 steht so fest wie zuvor.",
          wrong: "Spiel die Versicherung auf Baustelle 1.",
        },
        study: {
          say: "Mit einer Studie siehst du dir die obersten fünf Karten des Nachziehstapels an. Spiel sie.",
          right: "Fünf Karten, nur für deine Augen.",
          wrong: "Spiel die Studie, und zwar am Nachziehstapel.",
        },
        take: {
          say: "Nimm eine Karte, spiel eine sofort, oder nimm alle fünf als neue Hand. Heute: Nimm die Antenne.",
          right: "Die anderen kommen zurück auf den Stapel, in beliebiger Reihenfolge. Und jede Studie öffnet eine neue Baustelle.",
          wrong: "Berühr die Antenne und nimm sie.",
        },
      },
    },
  },
};
