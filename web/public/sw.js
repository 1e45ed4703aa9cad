// The page's files, kept for when the network is slow or gone. Answers of the API are never kept: a game is always the server's.
const SHELF = "page";
const FILE = /^\/page\/.*-[\w-]{8}\.(js|css)$/; // with its content in its name

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(page(request));
  else if (FILE.test(pathname)) event.respondWith(file(request));
});

/** The newest page if it can be had. A new one makes the old one's files useless. */
async function page(request) {
  const shelf = await caches.open(SHELF);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("content-type")?.startsWith("text/html")) {
      const tag = answer.headers.get("etag"), known = (await shelf.match("/"))?.headers.get("etag");
      if (tag !== known) {
        for (const old of await shelf.keys()) await shelf.delete(old);
        await shelf.put("/", answer.clone());
      }
    }
    return answer;
  } catch (error) {
    const kept = await shelf.match("/");
    if (kept) return kept;
    throw error;
  }
}

/** A file that never changes under its name. */
async function file(request) {
  const shelf = await caches.open(SHELF), kept = await shelf.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(request, answer.clone());
  return answer;
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.address ?? "/"));
});

/** Bring the table to the front, wherever it is open. */
async function show(address) {
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((client) => new URL(client.url).pathname === address);
  return open ? open.focus() : self.clients.openWindow(address);
}
