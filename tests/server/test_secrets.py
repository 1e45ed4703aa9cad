"""What is hidden does not leave the server: whoever cannot tell two games apart gets the same bytes of both."""

import asyncio
import contextlib
import json
import sqlite3
import threading
import time
import types
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from sqlalchemy.exc import IntegrityError

from bauboom import load
from bauboom.bots import make_bot
from bauboom.core.chance import Fair, Seeded, commitment
from bauboom.core.sheet import REFEREE
from bauboom.core.showing import Showing
from bauboom.core.state import State, View
from bauboom.server import commands as ask
from bauboom.server import entries as log
from bauboom.server import keeper
from bauboom.server.clock import Pace
from bauboom.server.house import House
from bauboom.server.keeper import Keeper, time_to_move
from bauboom.server.problems import Problem
from bauboom.server.serve import migrate
from bauboom.server.store import Store, Write
from bauboom.server.table import Asker, Info, Table

from .inside import PLENTY, SEED, Inside, script_of, take_over
from .process import SECONDS, Client, Server, heard
from .twins import differing, kinds_that_differ, make_twins, twins_with

# our routes are written in Litestar's old style, of which it warns when they are made

NAMES = ("Ada", "Grace", "Mary", "Joan", "Edith")
GUEST, STRANGER = "guest", "stranger"  # somebody without a seat, somebody without a name
OUTSIDE = (GUEST, STRANGER)
NONCES = [bytes([seat + 1] * 32) for seat in range(5)]


class Evening:
    """A game played at a server by people over sockets, and every byte that each of them got."""

    def __init__(self, server, clock, game, moves, which):
        self.server, self.clock, self.game, self.which = server, clock, game, which
        self.tapes = {}
        self.opened = {}  # what one gets afterwards
        self.clients, self.sockets, self.versions = {}, {}, {}
        self.pages, self.packed = {}, {}  # a page of each, which has the rules, and what it got
        with contextlib.ExitStack() as stack:
            self._arrive(stack)
            self._begin()
            self._play(moves)
            self._finish()

    def _arrive(self, stack):
        seats = range(self.game.seats)
        for who, name in [*((seat, NAMES[seat]) for seat in seats), (GUEST, "Sophie"), (STRANGER, None)]:
            self.clients[who] = stack.enter_context(Client(self.server, name))
            self.tapes[who] = []
        new = {"game": self.game.name, "options": dict(self.game.options), "listed": True, "pace": {"kind": "live"}}
        new["hints"] = True
        made = self.clients[0].post("/api/tables", **new).json()
        self.table, self.code = made["id"], made["code"]
        for who, client in self.clients.items():
            self.sockets[who] = stack.enter_context(client.live(self.table))
            self._hear(who, 0)
            self.pages[who] = stack.enter_context(client.live(self.table, rows=True))
            while isinstance(self.pages[who].recv(timeout=SECONDS), str):  # until it is known who is here
                pass

    def _begin(self):
        seats = range(self.game.seats)
        for seat in seats:
            self._order(seat, "sit", seat=seat, commit=commitment(NONCES[seat]))
        self._look_around()
        for seat in seats:
            for tape in self.tapes.values():
                assert NONCES[seat].hex() not in str(tape)
            self._order(seat, "reveal", nonce=NONCES[seat].hex())
        self._hear_all(1 + 2 * self.game.seats)

    def _play(self, moves):
        for number, move in enumerate(moves[1:], 1):
            self._move(move.seat, move.decisions[self.which], by_http=number % 3 == 0)
            if number % 20 == 9:
                self._look_around()
                self._try_what_is_illegal()
            if number == 8:  # take it back, and play it again
                self._order(move.seat, "undo")
                for other in set(range(self.game.seats)) - {move.seat}:
                    self._order(other, "agree")
                self._look_around()
                self._move(move.seat, move.decisions[self.which])

    def _finish(self):
        if self.frame(0)["table"]["phase"] == "playing":
            self._look_around()
            for seat in range(1, self.game.seats):
                self._order(seat, "resign")
        assert self.frame(0)["table"]["phase"] == "over"
        self._order(0, "chat", text="that was fun")
        for who in self.clients:  # whatever else was sent lies before this on the tape
            while self._hear_one(who)["t"] != "chat":
                pass
            self.packed[who] = []
            while not is_chat(message := self.pages[who].recv(timeout=SECONDS)):
                self.packed[who] += [message] * isinstance(message, bytes)  # who is here is told as people come
        paths = [
            "record",
            "moves",
            "steps/9",
            *(f"steps/{step}?seat={s}" for step in (9, 30) for s in range(self.game.seats)),
        ]
        self.opened = {
            who: [client.get(f"/api/tables/{self.table}/{path}") for path in paths]
            for who, client in self.clients.items()
        }

    def frame(self, who):
        """The last condition of the table that somebody was sent."""
        frames = (json.loads(item) for item in reversed(self.tapes[who]) if isinstance(item, bytes))
        return next(frame for frame in frames if frame["t"] == "table")

    def _hear_one(self, who):
        message = self.sockets[who].recv(timeout=SECONDS, decode=False)
        self.tapes[who].append(message)
        message = json.loads(message)
        if message["t"] == "table":
            self.versions[who] = message["version"]
        return message

    def _hear(self, who, version):
        while self.versions.get(who, -1) < version:
            self._hear_one(who)

    def _hear_all(self, version):
        for who in self.clients:
            self._hear(who, version)

    def _order(self, who, do, **rest):
        self.clock.pass_by(1000)
        answer = self.clients[who].do(self.table, do, **rest)
        self._keep(who, answer)
        assert answer.status_code == 200, answer.text
        self._hear_all(answer.json()["version"])

    def _ask(self, who, **command):
        """Send a command over the socket; the answer to it."""
        self.sockets[who].send(json.dumps(command))
        while (message := self._hear_one(who))["t"] not in ("ack", "error", "more"):
            pass
        return message

    def _post(self, who, command):
        response = self.clients[who].post(f"/api/tables/{self.table}/do", **command)
        self._keep(who, response)
        return response.json()

    def _move(self, seat, actions, by_http=False):
        """As a page does: one decision, and if there is more to decide, all of it together."""
        sent, done = actions[:1], 0
        self.clock.pass_by(1000)
        while done < len(actions):
            command = {"do": "play", "actions": sent, "version": self.versions[seat]}
            answer = self._post(seat, command) if by_http else self._ask(seat, **command)
            if answer.get("error") == "more":
                sent = actions
                continue
            assert "error" not in answer
            done, sent = done + len(sent), actions[done + len(sent) :]
            self._hear_all(answer["version"])

    def _keep(self, who, response):
        headers = sorted((key, value) for key, value in response.headers.multi_items() if key != "date")
        self.tapes[who].append((response.request.method, response.url.raw_path, response.status_code, headers))
        self.tapes[who].append((response.content,))

    def _look_around(self):
        """Everything that can be asked for, by everybody."""
        table, version = f"/api/tables/{self.table}", self.versions[0]
        seats = range(self.game.seats)
        paths = ["/api/me", "/api/tables", "/api/mine", "/api/watch", "/api/finished", "/api/games", f"/t/{self.table}"]
        paths += ["/api/mine?finished=true", f"/api/codes/{self.code}", f"/api/ratings/{self.game.name}/2"]
        paths += [table, f"{table}/picture", f"{table}/chat", f"{table}/record", f"{table}/steps/1", "/api/bots"]
        paths += [f"{table}?since={since}" for since in (0, version // 2, version - 1, version, version + 5)]
        paths += [f"{table}/steps/{step}?seat={seat}" for step in (0, 20) for seat in seats]
        paths += [f"{table}/steps", f"{table}/steps?seat=0", f"{table}/verify", f"{table}/analysis"]
        for who, client in self.clients.items():
            mine = ",".join(str(action["id"]) for action in self.frame(who)["legal"][:12])
            for path in [*paths, f"{table}/preview?actions={mine or 0}", f"{table}/hint"]:
                self._keep(who, client.get(path))
            for command in ({"do": "play", "actions": [0], "version": 1}, {"do": "back"}, {"do": "rematch"}):
                self._keep(who, client.post(f"{table}/do", **command))

    def _try_what_is_illegal(self):
        """Whatever somebody tries, the answer must not tell him what he may not know."""
        space = self.game.space
        for who in self.clients:
            legal = [action["id"] for action in self.frame(who)["legal"]]
            step = space.size // 30 if who != STRANGER else space.size  # who is refused too often is sent away
            for actions in [*([n] for n in range(0, space.size, step) if n not in legal), [10**6]]:
                assert self._ask(who, do="play", actions=actions, version=self.versions[0])["t"] == "error"
                tried = self.clients[who].get(f"/api/tables/{self.table}/preview?actions={actions[0]}")
                assert tried.status_code == (422 if legal else 409)
                self._keep(who, tried)
            if legal:
                actions = [legal[0], space.size - 1]
                assert self._ask(who, do="play", actions=actions, version=self.versions[0])["t"] == "error"


def both_evenings(folder, moves, meddle=lambda patch: None):
    """The same people on two servers, each playing one of the twins."""
    evenings, game = [], moves[0].after[0].game
    for which in (0, 1):
        with pytest.MonkeyPatch.context() as patch:
            clock = take_over(patch, script_of(moves[-1].after[which]))
            meddle(patch)
            with Inside(folder / str(which), bot_pace=PLENTY) as server:  # nobody plays on for who resigned
                evenings.append(Evening(server, clock, game, moves, which))
    return evenings


def first_difference(one, two):
    """Where two tapes part; None if they do not."""
    for number, (mine, yours) in enumerate(zip(one, two, strict=False)):
        if mine != yours:
            return number, mine, yours
    return None if len(one) == len(two) else (min(len(one), len(two)), len(one), len(two))


HANDS = {"deal", "draw"}
CASES = {  # the game, with how many, for whom, how long, what differs at least, the seed that begins the search
    "manhattan-seat": ("manhattan", 2, 0, 10**6, HANDS, 1),  # to its end
    "manhattan-spectator": ("manhattan", 3, None, 25, HANDS, 0),
    "gratte-ciel-seat": ("gratte-ciel", 3, 1, 42, HANDS | {"decline", "stolen", "keep", "seen", "put", "take"}, 9),
    "gratte-ciel-spectator": ("gratte-ciel", 2, None, 36, HANDS | {"stolen", "seen", "put"}, 31),
}


@cache
def twins(case):
    name, players, observer, length, kinds, seed = CASES[case]
    return twins_with(load(name, players=players), observer, length, kinds, range(seed, seed + 40))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_who_cannot_tell_two_games_apart_gets_the_same_bytes_of_both(case, tmp_path):
    _, _, observer, *_ = CASES[case]
    moves = twins(case)
    assert differing(moves) >= 20
    one, two = both_evenings(tmp_path, moves)
    same = OUTSIDE if observer is None else (observer, *OUTSIDE)
    for who in one.tapes:
        assert len(one.tapes[who]) > 80
        assert sum(isinstance(message, bytes) for message in one.packed[who]) > 20
        for mine, yours in ((one.tapes, two.tapes), (one.packed, two.packed)):
            difference = first_difference(mine[who], yours[who])
            if who in same:
                assert difference is None, (who, difference)
            else:
                assert difference is not None
    for evening in (one, two):
        check_frames(evening, observer, moves)
        check_end(evening)
    assert one.opened[STRANGER][0].content != two.opened[STRANGER][0].content


def check_frames(evening, observer, moves):
    """One frame for each version, whatever others had to decide that nobody may know of."""
    who = GUEST if observer is None else observer
    frames = [message for message in map(json.loads, filter(is_letter, evening.tapes[who])) if message["t"] == "table"]
    assert [frame["version"] for frame in frames] == list(range(len(frames)))
    played = [frame for frame in frames if any(is_of_game(event) for event in frame["told"])]
    assert len(played) == len(moves) + 1  # and the move that was taken back


def is_letter(item):
    return isinstance(item, bytes)


def is_of_game(event):
    return not event["e"].startswith("table:")


def check_end(evening):
    """Before the end nobody learns the seed or gets a record; afterwards everybody gets everything."""
    for who, tape in evening.tapes.items():
        end = next(i for i, item in enumerate(tape) if is_letter(item) and b'"phase":"over"' in item)
        before, after = str(tape[:end]), str(tape[end:])
        assert SEED.hex() not in before
        assert str(SEED)[2:-1] not in before
        assert SEED.hex() in after
        refused = [tape[i + 1] for i, item in enumerate(tape) if is_refused_record(item)]
        assert len(refused) > 1
        assert set(refused) == {(b'{"error":"not_now","why":"a game can be looked through when it is over"}',)}
        assert [answer.status_code for answer in evening.opened[who]] == [200] * len(evening.opened[who])
        assert [a.content for a in evening.opened[who]] == [a.content for a in evening.opened[STRANGER]]


def is_chat(message):
    return isinstance(message, str) and '"t":"chat"' in message


def is_refused_record(item):
    return isinstance(item, tuple) and len(item) > 1 and item[1].endswith(b"/record") and item[2] == 409


def show_everything(patch):
    """A leak: the spectators' view is the whole table."""
    hidden, packed = State.view, State.view_bytes
    patch.setattr(State, "view", lambda s, seat: View(s.game, s._rows, None) if seat is None else hidden(s, seat))
    patch.setattr(State, "view_bytes", lambda s, seat: s._rows.tobytes() if seat is None else packed(s, seat))


def tell_everything(patch):
    """A leak: what happens is told to all in full."""
    honest = Showing.numbers_told
    patch.setattr(
        Showing, "numbers_told", lambda s, before, action, after, _: honest(s, before, action, after, REFEREE)
    )


def take_alone(patch):
    """A leak: what nobody may know of is decided on its own."""
    patch.setattr(State, "is_secret", False)


def know_why(patch):
    """A leak: a refusal knows all hands."""

    def decide(table, command, asker, now, honest=Table.decide):
        try:
            return honest(table, command, asker, now)
        except Problem as problem:
            if table.state is not None:
                problem.why += f" (the hands are {table.state.row['hand'].tolist()})"
            raise

    patch.setattr(Table, "decide", decide)


@pytest.mark.slow
@pytest.mark.parametrize("leak", [show_everything, tell_everything, know_why, take_alone])
def test_a_leak_is_noticed(leak, tmp_path):
    moves = twins("gratte-ciel-seat" if leak is take_alone else "manhattan-spectator")
    last = next((i for i, move in enumerate(moves) if move.is_secretly_longer), 2)
    one, two = both_evenings(tmp_path, moves[: last + 1], leak)
    assert first_difference(one.tapes[GUEST], two.tapes[GUEST]) is not None
    if leak in (show_everything, tell_everything):  # rows would tell, too
        assert first_difference(one.packed[GUEST], two.packed[GUEST]) is not None


def test_twins_for_whom_nothing_is_hidden_are_the_same_game():
    game = load("hoch-hinaus")
    assert not game.has_secrets
    for observer in (0, None):
        moves = make_twins(game, observer, 1, 12)
        assert differing(moves) == 0
        assert not kinds_that_differ(moves)


# Decisions that nobody may know of


def test_what_nobody_may_know_of_is_decided_right_after_what_everybody_sees(variant, random_states):
    """By the same seat, with no chance between, and from nothing that the seat does not know: nothing is fixed yet."""
    found = 0
    for seed in range(12 if variant.name == "gratte-ciel" else 2):
        for state in random_states(variant, seed):
            if not state.is_secret:
                continue
            found += 1
            before = state.previous
            assert before.turn == state.turn
            assert not before.is_secret
            for deal in range(3):
                other = before.view(before.turn).determinize(deal).play_one(state.action)
                assert other.turn == state.turn
                assert other.is_secret
                assert other.view(state.turn).legal_ids() == state.view(state.turn).legal_ids()
    assert (found > 0) == (variant.name == "gratte-ciel")


# Refusals

SEATED = [Asker(name, name, frozenset({name})) for name in NAMES]


def tables_of(game, moves, which, patch):
    """A table after each of its moves."""
    take_over(patch, script_of(moves[-1].after[which]))
    table = Table(Info("t", "c", game.name, dict(game.options), Pace(), "Ada", 0, SEED), game)
    entries = [log.Sat(seat, SEATED[seat].id, SEATED[seat].name) for seat in range(game.seats)]
    before = None
    for move in moves:
        actions = [state.action for state in move.after[which].path(before)]
        entries.append(log.Begun(actions) if move.seat is None else log.Played(move.seat, actions))
        before = move.after[which]
    for entry in entries:
        table = table.after(log.Logged(table.version + 1, 0, entry))
        if table.state is not None:
            yield table


def answers(table, seat):
    """What a seat is told, whatever it tries."""
    for actions in [*([number] for number in range(table.game.space.size + 1)), [0, 0]]:
        try:
            table.decide(ask.Play(actions=actions, version=table.version), SEATED[seat], 0)
            yield "fine"
        except Problem as problem:
            yield json.dumps(problem.data, default=str)


@pytest.mark.slow
@pytest.mark.parametrize("case", ["manhattan-seat", "gratte-ciel-seat"])
def test_what_is_refused_is_refused_for_reasons_that_one_may_know(case, monkeypatch):
    _, _, seat, *_ = CASES[case]
    game, moves = twins(case)[0].after[0].game, twins(case)[:42]
    with monkeypatch.context() as patch:
        ones = list(tables_of(game, moves, 0, patch))
    with monkeypatch.context() as patch:
        twos = list(tables_of(game, moves, 1, patch))
    asked = [pair for pair in zip(ones, twos, strict=True) if pair[0].turn == seat]
    assert len(asked) > 10
    reasons = set()
    for one, two in [*asked, (ones[-1], twos[-1])]:
        mine = list(answers(one, seat))
        assert mine == list(answers(two, seat))
        reasons |= set(mine)
    assert len(reasons) > 30


# Bots


class Spy:
    """A bot that looks at what it gets, and takes its time."""

    def __init__(self, seen, thinks=lambda view: None):
        self.seen, self.thinks, self.bot = seen, thinks, make_bot("random", 5)

    def choose(self, view, legal):
        self.seen.append((view, legal, threading.get_ident(), is_in_loop()))
        self.thinks(view)
        return self.bot.choose(view, legal)


def is_in_loop():
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def reachable(thing):
    """All that can be found from a thing, through data and what functions hold on to."""
    found, waiting = {}, [thing]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, (type, types.ModuleType)):
            continue
        found[id(thing)] = thing
        if isinstance(thing, np.ndarray):
            waiting.append(thing.base)
        elif isinstance(thing, (dict, types.MappingProxyType)):
            waiting += [*thing.keys(), *thing.values()]
        elif isinstance(thing, (list, tuple, set, frozenset)):
            waiting += thing
        elif isinstance(thing, types.MethodType):
            waiting += [thing.__self__, thing.__func__]
        elif isinstance(thing, types.FunctionType):
            waiting += [cell.cell_contents for cell in thing.__closure__ or ()] + list(thing.__defaults__ or ())
        elif type(thing).__module__.startswith("bauboom"):
            names = {name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())}
            waiting += [getattr(thing, name) for name in names if hasattr(thing, name)]
            waiting.append(getattr(thing, "__dict__", None))
    return list(found.values())


def play_against(server, clock, game, count, **wishes):
    """Ada plays so many moves against a bot; the table's id."""
    new = {"game": game.name, "options": dict(game.options), "seats": ["me", "bot:greedy"], **wishes}
    with Client(server, "Ada") as ada:
        table = ada.post("/api/tables", **new).json()["id"]
        with ada.live(table) as socket:
            played = 0
            while played < count:
                frame = json.loads(socket.recv(timeout=SECONDS))
                if frame["t"] == "more":
                    actions = [*frame["actions"], frame["legal"][0]["id"]]
                elif frame["t"] == "table" and frame["legal"]:
                    actions = [frame["legal"][len(frame["legal"]) // 2]["id"]]
                    played, version = played + 1, frame["version"]
                    clock.pass_by(1000)
                else:
                    continue
                socket.send(json.dumps({"do": "play", "actions": actions, "version": version}))
            while json.loads(socket.recv(timeout=SECONDS))["t"] != "ack":
                pass
    return table


@pytest.mark.parametrize("name", ["manhattan", "gratte-ciel"])
def test_a_bot_gets_its_view_and_nothing_from_which_more_could_be_learnt(name, tmp_path, monkeypatch):
    game, seen = load(name, players=2), []
    clock = take_over(monkeypatch, {})
    monkeypatch.setattr(Table, "fair", property(lambda table: Seeded(3)))
    monkeypatch.setattr(keeper, "make_bot", lambda level: Spy(seen))
    with Inside(tmp_path, bot_pace=0.01) as server:
        play_against(server, clock, game, 8)
        loop = server.thread
    assert len(seen) > 5
    for view, legal, thread, in_loop in seen:
        assert thread != loop
        assert not in_loop
        assert type(view) is View
        assert view.seat == view.turn == 1
        assert legal == view.legal
        assert view == view.determinize(1).view(1)  # nothing in it that would be dealt anew
        for thing in reachable((view, legal)):
            assert not isinstance(thing, (State, Table, House, Keeper, Info, Fair, Seeded))
            if isinstance(thing, np.ndarray) and thing.dtype == game.dtype:
                assert thing is view._rows or thing is game.opening


def test_what_can_be_found_from_a_state_is_found():
    """Or else the test above could not fail."""
    state = load("manhattan").start(seed=1)
    assert any(thing is state for thing in reachable({"a": [lambda: state]}))
    assert any(isinstance(thing, Seeded) for thing in reachable(state))
    rows = np.zeros(3, state.game.dtype)
    assert any(thing is rows for thing in reachable(View(state.game, rows[1:2], 0)))


def bot_times(folder, table):
    """How long after the entry before it each of the bot's moves was made, by what is stored."""
    with contextlib.closing(sqlite3.connect(folder / "bauboom.db")) as database:
        rows = database.execute("SELECT at, data FROM entries WHERE table_id = ? ORDER BY version", (table,)).fetchall()
    entries = [(at, log.decoder.decode(data)) for at, data in rows]
    return [
        after[0] - before[0]
        for before, after in pairwise(entries)
        if isinstance(after[1], log.Played) and after[1].seat == 1
    ]


@pytest.mark.parametrize("slow", [39, 170])
def test_how_long_a_bot_thinks_does_not_tell_what_it_holds(slow, tmp_path, monkeypatch):
    """Some hands take it longer. Within its pace that shows nowhere; beyond, only in whole paces."""
    game, seen, thoughts = load("manhattan", players=2), [], []

    def think(view):
        thoughts.append(slow if view.row["hand"][1, 0] % 2 else 3)
        clock.pass_by(thoughts[-1])

    clock = take_over(monkeypatch, {})
    monkeypatch.setattr(Table, "fair", property(lambda table: Seeded(3)))
    monkeypatch.setattr(keeper, "make_bot", lambda level: Spy(seen, think))
    with Inside(tmp_path, bot_pace=0.04) as server:
        table = play_against(server, clock, game, 14)
    assert set(thoughts) == {3, slow}
    times = bot_times(tmp_path, table)
    assert all(time % 40 == 0 for time in times)
    assert (set(times) == {40}) == (slow < 40)


def test_a_bot_moves_when_it_is_due_or_a_whole_number_of_paces_later():
    assert [time_to_move(1000, now, 700) for now in (0, 1000, 1001, 1700, 1701)] == [1000, 1000, 1700, 1700, 2400]
    assert [time_to_move(1000, now, 0) for now in (0, 1000, 1001)] == [1000, 1000, 1001]


# The end, and the log


def test_a_game_that_ends_by_the_clock_is_open_too(tmp_path, monkeypatch):
    clock = take_over(monkeypatch, {})
    monkeypatch.setattr(Table, "fair", property(lambda table: Fair(SEED, table.info.id, (None, None))))
    game = load("manhattan", players=2)
    with Inside(tmp_path, bot_pace=0.01) as server:
        table = play_against(server, clock, game, 3, pace={"kind": "live", "minutes": 1})
        path = f"/api/tables/{table}"
        with Client(server) as stranger, stranger.live(table) as socket:
            before = [stranger.get(f"{path}/record"), stranger.get(f"{path}/steps/3")]
            assert [answer.status_code for answer in before] == [409, 409]
            assert SEED.hex() not in stranger.get(path, since=0).text
            loop = server.server.servers[0].get_loop()
            for _ in range(120):  # not at once: a jump of the clock would be taken for an outage
                clock.pass_by(5_000)
                asyncio.run_coroutine_threadsafe(beat(server.house, clock.now), loop).result(SECONDS)
            loop.call_soon_threadsafe(look_at_the_clock, server.house)
            while heard(socket)["table"]["phase"] != "over":
                pass
            frame = stranger.get(path).json()
            assert frame["table"]["result"]["how"] == "time"
            assert frame["table"]["fair"]["seed"] == SEED.hex()
            assert stranger.get(f"{path}/record").json()["chance"]["seed"] == SEED.hex()
            hands = [stranger.get(f"{path}/steps/9", seat=seat).json()["view"]["players"][seat] for seat in (0, 1)]
            assert all(hand["hand"] for hand in hands)


async def beat(house, now):
    await house.store.beat(house.process, now)
    house.beaten = now


def look_at_the_clock(house):
    for of_table in house.keepers.values():
        of_table.tick()


@pytest.mark.slow
def test_the_log_tells_no_seed_and_no_card(tmp_path):
    with Server(str(tmp_path / "bauboom.db"), tmp_path, log_level="debug", bot_pace=0.01) as server:
        with Client(server, "Ada") as ada:
            table = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me", "bot:greedy"])
            path = f"/api/tables/{table.json()['id']}"
            while not (frame := ada.get(path).json())["legal"]:
                time.sleep(0.05)  # or it is taken for a flood
            action = frame["legal"][0]["id"]
            assert ada.do(table.json()["id"], "play", actions=[action], version=frame["version"]).status_code == 200
            assert ada.do(table.json()["id"], "resign").status_code == 200
            seed = bytes.fromhex(ada.get(path).json()["table"]["fair"]["seed"])
        said = server.said()
    assert "request" in said
    assert seed.hex() not in said
    assert str(seed)[2:-1] not in said
    assert '"actions"' not in said


def test_what_could_not_be_stored_is_not_in_the_error(tmp_path):
    settings = Inside(tmp_path).settings

    async def write_for_a_table_that_is_not_there():
        store = Store(settings.database_url)
        write = Write("nowhere", log.Logged(1, 0, log.Begun([31337])), {})
        try:
            await store.create(Info("t", "c", "manhattan", {}, Pace(), "Ada", 0, SEED), 2, None, [write])
        finally:
            await store.close()

    migrate(settings)
    with pytest.raises(IntegrityError) as error:
        asyncio.run(write_for_a_table_that_is_not_there())
    assert "INSERT INTO entries" in str(error.value)
    assert "31337" not in str(error.value)
