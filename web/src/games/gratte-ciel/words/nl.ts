import type { Who, Words } from "./en";

const s = (who: Who, you: string, other: string) => (who.you ? `Je ${you}` : `${who.name} ${other}`);
const list = (parts: string[]) => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} en ${parts.at(-1)}` : (parts[0] ?? ""));
const n = (count: number, one: string, more: string) => `${count < 0 ? `−${-count}` : count} ${Math.abs(count) === 1 ? one : more}`;

export const words: Words = {
  cards: {
    home: "woning", office: "kantoor", hotel: "hotel", restaurant: "restaurant", shop: "winkel",
    absorber: "harmonische demper", lookout: "uitkijkplatform", skylobby: "skylobby", plant: "technische ruimte", pool: "zwembad",
    garden: "tuin", museum: "museum", toilet: "toilet", flat: "plat dak", terrace: "dakterras", dome: "koepel",
    antenna: "antenne", "toilet-roof": "toiletdak", study: "studie", insurance: "verzekering", tornado: "tornado",
    quake: "aardbeving", century: "aardbeving van de eeuw",
  },
  shortCards: { absorber: "demper", century: "eeuwbeving", lookout: "uitkijk", plant: "techniek" },
  grounds: { clay: "klei", parking: "parkeergarage", piles: "palen", bedrock: "rotsgrond" },
  categories: { home: "woningen", office: "kantoren", hotel: "hotels", restaurant: "restaurants", shop: "winkels" },
  prizes: {
    mini: "mini", record: "wereldrecord", "unity-home": "eenheid: woningen", "unity-office": "eenheid: kantoren",
    "unity-hotel": "eenheid: hotels", "unity-restaurant": "eenheid: restaurants", "unity-shop": "eenheid: winkels",
  },
  effects: {
    study: "Kijk in de trekstapel of de aflegstapel; daarna komt er een nieuwe bouwplaats.",
    insurance: "Beschermt een toren tegen één aardbeving.",
    tornado: "Alle handen schuiven één speler op.",
    quake: "Treft één toren.",
    century: "Treft alle torens, ook die van jou.",
    absorber: "+1 weerstand",
    toilet: "1 punt voor jou, en je mag stelen.",
    "toilet-roof": "Telt voor de toren als toilet.",
  },
  flaws: {
    toilet: "hij heeft geen toilet",
    threshold: "hij was niet hoger dan de hoogtedrempel van zijn eigenaar",
    lowest: (metres) => `hij is lager dan ${metres} m`,
  },
  list,
  card: (name, metres, prestige) => `${name}, ${metres} m${prestige ? `, prestige ${prestige}` : ""}`,
  site: (site) => `bouwplaats ${site}`,
  metres: (metres) => `${metres} m`,

  tasks: {
    play: "een kaart spelen", steal: "van iemand stelen of niet", keep: "een van de twee kaarten houden", insure: "je nieuwe toren verzekeren of niet",
    choose: "een van de kaarten nemen of spelen", put: "de kaarten terugleggen", at_once: "de kaart meteen spelen",
    take: "een kaart van de aflegstapel nemen",
  },

  told: {
    start: (who) => s(who, "begint.", "begint."),
    foundation: (site, kind) => `Nieuwe bouwplaats ${site}: ${kind}.`,
    deal: (cards) => `Je krijgt ${cards}.`,
    build: (who, card, site) => `${s(who, "bouwt", "bouwt")} op bouwplaats ${site}: ${card}.`,
    steal: (who, from) => `${s(who, "steelt", "steelt")} van ${from.you ? "jou" : from.name}.`,
    stolen: (cards) => `Uit de hand genomen: ${cards}.`,
    keep: (who, card) => `${s(who, "houdt", "houdt")} ${card}.`,
    roof: (who, card, site) => `${s(who, "voltooit", "voltooit")} bouwplaats ${site}: ${card}.`,
    insure: (who, site) => `${s(who, "verzekert", "verzekert")} bouwplaats ${site}.`,
    quake: (who, site) => `Aardbeving op bouwplaats ${site}, door ${who.you ? "jou" : who.name}!`,
    century: (who) => `De aardbeving van de eeuw, door ${who.you ? "jou" : who.name}!`,
    studyDeck: (who) => `${s(who, "bestudeert", "bestudeert")} de trekstapel.`,
    studyDiscard: (who) => `${s(who, "bestudeert", "bestudeert")} de aflegstapel.`,
    seen: (cards) => `Je ziet ${cards}.`,
    take: (who, card) => `${s(who, "neemt", "neemt")} ${card ?? "een van de kaarten"}.`,
    play: (who, card) => `${s(who, "speelt", "speelt")} meteen: ${card}.`,
    swap: (who) => `${s(who, "neemt", "neemt")} alle bekeken kaarten als nieuwe hand.`,
    put: (card) => `Je legt terug: ${card}.`,
    tornado: (who, to) => `Tornado! ${s(who, "stuurt", "stuurt")} alle handen naar ${to === "left" ? "links" : "rechts"}.`,
    discard: (who, card) => `${s(who, "legt af:", "legt af:")} ${card}.`,
    draw: (card) => `Je trekt ${card}.`,
    collapse: (site) => `Bouwplaats ${site} stort in.`,
    decline: (who) => s(who, "laat het erbij.", "laat het erbij."),
  },

  facts: { threshold: "hoogtedrempel", toilets: "toiletten", cards: "kaarten" },
  players: (count) => `${count} spelers`,

  tower: {
    open: "open",
    collapsed: "ingestort",
    owned: (who) => (who.you ? "van jou" : `van ${who.name}`),
    nothing: "nog niets gebouwd",
    height: "hoogte", prestige: "prestige", resistance: "weerstand",
    insured: (count) => `${count > 1 ? `${count} keer ` : ""}verzekerd`,
    quakes: (count) => (count === 1 ? "er ligt een aardbeving op" : `er liggen ${count} aardbevingen op`),
    hits: (count) => `${count > 1 ? `${count} keer ` : ""}getroffen door de aardbeving van de eeuw`,
    resists: (left) => (left === 1 ? "bij de volgende aardbeving stort hij in" : `bij ${left} aardbevingen stort hij in`),
    noToilet: "nog geen toilet",
    hasToilet: "heeft een toilet",
    unity: (category) => `tot nu toe alleen ${category}`,
    points: (points) => n(points, "punt", "punten"),
    flawed: (why) => `gebrekkig: ${why}`,
    prize: (prize, points) => `${prize} ${points}`,
  },

  scale: { mini: "mini", lowest: "minstens", threshold: (metres) => `jouw hoogtedrempel, ${metres} m`, short: "jouw" },

  piles: {
    deck: (count) => (count ? `${n(count, "kaart", "kaarten")} in de trekstapel` : "de trekstapel is leeg"),
    known: (cards) => `bovenop ligt, zoals je weet: ${cards}`,
    foundations: (count) => (count ? `nog ${n(count, "nieuwe bouwplaats", "nieuwe bouwplaatsen")}` : "geen nieuwe bouwplaatsen meer"),
    discards: (count) => (count ? `aflegstapel: ${n(count, "kaart", "kaarten")}` : "de aflegstapel is leeg"),
    topTitle: "Boven op de trekstapel",
    discardTitle: "Aflegstapel",
    deckShort: "stapel", sitesShort: "bouw", discardShort: "afleg",
    close: "Sluiten",
  },
  prizeList: {
    title: "Prijzen",
    held: (prize, points, who, site) => `${prize} ${points}: ${who.you ? "jij" : who.name}, bouwplaats ${site}`,
    free: (prize, points) => `${prize} ${points}: vrij`,
  },

  lastTurns: (turns) => (turns ? `Laatste ronde: nog ${n(turns, "beurt", "beurten")}` : "Laatste ronde"),
  quiet: (turns, most) => `${turns} beurten zonder kaart van de trekstapel; bij ${most} eindigt het spel`,

  steps: {
    hand: "Je hand",
    noCards: "Je hebt geen kaarten.",
    wait: "Kijk rond: elke toren vertelt meer als je hem aanraakt.",
    chooseCard: "Kies een kaart.",
    chooseSite: (card) => `${card}: waarheen?`,
    chooseWay: (card) => `${card}: hoe?`,
    onlyDiscard: (card) => `${card}: past nu nergens.`,
    back: "Terug",
    confirm: {
      build: "Bouwen", roof: "Voltooien", insure: "Verzekeren", quake: "Laten beven", century: "Alles treffen", study: "Bestuderen", tornado: "Laten waaien",
      discard: "Afleggen", steal: "Stelen", keep: "Houden", take: "Nemen", play: "Meteen spelen", swap: "Alles nemen", put: "Terugleggen", decline: "Liever niet",
    },
    chosen: {
      build: (card, site) => `${card} op bouwplaats ${site}.`,
      roof: (card, site) => `${card} op bouwplaats ${site}.`,
      insure: (site) => `Een verzekering voor bouwplaats ${site}.`,
      quake: (site) => `Aardbeving op bouwplaats ${site}.`,
      century: "Alle torens op tafel worden getroffen.",
      deck: "Bekijk de bovenste kaarten van de trekstapel en neem of speel er één.",
      pile: "Neem een kaart naar keuze van de aflegstapel in je hand.",
      discard: (card) => `${card} afleggen zonder te spelen.`,
      steal: (name, cards) => `${cards === 1 ? "De enige kaart" : "Twee willekeurige kaarten"} van ${name} nemen; je trekt deze beurt niet.`,
      keep: (card, other, name) => `Je houdt ${card}; ${other} gaat terug naar ${name}.`,
      take: (card) => `Nemen: ${card} in je hand, de andere terug op de stapel.`,
      takePile: (card) => `${card} gaat van de aflegstapel naar je hand.`,
      play: (card) => `Meteen spelen: eerst gaan de andere terug, dan komt ${card}.`,
      swap: "Dit is je nieuwe hand; de oude gaat op de trekstapel.",
    },
    deck: "De trekstapel", pile: "De aflegstapel", left: "Naar links", right: "Naar rechts",
    yourHandTo: (name) => `Jouw hand gaat naar ${name}.`,
    yourHandFrom: (name) => `Jij krijgt de hand van ${name}.`,
    stealFrom: "Van wie steel je?",
    hold: (cards) => n(cards, "kaart", "kaarten"),
    keepWhich: "Welke houd je?",
    insureNow: (site) => `Je nieuwe toren op bouwplaats ${site} meteen verzekeren?`,
    studyTable: "Op tafel", studyAsk: "Raak een kaart aan: neem haar, of speel haar meteen.",
    order: "Raak de kaarten aan in de volgorde waarin ze getrokken worden.",
    orderNext: (cards) => `Van boven: ${cards}.`,
    place: (place) => `de ${place}e van boven`,
    asTheyLie: "Zoals ze liggen",
    takeAsk: "Welke kaart neem je?",
    atOnce: (card) => `Nu ${card}: waarheen?`,
    atOnceWay: (card) => `Nu ${card}: hoe?`,
  },

  preview: {
    height: (before, after) => `${before} → ${after} m`,
    prestige: (before, after) => `prestige ${before} → ${after}`,
    resistance: (before, after) => `weerstand ${before} → ${after}`,
    finished: (metres) => `voltooid met ${metres} m, en van jou`,
    flawed: (why) => `gebrekkig: ${why}`,
    threshold: (metres) => `je nieuwe hoogtedrempel: ${metres} m`,
    collapses: (sites) => `stort in: bouwplaats ${sites}`,
    score: (who, points) => `${who.you ? "jij" : who.name} ${points}`,
    loses: (who, prize) => `${who.you ? "je verliest" : `${who.name} verliest`}: ${prize}`,
    gets: (who, prize) => `${who.you ? "je krijgt" : `${who.name} krijgt`}: ${prize}`,
    insuranceLost: (sites) => `een verzekering redt bouwplaats ${sites}`,
    quakeGone: "de aardbeving erop is afgeweerd",
    over: "het spel eindigt",
  },

  drama: {
    quake: "Aardbeving!", century: "De aardbeving van de eeuw!", tornado: "Tornado!",
    robbed: (name) => `${name} steelt van jou`,
  },

  end: {
    title: "De eindafrekening",
    won: (names, you, many) => (you && !many ? "Je wint!" : many ? `${names} delen de overwinning` : `${names} wint`),
    tower: (site, metres) => `Bouwplaats ${site}, ${metres} m`,
    prestige: "prestige", toilets: "toiletten",
    none: "geen toren",
    skip: "Overslaan", close: "De stad bekijken", open: "De eindafrekening",
  },

  lessons: {
    first: {
      title: "Bouwen en voltooien",
      tasks: {
        floor: {
          say: "Iedereen bouwt op dezelfde bouwplaatsen. Raak een verdieping aan, dan een bouwplaats, en bevestig.",
          right: "Ze staat. Nog is ze van niemand: pas wie het dak erop legt, bezit de toren.",
          wrong: "Neem eerst een verdieping: woning, kantoor of museum.",
        },
        toilet: {
          say: "Een toren zonder toilet is gebrekkig. Leg je toilet op bouwplaats 0.",
          right: "Een punt voor jou, voorgoed. En met een toilet mag je stelen!",
          wrong: "Speel het toilet op bouwplaats 0, waar de toren groeit.",
        },
        steal: {
          say: "Je mag twee willekeurige kaarten uit de andere hand nemen en er één houden. Steel!",
          right: "Bekijk ze nu allebei.",
          wrong: "Deze keer niet: steel!",
        },
        keep: {
          say: "Houd er één, de andere gaat terug. De toren op bouwplaats 0 heeft straks een hoog dak nodig.",
          right: "De antenne is een dak van 25 m.",
          wrong: "Een aardbeving is verleidelijk, maar met de antenne voltooi je de toren.",
        },
        roof: {
          say: "95 m met een toilet. Een toren moet 100 m halen: leg een dak op bouwplaats 0.",
          right: "Voltooid, en van jou! Hij is ook de hoogste: het wereldrecord, 5 punten.",
          wrong: "Leg een dak op bouwplaats 0: de antenne of het platte dak.",
        },
      },
    },
    heights: {
      title: "Hoogten en prijzen",
      tasks: {
        mini: {
          say: "Bouwplaats 0 heeft 45 m en een toilet: te laag. Maar precies 60 m is de mini, goed voor 3 punten. Welk dak past?",
          right: "Precies 60 m: de mini! Je hoogtedrempel is nu 60 m; je volgende toren moet hoger zijn.",
          wrong: "45 m en het dak moeten samen precies 60 m zijn. De koepel is 15 m.",
        },
        unity: {
          say: "Op bouwplaats 1 zijn alle verdiepingen woningen; het uitkijkplatform doet er niet toe. Alleen een toilet ontbreekt. Welk dak redt de toren?",
          right: "Het toiletdak telt als toilet. Alleen woningen: orde en eenheid, 4 punten, en het wereldrecord erbij.",
          wrong: "Zonder toilet zou hij gebrekkig zijn en voor −1 tellen. Een van je daken is een toilet.",
        },
      },
    },
    quakes: {
      title: "Aardbevingen en studies",
      tasks: {
        quake: {
          say: "De gestippelde scheuren onder een toren zijn de aardbevingen die nog nodig zijn tot hij instort. Bouwplaats 0 staat op klei: één is genoeg. Laat haar beven!",
          right: "Daar gaat hij. Zijn kaarten liggen op de aflegstapel, en de bouwplaats is uit het spel.",
          wrong: "Speel de aardbeving op bouwplaats 0.",
        },
        insure: {
          say: "Op bouwplaats 1 ligt een aardbeving; bij de volgende stort de toren in. Verzeker hem.",
          right: "Verzekering en aardbeving zijn allebei weg: bouwplaats 1 staat weer zo stevig als eerst.",
          wrong: "Speel de verzekering op bouwplaats 1.",
        },
        study: {
          say: "Met een studie bekijk je de bovenste vijf kaarten van de trekstapel. Speel haar.",
          right: "Vijf kaarten, alleen voor jouw ogen.",
          wrong: "Speel de studie en kijk in de trekstapel.",
        },
        take: {
          say: "Neem één kaart, speel er meteen één, of neem alle vijf als nieuwe hand. Vandaag: neem de antenne.",
          right: "De andere gaan terug op de stapel, in de volgorde die jij wilt. En elke studie opent een nieuwe bouwplaats.",
          wrong: "Raak de antenne aan en neem haar.",
        },
      },
    },
  },
};
