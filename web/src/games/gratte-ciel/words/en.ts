/** Who does something: a name, or the reader himself. */
export interface Who {
  name: string;
  you: boolean;
}

const s = (who: Who, you: string, other: string) => (who.you ? `You ${you}` : `${who.name} ${other}`);
const of = (who: Who) => (who.you ? "your" : `${who.name}'s`);
const list = (parts: string[]) => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? ""));
const n = (count: number, one: string, more = `${one}s`) => `${count === -1 ? "−1" : count < 0 ? `−${-count}` : count} ${Math.abs(count) === 1 ? one : more}`;

export const words = {
  cards: {
    home: "home", office: "office", hotel: "hotel", restaurant: "restaurant", shop: "shop",
    absorber: "harmonic absorber", lookout: "lookout", skylobby: "sky lobby", plant: "plant room", pool: "pool",
    garden: "garden", museum: "museum", toilet: "toilet", flat: "flat roof", terrace: "roof terrace", dome: "dome",
    antenna: "antenna", "toilet-roof": "toilet roof", study: "study", insurance: "insurance", tornado: "tornado",
    quake: "earthquake", century: "earthquake of the century",
  } as Record<string, string>,
  shortCards: { absorber: "absorber", century: "century quake" } as Record<string, string>, // where there is little room
  grounds: { clay: "clay", parking: "parking", piles: "piles", bedrock: "bedrock" } as Record<string, string>,
  categories: { home: "homes", office: "offices", hotel: "hotels", restaurant: "restaurants", shop: "shops" } as Record<string, string>,
  prizes: {
    mini: "mini", record: "world record", "unity-home": "unity: homes", "unity-office": "unity: offices",
    "unity-hotel": "unity: hotels", "unity-restaurant": "unity: restaurants", "unity-shop": "unity: shops",
  } as Record<string, string>,
  effects: { // what a card does, in a few words
    study: "Look into the deck or the discard pile; a new site follows.",
    insurance: "Protects a tower against one earthquake.",
    tornado: "All hands move on by one player.",
    quake: "Hits one tower.",
    century: "Hits every tower, yours too.",
    absorber: "+1 resistance",
    toilet: "1 point for you, and you may steal.",
    "toilet-roof": "Counts as a toilet for the tower.",
  } as Record<string, string>,
  flaws: {
    toilet: "it has no toilet",
    threshold: "it was not taller than its owner's threshold",
    lowest: (metres: number) => `it is under ${metres} m`,
  },
  list,
  card: (name: string, metres: number, prestige: string) => `${name}, ${metres} m${prestige ? `, prestige ${prestige}` : ""}`,
  site: (site: number) => `site ${site}`,
  metres: (metres: number) => `${metres} m`,

  tasks: {
    play: "play a card", steal: "steal from somebody, or leave it", keep: "keep one of the two cards", insure: "insure your new tower, or not",
    choose: "take or play one of the cards you see", put: "put the cards back on the deck", at_once: "play the card at once",
    take: "take a card from the discard pile",
  } as Record<string, string>,

  told: {
    start: (who: Who) => s(who, "begin.", "begins."),
    foundation: (site: number, kind: string) => `A new site: ${site}, ${kind}.`,
    deal: (cards: string) => `You are dealt ${cards}.`,
    build: (who: Who, card: string, site: number) => `${s(who, "build", "builds")} ${card} on site ${site}.`,
    steal: (who: Who, from: Who) => `${s(who, "steal", "steals")} from ${from.you ? "you" : from.name}.`,
    stolen: (cards: string) => `Taken out of the hand: ${cards}.`,
    keep: (who: Who, card: string) => `${s(who, "keep", "keeps")} ${card}.`,
    roof: (who: Who, card: string, site: number) => `${s(who, "finish", "finishes")} site ${site}: ${card}.`,
    insure: (who: Who, site: number) => `${s(who, "insure", "insures")} site ${site}.`,
    quake: (who: Who, site: number) => `Earthquake on site ${site}, by ${who.you ? "you" : who.name}!`,
    century: (who: Who) => `The earthquake of the century, by ${who.you ? "you" : who.name}!`,
    studyDeck: (who: Who) => `${s(who, "study", "studies")} the deck.`,
    studyDiscard: (who: Who) => `${s(who, "study", "studies")} the discard pile.`,
    seen: (cards: string) => `You see ${cards}.`,
    take: (who: Who, card: string | null) => `${s(who, "take", "takes")} ${card ?? "one of the cards"}.`,
    play: (who: Who, card: string) => `${s(who, "play", "plays")} at once: ${card}.`,
    swap: (who: Who) => `${s(who, "take", "takes")} all the cards seen for ${who.you ? "your" : "the"} hand.`,
    put: (card: string) => `You put back ${card}.`,
    tornado: (who: Who, to: string) => `Tornado! ${s(who, "send", "sends")} all hands to the ${to === "left" ? "left" : "right"}.`,
    discard: (who: Who, card: string) => `${s(who, "discard", "discards")} ${card}.`,
    draw: (card: string) => `You draw ${card}.`,
    collapse: (site: number) => `Site ${site} collapses.`,
    decline: (who: Who) => s(who, "leave it at that.", "leaves it at that."),
  },

  facts: { threshold: "threshold", toilets: "toilets", cards: "cards" },
  players: (count: number) => `${count} players`,

  tower: { // facts of a tower, spoken and in its details
    open: "open",
    collapsed: "collapsed",
    owned: (who: Who) => (who.you ? "yours" : `${who.name}'s`),
    nothing: "nothing built yet",
    height: "height", prestige: "prestige", resistance: "resistance", ground: "ground",
    insured: (count: number) => `insured${count > 1 ? ` ${count} times` : ""}`,
    quakes: (count: number) => n(count, "earthquake lies on it", "earthquakes lie on it"),
    hits: (count: number) => `hit by the century${count > 1 ? ` ${count} times` : ""}`,
    resists: (left: number) => (left === 1 ? "the next earthquake brings it down" : `${n(left, "earthquake")} would bring it down`),
    noToilet: "no toilet yet",
    hasToilet: "has a toilet",
    unity: (category: string) => `only ${category} so far`,
    points: (points: number) => n(points, "point"),
    flawed: (why: string) => `flawed: ${why}`,
    prize: (prize: string, points: string) => `${prize} ${points}`,
  },

  scale: { mini: "mini", lowest: "at least", threshold: (metres: number) => `your threshold, ${metres} m`, short: "yours" },

  piles: {
    deck: (count: number) => (count ? n(count, "card") + " in the deck" : "the deck is empty"),
    known: (cards: string) => `you know the top: ${cards}`,
    foundations: (count: number) => (count ? n(count, "new site") + " to come" : "no new sites"),
    discards: (count: number) => (count ? `discard pile: ${n(count, "card")}` : "the discard pile is empty"),
    discardTitle: "Discard pile",
    deckShort: "deck", sitesShort: "sites", discardShort: "discards",
    close: "Close",
  },
  prizeList: {
    title: "Prizes",
    held: (prize: string, points: string, who: Who, site: number) => `${prize} ${points}: ${who.you ? "you" : who.name}, site ${site}`,
    free: (prize: string, points: string) => `${prize} ${points}: free`,
  },

  lastTurns: (turns: number) => (turns ? `Last round: ${n(turns, "turn")} left` : "Last round"),
  quiet: (turns: number, most: number) => `${turns} turns without a card from the deck; ${most} end the game`,

  steps: {
    hand: "Your hand",
    noCards: "You hold no cards.",
    wait: "Look around: every tower tells more when you touch it.",
    chooseCard: "Choose a card.",
    chooseSite: (card: string) => `${card}: where to?`,
    chooseWay: (card: string) => `${card}: how?`,
    onlyDiscard: (card: string) => `${card}: it fits nowhere now.`,
    back: "Back",
    confirm: {
      build: "Build", roof: "Finish it", insure: "Insure it", quake: "Shake it", century: "Strike all", study: "Study", tornado: "Let it blow",
      discard: "Discard", steal: "Steal", keep: "Keep", take: "Take", play: "Play at once", swap: "Take all", put: "Put back", decline: "Leave it",
    } as Record<string, string>,
    chosen: {
      build: (card: string, site: number) => `${card} on site ${site}.`,
      roof: (card: string, site: number) => `${card} on site ${site}.`,
      insure: (site: number) => `An insurance for site ${site}.`,
      quake: (site: number) => `Earthquake on site ${site}.`,
      century: "Every tower on the table is hit.",
      deck: "Look at the top of the deck, then take or play one of the cards.",
      pile: "Take any card of the discard pile into your hand.",
      discard: (card: string) => `Discard ${card} without playing it.`,
      steal: (name: string, cards: number) => `Take ${cards === 1 ? "the only card" : "two cards at random"} from ${name}; you draw nothing this turn.`,
      keep: (card: string, other: string, name: string) => `You keep ${card}; ${other} goes back to ${name}.`,
      take: (card: string) => `${card} goes into your hand; then you put the others back.`,
      takePile: (card: string) => `${card} goes from the discard pile into your hand.`,
      play: (card: string) => `First you put the others back, then you play ${card}.`,
      swap: "These are your new hand; your old one goes on the deck.",
      decline: { steal: "No theft: you draw as usual.", insure: "Keep the insurance in your hand." },
    },
    deck: "The deck", pile: "The discard pile", left: "To the left", right: "To the right",
    gets: (who: Who, from: Who) => `${who.you ? "You get" : `${who.name} gets`} ${from.you ? "your own" : from.name === who.name ? "the same" : of(from)} hand.`,
    yourHandTo: (name: string) => `Your hand goes to ${name}.`,
    yourHandFrom: (name: string) => `You get ${name}'s hand.`,
    stealFrom: "Steal from whom?",
    hold: (cards: number) => n(cards, "card"),
    keepWhich: "Keep which one?",
    insureNow: (site: number) => `Insure your new tower on site ${site} at once?`,
    studyTable: "On the table", studyAsk: "Touch a card: take it, or play it at once.",
    order: "Touch the cards in the order in which they shall be drawn.",
    orderNext: (cards: string) => `From the top: ${cards}.`,
    place: (place: number) => `number ${place} from the top`,
    asTheyLie: "As they lie",
    takeAsk: "Which card do you take?",
    atOnce: (card: string) => `Now ${card}: where to?`,
    atOnceWay: (card: string) => `Now ${card}: how?`,
  },

  preview: {
    height: (before: number, after: number) => `${before} → ${after} m`,
    prestige: (before: string, after: string) => `prestige ${before} → ${after}`,
    resistance: (before: number, after: number) => `resistance ${before} → ${after}`,
    finished: (metres: number) => `finished at ${metres} m, and yours`,
    flawed: (why: string) => `flawed: ${why}`,
    threshold: (metres: number) => `your new threshold: ${metres} m`,
    collapses: (sites: string) => `collapses: site ${sites}`,
    score: (who: Who, points: string) => `${who.you ? "you" : who.name} ${points}`,
    wins: (prize: string) => `wins the ${prize}`,
    loses: (who: Who, prize: string) => `${who.you ? "you lose" : `${who.name} loses`} the ${prize}`,
    gets: (who: Who, prize: string) => `${who.you ? "you get" : `${who.name} gets`} the ${prize}`,
    insuranceLost: (sites: string) => `an insurance saves site ${sites}`,
    quakeGone: "the earthquake on it is answered",
    over: "the game ends",
  },

  drama: {
    quake: "Earthquake!", century: "The earthquake of the century!", tornado: "Tornado!",
    robbed: (name: string) => `${name} steals from you`,
    insured: "The insurance pays.",
  },

  end: {
    title: "The reckoning",
    won: (names: string, you: boolean, many: boolean) => (you && !many ? "You win!" : many ? `${names} share the win` : `${names} wins`),
    tower: (site: number, metres: number) => `Site ${site}, ${metres} m`,
    prestige: "prestige", flawed: "flawed", toilets: "toilets", towers: "towers", total: "points",
    none: "no tower",
    skip: "Skip", close: "Look at the city", open: "The reckoning",
  },

  lessons: {} as Record<string, { title: string; tasks: Record<string, { say: string; right: string; wrong: string }> }>,
};

export type Words = typeof words;
