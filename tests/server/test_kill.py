"""A server that is killed at any moment has lost nothing that it acknowledged, and shown nothing that it lost."""

import asyncio
import contextlib
import json
import random
import signal
import time

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from bauboom.server.clock import Pace
from bauboom.server.creation import game_of
from bauboom.server.entries import BotSat, Logged, Sat
from bauboom.server.serve import migrate
from bauboom.server.settings import Settings
from bauboom.server.store import GONE, processes, tables
from bauboom.server.store import entries as log
from bauboom.server.table import Info, Table

from .killing import kill_often
from .nursery import QuickServer
from .play import FAST, Player, Witness, check, check_acks, run, series, store_of
from .process import SECONDS, Client, Server, heard
from .slow import MARK

KILLS = 50
SEED = 5


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_and_nothing_shown_is_untrue_after_many_kills(database_url, tmp_path, nursery):
    result = kill_often(database_url, tmp_path, nursery, KILLS, seed=SEED)
    print(f"{KILLS} kills: {result}")  # noqa: T201
    assert result.witness.acks >= 5 * KILLS
    assert result.witness.finished


@pytest.mark.slow
def test_who_is_asked_to_end_says_goodbye_and_loses_nothing(database_url, tmp_path):
    """The very command, as a system ends it, and as a person does with Ctrl-C."""
    rng, witness, known, enough = random.Random(SEED), Witness(), {}, False

    async def end_and_begin(server, watcher):
        nonlocal enough
        async with store_of(database_url) as store:
            for number in (signal.SIGTERM, signal.SIGINT):
                table = await watcher.create(game="manhattan", options={"players": 2}, seats=["me", "open"])
                heard = []
                async with watcher.socket(table) as way:
                    heard.append(json.loads(await way.recv()))
                    await asyncio.sleep(rng.uniform(0.2, 0.8))
                    server.process.send_signal(number)
                    with contextlib.suppress(ConnectionClosed):
                        while True:
                            heard.append(json.loads(await way.recv()))
                assert [message["t"] for message in heard if message["t"] != "here"] == ["table", "bye"]
                assert heard[-1]["retry"] > 0
                assert way.close_code == 1012
                assert await asyncio.to_thread(server.process.wait, SECONDS) == 0
                await check_acks(store, witness, known)
                await asyncio.to_thread(server.restart)
        enough = True

    async def everything(server):
        people = [Player(witness, lambda: server, name, SEED) for name in ("Ada", "Grace", "Emmy", "Kurt")]
        people[1].by = "http"
        for person in people:
            await person.introduce()
        async with asyncio.TaskGroup() as group:
            group.create_task(series(people[:2], "manhattan", lambda game: enough))
            group.create_task(series(people[2:3], "gratte-ciel", lambda game: enough, bots=1))
            group.create_task(end_and_begin(server, people[3]))
        for person in people:
            await person.close()

    with Server(database_url, tmp_path, **FAST) as server:
        run(everything(server))
        said = server.said()
    run(check(database_url, witness))
    assert witness.byes >= 2
    assert "Traceback" not in said
    assert "error" not in said


@pytest.mark.slow
def test_a_command_under_way_at_the_end_is_answered(tmp_path, nursery):
    """Many commands at once, and the end among them: each gets its version, or a reason to send it again."""

    async def story(server):
        ada = await Player(Witness(), lambda: server, "Ada", 1).introduce()
        tables = [await ada.create(game="manhattan", options={"players": 2}, seats=["me", "open"]) for _ in range(20)]
        answers = []

        async def send(table, number):
            body = {"do": "sit", "seat": 1} if number % 2 else {"do": "leave"}
            headers = {"Origin": server.url}
            with contextlib.suppress(httpx.TransportError):  # it came too late to be read
                answers.append(await ada.http.post(f"{server.url}/api/tables/{table}/do", json=body, headers=headers))

        async def end():
            await asyncio.sleep(0.05)
            server.process.terminate()

        await asyncio.gather(end(), *(send(table, number) for number in range(10) for table in tables))
        await ada.close()
        return answers

    with QuickServer(nursery, str(tmp_path / "bauboom.db"), tmp_path, **FAST) as server:
        answers = run(story(server))
        assert server.process.wait(SECONDS) == 0
    kinds = {answer.status_code for answer in answers}
    assert kinds <= {200, 403, 409, 503}
    assert {answer.json()["error"] for answer in answers if answer.status_code == 503} <= {"unavailable"}
    assert "Traceback" not in server.said()


def ended_while_asked(tmp_path, nursery, slow, method, path, **body):
    """What a request is answered during which the server is asked to end, and one that comes after that."""

    async def story(server):
        ada = await Player(Witness(), lambda: server, "Ada", 1).introduce()
        table = await ada.create(game="manhattan", options={"players": 2}, seats=["me", "open"])
        await asyncio.to_thread(server.restart)  # so that the table has to be read
        marks, url = server.said().count(MARK), server.url + path.format(table=table)
        asked = asyncio.create_task(ada.http.request(method, url, headers={"Origin": server.url}, **body))
        async with asyncio.timeout(SECONDS):
            while server.said().count(MARK) == marks:
                await asyncio.sleep(0.02)
        server.process.terminate()
        while (late := await ada.http.get(f"{server.url}/api/tables")).status_code == 200:
            await asyncio.sleep(0.02)
        answer = await asked
        await ada.close()
        return answer, late

    with QuickServer(nursery, str(tmp_path / "bauboom.db"), tmp_path, inside=["slow", *slow], **FAST) as server:
        answers = run(story(server))
        assert server.process.wait(SECONDS) == 0
    assert "Traceback" not in server.said()
    return answers


@pytest.mark.slow
def test_the_end_waits_for_requests_that_are_being_answered_and_refuses_new_ones(tmp_path, nursery):
    body = {"login": "nobody", "password": "wrong password"}
    answer, late = ended_while_asked(tmp_path, nursery, ["passwords", 1], "POST", "/api/login", json=body)
    assert answer.json()["error"] == "wrong_password"
    assert (late.status_code, late.json()["error"]) == (503, "unavailable")
    assert int(late.headers["retry-after"]) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "slow", [("database", 4), ("tables", 4), ("database", 12)], ids=["late", "threads", "cancelled"]
)
def test_what_takes_longer_than_the_end_waits_is_refused_and_does_not_fail(tmp_path, nursery, slow):
    answer, _ = ended_while_asked(tmp_path, nursery, slow, "GET", "/api/tables/{table}")
    assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")


# Clocks


def begun(pace, outages):
    """Ada and Grace at a table whose game began at 0."""
    info = Info("table", "code", "manhattan", {"players": 2}, pace, "ada", 0, bytes(32))
    table = Table(info, game_of("manhattan", {"players": 2}, None), outages=outages)
    table = table.after(Logged(1, 0, Sat(0, "ada", "Ada")), Logged(2, 0, Sat(1, "grace", "Grace")))
    return table.after(Logged(3, 0, table.happen(table.due)))


LIVE = Pace("live", minutes=1, increment=5)


@pytest.mark.parametrize(
    ("outages", "end"),
    [
        ([], 60_000),
        ([(10_000, 500_000)], 550_000),
        ([(70_000, 90_000)], 60_000),  # the time was up before
        ([(58_000, 70_000)], 72_000),
        ([(10_000, 20_000), (65_000, 70_000)], 75_000),
        ([(10_000, 50_000), (90_000, 120_000), (121_000, 130_000)], 139_000),  # each within what the one before gave
    ],
)
def test_a_clock_stands_still_while_no_server_is_there(outages, end):
    table = begun(LIVE, outages)
    assert (table.due.what, table.due.at) == ("time", end)
    seat, action = table.turn, table.state.view(table.turn).legal_ids()[0]
    after = table.after(Logged(4, end - 1000, table.carry_out(seat, [action])))
    assert after.left[seat] == 1000 + (5000 if after.turn != seat else 0)


def test_a_clock_is_shown_as_if_the_thinking_had_begun_later():
    table = begun(LIVE, [(10_000, 500_000)])
    clock = json.loads(table.frame({"ada"}))["table"]["clock"]
    assert clock == {"left": [60_000, 60_000], "since": 490_000}
    assert clock["since"] + clock["left"][table.turn] == table.due.at


def test_days_and_the_time_to_reveal_stand_still_too():
    day = 86_400_000
    assert begun(Pace("days", days=2), [(day, 11 * day)]).due.at == 12 * day
    info = Info("table", "code", "manhattan", {"players": 2}, Pace(), "ada", 0, bytes(32))
    table = Table(info, game_of("manhattan", {"players": 2}, None), outages=[(1000, 91_000)])
    table = table.after(Logged(1, 0, Sat(0, "ada", "Ada", "0" * 64)), Logged(2, 0, BotSat(1, "greedy")))
    assert (table.due.what, table.due.at) == ("begin", 100_000)


def test_an_outage_lasts_from_the_last_sign_of_life_to_the_next(database_url):
    migrate(Settings(database=database_url))

    async def story():
        async with store_of(database_url) as one:
            assert await one.arrive("one", 10_000) == []
            assert await one.beat("one", 12_000) == []
            info = Info("table", "code", "manhattan", {"players": 2}, LIVE, "ada", 12_500, bytes(32))
            await one.create(info, 2, None, [])  # a sign of life as well
        async with store_of(database_url) as two:
            first = [(12_500, 15_000)]
            await until_gone(two)
            assert await two.arrive("two", 15_000) == first
            assert await two.beat("two", 17_000) == first
            assert await two.beat("two", 17_000 + int(GONE * 1000)) == first
            second = [*first, (27_000, 87_000)]
            assert await two.beat("two", 87_000) == second  # the machine slept, or the database did not answer
            if two.is_postgresql:
                async with store_of(database_url) as three:
                    assert await three.arrive("three", 90_000) == second  # the second is there
                    assert await three.beat("three", 95_000) == second

    async def until_gone(store):
        """PostgreSQL needs a moment to see that a connection is closed."""
        if store.is_postgresql:
            query = sa.text(
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            while await store.rows(query):
                await asyncio.sleep(0.02)

    run(story())


@pytest.mark.slow
@pytest.mark.parametrize("pace", [{"kind": "live", "minutes": 1, "increment": 0}, {"kind": "days", "days": 1}])
def test_nobody_loses_on_time_because_the_server_was_away(pace, database_url, tmp_path, nursery):
    away = 3 * 86_400_000  # milliseconds

    async def story(server):
        ada = await Player(Witness(), lambda: server, "Ada", 1).introduce()
        grace = await Player(Witness(), lambda: server, "Grace", 1).introduce()
        table = await ada.create(game="manhattan", options={"players": 2}, seats=["me", "open"], pace=pace)
        await grace.request("POST", f"/api/tables/{table}/do", {"do": "sit"})
        while (await ada.request("GET", f"/api/tables/{table}")).json()["table"]["phase"] != "playing":
            await asyncio.sleep(0.02)
        server.kill()
        async with store_of(database_url) as store:  # time passes: all that happened was three days earlier
            await store.execute(sa.update(log).values(at=log.c.at - away))
            earlier = {name: tables.c[name] - away for name in ("created", "changed", "due")}
            await store.execute(sa.update(tables).values(earlier))
            await store.execute(sa.update(processes).values(beat=processes.c.beat - away))
        await asyncio.to_thread(server.restart)
        for person in (ada, grace):
            frame = (await person.request("GET", f"/api/tables/{table}")).json()
            assert frame["table"]["phase"] == "playing"
            assert frame["table"]["clock"]["since"] >= frame["table"]["since"] + away
            if frame["legal"]:
                play = {"do": "play", "actions": [frame["legal"][0]["id"]], "version": frame["version"]}
                answer = await person.request("POST", f"/api/tables/{table}/do", play)
                assert answer.status_code == 200, answer.text
                break
        frame = (await ada.request("GET", f"/api/tables/{table}")).json()
        assert frame["table"]["phase"] == "playing"
        assert min(frame["table"]["clock"]["left"]) > 0
        for person in (ada, grace):
            await person.close()

    with QuickServer(nursery, database_url, tmp_path, **FAST) as server:
        run(story(server))


@pytest.mark.slow
def test_a_process_that_stood_still_shows_the_right_clock_at_once(tmp_path, nursery):
    """As a machine does that sleeps. The socket is told without asking, and the first who asks or plays is, too."""
    pace = {"kind": "live", "minutes": 10, "increment": 0}
    with QuickServer(nursery, str(tmp_path / "x.db"), tmp_path, **FAST) as server, Client(server, "Ada") as ada:
        seats = ["me", "bot:greedy"]
        table = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=seats, pace=pace).json()["id"]
        while not (frame := ada.get(f"/api/tables/{table}").json())["legal"]:
            time.sleep(0.02)
        with ada.live(table) as way:
            before = heard(way)["table"]["clock"]
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(GONE + 2)
            server.process.send_signal(signal.SIGCONT)
            asked = ada.get(f"/api/tables/{table}").json()["table"]["clock"]
            assert asked["since"] >= before["since"] + (GONE - 2) * 1000
            assert heard(way)["table"]["clock"] == asked
        play = {"actions": [frame["legal"][0]["id"]], "version": frame["version"]}
        assert ada.do(table, "play", **play).status_code == 200
        left = ada.get(f"/api/tables/{table}").json()["table"]["clock"]["left"]
        assert left[frame["you"]] > 600_000 - GONE * 1000
