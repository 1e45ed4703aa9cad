import { capital, count as counted, list, type Owner } from "./parts";

const count = (n: number, one: string, many = `${one}s`) => counted(n, one, many);
const whose = (who: Owner) => (who === null ? "your building" : who === undefined ? "a building without an owner" : `${who}’s building`);

export const words = {
  and: (parts: string[]) => list(parts, "and"),
  or: (parts: string[]) => list(parts, "or"),
  you: "you",
  yours: "yours",
  // what has to be done
  task: {
    demand: "demand a bankruptcy, or let it be",
    move: "move your figures",
    cross: "decide about the crossed plot",
    dice: "use your 1s and 6s",
    other: "wait",
  },
  // what one may do, as a button or a line of a list
  deed: {
    storey: "storey",
    road: "road",
    demolish: "tear down the roof",
    raise: "raise",
    roof: "roof",
    demand: "demand bankruptcy",
  },
  storeyOn: (plot: string) => `Storey on ${plot}`,
  roadOn: (plot: string) => `Road on ${plot}`,
  demolishOn: (plot: string) => `Tear down the roof on ${plot}`,
  raiseOn: (plot: string) => `Raise ${plot}`,
  roofOn: (plot: string) => `Roof on ${plot}`,
  demandOf: (who: string) => `Demand ${who}’s bankruptcy`,
  declineDemand: "Demand nothing",
  declineCross: "Leave it as it is",
  declineDice: "Use nothing more",
  moveTo: (one: string, two: string) => `${one} and ${two}`,
  // the tray
  confirm: "Confirm",
  back: "Back",
  anyOf: "Or choose from the list",
  choices: (n: number) => count(n, "possibility", "possibilities"),
  figureOn: (square: string) => `Figure on ${square}`,
  figureOff: "Figure off the board",
  stayOff: "It stays off the board",
  off: "off",
  say: {
    move: "Touch a figure and where it goes, or a marked plot to cross it.",
    target: "Where does this figure go?",
    other: "And the other one?",
    cross: (plot: string) => `Your figures cross ${plot}.`,
    mustBuild: "An empty plot must be built on.",
    six: (n: number): string => (n > 1 ? "Two 6s: raise two of your free tops." : "A 6: raise one of your free tops."),
    one: (n: number): string => (n > 1 ? "Two 1s: put roofs on any two free tops." : "A 1: put a roof on any free top."),
    demand: (who: string) => `${who} has built, but owns no building any more that can grow. Before you roll, you may demand the bankruptcy.`,
    waits: (who: string | null) => (who === null ? "It is your turn." : `${who} is on turn.`),
    begins: "Chance decides who begins.",
  },
  dice: (one: number, two: number) => `Dice: ${one} and ${two}`,
  supply: (storeys: number, roofs: number, roads: number) => `Supply: ${count(storeys, "storey")}, ${count(roofs, "roof")}, ${count(roads, "road")}`,
  quiet: (turns: number, of: number) => `${turns} of ${of} turns without building: then the game ends.`,
  plan: "Plan",
  skyline: "Skyline",
  switchView: "Switch between skyline and plan (key V)",
  board: "Plaza and track, nine by nine: arrow keys move, Enter chooses, Escape takes back, V changes the view",
  // what a decision would bring
  after: {
    move: (one: string, two: string) => `Your figures then stand on ${one} and ${two}`,
    crossing: (plot: string, deeds: string) => `and cross ${plot}: ${deeds}.`,
    crossingNothing: (plot: string) => `and cross ${plot}, where nothing can be done.`,
    noCrossing: "and cross nothing.",
    begin: (plot: string, spires: number) => `A new building of yours on ${plot}. Spires left then: ${spires}.`,
    extend: (plot: string, height: number) => `Your building grows by ${plot}; it is ${count(height, "storey")} tall.`,
    join: (n: number, height: number) => `${n} of your buildings become one, ${count(height, "storey")} tall. A spare spire comes back.`,
    ruin: (who: Owner, height: number) => `It swallows ${whose(who)} (${height} tall): all of it is yours then.`,
    raise: (plot: string, storeys: number, height: number) => `${plot} has ${count(storeys, "storey")} then; your building is ${height} tall.`,
    road: (plot: string) => `A road on ${plot} stays for ever: nobody builds there any more.`,
    roof: (plot: string, who: Owner) => `A roof on ${plot}, ${whose(who)}: it cannot be raised there until the roof is torn down.`,
    demolish: (plot: string, who: Owner) => `The roof on ${plot} goes, ${whose(who)}: the top is free again.`,
    demand: (who: string) => `${who} leaves the game with figures, spires and roofs. What ${who} has built stays, without an owner.`,
    closed: (who: Owner) => `${capital(whose(who))} is closed then.`,
    opened: (who: Owner) => `${capital(whose(who))} is not closed any more then.`,
    bankrupt: (who: string | null) => (who === null ? "Careful: bankruptcy would apply to you then!" : `Bankruptcy applies to ${who} then.`),
    ends: "That ends the game.",
    decline: "Nothing happens.",
    declineDice: (ones: number, sixes: number) => `${list([...(ones ? [count(ones, "1")] : []), ...(sixes ? [count(sixes, "6")] : [])], "and")} not used: that is lost.`,
    declineDemand: "You can demand it again in a later turn, if it still applies.",
  },
  // what a place is
  place: {
    square: (n: number) => `Square ${n} of the track`,
    corner: (n: number) => `Square ${n}, a corner: figures enter here, and look along nothing`,
    figures: (whom: string) => `Figures: ${whom}.`,
    road: "A road. Nothing can be built here any more.",
    empty: "Empty.",
    sites: (whom: string) => `A storey here is possible for ${whom}.`,
    noSites: "Nobody can put a storey here.",
    tower: (storeys: number, whose: string) => `${count(storeys, "storey")}, ${whose}`,
    owner: whose,
    building: (height: number, storeys: number) => `The building is ${height} tall, ${count(storeys, "storey")} in all.`,
    spire: "The spire stands here.",
    roof: "A roof is on it.",
    free: "The top is free.",
    closedBuilt: "Closed: nothing beside it is empty any more.",
    closedBarred: (n: number) => `Closed: nobody may build on the ${n === 1 ? "empty plot" : `${n} empty plots`} beside it.`,
    open: (plots: string) => `It can still grow: ${plots}.`,
    may: (deeds: string) => `Possible now: ${deeds}.`,
    reach: (steps: string) => `Your figure gets here by ${steps}.`,
    stay: "Your figure stays here.",
    mine: "Choose this figure.",
    bars: {
      "H-new": "You have no spire left for a new building.",
      "H-corner": "Not for you: it would touch another building by a corner only.",
      "H-extend": "Not for you: none of your buildings is beside it.",
      "H-ruin": "Not for you: your building is not taller than the other one beside it.",
      H7: "Not for you: beside it is a building without an owner, and none of yours.",
    } as Record<string, string>,
  },
  // the players
  fact: {
    storeys: "storeys",
    spires: "spires",
    roofs: "roofs",
    off: "off the board",
    bankrupt: "bankrupt on demand",
    left: "bankrupt",
    yes: "yes",
  },
  // the story; null is you
  told: {
    start: (who: string | null) => (who === null ? "You begin." : `${who} begins.`),
    roll: (who: string | null, one: number, two: number) => (who === null ? `You roll ${one} and ${two}.` : `${who} rolls ${one} and ${two}.`),
    double: "A double brings a roof.",
    move: (who: string | null, one: string, two: string) => (who === null ? `You move to ${one} and ${two}.` : `${who} moves to ${one} and ${two}.`),
    storey: (who: string | null, plot: string) => (who === null ? `You build a storey on ${plot}.` : `${who} builds a storey on ${plot}.`),
    road: (who: string | null, plot: string) => (who === null ? `You build a road on ${plot}.` : `${who} builds a road on ${plot}.`),
    demolish: (who: string | null, plot: string) => (who === null ? `You tear down the roof on ${plot}.` : `${who} tears down the roof on ${plot}.`),
    raise: (who: string | null, plot: string) => (who === null ? `You raise ${plot} by a storey.` : `${who} raises ${plot} by a storey.`),
    roof: (who: string | null, plot: string) => (who === null ? `You put a roof on ${plot}.` : `${who} puts a roof on ${plot}.`),
    demand: (who: string | null, of: string | null) =>
      `${who === null ? "You demand" : `${who} demands`} ${of === null ? "your" : `${of}’s`} bankruptcy.`,
    bankrupt: (who: string | null) => (who === null ? "You are bankrupt and leave the game." : `${who} is bankrupt and leaves the game.`),
    decline: (who: string | null) => (who === null ? "You leave it at that." : `${who} leaves it at that.`),
  },
  // the end
  end: {
    won: (who: string | null) => (who === null ? "You win!" : `${who} wins!`),
    shared: (whom: string) => `${whom} share the win.`,
    storeys: "All storeys are built.",
    last: "Only one is left.",
    standstill: "Nobody has built for a long time.",
    dead: "No plot can take a storey any more.",
    tallest: (height: number, storeys: number) => `The tallest building: ${count(height, "storey")}, ${storeys} in all.`,
    best: (height: number, storeys: number) => (height ? `${height} tall, ${storeys} in all` : "no building"),
  },
  options: {
    players: (n: number) => count(n, "player"),
    demand: "bankruptcy on demand",
    automatic: "bankruptcy by itself",
  },
  lessons: {
    first: {
      title: "Two lines, one building",
      tasks: {
        cross: {
          say: "Your figures enter on a corner, their first step, and look straight across the board. Move them so that their lines cross on E2.",
          right: "One figure looks along column E, the other along row 2: they cross on E2.",
          wrong: "These lines do not cross on E2. One figure must stand at column E, top or bottom, the other at row 2, left or right.",
        },
        storey: {
          say: "You cross the empty plot E2, so you must build there: a storey or a road. Begin a building!",
          right: "Your first building. Your spire on it says that it is yours.",
          wrong: "A road stays for ever, and nobody builds there any more. Put a storey on E2.",
        },
        beside: {
          say: "Your turn again: 5 and 4. A building grows over plots that share an edge with it. Cross one of those beside E2.",
          right: "That plot shares an edge with your building.",
          wrong: "Look for a move that crosses E1 or F2: the marked plots show where a storey is possible.",
        },
        grow: {
          say: "Let your building grow: a storey on E1.",
          right: "One building, two plots. The spire always stands on the tallest one; of equals, on the newest. So the top of E2 is free now.",
          wrong: "A road there would only be in your own way. Put a storey on E1.",
        },
      },
    },
    dice: {
      title: "Ones and sixes",
      tasks: {
        six: {
          say: "You rolled a 6: you may raise one of your free tops, wherever it is. A top is free without a spire or a roof.",
          right: "E2 has two storeys now. The building is as tall as its tallest plot: 2. And the spire has moved there.",
          wrong: "What you do not use is lost. Raise E2.",
        },
        one: {
          say: "You rolled a 1: you may put a roof on any free top. Nothing is raised under a roof. Spoil it for your opponent!",
          right: "B6 cannot be raised until somebody crosses it and tears the roof down.",
          wrong: "That would not hurt your opponent. Put the roof on B6.",
        },
      },
    },
    ruin: {
      title: "Swallow them",
      tasks: {
        swallow: {
          say: "You cross E3, between your building, 2 tall, and your opponent’s, 1 tall. Yours is taller: a storey here swallows the other.",
          right: "Everything is one building of yours now, and the other spire goes back. Taller by one storey is enough.",
          wrong: "A road would save your opponent. Put a storey on E3.",
        },
      },
    },
    closed: {
      title: "Closed and bankrupt",
      tasks: {
        close: {
          say: "Your opponent’s only building stands on A1; beside it, only A2 is still empty. Cross A2: a road there leaves no plot on which it could grow.",
          right: "With a road on A2 the building is closed: nothing is raised there any more.",
          wrong: "Move so that your lines cross on A2: one figure at column A, the other at row 2.",
        },
        demand: {
          say: "Your opponent has built, but owns no building that can still grow. Before you roll, you may demand the bankruptcy. Do it!",
          right: "Your opponent leaves the game, and you are the only one left: you win. Otherwise, the tallest building wins.",
          wrong: "You may let it be, but here it would win you the game. Demand the bankruptcy.",
        },
      },
    },
  },
};

export type Words = typeof words;
