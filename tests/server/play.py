"""People who play at random over sockets and HTTP, go on whatever happens to the server, and remember all they hear.

Afterwards `check` holds what they heard against what is in the database: nothing may be missing, or different.
"""

import asyncio
import contextlib
import gc
import hashlib
import json
import random
import time
import warnings
from dataclasses import dataclass, field

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from bauboom.core.fair import verify
from bauboom.server import commands, entries
from bauboom.server.creation import game_of
from bauboom.server.projection import summary
from bauboom.server.settings import Settings
from bauboom.server.store import Store, chats, info_of, seats, tables
from bauboom.server.table import Table

from .process import SECONDS

FAST = {  # settings for people who do not think
    "bot_pace": 0.01,
    "requests_per_second": 100_000,
    "messages_per_second": 100_000,
    "chats_per_minute": 1_000_000,
    "people_per_address": 100_000,
    "tables_per_person": 10_000,
    "log_level": "warning",
}
LOST = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError, httpx.TransportError)
PAUSE = 0.02  # seconds before one tries again


@dataclass
class Witness:
    """What everybody heard, by table."""

    sent: dict = field(default_factory=dict)  # (table, person, command as JSON): version that was acknowledged, or None
    shown: dict = field(default_factory=dict)  # (table, person, version, since): the frame
    said: dict = field(default_factory=dict)  # (table, text): whether it was acknowledged
    finished: set = field(default_factory=set)
    byes: int = 0

    def send(self, table, person, command):
        self.sent.setdefault((table, person, key(command)), None)

    def ack(self, table, person, command, version):
        before = self.sent[table, person, key(command)]
        assert before in (None, version), f"{command} made version {before}, and later {version}"
        self.sent[table, person, key(command)] = version

    def see(self, table, person, text):
        frame = json.loads(text)
        if frame["t"] == "table":
            place = table, person, frame["version"], frame["since"]
            before = self.shown.setdefault(place, text)
            assert same(before, text), f"{place} was shown in two ways:\n{before}\n{text}"
        return frame

    @property
    def acks(self):
        return sum(version is not None for version in self.sent.values())

    async def more(self, count):
        """Wait until so many more commands were acknowledged."""
        goal = self.acks + count
        while self.acks < goal:
            await asyncio.sleep(PAUSE)


def key(command):
    return json.dumps(command, sort_keys=True)


class Player:
    """One person at one table after another, with the ways he takes: a socket, or requests."""

    def __init__(self, witness, server, name, seed, by="socket", talks=0.0):
        self.witness, self.name, self.by, self.talks = witness, name, by, talks
        self.server = server  # a function: the server that he goes to next
        self.rng = random.Random(f"{seed} {name}")
        self.http = httpx.AsyncClient(timeout=SECONDS, trust_env=False)
        self.id = None

    async def request(self, method, path, body=None):
        """An answer that is one: where the server is gone or busy, he asks again."""
        while True:
            with contextlib.suppress(*LOST):
                url = self.server().url
                response = await self.http.request(method, url + path, json=body, headers={"Origin": url})
                if response.status_code < 500:
                    return response
            await asyncio.sleep(PAUSE)

    async def introduce(self):
        response = await self.request("POST", "/api/me", {"name": self.name})
        self.id = response.json()["id"]
        return self

    def again(self, witness, server):
        """The same person, known by his cookie, elsewhere or at another time."""
        person = Player(witness, server, self.name, self.name, self.by)
        person.id = self.id
        person.http.cookies = self.http.cookies
        return person

    async def create(self, **wishes):
        return (await self.request("POST", "/api/tables", wishes)).json()["id"]

    def nonce(self, table):
        return hashlib.sha256(f"{table} {self.name}".encode()).hexdigest()

    async def sit(self, table):
        commit = hashlib.sha256(bytes.fromhex(self.nonce(table))).hexdigest()
        response = await self.request("POST", f"/api/tables/{table}/do", {"do": "sit", "commit": commit})
        assert response.status_code == 200 or "you have seat" in response.text, response.text

    def socket(self, table, since=""):
        server = self.server()
        cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        address = f"{server.ws_url}/api/tables/{table}/live{since}"
        headers = {"Cookie": cookie}
        return connect(address, origin=server.url, additional_headers=headers, proxy=None, compression=None)

    async def play(self, table, until=lambda game: False):
        """Play until the game is over, or `until` says so and nothing is under way."""
        game = Game(self, table)
        try:
            while not game.is_over and not (until(game) and game.pending is None):
                try:
                    await (game.over_socket(until) if self.by == "socket" else game.over_http(until))
                except LOST:
                    await asyncio.sleep(PAUSE)
        except AssertionError as error:
            error.add_note(f"{self.name} ({self.id}) at table {table}")
            raise
        return game

    async def close(self):
        await self.http.aclose()


class Game:
    """What one person knows of one game."""

    def __init__(self, player, table):
        self.player, self.table, self.witness = player, table, player.witness
        self.version, self.frame, self.is_over = None, None, False
        self.pending = None  # a command that has no answer yet
        self.talk = None

    @property
    def since(self):
        return "" if self.version is None else f"?since={self.version}"

    async def over_socket(self, until):
        async with self.player.socket(self.table, self.since) as way:
            if self.pending:
                await way.send(json.dumps(self.pending))
            while not self.is_over and not (until(self) and self.pending is None):
                try:
                    async with asyncio.timeout(0.5):
                        text = await way.recv()
                except TimeoutError:
                    continue
                command = self.hear(text)
                if command is not None:
                    self.witness.send(self.table, self.player.id, command)
                    await way.send(json.dumps(command))
                if self.talk is None and self.player.rng.random() < self.player.talks:
                    self.talk = f"{self.player.name} {self.player.rng.random()}"
                    self.witness.said.setdefault((self.table, self.talk), False)
                    await way.send(json.dumps({"do": "chat", "text": self.talk, "tag": "talk"}))

    async def over_http(self, until):
        path = f"/api/tables/{self.table}"
        url = self.player.server().url
        while not self.is_over and not (until(self) and self.pending is None):
            if self.pending is None:
                answer = await self.player.http.get(url + path + self.since)
                if answer.status_code != 200:
                    raise TimeoutError
                command = self.hear(answer.text)
                if command is None:
                    await asyncio.sleep(PAUSE)
                    continue
                self.witness.send(self.table, self.player.id, command)
            headers = {"Origin": url}
            answer = await self.player.http.post(f"{url}{path}/do", json=self.pending, headers=headers)
            if answer.status_code >= 500:
                raise TimeoutError
            kind = "ack" if answer.status_code == 200 else "more" if answer.json()["error"] == "more" else "error"
            command = self.hear(json.dumps({"t": kind, **answer.json(), "of": None}))
            if command is not None:
                self.witness.send(self.table, self.player.id, command)

    def hear(self, text):
        """Take in what came; the command to send now, if there is one."""
        message = self.witness.see(self.table, self.player.id, text)
        match message["t"]:
            case "table":
                return self.look(message)
            case "ack" if message["of"] == "talk":
                self.witness.said[self.table, self.talk] = True
                self.talk = None
            case "ack":
                self.witness.ack(self.table, self.player.id, self.pending, message["version"])
                self.pending = None
                if self.version is not None and self.version >= message["version"]:  # the table came before the answer
                    return self.look(self.frame)
            case "more":
                choice = self.player.rng.choice(message["legal"])["id"]
                self.pending = {**self.pending, "actions": [*message["actions"], choice]}
                return self.pending
            case "error":
                return self.refuse(message)
            case "bye":
                self.witness.byes += 1
        return None

    def refuse(self, message):
        if message["error"] == "unavailable":
            if message.get("of") == "talk":
                self.talk = None
                return None
            raise TimeoutError  # come back, and send it again
        if self.pending["do"] == "reveal" and message["error"] == "stale":  # others reveal at the same time
            self.pending = {**self.pending, "version": message["version"]}
            return self.pending
        if self.pending["do"] == "reveal" and message["error"] == "not_now":  # it was too late, the game has begun
            self.pending = None
            return self.look(self.frame)
        raise AssertionError(f"{self.pending} was refused: {message}")

    def look(self, frame):
        assert self.version is None or frame["version"] >= self.version, f"back from {self.version}: {frame}"
        self.version, self.frame = frame["version"], frame
        table = frame["table"]
        if table["phase"] in ("over", "closed"):
            self.is_over = True
            self.witness.finished.add(self.table)
        elif self.pending is None and table["phase"] == "dealing":
            mine = table["seats"][frame["you"]] if frame["you"] is not None else None
            if mine and mine["commit"] and not mine["nonce"]:
                self.pending = {"do": "reveal", "nonce": self.player.nonce(self.table), "version": frame["version"]}
                return self.pending
        elif self.pending is None and frame["legal"]:
            return self.choose(frame)
        return None

    def choose(self, frame):
        actions = [self.player.rng.choice(frame["legal"])["id"]]
        self.pending = {"do": "play", "actions": actions, "version": frame["version"]}
        return self.pending


async def series(players, game, until, bots=0, crowd=(), has_all=None):
    """One game after another, until it is enough; a game that is under way is left. A crowd watches each to its end."""
    options = {"players": len(players) + bots}
    while not until(None):
        seats = ["open"] * len(players) + ["bot:greedy"] * bots
        table = await players[0].create(game=game, options=options, seats=seats)
        for player in players:
            await player.sit(table)
        playing = [player.play(table, until) for player in players]
        await together([*playing, *(viewer.play(table, has_all) for viewer in crowd)])


async def together(coroutines):
    """All of them; the first failure ends the others."""
    async with asyncio.TaskGroup() as group:
        for coroutine in coroutines:
            group.create_task(coroutine)


@contextlib.asynccontextmanager
async def store_of(database):
    store = Store(Settings(database=database).database_url)
    try:
        yield store
    finally:
        await store.close()


async def check_acks(store, witness, known):
    """What was acknowledged is there, at its version; `known` are those that were seen before."""
    new = {place: version for place, version in witness.sent.items() if version is not None and place not in known}
    names = {table for table, _, _ in new}
    logs = {table: {logged.version: logged for logged in await store.log(table)} for table in names}
    for (table, person, command), version in new.items():
        logged = logs[table].get(version)
        assert logged is not None, f"{command} was acknowledged as version {version} of {table} and is gone"
        assert logged.request == fingerprint(command, person), (command, logged)
    for log in logs.values():
        assert sorted(log) == list(range(1, len(log) + 1))
    known.update(new)


def fingerprint(command, person):
    return commands.decoder.decode(command).fingerprint(person)


async def check(database, witness):
    """Hold what everybody heard against the database; how many entries there are."""
    async with store_of(database) as store:
        rows = {row["id"]: row for row in await store.rows(sa.select(tables))}
        for table, _, _ in witness.sent:
            assert table in rows
        total = 0
        for table, row in rows.items():
            total += await check_table(store, witness, table, row)
        there = {(row["table_id"], row["text"]) for row in await store.rows(sa.select(chats))}
        lost = {place for place, acknowledged in witness.said.items() if acknowledged} - there
        assert not lost
        assert there <= set(witness.said)
    return total


async def check_table(store, witness, table_id, row):
    info = info_of(row)
    log = await store.log(table_id)
    assert [logged.version for logged in log] == list(range(1, len(log) + 1)), "versions have gaps"
    table = Table(info, game_of(info.game, info.options, info.material))
    after = [table]
    for logged in log:
        after.append(after[-1].after(logged))  # each action of it is tried against the rules
    end = after[-1]
    found = summary(end)
    assert {name: row[name] for name in ("version", "phase", "turn", "changed", "result")} == {
        "version": len(log),
        **{name: found[name] for name in ("phase", "turn", "changed", "result")},
    }
    places = {place["seat"]: place for place in await store.rows(sa.select(seats).where(seats.c.table_id == table_id))}
    for seat, place in enumerate(end.places):
        if not place.is_open:
            assert (places[seat]["person"], places[seat]["level"]) == (place.person, place.level)
    check_commands(witness, table_id, log, after)
    check_shown(witness, table_id, after)
    if end.phase == "over" and end.how == "rules":
        verdict = verify(end.record())
        assert verdict.is_over
        assert verdict.proof.hash == end.public["fair"].hash
    return len(log)


def check_commands(witness, table_id, log, after):
    """Everything acknowledged is there once, at its version, and nobody's action came from nowhere."""
    sent = {
        fingerprint(command, person): (person, json.loads(command), version)
        for (table, person, command), version in witness.sent.items()
        if table == table_id
    }
    written = {logged.request: logged for logged in log if logged.request}
    assert len(written) == sum(logged.request is not None for logged in log), "a command was played twice"
    assert set(written) <= set(sent)
    for request, (person, command, version) in sent.items():
        logged = written.get(request)
        if version is not None:
            assert logged is not None, f"{command} was acknowledged as version {version} and is gone"
            assert logged.version == version
        if logged is not None and isinstance(logged.entry, entries.Played):
            before = after[logged.version - 1]
            assert before.seat_of({person}) == logged.entry.seat
            assert logged.entry.actions[: len(command["actions"])] == command["actions"]
    for logged in log:
        if isinstance(logged.entry, entries.Played) and not after[logged.version - 1].places[logged.entry.seat].is_bot:
            assert logged.request in sent


def check_shown(witness, table_id, after):
    """Every frame that anybody ever saw is what the log gives."""
    for (table, person, version, since), text in witness.shown.items():
        if table == table_id:
            assert version < len(after), f"version {version} was shown and is gone"
            assert same(text, after[version].frame({person}, since).decode())


def same(shown, expected):
    """Frames are the same, but for how long somebody may think or be silent: an outage is credited later."""
    if shown == expected:
        return True
    one, two = json.loads(shown), json.loads(expected)
    for frame in (one, two):
        times = frame["table"].pop("clock"), frame["table"].pop("replaceable")
        assert times != (None, None), (shown, expected)
    return one == two


def run(coroutine, seconds=600):
    """What it gives; the limit is for what would otherwise wait for ever."""
    with warnings.catch_warnings():
        # the client's library leaves a socket to the collector if its server is killed in the middle of the handshake
        warnings.simplefilter("ignore", ResourceWarning)
        result = asyncio.run(asyncio.wait_for(coroutine, seconds))
        gc.collect()
    return result


async def until_true(condition, seconds=SECONDS):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not await condition():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(PAUSE)
