import type { Lessons } from "./en";

export const lessons: Lessons = {
  win: {
    title: "So gewinnst du",
    tasks: {
      goal: {
        say: "Alle bauen in allen sechs Städten. Ein Turm gehört der Farbe seines obersten Bauteils. Wer nach der letzten Runde die meisten Punkte hat, gewinnt.",
      },
      turn: {
        say: "Du spielst eine Karte und setzt eines deiner Bauteile auf den Bauplatz, den sie zeigt, in der Stadt deiner Wahl. Dann ziehst du eine neue Karte.",
      },
      points: {
        say: "Nach jeder Runde gibt es Punkte: 3 für den einzigen höchsten Turm, 2 für die meisten Türme in einer Stadt, 1 für jeden Turm. Hier führst du mit 14 zu 12.",
      },
    },
  },
  first: {
    title: "Karten, Bauteile, Türme",
    tasks: {
      pick: {
        say: "Du hast 24 Bauteile. Jede Runde beginnt damit, dass du einige auswählst, hier 6. Nimm zwei 1er, zwei 2er, eine 3 und eine 4.",
        right: "Was du jetzt übrig lässt, ist für die drei späteren Runden.",
        wrong: "Das ginge auch, aber nimm jetzt zwei 1er, zwei 2er, eine 3 und eine 4.",
      },
      card: {
        say: "Der Spielplan ist zu dir gedreht: Das Feld auf der Karte zeigt in jeder Stadt denselben Bauplatz. Spiele Karte 3 und baue deine 2 in Manhattan.",
        right: "Dein erster Turm. Und eine neue Karte hast du auch schon gezogen.",
        wrongs: {
          city: "Die Karte stimmt, aber das ist eine andere Stadt. Baue in Manhattan.",
          block: "Der Bauplatz stimmt, aber nimm das Bauteil mit 2 Stockwerken.",
        },
      },
      grow: {
        say: "Auf eigene Türme darfst du jedes Bauteil setzen. Mach deinen in Manhattan höher: noch einmal Karte 3, mit der 3.",
        right: "Fünf Stockwerke: Jetzt ist er allein der höchste Turm. Das bringt 3 Punkte, wenn die Runde gewertet wird.",
        wrong: "Setze die 3 auf deinen eigenen Turm in Manhattan: Karte 3 führt dorthin.",
        wrongs: {
          block: "Der Turm stimmt, aber nimm die 3.",
        },
      },
    },
  },
  takeover: {
    title: "Übernehmen",
    tasks: {
      equal: {
        say: "Blau hat mitten in Sydney 2 Stockwerke. Du darfst darauf bauen, wenn du dort danach mindestens so viele Stockwerke hast wie Blau. Übernimm den Turm mit dem kleinsten Bauteil, das reicht.",
        right: "2 gegen 2: Gleich viele genügen. Das oberste Bauteil ist deins, also ist es der Turm auch.",
        wrong: "Blau behielte den Turm. Spiele Karte 5 in Sydney, mit der 2: 2 gegen 2 genügt.",
        wrongs: {
          large: "Damit übernimmst du ihn, aber es ist mehr als nötig: 2 gegen 2 genügt. Spar dir die größeren Bauteile auf.",
        },
      },
      total: {
        say: "Blau hat ihn mit nur einer 1 zurückgeholt und hat darin jetzt 3 Stockwerke, du hast 2 weiter unten. Alle deine Stockwerke im Turm zählen, wo sie auch stecken. Übernimm ihn mit dem kleinsten Bauteil, das reicht.",
        right: "2 unten und 1 oben sind 3 gegen 3. Die Summe zählt, nicht das Bauteil!",
        wrong: "Blau behielte den Turm in Sydney. Spiele dort Karte 5, mit einer 1: 2 Stockwerke hast du schon darin.",
        wrongs: {
          large: "Damit übernimmst du ihn, aber eine 1 genügt: Mit den 2 unten hast du 3, so viele wie Blau.",
        },
      },
    },
  },
  scoring: {
    title: "Punkte",
    tasks: {
      tallest: {
        say: "Der einzige höchste Turm bringt 3 Punkte. Deiner in Sydney und der von Blau in Manhattan sind beide 4 hoch: Niemand bekäme die Punkte. Blau hat noch eine 1. Sorge dafür, dass dein Turm der höchste bleibt.",
        right: "7 Stockwerke: Da kommt Blau nicht mehr heran.",
        wrong: "Dein Turm mitten in Sydney muss höher werden, als der von Blau mit einer 1 noch werden kann: Setze die 3 darauf.",
        wrongs: {
          small: "5 Stockwerke sind nicht sicher: Mit seiner 1 hätte Blau auch 5, und niemand bekäme die Punkte. Nimm die 3.",
        },
      },
      majority: {
        say: "Der letzte Zug der Runde. Die meisten Türme in einer Stadt bringen 2 Punkte, und in Kairo habt ihr beide je einen. Baue dort so, dass du die meisten hast.",
        right: "2 Punkte für Kairo und 1 für den neuen Turm.",
        wrong: "Du brauchst einen neuen Turm in Kairo: Setze deine 1 dort auf einen leeren Bauplatz.",
      },
      next: {
        say: "Die Runde ist gewertet: 3 für den höchsten Turm, 2 für jede Stadt, in der jemand die meisten Türme hat, 1 für jeden Turm. Alle Türme bleiben stehen und zählen wieder. Beginne die nächste Runde: Wähle 6 beliebige Bauteile.",
        right: "Mehr brauchst du nicht. Wer nach der letzten Runde die meisten Punkte hat, gewinnt. Viel Spaß!",
      },
    },
  },
};
