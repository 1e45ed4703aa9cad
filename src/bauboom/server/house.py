"""The house of all open tables, and what runs beside them: commits, signs of life, due tables, notices."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import IO, Annotated, Any, TypeVar

import msgspec
import sqlalchemy as sa

from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.games import GAMES, load

from . import entries as log
from .clock import Pace
from .commands import Digest
from .keeper import GRACE, Keeper
from .permissions import bot_at
from .problems import Problem, not_found, restarting
from .projection import write_of
from .settings import Settings
from .store import BEAT, CHANNEL, Store, Write, database_file, new_id, notices, now_ms, people, tables
from .table import Asker, Info, Table
from .trial import played, refusing
from .webhooks import WebhookError, deliver, retry_after

Result = TypeVar("Result")
logger = logging.getLogger(__name__)


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that somebody wants. Seats are "me", "open" or "bot:<level>"; the game begins when none is open."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: dict[str, str | int] = {}
    seats: Annotated[list[Annotated[str, msgspec.Meta(max_length=50)]], msgspec.Meta(max_length=16)] = []
    pace: Pace = Pace()
    listed: bool = False
    spectators: bool = True
    chat: bool = True
    rated: bool = False
    hints: bool = False
    material: dict[str, Any] | None = None
    commit: Digest | None = None
    # a game that was begun elsewhere goes on here: all that happened in it, chance included
    past: Annotated[list[Annotated[int, msgspec.Meta(ge=0, lt=2**31)]], msgspec.Meta(max_length=20_000)] = []


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database_url)
        self.process = new_id()
        self.outages: list[tuple[int, int]] = []
        self.keepers: dict[str, Keeper] = {}
        self.counted: Counter[str] = Counter()
        self.beaten = 0  # when this process last said that it is there
        self.is_closing = False
        self._opening: dict[str, asyncio.Future[Keeper]] = {}
        self._creating = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._bots = ThreadPoolExecutor(max(2, os.cpu_count() or 2), thread_name_prefix="bot")
        self._others = ThreadPoolExecutor(2, thread_name_prefix="work")  # so that no picture keeps a bot waiting

    async def open(self) -> None:
        """Get ready; the database must be there and up to date."""
        self.beaten = now_ms()
        self.outages[:] = await self.store.arrive(self.process, self.beaten)
        await self._adopt_rules()
        jobs: list[Callable[[], Awaitable[None]]] = [self._beat, self._sweep, self._send_notices]
        if self.store.is_postgresql:
            jobs += [self._listen, self._look_for_missed]
        self._tasks = [asyncio.create_task(self.store.write_groups(), name="commits")]
        self._tasks += [asyncio.create_task(self.for_ever(job), name=job.__name__) for job in jobs]

    async def _adopt_rules(self) -> None:
        """What becomes of tables of older rules; an older process may have left some even after we began."""
        for name in GAMES:
            if closed := await self.store.adopt_rules(name, load(name).version, now_ms()):
                logger.warning("the rules of %s have changed: %d games in progress are closed", name, closed)

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
            if not any(keeper.is_busy for keeper in self.keepers.values()):
                break
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.1)  # for the messages
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
        for pool in (self._bots, self._others):
            pool.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    def count(self, what: str, number: int = 1) -> None:
        self.counted[what] += number

    async def off_loop(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Run something that takes long where it keeps nobody waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._others, function, *arguments)

    async def think(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """The same for bots."""
        return await asyncio.get_running_loop().run_in_executor(self._bots, function, *arguments)

    # Tables

    @asynccontextmanager
    async def at(self, table_id: str) -> AsyncIterator[Keeper]:
        """The keeper of a table, for as long as it is needed."""
        keeper = self.keepers.get(table_id) or await self._open_table(table_id)
        if self.is_closing:
            raise restarting()
        keeper.users += 1
        try:
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
        info = await self.store.info(table_id)
        if info is None:
            raise not_found()
        if info.rules != load(info.game).version:  # to play it by other rules would show a game that was never played
            raise Problem("outdated", "the rules have changed since this game was played; only its result is kept")
        game = game_of(info.game, info.options, info.material)
        table = Table(info, game, self.settings.terms, self.outages)
        keeper = Keeper(self, table.after(*await self.store.log(table_id)))
        self.keepers[table_id] = keeper
        return keeper

    def forget(self, keeper: Keeper) -> None:
        """Let a table go that nobody needs now."""
        if self.keepers.get(keeper.table.info.id) is keeper:
            del self.keepers[keeper.table.info.id]
        asyncio.get_running_loop().create_task(keeper.close())

    async def create(self, new: NewTable, asker: Asker) -> Info:
        """Make a table."""
        game = game_of(new.game, new.options, new.material)
        wanted = [*new.seats, *["open"] * game.seats][: max(game.seats, len(new.seats))]
        if len(wanted) != game.seats:
            raise Problem("illegal", f"{len(wanted)} seats are named, but {game.seats} play")
        if wanted.count("me") > 1:
            raise Problem("illegal", "you can have one seat")
        if new.rated and new.hints:
            raise Problem("illegal", "a rated game is played without hints")
        info = Info(
            id=new_id(),
            code=new_id(6),
            game=game.name,
            options=dict(game.options),
            pace=new.pace,
            host=asker.id,
            created=now_ms(),
            seed=os.urandom(32),
            material=game.material,
            listed=new.listed,
            spectators=new.spectators,
            chat=new.chat,
            rated=new.rated,
            hints=new.hints,
            rules=game.version,
        )
        entries: list[log.AnyEntry] = [log.Brought(new.past)] if await self.off_loop(is_begun, new, game) else []
        for seat, who in enumerate(wanted):
            if who == "me":
                entries.append(log.Sat(seat, asker.id, asker.name, new.commit, asker.is_rated))
            elif who.startswith("bot:"):
                entries.append(bot_at(seat, who.removeprefix("bot:")))
            elif who != "open":
                raise Problem("illegal", f"a seat is me, open or bot:<level>, not {who!r}")
        table, writes = Table(info, game, self.settings.terms, self.outages), list[Write]()
        due = table.due  # for a table at which nobody sits yet
        for entry in entries:
            logged = log.Logged(table.version + 1, info.created, entry)
            after = table.after(logged)
            writes.append(write_of(table, after, logged))
            table = after
        async with self._creating:  # or two at once would both find room
            await self._check_quota(asker)
            await self.store.create(info, game.seats, due.at if due else None, writes)
        self.count("tables")
        if table.phase == "dealing":
            (await self._open_table(info.id)).drive()  # it begins by itself
        return info

    async def create_again(self, table: Table, asker: Asker, commit: str | None) -> Info:
        """A new table like one that is over: bots and the asker have their seats again, the other people's are open."""
        info = table.info
        seats = [f"bot:{place.level}" if place.person is None else "open" for place in table.places]
        mine = table.seat_of(asker.ids)
        assert mine is not None
        seats[mine] = "me"
        new = NewTable(
            game=info.game,
            options=info.options,
            seats=seats,
            pace=info.pace,
            listed=False,  # its open seats are for those who played
            spectators=info.spectators,
            chat=info.chat,
            rated=info.rated,
            hints=info.hints,
            material=info.material,
            commit=commit,
        )
        return await self.create(new, asker)

    async def _check_quota(self, asker: Asker) -> None:
        going = sa.select(sa.func.count()).select_from(tables).where(tables.c.phase.not_in(("over", "closed")))
        everything = next(iter((await self.store.rows(going))[0].values()))
        mine = next(iter((await self.store.rows(going.where(tables.c.host.in_(asker.ids))))[0].values()))
        if everything >= self.settings.tables:
            raise Problem("too_many", "there are as many tables as this server can hold; try again later")
        if mine >= self.settings.tables_per_person:
            raise Problem("too_many", f"you have {mine} tables that are not finished; finish or close some first")

    # What runs beside

    async def for_ever(self, job: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await job()
            except Exception:
                logger.warning("%s failed and begins again", job.__name__, exc_info=True)
                await asyncio.sleep(1)

    async def _beat(self) -> None:
        now = now_ms()
        self.outages[:] = await self.store.beat(self.process, now)
        self.beaten = now
        await asyncio.sleep(BEAT)

    async def _sweep(self) -> None:
        """Open tables at which something is due, whoever kept them before."""
        late = now_ms() - (GRACE * 1000 if self.store.is_postgresql else -1000)
        query = sa.select(tables.c.id).where(tables.c.due <= late).order_by(tables.c.due).limit(500)
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

    async def _listen(self) -> None:
        """Hear what other processes have committed."""
        from litestar.channels.backends.psycopg import PsycoPgChannelsBackend  # not for those who use SQLite

        address = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        backend = PsycoPgChannelsBackend(address)
        await backend.on_startup()
        try:
            await backend.subscribe([CHANNEL])
            async for _, data in backend.stream_events():
                await self.hear(data.decode())
        finally:
            await backend.on_shutdown()

    async def hear(self, notice: str) -> None:
        """A notice is only a hint where to look; lost and repeated ones do no harm."""
        table_id, *rest = notice.split()
        keeper = self.keepers.get(table_id)
        if keeper is not None:
            if rest[0] == "chat":
                await keeper.hear_chat(int(rest[1]))
            else:
                keeper.hear(int(rest[0]))

    async def _look_for_missed(self) -> None:
        """Notices can get lost; versions cannot."""
        await asyncio.sleep(2)
        ids = list(self.keepers)
        for start in range(0, len(ids), 500):
            query = sa.select(tables.c.id, tables.c.version).where(tables.c.id.in_(ids[start : start + 500]))
            for row in await self.store.rows(query):
                if (keeper := self.keepers.get(row["id"])) is not None:
                    keeper.hear(row["version"])

    async def _send_notices(self) -> None:
        """Tell people by their webhooks that it is their turn."""
        now = now_ms()
        query = sa.select(notices).where(notices.c.due <= now).order_by(notices.c.due).limit(20)
        await asyncio.gather(*(self._claim_and_send(notice, now) for notice in await self.store.rows(query)))
        await asyncio.sleep(1)

    async def _claim_and_send(self, notice: dict[str, Any], now: int) -> None:
        is_due = (notices.c.id == notice["id"]) & (notices.c.due == notice["due"])
        mine = sa.update(notices).where(is_due).values(due=now + 60_000, attempts=notice["attempts"] + 1)
        if await self.store.execute(mine):  # or another process sends it
            await self._send(notice)

    async def _send(self, notice: dict[str, Any]) -> None:
        person = await self.store.row(sa.select(people).where(people.c.id == notice["person"]))
        if person is not None and person["became"]:
            person = await self.store.row(sa.select(people).where(people.c.id == person["became"]))
        wait: float | None = None
        body = msgspec.json.decode(notice["body"])
        table = await self.store.row(sa.select(tables.c.turn).where(tables.c.id == body["table"]))
        if person is not None and person["webhook"] and table is not None and table["turn"] == body["seat"]:
            body |= {"event": "turn", "name": person["name"]}
            if self.settings.url:
                body["url"] = f"{self.settings.url.rstrip('/')}/t/{body['table']}"
            try:
                data = msgspec.json.encode(body)
                status = await deliver(
                    person["webhook"], person["webhook_secret"], data, self.settings.private_webhooks
                )
                wait = None if status < 300 or 400 <= status < 500 else retry_after(notice["attempts"] + 1)
                self.count("notices")
            except (WebhookError, OSError, TimeoutError) as error:
                wait = retry_after(notice["attempts"] + 1)
                logger.info("a notice was not taken", extra={"data": {"person": person["id"], "why": str(error)}})
        if wait is None:
            await self.store.execute(sa.delete(notices).where(notices.c.id == notice["id"]))
        else:
            due = now_ms() + int(wait * 1000)
            await self.store.execute(sa.update(notices).where(notices.c.id == notice["id"]).values(due=due))


def is_begun(new: NewTable, game: Game) -> bool:
    """Whether a game was begun elsewhere; Problem, if it cannot have happened like that or cannot go on."""
    if not new.past:
        return False
    if new.rated:
        raise Problem("illegal", "a rated game begins here")
    if len(new.past) > game.max_steps:
        raise Problem("illegal", f"no game has {len(new.past)} actions")
    with refusing():
        state = played(game.root, new.past)
    if state.is_over:
        raise Problem("illegal", "that game is over")
    if state.is_secret:
        raise Problem("illegal", "somebody has to decide something at once there; decide it before you bring the game")
    return True


def game_of(name: str, options: dict[str, str | int], material: Any) -> Game:
    """A game as somebody asked for it."""
    try:
        game = load(name)
        if game.custom is not None and game.custom.key in options:
            raise Problem("illegal", f"{game.custom.key} belongs into material")  # a file's name is not for strangers
        game = game.with_options(options)
        if material is not None:
            if game.custom is None or not isinstance(material, dict):
                raise Problem("illegal", f"{game.title} has no material of one's own, or this is none")
            game = game.with_material(material)
    except OptionError as error:
        raise Problem("illegal", str(error)) from None
    return game


def lock_database(settings: Settings) -> IO[str]:
    """SQLite is for one process: two would not hear of each other."""
    path = database_file(settings.database_url)
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.with_name(path.name + ".lock").open("a")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise OptionError(f"another server uses {settings.database}; PostgreSQL is for several") from None
    return file
