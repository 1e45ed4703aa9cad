"""Scale: several processes on one PostgreSQL, of which one is killed and one stands still; and what that adds up to.

Pairs of people play at tables, each at the process that keeps the table; whoever finds it gone goes to the next one.
After a third of the time one process is killed, and started again later; after two thirds another stands still for a
while. What counts is how long the people of a table waited for an answer: in quiet times, while a process was away,
and while one stood still. At the end everything that anybody heard is compared with the logs.

    python bench/server/scale.py                               # four processes, 40 tables, 30 seconds
    python bench/server/scale.py --plan                        # only the sum: 100,000 tables, 1,000,000 games a day
    python bench/server/scale.py --plan --tables 5000 --action-ms 0.5
"""

import argparse
import asyncio
import contextlib
import math
import signal
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import sqlalchemy as sa
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.server.nursery import Nursery, QuickServer
from tests.server.play import FAST, Player, Witness, check, run, series, store_of
from tests.server.postgres import shared_cluster

STILL = 4.0  # seconds for which a process stands still
AWAY = 3.0  # seconds until a killed process is started again


class Timed(Witness):
    """Remembers when what was sent was acknowledged."""

    def __init__(self):
        super().__init__()
        self.begun, self.waits = {}, []  # (when it was sent, how long it took, the process where its table is kept)

    def send(self, table, person, command):
        super().send(table, person, command)
        self.begun.setdefault((table, person), time.monotonic())

    def ack(self, table, person, command, version):
        super().ack(table, person, command, version)
        begun = self.begun.pop((table, person), None)
        if begun is not None:
            self.waits.append((begun, time.monotonic() - begun, self.homes[person]))


async def everything(servers, tables, seconds, say):
    witness, begun = Timed(), time.monotonic()
    witness.homes, everybody, events = {}, [], {}

    def until(game):
        return time.monotonic() > begun + seconds

    def near(home):
        """The process that keeps the table, or the next one that is there."""
        order = [*servers[home:], *servers[:home]]
        return next((server for server in order if server.is_there), order[0])

    async def pair(number):
        home = number % len(servers)
        people = [Player(witness, lambda: near(home), f"Ada {number}-{n}", number) for n in range(2)]
        everybody.extend(people)
        for person in people:
            await person.introduce()
            witness.homes[person.id] = home
        game = ("manhattan", "hoch-hinaus", "gratte-ciel")[number % 3]
        await series(people, game, until)

    async def trouble():
        await asyncio.sleep(seconds / 3)
        say("one process is killed")
        events["killed"] = time.monotonic()
        servers[0].is_there = False
        servers[0].kill()
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(servers[0].restart)
        servers[0].is_there = True
        events["back"] = time.monotonic()
        await asyncio.sleep(max(0.0, begun + 2 * seconds / 3 - time.monotonic()))
        say("one process stands still")
        events["still"] = time.monotonic()
        servers[1].process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(STILL)
        servers[1].process.send_signal(signal.SIGCONT)
        events["moving"] = time.monotonic()

    for server in servers:
        server.is_there = True
    async with asyncio.TaskGroup() as group:
        for number in range(tables):
            group.create_task(pair(number))
        group.create_task(trouble())
    for person in everybody:
        await person.close()
    return witness, events


def told(witness, events):
    """How long answers took, in milliseconds, by what went on and whose table it was."""

    def quantiles(waits):
        if not waits:
            return "nothing"
        middle, high = np.quantile(waits, [0.5, 0.99]) * 1000
        return f"median {middle:,.0f}, 99 % {high:,.0f}, longest {max(waits) * 1000:,.0f} ms ({len(waits):,} decisions)"

    def between(first, last, is_hit):
        return [wait for at, wait, home in witness.waits if first - 0.5 <= at <= last and is_hit(home)]

    quiet = [wait for at, wait, _ in witness.waits if at < events["killed"] - 0.5]
    yield "before", quantiles(quiet)
    yield "killed: its tables", quantiles(between(events["killed"], events["back"], lambda home: home == 0))
    yield "killed: others", quantiles(between(events["killed"], events["back"], lambda home: home != 0))
    yield "still: its tables", quantiles(between(events["still"], events["moving"], lambda home: home == 1))
    yield "still: others", quantiles(between(events["still"], events["moving"], lambda home: home != 1))


async def sizes(url):
    """Bytes that a finished game takes, and an entry, with their indexes."""
    async with store_of(url) as store:
        names = ("tables", "entries", "seats")
        total = {
            name: (await store.rows(sa.text(f"SELECT pg_total_relation_size('{name}') AS size")))[0]["size"]
            for name in names
        }
        count = (await store.rows(sa.text("SELECT count(*) AS n FROM entries")))[0]["n"]
        games = (await store.rows(sa.text("SELECT count(*) AS n FROM tables")))[0]["n"]
    return total["entries"] / count, sum(total.values()) / games, count / games


def plan(given):
    """What live tables and finished games take, from what one action, one table and one game take."""
    actions = given.tables / given.pause
    busy = actions * given.action_ms / 1000
    processes = math.ceil(max(busy / given.load, given.tables / given.per_process))
    stored = actions * given.database_ms / 1000
    decisions_a_day = given.games * given.entries
    disk = given.games * given.game_kb / 1e6
    yield "actions a second, every table", f"{actions:,.0f}"
    yield "actions a second, by finished games", f"{decisions_a_day / 86_400:,.0f}"
    yield "cores busy with tables", f"{busy:,.1f}"
    yield f"processes, {given.load:.0%} of a core each, {given.per_process:,} tables at most", f"{processes:,}"
    yield "memory of tables and four connections each, GB", f"{given.tables * given.table_kb / 1e6:,.1f}"
    yield "cores of PostgreSQL", f"{stored:,.1f}"
    yield "entries a second", f"{actions:,.0f}"
    yield "new data a day, GB (a year, TB)", f"{disk:,.1f} ({disk * 365 / 1000:,.1f})"
    yield "sent to pages, Mbit/s", f"{actions * 4 * given.frame_kb * 8 / 1000:,.0f}"
    yield "tables that a killed process leaves to others", f"{given.tables / processes:,.0f}"
    yield "money a month", f"{(processes + stored / given.load) * given.core_price + disk * 30 * given.gb_price:,.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--pairs", type=int, default=40, help="tables at which people play here")
    parser.add_argument("--seconds", type=float, default=30)
    sums = parser.add_argument_group("the sum; docs/scale.md says which defaults are measured")
    sums.add_argument("--plan", action="store_true", help="only the sum")
    sums.add_argument("--tables", type=int, default=100_000, help="live tables")
    sums.add_argument("--games", type=int, default=1_000_000, help="finished games a day")
    sums.add_argument("--pause", type=float, default=10, help="seconds between the decisions at a table")
    sums.add_argument("--action-ms", type=float, default=ACTION_MS, help="of a process for an action")
    sums.add_argument("--database-ms", type=float, default=DATABASE_MS, help="of PostgreSQL for an action")
    sums.add_argument("--table-kb", type=float, default=100, help="memory of a table with four pages")
    sums.add_argument("--frame-kb", type=float, default=0.8)
    sums.add_argument("--entries", type=float, default=ENTRIES, help="of a game")
    sums.add_argument("--game-kb", type=float, default=GAME_KB, help="on disk, with indexes")
    sums.add_argument("--load", type=float, default=0.5, help="how busy a core should be")
    sums.add_argument("--per-process", type=int, default=3000, help="tables of a process at most")
    sums.add_argument("--core-price", type=float, default=20, help="a month, of a core with 4 GB")
    sums.add_argument("--gb-price", type=float, default=0.1, help="a month, of a gigabyte of disk")
    given, out = parser.parse_args(), Console(soft_wrap=True, highlight=False)
    if not given.plan:
        if given.processes < 2:
            parser.error("there are two processes at least: one is killed")
        with (
            tempfile.TemporaryDirectory() as place,
            shared_cluster(Path(place)) as cluster,
            cluster.database() as url,
            contextlib.closing(Nursery()) as nursery,
            contextlib.ExitStack() as running,
        ):
            servers = [
                running.enter_context(QuickServer(nursery, url, Path(place), **FAST)) for _ in range(given.processes)
            ]
            witness, events = run(everything(servers, given.pairs, given.seconds, out.print), 86_400)
            for what, how in told(witness, events):
                out.print(f"{what:20} {how}")
            total = run(check(url, witness), 86_400)
            entry, game, length = run(sizes(url))
        out.print(f"{total:,} entries, {witness.acks:,} acknowledged, nothing lost")
        out.print(f"on disk: {entry:,.0f} bytes an entry, {game / 1000:,.1f} KB a game of {length:,.0f} entries")
    for what, how in plan(given):
        out.print(f"{what:60} {how}")


ACTION_MS, DATABASE_MS, ENTRIES, GAME_KB = 0.73, 0.28, 46, 48.0

if __name__ == "__main__":
    main()
