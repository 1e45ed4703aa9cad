"""Load: how many live tables one server process can hold, with real WebSocket clients on this machine.

The server runs on one core and this driver on another. At every table four people sit, each with a connection of their
own; every two seconds the one on turn plays a random legal action. What counts is the time from sending an action to
the moment when the last of the four has it. Memory is what the server's process takes more, per table and connection.
Processor time is what an action takes beyond what processes and database take while nobody plays: it hardly depends on
what else the machine has to do.

    python bench/server/load.py                       # SQLite: 1000, 2000, 3000 tables, one after the other
    python bench/server/load.py --database postgresql # the same on a PostgreSQL that is started for it
    python bench/server/load.py --database postgresql --processes 2            # each table at one of two processes
    python bench/server/load.py --database postgresql --processes 2 --spread   # each table's people at both
    python bench/server/load.py --all --tables 400    # for each process: SQLite; PostgreSQL with 1, 2 and 4 of them
    python bench/server/load.py --frames json         # as programs get them, not rows as pages do
    python bench/server/load.py --rival FOLDER        # and another version, from its checkout, in one run
"""

import argparse
import asyncio
import contextlib
import functools
import itertools
import json
import os
import random
import resource
import sys
import tempfile
import time
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
import numpy as np
import psycopg
import uvloop
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[2]))
from bauboom import load
from tests.server.postgres import plain, shared_cluster
from tests.server.process import Server

SEATS = 4
PAUSE = 2.0  # seconds between the actions of a table
QUIET = 8.0  # seconds in which nobody plays
GAMES = ("manhattan", "hoch-hinaus", "gratte-ciel")  # taking turns
UNLIMITED = {
    "connections": 100_000,
    "connections_per_address": 100_000,
    "connections_per_person": 100_000,
    "people_per_address": 1_000_000,
    "requests_per_second": 100_000,
    "messages_per_second": 1000,
    "tables_per_person": 100_000,
    "log_level": "warning",
}


class Legal(msgspec.Struct):
    id: int


class Frame(msgspec.Struct):
    """What the driver needs of a frame."""

    t: str
    version: int = 0
    actions: list[int] = []
    legal: list[Legal] = []
    decides: bool = False
    error: str = ""


decoder = msgspec.json.Decoder(Frame)


def read_frame(game, message):
    """A frame, as JSON or packed: then what is legal is found in the row."""
    if isinstance(message, str):
        return decoder.decode(message)
    end = 4 + int.from_bytes(message[:4], "little")
    frame = decoder.decode(message[4:end])
    if frame.decides:
        rows, actions = np.frombuffer(message[end:], game.dtype), np.empty(game.list_size, np.int32)
        frame.legal = [Legal(number) for number in actions[: game.doors.legal(rows, actions)].tolist()]
    return frame


class Socket(asyncio.Protocol):
    """A WebSocket with just what is needed here: one process has to speak for thousands of people."""

    def __init__(self, address, cookie, hear):
        self.address, self.cookie, self.hear = address, cookie, hear
        self.got, self.is_open = bytearray(), asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(cls, url, cookie, hear):
        parts = urlsplit(url)
        loop = asyncio.get_running_loop()
        make = functools.partial(cls, f"{parts.path}?{parts.query}", cookie, hear)
        _, socket = await loop.create_connection(make, parts.hostname, parts.port)
        await socket.is_open
        return socket

    def connection_made(self, transport):
        self.transport = transport
        head = [f"GET {self.address} HTTP/1.1", "Host: 127.0.0.1", "Connection: Upgrade", "Upgrade: websocket"]
        head += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Cookie: {self.cookie}"]
        transport.write("\r\n".join([*head, "", ""]).encode())

    def data_received(self, data):
        self.got += data
        if not self.is_open.done():
            end = self.got.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.got.startswith(b"HTTP/1.1 101"):
                self.is_open.set_exception(RuntimeError(bytes(self.got[:200])))
                return
            del self.got[: end + 4]
            self.is_open.set_result(None)
        while (message := self.next_message()) is not None:
            kind, content = message
            if kind == PING:
                self.write(PONG, content)
            elif kind in (TEXT, BINARY):
                self.hear(content.decode() if kind == TEXT else content)

    def next_message(self):
        """Servers send in one piece, and without masks."""
        got = self.got
        if len(got) < 2:
            return None
        kind, size, start = got[0] & 15, got[1], 2
        if size >= 126:
            start += 2 if size == 126 else 8
            size = int.from_bytes(got[2:start], "big")
        if len(got) < start + size:
            return None
        content = bytes(got[start : start + size])
        del got[: start + size]
        return kind, content

    def write(self, kind, content):
        """With a mask of zeros, which changes nothing."""
        size = bytes([128 | len(content)]) if len(content) < 126 else b"\xfe" + len(content).to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + size + bytes(4) + content)

    def connection_lost(self, _):
        if not self.is_open.done():
            self.is_open.set_exception(ConnectionError("closed"))


TEXT, BINARY, PING, PONG = 1, 2, 9, 10


class LoadedTable:
    """Four people at a table."""

    def __init__(self, number, rng, has_rules):
        self.number, self.rng, self.has_rules = number, rng, has_rules
        self.game = load(GAMES[number % len(GAMES)])
        self.frames = self.bytes = 0
        self.id, self.people, self.sockets, self.trouble = "", [], [], []
        self.version, self.legal, self.mover = 0, [], None
        self.seen = [0] * SEATS
        self.changed = asyncio.Event()
        self.more = None

    async def seat(self, http, bases):
        """People who sit down, one after the other, until the game begins."""
        base = bases[0]
        for number in range(SEATS):
            answer = await http.post(f"{base}/api/me", json={"name": f"p{number}"})
            cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
            self.people.append(cookie)
            if number == 0:
                game = {"game": self.game.name, "options": {"players": SEATS}, "seats": ["me"]}
                made = await http.post(f"{base}/api/tables", json=game, headers=cookie)
                self.id = made.raise_for_status().json()["id"]
            else:
                address = f"{base}/api/tables/{self.id}/do"
                (await http.post(address, json={"do": "sit"}, headers=cookie)).raise_for_status()

    async def join(self, bases):
        rows = "?rows=true" if self.has_rules else ""
        for seat, cookie in enumerate(self.people):
            base = bases[seat % len(bases)].replace("http", "ws", 1)
            address = f"{base}/api/tables/{self.id}/live{rows}"
            hear = functools.partial(self.hear, seat)
            self.sockets.append(await Socket.connect(address, cookie["cookie"], hear))

    def hear(self, seat, message):
        frame = read_frame(self.game, message)
        if frame.t == "table":
            self.frames, self.bytes = self.frames + 1, self.bytes + len(message)
            self.seen[seat] = frame.version
            if frame.legal:
                self.mover, self.legal, self.version = seat, frame.legal, frame.version
            self.changed.set()
        elif frame.t == "more":
            self.more = frame
            self.changed.set()
        elif frame.t == "error":
            self.trouble.append(message)

    async def play(self, until, times):
        """An action every so often; the time until all have it."""
        await asyncio.sleep(self.rng.random() * PAUSE)
        while time.perf_counter() < until and self.mover is not None:
            begun, aim, mover = time.perf_counter(), self.version + 1, self.mover
            actions, version = [self.rng.choice(self.legal).id], self.version
            self.mover, self.more = None, None
            self.send(mover, actions, version)
            while min(self.seen) < aim:
                self.changed.clear()
                await self.changed.wait()
                if self.more is not None:
                    actions = [*self.more.actions, self.rng.choice(self.more.legal).id]
                    self.more = None
                    self.send(mover, actions, version)
            spent = time.perf_counter() - begun
            times.append(spent)
            await asyncio.sleep(max(0.0, PAUSE - spent))

    def send(self, seat, actions, version):
        self.sockets[seat].write(TEXT, json.dumps({"do": "play", "actions": actions, "version": version}).encode())

    def leave(self):
        for socket in self.sockets:
            socket.transport.abort()


def memory(pids):
    """Bytes of memory that processes hold."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE")


def processor(pids):
    """Seconds of processor time that processes have used."""
    total = 0
    for pid in pids:
        with contextlib.suppress(FileNotFoundError):  # a connection of the database may end
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def database_processes(address):
    """PostgreSQL's processes, of the cluster that has a database."""
    if "://" not in address:
        return []
    with contextlib.closing(psycopg.connect(plain(address))) as connection:
        where = connection.execute("SHOW data_directory").fetchone()[0]
    found = []
    for pid in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/{pid}/cwd") == where:
                found.append(int(pid))
    return found


async def measure(servers, count, seconds, seed, progress, has_rules, spread):
    pid, urls = [server.process.pid for server in servers], [server.url for server in servers]

    def bases(number):
        """Where a table's people go: all to one process, or to one after the other."""
        first = number % len(urls)
        return [*urls[first:], *urls[:first]] if spread else [urls[first]]

    tables = [LoadedTable(number, random.Random(f"{seed}/{number}"), has_rules) for number in range(count)]
    forgetful = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # it speaks for many people
    async with httpx.AsyncClient(timeout=60, cookies=forgetful, limits=httpx.Limits(max_connections=16)) as http:
        await tables[0].seat(http, bases(0))  # whatever is made once is there now
        await tables[0].join(bases(0))
        empty = memory(pid)
        task = progress.add_task(f"{count} tables: sitting down", total=2 * count)
        for start in range(1, count, 16):
            await asyncio.gather(*(table.seat(http, bases(table.number)) for table in tables[start : start + 16]))
            progress.update(task, completed=start)
        await asyncio.sleep(1)
        seated = memory(pid)
        for start in range(1, count, 16):
            await asyncio.gather(*(table.join(bases(table.number)) for table in tables[start : start + 16]))
            progress.update(task, completed=count + start, description=f"{count} tables: connecting")
        await asyncio.sleep(1)
        connected = memory(pid)
        progress.update(task, description=f"{count} tables: playing", total=seconds, completed=0)
        frames, sent = sum(table.frames for table in tables), sum(table.bytes for table in tables)
        stored = database_processes(servers[0].database)
        used, kept, begun = processor(pid), processor(stored), time.perf_counter()
        await asyncio.sleep(QUIET)
        quiet = time.perf_counter() - begun
        idle, idle_kept = ((processor(pids) - before) / quiet for pids, before in ((pid, used), (stored, kept)))
        used, kept, drove = processor(pid), processor(stored), time.process_time()
        times, begun = [], time.perf_counter()
        playing = [asyncio.create_task(table.play(begun + seconds, times)) for table in tables]
        while time.perf_counter() < begun + seconds:
            await asyncio.sleep(0.5)
            progress.update(task, completed=time.perf_counter() - begun)
        spent, keeping, done = processor(pid) - used, processor(stored) - kept, len(times)
        lasted = time.perf_counter() - begun
        busy, driven = (what / (time.perf_counter() - begun) for what in (spent, time.process_time() - drove))
        frames, sent = sum(table.frames for table in tables) - frames, sum(table.bytes for table in tables) - sent
        await asyncio.wait(playing, timeout=10)
        failed = [trouble for table in tables for trouble in table.trouble]
        for table in tables:
            table.leave()
        progress.remove_task(task)
    low, middle, high, highest = np.quantile(times, [0.5, 0.95, 0.99, 1.0]) * 1000
    return {
        "tables": count,
        "connections": count * SEATS,
        "actions_per_second": len(times) / seconds,
        "p50_ms": low,
        "p95_ms": middle,
        "p99_ms": high,
        "max_ms": highest,
        "server_core": busy,
        "driver_core": driven,
        "ms_per_action": 1000 * (spent - lasted * idle) / done,
        "database_ms_per_action": 1000 * (keeping - lasted * idle_kept) / done,
        "idle_core": idle + idle_kept,
        "tables_per_core": PAUSE * done / (spent + keeping - lasted * (idle + idle_kept)),
        "bytes_per_frame": sent / frames,
        "kb_per_table": (seated - empty) / 1000 / max(1, count - 1),
        "kb_per_connection": (connected - seated) / 1000 / max(1, (count - 1) * SEATS),
        "kb_with_four": (connected - empty) / 1000 / max(1, count - 1),
        "server_mb": connected / 1e6,
        "failed": len(failed),
    }


@contextlib.contextmanager
def database(kind, folder):
    if kind == "sqlite":
        yield str(folder / "bauboom.db")
        return
    with shared_cluster(folder) as cluster, cluster.database() as url:
        yield url


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="1000,2000,3000", help="how many tables, one run for each")
    parser.add_argument("--frames", choices=("rows", "json"), default="rows", help="what is sent to the people")
    parser.add_argument("--rival", type=Path, help="a checkout of another version, with its libraries, to compare with")
    parser.add_argument("--seconds", type=float, default=30, help="how long each run plays")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1, help="on one database; more than one needs PostgreSQL")
    parser.add_argument("--all", action="store_true", help="SQLite, and PostgreSQL with 1, 2 and 4 processes")
    parser.add_argument("--spread", action="store_true", help="a table's people are at different processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="figures only")
    given = parser.parse_args()
    if given.processes > 1 and given.database == "sqlite":
        parser.error("a SQLite file serves one process; say --database postgresql")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    cores = sorted(os.sched_getaffinity(0))
    console = Console(stderr=True)
    results = []
    with tempfile.TemporaryDirectory() as place, Progress(console=console, transient=True) as progress:
        versions = [("", None), *([(f"{given.rival.name}: ", given.rival)] if given.rival else [])]
        kinds = [("sqlite", 1), *(("postgresql", n) for n in (1, 2, 4))] if given.all else []
        kinds = kinds or [(given.database, given.processes)]
        runs = itertools.product(map(int, given.tables.split(",")), kinds, versions)
        for count, (kind, processes), (name, checkout) in runs:
            many = count * processes if given.all else count
            folder = Path(tempfile.mkdtemp(dir=place))
            with database(kind, folder) as address:
                servers = [Server(address, folder, **UNLIMITED) for _ in range(processes)]
                with contextlib.ExitStack() as running:
                    for server in servers:
                        if checkout:
                            server.environment["PYTHONPATH"] = str(checkout.resolve() / "src")
                        running.enter_context(server)
                    if len(cores) > 1 and len(servers) == 1:
                        for thread in os.listdir(f"/proc/{servers[0].process.pid}/task"):
                            os.sched_setaffinity(int(thread), {cores[0]})
                        os.sched_setaffinity(0, {cores[1]})
                    has_rules = given.frames == "rows"
                    what = (servers, many, given.seconds, given.seed, progress, has_rules, given.spread)
                    run = uvloop.run(measure(*what))
                    about = {"version": name + given.frames, "database": kind, "processes": processes}
                    results.append({**about, **run})
                    os.sched_setaffinity(0, cores)
    if given.json:
        json.dump({"runs": results}, sys.stdout, indent=1)
        return
    Console().print(shown_in_a_table(results))


def shown_in_a_table(results):
    shown = Table(box=box.SIMPLE, title=f"One action per table every {PAUSE:g} s")
    shown.add_column("")
    shown.add_column("")
    titles = ["tables", "connections", "actions/s", "p50 ms", "p95 ms", "p99 ms", "max ms", "server's core", "driver's"]
    for title in [
        *titles,
        "ms/action",
        "database's",
        "idle",
        "tables/core",
        "bytes/frame",
        "KB/table",
        "KB/connection",
        "KB with four",
        "server MB",
        "failed",
    ]:
        shown.add_column(title, justify="right")
    for run in results:
        cores = [f"{run['server_core']:.0%}", f"{run['driver_core']:.0%}"]
        values = [f"{run[k]:,.1f}" for k in ("actions_per_second", "p50_ms", "p95_ms", "p99_ms", "max_ms")]
        sizes = [f"{run[k]:,.0f}" for k in ("kb_per_table", "kb_per_connection", "kb_with_four", "server_mb", "failed")]
        each = [f"{run[k]:.2f}" for k in ("ms_per_action", "database_ms_per_action")]
        each += [f"{run['idle_core']:.0%}", f"{run['tables_per_core']:,.0f}"]
        each.append(f"{run['bytes_per_frame']:,.0f}")
        where = f"{run['database']}, {run['processes']}" if run["database"] != "sqlite" else "sqlite"
        about = [run["version"], where, f"{run['tables']:,}", f"{run['connections']:,}"]
        shown.add_row(*about, *values, *cores, *each, *sizes)
    return shown


if __name__ == "__main__":
    main()
