export const lessons = {
  win: {
    title: "How you win",
    tasks: {
      goal: {
        say: "Everyone builds on the same sites. The player who puts the roof on a tower owns it.",
      },
      turn: {
        say: "On your turn you play one card: a floor, a toilet, a roof, an earthquake … Then you draw until you hold five again.",
      },
      points: {
        say: "Finished towers bring points: for prestige on their cards, and for prizes. Your opponent’s tower is the tallest, the world record: your opponent leads 14 to 6.",
      },
      end: {
        say: "An earthquake brought that tower down: now you lead 10 to 1, although your low tower without a toilet counts −1. When no site is left or the cards run out, the player with the most points wins.",
      },
    },
  },
  first: {
    title: "Build and finish",
    tasks: {
      floor: {
        say: "Everybody builds on the same sites. Choose a floor, then a site, and confirm.",
        right: "It belongs to nobody yet: whoever puts the roof on owns the tower.",
        wrongs: {
          toilet: "A toilet is a good card, but begin with a floor: home, office or museum.",
          discard: "A card that you discard builds nothing. Play a floor: home, office or museum.",
        },
      },
      toilet: {
        say: "A tower without a toilet is flawed and counts −1. Put your toilet on the tower that has begun to grow.",
        right: "A point for you, for good. And a toilet lets you steal!",
        wrong: "That makes a tower taller, but it still has no toilet. Play the toilet on the tower that grows.",
        wrongs: {
          site: "Nothing has been built there yet. Put the toilet on the tower that grows.",
          roof: "With a roof the tower would be finished without a toilet: flawed, −1 for you. Play the toilet.",
          discard: "You would throw a point away. Put the toilet on the tower that grows.",
        },
      },
      steal: {
        say: "You may take two random cards from the other hand and keep one of them. Steal!",
        right: "Now look at both.",
        wrong: "Stealing costs you nothing but this turn’s new card, and you may choose the better of two. Steal!",
      },
      keep: {
        say: "Keep one; the other goes back. The tower will soon need a tall roof.",
        right: "The antenna is a 25 m roof.",
        wrong: "An earthquake is tempting, but the antenna can finish the tower.",
      },
      roof: {
        say: "95 m, with a toilet. A tower needs 100 m: put a roof on it.",
        right: "Finished, and yours! It is also the tallest: the world record, 5 points.",
        wrong: "A tornado swaps your hands: your roofs would go to your opponent. Put a roof on the tower first.",
        wrongs: {
          floor: "Then your opponent may put a roof on the tower and own it. Finish it yourself: antenna or flat roof.",
        },
      },
    },
  },
  heights: {
    title: "Heights and prizes",
    tasks: {
      mini: {
        say: "The tower with the toilet is 45 m tall: too low. But a tower of exactly 60 m is the mini skyscraper, worth 3 points. Which roof fits?",
        right: "Exactly 60 m: the mini skyscraper! Now 60 m is your threshold; your next tower must be taller.",
        wrongs: {
          low: "That is less than 60 m, and a tower under 100 m is flawed. The dome adds 15 m.",
          high: "45 and 25 make 70 m: too tall for the mini skyscraper, too low for 100 m. The dome adds 15 m.",
          site: "That tower has no toilet, so it would be flawed. Finish the one with the toilet.",
        },
      },
      unity: {
        say: "In the tall open tower all floors are homes; the lookout does not matter. Only a toilet is missing. Which roof saves the tower?",
        right: "The toilet roof counts as a toilet. All homes: order and unity, 4 points, and the world record too.",
        wrong: "The tower would have no toilet yet, and your opponent could finish it. Play the roof that is a toilet.",
        wrongs: {
          stinks: "Without a toilet it would be flawed and count −1. One of your roofs is a toilet.",
        },
      },
    },
  },
  quakes: {
    title: "Earthquakes and studies",
    tasks: {
      quake: {
        say: "The dashed cracks below a tower show how many earthquakes bring it down. The first tower stands on clay: one is enough. Shake it!",
        right: "Down it goes. Its cards lie on the discard pile, and the site is gone.",
        wrongs: {
          stands: "Piles survive one earthquake. Clay does not: play it on the first tower.",
          fallen: "It would fall, too, but you have built there yourself. Shake the tower on clay.",
          helps: "That makes a tower taller or stronger. This time bring one down: play the earthquake on the tower on clay.",
        },
      },
      insure: {
        say: "An earthquake lies on the tower on parking; the next one would bring it down. Insure it.",
        right: "Insurance and earthquake are both gone: the tower stands as firm as before.",
        wrong: "The next earthquake would still bring the tower down. Play the insurance on it.",
        wrongs: {
          site: "That tower is in no danger: its piles hold. Insure the one with the earthquake.",
        },
      },
      study: {
        say: "A study lets you look at the top five cards of the deck. Play it.",
        right: "Five cards, for your eyes only.",
        wrong: "You would not see any of the next cards. Play the study and look at the deck.",
        wrongs: {
          pile: "From the discard pile you would get a card that everyone knows. This time, study the deck.",
        },
      },
      take: {
        say: "You may take one card, play one at once, or take all five for your hand. This time, take the antenna.",
        right: "The others go back on the deck in any order you like. And every study opens a new site.",
        wrong: "That card is not what you need: you have no tall roof. Take the antenna.",
        wrongs: {
          play: "You may play a card at once, but this time put the antenna into your hand: choose it and take it.",
          swap: "You would give your old hand away. Take only the antenna.",
        },
      },
    },
  },
  storms: {
    title: "Disasters and ways out",
    tasks: {
      century: {
        say: "Your opponent’s tower on clay holds the world record. The earthquake of the century hits every tower, yours too; but yours stands on piles. Play it!",
        right: "Clay gives way, and the world record is yours: 5 points. Your tower has lost 1 resistance for good, but it stands.",
        wrong: "Your opponent’s tower would go on holding the record. Play the earthquake of the century.",
        wrongs: {
          flawed: "A low tower without a toilet is flawed: −1 for you. Play the earthquake of the century.",
          discard: "Discarded, it hits nobody. Play it: your opponent’s tower will fall.",
        },
      },
      discard: {
        say: "You hold nothing but roofs, and any of them would finish a low tower without a toilet: −1. Instead of playing, you may always discard a card. Which roof can you spare?",
        right: "You have two flat roofs, and they add only 5 m. You draw a new card for it.",
        wrongs: {
          flawed: "The tower would be flawed: −1 for you. Discard a flat roof instead.",
          tall: "You have only one of these, and it is taller than a flat roof. Discard a flat roof: you have two.",
        },
      },
      tornado: {
        say: "A tornado passes all hands on to the next player. With two players you swap hands. Let your opponent have the roofs: play it, left or right!",
        right: "Your opponent holds your roofs, and you hold five new cards, so you draw none.",
        wrong: "You would still be left with your roofs. Play the tornado.",
        wrongs: {
          flawed: "That low tower without a toilet would be flawed: −1 for you. Play the tornado.",
        },
      },
    },
  },
};

export type Lessons = typeof lessons;
