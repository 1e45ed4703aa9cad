import type { Lessons } from "./en";

export const lessons: Lessons = {
  win: {
    title: "So gewinnst du",
    tasks: {
      goal: {
        say: "Wem das höchste Gebäude gehört, der gewinnt. Hier ist deines 3 Stockwerke hoch, das deines Gegners 2.",
      },
      turn: {
        say: "Du würfelst mit zwei Würfeln und ziehst deine zwei Figuren am Rand entlang. Sie schauen geradeaus über den Plan: Wo sich ihre Linien kreuzen, baust du.",
      },
      rivals: {
        say: "Dein Gegner hat ein Dach auf E3 gesetzt: Dort kannst du nicht aufstocken. Auch Straßen und höhere Nachbarn stehen dir im Weg.",
      },
      end: {
        say: "Sind alle 45 Stockwerke verbaut, ist die Partie zu Ende. Dein Gebäude ist 9 Stockwerke hoch, das deines Gegners 7: Du gewinnst!",
      },
    },
  },
  first: {
    title: "Zwei Linien, ein Gebäude",
    tasks: {
      cross: {
        say: "Deine Figuren kommen auf einer Ecke ins Spiel (das zählt als erster Schritt) und schauen geradeaus über den Plan. Wähle das leuchtende Grundstück E2: Dort sollen sich ihre Linien kreuzen. Bestätige dann den Zug.",
        right: "Eine Figur schaut Spalte E entlang, die andere Reihe 2: Sie kreuzen sich auf E2.",
        wrong: "Diese Linien kreuzen sich nicht auf E2. Eine Figur muss oben oder unten an Spalte E stehen, die andere links oder rechts an Reihe 2.",
      },
      storey: {
        say: "Deine Figuren kreuzen sich auf dem leeren Grundstück E2, also musst du dort bauen: ein Stockwerk oder eine Straße. Beginne ein Gebäude!",
        right: "Dein erstes Gebäude. Deine Turmspitze darauf sagt, dass es dir gehört.",
        wrong: "Eine Straße bleibt für immer, und niemand baut dort mehr. Setze ein Stockwerk auf E2.",
      },
      beside: {
        say: "Du bist wieder dran: 5 und 4. Ein Gebäude wächst auf Grundstücke, die mit einer Kante angrenzen. Kreuze eines neben E2.",
        right: "Dieses Grundstück grenzt mit einer Kante an dein Gebäude.",
        wrong: "So kreuzen sich deine Linien gar nicht. Wähle E1 oder F2, neben deinem Gebäude.",
        wrongs: {
          far: "A7 grenzt nicht an dein Gebäude: Ein Stockwerk dort wäre ein zweites. Wähle E1 oder F2.",
        },
      },
      grow: {
        say: "Lass dein Gebäude wachsen: ein Stockwerk auf E1.",
        right:
          "Ein Gebäude, zwei Grundstücke. Die Turmspitze steht immer, wo es am höchsten ist; bei Gleichstand, wo zuletzt gebaut wurde. Darum ist E2 jetzt oben frei.",
        wrong: "Eine Straße stünde dir dort nur im Weg. Setze ein Stockwerk auf E1.",
      },
    },
  },
  corner: {
    title: "Gebäude stehen frei",
    tasks: {
      apart: {
        say: "Dein Gegner hat auf E4 gebaut. Dein neues Gebäude darf seines nicht berühren, nicht einmal über Eck. Kreuze ein Grundstück, auf dem du ein Gebäude beginnen darfst.",
        right: "C4 berührt kein Gebäude: Zwischen C4 und E4 liegt noch D4.",
        wrong: "Auf E4 steht das Gebäude deines Gegners: Dort geschieht nichts. Kreuze C4.",
        wrongs: {
          corner: "D3 berührt E4 über Eck, dort ist nur eine Straße erlaubt. Kreuze C4.",
        },
      },
      begin: {
        say: "Beginne dein Gebäude: Setze ein Stockwerk auf C4.",
        right: "Jedes Gebäude braucht eine Turmspitze. Du hast am Anfang drei, also höchstens drei Gebäude.",
        wrong: "Eine Straße bliebe für immer auf C4, und du hättest noch immer kein Gebäude. Setze dort ein Stockwerk.",
      },
    },
  },
  dice: {
    title: "Was die Würfel bringen",
    tasks: {
      six: {
        say: "Du hast eine 6 gewürfelt: Du darfst eines deiner Gebäude aufstocken, wo es oben frei ist. Frei heißt: weder Turmspitze noch Dach.",
        right: "E2 hat jetzt zwei Stockwerke. Das Gebäude ist so hoch wie sein höchstes Grundstück: 2. Und die Turmspitze ist dorthin gewandert.",
        wrong: "Was du nicht nutzt, verfällt. Stocke E2 auf.",
      },
      one: {
        say: "Du hast eine 1 gewürfelt: Du darfst ein Dach auf ein beliebiges freies oberstes Stockwerk setzen. Wo ein Dach liegt, wird nicht aufgestockt. Bremse deinen Gegner!",
        right: "B6 wird nicht aufgestockt, bis jemand es kreuzt und das Dach abreißt.",
        wrong: "Eine 1, die du nicht nutzt, verfällt. Setze ein Dach auf B6.",
        wrongs: {
          own: "E1 gehört dir selbst: Ein Dach dort bremst nur dich. Setze es auf B6.",
        },
      },
      tear: {
        say: "Jetzt hat dein Gegner eine 1 gewürfelt und ein Dach auf dein Grundstück E1 gesetzt. Deine Figuren kreuzen sich dort: Du darfst es abreißen.",
        right: "Das Dach kommt zurück in den Vorrat, und E1 kann wieder wachsen.",
        wrong: "Solange das Dach da ist, kann E1 nicht wachsen. Reiß es ab, solange sich deine Figuren dort kreuzen.",
      },
      double: {
        say: "Ein Pasch! Er bringt dir ein Dach aus dem Vorrat. Und für jede 1 darfst du ein Dach auf ein freies oberstes Stockwerk setzen. Bremse deinen Gegner noch einmal!",
        right: "B5 kann nicht mehr aufgestockt werden. Eine 1 hast du noch; in einer echten Partie kannst du sie nutzen oder verzichten.",
        wrong: "So verfallen beide Einsen. Setze ein Dach auf B5.",
        wrongs: {
          own: "E1 gehört dir selbst: Du hast es gerade erst frei gemacht. Setze das Dach auf B5.",
        },
      },
    },
  },
  ruin: {
    title: "Andere schlucken",
    tasks: {
      swallow: {
        say: "Deine Figuren kreuzen sich auf E3, zwischen deinem Gebäude, 2 hoch, und dem deines Gegners, 1 hoch. Deines ist höher: Ein Stockwerk hier schluckt das andere.",
        right: "Alles ist jetzt ein Gebäude, und es gehört dir; die andere Turmspitze geht zurück. Ein Stockwerk mehr genügt.",
        wrong: "Eine Straße würde deinen Gegner retten. Setze ein Stockwerk auf E3.",
      },
    },
  },
  closed: {
    title: "Eingebaut und konkursreif",
    tasks: {
      close: {
        say: "Das einzige Gebäude deines Gegners steht auf A1; daneben ist nur noch A2 leer. Kreuze A2: Mit einer Straße dort kann es nirgends mehr wachsen.",
        right: "Mit einer Straße auf A2 ist es nicht mehr ausbaufähig, auch nicht nach oben.",
        wrong: "Ziehe so, dass sich deine Linien auf A2 kreuzen: eine Figur an Spalte A, die andere an Reihe 2.",
        wrongs: {
          else: "Dieses Grundstück liegt nicht neben A1: Dein Gegner könnte weiter auf A2 bauen. Kreuze A2.",
        },
      },
      demand: {
        say: "Dein Gegner hat gebaut, besitzt aber kein ausbaufähiges Gebäude mehr. Bevor du würfelst, darfst du den Konkurs verlangen. Tu es!",
        right: "Dein Gegner verlässt das Spiel, und nur du bist übrig: Du gewinnst. Sonst gewinnt das höchste Gebäude.",
        wrong: "Du darfst verzichten, aber mit dem Konkurs gewinnst du hier. Verlange ihn.",
      },
    },
  },
  end: {
    title: "Das Ende",
    tasks: {
      last: {
        say: "Nur ein Stockwerk ist noch da. Ist es verbaut, ist die Partie zu Ende. Das Gebäude deines Gegners ist 8 hoch, deines 7. Du hast eine 6: Wo stockst du auf?",
        right: "8 zu 8! Von gleich hohen Gebäuden gewinnt das mit den meisten Stockwerken insgesamt: Deines hat 21, das andere 16.",
        wrong: "Dann ist dein Gegner dran, und er ist höher. Nutze deine 6: Stocke C3 auf.",
        wrongs: {
          low: "Die Partie wäre mit 7 zu 8 zu Ende, und dein Gegner gewänne. Stocke C3 auf: Das gibt 8.",
        },
      },
    },
  },
};
