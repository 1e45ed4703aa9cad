"""Who may do what: every way in and every command, for every kind of stranger. A new one without a row here fails."""

import contextlib
import json
import sqlite3
import typing

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bauboom import load
from bauboom.core.lesson import lessons
from bauboom.server import site
from bauboom.server.app import make_app
from bauboom.server.commands import AnyCommand
from bauboom.server.people import COOKIE_AGE, People, Person
from bauboom.server.settings import Settings
from bauboom.server.store import now_ms

from .process import SECONDS, Client, Server, heard

KINDS = {  # of strangers, and as what they are treated
    "nobody": "nobody",
    "expired cookie": "nobody",
    "cookie with a bad signature": "nobody",
    "cookie with somebody else's id": "nobody",
    "cookie of before a new password": "nobody",
    "cookie of before logging out": "nobody",
    "cookie of a deleted account": "nobody",
    "another guest": "stranger",
    "spectator": "stranger",
    "seat of another table": "stranger",
    "bot": "stranger",
    "host without a seat": "host",
    "another seat": "neighbour",
    "bot whose token was withdrawn": "withdrawn",
}
KNOWN = ("stranger", "neighbour", "host")
OK, OWN = (200, None), None  # OWN: nobody else is concerned, and he would change what the rest of the matrix needs
UNKNOWN, WRONG = (401, "need_name"), (401, "wrong_password")
HIDDEN, ILLEGAL, NOT_YOURS = (404, "not_found"), (422, "illegal"), (403, "not_yours")
NOT_NOW, TAKEN = (409, "not_now"), (409, "taken")


def everybody(answer, **others):
    return {**dict.fromkeys((*KNOWN, "nobody", "withdrawn"), answer), **others}


def known(answer, **others):
    return everybody(UNKNOWN, **{**dict.fromkeys(KNOWN, answer), **others})


def table(hidden, shown):
    """A route of a table: what comes if one may see it, and if not."""
    return everybody(hidden, neighbour=shown, host=shown, withdrawn=UNKNOWN)


def row(method, path, private, watched=None, body=None):
    return method, path, body, {"private": private, "watched": watched or private}


LESSON = next(iter(lessons(load("manhattan")).values()))
MODERATED = ("reports", "people", "tables", "invitations", "log")
ROUTES = [
    row("GET", "/api/me", everybody(OK, withdrawn=UNKNOWN)),
    row("POST", "/api/me", everybody(ILLEGAL, withdrawn=UNKNOWN), body={"name": ""}),
    row("PUT", "/api/me", known(ILLEGAL), body={"webhook": "http://127.0.0.1/"}),
    row("DELETE", "/api/me", known(OWN, bot=NOT_YOURS)),
    row("GET", "/api/me/export", known(OK, bot=NOT_YOURS)),
    row("POST", "/api/account", known(ILLEGAL, bot=NOT_NOW), body={"login": "g", "password": "short"}),
    row("POST", "/api/login", everybody(WRONG, withdrawn=UNKNOWN), body={"login": "kurt", "password": "a guess"}),
    row("POST", "/api/logout", known(OWN, bot=OK, nobody=OK)),
    row("POST", "/api/password", known(WRONG), body={"old": "a guess", "new": "another guess"}),
    row("GET", "/api/sessions", known(OK)),
    row("DELETE", "/api/sessions/{session_id:str}", known(HIDDEN)),
    row("GET", "/api/bots", known(OK)),
    row("POST", "/api/bots", known(NOT_YOURS), body={"name": "bot"}),
    row("DELETE", "/api/bots/{bot_id:str}", known(HIDDEN)),
    row("GET", "/api/people/{person_id:str}", everybody(OK)),
    row("GET", "/api/games", everybody(OK)),
    row("GET", "/api/games/{game:str}/rules", everybody(OK)),
    row("GET", "/api/games/{game:str}/lessons", everybody(OK)),
    row("GET", "/api/games/{game:str}/lessons/{lesson:str}/{task:str}", everybody(OK)),
    row("GET", "/api/games/{game:str}/lessons/{lesson:str}/{task:str}/picture", everybody(OK)),
    row(
        "GET",
        "/api/games/{game:str}/lessons/{lesson:str}/{task:str}/{action_id:int}",
        everybody(ILLEGAL, withdrawn=UNKNOWN),
    ),
    row(
        "GET",
        "/api/games/{game:str}/lessons/{lesson:str}/{task:str}/preview",
        everybody(OK, withdrawn=UNKNOWN),
    ),
    row("GET", "/api/puzzles", known(OK, bot=NOT_YOURS)),
    row("GET", "/api/puzzles/{game:str}", everybody(OK, withdrawn=UNKNOWN)),
    row("POST", "/api/puzzles/{game:str}/{puzzle:str}", known(HIDDEN, bot=NOT_YOURS), body={"action": "1"}),
    row("GET", "/api/tables", everybody(OK)),
    row("POST", "/api/tables", known(ILLEGAL), body={"game": "chess"}),
    row("GET", "/api/watch", everybody(OK)),
    row("GET", "/api/mine", known(OK)),
    row("GET", "/api/finished", everybody(OK)),
    row("GET", "/api/codes/{code:str}", table(HIDDEN, OK), table(OK, OK)),
    row("GET", "/api/tables/{table_id:str}", table(HIDDEN, OK), table(OK, OK)),
    row(
        "POST",
        "/api/tables/{table_id:str}/do",
        known(HIDDEN, neighbour=NOT_NOW, host=NOT_YOURS),
        known(NOT_YOURS, neighbour=NOT_NOW),
        body={"do": "leave"},
    ),
    row("GET", "/api/tables/{table_id:str}/preview", table(HIDDEN, NOT_NOW), table(NOT_NOW, NOT_NOW)),
    row("GET", "/api/tables/{table_id:str}/hint", table(HIDDEN, NOT_NOW), table(NOT_NOW, NOT_NOW)),
    row("GET", "/api/tables/{table_id:str}/chat", table(HIDDEN, OK), table(OK, OK)),
    row("GET", "/api/tables/{table_id:str}/record", table(HIDDEN, NOT_NOW), table(NOT_NOW, NOT_NOW)),
    row("GET", "/api/tables/{table_id:str}/steps/{step:int}", table(HIDDEN, NOT_NOW), table(NOT_NOW, NOT_NOW)),
    row("GET", "/api/tables/{table_id:str}/steps", table(HIDDEN, NOT_NOW), table(NOT_NOW, NOT_NOW)),
    row("GET", "/api/tables/{table_id:str}/moves", table(HIDDEN, NOT_NOW), table(NOT_NOW, NOT_NOW)),
    row("GET", "/api/tables/{table_id:str}/analysis", table(HIDDEN, NOT_NOW), table(NOT_NOW, NOT_NOW)),
    row("GET", "/api/tables/{table_id:str}/verify", table(HIDDEN, NOT_NOW), table(NOT_NOW, NOT_NOW)),
    row("GET", "/api/tables/{table_id:str}/picture", table(HIDDEN, OK), table(OK, OK)),
    row(
        "POST",
        "/api/tables/{table_id:str}/report",
        known(HIDDEN, neighbour=ILLEGAL, host=ILLEGAL),
        known(ILLEGAL),
        body={"seat": 9, "reason": "abuse"},
    ),
    row(
        "POST",
        "/api/tables/{table_id:str}/shun",
        known(HIDDEN, neighbour=ILLEGAL, host=ILLEGAL),
        known(ILLEGAL),
        body={"seat": 9, "kind": "mute"},
    ),
    row("GET", "/api/shunned", known(OK)),
    row("DELETE", "/api/shunned/{shun_id:str}", known(HIDDEN)),
    *(row("GET", f"/api/moderation/{what}", known(NOT_YOURS)) for what in MODERATED),
    row("DELETE", "/api/moderation/reports/{report_id:int}", known(NOT_YOURS)),
    row("POST", "/api/moderation/people/{person_id:str}", known(NOT_YOURS), body={"do": "ban"}),
    row("POST", "/api/moderation/tables/{table_id:str}", known(NOT_YOURS), body={"do": "close"}),
    row("GET", "/api/moderation/tables/{table_id:str}/chat", known(NOT_YOURS)),
    row("POST", "/api/moderation/invitations", known(NOT_YOURS), body={}),
    row("DELETE", "/api/moderation/invitations/{code:str}", known(NOT_YOURS)),
    row("SOCKET", "/api/tables/{table_id:str}/live", table(HIDDEN, OK), table(OK, OK)),
    row("GET", "/api/ratings/{game:str}/{players:int}", everybody(OK)),
    row("POST", "/api/imports", known(ILLEGAL), body={"format": "bauboom/1"}),
    row("GET", "/api/imports/{import_id:str}", everybody(OK, withdrawn=UNKNOWN)),
    row("GET", "/api/imports/{import_id:str}/steps", everybody(OK, withdrawn=UNKNOWN)),
    row("GET", "/api/imports/{import_id:str}/moves", everybody(OK, withdrawn=UNKNOWN)),
    row("GET", "/api/imports/{import_id:str}/record", everybody(OK, withdrawn=UNKNOWN)),
    row("GET", "/api/imports/{import_id:str}/analysis", everybody(OK, withdrawn=UNKNOWN)),
    row("GET", "/api/imports/{import_id:str}/verify", everybody(OK, withdrawn=UNKNOWN)),
    row("GET", "/health", everybody(OK)),
    row("GET", "/ready", everybody(OK)),
    row("GET", "/metrics", everybody(OK)),  # all of them are on this machine
    *(row("GET", path, everybody(OK)) for path in site.ADDRESSES),
    *(row("GET", f"/{name}", everybody(OK if name in site.files() else HIDDEN)) for name in site.ROOT_FILES),
    row("GET", "/page/{name:str}", everybody(HIDDEN)),
    row("GET", "/schema", everybody(OK)),
    row("GET", "/schema/openapi.json", everybody(OK)),
    row("GET", "/schema/{path:str}", everybody((404, None))),
]


def command(stranger, host, neighbour, waiting, **rest):
    """Answers at a game that is played, and at a table that waits: to a stranger, the host, who has a seat."""
    playing = {"stranger": stranger, "host": host, "neighbour": neighbour}
    columns = {
        "private": known(HIDDEN, host=host, neighbour=neighbour),
        "watched": known(NOT_YOURS, **playing),
        "waiting": known(NOT_YOURS, **dict(zip(("stranger", "host", "neighbour"), waiting, strict=True))),
    }
    return rest, columns


NO, LATER = NOT_YOURS, NOT_NOW
COMMANDS = {
    "sit": command(LATER, LATER, TAKEN, (OWN, OWN, TAKEN)),
    "leave": command(NO, NO, LATER, (NO, NO, OWN)),
    "seat_bot": command(NO, LATER, NO, (NO, OWN, NO), seat=1, level="greedy"),
    "clear": command(NO, LATER, NO, (NO, OWN, NO), seat=0),
    "reveal": command(NO, NO, LATER, (NO, NO, LATER), nonce="ab" * 16),
    "play": command(NO, NO, LATER, (NO, NO, LATER), actions=[0]),
    "resign": command(NO, NO, OWN, (NO, NO, LATER)),
    "replace": command(NO, NO, LATER, (NO, NO, LATER), seat=0),
    "back": command(NO, NO, LATER, (NO, NO, LATER)),
    "undo": command(NO, NO, LATER, (NO, NO, LATER)),
    "agree": command(NO, NO, LATER, (NO, NO, LATER)),
    "decline": command(NO, NO, LATER, (NO, NO, LATER)),
    "chat": command(NO, NO, OWN, (NO, NO, OWN), text="hello"),
    "say": command(NO, NO, OWN, (NO, NO, OWN), phrase="hello"),
    "rematch": command(NO, NO, LATER, (NO, NO, LATER)),
    "close": command(NO, LATER, NO, (NO, OWN, NO)),
}


def expected(answers, kind):
    return answers[kind] if kind in answers else answers[KINDS[kind]]


class World:
    """A server with tables and everybody who might come to them."""

    def __init__(self, server, stack):
        self.server = server
        self.http = stack.enter_context(httpx.Client(timeout=SECONDS, trust_env=False))
        ada, grace, alan, barbara, edsger, gone, kurt = (
            stack.enter_context(Client(server, name))
            for name in ("Ada", "Grace", "Alan", "Barbara", "Edsger", "Gone", "Kurt")
        )
        self.tables = {
            "private": self.play(ada, grace, alan, False),
            "watched": self.play(ada, grace, alan, True),
            "waiting": self.make(ada, spectators=False),
        }
        alan.do(self.tables["waiting"]["id"], "sit", seat=0).raise_for_status()
        brought = {"format": "bauboom/1", "game": "manhattan", "seats": ["Ada", "Grace"], "events": []}
        self.imported = ada.post("/api/imports", **brought).json()["id"]
        self.play(edsger, edsger, barbara, True)
        hers = grace.get("/api/me").json()["id"]
        key = sqlite3.connect(server.database).execute("SELECT value FROM secrets WHERE name = 'cookies'").fetchone()[0]
        signer = People(None, None)
        signer._key = key
        person = Person(hers, "guest", "Grace", 0, frozenset({hers}))
        good = signer.cookie(person)
        assert self.ask("GET", "/api/me", {"Cookie": f"bauboom={good}"}).json()["name"] == "Grace"
        self.visitors = {
            "nobody": {},
            "expired cookie": worn(signer.cookie(person, now_ms() - COOKIE_AGE - 1000)),
            "cookie with a bad signature": worn(good[:-2] + ("AA" if good[-2:] != "AA" else "BB")),
            "cookie with somebody else's id": worn(hers + cookie(barbara)[len(hers) :]),
            "another guest": worn(cookie(barbara)),
            "spectator": worn(cookie(stack.enter_context(Client(server, "Spectator")))),
            "seat of another table": worn(cookie(edsger)),
            "host without a seat": worn(cookie(ada)),
            "another seat": worn(cookie(alan)),
        }
        self.visitors["cookie of before logging out"] = worn(cookie(gone))
        gone.post("/api/logout").raise_for_status()
        kurt.post("/api/account", login="kurt", password="first password").raise_for_status()
        self.visitors["cookie of before a new password"] = worn(cookie(kurt))
        kurt.post("/api/password", old="first password", new="second password").raise_for_status()
        bots = [kurt.post("/api/bots", name=name).json() for name in ("One", "Two")]
        self.bot, self.session = bots[0]["id"], kurt.get("/api/sessions").json()[0]["id"]
        self.visitors["bot"] = {"Authorization": f"Bearer {bots[0]['token']}"}
        self.visitors["bot whose token was withdrawn"] = {"Authorization": f"Bearer {bots[1]['token']}"}
        assert self.ask("DELETE", f"/api/bots/{bots[1]['id']}", worn(cookie(kurt))).status_code == 200
        with Client(server, "Deleted") as deleted:
            deleted.post("/api/account", login="deleted", password="a password").raise_for_status()
            self.visitors["cookie of a deleted account"] = worn(cookie(deleted))
            self.ask("DELETE", "/api/me", worn(cookie(deleted)), {"password": "a password"}).raise_for_status()
        self.watching = stack.enter_context(self.socket("spectator", self.tables["watched"]["id"]))
        self.frame(self.watching)

    def make(self, host, **wishes):
        return host.post("/api/tables", game="manhattan", options={"players": 2}, **wishes).json()

    def play(self, host, first, second, spectators):
        """A table at which seat 0 is on turn; who begins is chance."""
        while True:
            table = self.make(host, spectators=spectators)
            for seat, client in enumerate((first, second)):
                client.do(table["id"], "sit", seat=seat).raise_for_status()
            with first.live(table["id"]) as socket:
                while (frame := self.frame(socket))["table"]["phase"] != "playing":
                    pass
            if frame["table"]["turn"] == 0:
                return table

    def frame(self, socket):
        while (frame := json.loads(socket.recv(SECONDS)))["t"] != "table":
            pass
        return frame

    def ask(self, method, path, headers, body=None):
        self.http.cookies.clear()  # only what a visitor shows himself
        return self.http.request(method, self.server.url + path, headers=headers, json=body)

    def socket(self, kind, table):
        return connect(
            f"{self.server.ws_url}/api/tables/{table}/live",
            additional_headers=self.visitors[kind],
            proxy=None,
            open_timeout=SECONDS,
        )

    def knock(self, kind, table):
        """What a socket says first, and how it is closed if that is all."""
        with self.socket(kind, table) as socket:
            said = heard(socket)
            if said["t"] != "error":
                return OK, said
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(SECONDS)
        return (closed.value.rcvd.code - 4000, said["error"]), (said, closed.value.rcvd.reason)

    def version(self, name):
        with contextlib.closing(sqlite3.connect(self.server.database)) as database:
            query = "SELECT version FROM tables WHERE id = ?"
            return database.execute(query, (self.tables[name]["id"],)).fetchone()[0]

    def stored(self):
        """Everything that is kept, except the signs of life."""
        names = (
            "people",
            "tables",
            "entries",
            "seats",
            "chats",
            "ratings",
            "notices",
            "secrets",
            "imports",
            "sessions",
            "invitations",
            "deeds",
            "shuns",
            "reports",
        )
        with contextlib.closing(sqlite3.connect(self.server.database)) as database:
            return {name: sorted(database.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


def cookie(client):
    return client.http.cookies["bauboom"]


def worn(value):
    return {"Cookie": f"bauboom={value}"}


def answer_of(response):
    is_refusal = response.status_code >= 400 and response.headers["content-type"] == "application/json"
    return response.status_code, response.json()["error"] if is_refusal else None


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    folder = tmp_path_factory.mktemp("matrix")
    names = ("requests_per_second", "messages_per_second", "logins_per_minute", "chats_per_minute")
    plenty = dict.fromkeys((*names, "people_per_address"), 100_000)
    with Server(str(folder / "bauboom.db"), folder, **plenty) as server, contextlib.ExitStack() as stack:
        world = World(server, stack)
        assert set(world.visitors) == set(KINDS)
        yield world


def test_every_way_in_and_every_command_has_a_row(tmp_path):
    gate, _ = make_app(Settings(database=str(tmp_path / "bauboom.db")))
    ways = {
        (method, route.path)
        for route in gate.app.routes
        for method in (getattr(route, "methods", None) or {"SOCKET"}) - {"OPTIONS"}
    }
    assert ways == {(method, path) for method, path, _, _ in ROUTES}
    assert len(ROUTES) == len(ways)
    commands = [struct.__struct_config__.tag for struct in typing.get_args(AnyCommand)]
    assert commands == list(COMMANDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_way_in_answers_a_stranger_as_declared(world, kind):
    before, answers, wanted = world.stored(), {}, {}
    for name in ("private", "watched"):
        table = world.tables[name]
        values = {"table_id:str": table["id"], "code:str": table["code"], "bot_id:str": world.bot} | {
            "session_id:str": world.session,
            "shun_id:str": "nothing",
            "report_id:int": "1",
        }
        values |= {"import_id:str": world.imported, "person_id:str": world.bot}
        values |= {"game:str": "manhattan", "players:int": "2", "step:int": "0"}
        values |= {"name:str": "nothing.js", "path:str": "nothing"}
        values |= {"lesson:str": LESSON.id, "task:str": LESSON.tasks[0].id, "action_id:int": "999999"}
        for method, pattern, body, columns in ROUTES:
            answer = expected(columns[name], kind)
            if answer is OWN:
                continue
            path = pattern
            for key, value in values.items():
                path = path.replace(f"{{{key}}}", value)
            wanted[name, method, pattern] = answer
            if method == "SOCKET":
                answers[name, method, pattern], _ = world.knock(kind, table["id"])
            else:
                answers[name, method, pattern] = answer_of(world.ask(method, path, world.visitors[kind], body))
    assert answers == wanted
    assert world.stored() == before


@pytest.mark.parametrize("kind", [kind for kind, role in KINDS.items() if role in ("nobody", "stranger", "withdrawn")])
def test_a_table_that_one_may_not_see_is_as_if_it_were_not_there(world, kind):
    table, nothing = world.tables["private"], {"id": "abcdefghjkmn", "code": "abcdef"}

    def all_answers(table):
        for method, pattern, body, _ in ROUTES:
            if "{table_id" in pattern or "{code" in pattern:
                path = pattern.replace("{table_id:str}", table["id"]).replace("{code:str}", table["code"])
                if method == "SOCKET":
                    yield path.replace(table["id"], "…"), world.knock(kind, table["id"])
                    continue
                response = world.ask(method, path.replace("{step:int}", "0"), world.visitors[kind], body)
                headers = sorted((key, value) for key, value in response.headers.items() if key != "date")
                yield pattern, (response.status_code, response.content, headers)

    assert dict(all_answers(table)) == dict(all_answers(nothing))
    lists = [world.ask("GET", f"/api/{name}", world.visitors[kind]).text for name in ("tables", "watch", "finished")]
    assert not any(table["id"] in text or table["code"] in text for text in lists)


@pytest.mark.parametrize("kind", KINDS)
def test_every_command_of_a_stranger_is_answered_as_declared(world, kind):
    before, answers, wanted = world.stored(), {}, {}
    for name, table in world.tables.items():
        version = world.version(name)
        for tag, (rest, columns) in COMMANDS.items():
            answer = expected(columns[name], kind)
            if answer is not OWN:
                wanted[name, tag] = answer
                body = {"do": tag, **rest, **({"version": version} if tag == "play" else {})}
                path = f"/api/tables/{table['id']}/do"
                answers[name, tag] = answer_of(world.ask("POST", path, world.visitors[kind], body))
    assert answers == wanted
    assert world.stored() == before


@pytest.mark.parametrize("kind", [kind for kind, role in KINDS.items() if role != "withdrawn"])
def test_a_socket_gives_the_same_answers(world, kind):
    before, answers, wanted = world.stored(), {}, {}
    for name in ("watched", "waiting"):
        version = world.version(name)
        with world.socket(kind, world.tables[name]["id"]) as socket:
            world.frame(socket)
            for tag, (rest, columns) in COMMANDS.items():
                answer = expected(columns[name], kind)
                if answer is not OWN:
                    wanted[name, tag] = answer[1]
                    body = {"do": tag, "tag": tag, **rest, **({"version": version} if tag == "play" else {})}
                    socket.send(json.dumps(body))
                    said = heard(socket)
                    assert (said["t"], said["of"]) == ("error", None if KINDS[kind] == "nobody" else tag)
                    answers[name, tag] = said["error"]
    assert answers == wanted
    assert world.stored() == before


def test_nobody_at_the_table_was_told_of_any_attempt(world):
    told = set()
    with contextlib.suppress(TimeoutError):
        while True:
            told.add(json.loads(world.watching.recv(0))["t"])
    assert told == {"here"}  # only that people came and went
    assert "Traceback" not in world.server.said()


def test_every_command_in_the_matrix_can_be_read():
    for tag, (rest, _) in COMMANDS.items():
        body = {"do": tag, **rest, **({"version": 1} if tag == "play" else {})}
        assert msgspec.json.decode(json.dumps(body), type=AnyCommand).__struct_config__.tag == tag
