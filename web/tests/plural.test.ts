import { beforeEach, describe, expect, test } from "vitest";
import { fill } from "../src/lib/fill";
import { countIn, pluralIn } from "../src/lib/plural";
import { change } from "../src/lib/settings.svelte";

describe("a counted word", () => {
  test.each(["en", "de", "nl"] as const)("is singular in %s for one thing only", (language) => {
    const plural = pluralIn(language);
    expect([-2, -1, 0, 1, 2, 21].map((number) => plural(number, "one", "many"))).toEqual(["many", "one", "many", "one", "many", "many"]);
  });

  test("is singular in French for nothing, too", () => {
    expect([0, 1, 2].map((number) => countIn("fr")(number, "étage"))).toEqual(["0 étage", "1 étage", "2 étages"]);
  });

  test("has its own plural where the language needs one, and a typeset minus", () => {
    expect(countIn("de")(-3, "Dach", "Dächer")).toBe("−3 Dächer");
    expect(countIn("en")(-1, "sky-lobby", "sky-lobbies")).toBe("−1 sky-lobby");
  });
});

describe("a sentence with gaps", () => {
  beforeEach(() => change("language", "en"));

  test("gets its values", () => {
    expect(fill("You take {city} from {from}.", { city: "Cairo", from: "red" })).toBe("You take Cairo from red.");
  });

  test("counts in the language that is set", () => {
    const text = "{cards|carte|cartes}, {points|point|points}";
    expect(fill(text, { cards: 0, points: 1 })).toBe("0 cartes, 1 point");
    change("language", "fr");
    expect(fill(text, { cards: 0, points: 2 })).toBe("0 carte, 2 points");
  });

  test("is empty where there are no words for a reason", () => {
    expect(fill(undefined, { city: 1 })).toBe("");
  });
});
