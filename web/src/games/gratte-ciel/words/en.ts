import { countIn } from "../../../lib/plural";

/** Who does something: a name, or the reader. */
export interface Who {
  name: string;
  you: boolean;
}

const s = (who: Who, you: string, other: string) => (who.you ? `You ${you}` : `${who.name} ${other}`);
const list = (parts: string[]) => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? ""));
const full = (prize: string) => prize.replace(/^unity/, "order and unity");
const counted = countIn("en");

export const words = {
  cards: {
    home: "home", office: "office", hotel: "hotel", restaurant: "restaurant", shop: "shop",
    absorber: "harmonic absorber", lookout: "lookout", skylobby: "sky lobby", plant: "plant room", pool: "pool",
    garden: "garden", museum: "museum", toilet: "toilet", flat: "flat roof", terrace: "roof terrace", dome: "dome",
    antenna: "antenna", "toilet-roof": "toilet roof", study: "study", insurance: "insurance", tornado: "tornado",
    quake: "earthquake", century: "earthquake of the century",
  },
  shortCards: { absorber: "absorber", century: "century quake", lookout: "lookout", plant: "plant room" }, // where there is little room
  grounds: { clay: "clay", parking: "parking", piles: "piles", bedrock: "bedrock" },
  categories: { home: "homes", office: "offices", hotel: "hotels", restaurant: "restaurants", shop: "shops" },
  prizes: {
    mini: "mini skyscraper", record: "world record", "unity-home": "unity: homes", "unity-office": "unity: offices",
    "unity-hotel": "unity: hotels", "unity-restaurant": "unity: restaurants", "unity-shop": "unity: shops",
  },
  effects: { // what a card does, in a few words
    study: "Look through the deck or the discard pile; then a new site opens.",
    insurance: "Protects a tower against one earthquake.",
    tornado: "All hands pass to the next player.",
    quake: "Hits one tower.",
    century: "Hits every tower, yours too.",
    absorber: "+1 resistance",
    toilet: "1 point for you, and you may steal.",
    "toilet-roof": "Counts as a toilet for the tower.",
  },
  flaws: {
    toilet: "it has no toilet",
    threshold: "it was not taller than its owner’s threshold",
    lowest: (metres: number) => `it is under ${metres} m`,
  },
  list,
  card: (name: string, metres: number, prestige: string) => `${name}, ${metres} m${prestige ? `, prestige ${prestige}` : ""}`,
  site: (site: number) => `site ${site}`,
  metres: (metres: number) => `${metres} m`,

  tasks: {
    play: "play a card", steal: "steal from somebody or not", keep: "keep one of the two cards", insure: "insure your new tower or not",
    choose: "take or play one of the cards you see", put: "put the cards back on the deck", at_once: "play the card at once",
    take: "take a card from the discard pile",
  },

  told: {
    start: (who: Who) => s(who, "begin.", "begins."),
    foundation: (site: number, kind: string) => `New site ${site}: ${kind}.`,
    deal: (cards: string) => `You are dealt ${cards}.`,
    build: (who: Who, card: string, site: number) => `${s(who, "build", "builds")} ${card} on site ${site}.`,
    steal: (who: Who, from: Who) => `${s(who, "steal", "steals")} from ${from.you ? "you" : from.name}.`,
    stolen: (cards: string) => `Taken from the hand: ${cards}.`,
    keep: (who: Who, card: string) => `${s(who, "keep", "keeps")} ${card}.`,
    roof: (who: Who, card: string, site: number) => `${s(who, "finish", "finishes")} site ${site}: ${card}.`,
    insure: (who: Who, site: number) => `${s(who, "insure", "insures")} site ${site}.`,
    quake: (who: Who, site: number) => `${s(who, "play", "plays")} an earthquake on site ${site}!`,
    century: (who: Who) => `${s(who, "play", "plays")} the earthquake of the century!`,
    studyDeck: (who: Who) => `${s(who, "study", "studies")} the deck.`,
    studyDiscard: (who: Who) => `${s(who, "study", "studies")} the discard pile.`,
    seen: (cards: string) => `You see ${cards}.`,
    take: (who: Who, card: string | null) => `${s(who, "take", "takes")} ${card ?? "one of the cards"}.`,
    play: (who: Who, card: string) => `${s(who, "play", "plays")} at once: ${card}.`,
    swap: (who: Who) => `${s(who, "take", "takes")} all five as ${who.you ? "your" : "a"} new hand.`,
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
    owned: (who: Who) => (who.you ? "yours" : `${who.name}’s`),
    nothing: "nothing built yet",
    height: "height", prestige: "prestige", resistance: "resistance",
    insured: (count: number) => `insured${count > 1 ? ` ${count} times` : ""}`,
    quakes: (count: number) => counted(count, "earthquake lies on it", "earthquakes lie on it"),
    hits: (count: number) => `hit by the century quake${count > 1 ? ` ${count} times` : ""}`,
    resists: (left: number) => (left === 1 ? "the next earthquake brings it down" : `${counted(left, "earthquake")} would bring it down`),
    noToilet: "no toilet yet",
    hasToilet: "has a toilet",
    unity: (category: string) => `only ${category} so far`,
    points: (points: number) => counted(points, "point"),
    flawed: (why: string) => `flawed: ${why}`,
    prize: (prize: string, points: string) => `${prize} ${points}`,
  },

  scale: { mini: "mini", lowest: "at least", threshold: (metres: number) => `your threshold, ${metres} m`, short: "yours" },

  piles: {
    deck: (count: number) => (count ? counted(count, "card") + " in the deck" : "the deck is empty"),
    known: (cards: string) => `you know the top: ${cards}`,
    foundations: (count: number) => (count ? counted(count, "new site") + " to come" : "no new sites"),
    discards: (count: number) => (count ? `discard pile: ${counted(count, "card")}` : "the discard pile is empty"),
    topTitle: "On top of the deck",
    discardTitle: "Discard pile",
    deckShort: "deck", sitesShort: "sites", discardShort: "discards",
    close: "Close",
  },
  prizeList: {
    title: "Prizes",
    held: (prize: string, points: string, who: Who, site: number) => `${full(prize)} ${points}: ${who.you ? "you" : who.name}, site ${site}`,
    free: (prize: string, points: string) => `${full(prize)} ${points}: nobody`,
  },

  lastTurns: (turns: number) => (turns ? `Last round: ${counted(turns, "turn")} left` : "Last round"),
  quiet: (turns: number, most: number) => `${turns} turns without a card from the deck; after ${most} the game ends`,

  steps: {
    hand: "Your hand",
    noCards: "You hold no cards.",
    wait: "Look around: choose a tower to learn more about it.",
    chooseCard: "Choose a card.",
    chooseSite: (card: string) => `${card}: where to?`,
    chooseWay: (card: string) => `${card}: how?`,
    onlyDiscard: (card: string) => `${card}: it fits nowhere now.`,
    back: "Back",
    confirm: {
      build: "Build", roof: "Finish it", insure: "Insure it", quake: "Shake it", century: "Shake all", study: "Study", tornado: "Let it blow",
      discard: "Discard", steal: "Steal", keep: "Keep", take: "Take", play: "Play at once", swap: "Take all", put: "Put back", decline: "Leave it",
    },
    chosen: {
      build: (card: string, site: number) => `${card} on site ${site}.`,
      roof: (card: string, site: number) => `${card} on site ${site}.`,
      insure: (site: number) => `An insurance for site ${site}.`,
      quake: (site: number) => `Earthquake on site ${site}.`,
      century: "It hits every tower on the table.",
      deck: "Look at the top of the deck, then take or play one of the cards.",
      pile: "Take any card from the discard pile into your hand.",
      discard: (card: string) => `Discard ${card} without playing it.`,
      steal: (name: string, cards: number) => `Take ${cards === 1 ? "the only card" : "two random cards"} from ${name}; you draw nothing this turn.`,
      keep: (card: string, other: string, name: string) => `You keep ${card}; ${other} goes back to ${name}.`,
      take: (card: string) => `Take ${card} into your hand; the others go back on the deck.`,
      takePile: (card: string) => `${card} goes from the discard pile into your hand.`,
      play: (card: string) => `Play ${card} at once; the others go back on the deck first.`,
      swap: "Take these as your new hand; your old one goes on the deck.",
    },
    deck: "The deck", pile: "The discard pile", left: "To the left", right: "To the right",
    yourHandTo: (name: string) => `Your hand goes to ${name}.`,
    yourHandFrom: (name: string) => `You get ${name}’s hand.`,
    stealFrom: "Steal from whom?",
    hold: (cards: number) => counted(cards, "card"),
    keepWhich: "Keep which one?",
    insureNow: (site: number) => `Insure your new tower on site ${site} at once?`,
    studyTable: "On the table", studyAsk: "Choose a card: take it, or play it at once.",
    order: "Choose the cards in the order in which they will be drawn.",
    orderNext: (cards: string) => `From the top: ${cards}.`,
    place: (place: number) => `number ${place} from the top`,
    asTheyLie: "Keep this order",
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
    loses: (who: Who, prize: string) => `${who.you ? "you lose" : `${who.name} loses`} “${prize}”`,
    gets: (who: Who, prize: string) => `${who.you ? "you get" : `${who.name} gets`} “${prize}”`,
    insuranceLost: (sites: string) => `an insurance saves site ${sites}`,
    quakeGone: "the earthquake on it is cancelled",
    over: "the game ends",
  },

  headlines: {
    quake: "Earthquake!", century: "The earthquake of the century!", tornado: "Tornado!",
    robbed: (name: string) => `${name} steals from you`,
  },

  end: {
    title: "Final score",
    won: (names: string, you: boolean, many: boolean) => (you && !many ? "You win!" : many ? `${names} share the win` : `${names} wins`),
    tower: (site: number, metres: number) => `Site ${site}, ${metres} m`,
    prestige: "prestige", toilets: "toilet specialist",
    none: "no tower",
    world: "Among the tallest in the world", towns: ["Dubai", "Kuala Lumpur", "Shanghai", "New York", "Taipei", "Ho Chi Minh City", "London", "Frankfurt", "Milan", "La Chaux-de-Fonds"],
    skip: "Skip", close: "Look at the city", open: "Final score",
  },

  why: { // what speaks for a decision that is recommended
    wins: "You end the game and win it.",
    crowns: "You finish site {site} for {points|point|points}.",
    flawed: "It is flawed, but nobody else gets site {site}.",
    prize_from: "You take “{prize}” from {of}.",
    prize: "You win “{prize}”.",
    topples: "The tower of {of} on site {site} falls, worth {points|point|points}.",
    fells: "The tower on site {site} falls.",
    uninsures: "The tower of {of} on site {site} loses its insurance.",
    shakes: "The tower on site {site} has resistance {resistance} left.",
    weakens: "It hits {theirs|tower|towers} of your rivals and {own} of yours.",
    saves: "You save {points|point|points}: the next earthquake would bring site {site} down.",
    insures: "You insure {points|point|points} on site {site}: resistance {resistance}.",
    firmer: "Site {site} gets firmer: resistance {resistance}.",
    prepares: "With a roof in your hand, site {site} is now worth {points|point|points}.",
    toilet: "You get a point for good.",
    needed: "Site {site} gets the toilet it needs.",
    closer: "With {metres} more on site {site}, your roof makes it tall enough.",
    pure: "Site {site} still has only {category}: good for order and unity.",
    grows: "Site {site} grows to {metres}.",
    steals: "You steal from {of}, who holds {cards|card|cards}.",
    keeps: "You keep {card}; {back} goes back.",
    useful: "{card} can finish a tower for {points|point|points}.",
    swaps: "A new hand, with {roofs|roof|roofs} in it.",
    puts: "You put {card} back, with {cards|card|cards} above it.",
    chooses: "You choose {card}.",
    looks: "You can choose from {cards|card|cards}.",
    hand_of: "You get the hand of {of}: {cards|card|cards}.",
    withholds: "Without a roof, {card} would only help others.",
    discards: "You can do without {card}.",
    leaves: "You keep what you have.",
  },
  lessons: {
    first: {
      title: "Build and finish",
      tasks: {
        floor: {
          say: "Everybody builds on the same sites. Choose a floor, then a site, and confirm.",
          right: "It belongs to nobody yet: whoever puts the roof on owns the tower.",
          wrong: "Try a floor first: home, office or museum.",
        },
        toilet: {
          say: "A tower without a toilet is flawed. Put your toilet on site 0.",
          right: "A point for you, for good. And a toilet lets you steal!",
          wrong: "Play the toilet on site 0, where the tower grows.",
        },
        steal: {
          say: "You may take two random cards from the other hand and keep one of them. Steal!",
          right: "Now look at both.",
          wrong: "Not this time: steal!",
        },
        keep: {
          say: "Keep one; the other goes back. The tower on site 0 will soon need a tall roof.",
          right: "The antenna is a 25 m roof.",
          wrong: "An earthquake is tempting, but the antenna can finish the tower.",
        },
        roof: {
          say: "95 m with a toilet. A tower needs 100 m: put a roof on site 0.",
          right: "Finished, and yours! It is also the tallest: the world record, 5 points.",
          wrong: "Put a roof on site 0: the antenna, or the flat roof.",
        },
      },
    },
    heights: {
      title: "Heights and prizes",
      tasks: {
        mini: {
          say: "Site 0 has 45 m and a toilet: too low. But a tower of exactly 60 m is the mini skyscraper, worth 3 points. Which roof fits?",
          right: "Exactly 60 m: the mini skyscraper! Now 60 m is your threshold; your next tower must be taller.",
          wrong: "With its roof the tower must be exactly 60 m tall. The dome adds 15 m.",
        },
        unity: {
          say: "On site 1 all floors are homes; the lookout does not matter. Only a toilet is missing. Which roof saves the tower?",
          right: "The toilet roof counts as a toilet. All homes: order and unity, 4 points, and the world record too.",
          wrong: "Without a toilet it would be flawed and count −1. One of your roofs is a toilet.",
        },
      },
    },
    quakes: {
      title: "Earthquakes and studies",
      tasks: {
        quake: {
          say: "The dashed cracks below a tower show how many earthquakes bring it down. Site 0 stands on clay: one is enough. Shake it!",
          right: "Down it goes. Its cards lie on the discard pile, and the site is gone.",
          wrong: "Play the earthquake on site 0.",
        },
        insure: {
          say: "An earthquake lies on site 1; the next one would bring it down. Insure it.",
          right: "Insurance and earthquake are both gone: site 1 stands as firm as before.",
          wrong: "Play the insurance on site 1.",
        },
        study: {
          say: "A study lets you look at the top five cards of the deck. Play it.",
          right: "Five cards, for your eyes only.",
          wrong: "Play the study and look at the deck.",
        },
        take: {
          say: "You may take one card, play one at once, or take all five for your hand. This time, take the antenna.",
          right: "The others go back on the deck in any order you like. And every study opens a new site.",
          wrong: "Choose the antenna and take it.",
        },
      },
    },
  },
};

export type Words = typeof words;
