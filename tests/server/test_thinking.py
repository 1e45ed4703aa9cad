"""Bots share a few threads fairly, and think where somebody is waiting for them."""

import asyncio
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from bauboom.server.store import tables
from bauboom.server.thinking import Lane, Thinking

from .inside import Inside
from .play import run, store_of, until_true
from .process import SECONDS, Client, Server, soon

PASSWORD = "correct horse battery"
ADA, GRACE = ("there", "Ada"), ("here", "Grace")  # an address and a person


def test_one_persons_many_bots_keep_nobody_else_waiting():
    async def main():
        lane, begun, order, gate = Lane("test", 2), [], [], threading.Event()

        def think(who):
            begun.append(who)
            gate.wait(SECONDS)
            order.append(who)

        jobs = [asyncio.create_task(lane.run(ADA, think, f"Ada {number}")) for number in range(50)]
        jobs.append(asyncio.create_task(lane.run(GRACE, think, "Grace")))
        await asyncio.sleep(0)
        assert len(lane) == 49, "one thread is free for others, and Grace's bot has it"
        while len(begun) < 2:
            await asyncio.sleep(0.01)
        gate.set()
        await asyncio.gather(*jobs)
        lane.close()
        assert set(begun[:2]) == {"Ada 0", "Grace"}
        assert [who for who in order if who != "Grace"] == [f"Ada {number}" for number in range(50)]

    run(main())


def test_at_the_end_everybody_is_answered():
    """What runs is told, what waits is refused, and nothing fails that nobody hears of."""

    async def main():
        failures, gate, lane = [], threading.Event(), Lane("test", 1)
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
        jobs = [asyncio.create_task(lane.run(who, gate.wait, SECONDS)) for who in (ADA, ADA, GRACE)]
        await asyncio.sleep(0)
        lane.close()
        gate.set()
        first, *others = await asyncio.wait_for(asyncio.gather(*jobs, return_exceptions=True), SECONDS)
        assert first is True
        assert [other.key for other in others] == ["unavailable"] * 2
        assert not failures

    run(main())


def test_people_take_turns():
    async def main():
        lane, order = Lane("test", 1), []
        people = ["Ada"] * 3 + ["Grace"] * 3 + ["Mary"]
        await asyncio.gather(*(lane.run(("there", who), order.append, who) for who in people))
        lane.close()
        assert order[1:] == ["Ada", "Grace", "Mary", "Ada", "Grace", "Grace"], "the first had no company yet"

    run(main())


def test_many_guests_of_one_address_keep_nobody_elsewhere_waiting():
    async def main():
        lane, order = Lane("test", 1), []
        guests = [lane.run(("there", f"Mallory {number}"), order.append, number) for number in range(20)]
        await asyncio.gather(*guests, lane.run(GRACE, order.append, "Grace"))
        lane.close()
        assert order.index("Grace") <= 2
        assert sorted(one for one in order if one != "Grace") == list(range(20))

    run(main())


def test_a_bot_that_fails_or_is_not_wanted_any_more_keeps_nobody_waiting():
    async def main():
        lane = Lane("test", 1)
        gone = [asyncio.create_task(lane.run(ADA, time.sleep, 0.01)) for _ in range(3)]
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        with pytest.raises(ZeroDivisionError):
            await lane.run(ADA, lambda: 1 // 0)
        assert await lane.run(GRACE, lambda: 7) == 7
        assert len(lane) == 0
        lane.close()

    run(main())


@pytest.mark.parametrize(("level", "is_kept"), [("level3/otis", False), ("greedy", False), ("level4", True)])
def test_bots_that_search_keep_only_their_own_kind_waiting(level, is_kept):
    async def main():
        thinking, gate = Thinking(), threading.Event()
        searches = [asyncio.create_task(thinking.run(str(n), "level5", gate.wait, 2 * SECONDS)) for n in range(50)]
        quick = asyncio.create_task(thinking.run("Ada", level, lambda: "quick"))
        if not is_kept:
            assert await asyncio.wait_for(quick, SECONDS) == "quick"
        else:
            await asyncio.sleep(0.05)
            assert not quick.done()
        gate.set()
        await asyncio.gather(quick, *searches)
        thinking.close()

    run(main())


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("thinking")
    with Server(str(folder / "bauboom.db"), folder, bot_pace=0.01) as server:
        yield server


def test_advice_waits_with_the_bots_that_search_and_nothing_else_waits_for_it(tmp_path):
    gate = threading.Event()
    wish = {"game": "manhattan", "options": {"players": 2}, "seats": ["me", "bot:random"], "hints": True}
    with Inside(tmp_path, bot_pace=0) as server, Client(server, "Ada") as ada, ThreadPoolExecutor() as pool:
        table = ada.post("/api/tables", **wish).json()["id"]
        soon(lambda: ada.get(f"/api/tables/{table}").json()["legal"])
        lane, loop = server.house.thinking.searching, server.house._tasks[0].get_loop()
        others = [(str(number), str(number)) for number in range(max(2, os.cpu_count() or 2))]
        searches = [asyncio.run_coroutine_threadsafe(lane.run(one, gate.wait, SECONDS), loop) for one in others]
        advice = pool.submit(ada.get, f"/api/tables/{table}/hint")
        soon(lambda: len(lane) == 1)
        assert ada.post("/api/tables", **wish).status_code == 200
        assert not advice.done()
        gate.set()
        assert advice.result(SECONDS).json()["actions"]
        assert all(search.result(SECONDS) for search in searches)


def bots_only(person):
    return person.post("/api/tables", game="manhattan", options={"players": 2}, seats=["bot:random"] * 2)


def test_bots_play_among_themselves_for_accounts_alone(server):
    with Client(server, "Ada") as ada:
        refused = bots_only(ada)
        assert (refused.status_code, refused.json()["error"]) == (403, "not_yours")
        table = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["bot:random"]).json()["id"]
        assert ada.do(table, "seat_bot", seat=1, level="random").json()["error"] == "not_yours"
        assert ada.do(table, "sit").status_code == 200
        ada.post("/api/account", login="ada", password=PASSWORD).raise_for_status()
        assert bots_only(ada).status_code == 200


@pytest.mark.parametrize(("who", "status"), [("everybody", 200), ("nobody", 403)])
def test_a_setting_says_who_may_let_bots_play_among_themselves(tmp_path, who, status):
    with (
        Server(str(tmp_path / "bauboom.db"), tmp_path, bot_tables=who) as server,
        Client(server, "Ada") as ada,
    ):
        assert bots_only(ada).status_code == status


def test_bots_alone_wait_until_somebody_looks_on(server):
    async def version(table):
        async with store_of(server.database) as store:
            return await store.row(sa.select(tables.c.version, tables.c.due).where(tables.c.id == table))

    with Client(server, "Grace") as grace:
        grace.post("/api/account", login="grace", password=PASSWORD).raise_for_status()
        table = bots_only(grace).json()["id"]

        async def is_dealt():
            return (await version(table))["version"] >= 3

        run(until_true(is_dealt))
        before = run(version(table))
        time.sleep(0.5)
        assert run(version(table)) == before, "nobody looked on"
        assert before["version"] == 3
        assert before["due"] > time.time() * 1000 + 86_400_000, "no process opens it before it is given up"
        with grace.live(table) as socket:
            while '"version":9' not in socket.recv(60):
                pass
        other = bots_only(grace).json()["id"]

        async def has_moved():
            return grace.get(f"/api/tables/{other}").json()["version"] > 5

        run(until_true(has_moved))


def test_bots_play_a_rated_game_to_its_end_for_a_player_who_resigned(server):
    with Client(server, "Mary") as mary:
        mary.post("/api/account", login="mary", password=PASSWORD).raise_for_status()
        body = {"options": {"players": 3}, "seats": ["me", "bot:greedy", "bot:greedy"], "rated": True}
        table = mary.post("/api/tables", game="manhattan", **body).json()["id"]

        async def plays():
            async with store_of(server.database) as store:
                row = await store.row(sa.select(tables.c.phase).where(tables.c.id == table))
                return row["phase"] != "dealing"

        run(until_true(plays))
        for _ in range(6):
            while not (frame := mary.get(f"/api/tables/{table}").json())["legal"]:
                time.sleep(0.01)
            mary.do(table, "play", actions=[frame["legal"][0]["id"]], version=frame["version"]).raise_for_status()
        mary.do(table, "resign").raise_for_status()

        async def is_over():
            async with store_of(server.database) as store:
                row = await store.row(sa.select(tables.c.phase).where(tables.c.id == table))
                return row["phase"] == "over"

        run(until_true(is_over))
