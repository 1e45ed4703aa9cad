"""Puzzles on a server: it judges answers, rates people and puzzles by first tries, and keeps what follows a person."""

import contextlib
import json
import sys
import time

import msgspec
import pytest
import sqlalchemy as sa

from bauboom import load
from bauboom.arena.glicko import NEWCOMER, Glicko, rated
from bauboom.cli import main
from bauboom.core.record import Record
from bauboom.machines.puzzles import index_of, shown
from bauboom.server.clock import DAY
from bauboom.server.puzzle_tables import days, solvers, tries
from bauboom.server.puzzles import LATE
from bauboom.server.settings import Settings
from bauboom.server.sharing import shared_games

from .inside import Inside
from .nursery import QuickServer
from .play import FAST
from .process import Client

GAME = "manhattan"
PASSWORD = "correct horse battery"
PUZZLES = list(shown(load(GAME)))
FIRST = Glicko(PUZZLES[0].rating, index_of(load(GAME)).deviation)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Inside(tmp_path_factory.mktemp("puzzles")) as server:
        yield server


@pytest.fixture
def come(server):
    with contextlib.ExitStack() as stack:
        yield lambda name=None: stack.enter_context(Client(server, name))


def today():
    return time.time_ns() // 1_000_000 // DAY


def of_day(day):
    return PUZZLES[day % len(PUZZLES)]


def answer(person, puzzle, right=True, **more):
    return person.post(f"/api/puzzles/{GAME}/{puzzle.id}", action=puzzle.best if right else puzzle.second, **more)


def own(person):
    return person.get("/api/puzzles").json()


def error(answered):
    return answered.status_code, answered.json()["error"]


def account(person):
    login = f"ada-{time.time_ns()}"
    person.post("/api/account", login=login, password=PASSWORD).raise_for_status()
    return login


def test_a_first_try_moves_the_person_and_the_puzzle_and_a_second_one_neither(come):
    ada, puzzle = come("Ada"), PUZZLES[0]
    told = answer(ada, puzzle).json()
    mine, its = rated(NEWCOMER, [(FIRST, 1)]), rated(FIRST, [(NEWCOMER, 0)])
    assert (told["right"], told["first"], told["puzzle"]) == (True, True, round(its.rating))
    assert told["rating"] == pytest.approx(mine.rating)
    assert told["deviation"] == pytest.approx(mine.deviation)
    again = answer(ada, puzzle, right=False).json()
    assert (again["right"], again["first"], again["rating"], again["puzzle"]) == (
        *(False, False),
        *(told["rating"], told["puzzle"]),
    )
    (course,) = own(ada)["courses"]
    assert (course["game"], course["tried"], course["rating"]) == (GAME, {puzzle.id: True}, told["rating"])
    assert come().get(f"/api/puzzles/{GAME}").json()["ratings"][puzzle.id] == told["puzzle"]
    grace = come("Grace")
    after = answer(grace, puzzle, right=False).json()
    assert after["rating"] < NEWCOMER.rating
    assert after["puzzle"] > told["puzzle"]


def test_the_server_judges_and_refuses_what_is_no_answer(come):
    ada, puzzle = come("Ada"), PUZZLES[1]
    path = f"/api/puzzles/{GAME}/{puzzle.id}"
    assert error(ada.post(path, action="nonsense")) == (422, "illegal")
    assert error(ada.post(path, action="")) == (422, "illegal")
    assert error(ada.post(path, right=True)) == (400, "bad_message")
    assert error(ada.post(path, action=puzzle.best, right=True)) == (400, "bad_message")
    assert error(ada.post(path, action="x" * 81)) == (400, "bad_message")
    for unknown in (f"{GAME}/000000", f"{GAME}/{'x' * 300}", f"chess/{puzzle.id}", f"gratte-ciel/{puzzle.id}"):
        assert error(ada.post(f"/api/puzzles/{unknown}", action=puzzle.best)) == (404, "not_found")
    assert error(come().post(path, action=puzzle.best)) == (401, "need_name")
    assert own(ada) == {"courses": [], "streak": None}
    account(ada)
    token = ada.post("/api/bots", name="Robot").json()["token"]
    robot = come()
    robot.http.headers["Authorization"] = f"Bearer {token}"
    assert error(robot.post(path, action=puzzle.best)) == (403, "not_yours")


def test_puzzles_of_days_make_a_streak_also_when_they_come_late(come):
    ada, day = come("Ada"), today()
    assert answer(ada, of_day(day), right=False, day=day).json()["streak"] is None
    assert answer(ada, of_day(day), day=day).json()["streak"] == {"day": day, "length": 1}  # at the second try
    assert answer(ada, of_day(day - 3), day=day - 3).json()["streak"] == {"day": day, "length": 1}
    assert answer(ada, of_day(day - 1), day=day - 1).json()["streak"] == {"day": day, "length": 2}
    assert answer(ada, of_day(day - 2), day=day - 2).json()["streak"] == {"day": day, "length": 4}
    assert [course["day"] for course in own(ada)["courses"]] == [day]
    for wrong, puzzle in (
        (day - LATE - 2, of_day(day - LATE - 2)),
        (day + 2, of_day(day + 2)),
        (day - 5, of_day(day - 6)),
    ):
        assert error(answer(ada, puzzle, day=wrong)) == (422, "illegal")
        assert puzzle.id not in own(ada)["courses"][0]["tried"]
    assert error(answer(ada, of_day(day), day=-1)) == (400, "bad_message")


def delete(person):
    address = person.server.url
    given = {"headers": {"Origin": address}, "json": {"password": PASSWORD}}
    person.http.request("DELETE", f"{address}/api/me", **given).raise_for_status()


def test_puzzles_follow_an_account_which_adopts_those_of_a_guest_and_go_with_it(database_url, tmp_path, nursery):
    """On both kinds of databases."""
    with (
        QuickServer(nursery, database_url, tmp_path, **FAST) as server,
        Client(server, "Ada") as ada,
        Client(server, "Ada's phone") as phone,
        Client(server, "Grace") as grace,
        Client(server, "Grace's tablet") as tablet,
    ):
        login, day = account(ada), today()
        answer(ada, of_day(day), day=day).raise_for_status()
        answer(ada, PUZZLES[20], right=False).raise_for_status()
        answer(phone, of_day(day - 1), day=day - 1).raise_for_status()
        answer(phone, PUZZLES[20]).raise_for_status()  # the account has tried it before
        before = own(ada)["courses"][0]
        phone.post("/api/login", login=login, password=PASSWORD).raise_for_status()
        assert own(phone) == own(ada)
        (course,) = own(ada)["courses"]
        assert course["tried"] == {of_day(day).id: True, PUZZLES[20].id: False, of_day(day - 1).id: True}
        assert course["rating"] > before["rating"]
        assert course["deviation"] < before["deviation"]
        assert own(ada)["streak"] == {"day": day, "length": 2}

        login = account(grace)
        answer(tablet, PUZZLES[21]).raise_for_status()
        rating = own(tablet)["courses"][0]["rating"]
        tablet.post("/api/login", login=login, password=PASSWORD).raise_for_status()
        assert own(grace)["courses"][0]["rating"] == rating

        assert rows_of(database_url, ada) == [3, 2, 1]
        who = ada.get("/api/me").json()["id"]
        delete(ada)
        assert rows_of(database_url, who) == [0, 0, 0]


def rows_of(database_url, person):
    """How much is kept of a person in each table."""
    who = person if isinstance(person, str) else person.get("/api/me").json()["id"]
    engine = sa.create_engine(database_url.replace("sqlite+aiosqlite", "sqlite"))
    count = sa.select(sa.func.count())
    with engine.connect() as connection:
        found = [connection.execute(count.where(table.c.person == who)).scalar() for table in (tries, days, solvers)]
    engine.dispose()
    return found


def test_answers_are_limited(tmp_path):
    with Inside(tmp_path, requests_per_second=1) as server, Client(server, "Ada") as ada:
        answers = [answer(ada, PUZZLES[number]) for number in range(4)]
        assert error(answers[-1]) == (429, "too_many")
        assert answers[-1].json()["retry"] > 0


# Games that may become puzzles


def consent(person, is_given=True):
    body = {"shares_games": is_given}
    answered = person.http.put(f"{person.server.url}/api/me", json=body, headers={"Origin": person.server.url})
    answered.raise_for_status()
    return answered.json()["shares_games"]


def game_of(*people, past=()):
    """A finished game of these people: the last one gives up."""
    body = {"game": GAME, "options": {"players": len(people)}, "seats": ["me"], **({"past": past} if past else {})}
    table = people[0].post("/api/tables", **body).json()["id"]
    for person in people[1:]:
        person.do(table, "sit").raise_for_status()
    while people[0].get(f"/api/tables/{table}").json()["table"]["phase"] != "playing":
        time.sleep(0.01)
    for person in people[1:]:
        person.do(table, "resign").raise_for_status()
    return table


def shared(database_url, seen=()):
    return list(shared_games(Settings(database=database_url), load(GAME), seen))


def test_a_game_is_shared_if_everybody_agrees_and_without_names(database_url, tmp_path, nursery):
    with (
        QuickServer(nursery, database_url, tmp_path, **FAST) as server,
        Client(server, "Ada") as ada,
        Client(server, "Grace") as grace,
        Client(server, "Grace's phone") as phone,
    ):
        assert not ada.get("/api/me").json()["shares_games"]  # at first
        login = account(grace)
        table = game_of(ada, grace)
        assert shared(database_url) == []
        assert consent(ada)
        assert shared(database_url) == []
        consent(grace)
        ((key, record),) = shared(database_url)
        told = msgspec.json.decode(record)
        assert told["seats"] == ["seat 0", "seat 1"]
        assert Record.decode(record, load).replay().turn is not None
        assert not {"chance", "table"} & told.keys()
        assert not any(word in record for word in (b"Ada", b"Grace", table.encode()))
        assert shared(database_url, {key}) == []

        elsewhere = load(GAME, players=2).start(seed=1)
        elsewhere = elsewhere.play(elsewhere.legal[0])
        game_of(ada, grace, past=[state.action for state in elsewhere.path()])  # who decided there is not known

        consent(phone)
        game_of(ada, phone)
        assert len(shared(database_url)) == 2
        phone.post("/api/login", login=login, password=PASSWORD).raise_for_status()
        consent(grace, False)  # for the guest that she was, too
        assert shared(database_url) == []
        consent(grace)
        token = grace.post("/api/bots", name="Robot").json()["token"]
        with Client(server) as robot:
            robot.http.headers["Authorization"] = f"Bearer {token}"
            game_of(ada, robot)
        assert len(shared(database_url)) == 3
        delete(ada)
        assert shared(database_url) == []


def test_the_command_looks_at_shared_games_once_and_says_if_there_are_none(server, come, tmp_path, capsys, monkeypatch):
    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["bauboom", "puzzles", GAME, *arguments, "--workers", "1"])
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        return end.value.code, said.out + said.err

    database, out = server.settings.database, str(tmp_path / "puzzles.jsonl")
    ada, grace = come("Ada"), come("Grace")
    table = game_of(ada, grace)
    code, said = run("--from-server", database, "--out", str(tmp_path / "none.jsonl"))
    assert (code, "whose players have all agreed" in said) == (2, True)
    for person in (ada, grace):
        consent(person)
    assert run("--from-server", database, "--out", out)[0] == 0
    progress = json.loads((tmp_path / "puzzles.jsonl.progress").read_bytes())
    assert (progress["games"], len(progress["seen"])) == (1, 1)
    assert table not in json.dumps(progress)
    assert "of 1 game" in run("--from-server", database, "--out", out)[1]  # nothing is new
    game_of(ada, grace)
    assert "of 2 games" in run("--from-server", database, "--out", out)[1]
    assert "there is no such file" in run("--from-server", str(tmp_path / "no.db"), "--out", out)[1]
    assert "do not go together" in run("--from-server", database, "--from", out, "--out", out)[1]
    assert "was made otherwise" in run("--out", out)[1]
