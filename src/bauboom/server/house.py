"""The house of all open tables, and what runs beside them: signs of life, due tables, other processes."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import IO, Any, TypeVar

import msgspec
import sqlalchemy as sa

from bauboom.core import portable
from bauboom.core.errors import OptionError
from bauboom.core.state import State
from bauboom.games import playable

from . import clock, lists
from . import entries as log
from .creation import NewTable, again, brought, check_seats, game_of, new_info, seated
from .keeper import GRACE, Keeper
from .measures import Measures
from .notices import Notices
from .people import households
from .permissions import check_bots_only, check_wanted
from .problems import Problem, not_found, restarting
from .projection import fingerprint, namings, write_of
from .retention import forget_games, forget_talk
from .settings import Settings
from .store import (
    BEAT,
    CHANNEL,
    DEED,
    GONE,
    PERSON,
    PRIVATE,
    UNFINISHED,
    Deed,
    Store,
    Write,
    database_file,
    deeds,
    is_unfinished,
    new_id,
    now_ms,
    people,
    seats,
    shuns,
    tables,
)
from .table import Asker, Info, Table, decided_in
from .thinking import Thinking
from .traces import traces_to
from .trial import played

LISTED_AT_ONCE = 10  # tables of one person in the lobby, which shows fifty

Result = TypeVar("Result")
SETTLE = 0.3  # seconds after which requests that somebody sent just before a ban are done
LOOK_AT_LOOP = 0.5  # seconds between looks at how late the event loop is
logger = logging.getLogger(__name__)


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database_url)
        self.process = self.store.process = new_id()
        self.outages: list[tuple[int, int]] = []
        self.keepers: dict[str, Keeper] = {}
        self.counted: Counter[str] = Counter()
        self.measures, self.traces = Measures(), traces_to(settings.traces)
        self.store.on_commit = self.measures.commit.observe
        self.beaten = 0  # when this process last said that it is there
        self.is_closing = False
        self.is_closed = False
        self._answering = 0  # how many requests are being answered
        self._opening: dict[str, asyncio.Future[Keeper]] = {}
        self._watched: set[str] = set()  # tables of which other processes tell us
        self.on_person: Callable[[str], Awaitable[None]] = _nothing  # what to do when a session or token has ended
        self._creating = asyncio.Lock()
        self._sitting: Counter[str] = Counter()  # persons who are sitting down
        self._last_deed = 0  # that this process knows of
        self._has_banned = asyncio.Event()  # whether somebody may be banned who still plays
        self._has_banned.set()
        self._tasks: list[asyncio.Task[None]] = []
        self._waking: asyncio.Task[None] | None = None
        self.thinking = Thinking(*(self.measures.bot_wait[kind].observe for kind in ("quick", "searching")))
        self._others = ThreadPoolExecutor(2, thread_name_prefix="work")  # so that no picture keeps a bot waiting

    async def open(self) -> None:
        """Get ready; the database must be there and up to date."""
        self.beaten = now_ms()
        self.outages[:] = await self.store.arrive(self.process, self.beaten)
        await self._adopt_rules()
        last = await self.store.row(sa.select(sa.func.max(deeds.c.id).label("id")))
        self._last_deed = (last or {}).get("id") or 0
        notices = Notices(self.store, self.settings, self.count)
        jobs: list[Callable[[], Awaitable[None]]] = [self._beat, self._sweep, self._note_seated, notices.send_due]
        jobs += [self._look_for_deeds, self._part_with_banned, self._measure_lag]
        if self.settings.finished_days or self.settings.chat_days:
            jobs.append(self._forget_old)
        if self.store.is_postgresql:
            jobs += [self._listen, self._look_for_missed]
        self._tasks = [asyncio.create_task(self.store.write_groups(), name="commits")]
        self._tasks += [asyncio.create_task(self.for_ever(job), name=job.__name__) for job in jobs]

    async def _adopt_rules(self) -> None:
        """What becomes of tables of older rules; an older process may have left some even after we began."""
        for game in playable():
            if closed := await self.store.adopt_rules(game.name, game.version, now_ms()):
                logger.warning("the rules of %s have changed: %d games in progress are closed", game.name, closed)

    async def close(self, why: str = "the server is being restarted", retry: int = 3) -> None:
        """Tell everybody, finish what was begun, and stop."""
        if self.is_closing:
            return
        self.is_closing = True
        message = msgspec.json.encode({"t": "bye", "why": why, "retry": retry})
        for keeper in self.keepers.values():
            for viewer in keeper.viewers:
                viewer.write(message)
        for _ in range(100):
            if not self._answering and not any(keeper.is_busy for keeper in self.keepers.values()):
                break
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.1)  # for the messages
        self.is_closed = True
        for keeper in list(self.keepers.values()):
            await keeper.close()
        for task in self._tasks[1:]:
            task.cancel()
        try:
            await self.store.beat(self.process, now_ms())
        except Exception:
            logger.warning("the last sign of life could not be stored", exc_info=True)
        self._tasks[0].cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinking.close()
        self._others.shutdown(wait=False, cancel_futures=True)
        await self.store.close()
        await self.traces.close()

    def count(self, what: str, number: int = 1) -> None:
        self.counted[what] += number

    @contextmanager
    def answering(self) -> Iterator[None]:
        """A request is being answered: the end waits for it."""
        self._answering += 1
        try:
            yield
        finally:
            self._answering -= 1

    async def off_loop(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Run something that takes long where it keeps no other request waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._others, function, *arguments)

    # Tables

    @asynccontextmanager
    async def at(self, table_id: str) -> AsyncIterator[Keeper]:
        """The keeper of a table, for as long as it is needed."""
        keeper = self.keepers.get(table_id) or await self._open_table(table_id)
        if self.is_closing:
            raise restarting()
        keeper.users += 1
        try:
            await self.wake_up()
            yield keeper
        finally:
            keeper.users -= 1

    async def _open_table(self, table_id: str) -> Keeper:
        opening = self._opening.get(table_id)
        if opening is None:
            opening = self._opening[table_id] = asyncio.ensure_future(self._load(table_id))
            opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(opening)

    async def _load(self, table_id: str) -> Keeper:
        self._watched.add(table_id)
        await self.store.watch([table_id])  # before its log is read, or what comes in between would be missed
        keeper = self.keepers[table_id] = Keeper(self, await self.folded(table_id))
        return keeper

    async def folded(self, table_id: str) -> Table:
        """A table as its stored log tells it."""
        info = await self.store.info(table_id)
        if info is None:
            raise not_found()
        table = empty_table(info, self.settings.terms, self.outages)
        return await self.off_loop(table.after, *await self.store.log(table_id))  # a long log takes a while

    def forget(self, keeper: Keeper) -> None:
        """Let a table go that nobody needs now."""
        if self.keepers.get(keeper.table.info.id) is keeper:
            del self.keepers[keeper.table.info.id]
        asyncio.get_running_loop().create_task(keeper.close())

    async def create(self, new: NewTable, asker: Asker) -> Info:
        """Make a table."""
        if self.settings.chat == "phrases":
            new = msgspec.structs.replace(new, chat=False)
        game = game_of(new.game, new.options, new.material)
        check_seats(new, game)
        if new.rated:
            await self.off_loop(namings, game)  # which takes a while the first time
        begun = await self.off_loop(brought, new, game)
        if begun:
            await self.check_not_running(await self.off_loop(played, game.root, new.past))
        info, entries = new_info(new, game, asker), [*begun, *seated(new, asker)]
        table, writes = Table(info, game, self.settings.terms, self.outages), list[Write]()
        due = table.due  # for a table at which nobody sits yet
        for entry in entries:
            logged = log.Logged(table.version + 1, info.created, entry)
            after = table.after(logged)
            writes.append(write_of(table, after, logged))
            table = after
        if table.is_deserted:
            check_bots_only(table, asker)
        async with self._creating:  # or two at once would both find room
            await self._check_quota(asker, new.listed)
            with self.traces.span("commit", entry="create", game=info.game):
                await self.store.create(info, game.seats, due.at if due else None, writes)
        self.count("tables")
        if table.phase == "dealing":
            (await self._open_table(info.id)).drive()  # it begins by itself
        return info

    async def create_again(self, table: Table, asker: Asker, commit: str | None) -> Info:
        """A new table like one that is over: bots and the asker have their seats again, the other people's are open."""
        return await self.create(again(table, asker, commit), asker)

    async def check_not_running(self, end: State) -> None:
        """Problem, if a rated game that goes on began like this one: engines shall not help there.

        What came later may differ: a game in which one decision is another is as good a question.
        """
        known = await self.off_loop(_fingerprint_of, end)
        begun_so = (tables.c.opening == known) & (tables.c.game == end.game.name) & (tables.c.phase == "playing")
        if known is not None and await self.store.row(sa.select(tables.c.id).where(begun_so).limit(1)):
            raise Problem("not_now", "a rated game like this is being played; come back when it is over")

    async def _check_quota(self, asker: Asker, is_listed: bool) -> None:
        going = sa.select(sa.func.count()).select_from(tables).where(is_unfinished)
        everything = next(iter((await self.store.rows(going))[0].values()))
        household = await self._household(asker)
        mine = await self._taken(household) + self._sitting[asker.head]
        if everything >= self.settings.tables:
            raise Problem("too_many", "there are as many tables as this server can hold; try again later")
        if mine >= self.settings.tables_per_person:
            raise Problem("too_many", f"you have {mine} tables that are not finished; finish or close some first")
        if is_listed and len(await self.store.rows(lists.lobby_of(household))) >= LISTED_AT_ONCE:
            raise Problem("too_many", f"you have {LISTED_AT_ONCE} tables in the lobby; it is for others, too")

    async def _household(self, asker: Asker) -> list[str]:
        """A person, the guests that they were, and all bots they ever had: together they have what one person may."""
        return [row["id"] for row in await self.store.rows(households([asker.id]))]

    async def _taken(self, ids: Sequence[str]) -> int:
        """How many unfinished tables people have made, and seats they have at others' that still wait."""
        hosted = sa.select(sa.func.count()).where(tables.c.host.in_(ids), tables.c.phase.in_(UNFINISHED))
        seated = sa.select(sa.func.count()).select_from(seats.join(tables, tables.c.id == seats.c.table_id))
        elsewhere = tables.c.host.not_in(ids) & (tables.c.phase == "waiting")
        seated = seated.where(seats.c.person.in_(ids), elsewhere)
        counted = sa.select((hosted.scalar_subquery() + seated.scalar_subquery()).label("taken"))
        return int((await self.store.rows(counted))[0]["taken"])

    async def check_welcome(self, asker: Asker, table: Table) -> None:
        """Problem, if the host has cleared a seat of the person who wants to sit down, or somebody there blocks them.

        It counts for all that are theirs: the guests they were, and bots.
        """
        household = await self._household(asker)
        if table.info.host not in household:  # one's own table is one's own to arrange
            check_wanted(table, household)
        others = {table.info.host, *(place.person for place in table.places if place.person)} - set(household)
        blocked = shuns.c.other.in_(household) & (shuns.c.kind == "block")
        query = sa.select(shuns.c.id).where(blocked, shuns.c.person.in_(households(others)))
        if others and await self.store.row(query.limit(1)):
            raise Problem("not_yours", "somebody at this table does not want to play with you; look for another one")

    @asynccontextmanager
    async def room_for(self, asker: Asker, info: Info) -> AsyncIterator[None]:
        """While a person sits down: Problem if they keep as many seats from others as they may."""
        household = await self._household(asker)
        if info.host in household:  # the table counts already
            yield
            return
        self._sitting[asker.head] += 1  # those who sit down at many tables at once would all find room
        try:
            if await self._taken(household) + self._sitting[asker.head] > self.settings.tables_per_person:
                raise Problem("too_many", "you have as many seats at tables that wait as you may; leave some first")
            yield
        finally:
            self._sitting[asker.head] -= 1
            if not self._sitting[asker.head]:
                del self._sitting[asker.head]

    async def _note_seated(self) -> None:
        """Let other processes know who is at the tables that wait, so that their seats are not taken for idle."""
        idle = self.settings.terms.idle
        await asyncio.sleep(idle / 3000 or 60)
        now = now_ms()
        here = [(keeper, seat) for keeper in self.keepers.values() for seat in keeper.note_seated()]
        for keeper, seat in here:
            this = (seats.c.table_id == keeper.table.info.id) & (seats.c.seat == seat)
            await self.store.execute(sa.update(seats).where(this).values(seen=now))
        for keeper in {keeper for keeper, _ in here}:  # or other processes would open it again and again
            due = clock.due(keeper.table, seen=dict.fromkeys(range(keeper.table.game.seats), now))
            this = (tables.c.id == keeper.table.info.id) & (tables.c.version == keeper.table.version)
            await self.store.execute(sa.update(tables).where(this).values(due=due.at if due else None))

    # What runs beside

    async def for_ever(self, job: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await job()
            except Exception:
                logger.warning("%s failed and begins again", job.__name__, exc_info=True)
                await asyncio.sleep(1)

    async def _beat(self) -> None:
        await self._say_alive()
        await asyncio.sleep(BEAT)

    async def _say_alive(self) -> None:
        now, before = now_ms(), [*self.outages]
        self.outages[:] = await self.store.beat(self.process, now)
        self.beaten = now
        if self.outages != before:
            for keeper in self.keepers.values():
                keeper.show_clock()

    async def wake_up(self) -> None:
        """After this process has stood still: know first whether others did too, or clocks would be wrong until then.

        Where nothing can be stored, that is not known; what can be shown is shown as it is.
        """
        if now_ms() - self.beaten <= GONE * 1000:
            return
        if self._waking is None or self._waking.done():
            self._waking = asyncio.create_task(self._say_alive())
        await asyncio.wait([self._waking], timeout=BEAT)
        if self._waking.done() and not self._waking.cancelled() and (error := self._waking.exception()):
            logger.warning("a sign of life could not be stored", exc_info=error)

    async def _sweep(self) -> None:
        """Open tables at which something is due, whichever process kept them before."""
        late = now_ms() - (GRACE * 1000 if self.store.is_postgresql else -1000)
        is_here = tables.c.game.in_([game.name for game in playable()])  # those of a package that is gone would fill it
        query = sa.select(tables.c.id).where(tables.c.due <= late, is_here).order_by(tables.c.due).limit(500)
        for row in await self.store.rows(query):
            if row["id"] not in self.keepers and not self.is_closing:
                try:
                    await self._open_table(row["id"])
                except Problem as problem:
                    if problem.key != "outdated":
                        raise
                    await self._adopt_rules()
                except Exception:  # one that cannot be opened must not keep the others closed
                    logger.exception("a table cannot be opened", extra={"data": {"table": row["id"][:4] + "…"}})
        await asyncio.sleep(1)

    async def _measure_lag(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + LOOK_AT_LOOP
        await asyncio.sleep(LOOK_AT_LOOP)
        self.measures.loop_lag.observe(max(0.0, loop.time() - due))

    async def _forget_old(self) -> None:
        """Delete what is older than the operator wants it kept."""
        games, talk = self.settings.finished_days, self.settings.chat_days
        if games:
            before = now_ms() - int(games * clock.DAY)
            for keeper in [one for one in self.keepers.values() if 0 < one.table.ended < before and not one.is_needed]:
                self.forget(keeper)
            needed = [number for number, keeper in self.keepers.items() if keeper.table.ended]
            if count := await forget_games(self.store, before, needed[:10_000]):  # as many as a statement takes
                logger.info("%d games that were over are deleted", count)
        if talk and (count := await forget_talk(self.store, now_ms() - int(talk * clock.DAY))):
            logger.info("%d lines of chat are deleted", count)
        await asyncio.sleep(max(1.0, min(3600.0, min(filter(None, (games, talk))) * 8640)))

    async def _listen(self) -> None:
        """Hear what other processes have committed."""
        from litestar.channels.backends.psycopg import PsycoPgChannelsBackend  # not for those who use SQLite

        address = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        backend = PsycoPgChannelsBackend(address)
        await backend.on_startup()
        try:
            await backend.subscribe([CHANNEL, f"{CHANNEL}_{self.process}"])
            await self.store.watch([*self._watched])  # again, if the database has crashed
            async for _, data in backend.stream_events():
                await self.hear(data.decode())
        finally:
            await backend.on_shutdown()

    async def hear(self, notice: str) -> None:
        """A notice is only a hint where to look; lost and repeated ones do no harm."""
        table_id, *rest = notice.split()
        if table_id == PERSON:
            await self.on_person(rest[0])
            return
        if table_id == DEED:
            for row in await self.store.rows(sa.select(deeds).where(deeds.c.id == int(rest[0]))):
                await self.hear_deed(Deed(**row))
            return
        keeper = self.keepers.get(table_id)
        if keeper is not None:
            if rest[0] == "chat":
                await keeper.hear_chat(int(rest[1]))
            else:
                keeper.hear(int(rest[0]))

    async def _look_for_deeds(self) -> None:
        """Operators' commands have no other way to tell a server on SQLite, and notices can get lost."""
        await asyncio.sleep(BEAT)
        query = sa.select(deeds).where(deeds.c.id > self._last_deed).order_by(deeds.c.id).limit(1000)
        for row in await self.store.rows(query):
            self._last_deed = row["id"]
            await self.hear_deed(Deed(**row))

    async def hear_deed(self, deed: Deed) -> None:
        """Let what an operator or a moderator has done take effect here; to hear of it twice does no harm."""
        more = msgspec.json.decode(deed.more)
        if deed.person is not None:
            for number in more.get("ids", [deed.person]):
                await self.on_person(number)
        if deed.what == "ban":
            self._has_banned.set()
        if deed.what == "delete":
            for keeper in list(self.keepers.values()):
                keeper.forget_names(more["ids"])
        if deed.table_id is not None and (concerned := self.keepers.get(deed.table_id)) is not None:
            if "version" in more:
                concerned.hear(more["version"])
            if "hidden" in more:
                concerned.tell_hidden(more["hidden"])

    async def _part_with_banned(self) -> None:
        """Let tables go on without the people who are banned: at the start, and whenever somebody was banned."""
        await self._has_banned.wait()
        await asyncio.sleep(SETTLE)
        self._has_banned.clear()
        try:
            for table_id, ids in (await self._parts_of_banned()).items():
                async with self.at(table_id) as keeper:
                    await keeper.part_with(ids)
        except BaseException:
            self._has_banned.set()
            raise

    async def _parts_of_banned(self) -> dict[str, set[str]]:
        """Unfinished tables of people who are banned, with the ids under which they sit there or made the table."""
        banned = sa.select(people.c.id).where(people.c.banned > now_ms())
        theirs = sa.select(people.c.id).where(people.c.id.in_(banned) | people.c.became.in_(banned))
        is_on = tables.c.phase.in_(UNFINISHED) & tables.c.game.in_([game.name for game in playable()])
        seated = sa.select(tables.c.id, seats.c.person).join(seats, seats.c.table_id == tables.c.id)
        seated = seated.where(is_on, seats.c.person.in_(theirs), seats.c.ended.is_(None), seats.c.out.is_(None))
        hosted = sa.select(tables.c.id, tables.c.host).where(is_on, tables.c.phase == "waiting")
        found: dict[str, set[str]] = {}
        for row in await self.store.rows(sa.union(seated, hosted.where(tables.c.host.in_(theirs)))):
            found.setdefault(row["id"], set()).add(row["person"])
        return found

    async def _look_for_missed(self) -> None:
        """Notices can get lost; versions cannot."""
        await asyncio.sleep(2)
        left = self._watched - self.keepers.keys() - self._opening.keys()
        self._watched -= left
        await self.store.unwatch([*left])
        ids = list(self.keepers)
        for start in range(0, len(ids), 500):
            query = sa.select(tables.c.id, tables.c.version).where(tables.c.id.in_(ids[start : start + 500]))
            for row in await self.store.rows(query):
                if (keeper := self.keepers.get(row["id"])) is not None:
                    keeper.hear(row["version"])


async def _nothing(_: str) -> None:
    pass


def _fingerprint_of(end: State) -> str | None:
    return fingerprint(tuple(decided_in(end)), end.game)


def empty_table(info: Info, terms: clock.Terms, outages: Sequence[tuple[int, int]]) -> Table:
    """A table before its log; Problem, if it was played by rules that are not here."""
    game = next((game for game in playable() if game.name == info.game), None)
    if game is None:
        raise Problem("outdated", "this game is not installed here any more; only its result is kept")
    if info.rules != game.version:  # to play it by other rules would show a game that was never played
        raise Problem("outdated", "the rules have changed since this game was played; only its result is kept")
    return Table(info, game_of(info.game, info.options, info.material), terms, outages)


def lock_database(settings: Settings) -> IO[str]:
    """SQLite is for one process: two would not hear of each other. Only this user may read what is kept."""
    path = database_file(settings.database_url).resolve()  # by whatever name it is reached
    if path.is_dir():
        raise OptionError(f"{path} is a folder; name a file in it for the database")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(PRIVATE)
    lock = path.with_name(path.name + ".lock")
    lock.touch(PRIVATE)
    file = lock.open("a")
    if not portable.lock(file):
        file.close()
        raise OptionError(f"another server uses {settings.database}; PostgreSQL is for several")
    return file
