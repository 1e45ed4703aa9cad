/** As much of a browser as the page's logic needs: storage, an address, events. Nothing is drawn. */

import type { Environment } from "vitest/environments";

class MemoryStorage implements Storage {
  [key: string]: unknown;

  get length(): number {
    return Object.keys(this).length;
  }
  key(index: number): string | null {
    return Object.keys(this)[index] ?? null;
  }
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
  clear(): void {
    for (const key of Object.keys(this)) delete this[key];
  }
}

/** Where the page is; its history is not kept. */
function addressBar(location: { href: string }): Pick<History, "pushState" | "replaceState"> {
  const go = (_: unknown, __: string, to?: string | URL | null) => void (location.href = new URL(to ?? "", location.href).href);
  return { pushState: go, replaceState: go };
}

function newDocument(target: EventTarget) {
  return Object.assign(target, {
    hidden: false,
    visibilityState: "visible",
    baseURI: "http://bauboom.test/",
    documentElement: { dataset: {} as Record<string, string>, lang: "" },
    querySelector: (): unknown => null,
    getElementById: () => null,
  });
}

export default {
  name: "page",
  viteEnvironment: "client",
  setup(global) {
    const events = new EventTarget(),
      location = new URL("http://bauboom.test/");
    Object.assign(global, {
      Storage: MemoryStorage,
      localStorage: new MemoryStorage(),
      sessionStorage: new MemoryStorage(),
      location,
      history: addressBar(location),
      document: newDocument(new EventTarget()),
      window: global,
      matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
      scrollTo: () => {},
      MutationObserver: class {
        observe(): void {}
      },
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    });
    Object.defineProperty(global, "navigator", { value: { languages: ["en-GB"], userAgent: "" }, configurable: true });
    return { teardown() {} };
  },
} satisfies Environment;
