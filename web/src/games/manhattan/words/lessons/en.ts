export const lessons = {
  win: {
    title: "How you win",
    tasks: {
      goal: {
        say: "Everyone builds in all six cities. A tower belongs to the colour of its top block. The player with the most points after the last round wins.",
      },
      turn: {
        say: "On your turn you play a card and put one of your blocks on the site that it marks, in the city you like. Then you draw a new card.",
      },
      points: {
        say: "After every round there are points: 3 for the single tallest tower, 2 for the most towers in a city, 1 for every tower. Here you lead 14 to 12.",
      },
    },
  },
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
        wrongs: {
          city: "The card is right, but that is another city. Build in Manhattan.",
          block: "The place is right, but take the block of 2.",
        },
      },
      grow: {
        say: "You may put any block on your own tower. Make yours in Manhattan taller: card 3 again, with the 3.",
        right: "Five storeys: now it is the single tallest tower. That is worth 3 points when the round is scored.",
        wrong: "Put the 3 on your own tower in Manhattan: card 3 marks it.",
        wrongs: {
          block: "The tower is right, but take the 3.",
        },
      },
    },
  },
  takeover: {
    title: "Taking over",
    tasks: {
      equal: {
        say: "Blue has 2 storeys in the middle of Sydney. You may build on top if you then have at least as many storeys there as blue. Take the tower with the smallest block that is enough.",
        right: "2 against 2: equal is enough. The top block is yours, so the tower is yours.",
        wrong: "Blue would keep the tower. Play card 5 in Sydney, with the 2: 2 against 2 is enough.",
        wrongs: {
          large: "That takes the tower, but it is more than you need: 2 against 2 is enough. Keep the larger blocks.",
        },
      },
      total: {
        say: "Blue took it back with just a 1: blue now has 3 storeys in it, you have 2 below. All your storeys in the tower count, wherever they are. Take it with the smallest block that is enough.",
        right: "2 below and 1 on top make 3 against 3. The total counts, not the block!",
        wrong: "Blue would keep the tower in Sydney. Play card 5 there, with a 1: you have 2 storeys in it already.",
        wrongs: {
          large: "That takes the tower, but a 1 is enough: with the 2 below you have 3, as many as blue.",
        },
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
        wrongs: {
          small: "5 storeys are not safe: with its 1, blue would have 5, too, and nobody would score. Use the 3.",
        },
      },
      majority: {
        say: "The last turn of the round. Having the most towers in a city scores 2 points, and in Cairo you and blue have one each. Build there to have the most.",
        right: "2 points for Cairo and 1 for the new tower.",
        wrong: "You need a new tower in Cairo: put your 1 on an empty site there.",
      },
      next: {
        say: "The round was scored: 3 points for the tallest tower, 2 for the most towers in a city, 1 for every tower. All towers stay and score again. Begin the next round: pick any 6 blocks.",
        right: "That is all you need. The player with the most points after the last round wins. Have fun!",
      },
    },
  },
};

export type Lessons = typeof lessons;
