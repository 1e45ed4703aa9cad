// The page's files, kept for when the network is slow or gone: on a server, and in any folder of a host of files.
// Answers of the API are never kept: a game of the server's is always the server's.

const VERSION = "", FILES = []; // of the page, in page/; written here when it is built
const SCOPE = self.registration.scope; // where this file lies
const OURS = `bauboom ${SCOPE} `; // other pages may live on the same host
const SHELF = `${OURS}${VERSION}`, GAMES = `${OURS}games`;
const BESIDE = ["manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"];
const LIST = `${SCOPE}page/games.json`; // names the files of all games
const HASHED = /^page\/.+-[\w-]{8,}\.(js|css|wasm|json|bin|md)$/; // with its content in its name
const WORDS = /(?:^|[-/])(en|de|nl|fr)-[\w-]{8}\.js$/; // of a language: kept for the one that is set
const PATIENCE = 2000; // ms, before what is kept is as good

self.addEventListener("install", (event) => event.waitUntil(keepPage()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  if (event.data.do === "keep") event.waitUntil(keepGames(event.data.language).catch(() => {})); // next time, then
  if (event.data.do === "replace") event.waitUntil(replace(event.data.entry, event.source.id));
});
self.addEventListener("fetch", (event) => {
  const { request } = event, { href, search } = new URL(request.url);
  const name = href.slice(SCOPE.length).replace(/[?#].*/s, "");
  if (request.method !== "GET" || !href.startsWith(SCOPE) || name.startsWith("api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (search) return;
  else if (href === LIST) event.respondWith(games());
  else if (HASHED.test(name)) event.respondWith(file(href));
  else if (BESIDE.includes(name)) event.respondWith(fetch(request).catch(() => kept(SHELF, href)));
});

const kept = (shelf, address) => caches.match(address, { cacheName: shelf, ignoreVary: true }); // opening a shelf would make it anew
const soon = () => new Promise((resolve) => setTimeout(resolve, PATIENCE));
const tabs = async () =>
  (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(({ url }) => url.startsWith(SCOPE));

/** The languages whose words are kept: a new version keeps its own words of them before it takes over. */
async function languages() {
  const found = new Set();
  for (const name of await caches.keys())
    if (name.startsWith(OURS)) for (const { url } of await (await caches.open(name)).keys()) found.add(WORDS.exec(url)?.[1]);
  return found;
}

/** All of this version, of the words those that were kept before, or nothing. */
async function keepPage() {
  const shelf = await caches.open(SHELF), shell = await fetch(SCOPE, { cache: "no-cache" });
  const wants = [...(await shell.clone().text()).matchAll(/page\/([\w.-]+\.(?:js|css))"/g)].map(([, name]) => name);
  if (!shell.ok || !wants.length || !wants.every((name) => FILES.includes(name))) throw new Error("the page is of another version");
  const spoken = (await languages()).add(undefined); // and what is in no language
  await shelf.put(SCOPE, shell);
  const wanted = [...BESIDE, ...FILES.filter((name) => spoken.has(WORDS.exec(name)?.[1])).map((name) => `page/${name}`)].map((name) => SCOPE + name);
  while (wanted.length) await shelf.addAll(wanted.splice(0, 6)); // nobody waits for it
}

/** The pages of the last version are gone, and so may be what was kept for them. */
async function takeOver() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) || (name === "page" && SCOPE === `${location.origin}/`)); // as it once was
  const old = names.filter((name) => name !== SHELF && name !== GAMES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** A page of this version is there: if it is the only one, nobody needs the last version any more. A page that was just closed counts for a moment. */
async function replace(entry, asking) {
  for (let tries = 0; FILES.includes(entry) && tries < 5; tries++) {
    if ((await tabs()).every(({ id }) => id === asking)) return self.skipWaiting();
    await soon();
  }
}

/** The newest page if it can be had soon. */
async function page(request) {
  const shell = await kept(SHELF, SCOPE), fresh = fetch(request, { cache: "no-cache" });
  if (!shell) return fresh;
  return Promise.race([fresh.then((answer) => (answer.status < 500 ? answer : shell)), soon().then(() => shell)]).catch(() => shell);
}

/** The list of games: the newest if it can be had soon. */
async function games() {
  const shelf = await caches.open(GAMES), known = await shelf.match(LIST);
  const fresh = fetch(LIST, { cache: "no-cache" }).then(async (answer) => {
    if (answer.ok) await shelf.put(LIST, answer.clone());
    return answer.ok ? answer : (known ?? answer);
  });
  return known ? Promise.race([fresh, soon().then(() => known)]).catch(() => known) : fresh;
}

/** A file that never changes under its name. */
async function file(address) {
  const shelf = /\.(js|css)$/.test(address) ? SHELF : GAMES, known = await kept(shelf, address);
  if (known) return known;
  const answer = await fetch(address);
  // the shelf of a page is gone when the next version has taken over
  if (answer.ok && (shelf === GAMES || (await caches.has(shelf)))) await (await caches.open(shelf)).put(address, answer.clone());
  return answer;
}

/** The words of a language and what all games need, for when there is no network; and nothing of games as they once were. */
async function keepGames(language) {
  for (const name of FILES) if (WORDS.exec(name)?.[1] === language) await file(`${SCOPE}page/${name}`);
  const shelf = await caches.open(GAMES), before = await named(await shelf.match(LIST));
  const lines = await (await games()).json(), now = await named(await shelf.match(LIST));
  const needed = lines.flatMap(({ description, library, texts }) => [description, library, texts[language] ?? texts.en]);
  const networks = lines.flatMap(({ network }) => network ?? []); // the most by far, and only the strongest bots need them
  for (const name of [...needed, ...networks]) await file(`${SCOPE}page/${name}`);
  if ((await tabs()).length > 1) return; // one of them may still play by the old rules
  for (const { url } of await shelf.keys()) if (url !== LIST && !now.has(url) && !before.has(url)) await shelf.delete(url);
}

/** The addresses of all files that a list of games names; of puzzles also those that an index names which is kept. */
async function named(list) {
  const found = new Set(), shelf = await caches.open(GAMES);
  for (const { description, library, network, puzzles, texts } of list ? await list.json() : []) {
    const index = puzzles && (await shelf.match(`${SCOPE}page/${puzzles}`)), files = index ? (await index.json()).files : [];
    for (const name of [description, library, network, puzzles, ...files, ...Object.values(texts)]) found.add(`${SCOPE}page/${name}`);
  }
  return found;
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data?.address ?? "", SCOPE).href));
});

/** Bring the table to the front, wherever it is open. */
async function show(address) {
  const open = (await tabs()).find(({ url }) => url === address);
  return open ? open.focus() : self.clients.openWindow(address);
}
