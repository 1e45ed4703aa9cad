"""Where everything is kept: SQLite in a file, or PostgreSQL. The same tables and the same statements for both.

What happens at tables is written in groups: while one commit is on its way to the disk, what comes in waits for the
next, so that a thousand tables share a few commits a second. An entry is won or lost by the unique (table, version).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

import msgspec
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bauboom.arena.ratings import Rating, rate

from . import entries as log
from .clock import Pace
from .quick import PostgresWriter
from .table import Info

CHANNEL = "bauboom"  # on which all processes hear; of tables each hears on its own, which ends with the process's id
PERSON = "person"  # what an announcement to all begins with that is about a person
DEED = "deed"  # the same of what an operator or a moderator has done
BEAT = 2.0  # seconds between signs of life
GONE = 10.0  # seconds without one after which a process is taken for dead
UNFINISHED = ("waiting", "dealing", "playing")  # phases
FINISHED = ("over", "closed")
FLAGS = ("listed", "spectators", "chat", "rated", "hints")  # of a table
COOKIES = "cookies"  # the name of the key that signs them
GATHER = 0.004  # seconds in which entries gather for the next commit, where they come faster than that
SESSION = "bauboom-"  # what our connections' names begin with

logger = logging.getLogger(__name__)

metadata = sa.MetaData(
    naming_convention={"ix": "ix_%(table_name)s_%(column_0_name)s", "uq": "uq_%(table_name)s_%(column_0_name)s"}
)


def _listed(name: str, phase: str, columns: list[str], flags: list[str]) -> sa.Index:
    """An index of tables in one phase that everybody may see: moves at other tables do not touch it."""
    sqlite = " AND ".join([f"phase = '{phase}'", *(f"{flag} = 1" for flag in flags)])
    postgresql = " AND ".join([f"phase = '{phase}'", *flags])
    return sa.Index(name, *columns, sqlite_where=sa.text(sqlite), postgresql_where=sa.text(postgresql))


_BECAME = sa.text("became IS NOT NULL")  # with everybody in its index, SQLite would list the newest people by it
people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),  # guest, account or bot
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("login", sa.String(80), unique=True),
    sa.Column("password", sa.String(200)),
    sa.Column("epoch", sa.Integer, nullable=False, default=0),  # counted up, it makes all earlier cookies invalid
    sa.Column("token", sa.String(64), unique=True),  # of a bot, hashed
    sa.Column("owner", sa.String(24), index=True),  # of a bot
    sa.Column("became", sa.String(24)),  # the account that a guest has become
    sa.Column("settings", sa.Text, nullable=False, default="{}"),
    sa.Column("webhook", sa.String(500)),
    sa.Column("webhook_secret", sa.String(64)),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("shares_games", sa.Boolean, nullable=False, server_default=sa.false()),  # finished games become puzzles
    sa.Column("role", sa.String(12)),  # moderator, or nothing
    sa.Column("banned", sa.BigInteger),  # until when the person may do nothing here
    sa.Column("ban_reason", sa.String(200)),
    sa.Column("muted", sa.BigInteger),  # until when the person may not talk
    sa.Column("invitation", sa.String(24)),  # by which the person came
    sa.Index("ix_people_became", "became", sqlite_where=_BECAME, postgresql_where=_BECAME),
    sa.Index("ix_people_newest", "created", "id"),
)
invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("code", sa.String(24), primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("by", sa.String(24)),  # a moderator; none: the operator
    sa.Column("note", sa.String(100), nullable=False),
    sa.Column("uses", sa.Integer, nullable=False),  # for how many people
    sa.Column("used", sa.Integer, nullable=False, default=0),
    sa.Column("until", sa.BigInteger, nullable=False),
)
shuns = sa.Table(  # whom people do not want to hear, or to meet
    "shuns",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("person", sa.String(24), nullable=False, index=True),
    sa.Column("other", sa.String(24), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),  # as the other was called then
    sa.Column("kind", sa.String(8), nullable=False),  # mute or block
    sa.Column("created", sa.BigInteger, nullable=False),
)
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("by", sa.String(24), nullable=False, index=True),
    sa.Column("person", sa.String(24), nullable=False, index=True),
    sa.Column("table_id", sa.String(24), nullable=False, index=True),
    sa.Column("reason", sa.String(12), nullable=False),
    sa.Column("text", sa.String(500), nullable=False),
    sa.Column("settled", sa.BigInteger),  # when a moderator had seen to it
)
deeds = sa.Table(  # what operators and moderators have done; rows are added and never changed
    "deeds",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("by", sa.String(24)),  # a person; none: the operator, by a command
    sa.Column("what", sa.String(20), nullable=False),
    sa.Column("person", sa.String(24), index=True),
    sa.Column("table_id", sa.String(24)),
    sa.Column("more", sa.Text, nullable=False),
)
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("person", sa.String(24), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),  # within a day
    sa.Column("device", sa.String(60), nullable=False),  # browser and system, as people call them
)
_UNFINISHED = sa.text("phase IN ({})".format(", ".join(f"'{phase}'" for phase in UNFINISHED)))
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("code", sa.String(12), nullable=False, unique=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("material", sa.Text),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("pace", sa.Text, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("spectators", sa.Boolean, nullable=False),
    sa.Column("chat", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("rules", sa.Integer, nullable=False, server_default="0"),
    sa.Column("host", sa.String(24), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    # the rest could be derived from the log; it is here for looking tables up
    sa.Column("version", sa.Integer, nullable=False, default=0),
    sa.Column("phase", sa.String(8), nullable=False, default="waiting"),
    sa.Column("turn", sa.Integer),
    sa.Column("changed", sa.BigInteger, nullable=False, index=True),
    sa.Column("due", sa.BigInteger, index=True),
    sa.Column("result", sa.Text),
    sa.Column("opening", sa.String(24), index=True),  # how a rated game began that is being played, as a fingerprint
    sa.Index("ix_tables_unfinished", "phase", sqlite_where=_UNFINISHED, postgresql_where=_UNFINISHED),
    sa.Index("ix_tables_host", "host", "phase"),
    _listed("ix_tables_lobby", "waiting", ["created"], ["listed"]),
    _listed("ix_tables_lobby_game", "waiting", ["game", "created"], ["listed"]),
    _listed("ix_tables_watch", "playing", ["changed"], ["listed", "spectators"]),
    _listed("ix_tables_finished", "over", ["changed"], ["listed", "spectators"]),
    _listed("ix_tables_finished_game", "over", ["game", "changed"], ["listed", "spectators"]),
)
# in the words of the index, which alone it serves
is_unfinished = tables.c.phase.in_([sa.literal_column(f"'{phase}'") for phase in UNFINISHED])
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("request", sa.String(24)),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(24)),
    sa.Column("name", sa.String(40)),
    sa.Column("level", sa.String(40)),
    sa.Column("out", sa.String(12)),
    sa.Column("seen", sa.BigInteger),  # when the person was last there, at a table that waits for players
    sa.Column("ended", sa.BigInteger),  # when the table's game was over, or the table closed
    sa.Index("ix_seats_person", "person", "ended"),
)
chats = sa.Table(
    "chats",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("person", sa.String(24), index=True),  # who said it; unknown of old lines
    sa.Column("phrase", sa.String(16)),  # its key, if it is a quick phrase
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),  # by a moderator
    sa.Index("ix_chats_table_id", "table_id", "id"),
)
imports = sa.Table(
    "imports",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("person", sa.String(24), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("who", sa.String(60), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("players", sa.Integer, primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("fitness", sa.Double, nullable=False, server_default="0"),  # by which they are listed
    sa.Index("ix_ratings_best", "game", "players", "fitness"),
)
notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(24), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False, default=0),
    sa.Column("due", sa.BigInteger, nullable=False, index=True),
)
processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("beat", sa.BigInteger, nullable=False),
)
watching = sa.Table(  # which processes have a table open; PostgreSQL forgets it when it crashes
    "watching",
    metadata,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("process", sa.String(24), primary_key=True),
)
outages = sa.Table(
    "outages",
    metadata,
    sa.Column("began", sa.BigInteger, primary_key=True),
    sa.Column("ended", sa.BigInteger, nullable=False),
)
secrets_kept = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)


# what a database says that is gone, full, locked or read-only: nothing is wrong with the request
UNAVAILABLE = (OperationalError, InterfaceError, InternalError, PoolTimeout, sqlite3.OperationalError)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def new_id(size: int = 12) -> str:
    """Letters and digits that cannot be guessed and are hard to misread; 5 bits each."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(size))


class Deed(msgspec.Struct, frozen=True):
    """Something that an operator or a moderator has done."""

    id: int
    at: int
    by: str | None
    what: str
    person: str | None
    table_id: str | None
    more: str  # what else there is to know, as JSON


@dataclass
class Rated:
    """A finished game that counts: who played, and how they came in."""

    game: str
    who: list[str]
    ranks: list[int]


class Summary(TypedDict):
    """What is stored of a table's condition, so that it can be looked up."""

    phase: str
    turn: int | None
    changed: int
    due: int | None
    result: str | None
    opening: str | None


class SeatRow(TypedDict):
    table_id: str
    seat: int
    person: str | None
    name: str | None
    level: str | None
    out: str | None
    seen: int | None


class NoticeRow(TypedDict):
    person: str | None
    body: str
    attempts: int
    due: int


@dataclass
class Write:
    """One entry of one table, with what follows from it."""

    table: str
    logged: log.Logged
    summary: Summary
    seats: list[SeatRow] = field(default_factory=list)
    rated: Rated | None = None
    notices: list[NoticeRow] = field(default_factory=list)
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def row(self) -> dict[str, Any]:
        logged = self.logged
        data = msgspec.json.encode(logged.entry).decode()
        return {
            **{"table_id": self.table, "version": logged.version, "at": logged.at},
            **{"data": data, "request": logged.request},
        }

    @property
    def is_plain(self) -> bool:
        """Whether nothing follows but what tables are looked up by."""
        return not (self.seats or self.notices or self.rated or self.ends)

    @property
    def ends(self) -> bool:
        """Whether the table's game is over with this, or was before."""
        return self.summary["phase"] in ("over", "closed")

    @property
    def summary_row(self) -> dict[str, Any]:
        return {"b_id": self.table, "b_version": self.logged.version, **self.summary}


class QuickWriter:
    """What happens all the time, written to SQLite without anything between: the statements of the store, in one go on
    a thread and a connection of its own. Going through SQLAlchemy takes ten times as long.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._seat = _plain_sql(_seated(sqlite.insert(seats)), list(SeatRow.__annotations__))
        self._notice = _plain_sql(sa.insert(notices), list(NoticeRow.__annotations__))

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def commit(self, group: list[Write]) -> set[tuple[str, int]]:
        """Commit a group, all of it or nothing; return whose entries came first."""
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, isolation_level=None)
            _prepare_sqlite(self._connection, None)
        cursor = self._connection.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
            won = group
            if cursor.executemany(_ENTRY, [_entry_values(write) for write in group]).rowcount != len(group):
                cursor.execute("ROLLBACK")
                cursor.execute("BEGIN IMMEDIATE")
                won = [write for write in group if cursor.execute(_ENTRY, _entry_values(write)).rowcount == 1]
            cursor.executemany(_SUMMARY, [_summary_values(write) for write in won])
            cursor.executemany(self._seat, [seat for write in won for seat in write.seats])
            cursor.executemany(_ENDED, [(write.summary["changed"], write.table) for write in won if write.ends])
            cursor.executemany(self._notice, [notice for write in won for notice in write.notices])
            cursor.execute("COMMIT")
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.rollback()
            with contextlib.suppress(sqlite3.Error):
                self.close()
            if isinstance(error, sqlite3.IntegrityError):
                raise IntegrityError("a group of entries", None, error) from error
            raise
        return {(write.table, write.logged.version) for write in won}


# for SQLite alone; PostgreSQL gets `_summarise` and an insert that says which of many entries came first
_ENTRY = "INSERT INTO entries (table_id, version, at, data, request) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
_ENDED = "UPDATE seats SET ended=? WHERE table_id=?"


_SUMMARISED = tuple(Summary.__annotations__)
_SUMMARY = f"UPDATE tables SET version=?, {', '.join(f'{name}=?' for name in _SUMMARISED)} WHERE id=? AND version<?"


def _entry_values(write: Write) -> tuple[Any, ...]:
    logged = write.logged
    return write.table, logged.version, logged.at, msgspec.json.encode(logged.entry).decode(), logged.request


def _summary_values(write: Write) -> tuple[Any, ...]:
    now, version = write.summary, write.logged.version
    return version, *(now[name] for name in _SUMMARISED), write.table, version  # type: ignore[literal-required]


def _plain_sql(statement: Any, names: list[str]) -> str:
    """A statement of SQLAlchemy's as SQLite itself takes it, with names for what is filled in."""
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="named"), column_keys=names))


class Store:
    def __init__(self, url: sa.URL) -> None:
        self.url = url
        self.session = SESSION + new_id()  # so that other processes see that this one is there
        self.process = ""  # whose this is, if it listens
        self.is_postgresql = url.drivername.startswith("postgresql")
        options: dict[str, Any] = (
            {
                "pool_size": 8,
                "max_overflow": 8,
                "pool_pre_ping": True,
                "connect_args": {"application_name": self.session},
            }
            if self.is_postgresql
            else {}
        )
        # errors are logged, and what was to be stored is often a secret
        self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True, **options)
        self._insert = postgresql.insert if self.is_postgresql else sqlite.insert
        self._writing = asyncio.Lock()  # SQLite has one writer
        self._waiting: list[Write] = []
        self._wake = asyncio.Event()
        self.commits = self.written = 0
        self.on_commit: Callable[[float], None] = lambda seconds: None  # told how long each took
        self._quick = None if self.is_postgresql else QuickWriter(database_file(url))
        self._direct = PostgresWriter(url, self.session) if self.is_postgresql else None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="commit")
        if not self.is_postgresql:
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)

    async def close(self) -> None:
        if self._quick is not None:
            await asyncio.get_running_loop().run_in_executor(self._writer, self._quick.close)
        if self._direct is not None:
            await self._direct.close()
        self._writer.shutdown(wait=False)
        await self.engine.dispose()

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something."""
        if self.is_postgresql:
            async with self.engine.begin() as connection:
                yield connection
        else:
            async with self._writing, self.engine.begin() as connection:
                yield connection

    async def rows(self, query: sa.Executable) -> list[dict[str, Any]]:
        async with self.engine.connect() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def row(self, query: sa.Executable) -> dict[str, Any] | None:
        return next(iter(await self.rows(query)), None)

    async def execute(self, statement: sa.Executable) -> int:
        """One change; how many rows it met."""
        async with self.writing() as connection:
            return int((await connection.execute(statement)).rowcount)

    async def secret(self, name: str, is_there: bool = False) -> bytes:
        """A key that the server keeps for itself, made at its first use."""
        if is_there:
            (row,) = await self.rows(sa.select(secrets_kept.c.value).where(secrets_kept.c.name == name))
            return bytes(row["value"])
        async with self.writing() as connection:
            made = {"name": name, "value": secrets.token_bytes(32)}
            await connection.execute(self._insert(secrets_kept).values(made).on_conflict_do_nothing())
            query = sa.select(secrets_kept.c.value).where(secrets_kept.c.name == name)
            return bytes((await connection.execute(query)).scalar_one())

    async def note(
        self,
        connection: AsyncConnection,
        what: str,
        by: str | None,
        person: str | None = None,
        table: str | None = None,
        **more: Any,
    ) -> Deed:
        """Write down what an operator (`by` is None), a moderator or a person themself does, and tell all processes."""
        values: dict[str, Any] = {"at": now_ms(), "by": by, "what": what, "person": person, "table_id": table}
        text = msgspec.json.encode({key: value for key, value in more.items() if value is not None}).decode()
        added = sa.insert(deeds).values(**values, more=text).returning(deeds.c.id)
        deed = Deed(int((await connection.execute(added)).scalar_one()), **values, more=text)
        await self.announce(connection, [f"{DEED} {deed.id}"])
        return deed

    # Tables

    async def create(self, info: Info, players: int, due: int | None, writes: Sequence[Write]) -> None:
        """A new table with its first entries, all or nothing."""
        row = {
            **{name: getattr(info, name) for name in ("id", "code", "game", "rules", "host", "created", "seed")},
            **{name: getattr(info, name) for name in FLAGS},
            "options": msgspec.json.encode(info.options).decode(),
            "material": None if info.material is None else msgspec.json.encode(info.material).decode(),
            "pace": msgspec.json.encode(info.pace).decode(),
            "players": players,
            "changed": info.created,
            "due": due,
        }
        async with self.writing() as connection:
            await connection.execute(sa.insert(tables).values(row))
            for write in writes:
                await self.write(connection, [write])

    async def adopt_rules(self, game: str, version: int, now: int) -> int:
        """Let tables that wait for players go on with a game's new rules; close those in mid-game, and count them.

        Material of people's own may be of a form that the new rules no longer read: such tables are closed, too.
        """
        older = (tables.c.game == game) & (tables.c.rules != version) & is_unfinished
        is_waiting = tables.c.phase.in_(("waiting", "dealing"))
        waiting = sa.update(tables).where(older, is_waiting, tables.c.material.is_(None))
        await self.execute(waiting.values(rules=version))
        closed = sa.update(tables).where(older, is_waiting | (tables.c.phase == "playing"))
        return await self.execute(closed.values(phase="closed", turn=None, due=None, changed=now))

    async def info(self, table: str) -> Info | None:
        row = await self.row(sa.select(tables).where(tables.c.id == table))
        return None if row is None else info_of(row)

    async def log(self, table: str, after: int = 0) -> list[log.Logged]:
        """The entries of a table, from the one after a version on."""
        query = sa.select(entries).where(entries.c.table_id == table, entries.c.version > after)
        rows = await self.rows(query.order_by(entries.c.version))
        return [log.Logged(row["version"], row["at"], log.decoder.decode(row["data"]), row["request"]) for row in rows]

    async def append(self, write: Write) -> bool:
        """Write an entry together with whatever else waits. True: committed. False: another came first."""
        self._waiting.append(write)
        self._wake.set()
        return await write.done

    async def write_groups(self) -> None:
        """The task that commits; runs for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while group := self._waiting:
                self._waiting = []
                try:
                    await self._commit(group)
                except (DataError, IntegrityError):  # of one; the others shall not suffer for it
                    for write in group:
                        with contextlib.suppress(Exception):
                            await self._commit([write])
                except Exception:
                    logger.warning("a group of %d entries was not committed", len(group), exc_info=True)
                if self._waiting:  # there is much to do: larger groups are less work
                    await asyncio.sleep(GATHER)

    async def _commit(self, group: list[Write]) -> None:
        """Commit a group and tell those who wait. After an error it is not known what is stored: they have to look."""
        begun, heard = time.perf_counter(), set[tuple[str, int]]()
        try:
            if self._quick is not None and not any(write.rated for write in group):
                async with self._writing:
                    won = await asyncio.get_running_loop().run_in_executor(self._writer, self._quick.commit, group)
            elif self._direct is not None and all(write.is_plain for write in group):
                found = await self._direct.commit(group, self.process)
                won = {(table, version) for table, version, _ in found}
                heard = {(table, version) for table, version, is_watched in found if is_watched}
            else:
                async with self.writing() as connection:
                    heard = won = await self.write(connection, group)
        except Exception as error:
            if len(group) == 1 or not isinstance(error, (DataError, IntegrityError)):
                for write in group:
                    if not write.done.done():
                        write.done.set_exception(error)
            raise
        self.on_commit(time.perf_counter() - begun)
        self.commits += 1
        self.written += len(won)
        for write in group:
            if not write.done.done():
                write.done.set_result((write.table, write.logged.version) in won)
        await self.tell([(table, str(version)) for table, version in heard])

    async def write(self, connection: AsyncConnection, group: list[Write]) -> set[tuple[str, int]]:
        """The statements of a group. All groups lock in the same order, so that no two can block each other."""
        group = sorted(group, key=lambda write: write.table)
        rows = [write.row for write in group]
        statement = self._insert(entries).on_conflict_do_nothing().returning(entries.c.table_id, entries.c.version)
        won = {(row[0], row[1]) for row in await connection.execute(statement, rows)}
        winners = [write for write in group if (write.table, write.logged.version) in won]
        if not winners:
            return won
        await connection.execute(_summarise, [write.summary_row for write in winners])
        if changed := [seat for write in winners for seat in write.seats]:
            await connection.execute(_seated(self._insert(seats)), changed)
        if ended := [{"b_table": w.table, "ended": w.summary["changed"]} for w in winners if w.ends]:
            await connection.execute(_end, ended)
        if told := [notice for write in winners for notice in write.notices]:
            await connection.execute(sa.insert(notices), told)
        await self._rate(connection, [write.rated for write in winners if write.rated])
        return won

    async def tell(self, notices: list[tuple[str, str]]) -> None:
        """Tell other processes what is new at tables that they have open: a hint where to look, which may get lost."""
        if self._direct is not None and notices:
            try:
                texts = [(table, f"{table} {what}") for table, what in notices]
                await self._direct.tell(f"{CHANNEL}_", self.process, texts)
            except Exception:
                logger.warning("other processes were not told of %d entries", len(notices), exc_info=True)

    async def watch(self, tables: Sequence[str]) -> None:
        """Let this process be told from now on what happens at tables."""
        if self.is_postgresql and tables:
            rows = [{"table_id": table, "process": self.process} for table in tables]
            async with self.writing() as connection:
                await connection.execute(self._insert(watching).on_conflict_do_nothing(), rows)

    async def unwatch(self, tables: Sequence[str]) -> None:
        mine = (watching.c.process == self.process) & watching.c.table_id.in_(tables)
        if self.is_postgresql and tables:
            await self.execute(sa.delete(watching).where(mine))

    async def announce(self, connection: AsyncConnection, texts: list[str]) -> None:
        """Tell all other processes, as soon as this transaction is committed and never before."""
        if self.is_postgresql and texts:
            query = sa.text("SELECT pg_notify(:channel, text) FROM unnest(CAST(:texts AS text[])) AS text")
            await connection.execute(query, {"channel": CHANNEL, "texts": texts})

    async def _rate(self, connection: AsyncConnection, games: list[Rated]) -> None:
        keys = sorted({(who, game.game, len(game.who)) for game in games for who in game.who})
        if not keys:
            return
        blank = [{"who": k[0], "game": k[1], "players": k[2], "mu": 0.0, "sigma": 0.0, "games": 0} for k in keys]
        await connection.execute(self._insert(ratings).on_conflict_do_nothing(), blank)
        key = sa.tuple_(ratings.c.who, ratings.c.game, ratings.c.players)
        query = sa.select(ratings).where(key.in_(keys)).order_by(*key.clauses).with_for_update()
        known = {
            (row.who, row.game, row.players): Rating(row.mu, row.sigma, row.games) if row.games else Rating()
            for row in await connection.execute(query)
        }
        for game in games:
            mine = [(who, game.game, len(game.who)) for who in game.who]
            for who, rating in rate([known[k] for k in mine], game.ranks, game.who).items():
                known[who, game.game, len(game.who)] = rating
        after = [
            {
                **{"b_who": who, "b_game": game, "b_players": players},
                **msgspec.structs.asdict(rating),
                "fitness": rating.mu - 3 * rating.sigma,  # what they can almost surely do
            }
            for (who, game, players), rating in known.items()
        ]
        await connection.execute(_rerate, after)

    # Signs of life

    async def arrive(self, process: str, now: int) -> list[tuple[int, int]]:
        """Say that a process is there. If there was none before, that was an outage; all outages come back."""
        async with self.writing() as connection:
            silence = 0.0
            if self.is_postgresql:
                await connection.execute(sa.text("LOCK TABLE processes IN EXCLUSIVE MODE"))
                others = "datname = current_database() AND starts_with(application_name, :ours)"
                query = sa.text(f"SELECT count(*) FROM pg_stat_activity WHERE {others} AND application_name <> :mine")
                if (await connection.execute(query, {"ours": SESSION, "mine": self.session})).scalar():
                    silence = GONE
            await self._note_outage(connection, now, silence)
            dead = processes.c.beat < now - 3_600_000 if self.is_postgresql else sa.true()
            await connection.execute(sa.delete(processes).where(dead))
            await connection.execute(sa.delete(watching).where(watching.c.process.not_in(sa.select(processes.c.id))))
            await connection.execute(sa.insert(processes).values(id=process, beat=now))
            return await self._outages(connection)

    async def try_write(self) -> None:
        """Write something, all the way to the disk, and leave nothing behind. (What is the same is not written.)"""
        mark = new_id(16)
        async with self.writing() as connection:
            await connection.execute(sa.insert(processes).values(id=mark, beat=0))
            await connection.execute(sa.delete(processes).where(processes.c.id == mark))

    async def beat(self, process: str, now: int) -> list[tuple[int, int]]:
        """Say that a process is still there. If none could say so for a while, that was an outage as well."""
        async with self.writing() as connection:
            await self._note_outage(connection, now, GONE)
            await connection.execute(sa.update(processes).where(processes.c.id == process).values(beat=now))
            return await self._outages(connection)

    async def _note_outage(self, connection: AsyncConnection, now: int, silence: float) -> None:
        """Remember since when nobody was there, if that was longer than a silence that means nothing."""
        beat, changed = sa.func.max(processes.c.beat), sa.func.max(tables.c.changed)
        if (last := (await connection.execute(sa.select(beat))).scalar()) is None:
            return
        # an entry is a sign of life too; if an outage began before it, its time would change afterwards
        last = max(last, (await connection.execute(sa.select(changed))).scalar() or 0)
        if last < now - silence * 1000:
            values = {"began": last, "ended": now}
            await connection.execute(self._insert(outages).values(values).on_conflict_do_nothing())

    async def _outages(self, connection: AsyncConnection) -> list[tuple[int, int]]:
        return [
            (row.began, row.ended) for row in await connection.execute(sa.select(outages).order_by(outages.c.began))
        ]


_summarise = (
    sa.update(tables)
    .where(tables.c.id == sa.bindparam("b_id"), tables.c.version < sa.bindparam("b_version"))
    .values(
        version=sa.bindparam("b_version"),
        **{name: sa.bindparam(name) for name in Summary.__annotations__},
    )
)


_end = sa.update(seats).where(seats.c.table_id == sa.bindparam("b_table")).values(ended=sa.bindparam("ended"))


def _seated(insert: Any) -> Any:
    """Give a seat to a player, also if another had it."""
    update = {name: insert.excluded[name] for name in ("person", "name", "level", "out", "seen")}
    return insert.on_conflict_do_update(index_elements=["table_id", "seat"], set_=update)


_rerate = (
    sa.update(ratings)
    .where(
        ratings.c.who == sa.bindparam("b_who"),
        ratings.c.game == sa.bindparam("b_game"),
        ratings.c.players == sa.bindparam("b_players"),
    )
    .values({name: sa.bindparam(name) for name in ("mu", "sigma", "games", "fitness")})
)


def info_of(row: dict[str, Any]) -> Info:
    return Info(
        **{name: row[name] for name in ("id", "code", "game", "rules", "host", "created", *FLAGS)},
        options=msgspec.json.decode(row["options"]),
        material=None if row["material"] is None else msgspec.json.decode(row["material"]),
        pace=msgspec.json.decode(row["pace"], type=Pace),
        seed=bytes(row["seed"]),
    )


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Every commit is on the disk before anybody hears of it; readers and the writer do not wait for each other."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


PRIVATE = 0o600  # how files are made that hold people's games and the keys of their cookies


def database_file(url: sa.URL) -> Path:
    return Path(str(url.database))
