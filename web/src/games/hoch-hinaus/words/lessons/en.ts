export const lessons = {
  win: {
    title: "How you win",
    tasks: {
      goal: {
        say: "The player who owns the tallest building wins. Here yours is 3 storeys tall, your opponent’s 2.",
      },
      turn: {
        say: "On your turn you roll two dice and move your two figures along the edge. They look straight across the board: where their lines cross, you build.",
      },
      rivals: {
        say: "Your opponent has put a roof on E3, so you cannot raise it. Roads and taller neighbours get in your way, too.",
      },
      end: {
        say: "When all 45 storeys are built, the game is over. Your building is 9 storeys tall, your opponent’s 7: you win!",
      },
    },
  },
  first: {
    title: "Two lines, one building",
    tasks: {
      cross: {
        say: "Your figures enter on a corner, which counts as the first step, and look straight across the board. Choose the lit plot E2: their lines should cross there. Then confirm the move.",
        right: "One figure looks along column E, the other along row 2: they cross on E2.",
        wrong: "These lines do not cross on E2. One figure must stand at column E, top or bottom, the other at row 2, left or right.",
      },
      storey: {
        say: "Your figures cross the empty plot E2, so you must build there: a storey or a road. Begin a building!",
        right: "Your first building. Your spire shows that it is yours.",
        wrong: "A road stays for good, and nobody can build there. Put a storey on E2.",
      },
      beside: {
        say: "Your turn again: 5 and 4. A building grows onto plots that share an edge with it. Cross a plot beside E2.",
        right: "That plot shares an edge with your building.",
        wrong: "There your lines do not cross at all. Choose E1 or F2, beside your building.",
        wrongs: {
          far: "A7 does not touch your building: a storey there would begin another one. Choose E1 or F2.",
        },
      },
      grow: {
        say: "Let your building grow: put a storey on E1.",
        right: "One building, two plots. The spire always stands on the tallest; if two are equal, on the newest. So the top of E2 is free now.",
        wrong: "A road would only be in your own way. Put a storey on E1.",
      },
    },
  },
  corner: {
    title: "Buildings stand apart",
    tasks: {
      apart: {
        say: "Your opponent has built on E4. Your new building may not touch that one, not even at a corner. Cross a plot where you may begin a building.",
        right: "C4 touches no building: D4 lies between it and E4.",
        wrong: "E4 is your opponent’s building: nothing happens there. Cross C4.",
        wrongs: {
          corner: "D3 touches E4 at a corner, so only a road is allowed there. Cross C4.",
        },
      },
      begin: {
        say: "Begin your building: put a storey on C4.",
        right: "Every building needs a spire. You have three at the start, so three buildings at most.",
        wrong: "A road would stay on C4 for good, and you would still own no building. Put a storey there.",
      },
    },
  },
  dice: {
    title: "What the dice bring",
    tasks: {
      six: {
        say: "You rolled a 6: you may raise one of your free tops, wherever it is. A top is free if it has no spire and no roof.",
        right: "E2 has two storeys now. The building is as tall as its tallest plot: 2. The spire has moved there.",
        wrong: "What you do not use is lost. Raise E2.",
      },
      one: {
        say: "You rolled a 1: you may put a roof on any free top. A plot with a roof cannot be raised. Stop your opponent!",
        right: "B6 cannot be raised until somebody crosses it and tears the roof down.",
        wrong: "A 1 that you do not use is lost. Put a roof on B6.",
        wrongs: {
          own: "E1 is your own: a roof there would only stop you. Put it on B6.",
        },
      },
      tear: {
        say: "Now your opponent rolled a 1 and put a roof on your plot E1. Your figures cross there: you may tear it down.",
        right: "The roof goes back to the supply, and E1 can grow again.",
        wrong: "As long as the roof is there, E1 cannot grow. Tear it down while your figures cross there.",
      },
      double: {
        say: "A double! It gives you a roof from the supply. And each 1 lets you put a roof on a free top. Stop your opponent once more!",
        right: "B5 cannot be raised now. You still have a 1; in a real game you may use it or decline.",
        wrong: "Then both 1s are lost. Put a roof on B5.",
        wrongs: {
          own: "E1 is your own: you have just made it free. Put the roof on B5.",
        },
      },
    },
  },
  ruin: {
    title: "Swallowing others",
    tasks: {
      swallow: {
        say: "Your figures cross E3, between your building (2 tall) and your opponent’s (1 tall). Yours is taller: a storey here swallows the other.",
        right: "It is all one building of yours now, and the other spire goes back. One storey taller is enough.",
        wrong: "A road would save your opponent. Put a storey on E3.",
      },
    },
  },
  closed: {
    title: "Closed and bankrupt",
    tasks: {
      close: {
        say: "Your opponent’s only building stands on A1, and only A2 beside it is still empty. Cross A2: a road there leaves it nowhere to grow.",
        right: "With a road on A2 the building is closed: it can no longer be raised.",
        wrong: "Move so that your lines cross on A2: one figure at column A, the other at row 2.",
        wrongs: {
          else: "That plot is not beside A1, so your opponent could still grow on A2. Cross A2.",
        },
      },
      demand: {
        say: "Your opponent has built, but no longer owns a building that can grow. Before you roll, you may demand bankruptcy. Do it!",
        right: "Your opponent leaves the game, and you are the only player left: you win. Otherwise the tallest building wins.",
        wrong: "You do not have to, but here it wins you the game. Demand bankruptcy.",
      },
    },
  },
  end: {
    title: "The end",
    tasks: {
      last: {
        say: "Only one storey is left. When it is built, the game is over. Your opponent’s building is 8 tall, yours 7. You rolled a 6: which plot do you raise?",
        right: "8 to 8! Of equally tall buildings the one with the most storeys in all wins: yours has 21, the other 16.",
        wrong: "Then it is your opponent’s turn, and your opponent is taller. Use your 6: raise C3.",
        wrongs: {
          low: "The game would end 7 to 8, and your opponent would win. Raise C3: it reaches 8.",
        },
      },
    },
  },
};

export type Lessons = typeof lessons;
