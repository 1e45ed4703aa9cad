"""The keeper of a live table. A command becomes an entry, the entry is committed, and only then do viewers hear of it.

Several processes may keep the same table. The database decides which of them wrote a version; the others take over what
was written. The process that wrote last also drives the table's bots and clock; if nothing comes, another steps in.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import sqlalchemy as sa

from bauboom.bots import make_bot
from bauboom.core.state import View

from . import commands as ask
from . import entries as log
from .clock import Due, idle_from
from .clock import due as due_at
from .lists import last_chats
from .problems import Problem, restarting
from .projection import write_of
from .store import BEAT, GONE, chats, now_ms, seats
from .table import Asker, Table
from .trial import decisions
from .waiting import Signal

if TYPE_CHECKING:
    from .house import House

GRACE = 3.0  # seconds after which a process steps in for another that stays silent
IDLE = 30.0  # seconds that a table without company stays in memory
LOOK = 10.0  # seconds for which bots play on among themselves after a program has asked about their table
MESSAGES = 100  # that may wait for a slow connection before it is given up

REMEMBERED = 200  # lines of chat that other processes may still tell us of

Result = TypeVar("Result")
logger = logging.getLogger(__name__)


class Viewer:
    """A connection to a table. Frames are made when they can be sent: a slow one gets fewer, never wrong ones."""

    __slots__ = (
        *("gone", "has_rules", "here", "ids", "is_busy", "is_lost", "is_withdrawn", "messages", "push", "seen", "sent"),
        *("shunned", "wake"),
    )

    def __init__(
        self,
        ids: frozenset[str],
        seen: int | None,
        has_rules: bool = False,
        push: Callable[[str | bytes], bool] = lambda message: False,
    ) -> None:
        self.ids = ids
        self.seen = seen
        self.has_rules = has_rules  # and is sent rows
        self.push = push  # sends a message at once, where nothing is in its way
        self.shunned: frozenset[str] = frozenset()  # whose talk is not sent
        self.sent = -1  # the last version that was sent
        self.here: bytes | None = None  # what was last said about who is here
        self.messages: list[bytes] = []  # that wait to be sent
        self.wake, self.gone = Signal(), Signal()
        self.is_busy = True  # with sending something
        self.is_lost = self.is_withdrawn = False

    def leave(self, _: object = None) -> None:
        """The connection is over."""
        self.gone.set()

    def withdraw(self) -> None:
        """The cookie or token that came with the connection does not count any more."""
        self.is_lost = self.is_withdrawn = True
        self.wake.set()

    def write(self, message: bytes) -> None:
        """Have something sent that is not the table itself: an answer, a line of chat."""
        if not self.is_busy and not self.wake.is_set() and self.push(message.decode()):
            return
        if len(self.messages) < MESSAGES:
            self.messages.append(message)
        else:
            self.is_lost = True
        self.wake.set()

    def frame(self, table: Table) -> str | bytes:
        """The table as this connection gets it next."""
        seen, is_next = self.seen, self.sent == table.version - 1
        self.seen = self.sent = table.version
        if self.has_rules:
            return table.packed(self.ids, seen, is_next)
        return table.frame(self.ids, seen).decode()

    def show(self, table: Table) -> None:
        """Send the table now, or as soon as the connection can take it."""
        if not self.is_busy and not self.wake.is_set() and self.sent == table.version - 1 and table.may_watch(self.ids):
            if self.push(self.frame(table)):
                return
            self.seen = self.sent = table.version - 1
        self.wake.set()


Job = Callable[[], Awaitable[None]]


class Keeper:
    __slots__ = (
        *("_chats_told", "_failures", "_is_closed", "_jobs", "_looked", "_looks", "_people", "_promised", "_seen"),
        *("_thinking", "_thought", "_timer", "_working", "_wrote", "here", "house", "table", "users", "viewers"),
    )

    def __init__(self, house: House, table: Table) -> None:
        self.house, self.table = house, table
        self.viewers: set[Viewer] = set()
        self.here: bytes | None = None  # who watches, as a message; None where other processes have viewers, too
        self.users = 0  # who must not lose the keeper now
        self._wrote = -1  # the last version that was written here
        self._jobs: list[Job] = []  # that wait for the one that is being done
        self._working: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._looks = 0.0  # when the timer looks at the clock
        self._looked = -LOOK  # when somebody last looked who has no connection
        self._seen: dict[int, int] = {}  # when people were at their seats
        self._thinking: asyncio.Task[None] | None = None
        self._thought = -1  # the position that a bot was last asked about
        self._failures = 0  # commits in a row that did not work
        self._promised: set[asyncio.Future[Any]] = set()  # answers that are waited for
        self._is_closed = False
        self._people: list[str | None] = []  # by seat, when we last looked who is here
        self._chats_told: list[int] = []
        self._plan()

    def _enqueue(self, job: Job) -> None:
        """Do something after all that was asked before."""
        self._jobs.append(job)
        if self._working is None and not self._is_closed:
            # in a context of its own: what it does for others is no part of what the first one asked for
            self._working = asyncio.create_task(self._work(), name=f"table {self.table.info.id}", context=Context())

    async def _work(self) -> None:
        try:
            while self._jobs:
                job = self._jobs.pop(0)
                try:
                    await job()
                except Exception:  # one bad job must not end a table
                    logger.exception("a job of a table failed", extra={"data": {"table": self.table.short_id}})
                    await asyncio.sleep(0.2)
                self._plan()
        finally:
            self._working = None

    async def submit(self, command: ask.AnyCommand, asker: Asker) -> int:
        """Do what a command says, after all that was asked before; the version it made."""
        kind = str(command.__struct_config__.tag)
        with self.house.traces.span("command", command=kind, game=self.table.info.game):
            return await self._in_turn(partial(self._obey, command, asker))

    async def refresh(self) -> None:
        """Know all that was committed until now: a visitor may have had an answer from another process."""
        if self.house.store.is_postgresql:
            await self._in_turn(self._catch_up)

    async def _in_turn(self, job: Callable[[], Awaitable[Result]]) -> Result:
        """The same, and wait for the result."""
        if self._is_closed:
            raise restarting()
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._promised.add(done)
        done.add_done_callback(self._promised.discard)
        self._enqueue(self.house.traces.carrying(partial(self._answer, job, done)))
        return await done

    async def _answer(self, job: Callable[[], Awaitable[Result]], done: asyncio.Future[Result]) -> None:
        try:
            result = await job()
        except Problem as problem:
            if not done.done():
                done.set_exception(problem)
        except Exception:
            logger.exception("a command failed", extra={"data": {"table": self.table.short_id}})
            if not done.done():
                done.set_exception(Problem("unavailable", "that could not be stored now; send it again"))
        else:
            if not done.done():
                done.set_result(result)

    async def _obey(self, command: ask.AnyCommand, asker: Asker) -> int:
        if isinstance(command, ask.Chat | ask.Say):
            return await self._chat(command, asker)
        request = command.fingerprint(asker.id)
        await self.house.wake_up()  # nobody has thought while we stood still
        if self.house.store.is_postgresql and (command.version or 0) > self.table.version:
            await self._catch_up()
        made = None
        for attempt in range(10):
            version = self.table.answered(request, command.version or 0)
            if version is not None:
                return version
            if attempt and self._failures > 2:
                raise Problem("unavailable", "that cannot be stored now; send it again")
            entry = self.table.decide(command, asker, now_ms())
            if isinstance(entry, log.Sat):
                await self.house.check_welcome(asker, self.table)
                async with self.house.room_for(asker, self.table.info):
                    if await self._commit(entry, request):
                        return self.table.version
                continue
            if isinstance(entry, log.Rematched):
                if entry.table:
                    return self.table.version
                assert isinstance(command, ask.Rematch)
                made = made or (await self.house.create_again(self.table, asker, command.commit)).id
                entry = log.Rematched(made)
            if await self._commit(entry, request):
                return self.table.version
        raise Problem("unavailable", "the table is busy; send it again")

    async def part_with(self, ids: Collection[str]) -> None:
        """Go on without a person who is banned."""
        await self._in_turn(partial(self._part_with, ids))

    async def _part_with(self, ids: Collection[str]) -> None:
        for _ in range(10):
            entry = self.table.end_part(ids)
            if entry is None:
                return
            await self._commit(entry)
        raise Problem("unavailable", "a banned person's part could not be ended")

    async def _commit(self, entry: log.AnyEntry, request: str | None = None, at: int | None = None) -> bool:
        """Store an entry and let everybody see it. False: it was another's turn to write; that is seen now instead."""
        before = self.table
        logged = log.Logged(before.version + 1, max(now_ms() if at is None else at, before.at), entry, request)
        table = before.after(logged)
        kind = str(entry.__struct_config__.tag)
        try:
            with self.house.traces.span("commit", entry=kind, game=table.info.game):
                won = await self.house.store.append(write_of(before, table, logged))
        except Exception:
            logger.warning("a commit failed", exc_info=True, extra={"data": {"table": before.short_id}})
            self._failures += 1
            await asyncio.sleep(min(2.0, 0.02 * 2 ** min(self._failures, 10)))
            won = False
        else:
            self._failures = 0
        if not won:
            await self._catch_up()
            return False
        self.table, self._wrote = table, table.version
        self.house.count("entries")
        self._publish()
        return True

    async def _catch_up(self) -> None:
        """Take over what others have written. Without this nothing can go on, so it is tried until it works."""
        table = self.table
        for attempt in range(40):
            try:
                entries = await self.house.store.log(table.info.id, table.version)
                break
            except Exception:
                if attempt == 39:
                    raise
                await asyncio.sleep(min(2.0, 0.1 * 2**attempt))
        if entries:
            self.table = table.after(*entries)
            self._publish()

    def hear(self, version: int) -> None:
        """Another process says that there is a new version."""
        if version > self.table.version:
            self._enqueue(partial(self._hear, version))

    async def _hear(self, version: int) -> None:
        if version > self.table.version:
            await self._catch_up()

    def forget_names(self, persons: Collection[str]) -> None:
        """If some of them play here, fold the log once more: they were deleted, and their names are not in it now."""
        if any(place.person in persons for place in self.table.places):
            self._enqueue(self._fold_again)

    async def _fold_again(self) -> None:
        self.table = await self.house.folded(self.table.info.id)
        for viewer in self.viewers:
            viewer.sent = -1
            viewer.wake.set()

    def _publish(self) -> None:
        people = [place.person for place in self.table.places]
        if people != self._people:
            self._people = people
            self.look_around()
        if not self.viewers:
            return
        begun = time.perf_counter()
        with self.house.traces.span("frame", viewers=len(self.viewers), game=self.table.info.game):
            for viewer in self.viewers:
                viewer.show(self.table)
        self.house.measures.frame.observe(time.perf_counter() - begun)

    def show_clock(self) -> None:
        """An outage has become known: clocks show something else now, and stop later."""
        table = self.table
        if table.phase == "playing" and table.info.pace.kind != "free":
            table.made = {}
            for viewer in self.viewers:
                viewer.sent = -1
                viewer.wake.set()
            self.tick()

    def look_around(self) -> None:
        """See who is here, and tell everybody if that has changed."""
        if self.house.store.is_postgresql:
            return
        here = here_message(self.table, self.viewers)
        if here != self.here:
            self.here = here
            for viewer in self.viewers:
                viewer.wake.set()

    # What happens by itself

    def drive(self) -> None:
        """Take charge of what happens by itself, without waiting whether another process does it."""
        self._wrote = self.table.version
        self.tick()

    def look_on(self, ids: Collection[str] = ()) -> None:
        """A person looks at the table: where only bots are left, they play on for a while."""
        self._looked = asyncio.get_running_loop().time()
        if (seat := self.table.seat_of(ids)) is not None and self.table.phase == "waiting":
            self._seen[seat] = now_ms()
        if self.table.is_deserted:
            self._plan()

    @property
    def _due(self) -> Due | None:
        is_seen = bool(self.viewers) or asyncio.get_running_loop().time() < self._looked + LOOK
        return due_at(self.table, is_seen, self._seen)

    def tick(self) -> None:
        """Look at the clock, in turn."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._enqueue(self._tick)

    def _plan(self) -> None:
        """Arrange for what has to happen next if nobody comes."""
        if self.house.is_closing:
            self._call_after(None)
            return
        due, now = self._due, now_ms()
        if due is None:
            self._call_after(IDLE)
            return
        is_mine = not self.house.store.is_postgresql or self._wrote == self.table.version
        if due.what == "bot" and (is_mine or now >= due.at + GRACE * 1000):
            if self._thought != self.table.moved:
                self._thought = self.table.moved
                self._thinking = asyncio.create_task(self._think(due.at), context=Context())
            self._call_after(IDLE)
            return
        self._call_after(min((due.at - now) / 1000 + (0 if is_mine else GRACE), IDLE))

    def _call_after(self, seconds: float | None) -> None:
        """Look at the clock in so many seconds, or earlier if that is planned: then it is planned anew."""
        loop = asyncio.get_running_loop()
        if self._timer is not None:
            if seconds is not None and self._looks <= loop.time() + seconds:
                return
            self._timer.cancel()
            self._timer = None
        if seconds is not None:
            self._looks = loop.time() + seconds
            self._timer = loop.call_later(max(0.0, seconds), self.tick)

    async def _tick(self) -> None:
        due, now = self._due, now_ms()
        if due is None or due.at > now:
            if not self.is_needed and (due is None or due.at > now + 2 * IDLE * 1000):
                self.house.forget(self)
            return
        if due.what == "time" and now - self.house.beaten > GONE * 1000:
            await asyncio.sleep(BEAT / 4)  # perhaps nobody could move; the next sign of life will tell
        elif due.what == "idle":
            await self._free_idle_seat()
        elif due.what != "bot":
            await self._commit(self.table.happen(due))

    def note_seated(self) -> list[int]:
        """The seats whose people are here now, at a table that waits for others."""
        if self.table.phase != "waiting":
            return []
        ids = {one for viewer in self.viewers for one in viewer.ids}
        here = [seat for seat, place in enumerate(self.table.places) if place.person in ids]
        self._seen.update(dict.fromkeys(here, now_ms()))
        return here

    async def _free_idle_seat(self) -> None:
        """Free a seat whose player has been away for long, from this process and from all others."""
        self.note_seated()
        query = sa.select(seats.c.seat, seats.c.seen).where(
            seats.c.table_id == self.table.info.id, seats.c.seen.is_not(None)
        )
        for row in await self.house.store.rows(query):
            self._seen[row["seat"]] = max(self._seen.get(row["seat"], 0), row["seen"])
        idle = idle_from(self.table, self._seen)
        if idle and min(idle.values()) <= now_ms():
            await self._commit(log.Cleared(min(idle, key=lambda seat: idle[seat]), "idle"))

    async def _think(self, due: int) -> None:
        """Let the bot on turn decide, away from the event loop; it moves when its time has come, never earlier.

        That time is also what is stored: how long it thought tells what it holds, and how busy we are is no matter.
        """
        table = self.table
        assert table.state is not None
        assert table.turn is not None
        level = table.places[table.turn].level
        assert level is not None
        view = table.state.view(table.turn)
        try:
            with self.house.traces.span("bot", level=level, game=table.info.game):
                actions = await self.house.thinking.run(table.info.host, level, bot_decisions, level, view)
        except Exception:
            logger.exception("a bot failed", extra={"data": {"table": table.short_id, "level": level}})
            actions = await self.house.thinking.run(table.info.host, "random", bot_decisions, "random", view)
        at = time_to_move(due, now_ms(), table.terms.bot_pace)
        await asyncio.sleep(max(0.0, (at - now_ms()) / 1000))
        self._enqueue(partial(self._bot_plays, table.moved, table.turn, actions, at))

    async def _bot_plays(self, moved: int, seat: int, actions: list[int], at: int) -> None:
        if self.table.moved != moved or self.table.turn != seat or not self.table.places[seat].is_bot:
            return
        if not await self._commit(self.table.carry_out(seat, actions), at=at) and self.table.moved == moved:
            self._thought = -1  # neither stored nor overtaken: once more

    # Talk

    async def _chat(self, command: ask.Chat | ask.Say, asker: Asker) -> int:
        seat = self.table.seat_of(asker.ids)
        if seat is None:
            raise Problem("not_yours", "only those who play can talk here")
        if isinstance(command, ask.Say):
            text = ask.PHRASES[command.phrase]
        elif not self.table.info.chat or self.house.settings.chat != "free":
            raise Problem("not_now", "there is no free chat at this table, only quick phrases")
        else:
            text = "".join(c if c.isprintable() else " " for c in command.text).strip()
        if not text:
            raise Problem("bad_message", "an empty line")
        row: dict[str, Any] = {
            "table_id": self.table.info.id,
            "at": now_ms(),
            "seat": seat,
            "name": asker.name,
            "text": text,
        }
        row |= {"person": asker.id, "phrase": command.phrase if isinstance(command, ask.Say) else None}
        async with self.house.store.writing() as connection:
            number = (await connection.execute(sa.insert(chats).values(row).returning(chats.c.id))).scalar_one()
        self._tell_chat({"id": number, **row})
        await self.house.store.tell([(self.table.info.id, f"chat {number}")])
        return self.table.version

    async def hear_chat(self, number: int) -> None:
        """Another process says that there is a new line of chat."""
        if number not in self._chats_told:
            row = await self.house.store.row(sa.select(chats).where(chats.c.id == number))
            if row is not None:
                self._tell_chat(row)

    def _tell_chat(self, row: dict[str, Any]) -> None:
        if row["id"] not in self._chats_told:
            self._chats_told = [*self._chats_told[-REMEMBERED:], row["id"]]
            message = chat_message(row)
            for viewer in self.viewers:
                if row["person"] not in viewer.shunned:
                    viewer.write(message)

    def tell_hidden(self, ids: list[int]) -> None:
        """Take lines of chat from everybody's sight."""
        message = msgspec.json.encode({"t": "hidden", "ids": ids})
        for viewer in self.viewers:
            viewer.write(message)

    async def chats(self, shunned: Collection[str]) -> list[dict[str, Any]]:
        """The last things said, oldest first, without what some people said."""
        rows = await self.house.store.rows(last_chats(self.table.info.id))
        return [row for row in reversed(rows) if row["person"] not in shunned]

    async def close(self) -> None:
        """Stop; those who still wait for an answer have to ask again."""
        self._is_closed = True
        for done in list(self._promised):
            if not done.done():
                done.set_exception(restarting())
        if self._timer:
            self._timer.cancel()
        for task in (self._thinking, self._working):
            if task is not None and task is not asyncio.current_task():
                task.cancel()

    @property
    def is_needed(self) -> bool:
        """Whether somebody looks on or asks for something."""
        return bool(self.viewers or self.users)

    @property
    def is_busy(self) -> bool:
        return self._working is not None


def chat_message(row: dict[str, Any]) -> bytes:
    return msgspec.json.encode(
        {"t": "chat", **{name: row[name] for name in ("id", "at", "seat", "name", "text", "phrase")}}
    )


def here_message(table: Table, viewers: Collection[Viewer]) -> bytes:
    """The seats whose people are here, and how many others; of many only about how many, or all would hear of each."""
    seats = {viewer: [n for n, place in enumerate(table.places) if place.person in viewer.ids] for viewer in viewers}
    watching = len({viewer.ids or viewer for viewer, mine in seats.items() if not mine})
    watching -= watching % 10 ** max(0, len(str(watching)) - 2)
    taken = sorted({seat for mine in seats.values() for seat in mine})
    return msgspec.json.encode({"t": "here", "seats": taken, "watching": watching})


def time_to_move(due: int, now: int, pace: int) -> int:
    """When a bot moves that has made up its mind: when that is due, or else the next time its pace comes round."""
    if now <= due or pace == 0:
        return max(due, now)
    return due + -(-(now - due) // pace) * pace


def bot_decisions(level: str, view: View) -> list[int]:
    """What a bot of the house does; it sees views and nothing else."""
    return decisions(make_bot(level), view)
