// A plain page over the API: it shows what the server says and offers what the server allows. It knows no rule of a game.

const T = {
  tagline: "The skyscraper games, against bots or with friends.", home: "All games", none: "None at the moment.",
  name: "Your name", needName: "Say your name first.", failed: "That did not work; try again.",
  play: (bots) => `Play now against ${bots === 1 ? "a bot" : `${bots} bots`}`, friends: "Table for friends",
  choices: "Players, options, clock", players: "Players", variant: "Variant", standard: "standard", bots: "Bots",
  pace: "Time", listed: "Anybody may find it in the lobby", rules: "Rules",
  paces: [["as long as you like", {}],
    ["10 min + 5 s a turn", { kind: "live", minutes: 10, increment: 5 }],
    ["20 min + 10 s a turn", { kind: "live", minutes: 20, increment: 10 }],
    ["a day for each move", { kind: "days", days: 1 }], ["3 days for each move", { kind: "days", days: 3 }]],
  join: "Join a friend's table", code: "Code", go: "Join",
  mine: "My games", lobby: "Tables that wait for players", watch: "Games to watch", over: "My finished games",
  phases: { waiting: "Waiting for players", dealing: "The game is about to begin", over: "The game is over",
    closed: "This table was closed" },
  yourTurn: "Your turn", turnOf: (who) => `${who}'s turn`, wins: (who) => `${who} won`, noWinner: "Nobody won",
  how: { rules: "", resigned: " by resignation", time: " on time", abandoned: "" },
  link: "Link for your friends", orCode: "or the code", copy: "Copy", copied: "Copied",
  seats: "Seats", open: "open", bot: (level, seat) => `bot ${seat + 1} (${level})`, seat: (n) => `seat ${n + 1}`,
  you: "you", sit: "Sit here", leave: "Leave my seat", addBot: "Add bot", clear: "Clear", close: "Close the table",
  picture: "The table", larger: "Larger", smaller: "Smaller", watching: "You are watching.", wait: "Wait for the others.",
  actions: "You may", more: "And with it, at once", startOver: "Choose something else",
  filter: "Show only actions with", all: "all",
  events: "What happened", chat: "Chat", say: "Say", send: "Send",
  resign: "Resign", sureResign: "Really resign? A bot will play on for you.", undo: "Ask to take back my last decision",
  asks: (who) => `${who} would like to take back a decision.`, agree: "Agree", decline: "Decline", withdraw: "Withdraw",
  replace: (who) => `${who} is silent: let a bot play on`, back: "Take my seat back from the bot",
  rematch: "Play again", toRematch: "To the new table", record: "Download the record",
  lost: "The connection is lost; trying again …", stale: "The table has moved on; look again.",
  out: { resigned: "resigned", time: "ran out of time", replaced: "was silent; a bot plays on" },
  told: { "table:back": "is back", "table:undo": "asks to take back a decision", "table:undone": "A decision was taken back.",
    "table:decline": "says no to taking back" },
  fair: "Fair chance", hash: "Before the game the server fixed its cards and dice with this hash",
  given: (n) => `Players who mixed a number of their own into it: ${n}.`, seed: "The seed behind it", fits: "It fits the hash.",
  fitsNot: "It does NOT fit the hash that this browser noted!",
  proof: "Anybody can prove the whole game with the record and Bauboom on his own machine:",
  insecure: "This page came without https, so your browser added no number of its own.",
};

const page = document.getElementById("page");
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const spoken = (key) => String(key).replaceAll("_", " ");
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));
let me = null, skew = 0; // who we are; how far the server's clock is ahead of ours

/** An element; what begins with "on" is a listener, the rest properties or attributes. */
function h(tag, given = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.flat(2).filter((child) => child !== null && child !== false));
  return node;
}
const button = (text, onclick, given = {}, more = "") => h("button", { type: "button", onclick, ...given }, text, more);
const labelled = (text, control) => h("label", {}, h("span", {}, text), control);
const choice = (options, onchange = () => {}) => h("select", { onchange }, options.map(([text, value]) => h("option", { value }, text)));
const tell = (text = "") => { document.getElementById("message").textContent = text; };

async function api(path, body) {
  const sent = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, sent);
  skew = Date.parse(answer.headers.get("date")) + 500 - Date.now();
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(data.why ?? T.failed), data);
  return data;
}

/** A handler that shows what goes wrong, and cannot be set off twice at once. */
const trying = (work) => async (event) => {
  event?.preventDefault?.();
  const target = event?.currentTarget;
  tell();
  if (target) target.disabled = true;
  try { await work(event); } catch (error) { tell(error.message); } finally { if (target) target.disabled = false; }
};

const memory = new Map(); // where the browser keeps nothing
function keep(key, value) { memory.set(key, value); try { localStorage.setItem(`bauboom ${key}`, value); } catch { /* only memory */ } }
function kept(key) { try { return localStorage.getItem(`bauboom ${key}`) ?? memory.get(key); } catch { return memory.get(key); } }

/** A number of our own for the chance: its hash now, itself when everybody sits. Only where the browser can hash. */
async function commitment() {
  if (!globalThis.crypto?.subtle) return null;
  const nonce = crypto.getRandomValues(new Uint8Array(32)), commit = await sha256(nonce);
  keep(`nonce ${commit}`, hex(nonce));
  return commit;
}

const nameBox = h("input", { maxLength: 24, autocomplete: "nickname", enterKeyHint: "done" });
let naming = Promise.resolve(); // one after the other: two at once would make two guests
function beSomebody() {
  naming = naming.catch(() => {}).then(async () => {
    const name = nameBox.value.trim();
    if (!name) { nameBox.focus(); throw new Error(T.needName); }
    if (name !== me?.name) me = await api("/api/me", { name });
  });
  return naming;
}

function copyable(text, value) {
  const box = h("input", { readOnly: true, value, onfocus: () => box.select() });
  const copy = button(T.copy, async () => {
    box.select();
    try { await navigator.clipboard.writeText(value); } catch { document.execCommand("copy"); } // no clipboard without https
    copy.textContent = T.copied;
  });
  return h("div", { className: "copyable" }, labelled(text, box), copy);
}

function rulesOf(game) {
  const text = h("pre", { className: "rules", tabIndex: 0 });
  const language = game.languages.find((code) => navigator.language.startsWith(code)) ?? "en";
  return h("details", { ontoggle: async () => {
    if (!text.textContent) text.textContent = await (await fetch(`/api/games/${game.game}/rules?lang=${language}`)).text();
  } }, h("summary", {}, T.rules), text);
}

// The start page

async function startPage() {
  const games = await api("/api/games"), titles = Object.fromEntries(games.map((game) => [game.game, game.title]));
  nameBox.value = me?.name ?? "";
  const code = h("input", { maxLength: 12, autocapitalize: "off", autocomplete: "off", spellcheck: false, size: 8 });
  const join = trying(async () => {
    await beSomebody();
    location.href = `/t/${(await api(`/api/codes/${encodeURIComponent(code.value.trim())}`)).id}`;
  });
  const lists = h("div", { className: "lists" });
  page.replaceChildren(
    h("header", {}, h("h1", {}, "Bauboom"), h("p", {}, T.tagline), labelled(T.name, nameBox)),
    h("div", { className: "games" }, games.map(gameCard)),
    h("section", {}, h("h2", {}, T.join),
      h("form", { className: "row", onsubmit: join }, labelled(T.code, code), h("button", {}, T.go))), lists);
  nameBox.addEventListener("change", trying(async () => { if (nameBox.value.trim()) await beSomebody(); }));
  const refresh = async () => {
    if (document.hidden) return;
    const wanted = [["lobby", "/api/tables"], ["watch", "/api/watch"]];
    if (me) wanted.unshift(["mine", "/api/mine"], ["over", "/api/mine?finished=true"]);
    const found = await Promise.all(wanted.map(([, path]) => api(path).catch(() => [])));
    lists.replaceChildren(...wanted.flatMap(([key], i) => (found[i].length || key === "lobby" ? [tableList(key, found[i], titles)] : [])));
  };
  await refresh();
  setInterval(refresh, 10_000);
  document.addEventListener("visibilitychange", refresh);
}

function gameCard(game) {
  const counts = [...new Set(game.variants.map((variant) => variant.players))];
  const players = choice([...counts].sort((a, b) => a - b).map((count) => [count, count]), () => offer());
  players.value = counts[0];
  const variant = h("select"), bots = choice(game.bots.map((level) => [level, level]));
  const pace = choice(T.paces.map(([text], i) => [text, i]));
  bots.value = game.bots.at(-1);
  const listed = h("input", { type: "checkbox" }), variantRow = labelled(T.variant, variant);
  const make = (first, rest) => trying(async () => {
    await beSomebody();
    const seats = Array.from({ length: players.value }, (_, seat) => (seat ? rest() : first));
    const wishes = { pace: T.paces[pace.value][1], listed: listed.checked, commit: await commitment() };
    const wanted = { game: game.game, options: game.variants[variant.value], seats, ...wishes };
    location.href = `/t/${(await api("/api/tables", wanted)).id}`;
  });
  const play = button("", make("me", () => `bot:${bots.value}`), { className: "big" });
  function offer() { // the variants with that many players, told by what they differ in
    const fitting = game.variants.map((options, i) => [options, i]).filter(([options]) => options.players === Number(players.value));
    const telling = Object.keys(fitting[0][0]).filter((key) => new Set(fitting.map(([options]) => options[key])).size > 1);
    variant.replaceChildren(...fitting.map(([options, i]) =>
      h("option", { value: i }, telling.map((key) => `${spoken(key)} ${spoken(options[key])}`).join(", ") || T.standard)));
    variantRow.hidden = fitting.length === 1;
    play.textContent = T.play(players.value - 1);
  }
  offer();
  return h("article", {}, h("h2", {}, game.title), play, button(T.friends, make("me", () => "open")),
    h("details", {}, h("summary", {}, T.choices), labelled(T.players, players), variantRow, labelled(T.bots, bots), labelled(T.pace, pace),
      h("label", { className: "check" }, listed, h("span", {}, T.listed))), rulesOf(game));
}

function tableList(key, tables, titles) {
  const lines = tables.map((table) => {
    const named = ({ name, level, seat }) => name ?? T.bot(level, seat), names = table.seats.map(named);
    const mine = table.turn !== null && table.turn === table.you;
    const at = (number) => named(table.seats.find((place) => place.seat === number));
    const state = mine ? T.yourTurn : table.phase === "playing" ? T.turnOf(at(table.turn))
      : table.result ? outcome(table.result, at) : `${T.phases[table.phase]} (${names.length}/${table.players})`;
    return h("li", {}, h("a", { href: `/t/${table.id}`, className: mine ? "mine" : "" },
      h("b", {}, titles[table.game] ?? table.game), h("span", {}, names.join(", ")), h("em", {}, state)));
  });
  return h("section", {}, h("h2", {}, T[key]), lines.length ? h("ul", {}, lines) : h("p", {}, T.none));
}

const outcome = (result, name) => (result.winners.length ? T.wins(result.winners.map(name).join(", ")) : T.noWinner) + T.how[result.how];

// A table

function tablePage(id) {
  let frame = null, more = null, picked = {}, byKeyboard = false, isDrawing = false, drawn = -1;
  let socket = null, inFlight = null, isFatal = false, attempt = 0, pause = 0;
  const said = new Set();
  const heading = h("h1"), status = h("p", { className: "status" }), picture = h("figure", { className: "picture" });
  const filter = h("input", { type: "search", oninput: () => showActions() }), filterRow = labelled(T.filter, filter);
  const waiting = h("section"), actions = h("section"), groups = h("div", { className: "groups" }), seats = h("section");
  const menu = h("div", { className: "menu" }), events = h("ol", { className: "events", tabIndex: 0 });
  const talk = h("ol", { className: "talk" }), fair = h("details", { className: "fair" });
  const text = h("input", { maxLength: 300, autocomplete: "off" });
  const chat = h("section", {}, h("h2", {}, T.chat), talk, h("form", { className: "row", onsubmit: (event) => {
    event.preventDefault();
    if (text.value.trim() && send({ do: "chat", text: text.value.trim() })) text.value = "";
  } }, labelled(T.say, text), h("button", {}, T.send)));
  page.className = "table";
  nameBox.value = me?.name ?? "";
  page.replaceChildren(h("header", {}, h("a", { href: "/" }, T.home), heading, status), h("div", { className: "left" }, picture),
    h("div", { className: "side" }, waiting, actions, seats, menu),
    h("div", { className: "log" }, h("section", {}, h("h2", {}, T.events), events), chat, fair));

  const named = ({ name, level }, seat) => name ?? (level ? T.bot(level, seat) : T.seat(seat));
  const name = (seat) => named(frame.table.seats[seat], seat);
  const isMine = () => frame.legal.length > 0 && !frame.table.seats[frame.you].out;

  function send(command) {
    if (socket?.readyState !== WebSocket.OPEN) { tell(T.lost); return false; }
    tell();
    if (command.version) inFlight = command; // sent again after a lost connection: the server plays it once
    socket.send(JSON.stringify({ ...command, tag: command.do }));
    return true;
  }

  function connect() {
    const address = new URL(`/api/tables/${id}/live?since=${frame?.version ?? 0}`, location);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.onopen = () => { tell(); if (inFlight) send(inFlight); };
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = ({ code }) => {
      isFatal ||= code > 4400 && code < 4500 && code !== 4429;
      if (isFatal) return;
      if (frame) tell(T.lost);
      const delay = Math.max(pause, Math.min(30, 0.5 * 2 ** attempt++) * (0.5 + Math.random() / 2));
      pause = 0;
      setTimeout(() => { if (socket.readyState === WebSocket.CLOSED) connect(); }, 1000 * delay);
    };
  }
  const again = () => { if (!document.hidden && !isFatal && socket.readyState === WebSocket.CLOSED) connect(); };
  document.addEventListener("visibilitychange", again);
  addEventListener("online", again);

  function hear(letter) {
    if (letter.t === "table") { attempt = 0; take(letter); }
    if (letter.t === "chat" && !said.has(letter.id)) say(talk, h("b", {}, letter.name), " ", letter.text);
    if (letter.t === "chat") said.add(letter.id); // a new connection tells them again
    if (letter.of === "play") inFlight = null;
    if (letter.t === "more") { more = letter; picked = {}; filter.value = ""; showActions(); }
    if (letter.t === "error" && letter.of !== "reveal") { // another window may have revealed it
      tell(letter.error === "stale" ? T.stale : capital(letter.why));
    }
    if (letter.t === "error" && letter.of === "play") { more = null; showActions(); }
    if (letter.t === "bye") { pause = letter.retry; tell(capital(letter.why)); }
  }

  function say(list, ...parts) {
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(h("li", {}, parts));
    while (list.childElementCount > 200) list.firstChild.remove();
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  function take(next) {
    const isFirst = frame === null, isNew = next.version !== frame?.version;
    frame = next;
    if (isNew) { more = null; picked = {}; filter.value = ""; }
    const lines = frame.told.map(inWords);
    for (const line of lines) say(events, line);
    const news = [...lines.slice(-5), ...(isMine() ? [T.yourTurn] : [])].join(". ");
    if (!isFirst) document.getElementById("news").textContent = news;
    if (isFirst && location.hash === "#sit" && frame.you === null) trying(() => sit(null))();
    show();
    takePart();
  }

  /** An event as generic words: who, what, and every other field by its name. */
  function inWords({ e, seat, ...rest }) {
    const who = seat === undefined ? "" : `${name(seat)}: `, words = e === "table:out" ? T.out[rest.why] : T.told[e];
    if (words) return who + words;
    return `${who}${spoken(e)}${details(rest) ? `, ${details(rest)}` : ""}`;
  }
  const details = (fields) => Object.entries(fields).filter(([, value]) => value !== false)
    .map(([key, value]) => (value === true ? spoken(key) : `${spoken(key)} ${plain(value)}`)).join(", ");
  const plain = (value) => (Array.isArray(value) ? value.map(plain).join(" ")
    : value && typeof value === "object" ? `(${details(value)})` : spoken(value ?? "–"));

  /** Note what the chance depends on, then show our number; later the note tells whether anybody changed something. */
  function takePart() {
    const { phase, seats: places, fair: { hash } } = frame.table, mine = places[frame.you];
    const commits = places.map((place) => place.commit);
    if (phase !== "waiting" && !kept(`noted ${id}`)) keep(`noted ${id}`, JSON.stringify({ hash, commits }));
    const nonce = mine?.commit && kept(`nonce ${mine.commit}`);
    if (phase === "dealing" && nonce && !mine.nonce) send({ do: "reveal", nonce });
  }

  async function sit(seat) {
    await beSomebody();
    const command = { do: "sit", seat, commit: await commitment() };
    if (frame.you === null) { // by HTTP, since the socket may not know yet who we are
      await api(`/api/tables/${id}/do`, command);
      socket.onclose = null;
      socket.close();
      connect();
    }
  }

  function show() {
    const { table } = frame, mine = isMine(), title = titles[table.game] ?? table.game;
    heading.textContent = title;
    status.textContent = table.result ? `${T.phases.over}: ${outcome(table.result, name)}`
      : table.phase !== "playing" ? T.phases[table.phase] : mine ? T.yourTurn : T.turnOf(name(table.turn));
    status.classList.toggle("mine", mine);
    document.title = mine ? `● ${T.yourTurn} – ${title}` : `${title} – Bauboom`;
    chat.hidden = !table.chat;
    text.disabled = frame.you === null;
    showInvitation();
    showActions();
    showSeats();
    showMenu();
    showFair();
    draw();
  }

  function showInvitation() {
    waiting.hidden = frame.table.phase !== "waiting";
    if (waiting.hidden || waiting.childElementCount) return;
    waiting.replaceChildren(copyable(T.link, location.origin + location.pathname), copyable(T.orCode, frame.table.code));
    if (!me) waiting.prepend(labelled(T.name, nameBox));
  }

  function showSeats() {
    const { table, view, host } = frame, isWaiting = table.phase === "waiting", levels = botsOf[table.game] ?? [];
    seats.replaceChildren(h("h2", {}, T.seats), h("ul", { className: "seats" }, table.seats.map((place, seat) => {
      const isOpen = place.kind === "open", level = choice(levels.map((word) => [word, word]));
      level.setAttribute("aria-label", T.bots);
      level.value = levels.at(-1);
      const known = Object.entries(view?.players?.[seat] ?? {}).filter(([, value]) => value !== null && typeof value !== "object");
      const notes = [seat === frame.you && T.you, T.out[place.out], details(Object.fromEntries(known))].filter(Boolean);
      return h("li", { className: seat === table.turn ? "turn" : "" },
        h("b", {}, isOpen ? T.open : name(seat)), h("span", { className: "clock", "data-seat": seat }),
        h("strong", {}, String(table.result?.scores[seat] ?? "")), h("small", {}, notes.join(" · ")),
        isWaiting && isOpen && frame.you === null && button(T.sit, trying(() => sit(seat))),
        isWaiting && isOpen && host && h("span", { className: "row" }, level,
          button(T.addBot, () => send({ do: "seat_bot", seat, level: level.value }))),
        isWaiting && !isOpen && host && seat !== frame.you && button(T.clear, () => send({ do: "clear", seat })));
    })));
    tick();
  }

  function tick() {
    if (!frame) return;
    const { clock, turn, since, replaceable } = frame.table, now = Date.now() + skew;
    for (const span of clock ? seats.querySelectorAll(".clock") : []) {
      const seat = Number(span.dataset.seat), left = clock.left[seat] - (seat === turn ? now - since : 0);
      const s = Math.max(0, Math.round(left / 1000)), days = Math.floor(s / 86_400);
      span.textContent = days ? `${days} d ${Math.floor(s / 3600) % 24} h` : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
    }
    for (const late of menu.querySelectorAll(".late")) late.hidden = now < replaceable;
  }

  function showMenu() {
    const { table, you, host, rematch } = frame, { offer, turn } = table, place = table.seats[you], items = [];
    const item = (words, command, given) => items.push(button(words, () => send(command), given));
    if (table.phase === "waiting" && place) item(T.leave, { do: "leave" });
    if (table.phase === "waiting" && host) item(T.close, { do: "close" });
    if (table.phase === "playing" && place) {
      if (place.out && place.out !== "resigned") item(T.back, { do: "back" }, { className: "big" });
      if (!place.out && offer) {
        if (offer.seat !== you) items.push(h("p", {}, T.asks(name(offer.seat))));
        if (offer.seat !== you && !offer.agreed.includes(you)) item(T.agree, { do: "agree" });
        item(offer.seat === you ? T.withdraw : T.decline, { do: "decline" });
      }
      const late = { className: "late", hidden: true };
      if (turn !== you && table.replaceable) item(T.replace(name(turn)), { do: "replace", seat: turn }, late);
      if (!place.out && !offer && !table.rated) item(T.undo, { do: "undo" });
      if (!place.out) items.push(button(T.resign, () => { if (confirm(T.sureResign)) send({ do: "resign" }); }));
    }
    if (table.phase === "over") {
      const again = trying(async () => {
        await api(`/api/tables/${id}/do`, { do: "rematch" });
        location.href = `/t/${(await api(`/api/tables/${id}`)).rematch}#sit`;
      });
      if (rematch) items.push(h("a", { className: "big", href: `/t/${rematch}#sit` }, T.toRematch));
      else if (place) items.push(button(T.rematch, again, { className: "big" }));
      items.push(h("a", { href: `/api/tables/${id}/record`, download: "" }, T.record));
    }
    menu.replaceChildren(...items);
    tick();
  }

  function showActions() {
    const legal = more?.legal ?? (isMine() ? frame.legal : []), isMany = legal.length > 12;
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const described = legal.map(({ id: number, text: short, e, ...fields }) => ({ number, short, e, fields }));
    const kinds = [...new Set(legal.map(({ e }) => e))].map((kind) => described.filter(({ e }) => e === kind));
    for (const alike of kinds) { // what is the same in all of a kind, or stands in the short form, need not be said
      const differs = (key) => new Set(alike.map(({ fields }) => JSON.stringify(fields[key]))).size > 1;
      for (const action of alike) {
        const telling = Object.entries(action.fields).filter(([key]) => alike.length === 1 || differs(key));
        const isSaid = telling.length === 1 && action.short.includes(plain(telling[0][1]));
        action.words = isSaid ? "" : details(Object.fromEntries(telling));
      }
    }
    const fits = ({ short, e, fields, words }) => wanted.every((word) => `${short} ${e} ${words}`.toLowerCase().includes(word))
      && Object.entries(picked).every(([key, value]) => JSON.stringify(fields[key]) === value);
    const play = (number) => (event) => {
      byKeyboard = event.detail === 0;
      if (!send({ do: "play", actions: [...(more?.actions ?? []), number], version: frame.version })) return;
      for (const one of groups.querySelectorAll("button")) one.disabled = true;
    };
    const shown = kinds.map((alike) => alike.filter(fits)).filter((alike) => alike.length).map((alike) =>
      h("div", { role: "group", "aria-label": spoken(alike[0].e) }, h("h3", {}, spoken(alike[0].e)),
        h("div", { className: "choices" }, alike.map(({ number, short, words }) =>
          button(h("b", {}, short), play(number), {}, words && h("small", {}, words))))));
    groups.replaceChildren(...(isMany ? facets(described) : []), ...shown);
    if (more) groups.append(button(T.startOver, () => { more = null; showActions(); }));
    if (!legal.length) groups.replaceChildren(h("p", {}, frame.you === null ? T.watching : T.wait));
    actions.hidden = frame.table.phase !== "playing";
    filterRow.hidden = !isMany;
    if (!actions.contains(filterRow)) actions.replaceChildren(h("h2"), filterRow, groups);
    actions.firstChild.textContent = more ? T.more : T.actions;
    actions.firstChild.hidden = !legal.length;
    if (byKeyboard && legal.length) { byKeyboard = false; groups.querySelector(".choices button")?.focus(); }
  }

  /** Rows of values to choose from, for fields that have a few: card, then place, then … */
  function facets(described) {
    const values = {}, order = ([, a], [, b]) => a.localeCompare(b, "en", { numeric: true });
    for (const { fields } of described)
      for (const [key, value] of Object.entries(fields)) (values[key] ??= new Map()).set(JSON.stringify(value), plain(value));
    return Object.entries(values).filter(([, found]) => found.size > 1 && found.size <= 12).map(([key, found]) =>
      h("div", { className: "facet", role: "group", "aria-label": spoken(key) }, h("span", {}, spoken(key)),
        [[undefined, T.all], ...[...found].sort(order)].map(([value, words]) => button(words, () => {
          if (value === undefined) delete picked[key]; else picked[key] = value;
          showActions();
        }, { "aria-pressed": String(picked[key] === value) }))));
  }

  async function draw() {
    if (isDrawing || !frame.view || drawn === frame.version) return;
    isDrawing = true;
    const version = frame.version, alt = `${T.picture}: ${status.textContent}`;
    const image = h("img", { src: `/api/tables/${id}/picture?v=${version}`, alt });
    try {
      await image.decode();
      const size = button(T.larger, () => {
        size.textContent = picture.classList.toggle("large") ? T.smaller : T.larger;
        picture.scrollIntoView({ block: "start" });
      });
      if (picture.childElementCount) picture.querySelector("img").replaceWith(image);
      else picture.replaceChildren(h("div", {}, image), size);
      drawn = version;
    } catch { await new Promise((done) => { setTimeout(done, 2000); }); }
    isDrawing = false;
    draw(); // what came meanwhile
  }

  async function showFair() {
    const { fair: { hash, seed }, seats: places, game } = frame.table, noted = JSON.parse(kept(`noted ${id}`) ?? "null") ?? { hash };
    const commit = places[frame.you]?.commit, nonce = commit && kept(`nonce ${commit}`), canHash = !!globalThis.crypto?.subtle;
    const parts = [h("summary", {}, T.fair), h("p", {}, T.hash, ": ", h("code", {}, hash)),
      h("p", {}, T.given(places.filter((place) => place.commit).length)), !canHash && h("p", {}, T.insecure)];
    if (seed) {
      const bytes = Uint8Array.from(seed.match(/../g), (pair) => parseInt(pair, 16));
      const isRight = noted.hash === hash && (!canHash || await sha256(bytes) === hash);
      const commits = (noted.commits ?? []).filter(Boolean).map((text) => ` --commit ${text}`).join("");
      const command = `bauboom verify bauboom-${game}-${id}.json --hash ${noted.hash} --table ${id}${commits}`;
      parts.push(h("p", {}, T.seed, ": ", h("code", {}, seed), " ", h("b", {}, isRight ? T.fits : T.fitsNot)),
        h("p", {}, T.proof, h("code", { className: "command" }, command + (nonce ? ` --nonce ${nonce}` : ""))));
    }
    fair.replaceChildren(...parts.filter(Boolean));
  }

  let titles = {}, botsOf = {};
  (async () => {
    const games = await api("/api/games");
    titles = Object.fromEntries(games.map((game) => [game.game, game.title]));
    botsOf = Object.fromEntries(games.map((game) => [game.game, game.bots]));
    connect();
    setInterval(tick, 500);
  })().catch((error) => tell(error.message));
}

me = await api("/api/me").catch(() => null);
const [, place, table] = location.pathname.split("/");
if (place === "t" && table) tablePage(table); else startPage().catch((error) => tell(error.message));
