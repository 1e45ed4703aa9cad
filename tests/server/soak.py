"""A long time of mixed use in little of it: a server must take no more memory after a thousand games than after some.

People play all games in pairs or against bots, watch, talk, take back, lose their connections and come again, bring
records, look at finished games, try puzzles, make accounts, and delete them. Between rounds everybody goes; when the
server has let go of all tables it counts what it still holds.
"""

import asyncio
import contextlib
import gc
import json
import os
import random
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from websockets.exceptions import WebSocketException

from .play import FAST, Player, Witness, together
from .process import SECONDS

IDLE = 0.5  # seconds that a table without company stays in memory here, or each round would end with a long wait
AT_ONCE = 8  # visits
FIRST = 10  # visits that do everything once, since what a server does for the first time, it may remember
PASSWORD = "a skyline of forty storeys"
SETTINGS = FAST | {"bot_pace": 0, "bot_tables": "everybody", "imports_per_day": 1_000_000, "reveal": 1}


def install(answers, hoards=False):
    """Let a server count what it holds whenever it is asked. One that `hoards` keeps every table that it has had."""
    from bauboom.server import house, imports, keeper, people

    keeper.IDLE = IDLE
    imports.KEPT, people.MANY = 0, 20  # what is kept of the last ones would come and go with them
    begin, forget, hoard = house.House.open, house.House.forget, []

    async def open_and_count(self):
        await begin(self)
        self._tasks.append(asyncio.create_task(count_when_asked(self, Path(answers))))

    def forget_but_keep(self, one):
        hoard.append(one)
        forget(self, one)

    house.House.open = open_and_count
    if hoards:
        house.House.forget = forget_but_keep


async def count_when_asked(house, answers):
    from bauboom.server import trial

    question = answers.with_suffix(".asked")
    while True:
        await asyncio.sleep(0.05)
        if question.exists() and not house.keepers:
            await asyncio.sleep(2 * IDLE)
            trial._action_text.cache_clear()  # it grows with the actions that were ever legal, and has a limit
            gc.collect()
            held = {
                "objects": len(gc.get_objects()),
                "memory": int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"),
                "files": len(os.listdir("/proc/self/fd")),
                "tasks": len(asyncio.all_tasks()),
                "threads": threading.active_count(),
                "blocks": sys.getallocatedblocks(),
            }
            answers.write_text(json.dumps(held))
            question.unlink()


@dataclass(frozen=True)
class Held:
    """What a server holds while nobody is there."""

    objects: int  # that the garbage collector looks after
    memory: int  # bytes
    files: int
    tasks: int
    threads: int
    blocks: int  # of memory, of all of Python's objects


@dataclass
class Soak:
    """What a server held after each round of so many games."""

    games: int
    rounds: list[Held]
    events: dict[str, int]

    def growth(self, what):
        """How much more of something there is per game, since a third of all rounds was over."""
        later = self.rounds[len(self.rounds) // 3 :]
        return (getattr(later[-1], what) - getattr(later[0], what)) / (self.games * (len(later) - 1))


async def soak(server, answers, rounds, games, seed=1, told=lambda number, held: None, played=lambda games: None):
    """So many rounds of so many games each; `told` hears of every round, `played` of every game."""
    events, held = dict.fromkeys(("games", "frames", "commands", "requests", "connections"), 0), []
    for number in range(rounds):
        waiting = list(range(number * games, (number + 1) * games))

        async def visit_all(waiting=waiting):
            while waiting:
                await visit(server, random.Random(f"{seed} {waiting[-1]}"), waiting.pop(), events)
                played(events["games"])

        await together([visit_all() for _ in range(AT_ONCE)])
        held.append(await asyncio.to_thread(ask, answers))
        told(number + 1, held[-1])
    return Soak(games, held, events)


def ask(answers):
    question, end = answers.with_suffix(".asked"), time.monotonic() + SECONDS
    question.touch()
    while question.exists():
        if time.monotonic() > end:
            raise AssertionError("the server does not let go of its tables")
        time.sleep(0.05)
    return Held(**json.loads(answers.read_text()))


class Counted(Player):
    """A player whose requests and connections are counted."""

    events = None

    async def request(self, method, path, body=None):
        self.events["requests"] += 1
        return await super().request(method, path, body)

    def socket(self, table, since=""):
        self.events["connections"] += 1
        return super().socket(table, since)


async def visit(server, rng, number, events):
    """One game, from the arrival of its people to their going."""
    witness, people = Witness(), []

    async def come(name, by="socket", talks=0.0):
        person = Counted(witness, lambda: server, name, number, by, talks)
        person.events = events
        people.append(person)
        return await person.introduce()

    ada, watcher = await come("Ada", talks=0.03), await come("Grace")
    players = [ada] if rng.random() < 0.5 else [ada, await come("Kurt", rng.choice(("socket", "http")))]
    bots, level = 2 - len(players), rng.choice(("random", "greedy"))
    wishes = {"game": rng.choice(("manhattan", "hoch-hinaus", "gratte-ciel")), "options": {"players": 2}}
    seats = ["open"] * len(players) + [f"bot:{level}"] * bots
    listed = rng.random() < 0.5
    table = await ada.create(**wishes, seats=seats, listed=listed)
    for person in players:
        await person.sit(table)
    await together(stay(person, table, rng, is_alone=bool(bots)) for person in players)
    if table in witness.finished:
        await together([look_back(ada, table, wishes["game"], rng, number < FIRST), watch(watcher, table)])
    await leave(ada, number % 10)
    events["games"] += 1
    events["frames"] += len(witness.shown)
    events["commands"] += witness.acks
    for person in people:
        await person.close()


async def stay(person, table, rng, is_alone):
    """Play to the end, with connections that break; now and then give up, or take something back."""
    for _ in range(rng.choice((0, 0, 1, 3))):
        until = rng.randint(4, 30)
        game = await person.play(table, lambda game, until=until: game is not None and (game.version or 0) >= until)
        if game.is_over:
            return
        if is_alone and rng.random() < 0.5:
            await person.request("POST", f"/api/tables/{table}/do", {"do": "undo"})
    if is_alone and rng.random() < 0.2:
        await person.request("POST", f"/api/tables/{table}/do", {"do": "resign"})
    await person.play(table)


async def watch(person, table):
    """Come as one who does not play, and go without a word."""
    with contextlib.suppress(OSError, TimeoutError, WebSocketException):
        async with person.socket(table) as way:
            await asyncio.wait_for(way.recv(), SECONDS)


async def look_back(person, table, game, rng, is_thorough):
    """What people do after a game, and beside games."""
    record = await person.request("GET", f"/api/tables/{table}/record")
    if is_thorough or rng.random() < 0.3:
        body = json.loads(record.text)
        answer = await person.request("POST", "/api/imports", body)
        if answer.status_code == 200:
            await person.request("GET", f"/api/imports/{answer.json()['id']}/steps")
    paths = ["/api/tables", "/api/watch", "/api/finished", "/api/mine", "/api/puzzles", f"/api/puzzles/{game}"]
    paths += [f"/api/tables/{table}{rest}" for rest in ("/steps", "/moves", "/verify", "/chat", "/picture")]
    paths += [f"/api/ratings/{game}/2", "/api/me/export", "/metrics", "/api/tables/nothing-here"]
    for path in paths if is_thorough else rng.sample(paths, 5):
        await person.request("GET", path)
    await person.request("POST", f"/api/puzzles/{game}/{rng.randint(0, 50)}", {"action": "1"})


async def leave(person, way):
    """As a guest who just goes, as one who makes an account and logs out, or as one who wants to be forgotten."""
    if way == 0:
        login = f"ada-{person.id}"
        await person.request("POST", "/api/account", {"login": login, "password": PASSWORD})
        await person.request("POST", "/api/logout", {})
        await person.request("POST", "/api/login", {"login": login, "password": PASSWORD})
    elif way <= 2:
        await person.request("DELETE", "/api/me", {})
