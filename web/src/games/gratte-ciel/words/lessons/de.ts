import type { Lessons } from "./en";

export const lessons: Lessons = {
  win: {
    title: "So gewinnst du",
    tasks: {
      goal: {
        say: "Alle bauen auf denselben Baustellen. Wer einem Turm das Dach aufsetzt, dem gehört er.",
      },
      turn: {
        say: "Du spielst eine Karte: ein Stockwerk, eine Toilette, ein Dach, ein Erdbeben … Dann ziehst du, bis du wieder fünf hast.",
      },
      points: {
        say: "Fertige Türme bringen Punkte: für das Prestige auf ihren Karten und für Preise. Der Turm deines Gegners ist der höchste, Weltrekord: Dein Gegner führt mit 14 zu 6.",
      },
      end: {
        say: "Ein Erdbeben hat diesen Turm zum Einsturz gebracht: Jetzt führst du mit 10 zu 1, obwohl dein niedriger Turm ohne Toilette −1 zählt. Wenn keine Baustelle mehr da ist oder die Karten ausgehen, gewinnt, wer die meisten Punkte hat.",
      },
    },
  },
  first: {
    title: "Bauen und vollenden",
    tasks: {
      floor: {
        say: "Alle bauen auf denselben Baustellen. Wähle ein Stockwerk, dann eine Baustelle, und bestätige.",
        right: "Es steht. Noch gehört der Turm niemandem: Wer das Dach aufsetzt, bekommt ihn.",
        wrongs: {
          toilet: "Eine Toilette ist eine gute Karte, aber beginne mit einem Stockwerk: Wohngebäude, Büro oder Museum.",
          discard: "Eine abgelegte Karte baut nichts. Spiele ein Stockwerk: Wohngebäude, Büro oder Museum.",
        },
      },
      toilet: {
        say: "Ein Turm ohne Toilette ist fehlerhaft und zählt −1. Spiele deine Toilette auf den Turm, der schon wächst.",
        right: "Ein Punkt für dich, der bleibt. Und wer eine Toilette spielt, darf stehlen!",
        wrong: "Das macht einen Turm höher, aber eine Toilette hat er noch immer nicht. Spiele die Toilette auf den Turm, der wächst.",
        wrongs: {
          site: "Dort ist noch nichts gebaut. Spiele die Toilette auf den Turm, der wächst.",
          roof: "Mit dem Dach wäre der Turm fertig, ohne Toilette: fehlerhaft, −1 für dich. Spiele die Toilette.",
          discard: "Damit wirfst du einen Punkt weg. Spiele die Toilette auf den Turm, der wächst.",
        },
      },
      steal: {
        say: "Du darfst blind zwei Karten aus der anderen Hand ziehen und eine behalten. Stiehl!",
        right: "Sieh dir nun beide an.",
        wrong: "Stehlen kostet dich nur die neue Karte dieses Zuges, und du wählst die bessere von zweien. Stiehl!",
      },
      keep: {
        say: "Behalte eine, die andere geht zurück. Der Turm braucht bald ein hohes Dach.",
        right: "Die Antenne ist ein Dach von 25 m.",
        wrong: "Ein Erdbeben lockt, aber die Antenne kann den Turm vollenden.",
      },
      roof: {
        say: "95 m, mit Toilette. Ein Turm braucht 100 m: Setze ein Dach darauf.",
        right: "Fertig, und er gehört dir! Der höchste ist er auch: Weltrekord, 5 Punkte.",
        wrong: "Ein Tornado tauscht eure Hände: Deine Dächer gingen an deinen Gegner. Setze zuerst ein Dach auf den Turm.",
        wrongs: {
          floor: "Dann kann dein Gegner das Dach aufsetzen, und der Turm gehört ihm. Vollende ihn selbst: mit Antenne oder Flachdach.",
        },
      },
    },
  },
  heights: {
    title: "Höhen und Preise",
    tasks: {
      mini: {
        say: "Der Turm mit der Toilette hat 45 m: zu niedrig. Aber genau 60 m sind der Mini-Wolkenkratzer, 3 Punkte. Welches Dach passt?",
        right: "Genau 60 m: der Mini-Wolkenkratzer! Deine Höhenschwelle ist jetzt 60 m; dein nächster Turm muss höher sein.",
        wrongs: {
          low: "Das sind weniger als 60 m, und unter 100 m ist ein Turm fehlerhaft. Die Kuppel hat 15 m.",
          high: "45 und 25 sind 70 m: zu hoch für den Mini-Wolkenkratzer, zu niedrig für 100 m. Die Kuppel hat 15 m.",
          site: "Dieser Turm hat keine Toilette, er wäre fehlerhaft. Vollende den mit der Toilette.",
        },
      },
      unity: {
        say: "In dem hohen Turm im Bau sind alle Stockwerke Wohngebäude; die Aussichtsplattform zählt dabei nicht. Nur eine Toilette fehlt. Welches Dach rettet den Turm?",
        right: "Das Toilettendach gilt als Toilette. Lauter Wohngebäude: Ordnung und Einheit, 4 Punkte, und der Weltrekord dazu.",
        wrong: "Der Turm hätte noch immer keine Toilette, und dein Gegner könnte ihn vollenden. Spiele das Dach, das eine Toilette ist.",
        wrongs: {
          stinks: "Ohne Toilette wäre er fehlerhaft und zählte −1. Eines deiner Dächer ist eine Toilette.",
        },
      },
    },
  },
  quakes: {
    title: "Erdbeben und Studien",
    tasks: {
      quake: {
        say: "Die gestrichelten Risse unter einem Turm sind die Erdbeben, die bis zum Einsturz noch fehlen. Der erste Turm steht auf Lehmboden: Eines genügt. Lass ihn beben!",
        right: "Weg ist er. Seine Karten liegen auf dem Ablagestapel, und die Baustelle ist aus dem Spiel.",
        wrongs: {
          stands: "Pfähle halten ein Erdbeben aus. Lehmboden nicht: Spiele es auf den ersten Turm.",
          fallen: "Auch der stürzt ein, aber dort hast du selbst gebaut. Lass den Turm auf Lehmboden beben.",
          helps: "Das macht einen Turm höher oder fester. Bring diesmal einen zum Einsturz: Spiele das Erdbeben auf den Turm auf Lehmboden.",
        },
      },
      insure: {
        say: "Auf dem Turm mit den Parkplätzen liegt ein Erdbeben; beim nächsten stürzt er ein. Versichere ihn.",
        right: "Versicherung und Erdbeben sind beide weg: Der Turm steht so fest wie zuvor.",
        wrong: "Das nächste Erdbeben brächte den Turm noch immer zum Einsturz. Spiele die Versicherung darauf.",
        wrongs: {
          site: "Dieser Turm ist nicht in Gefahr: Seine Pfähle halten. Versichere den mit dem Erdbeben.",
        },
      },
      study: {
        say: "Mit einer Studie siehst du dir die obersten fünf Karten des Nachziehstapels an. Spiele sie.",
        right: "Fünf Karten, nur für deine Augen.",
        wrong: "So siehst du keine der nächsten Karten. Spiele die Studie und studiere den Nachziehstapel.",
        wrongs: {
          pile: "Aus dem Ablagestapel bekämst du eine Karte, die alle kennen. Studiere diesmal den Nachziehstapel.",
        },
      },
      take: {
        say: "Nimm eine Karte, spiele eine sofort oder nimm alle fünf als neue Hand. Heute: Nimm die Antenne.",
        right: "Die anderen kommen in beliebiger Reihenfolge zurück auf den Nachziehstapel. Und jede Studie bringt eine neue Baustelle.",
        wrong: "Diese Karte brauchst du nicht so sehr: Dir fehlt ein hohes Dach. Nimm die Antenne.",
        wrongs: {
          play: "Du dürftest eine Karte sofort spielen, aber nimm diesmal die Antenne auf die Hand.",
          swap: "Damit gibst du deine alte Hand weg. Nimm nur die Antenne.",
        },
      },
    },
  },
  storms: {
    title: "Katastrophen und Auswege",
    tasks: {
      century: {
        say: "Der Turm deines Gegners auf Lehmboden hält den Weltrekord. Das Erdbeben des Jahrhunderts trifft alle Türme, auch deinen; doch deiner steht auf Pfählen. Spiele es!",
        right: "Der Lehmboden gibt nach, und der Weltrekord gehört dir: 5 Punkte. Dein Turm hat dauerhaft 1 Widerstand verloren, aber er steht.",
        wrong: "Der Turm deines Gegners behielte den Rekord. Spiele das Erdbeben des Jahrhunderts.",
        wrongs: {
          flawed: "Ein niedriger Turm ohne Toilette ist fehlerhaft: −1 für dich. Spiele das Erdbeben des Jahrhunderts.",
          discard: "Abgelegt trifft es niemanden. Spiele es: Der Turm deines Gegners stürzt ein.",
        },
      },
      discard: {
        say: "Du hast nur Dächer, und jedes würde einen niedrigen Turm ohne Toilette vollenden: −1. Statt zu spielen, darfst du immer eine Karte ablegen. Welches Dach kannst du entbehren?",
        right: "Flachdächer hast du zwei, und sie haben nur 5 m. Dafür ziehst du eine neue Karte.",
        wrongs: {
          flawed: "Der Turm wäre fehlerhaft: −1 für dich. Lege lieber ein Flachdach ab.",
          tall: "Davon hast du nur eines, und es ist höher als ein Flachdach. Lege ein Flachdach ab: Du hast zwei.",
        },
      },
      tornado: {
        say: "Ein Tornado gibt alle Hände an den Nachbarn weiter. Zu zweit tauscht ihr sie. Soll dein Gegner die Dächer haben: Spiele ihn, links oder rechts!",
        right: "Dein Gegner hat deine Dächer und du fünf neue Karten; darum ziehst du keine.",
        wrong: "Du säßest noch immer auf deinen Dächern. Spiele den Tornado.",
        wrongs: {
          flawed: "Dieser niedrige Turm ohne Toilette wäre fehlerhaft: −1 für dich. Spiele den Tornado.",
        },
      },
    },
  },
};
