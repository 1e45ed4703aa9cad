"""Whole games at a real server: over sockets that break off, over HTTP alone, with spectators."""

import json
import random
import time
from contextlib import ExitStack

import pytest

from bauboom import GAMES, load
from bauboom.core.fair import verify
from bauboom.core.record import Record
from bauboom.server.clock import Pace
from bauboom.server.keeper import Viewer, here_message
from bauboom.server.table import Info, Table

from .process import SECONDS, Client, Server

FAST = {
    **{"bot_pace": 0, "messages_per_second": 10_000, "requests_per_second": 10_000},
    **{"people_per_address": 10_000, "connections_per_person": 100},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("play")
    with Server(str(folder / "bauboom.db"), folder, **FAST) as server:
        yield server


@pytest.fixture
def people(server):
    """Ada and Grace, who play, and Eve, who watches."""
    with Client(server, "Ada") as ada, Client(server, "Grace") as grace, Client(server, "Eve") as eve:
        yield ada, grace, eve


def make(host, game, *seats, **more):
    body = {"game": game, "options": {"players": len(seats)}, "seats": list(seats), **more}
    answer = host.post("/api/tables", **body)
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


class Watcher:
    """Somebody at a table by socket, with all that he was told; he plays at random if he is given dice."""

    def __init__(self, person, table, dice=None):
        self.person, self.table, self.dice = person, table, dice
        self.told, self.frame, self.answered, self.asked = [], None, -1, None
        self.connections = ExitStack()
        self.connect(0)

    def connect(self, since):
        self.connections.close()
        self.socket = self.connections.enter_context(self.person.live(self.table, since))

    @property
    def is_over(self):
        return self.frame is not None and self.frame["table"]["phase"] == "over"

    def listen(self, seconds=0):
        """Read what has come, and play if it is one's turn."""
        while True:
            try:
                message = json.loads(self.socket.recv(timeout=seconds))
            except TimeoutError:
                break
            seconds = 0
            if message["t"] == "table":
                assert message["since"] == (0 if self.frame is None else self.frame["version"])
                self.told += message["told"]
                self.frame = message
            elif message["t"] == "more":
                self.play([*message["actions"], self.dice.choice(message["legal"])["id"]])
            else:
                assert message["t"] in ("ack", "chat", "here"), message
        if self.dice and self.frame and self.frame["legal"] and self.frame["version"] != self.answered:
            self.answered = self.frame["version"]
            self.play([self.dice.choice(self.frame["legal"])["id"]])

    def play(self, actions):
        self.asked = json.dumps({"do": "play", "actions": actions, "version": self.answered})
        self.socket.send(self.asked)

    def break_off(self):
        """Lose the connection and come back, with the last version that was seen; what was asked is asked again."""
        if self.frame:
            self.connect(self.frame["version"])
        if self.asked:
            self.socket.send(self.asked)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_people_are_told_goes_on_where_their_connection_broke_off(game, people):
    ada, grace, eve = people
    table = make(ada, game, "me", "open", "bot:random")
    grace.do(table, "sit").raise_for_status()
    dice = random.Random(game)
    players = [Watcher(ada, table, dice), Watcher(grace, table, dice)]
    others = [Watcher(ada, table), Watcher(eve, table), Watcher(eve, table)]
    end = time.monotonic() + 3 * SECONDS
    with ExitStack() as open_connections:
        for watcher in [*players, *others]:
            open_connections.push(watcher.connections)
        while not all(watcher.is_over for watcher in [*players, *others]):
            assert time.monotonic() < end
            for watcher in [*players, *others]:
                watcher.listen(0.001)
            if dice.random() < 0.1:
                players[0].break_off()
            if dice.random() < 0.1:
                others[2].break_off()
    assert players[0].told == others[0].told
    assert others[1].told == others[2].told
    for watcher in (players[0], players[1], others[1]):
        whole = watcher.person.get(f"/api/tables/{table}", since=0).json()
        assert whole["told"] == watcher.told
        assert whole["view"] == watcher.frame["view"]
    record = Record.decode(eve.get(f"/api/tables/{table}/record").content, load)
    assert verify(record).is_over
    assert record.seats == ["Ada", "Grace", "bot:random"]


def choose(person, table, dice):
    """Take a decision over HTTP, if there is one to take; the frame before it."""
    frame = person.get(f"/api/tables/{table}").json()
    if frame["legal"]:
        actions = [dice.choice(frame["legal"])["id"]]
        answer = person.do(table, "play", actions=actions, version=frame["version"])
        while answer.status_code == 409:
            more = answer.json()
            assert more["error"] == "more"
            assert more["actions"] == actions
            actions = [*actions, dice.choice(more["legal"])["id"]]
            answer = person.do(table, "play", actions=actions, version=frame["version"])
        assert answer.json() == {"version": frame["version"] + 1}
    return frame


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_played_without_a_socket(game, people):
    ada, grace, eve = people
    table = make(ada, game, "me", "open", "bot:greedy")
    grace.do(table, "sit").raise_for_status()
    dice, told, seen = random.Random(game), [], 0
    while choose(ada, table, dice)["table"]["phase"] != "over":
        choose(grace, table, dice)
        frame = eve.get(f"/api/tables/{table}", since=seen).json()
        assert (frame["you"], frame["legal"]) == (None, [])
        told, seen = told + frame["told"], frame["version"]
    last = eve.get(f"/api/tables/{table}", since=seen).json()
    assert told + last["told"] == eve.get(f"/api/tables/{table}", since=0).json()["told"]
    assert last["table"]["result"]["how"] == "rules"
    assert verify(Record.decode(eve.get(f"/api/tables/{table}/record").content, load)).is_over


def messages(socket, kind):
    """The next message of a kind."""
    while True:
        message = json.loads(socket.recv(timeout=SECONDS))
        if message["t"] == kind:
            return message


def playing(person, table):
    end = time.monotonic() + SECONDS
    while (frame := person.get(f"/api/tables/{table}").json())["table"]["phase"] != "playing":
        assert time.monotonic() < end
        time.sleep(0.01)
    return frame


def test_answers_over_the_socket_carry_the_tag_of_what_they_answer(people):
    ada, grace, eve = people
    table = make(ada, "manhattan", "me", "open")
    with ada.live(table) as socket, eve.live(table) as watching:
        assert messages(socket, "table")["you"] == 0
        socket.send('{"do":"chat","text":"hello","tag":"a1"}')
        assert messages(socket, "ack")["of"] == "a1"
        assert messages(watching, "chat")["text"] == "hello"
        socket.send('{"do":"resign","tag":"a2"}')
        assert messages(socket, "error") == {
            **{"t": "error", "error": "not_now", "why": "nobody plays here now", "of": "a2"}
        }
        for bad in ("", "[]", '{"do":"dance"}', '{"do":"sit","seat":-1}', "{"):
            socket.send(bad)
            assert messages(socket, "error")["error"] == "bad_message"
        watching.send('{"do":"leave"}')
        assert messages(watching, "error")["error"] == "not_yours"
    with Client(eve.server) as nobody, nobody.live(table) as socket:
        assert messages(socket, "table")["you"] is None
        socket.send('{"do":"sit"}')
        assert messages(socket, "error")["error"] == "need_name"
    with grace.live(table) as socket:
        assert messages(socket, "chat")["text"] == "hello"  # what was said before one came


def test_the_same_play_twice_is_played_once_and_a_stale_one_is_refused(people):
    ada, grace, _ = people
    table = make(ada, "manhattan", "me", "open")
    grace.do(table, "sit").raise_for_status()
    frame = playing(ada, table)
    mover, other = (ada, grace) if frame["table"]["turn"] == 0 else (grace, ada)
    frame = mover.get(f"/api/tables/{table}").json()
    play = {"actions": [frame["legal"][0]["id"]], "version": frame["version"]}
    for _ in range(3):
        assert mover.do(table, "play", **play).json() == {"version": frame["version"] + 1}
    second = {**play, "actions": [frame["legal"][1]["id"]]}
    answer = mover.do(table, "play", **second)
    assert (answer.status_code, answer.json()["error"]) == (409, "stale")
    assert answer.json()["version"] == frame["version"] + 1
    assert other.do(table, "play", **play).status_code == 409
    illegal = mover.do(table, "play", actions=[10**6], version=frame["version"] + 1)
    assert (illegal.status_code, illegal.json()["error"]) == (422, "illegal")


def test_a_version_that_never_was_tells_nothing_and_does_no_harm(people):
    ada, *_ = people
    table = make(ada, "manhattan", "me", "bot:random")
    version = playing(ada, table)["version"]
    for since in (-1, version + 1000, 2**62):
        frame = ada.get(f"/api/tables/{table}", since=since).json()
        assert frame["told"] == []
        assert frame["since"] == frame["version"]
        with ada.live(table, since) as socket:
            assert messages(socket, "table")["told"] == []


def test_taking_back_goes_over_sockets_and_is_told(people):
    ada, grace, eve = people
    table = make(ada, "manhattan", "me", "open")
    grace.do(table, "sit").raise_for_status()
    frame = playing(ada, table)
    mover, other = (ada, grace) if frame["table"]["turn"] == 0 else (grace, ada)
    before = mover.get(f"/api/tables/{table}").json()
    mover.do(table, "play", actions=[before["legal"][0]["id"]], version=before["version"]).raise_for_status()
    with eve.live(table, before["version"]) as watching:
        assert messages(watching, "table")["told"]
        mover.do(table, "undo").raise_for_status()
        asked = messages(watching, "table")
        assert asked["table"]["offer"] == {"seat": before["you"], "agreed": []}
        other.do(table, "agree").raise_for_status()
        assert messages(watching, "table")["told"] == [{"e": "table:undone"}]
    after = mover.get(f"/api/tables/{table}").json()
    assert (after["view"], after["legal"]) == (before["view"], before["legal"])


# Who is here


def here(socket, **expected):
    """Read until this is said about who is here."""
    while messages(socket, "here") != {"t": "here", **expected}:
        pass


def test_everybody_hears_who_is_at_the_table(people, server):
    ada, grace, eve = people
    table = make(ada, "manhattan", "me", "open", "bot:random")
    with ada.live(table) as hers:
        here(hers, seats=[0], watching=0)
        with grace.live(table) as first:
            here(first, seats=[0], watching=1)
            here(hers, seats=[0], watching=1)
            with grace.live(table) as second:  # in another window she is still one
                here(second, seats=[0], watching=1)
                grace.do(table, "sit", seat=1).raise_for_status()
                for socket in (hers, first, second):
                    here(socket, seats=[0, 1], watching=0)
                with eve.live(table), Client(server).live(table):
                    here(hers, seats=[0, 1], watching=2)
                here(hers, seats=[0, 1], watching=0)
            grace.do(table, "chat", text="still here").raise_for_status()
            while (message := json.loads(hers.recv(timeout=SECONDS)))["t"] != "chat":
                assert message["t"] != "here"
        here(hers, seats=[0], watching=0)


def test_of_a_crowd_one_hears_roughly_how_many_watch():
    info = Info("t", "c", "manhattan", {}, Pace(), "ada", 0, bytes(32))
    table = Table(info, load("manhattan"))
    told = [
        json.loads(here_message(table, [Viewer(frozenset(), 0) for _ in range(n)]))["watching"] for n in range(1200)
    ]
    assert told[:100] == list(range(100))
    assert told[100:111] == [100] * 10 + [110]
    assert told[999:1101] == [990, *[1000] * 100, 1100]
