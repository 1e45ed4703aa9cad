import type { Words } from "./en";

const stockwerke = (n: number) => (n === 1 ? "1 Stockwerk" : `${n} Stockwerke`);
const stockwerken = (n: number) => (n === 1 ? "1 Stockwerk" : `${n} Stockwerken`);

export const words: Words = {
  colours: { red: "Rot", blue: "Blau", green: "Grün", black: "Schwarz", orange: "Orange", yellow: "Gelb", purple: "Lila" },
  safe: ["Orange", "Blau", "Gelb", "Schwarz", "Grün", "Rosa", "Orange"],
  storeys: stockwerke,
  task: {
    pick: (n, colour) => (colour ? `wähle ${n} Bauteile in ${colour}` : `wähle ${n} Bauteile`),
    build: "spiele eine Karte",
    skip: "nichts kann gebaut werden; gib ein Bauteil ab",
    wait: "warte",
  },
  site: {
    empty: "leer",
    share: (colour, n) => `${colour} ${n}`,
    owned: (colour) => `gehört ${colour}`,
    takes: (colour, n) => `eine ${n} von ${colour} übernimmt ihn`,
    beyond: (colour) => `kein Bauteil von ${colour} reicht, um ihn zu übernehmen`,
    may: "hier darfst du bauen",
    chosen: "gewählt",
    tallest: "der höchste Turm",
    news: "gerade gebaut",
    refused: (owner, has, mine, would) => `Zu wenige Stockwerke: ${owner} hat hier ${has}, ${mine} hätte ${would}.`,
    noCard: "Keine deiner Karten markiert diesen Bauplatz.",
  },
  city: {
    majority: (colour) => `${colour} hat die meisten Türme`,
    nobody: "niemand hat die meisten Türme",
  },
  hand: {
    cards: "Deine Karten",
    card: (kind) => `Karte ${kind}: markiert in jeder Stadt Bauplatz ${kind}`,
    blocks: "Deine Bauteile",
    block: (colour, size, left) => `${colour}, Bauteil mit ${stockwerken(size)}, noch ${left}`,
    none: "Keine Bauteile ausgewählt",
  },
  say: {
    card: "Tippe auf eine Karte: Ihre sechs Bauplätze leuchten auf.",
    site: "Jetzt auf einen der leuchtenden Bauplätze.",
    block: "Jetzt ein Bauteil.",
    skip: "Nichts kann gebaut werden. Wähle eine Karte und das Bauteil, das du abgibst.",
    skipBlock: "Welches Bauteil kommt aus dem Spiel?",
    plan: "Du bist noch nicht dran: Sieh nach, wohin deine Karten führen.",
  },
  build: "Bauen",
  give: "Abgeben",
  back: "Zurücknehmen",
  effect: {
    fresh: "Neuer Turm",
    grows: (n) => `Wächst auf ${n}`,
    takes: (from) => `Übernommen von ${from}`,
    gone: "Aus dem Spiel",
    majority: (colour, city) => (colour ? `${city}: die meisten Türme hat ${colour}` : `${city}: niemand hat die meisten`),
    tallest: (colour) => (colour ? `Höchster Turm: ${colour}` : "Kein einzelner höchster Turm"),
    now: "Wertung jetzt",
    same: "bleibt gleich",
  },
  shelf: {
    title: (n, colour) => `Wähle ${n} Bauteile für diese Runde (${colour})`,
    more: (size) => `Ein Bauteil mit ${stockwerken(size)} mehr`,
    less: (size) => `Ein Bauteil mit ${stockwerken(size)} weniger`,
    left: (n) => `noch ${n}`,
    later: (rounds) => (rounds === 0 ? "Das ist die letzte Runde." : rounds === 1 ? "Der Rest ist für noch eine Runde." : `Der Rest ist für ${rounds} weitere Runden.`),
    take: "Diese nehmen",
    chosen: (n, of) => `${n} von ${of}`,
  },
  look: {
    plan: "Von oben",
    skyline: "Skyline",
    points: "Punkte",
    close: "Schließen",
  },
  scoring: {
    title: (round) => `Wertung der Runde ${round}`,
    tallest: (who, where, n, points) => `Der höchste Turm: ${where} mit ${stockwerken(n)}. ${who} +${points}.`,
    tallestTie: (count, n) => `${count} Türme sind mit ${stockwerken(n)} gleich hoch: Für den höchsten gibt es nichts.`,
    city: (city, who, n, points) => `${city}: ${who} hat die meisten Türme (${n}). +${points}.`,
    cityTie: (city) => `${city}: Niemand hat die meisten Türme.`,
    cityEmpty: (city) => `${city}: keine Türme.`,
    towers: "Jeder Turm: 1 Punkt für seinen Besitzer.",
    skip: "Überspringen",
    tallestShort: "höchster",
    citiesShort: "Städte",
    towersShort: "Türme",
    total: "gesamt",
    now: "Wenn jetzt gewertet würde",
    colour: "Farbe",
  },
  tell: {
    start: (who) => `${who} beginnt.`,
    youStart: "Du beginnst.",
    pick: (who, blocks, colour) => `${who} wählt ${blocks} (${colour})`,
    youPick: (blocks, colour) => `Du wählst ${blocks} (${colour})`,
    build: (who, colour, block, where) => `${who}: ${colour} ${block} in ${where}`,
    youBuild: (colour, block, where) => `Du: ${colour} ${block} in ${where}`,
    skip: (who, colour, block) => `${who} kann nichts bauen: ${colour} ${block} kommt aus dem Spiel`,
    youSkip: (colour, block) => `Du kannst nichts bauen: ${colour} ${block} kommt aus dem Spiel`,
    draw: (card) => `Du ziehst Karte ${card}`,
    reshuffle: "Die gespielten Karten werden der neue Stapel.",
    score: (round, points) => `Wertung der Runde ${round}: ${points}`,
  },
  facts: {
    toBuild: "zu bauen",
    stock: "später",
    now: "jetzt",
  },
  options: {
    edition: (year) => `Ausgabe ${year}`,
    players: (n) => `${n} Personen`,
    blocks: (n) => `${n} Bauteile pro Runde`,
    colours: (n) => (n === 1 ? "je eine Farbe" : "je zwei Farben"),
  },
  lessons: {
    first: {
      title: "Karten, Bauteile, Türme",
      tasks: {
        pick: {
          say: "Du hast 24 Bauteile. Jede Runde beginnt damit, dass du einige auswählst, hier 6. Nimm zwei 1er, zwei 2er, eine 3 und eine 4.",
          right: "Was du jetzt übrig lässt, ist für die drei späteren Runden.",
          wrong: "Das ginge auch, aber nimm jetzt diese Mischung: zwei 1er, zwei 2er, eine 3 und eine 4.",
        },
        card: {
          say: "Der Spielplan liegt zu deiner Seite gedreht: Das Feld auf der Karte ist in jeder Stadt derselbe Bauplatz. Spiele Karte 3 und baue deine 2 in Manhattan.",
          right: "Dein erster Turm. Eine neue Karte ist gleich auf deine Hand gekommen.",
          wrong: "Karte 3, dann ihr leuchtender Bauplatz in Manhattan, dann das Bauteil mit 2 Stockwerken.",
        },
        grow: {
          say: "Auf einen eigenen Turm darf jedes Bauteil. Mach deinen in Manhattan höher: noch einmal Karte 3, mit der 3.",
          right: "Fünf Stockwerke: Jetzt ist er allein der höchste Turm. Das bringt 3 Punkte, wenn die Runde gewertet wird.",
          wrong: "Setz die 3 auf deinen eigenen Turm in Manhattan: Karte 3 führt dorthin.",
        },
      },
    },
    takeover: {
      title: "Übernehmen",
      tasks: {
        equal: {
          say: "Blau hat mitten in Sydney 2 Stockwerke. Du darfst darauf bauen, wenn du dort danach mindestens so viele Stockwerke hast wie Blau. Übernimm den Turm mit dem kleinsten Bauteil, das reicht.",
          right: "2 gegen 2: Gleich viele genügen. Das oberste Bauteil ist deins, also ist es der Turm auch.",
          wrong: "Spiele Karte 5 in Sydney. Blau hat 2 Stockwerke, also reicht eine 2; spar dir die größeren auf.",
        },
        total: {
          say: "Blau hat ihn mit einer einfachen 1 zurückgeholt: Blau hat darin jetzt 3 Stockwerke, du hast 2 weiter unten. Alle deine Stockwerke im Turm zählen, wo sie auch stecken. Übernimm ihn mit dem kleinsten Bauteil, das reicht.",
          right: "2 unten und 1 oben sind 3 gegen 3. Die Summe zählt, nicht das Bauteil!",
          wrong: "Zähle alle deine Stockwerke im Turm: 2 sind schon da, Blau hat 3. Eine 1 obendrauf reicht.",
        },
      },
    },
    scoring: {
      title: "Punkte",
      tasks: {
        tallest: {
          say: "Der einzige höchste Turm bringt 3 Punkte. Deiner in Sydney und der von Blau in Manhattan sind beide 4 hoch: Niemand bekäme sie. Blau hat noch eine 1. Sorge dafür, dass dein Turm der höchste bleibt.",
          right: "7 Stockwerke: Da kommt Blau nicht mehr heran.",
          wrong: "Dein Turm mitten in Sydney muss höher werden, als der von Blau mit einer 1 noch werden kann: Setz die 3 darauf.",
        },
        majority: {
          say: "Der letzte Zug der Runde. Die meisten Türme in einer Stadt bringen 2 Punkte, und in Kairo habt ihr beide je einen. Bau dort so, dass du die meisten hast.",
          right: "2 Punkte für Kairo und 1 für den neuen Turm.",
          wrong: "Du brauchst einen neuen Turm in Kairo: Setz deine 1 dort auf einen leeren Bauplatz.",
        },
        next: {
          say: "Die Runde ist gewertet: 3 für den höchsten Turm, 2 für jede Stadt, in der jemand die meisten Türme hat, 1 für jeden Turm. Alle Türme bleiben stehen und zählen wieder. Beginne die nächste Runde: Wähle 6 beliebige Bauteile.",
          right: "Mehr brauchst du nicht. Wer nach der letzten Runde die meisten Punkte hat, gewinnt. Viel Spaß!",
          wrong: "Wähle 6 Bauteile, ganz wie du magst.",
        },
      },
    },
  },
};
