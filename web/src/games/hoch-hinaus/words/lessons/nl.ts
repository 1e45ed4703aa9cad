import type { Lessons } from "./en";

export const lessons: Lessons = {
  win: {
    title: "Zo win je",
    tasks: {
      goal: {
        say: "De speler met het hoogste gebouw wint. Hier is dat van jou 3 verdiepingen hoog, dat van je tegenstander 2.",
      },
      turn: {
        say: "In je beurt gooi je twee dobbelstenen en zet je je twee pionnen langs de rand. Ze kijken recht over het bord: waar hun lijnen elkaar kruisen, bouw je.",
      },
      rivals: {
        say: "Je tegenstander heeft een dak op E3 gelegd: daar kun je niet ophogen. Ook straten en hogere buren zitten je dwars.",
      },
      end: {
        say: "Als alle 45 verdiepingen zijn gebouwd, is het spel afgelopen. Jouw gebouw is 9 verdiepingen hoog, dat van je tegenstander 7: jij wint!",
      },
    },
  },
  first: {
    title: "Twee lijnen, één gebouw",
    tasks: {
      cross: {
        say: "Je pionnen komen op een hoek het bord op (dat is hun eerste stap) en kijken recht over het bord. Kies de oplichtende kavel E2: daar moeten hun lijnen elkaar kruisen. Bevestig dan je zet.",
        right: "De ene pion kijkt langs kolom E, de andere langs rij 2: ze kruisen E2.",
        wrong: "Deze lijnen kruisen elkaar niet op E2. Eén pion moet boven of onder bij kolom E staan, de andere links of rechts bij rij 2.",
      },
      storey: {
        say: "Je kruist de lege kavel E2, dus je moet daar bouwen: een verdieping of een straat. Begin een gebouw!",
        right: "Je eerste gebouw. Je torenspits erop zegt dat het van jou is.",
        wrong: "Een straat blijft voorgoed liggen, en niemand bouwt daar meer. Zet een verdieping op E2.",
      },
      beside: {
        say: "Je bent weer aan de beurt: 5 en 4. Een gebouw groeit op kavels die er een zijde mee delen. Kruis een kavel naast E2.",
        right: "Die kavel deelt een zijde met je gebouw.",
        wrong: "Zo kruisen je lijnen elkaar helemaal niet. Kies E1 of F2, naast je gebouw.",
        wrongs: {
          far: "A7 ligt niet naast je gebouw: een verdieping daar zou een tweede gebouw zijn. Kies E1 of F2.",
        },
      },
      grow: {
        say: "Laat je gebouw groeien: een verdieping op E1.",
        right: "Eén gebouw, twee kavels. De torenspits staat altijd op de hoogste; bij gelijke hoogte op de nieuwste. Daarom is de top van E2 nu vrij.",
        wrong: "Een straat zou jou daar alleen maar in de weg liggen. Zet een verdieping op E1.",
      },
    },
  },
  corner: {
    title: "Gebouwen staan vrij",
    tasks: {
      apart: {
        say: "Je tegenstander heeft op E4 gebouwd. Je nieuwe gebouw mag dat niet raken, ook niet met een hoek. Kruis een kavel waar je een gebouw mag beginnen.",
        right: "C4 raakt geen gebouw: D4 ligt er nog tussen.",
        wrong: "Op E4 staat het gebouw van je tegenstander: daar gebeurt niets. Kruis C4.",
        wrongs: {
          corner: "D3 raakt E4 met een hoek, dus daar mag alleen een straat. Kruis C4.",
        },
      },
      begin: {
        say: "Begin je gebouw: zet een verdieping op C4.",
        right: "Elk gebouw heeft een torenspits nodig. Je begint met drie, dus hooguit drie gebouwen.",
        wrong: "Een straat zou voorgoed op C4 liggen, en je had nog steeds geen gebouw. Zet er een verdieping.",
      },
    },
  },
  dice: {
    title: "Wat de dobbelstenen brengen",
    tasks: {
      six: {
        say: "Je gooide een 6: je mag een van je vrije toppen ophogen, waar dan ook. Een top is vrij als er geen torenspits en geen dak op staat.",
        right: "E2 heeft nu twee verdiepingen. Het gebouw is zo hoog als zijn hoogste kavel: 2. En de torenspits is daarheen verhuisd.",
        wrong: "Wat je niet gebruikt, vervalt. Hoog E2 op.",
      },
      one: {
        say: "Je gooide een 1: je mag een dak op een vrije top leggen, van wie dan ook. Met een dak erop kan een kavel niet hoger. Zit je tegenstander dwars!",
        right: "B6 kan niet worden opgehoogd tot iemand die kavel kruist en het dak sloopt.",
        wrong: "Een 1 die je niet gebruikt, vervalt. Leg een dak op B6.",
        wrongs: {
          own: "E1 is van jezelf: een dak daar zit alleen jou dwars. Leg het op B6.",
        },
      },
      tear: {
        say: "Nu gooide je tegenstander een 1 en legde een dak op jouw kavel E1. Je pionnen kruisen daar: je mag het slopen.",
        right: "Het dak gaat terug naar de voorraad, en E1 kan weer groeien.",
        wrong: "Zolang het dak er ligt, kan E1 niet groeien. Sloop het nu je pionnen daar kruisen.",
      },
      double: {
        say: "Dubbel! Dat levert je een dak uit de voorraad op. En voor elke 1 mag je een dak op een vrije top leggen. Zit je tegenstander nog eens dwars!",
        right: "B5 kan nu niet omhoog. Je hebt nog een 1; in een echt spel mag je die gebruiken of laten gaan.",
        wrong: "Dan vervallen beide enen. Leg een dak op B5.",
        wrongs: {
          own: "E1 is van jezelf: je hebt die top net vrijgemaakt. Leg het dak op B5.",
        },
      },
    },
  },
  ruin: {
    title: "Anderen opslokken",
    tasks: {
      swallow: {
        say: "Je kruist E3, tussen jouw gebouw, 2 hoog, en dat van je tegenstander, 1 hoog. Het jouwe is hoger: een verdieping hier slokt het andere op.",
        right: "Alles is nu één gebouw van jou, en de andere torenspits gaat terug. Eén verdieping hoger is genoeg.",
        wrong: "Een straat zou je tegenstander redden. Zet een verdieping op E3.",
      },
    },
  },
  closed: {
    title: "Ingesloten en failliet",
    tasks: {
      close: {
        say: "Het enige gebouw van je tegenstander staat op A1; ernaast is alleen A2 nog leeg. Kruis A2: met een straat daar kan het nergens meer groeien.",
        right: "Met een straat op A2 is het gebouw ingesloten: daar wordt niets meer opgehoogd.",
        wrong: "Zet zo dat je lijnen elkaar op A2 kruisen: één pion bij kolom A, de andere bij rij 2.",
        wrongs: {
          else: "Die kavel ligt niet naast A1: je tegenstander kan nog op A2 bouwen. Kruis A2.",
        },
      },
      demand: {
        say: "Je tegenstander heeft gebouwd, maar bezit geen gebouw meer dat kan groeien. Voordat je gooit, mag je het faillissement aanvragen. Doe het!",
        right: "Je tegenstander verlaat het spel en alleen jij bent over: je wint. Anders wint het hoogste gebouw.",
        wrong: "Je mag het laten, maar hier win je er het spel mee. Vraag het faillissement aan.",
      },
    },
  },
  end: {
    title: "Het einde",
    tasks: {
      last: {
        say: "Er is nog maar één verdieping. Als die gebouwd is, is het spel afgelopen. Het gebouw van je tegenstander is 8 hoog, dat van jou 7. Je gooide een 6: welke kavel hoog je op?",
        right: "8 tegen 8! Van even hoge gebouwen wint dat met in totaal de meeste verdiepingen: het jouwe heeft er 21, het andere 16.",
        wrong: "Dan is je tegenstander aan de beurt, en die is hoger. Gebruik je 6: hoog C3 op.",
        wrongs: {
          low: "Het spel zou eindigen met 7 tegen 8, en je tegenstander zou winnen. Hoog C3 op: die wordt 8.",
        },
      },
    },
  },
};
