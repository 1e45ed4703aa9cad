import { countIn } from "../../../lib/plural";

const count = countIn("en");
const a = (colour: string) => (/^[aeiou]/.test(colour) ? `an ${colour}` : `a ${colour}`);

export const words = {
  colours: { red: "red", blue: "blue", green: "green", black: "black", orange: "orange", yellow: "yellow", purple: "purple" },
  safe: ["orange", "blue", "yellow", "black", "green", "pink", "orange"], // what the colours look like to everybody
  cities: ["Sydney", "Manhattan", "Frankfurt", "Hong Kong", "São Paulo", "Cairo"],
  storeys: (n: number) => count(n, "storey"),
  task: {
    pick: (n: number, colour: string | null) => (colour ? `pick ${n} ${colour} blocks` : `pick ${n} blocks`),
    build: "play a card",
    skip: "you cannot build; remove a block",
    wait: "wait",
  },
  site: {
    empty: "empty",
    share: (colour: string, n: number) => `${colour} ${n}`,
    owned: (colour: string) => `${colour} owns it`,
    takes: (colour: string, n: number) => `${a(colour)} ${n} takes it`,
    beyond: (colour: string) => `no ${colour} block is big enough to take it`,
    may: "you may build here",
    chosen: "chosen",
    tallest: "the tallest tower",
    news: "just built",
    refused: (owner: string, has: number, mine: string, would: number) => `Not enough storeys: ${owner} has ${has} here, ${mine} would have ${would}.`,
    noCard: "None of your cards marks this site.",
  },
  city: {
    majority: (colour: string) => `${colour} has the most towers`,
    nobody: "nobody has the most towers",
  },
  hand: {
    cards: "Your cards",
    card: (kind: number, site: number) => `Card ${kind}: marks site ${site} of every city`,
    blocks: "Your blocks",
    block: (colour: string, size: number, left: number) => `${colour} block of ${size}, ${left} left`,
    none: "No blocks picked",
  },
  say: {
    card: "Choose a card: its six sites light up.",
    site: "Now choose one of the lit sites.",
    block: "Now choose a block.",
    skip: "You cannot build. Choose a card and a block to remove.",
    skipBlock: "Which block leaves the game?",
    plan: "Not your turn yet: see where your cards lead.",
  },
  build: "Build",
  give: "Remove",
  back: "Take back",
  effect: {
    fresh: "New tower",
    grows: (n: number) => `Grows to ${n}`,
    takes: (from: string) => `Taken from ${from}`,
    gone: "Out of the game",
    majority: (colour: string | null, city: string) => (colour ? `${city}: ${colour} has the most` : `${city}: nobody has the most`),
    tallest: (colour: string | null) => (colour ? `Tallest tower: ${colour}` : "No single tallest tower"),
    now: "If scored now",
    same: "no change",
  },
  shelf: {
    title: (n: number, colour: string) => `Pick ${n} ${colour} blocks for this round`,
    more: (size: number) => `One more block of ${size}`,
    less: (size: number) => `One fewer block of ${size}`,
    left: (n: number) => `${n} left`,
    later: (rounds: number) =>
      rounds === 0 ? "This is the last round." : rounds === 1 ? "The rest is for one more round." : `The rest is for ${rounds} more rounds.`,
    take: "Take these",
    chosen: (n: number, of: number) => `${n} of ${of}`,
  },
  look: {
    plan: "From above",
    skyline: "Skyline",
    points: "Points",
    close: "Close",
  },
  scoring: {
    title: (round: number) => `Round ${round} is scored`,
    tallest: (who: string, where: string, n: number, points: number) => `The tallest tower: ${where}, ${count(n, "storey")}. ${who} +${points}.`,
    tallestTie: (towers: number, n: number) => `${towers} towers tie at ${count(n, "storey")}: nobody scores for the tallest.`,
    city: (city: string, who: string, n: number, points: number) => `${city}: ${who} has the most towers (${n}). +${points}.`,
    cityTie: (city: string) => `${city}: nobody has the most towers.`,
    cityEmpty: (city: string) => `${city}: no towers.`,
    towers: "Every tower: 1 point for its owner.",
    skip: "Skip",
    tallestShort: "tallest",
    citiesShort: "cities",
    towersShort: "towers",
    total: "total",
    now: "If scored now",
    colour: "colour",
  },
  tell: {
    start: (who: string) => `${who} begins.`,
    youStart: "You begin.",
    pick: (who: string, blocks: string, colour: string) => `${who} picks ${blocks} (${colour})`,
    youPick: (blocks: string, colour: string) => `You pick ${blocks} (${colour})`,
    build: (who: string, colour: string, block: number, where: string) => `${who}: ${colour} ${block} in ${where}`,
    youBuild: (colour: string, block: number, where: string) => `You: ${colour} ${block} in ${where}`,
    skip: (who: string, colour: string, block: number) => `${who} cannot build: ${colour} ${block} leaves the game`,
    youSkip: (colour: string, block: number) => `You cannot build: ${colour} ${block} leaves the game`,
    draw: (card: number) => `You draw card ${card}`,
    reshuffle: "The played cards become the new pile.",
    score: (round: number, points: string) => `Round ${round} scored: ${points}`,
  },
  facts: {
    toBuild: "to build",
    stock: "later",
    now: "now",
  },
  options: {
    edition: (year: string) => `${year} edition`,
    players: (n: number) => `${n} players`,
    blocks: (n: number) => `${n} blocks per round`,
    colours: (n: number): string => (n === 1 ? "one colour each" : "two colours each"),
  },
  why: {
    // what speaks for a decision that is recommended
    tallest: "Your tower in {city} becomes the single tallest of all: {height}.",
    tallest_from: "You take the tallest tower from {from}: {height} in {city}.",
    level: "You draw level with {from}’s tallest tower: nobody scores for it.",
    stays: "You keep the tallest tower, now {ahead} ahead.",
    city_from: "You take {city}’s majority from {from}.",
    city: "You win the majority in {city}.",
    breaks: "You break {from}’s majority in {city}.",
    secures: "You secure the majority in {city}: {towers|tower|towers} ahead.",
    takes: "You take a tower of {height} in {city} from {from}.",
    founds: "One more tower in {city}: a point in every scoring.",
    safe: "Nobody has a block left that could take this tower over.",
    holds: "Nobody has picked a block that could take this tower over this round.",
    grows: "Your tower in {city} gets stronger: {ahead} ahead of every rival.",
    last: "You have the last turn of the round: nobody can answer.",
    spares: "The smallest block that is enough; you keep the larger ones.",
    gives: "You cannot build, so you remove a block of {block}.",
    ration: "{storeys} now, {left} for {rounds|more round|more rounds}.",
    reach: "A block of {block} can take {towers|tower|towers} from others.",
    keeps: "You keep {blocks|block|blocks} of 4 for later.",
  },
  lessons: {
    first: {
      title: "Cards, blocks, towers",
      tasks: {
        pick: {
          say: "You have 24 blocks. Every round begins with picking some of them, here 6. Pick two 1s, two 2s, one 3 and one 4.",
          right: "The blocks you leave are for the next three rounds.",
          wrong: "That is possible, but for now pick two 1s, two 2s, one 3 and one 4.",
        },
        card: {
          say: "The board is turned to your side, so a card marks the same site in every city. Play card 3 and build your 2 in Manhattan.",
          right: "Your first tower. You drew a new card at once.",
          wrong: "Choose card 3, then its lit site in Manhattan, then the block of 2.",
        },
        grow: {
          say: "You may put any block on your own tower. Make yours in Manhattan taller: card 3 again, with the 3.",
          right: "Five storeys: now it is the single tallest tower. That is worth 3 points when the round is scored.",
          wrong: "Put the 3 on your own tower in Manhattan: card 3 marks it.",
        },
      },
    },
    takeover: {
      title: "Taking over",
      tasks: {
        equal: {
          say: "Blue has 2 storeys in the middle of Sydney. You may build on top if you then have at least as many storeys there as blue. Take the tower with the smallest block that is enough.",
          right: "2 against 2: equal is enough. The top block is yours, so the tower is yours.",
          wrong: "Play card 5 in Sydney. Blue has 2 storeys, so a 2 is enough; keep the larger ones.",
        },
        total: {
          say: "Blue took it back with just a 1: blue now has 3 storeys in it, you have 2 below. All your storeys in the tower count, wherever they are. Take it with the smallest block that is enough.",
          right: "2 below and 1 on top make 3 against 3. The total counts, not the block!",
          wrong: "Count all your storeys in the tower: 2 are there, blue has 3. A 1 on top is enough.",
        },
      },
    },
    scoring: {
      title: "Points",
      tasks: {
        tallest: {
          say: "The single tallest tower scores 3 points. Your tower in Sydney and blue’s in Manhattan are both 4 tall, so nobody would score. Blue still has a 1. Make sure that yours ends up the tallest.",
          right: "7 storeys: blue cannot reach that now.",
          wrong: "Blue can still grow by 1, so put the 3 on your tower in the middle of Sydney.",
        },
        majority: {
          say: "The last turn of the round. Having the most towers in a city scores 2 points, and in Cairo you and blue have one each. Build there to have the most.",
          right: "2 points for Cairo and 1 for the new tower.",
          wrong: "You need a new tower in Cairo: put your 1 on an empty site there.",
        },
        next: {
          say: "The round was scored: 3 points for the tallest tower, 2 for the most towers in a city, 1 for every tower. All towers stay and score again. Begin the next round: pick any 6 blocks.",
          right: "That is all you need. The player with the most points after the last round wins. Have fun!",
          wrong: "Pick any 6 blocks.",
        },
      },
    },
  },
};

export type Words = typeof words;
