"""A table in a world of its own: time, disk, network and processes are simulated, and fail as a seed has it.

What runs is the server's own code, from the house to the frames: only what lies under it is replaced. A seed decides
everything, so that a story that ends badly can be told again. A story has a number of places where something can fail;
`every_fault` tells one again for each fault at each of them.
"""

import asyncio
import contextlib
import logging
import random
import selectors
from unittest import mock

import msgspec

from bauboom.bots import make_bot
from bauboom.core.fair import verify
from bauboom.games import playable
from bauboom.server import commands, entries, house, keeper
from bauboom.server.clock import Pace, deadline
from bauboom.server.creation import game_of
from bauboom.server.keeper import GRACE, Viewer
from bauboom.server.problems import Problem
from bauboom.server.projection import summary
from bauboom.server.routes.live import _send
from bauboom.server.settings import Settings
from bauboom.server.store import GONE
from bauboom.server.table import Asker, Info, Table
from bauboom.server.trial import decisions

from .play import Witness, check_commands, check_shown, key

BEGIN = 1_800_000_000_000  # what the clock shows at first, in milliseconds
TABLE = "table"
ENTRIES = 28  # of a log, after which nothing fails any more
HOUR = 3600.0
OFTEN = 0.04  # how likely a fault is, where one can be

DIES = ("process", "power")  # one process ends, or all at once
FAULTS = {
    "commit": ("slow", "error", "unknown", *DIES, "process after", "power after"),
    "read": ("slow", "error", *DIES),
    "life": ("slow", "error", *DIES),
    "message": ("late", "break", *DIES),
    "notice": ("lost", "twice", "late"),
    "thought": ("slow", "error", "process"),
}


class Clockwork(asyncio.SelectorEventLoop):
    """An event loop whose time passes when nothing else is to be done."""

    def __init__(self):
        self.now = 0.0
        super().__init__(Passing(self))

    def time(self):
        return self.now


class Passing(selectors.SelectSelector):
    def __init__(self, loop):
        super().__init__()
        self.loop = loop

    def select(self, timeout=None):
        if timeout is None:
            raise AssertionError("everything waits for something that never comes")
        self.loop.now += max(0.0, timeout)
        return []


class Row(dict):
    """A set that keeps its order, so that a story is the same each time."""

    def add(self, one):
        self[one] = None

    def discard(self, one):
        self.pop(one, None)


class Died(asyncio.CancelledError):
    """What the code of a process meets that is no more."""


class World:
    """All that happens in one story. `only` is the one fault that it has, as (number of the place, fault)."""

    def __init__(self, seed, only=None, calm=False):
        self.seed, self.only, self.calm = seed, only, calm
        self.rng, self.chances = random.Random(seed), random.Random(f"{seed} faults")
        self.places, self.happened, self.is_over = [], [], False
        self.log, self.beats, self.outages, self.due = [], {}, [], None
        self.witness = Witness()
        self.is_postgresql = self.rng.random() < 0.5
        self.houses, self.tasks = [], []
        seats = self.rng.choice((2, 2, 3))
        pace = self.rng.choice((Pace(), Pace("live", minutes=1, increment=5), Pace("days", days=1)))
        name = self.rng.choice([game.name for game in playable()])
        self.game = game_of(name, {"players": seats}, None)
        self.info = Info(
            **{"id": TABLE, "code": "code", "game": name, "options": dict(self.game.options), "pace": pace},
            **{"host": "person0", "created": BEGIN, "seed": self.rng.randbytes(32), "rules": self.game.version},
        )
        self.settings = Settings(database="simulated", silence=30, bot_pace=0.7)
        bots = self.rng.choice((0, 0, 1)) if seats > 2 else self.rng.choice((0, 1))
        self.people = [Asker(f"person{n}", f"Ada {n}", frozenset({f"person{n}"})) for n in range(seats - bots)]
        sat = [entries.Sat(n, one.id, one.name) for n, one in enumerate(self.people)]
        sat += [entries.BotSat(n, "greedy") for n in range(seats - bots, seats)]
        table = self.fresh()
        for number, entry in enumerate(sat, 1):
            self.log.append(entries.Logged(number, BEGIN, entry))
            table = table.after(self.log[-1])
        self.due = table.due.at

    def fresh(self):
        return Table(self.info, self.game, self.settings.terms, self.outages)

    @property
    def now(self):
        return BEGIN + int(asyncio.get_running_loop().time() * 1000)

    def fault(self, place):
        """What fails here, if anything does."""
        if self.is_over:
            return None
        self.places.append(place)
        if self.only is not None:
            found = self.only[1] if self.only[0] == len(self.places) - 1 else None
        else:
            found = None if self.calm or self.chances.random() > OFTEN else self.chances.choice(FAULTS[place])
        if found is not None:
            self.happened.append(f"{asyncio.get_running_loop().time():.2f} s: {place} {found}")
        return found

    async def before(self, place, home):
        """Come to a place where something may fail; the fault, if it is for later."""
        fault = self.fault(place)
        home.check_alive()
        await asyncio.sleep(self.rng.choice((0.0, 0.001, 0.01)))
        home.check_alive()
        if fault == "slow":
            await asyncio.sleep(self.rng.choice((0.5, 4.0, 15.0)))
            home.check_alive()
        elif fault == "error":
            raise ConnectionError("simulated")
        elif fault in DIES:
            self.kill(home, fault)
        return fault

    def kill(self, home, how):
        for one in [home] if how == "process" else self.houses:
            if one.is_alive:
                one.die()
                self.begin(self.restart(self.houses.index(one), self.rng.choice((0.3, 2.0, 20.0))))
        home.check_alive()

    async def restart(self, number, seconds):
        await asyncio.sleep(seconds)
        while True:
            self.houses[number] = Home(self)
            with contextlib.suppress(ConnectionError, Died):
                await self.houses[number].open()
                return
            if not self.houses[number].is_alive:  # it was killed once more, and is restarted for that
                return
            self.houses[number].die()
            await asyncio.sleep(1)

    def begin(self, coroutine):
        self.tasks.append(asyncio.get_running_loop().create_task(coroutine))
        return self.tasks[-1]

    async def tell(self):
        """The story."""
        self.houses = [Home(self, is_alive=False) for _ in range(3 if self.is_postgresql else 1)]
        for number in range(len(self.houses)):
            self.begin(self.restart(number, 0.0))
        visitors = [Visitor(self, person) for person in self.people]
        for visitor in visitors:
            self.begin(visitor.stay())
        while len(self.log) < ENTRIES and self.now < BEGIN + 200 * HOUR * 1000 and not self.ended:
            await asyncio.sleep(0.5)
            self.check_tasks()
        self.is_over = True
        end = self.now + HOUR * 1000
        while not all(visitor.is_content for visitor in visitors):
            assert self.now < end, "after all faults, not everybody was answered and shown the table"
            await asyncio.sleep(0.5)
            self.check_tasks()

    def check_tasks(self):
        for task in self.tasks:
            if task.done() and not task.cancelled() and (error := task.exception()):
                raise error
        self.tasks = [task for task in self.tasks if not task.done()]

    @property
    def ended(self):
        table = self.houses[0].keepers.get(TABLE)
        return table is not None and table.table.phase == "over"

    def check(self):
        """Whether the story ended well: the log is sound, and what people heard is what it says."""
        assert [logged.version for logged in self.log] == list(range(1, len(self.log) + 1)), "versions have gaps"
        after = [self.fresh()]
        for logged in self.log:
            before = after[-1]
            assert logged.at >= before.at, "time went back"
            if isinstance(logged.entry, entries.WentOut) and logged.entry.why == "time":
                late = deadline(before, before.left[logged.entry.seat])
                assert logged.at >= late, f"version {logged.version}: out of time {late - logged.at} ms too early"
            after.append(before.after(logged))
        seated = sum(isinstance(logged.entry, (entries.Sat, entries.BotSat)) for logged in self.log)
        check_commands(self.witness, TABLE, self.log[seated:], after)
        check_shown(self.witness, TABLE, after)
        due = summary(after[-1])["due"]  # an outage that became known since then makes it later, which does no harm
        assert self.due == due or self.due <= due, "the table would not be found when something is due"
        if after[-1].phase == "over" and after[-1].how == "rules":
            assert verify(after[-1].record()).is_over


class Home(house.House):
    """A process, with its own memory and a way to the common disk."""

    def __init__(self, world, is_alive=True):
        self.world, self.is_alive, self.is_open, self.visits = world, is_alive, False, Row()
        disk = Disk(self)
        with mock.patch.object(house, "Store", return_value=disk), mock.patch.object(house, "Thinking", Slow):
            super().__init__(world.settings)
        self.thinking.home = self

    def check_alive(self):
        if not self.is_alive:
            raise Died

    async def open(self):
        self.beaten = self.world.now
        self.outages[:] = await self.store.arrive(self.process, self.beaten)
        jobs = [self._beat, self._sweep] + ([self._look_for_missed] if self.store.is_postgresql else [])
        self._tasks = [asyncio.create_task(self.for_ever(job)) for job in jobs]
        self.is_open = True

    async def off_loop(self, function, *arguments):
        return function(*arguments)

    async def _load(self, table_id):
        keeper = await super()._load(table_id)
        keeper.viewers = Row()
        return keeper

    async def _sweep(self):
        late = self.world.now - (GRACE * 1000 if self.store.is_postgresql else -1000)
        if self.world.due is not None and self.world.due <= late and TABLE not in self.keepers:
            await self._open_table(TABLE)
        await asyncio.sleep(1)

    async def _look_for_missed(self):
        await asyncio.sleep(2)
        await self.world.before("read", self)
        for one in self.keepers.values():
            one.hear(len(self.world.log))

    def die(self):
        """End in the middle of everything."""
        self.is_alive = False
        for one in self.keepers.values():
            one._is_closed = True
            for task in (one._thinking, one._working, one._timer, *one._promised):
                if task is not None:
                    task.cancel()
        for task in (*self._tasks, *self._opening.values(), self._waking, *self.visits):
            if task is not None:
                task.cancel()


class Disk:
    """What a process knows of the disk that all share: a commit is there as a whole or not at all."""

    def __init__(self, home):
        self.home, self.world = home, home.world
        self.is_postgresql = self.world.is_postgresql

    async def append(self, write):
        world = self.world
        fault = await world.before("commit", self.home)
        won = write.logged.version == len(world.log) + 1
        if won:
            data = msgspec.json.encode(write.logged.entry)  # as it would be read
            world.log.append(msgspec.structs.replace(write.logged, entry=entries.decoder.decode(data)))
            world.due = write.summary["due"]
            for other in world.houses if self.is_postgresql else ():
                self.announce_to(other, f"{TABLE} {write.logged.version}")
        if fault == "unknown":
            raise ConnectionError("simulated: nobody knows whether it was stored")
        if fault is not None and fault.endswith(" after"):
            world.kill(self.home, fault.removesuffix(" after"))
        return won

    def announce_to(self, other, notice):
        fault = self.world.fault("notice")
        times = {"lost": 0, "twice": 2}.get(fault, 1)
        for _ in range(times):
            seconds = 5.0 if fault == "late" else self.world.rng.choice((0.0, 0.002, 0.05))
            asyncio.get_running_loop().call_later(seconds, lambda: asyncio.ensure_future(hear(other, notice)))

    async def watch(self, tables):
        """All hear of everything here."""

    async def log(self, table, after=0):
        await self.world.before("read", self.home)
        return self.world.log[after:]

    async def info(self, table):
        await self.world.before("read", self.home)
        return self.world.info

    async def arrive(self, process, now):
        others = any(one.is_alive and one is not self.home for one in self.world.houses)
        return await self._live(process, now, GONE if others and self.is_postgresql else 0.0)

    async def beat(self, process, now):
        return await self._live(process, now, GONE)

    async def _live(self, process, now, silence):
        """As the store does it, in one transaction."""
        world = self.world
        await world.before("life", self.home)
        if world.beats:
            last = max(*world.beats.values(), world.log[-1].at)
            if last < now - silence * 1000 and last not in [began for began, _ in world.outages]:
                world.outages = sorted([*world.outages, (last, now)])
        world.beats[process] = max(now, world.beats.get(process, 0))
        return list(world.outages)


async def hear(home, notice):
    if home.is_alive:
        with contextlib.suppress(Died):
            await home.hear(notice)


class Slow:
    """Bots that think for as long as the story has it, and decide the same each time."""

    home = None

    def __init__(self, *told):
        """They wait for no thread, and have nothing to tell of that."""

    async def run(self, person, level, function, *arguments):
        fault = await self.home.world.before("thought", self.home)
        await asyncio.sleep(self.home.world.rng.choice((0.0, 0.1, 1.0)) if fault is None else 2.0)
        self.home.check_alive()
        return decisions(make_bot(level, self.home.world.seed), arguments[-1])


class Connection:
    """Messages both ways, in order, until it breaks."""

    def __init__(self, world, home):
        self.world, self.home, self.is_broken = world, home, False
        self.inboxes = {"server": asyncio.Queue(), "client": asyncio.Queue()}
        self.last = dict.fromkeys(self.inboxes, 0.0)

    def send(self, to, text):
        if self.is_broken:
            raise ConnectionError("simulated")
        fault = self.world.fault("message")
        if fault == "break":
            self.end()
            raise ConnectionError("simulated")
        loop = asyncio.get_running_loop()
        seconds = 6.0 if fault == "late" else self.world.rng.choice((0.001, 0.02, 0.2))
        self.last[to] = max(self.last[to] + 1e-6, loop.time() + seconds)
        loop.call_at(self.last[to], self.inboxes[to].put_nowait, text)
        if fault in DIES and self.home.is_alive:
            with contextlib.suppress(Died):
                self.world.kill(self.home, fault)

    async def receive(self, where, seconds=None):
        async with asyncio.timeout(seconds):
            text = await self.inboxes[where].get()
        if text is None:
            raise ConnectionError("simulated")
        return text

    def end(self):
        if not self.is_broken:
            self.is_broken = True
            for inbox in self.inboxes.values():
                inbox.put_nowait(None)

    async def send_data(self, data, mode="text"):
        """As a socket of the server has it."""
        self.home.check_alive()
        self.send("client", data)

    async def serve(self, asker, since):
        """A visit, as the route has it, without limits."""
        home = self.home
        try:
            async with home.at(TABLE) as keeper:
                await keeper.refresh()
                viewer = Viewer(asker.ids, since)
                keeper.viewers.add(viewer)
                sending = asyncio.create_task(_send(self, keeper, viewer))
                home.visits.add(sending)
                try:
                    viewer.wake.set()
                    keeper.look_on(viewer.ids)
                    while True:
                        await self.obey(keeper, viewer, asker, await self.receive("server"))
                finally:
                    keeper.viewers.discard(viewer)
                    sending.cancel()
                    with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                        await sending
        except (ConnectionError, Problem):
            pass
        finally:
            home.visits.discard(asyncio.current_task())
            self.end()

    async def obey(self, keeper, viewer, asker, text):
        try:
            version = await keeper.submit(commands.decoder.decode(text), asker)
            answer = {"t": "ack", "version": version}
        except Problem as problem:
            answer = {"t": "more" if problem.key == "more" else "error", **problem.data}
        self.home.check_alive()
        viewer.write(msgspec.json.encode(answer))


class Visitor:
    """A person who wants to play, goes where somebody answers, and sends again what was not answered."""

    def __init__(self, world, person):
        self.world, self.person, self.rng = world, person, random.Random(f"{world.seed} {person.id}")
        self.version, self.frame, self.pending = None, None, None
        self.patience = 0.0

    @property
    def is_content(self):
        return self.pending is None and self.version == len(self.world.log)

    async def stay(self):
        while True:
            home = self.rng.choice(self.world.houses)
            if home.is_alive and home.is_open:
                connection = Connection(self.world, home)
                serving = self.world.begin(connection.serve(self.person, self.version))
                home.visits.add(serving)
                try:
                    await self.visit(connection)
                except (ConnectionError, TimeoutError):
                    pass
                finally:
                    connection.end()
            await asyncio.sleep(self.rng.choice((0.05, 0.5, 3.0)))

    async def visit(self, connection):
        if self.pending is not None:
            connection.send("server", key(self.pending))
        while True:
            command = self.hear(await connection.receive("client", 40.0))
            if command is not None:
                await asyncio.sleep(self.patience)
                self.world.witness.send(TABLE, self.person.id, command)
                connection.send("server", key(command))

    def hear(self, text):
        """What to send now, if anything. A command that the table has passed by is not sent again."""
        message = self.world.witness.see(TABLE, self.person.id, text)
        self.patience = 0.0
        match message["t"]:
            case "table":
                assert self.version is None or message["version"] >= self.version, "the table went back"
                self.version, self.frame = message["version"], message
                return self.decide() if self.pending is None else None
            case "ack":
                self.world.witness.ack(TABLE, self.person.id, self.pending, message["version"])
                self.pending = None
                return self.decide() if self.version >= message["version"] else None
            case "more":
                choice = self.rng.choice(message["legal"])["id"]
                self.pending = {**self.pending, "actions": [*message["actions"], choice]}
                return self.pending
            case "error" if message["error"] == "unavailable":
                raise TimeoutError
            case "error":
                assert message["error"] in ("stale", "not_now", "taken"), (self.pending, message)
                self.pending = None
                return self.decide() if self.version >= message.get("version", 0) else None
        return None

    def decide(self):
        """Play, and sometimes try everything else; sometimes be slow, or silent for long."""
        frame, table, calls = self.frame, self.frame["table"], []
        if self.world.is_over or table["phase"] != "playing":
            return None
        me = table["seats"][frame["you"]]
        if me["out"]:
            calls = [{"do": "back"}] if me["out"] != "resigned" and self.rng.random() < 0.5 else []
        elif table["offer"] and table["offer"]["seat"] != frame["you"]:
            calls = [{"do": self.rng.choice(("agree", "decline"))}]
        elif frame["legal"]:
            self.patience = self.rng.choice((0.1, 0.1, 2.0, 2.0, 10.0, 100.0))
            calls = [{"do": "play", "actions": [self.rng.choice(frame["legal"])["id"]]}]
        elif frame["undo"] and self.rng.random() < 0.2:
            calls = [{"do": "undo"}]
        elif table["turn"] is not None and self.rng.random() < 0.3:
            self.patience = 35.0
            calls = [{"do": "replace", "seat": table["turn"]}]
        if self.rng.random() < 0.004:
            calls = [{"do": "resign"}]
        if not calls:
            return None
        self.pending = {**calls[0], "version": frame["version"]}
        return self.pending


def tell(seed, only=None, calm=False):
    """Tell a story, and see that it ends well; AssertionError says how it did not, and what had happened."""
    loop = Clockwork()
    world = None

    def clock():
        return world.now

    logging.disable(logging.CRITICAL)
    try:
        with mock.patch.object(keeper, "now_ms", clock), mock.patch.object(house, "now_ms", clock):
            world = World(seed, only, calm)
            loop.run_until_complete(world.tell())
            world.check()
    except BaseException as error:
        if world is not None:
            error.add_note(f"seed {seed}" + (f", fault {only[0]}:{only[1]}" if only else ""))
            error.add_note("\n".join(world.happened))
        raise
    finally:
        logging.disable(logging.NOTSET)
        with contextlib.suppress(AssertionError, RuntimeError):
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
            loop.run_until_complete(asyncio.sleep(0))
        loop.close()
    return world


def every_fault(seed):
    """Every fault at every place where one can be, in the story of a seed: arguments for `tell`."""
    return [(seed, (n, fault)) for n, place in enumerate(tell(seed, calm=True).places) for fault in FAULTS[place]]
