import type { Lessons } from "./en";

export const lessons: Lessons = {
  win: {
    title: "Zo win je",
    tasks: {
      goal: {
        say: "Iedereen bouwt op dezelfde bouwplaatsen. Een toren wordt van de speler die het dak erop legt.",
      },
      turn: {
        say: "In je beurt speel je één kaart: een verdieping, een toilet, een dak, een aardbeving … Daarna trek je tot je er weer vijf hebt.",
      },
      points: {
        say: "Voltooide torens leveren punten op: voor het prestige op hun kaarten en voor prijzen. De toren van je tegenstander is de hoogste, het wereldrecord: hij staat voor met 14 tegen 6.",
      },
      end: {
        say: "Een aardbeving heeft die toren laten instorten: nu sta jij voor met 10 tegen 1, ook al telt je lage toren zonder toilet voor −1. Als er geen bouwplaats meer is of de kaarten op zijn, wint de speler met de meeste punten.",
      },
    },
  },
  first: {
    title: "Bouwen en voltooien",
    tasks: {
      floor: {
        say: "Iedereen bouwt op dezelfde bouwplaatsen. Kies een verdieping, dan een bouwplaats, en bevestig.",
        right: "Die ligt er. De toren is nog van niemand: hij wordt van wie het dak erop legt.",
        wrongs: {
          toilet: "Een toilet is een goede kaart, maar begin met een verdieping: woning, kantoor of museum.",
          discard: "Een afgelegde kaart bouwt niets. Speel een verdieping: woning, kantoor of museum.",
        },
      },
      toilet: {
        say: "Een toren zonder toilet is gebrekkig en telt voor −1. Leg je toilet op de toren die al groeit.",
        right: "Een punt voor jou, voorgoed. En met een toilet mag je stelen!",
        wrong: "Daar wordt een toren hoger van, maar hij heeft nog steeds geen toilet. Speel het toilet op de toren die groeit.",
        wrongs: {
          site: "Daar is nog niets gebouwd. Leg het toilet op de toren die groeit.",
          roof: "Met een dak is de toren voltooid, zonder toilet: gebrekkig, −1 voor jou. Speel het toilet.",
          discard: "Zo gooi je een punt weg. Leg het toilet op de toren die groeit.",
        },
      },
      steal: {
        say: "Je mag twee willekeurige kaarten uit de andere hand nemen en er één houden. Steel!",
        right: "Bekijk ze nu allebei.",
        wrong: "Stelen kost je alleen de nieuwe kaart van deze beurt, en je kiest de beste van twee. Steel!",
      },
      keep: {
        say: "Houd er één, de andere gaat terug. De toren heeft straks een hoog dak nodig.",
        right: "De antenne is een dak van 25 m.",
        wrong: "Een aardbeving is verleidelijk, maar met de antenne voltooi je de toren.",
      },
      roof: {
        say: "95 m, met een toilet. Een toren moet 100 m halen: leg er een dak op.",
        right: "Voltooid, en van jou! Hij is ook de hoogste: het wereldrecord, 5 punten.",
        wrong: "Een tornado wisselt jullie handen om: je daken gaan naar je tegenstander. Leg eerst een dak op de toren.",
        wrongs: {
          floor: "Dan kan je tegenstander het dak op de toren leggen, en is die van hem. Voltooi hem zelf: met antenne of plat dak.",
        },
      },
    },
  },
  heights: {
    title: "Hoogten en prijzen",
    tasks: {
      mini: {
        say: "De toren met het toilet is 45 m: te laag. Maar precies 60 m is de mini-wolkenkrabber, goed voor 3 punten. Welk dak past?",
        right: "Precies 60 m: de mini-wolkenkrabber! Je hoogtedrempel is nu 60 m; je volgende toren moet hoger zijn.",
        wrongs: {
          low: "Dat is minder dan 60 m, en onder 100 m is een toren gebrekkig. De koepel is 15 m.",
          high: "45 en 25 is 70 m: te hoog voor de mini-wolkenkrabber, te laag voor 100 m. De koepel is 15 m.",
          site: "Die toren heeft geen toilet en zou gebrekkig zijn. Voltooi de toren met het toilet.",
        },
      },
      unity: {
        say: "In de hoge toren in aanbouw zijn alle verdiepingen woningen; het uitkijkplatform doet er niet toe. Alleen een toilet ontbreekt. Welk dak redt de toren?",
        right: "Het toiletdak telt als toilet. Alleen woningen: orde en eenheid, 4 punten, en het wereldrecord erbij.",
        wrong: "De toren heeft dan nog steeds geen toilet, en je tegenstander kan hem voltooien. Speel het dak dat een toilet is.",
        wrongs: {
          stinks: "Zonder toilet zou hij gebrekkig zijn en voor −1 tellen. Een van je daken is een toilet.",
        },
      },
    },
  },
  quakes: {
    title: "Aardbevingen en studies",
    tasks: {
      quake: {
        say: "De gestippelde scheuren onder een toren tonen na hoeveel aardbevingen hij instort. De eerste toren staat op klei: één is genoeg. Laat de grond beven!",
        right: "Daar gaat hij. Zijn kaarten liggen op de aflegstapel, en de bouwplaats is uit het spel.",
        wrongs: {
          stands: "Palen doorstaan één aardbeving. Klei niet: speel hem op de eerste toren.",
          fallen: "Ook die stort in, maar daar heb je zelf gebouwd. Laat de toren op klei beven.",
          helps: "Daar wordt een toren hoger of steviger van. Laat er nu een instorten: speel de aardbeving op de toren op klei.",
        },
      },
      insure: {
        say: "Op de toren op de parkeerkelder ligt een aardbeving; bij de volgende stort hij in. Verzeker hem.",
        right: "Verzekering en aardbeving zijn allebei weg: de toren staat weer zo stevig als eerst.",
        wrong: "De volgende aardbeving laat de toren nog steeds instorten. Speel de verzekering erop.",
        wrongs: {
          site: "Die toren loopt geen gevaar: zijn palen houden het. Verzeker de toren met de aardbeving.",
        },
      },
      study: {
        say: "Met een studie bekijk je de bovenste vijf kaarten van de trekstapel. Speel je studie.",
        right: "Vijf kaarten, alleen voor jouw ogen.",
        wrong: "Zo zie je geen van de volgende kaarten. Speel de studie en kies de trekstapel.",
        wrongs: {
          pile: "Uit de aflegstapel krijg je een kaart die iedereen kent. Bekijk deze keer de trekstapel.",
        },
      },
      take: {
        say: "Neem één kaart, speel er meteen één, of neem alle vijf als nieuwe hand. Neem nu de antenne.",
        right: "De andere gaan terug op de stapel, in de volgorde die jij wilt. En elke studie opent een nieuwe bouwplaats.",
        wrong: "Die kaart heb je niet zo nodig: je mist een hoog dak. Neem de antenne.",
        wrongs: {
          play: "Je mag een kaart meteen spelen, maar neem deze keer de antenne in je hand.",
          swap: "Dan geef je je oude hand weg. Neem alleen de antenne.",
        },
      },
    },
  },
  storms: {
    title: "Rampen en uitwegen",
    tasks: {
      century: {
        say: "De toren van je tegenstander op klei heeft het wereldrecord. De aardbeving van de eeuw treft elke toren, ook die van jou; maar die staat op palen. Speel hem!",
        right: "De klei begeeft het, en het wereldrecord is van jou: 5 punten. Je toren heeft voorgoed 1 weerstand verloren, maar hij staat.",
        wrong: "De toren van je tegenstander houdt dan het record. Speel de aardbeving van de eeuw.",
        wrongs: {
          flawed: "Een lage toren zonder toilet is gebrekkig: −1 voor jou. Speel de aardbeving van de eeuw.",
          discard: "Afgelegd treft hij niemand. Speel hem: de toren van je tegenstander stort in.",
        },
      },
      discard: {
        say: "Je hebt alleen daken, en elk daarvan zou een lage toren zonder toilet voltooien: −1. In plaats van te spelen mag je altijd een kaart afleggen. Welk dak kun je missen?",
        right: "Platte daken heb je er twee, en ze zijn maar 5 m. Je trekt er een nieuwe kaart voor.",
        wrongs: {
          flawed: "De toren zou gebrekkig zijn: −1 voor jou. Leg liever een plat dak af.",
          tall: "Daarvan heb je er maar één, en die is hoger dan een plat dak. Leg een plat dak af: je hebt er twee.",
        },
      },
      tornado: {
        say: "Een tornado geeft alle handen door aan de volgende speler. Met twee spelers wissel je van hand. Laat je tegenstander de daken maar hebben: speel hem, links of rechts!",
        right: "Je tegenstander heeft je daken en jij vijf nieuwe kaarten; daarom trek je er geen.",
        wrong: "Dan blijf je met je daken zitten. Speel de tornado.",
        wrongs: {
          flawed: "Die lage toren zonder toilet zou gebrekkig zijn: −1 voor jou. Speel de tornado.",
        },
      },
    },
  },
};
