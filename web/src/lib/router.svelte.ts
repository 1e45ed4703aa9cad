/** Which page is shown: the address, followed without loading anew.
 *
 * Everywhere else addresses are paths, "/learn/manhattan?task=…". A server knows them all; a host of plain files knows
 * one file only, so there they stand behind a "#": links are turned as soon as they are in the page.
 */

import { server } from "./server.svelte";

const INNER = 'a[href^="/"]:not([href^="//"], [href^="/api/"])';

class Router {
  path = $state("");
  query = $state.raw(new URLSearchParams());

  constructor() {
    if (server.exists && location.hash.startsWith("#/")) history.replaceState(null, "", location.hash.slice(1)); // from elsewhere
    this.read();
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
    document.addEventListener("click", (event) => this.follow(event));
    if (!server.exists) this.turnLinks();
  }

  /** What the browser needs to come to an address: for links, and for its history. */
  to = (address: string): string => (server.exists ? address : `#${address}`);

  /** The whole link, to be given to others. */
  link = (address: string): string => new URL(this.to(address), document.baseURI).href;

  go(address: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", this.to(address));
    const before = this.path;
    this.read();
    if (this.path !== before) scrollTo(0, 0);
  }

  private read(): void {
    const { pathname, search, hash } = location;
    const address = server.exists ? pathname + search : hash.startsWith("#/") ? hash.slice(1) : "/";
    const [path, query = ""] = address.split(/\?(.*)/s);
    this.path = path!;
    this.query = new URLSearchParams(query);
  }

  /** Links within the page do not load it anew. */
  private follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const wanted = link.getAttribute("href") ?? "";
    if (link.target || link.hasAttribute("download")) return;
    if (/^#(?!\/)/.test(wanted)) this.jump(wanted.slice(1));
    else if (wanted.startsWith("#/")) this.go(wanted.slice(1));
    else if (server.exists && link.matches(INNER)) this.go(wanted);
    else return;
    event.preventDefault();
  }

  /** To a place on this page; it has no address of its own. */
  private jump(id: string): void {
    const place = document.getElementById(id);
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  }

  private turnLinks(): void {
    const turn = (link: Element) => link.setAttribute("href", this.to(link.getAttribute("href")!));
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Element && target.matches(INNER)) turn(target);
        for (const node of addedNodes)
          if (node instanceof Element) {
            if (node.matches(INNER)) turn(node);
            node.querySelectorAll(INNER).forEach(turn);
          }
      }
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["href"] });
  }
}

export const router = new Router();
