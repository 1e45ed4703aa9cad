import { beforeEach, describe, expect, test, vi } from "vitest";

/** The settings of a page that was just opened, with what the browser has kept. */
async function open(kept: unknown, languages = ["en-GB"]) {
  vi.resetModules();
  localStorage.clear();
  if (kept !== undefined) localStorage.setItem("bauboom settings", typeof kept === "string" ? kept : JSON.stringify(kept));
  vi.stubGlobal("navigator", { languages });
  return import("../src/lib/settings.svelte");
}

beforeEach(() => vi.unstubAllGlobals());

describe("settings", () => {
  test.each([
    [["fr-CH", "de"], "fr"],
    [["sv", "nl-BE"], "nl"],
    [["sv"], "en"],
    [[], "en"],
  ])("speak the first language of %j that the page knows", async (languages, language) => {
    expect((await open(undefined, languages)).settings.language).toBe(language);
  });

  test("are as they were kept", async () => {
    const { settings } = await open({ language: "de", pace: 200, sound: true });
    expect(settings).toMatchObject({ language: "de", pace: 200, sound: true, theme: "auto" });
  });

  test.each(["{torn", "null", '{"language":"xx","pace":"fast","sound":1,"other":true}'])("ignore what makes no sense: %s", async (kept) => {
    const { settings } = await open(kept);
    expect(settings).toMatchObject({ language: "en", pace: 700, sound: false });
    expect(settings).not.toHaveProperty("other");
  });

  test("are kept when they change, and seen by the style sheet", async () => {
    const { change } = await open(undefined);
    change("theme", "dark");
    expect(JSON.parse(localStorage.getItem("bauboom settings")!)).toMatchObject({ theme: "dark" });
    expect(document.documentElement.dataset.theme).toBe("dark");
    change("theme", "auto");
    expect(document.documentElement.dataset).not.toHaveProperty("theme");
  });

  test("of an account are taken over, but each browser allows notices for itself", async () => {
    const { adopt, settings } = await open({ notices: false });
    adopt({ language: "nl", notices: true });
    expect(settings).toMatchObject({ language: "nl", notices: false });
  });
});
