"""Several processes on one PostgreSQL are one server: it does not matter which of them one talks to."""

import asyncio
import json
import signal
import time

import psycopg
import pytest
import sqlalchemy as sa

from bauboom.server import entries
from bauboom.server.clock import Pace
from bauboom.server.creation import game_of
from bauboom.server.projection import summary
from bauboom.server.serve import migrate
from bauboom.server.settings import Settings
from bauboom.server.store import Write, tables
from bauboom.server.store import entries as log
from bauboom.server.table import Info, Table

from .nursery import QuickServer
from .play import FAST, Player, Witness, check, run, store_of, together, until_true
from .postgres import plain
from .process import SECONDS, Client, heard

pytestmark = pytest.mark.slow


@pytest.fixture
def servers(postgres_url, tmp_path, nursery):
    three = [QuickServer(nursery, postgres_url, tmp_path, **FAST) for _ in range(3)]
    with three[0], three[1], three[2]:
        yield three


class At(Player):
    """A person who talks to a process by name."""

    def __init__(self, witness, server, name):
        super().__init__(witness, lambda: self.here, name, 1)
        self.here = server

    async def do(self, table, server=None, **command):
        """A command, as it is; the status and what came."""
        url = (server or self.here).url
        answer = await self.http.post(f"{url}/api/tables/{table}/do", json=command, headers={"Origin": url})
        return answer.status_code, answer.json()

    async def frame(self, table, server=None, since=None):
        query = "" if since is None else f"?since={since}"
        answer = await self.http.get(f"{(server or self.here).url}/api/tables/{table}{query}")
        return json.loads(answer.text)


async def two_at_a_table(witness, servers, game="manhattan"):
    """Ada at the first process and Grace at the second, and the table at which they play."""
    ada, grace = At(witness, servers[0], "Ada"), At(witness, servers[1], "Grace")
    for person in (ada, grace):
        await person.introduce()
    table = await ada.create(game=game, options={"players": 2}, seats=["me", "open"])
    status, _ = await grace.do(table, do="sit")
    assert status == 200
    await until_true(lambda: has_begun(ada, table))
    return ada, grace, table


async def has_begun(person, table):
    return (await person.frame(table))["table"]["phase"] == "playing"


async def on_turn(people, table, version):
    """Who has to decide at a version, and what he may do."""
    for person in people:
        frame = await person.frame(table, since=version)
        if frame["legal"]:
            return person, frame
    raise AssertionError(f"nobody is on turn: {frame}")


def test_everybody_sees_the_same_whichever_process_they_are_at(servers, postgres_url):
    witness, crowd, ways = Witness(), [], {}

    async def play():
        ada, grace, table = await two_at_a_table(witness, servers)
        for number, server in enumerate(servers):
            crowd.append(await At(witness, server, f"Kurt {number}").introduce())
        await together(person.play(table) for person in (ada, grace, *crowd))
        for person in (ada, grace, *crowd):
            await person.close()

    run(play())
    run(check(postgres_url, witness))
    for (_, _, version, _), text in witness.shown.items():
        frame = json.loads(text)
        ways.setdefault(version, set()).add(json.dumps(frame["table"]))
        ways.setdefault((version, frame["you"]), set()).add(json.dumps(frame["view"]))
    assert {len(shown) for shown in ways.values()} == {1}
    for person in crowd:
        assert any(who == person.id for _, who, _, _ in witness.shown)


def test_of_two_actions_for_one_version_exactly_one_is_played(servers, postgres_url):
    async def race():
        ada, grace, table = await two_at_a_table(Witness(), servers)
        version, won = 0, []
        for number in range(60):
            person, frame = await on_turn((ada, grace), table, version)
            actions = [action["id"] for action in frame["legal"]]
            rivals = [actions[number % len(actions)], actions[(number + 1) % len(actions)]]
            version = frame["version"]
            answers = await asyncio.gather(
                *(
                    person.do(table, server, do="play", actions=[action], version=version)
                    for action, server in zip(rivals, (servers[number % 3], servers[(number + 1) % 3]), strict=True)
                )
            )
            both = zip(answers, rivals, strict=True)
            good = [(answer["version"], action) for (status, answer), action in both if status == 200]
            if rivals[0] == rivals[1]:  # the only legal action, sent twice
                assert good[0] == good[1]
            else:
                assert len(good) == 1, answers
                assert {answer["error"] for status, answer in answers if status != 200} == {"stale"}
            won.append(good[0])
            version = good[0][0]
            if (await ada.frame(table, since=version))["table"]["phase"] == "over":
                break
        for person in (ada, grace):
            await person.close()
        async with store_of(postgres_url) as store:
            played = [one for one in await store.log(table) if isinstance(one.entry, entries.Played)]
        return won, [(one.version, one.entry.actions[0]) for one in played]

    won, written = run(race())
    assert won == written
    assert len(won) > 20


def test_a_command_that_comes_by_two_processes_at_once_is_played_once_and_answered_alike(servers, postgres_url):
    async def send_twice():
        ada, grace, table = await two_at_a_table(Witness(), servers)
        version = 0
        for number in range(40):
            person, frame = await on_turn((ada, grace), table, version)
            command = {"do": "play", "actions": [frame["legal"][0]["id"]], "version": frame["version"]}
            answers = await asyncio.gather(*(person.do(table, server, **command) for server in servers))
            assert answers[0][0] == 200
            assert answers[0] == answers[1] == answers[2]
            again = await person.do(table, servers[number % 3], **command)
            assert again == answers[0]
            version = answers[0][1]["version"]
            if (await ada.frame(table, since=version))["table"]["phase"] == "over":
                break
        for person in (ada, grace):
            await person.close()
        async with store_of(postgres_url) as store:
            return number + 1, [logged.request for logged in await store.log(table) if logged.request]

    count, written = run(send_twice())
    assert len(written) == len(set(written)) == count


def test_who_has_seen_a_version_elsewhere_is_not_told_an_older_one(servers):
    """An answer from one process, and the next question to another that has not heard of it yet."""

    async def hop():
        ada, grace, table = await two_at_a_table(Witness(), servers)
        for server in servers:
            await ada.frame(table, server)  # now all of them keep the table
        version = 0
        for number in range(30):
            person, frame = await on_turn((ada, grace), table, version)
            here, there = servers[number % 3], servers[(number + 1) % 3]
            play = {"do": "play", "actions": [frame["legal"][0]["id"]], "version": frame["version"]}
            status, answer = await person.do(table, here, **play)
            assert status == 200, answer
            version = answer["version"]
            after = await person.frame(table, there)
            assert after["version"] >= version
            if after["table"]["phase"] == "over":
                break
            # a command for the new version, at the third
            person, frame = await on_turn((ada, grace), table, version)
            third = servers[(number + 2) % 3]
            status, answer = await person.do(
                table, third, do="play", actions=[frame["legal"][0]["id"]], version=frame["version"]
            )
            assert status == 200, answer
            version = answer["version"]
        for person in (ada, grace):
            await person.close()

    run(hop())


def test_a_process_is_told_only_of_tables_that_it_has_open(servers, postgres_url):
    seats = {"game": "manhattan", "options": {"players": 2}, "seats": ["me", "bot:greedy"]}
    with (
        Client(servers[0], "Ada") as ada,
        Client(servers[1]) as watcher,
        psycopg.connect(plain(postgres_url), autocommit=True) as ear,
    ):
        table = ada.post("/api/tables", **seats).json()["id"]
        while not (frame := ada.get(f"/api/tables/{table}").json())["legal"]:
            time.sleep(0.02)
        with watcher.live(table) as way:
            processes = {number for (number,) in ear.execute("SELECT id FROM processes")}
            have = {number for (number,) in ear.execute("SELECT process FROM watching WHERE table_id = %s", [table])}
            assert (len(processes), len(have)) == (3, 2)
            for number in processes:
                ear.execute(f'LISTEN "bauboom_{number}"')
            play = {"actions": [frame["legal"][0]["id"]], "version": frame["version"]}
            ada.do(table, "play", **play).raise_for_status()
            while (message := heard(way))["t"] != "table" or message["version"] <= frame["version"]:
                pass
        first = list(ear.notifies(timeout=SECONDS, stop_after=1))
        told = {notice.channel for notice in [*first, *ear.notifies(timeout=1)]}
        assert len(told) == 1  # the process of the one who watches, and not that which has written
        assert told < {f"bauboom_{number}" for number in have}


def test_commits_are_planned_once(postgres_url):
    """To plan the statement anew for every action took as long as to carry it out."""

    async def main():
        migrate(Settings(database=postgres_url))
        async with store_of(postgres_url) as store:
            info = Info("t" * 12, "c" * 6, "manhattan", {}, Pace(), "h", 1, b"seed")
            await store.create(info, 2, None, [])
            nothing_else = summary(Table(info, game_of(info.game, info.options, None)))
            committing = asyncio.create_task(store.write_groups())
            for version in range(1, 9):
                entry = entries.Logged(version, version, entries.UndoDeclined(0))
                assert await store.append(Write(info.id, entry, nothing_else))
            committing.cancel()
            query = "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE %s"
            return await store._direct._execute(query, ["%INSERT INTO entries%"])

    assert run(main()) == [(8, 0)]


def test_talk_crosses_processes(servers):
    async def talk():
        witness = Witness()
        ada, grace, table = await two_at_a_table(witness, servers)
        heard = []
        async with grace.socket(table) as way:
            await way.recv()  # the table: she is there
            status, _ = await ada.do(table, do="chat", text="Hello, Grace")
            assert status == 200
            while not heard:
                message = json.loads(await way.recv())
                heard += [message] if message["t"] == "chat" else []
        for person in (ada, grace):
            await person.close()
        return heard[0]

    message = run(talk(), 60)
    assert (message["name"], message["text"]) == ("Ada", "Hello, Grace")


def test_bots_play_on_when_the_process_that_drove_them_is_killed(servers, postgres_url):
    """Three bots and Ada, who stays away from the killed process: nobody else asks for the table there."""
    witness = Witness()

    async def play():
        ada = await At(witness, servers[0], "Ada").introduce()
        table = await ada.create(game="manhattan", options={"players": 4}, seats=["me", *["bot:random"] * 3])
        await until_true(lambda: has_begun(ada, table))
        ada.here = servers[1]

        async def may_decide():
            return (await ada.frame(table, servers[1]))["legal"]

        for server in (servers[0], servers[2], servers[0]):
            await until_true(may_decide)  # a bot may begin
            before = (await ada.frame(table, servers[1]))["version"]
            _, frame = await on_turn((ada,), table, None)
            status, answer = await ada.do(
                table, server, do="play", actions=[frame["legal"][0]["id"]], version=frame["version"]
            )
            assert status == 200, answer
            server.kill()

            async def is_my_turn(least=answer["version"]):
                frame = await ada.frame(table, servers[1])
                return frame["version"] > least and frame["legal"]

            await until_true(is_my_turn)
            assert (await ada.frame(table, servers[1]))["version"] > before + 1
            await asyncio.to_thread(server.restart)
        await ada.close()

    run(play())


def test_a_clock_runs_out_though_the_process_that_drove_it_is_killed(servers, postgres_url):
    async def play():
        ada, grace = At(Witness(), servers[0], "Ada"), At(Witness(), servers[0], "Grace")
        for person in (ada, grace):
            await person.introduce()
        pace = {"kind": "live", "minutes": 1, "increment": 0}
        table = await ada.create(game="manhattan", options={"players": 2}, seats=["me", "open"], pace=pace)
        assert (await grace.do(table, do="sit"))[0] == 200
        await until_true(lambda: has_begun(grace, table))
        servers[0].kill()
        grace.here = servers[1]
        async with store_of(postgres_url) as store:  # a minute passes: all that happened was a minute earlier
            await store.execute(sa.update(log).values(at=log.c.at - 60_000))
            await store.execute(sa.update(tables).values(due=tables.c.due - 60_000))

        async def is_over():
            return (await grace.frame(table))["table"]["phase"] == "over"

        await until_true(is_over)
        result = (await grace.frame(table))["table"]["result"]
        for person in (ada, grace):
            await person.close()
        return result

    assert run(play())["how"] == "time"


def test_a_process_that_is_asked_to_end_leaves_the_table_to_the_others(servers):
    async def play():
        ada, grace, table = await two_at_a_table(Witness(), servers)
        servers[0].process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(servers[0].process.wait, 60) == 0
        ada.here = servers[2]
        person, frame = await on_turn((ada, grace), table, None)
        status, _ = await person.do(table, do="play", actions=[frame["legal"][0]["id"]], version=frame["version"])
        assert status == 200
        for one in (ada, grace):
            await one.close()

    run(play())
