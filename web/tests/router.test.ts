import { beforeEach, describe, expect, test, vi } from "vitest";

let events: EventTarget; // of the window and of the document: a page that is closed hears nothing any more

/** A page that was just opened at an address: from a server, or from a folder of files. */
async function open(address: string, kind: "server" | "site" = "server") {
  vi.resetModules();
  events = new EventTarget();
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.spyOn(document, "addEventListener").mockImplementation(events.addEventListener.bind(events));
  location.href = new URL(address, "http://bauboom.test/").href;
  vi.spyOn(document, "querySelector").mockReturnValue(kind === "site" ? ({ content: "site" } as HTMLMetaElement) : null);
  return (await import("../src/lib/router.svelte")).router;
}

beforeEach(() => vi.restoreAllMocks());

describe("on a server", () => {
  test("an address is a path with questions", async () => {
    const router = await open("/learn/manhattan?task=cap/take&x=a?b");
    expect([router.path, router.query.get("task"), router.query.get("x")]).toEqual(["/learn/manhattan", "cap/take", "a?b"]);
  });

  test("one goes elsewhere without loading the page anew", async () => {
    const router = await open("/");
    router.go("/rules/manhattan?rule=M-cap");
    expect([location.pathname, router.path, router.query.get("rule")]).toEqual(["/rules/manhattan", "/rules/manhattan", "M-cap"]);
    expect(router.link("/t/abc")).toBe("http://bauboom.test/t/abc");
  });

  test("only another page begins at its top", async () => {
    const router = await open("/replay/abc"),
      scroll = vi.spyOn(globalThis, "scrollTo");
    router.go("/replay/abc?step=4", true);
    expect(scroll).not.toHaveBeenCalled();
    router.go("/");
    expect(scroll).toHaveBeenCalledOnce();
  });

  test("a link from a folder of files leads to the same page", async () => {
    const router = await open("/#/rules/manhattan?rule=M-cap");
    expect([location.pathname, location.hash, router.path]).toEqual(["/rules/manhattan", "", "/rules/manhattan"]);
  });

  test("the browser's own back and forth are followed", async () => {
    const router = await open("/lobby");
    location.href = "http://bauboom.test/settings";
    events.dispatchEvent(new Event("popstate"));
    expect(router.path).toBe("/settings");
  });
});

describe("in a folder of files", () => {
  test("an address is behind a #", async () => {
    const router = await open("/some/where/#/new/manhattan?players=3", "site");
    expect([router.path, router.query.get("players")]).toEqual(["/new/manhattan", "3"]);
    router.go("/here/abc");
    expect([location.pathname, location.hash, router.path]).toEqual(["/some/where/", "#/here/abc", "/here/abc"]);
  });

  test.each(["/some/where/", "/some/where/#top", "/some/where/?ref=mail"])("%s is the start page", async (address) => {
    expect((await open(address, "site")).path).toBe("/");
  });
});

describe("a touch on a link", () => {
  const touch = (href: string, more: object = {}) => {
    const link = { target: "", getAttribute: () => href, hasAttribute: () => false, matches: () => /^\/(?!\/|api\/)/.test(href) };
    const event = Object.assign(new Event("click", { cancelable: true }), { button: 0, ...more });
    Object.defineProperty(event, "target", { value: { closest: () => link } });
    events.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test("is followed here where it leads within the page", async () => {
    const router = await open("/");
    expect([touch("/rules/manhattan"), router.path]).toEqual([true, "/rules/manhattan"]);
  });

  test.each(["https://elsewhere.test/", "/api/tables/abc/record"])("is the browser's where it leads to %s", async (href) => {
    const router = await open("/");
    expect([touch(href), router.path]).toEqual([false, "/"]);
  });

  test("is the browser's with a key held down or another button", async () => {
    const router = await open("/");
    expect([touch("/lobby", { ctrlKey: true }), touch("/lobby", { button: 1 }), router.path]).toEqual([false, false, "/"]);
  });
});
