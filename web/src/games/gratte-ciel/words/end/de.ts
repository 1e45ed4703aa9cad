import type { EndWords } from "./en";

export const words: EndWords = {
  badges: {
    record: { name: "Weltrekord", text: "Halte am Ende den Weltrekord." },
    mini: { name: "Klein, aber fein", text: "Besitze am Ende den Mini-Wolkenkratzer." },
    unity: { name: "Ordnung und Einheit", text: "Gewinne einen Preis für Ordnung und Einheit." },
    tall: { name: "Über den Wolken", text: "Besitze am Ende einen Turm von mindestens 180 m." },
    quake: { name: "Erderschütterer", text: "Bring mit einem Erdbeben einen fremden Turm zum Einsturz." },
    thief: { name: "Lange Finger", text: "Stiehl eine Karte." },
    flawless: { name: "Fehlerlos", text: "Gewinne mit Türmen, von denen keiner fehlerhaft ist." },
  },
};
