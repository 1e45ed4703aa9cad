export const words = {
  badges: {
    record: { name: "World record", text: "Hold the world record at the end." },
    mini: { name: "Small is beautiful", text: "Own the mini skyscraper at the end." },
    unity: { name: "Order and unity", text: "Win a prize for order and unity." },
    tall: { name: "Above the clouds", text: "Own a tower of 180 m or more at the end." },
    quake: { name: "Earthshaker", text: "Bring down another player’s tower with an earthquake." },
    thief: { name: "Light fingers", text: "Steal a card." },
    flawless: { name: "Flawless", text: "Win with towers that all are without a flaw." },
  },
};

export type EndWords = typeof words;
