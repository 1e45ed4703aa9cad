import type { Lessons } from "./en";

export const lessons: Lessons = {
  win: {
    title: "Zo win je",
    tasks: {
      goal: {
        say: "Iedereen bouwt in alle zes steden. Een toren is van de kleur van zijn bovenste bouwsteen. Wie na de laatste ronde de meeste punten heeft, wint.",
      },
      turn: {
        say: "In je beurt speel je een kaart en zet je een van je bouwstenen op de bouwplaats die ze aanwijst, in een stad naar keuze. Daarna trek je een nieuwe kaart.",
      },
      points: {
        say: "Na elke ronde zijn er punten: 3 voor de enige hoogste toren, 2 voor de meeste torens in een stad, 1 voor elke toren. Hier sta je voor met 14 tegen 12.",
      },
    },
  },
  first: {
    title: "Kaarten, bouwstenen, torens",
    tasks: {
      pick: {
        say: "Je hebt 24 bouwstenen. Elke ronde begint met kiezen: hier zijn het er 6. Neem twee enen, twee tweeën, één drie en één vier.",
        right: "Wat je nu laat liggen, is voor de drie latere rondes.",
        wrong: "Dat kan ook, maar neem nu deze mix: twee enen, twee tweeën, één drie en één vier.",
      },
      card: {
        say: "Het bord is naar jou toe gedraaid: het vakje op een kaart is in elke stad dezelfde bouwplaats. Speel kaart 3 en bouw je 2 in Manhattan.",
        right: "Je eerste toren. Je kreeg meteen een nieuwe kaart.",
        wrongs: {
          city: "De kaart klopt, maar dat is een andere stad. Bouw in Manhattan.",
          block: "De plaats klopt, maar neem de bouwsteen van 2.",
        },
      },
      grow: {
        say: "Op je eigen toren mag elke bouwsteen. Maak die in Manhattan hoger: nog eens kaart 3, met de 3.",
        right: "Vijf etages: nu is hij de enige hoogste toren. Dat levert 3 punten op als de ronde geteld wordt.",
        wrong: "Zet de 3 op je eigen toren in Manhattan: kaart 3 wijst die aan.",
        wrongs: {
          block: "De toren klopt, maar neem de 3.",
        },
      },
    },
  },
  takeover: {
    title: "Overnemen",
    tasks: {
      equal: {
        say: "Blauw heeft 2 etages midden in Sydney. Je mag erop bouwen als je er daarna minstens evenveel etages hebt als blauw. Neem de toren over met de kleinste bouwsteen die genoeg is.",
        right: "2 tegen 2: gelijk is genoeg. De bovenste bouwsteen is van jou, dus de toren ook.",
        wrong: "Blauw houdt zo de toren. Speel kaart 5 in Sydney, met de 2: 2 tegen 2 is genoeg.",
        wrongs: {
          large: "Zo neem je hem over, maar het is meer dan nodig: 2 tegen 2 is genoeg. Bewaar de grotere bouwstenen.",
        },
      },
      total: {
        say: "Blauw nam hem terug met een simpele 1: blauw heeft nu 3 etages in de toren, jij 2. Al je etages in de toren tellen mee, waar ze ook zitten. Neem hem over met de kleinste bouwsteen die genoeg is.",
        right: "2 eronder en 1 bovenop is 3 tegen 3. Het totaal telt, niet de bouwsteen!",
        wrong: "Blauw houdt zo de toren in Sydney. Speel daar kaart 5, met een 1: je hebt er al 2 etages in.",
        wrongs: {
          large: "Zo neem je hem over, maar een 1 is genoeg: met de 2 eronder heb je er 3, evenveel als blauw.",
        },
      },
    },
  },
  scoring: {
    title: "Punten",
    tasks: {
      tallest: {
        say: "De enige hoogste toren levert 3 punten op. Die van jou in Sydney en die van blauw in Manhattan zijn allebei 4 hoog: niemand zou ze krijgen. Blauw heeft nog een 1. Zorg dat jouw toren de hoogste blijft.",
        right: "7 etages: daar komt blauw niet meer aan.",
        wrong: "Je toren midden in Sydney moet hoger worden dan die van blauw met een 1 nog kan worden: zet de 3 erop.",
        wrongs: {
          small: "5 etages is niet veilig: met zijn 1 heeft blauw er ook 5, en dan krijgt niemand de punten. Neem de 3.",
        },
      },
      majority: {
        say: "De laatste beurt van de ronde. De meeste torens in een stad leveren 2 punten op, en in Caïro hebben jij en blauw er elk één. Bouw daar zo dat jij de meeste hebt.",
        right: "2 punten voor Caïro en 1 voor de nieuwe toren.",
        wrong: "Je hebt een nieuwe toren in Caïro nodig: zet je 1 daar op een lege bouwplaats.",
      },
      next: {
        say: "De ronde is geteld: 3 voor de hoogste toren, 2 voor elke stad waarin iemand de meeste torens heeft, 1 voor elke toren. Alle torens blijven staan en tellen weer mee. Begin de volgende ronde: kies 6 bouwstenen naar keuze.",
        right: "Meer heb je niet nodig. Wie na de laatste ronde de meeste punten heeft, wint. Veel plezier!",
      },
    },
  },
};
