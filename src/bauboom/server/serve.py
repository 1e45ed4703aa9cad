"""Starting and stopping a server, and what belongs to its database: migrations and backups."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import glob
import logging
import os
import shutil
import socket
import sqlite3
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
import uvicorn
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from bauboom.core import portable
from bauboom.core.errors import OptionError
from bauboom.games import playable

from .app import make_app
from .commands import MESSAGE_LIMIT
from .house import House, lock_database
from .moderation import Moderation
from .people import People
from .problems import Problem
from .settings import Settings
from .store import PRIVATE, Store, database_file
from .wal import lost_commits
from .wire import Requests, Sockets

Result = TypeVar("Result")
MIGRATIONS = Path(__file__).parent / "migrations"
SQLITE = b"SQLite format 3\0"  # what a database begins with
MIGRATION_LOCK = 0x62617562  # the number of PostgreSQL's lock for migrations

logger = logging.getLogger(__name__)


def migrate(settings: Settings, until: str = "head") -> None:
    """Bring the database up to date, or create it."""
    url = settings.database_url
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = sa.create_engine(url) if settings.is_postgresql else _sqlite_engine(url)
    try:
        with engine.connect() as connection:
            if settings.is_postgresql:
                connection.execute(sa.text("SELECT pg_advisory_lock(:key)"), {"key": MIGRATION_LOCK})
            config.attributes["connection"] = connection
            command.upgrade(config, until)
            connection.commit()
    except CommandError as error:
        if "locate revision" in str(error):
            raise OptionError("the database was made by a newer Bauboom; install that one") from None
        raise OptionError(f"the database cannot be brought up to date: {error}") from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise OptionError(f"the database cannot be used: {reason}") from None
    finally:
        engine.dispose()


def close_to_others(settings: Settings) -> None:
    """Let only this user read the database, what belongs to it, and copies beside it that begin with its name.

    Versions before made them so that others could.
    """
    database = database_file(settings.database_url).resolve()
    companions = [f"{database.name}{ending}" for ending in ("-wal", "-shm", "-journal", ".lock")]
    if not _is_database(database):  # somebody named another file
        return
    for file in sorted(database.parent.glob(f"{glob.escape(database.name)}*")):
        is_ours = file.name in companions or file.name.startswith(f"{database.name}-wal.damaged-")
        if not portable.is_open_to_others(file) or not (is_ours or _is_database(file)):
            continue
        try:
            file.chmod(PRIVATE)
        except OSError as error:
            logger.warning("others can read %s, and that cannot be changed: %s", file, error.strerror)
        else:
            logger.warning("others could read %s; now only the user can who runs this server", file)


def _is_database(file: Path) -> bool:
    try:
        with file.open("rb") as start:
            return start.read(len(SQLITE)) == SQLITE
    except OSError:
        return False


def _sqlite_engine(url: sa.URL) -> sa.Engine:
    """Transactions with all that is in them: Python's module would leave out changes of tables."""
    engine = sa.create_engine(url.set(drivername="sqlite"), connect_args={"isolation_level": None})
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def report_damage(settings: Settings) -> None:
    """Say what a disk has lost of the last commits, keep what is left of them, and go on if the rest is sound."""
    database = database_file(settings.database_url).resolve()
    log = database.with_name(database.name + "-wal")
    if not (lost := lost_commits(log)):
        return
    kept = log.with_name(f"{log.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    kept.touch(PRIVATE)
    kept.write_bytes(log.read_bytes())
    logger.error(
        "the disk has damaged %s: %d or more commits that were stored are lost; what is left of the file is kept as %s",
        *(log.name, lost, kept.name),
    )
    with contextlib.closing(sqlite3.connect(database)) as connection:
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise OptionError(f"{database} is damaged; restore a backup (docs/server.md)")


class Server(uvicorn.Server):
    """Tells everybody at the tables before it stops."""

    def __init__(self, config: uvicorn.Config, house: House, ready: Any) -> None:
        super().__init__(config)
        self._house, self._ready = house, ready

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready(self)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            yield
            self._captured_signals.clear()  # raised once more, they would kill a process that has ended in good order

    async def shutdown(self, sockets: Any = None) -> None:
        await self._house.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets bound to all addresses of a host; they do not listen yet."""
    bound: list[socket.socket] = []
    try:
        for family, _, _, _, address in socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            bound.append(socket.socket(family))
            bound[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                bound[-1].setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            bound[-1].bind(address)
    except OSError as error:
        for one in bound:
            one.close()
        raise OptionError(f"cannot listen on {host}:{port}: {error.strerror}; try another --host or --port") from None
    return bound


def serve(settings: Settings, ready: Any = lambda server: None) -> bool:
    """Serve until the process is stopped; returns whether the server could start."""
    for name in ("uvicorn.error", "alembic"):  # uvicorn would write private tables' links into the log
        logging.getLogger(name).setLevel(logging.WARNING)
    sockets = listen(settings.host, settings.port)
    with contextlib.ExitStack() as afterwards:
        if not settings.is_postgresql:
            afterwards.enter_context(lock_database(settings))
            close_to_others(settings)
            report_damage(settings)
        return _run(settings, ready, sockets)


def _run(settings: Settings, ready: Any, sockets: list[socket.socket]) -> bool:
    app, house = make_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=Requests,
        ws=Sockets,
        ws_max_size=4 * MESSAGE_LIMIT,
        ws_per_message_deflate=False,  # lengths would tell too much, and it takes memory
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or "127.0.0.1",
        lifespan="on",
    )
    config.load()
    playable()  # what is missing is found now, not at a table
    migrate(settings)
    portable.allow_many_files()
    gc.collect()
    gc.freeze()  # what is there now stays; looking at it again and again would make everybody wait
    gc.set_threshold(10_000, 10, 1000)  # many short looks at what is new; one at 3,000 tables takes half a second
    server = Server(config, house, ready)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets)
    return server.started


def backup(settings: Settings, target: Path) -> int:
    """Copy the database while a server may be using it; the number of bytes."""
    if target.exists():
        raise OptionError(f"{target} exists already; name a new file")
    if not target.parent.is_dir():
        raise OptionError(f"there is no folder {target.parent}")
    if settings.is_postgresql:
        return _dump(settings, target)
    source = database_file(settings.database_url)
    if not source.exists():
        raise OptionError(f"there is no database at {source}")
    part = target.with_name(f".{target.name}.part")
    try:
        part.touch(PRIVATE)
        address = f"{source.as_uri()}?mode=ro"  # as_uri() escapes what a file's name may contain
        with (
            contextlib.closing(sqlite3.connect(address, uri=True)) as old,
            contextlib.closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)
            if new.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise OptionError("the copy is damaged; is the disk all right?")
        with part.open("rb+") as file:  # Windows brings only those to the disk that may be written
            os.fsync(file.fileno())
        os.replace(part, target)
    except sqlite3.Error as error:
        raise OptionError(f"{source}: {error}") from None
    finally:
        part.unlink(missing_ok=True)
    return target.stat().st_size


def operate(settings: Settings, work: Callable[[Moderation], Awaitable[Result]]) -> Result:
    """Let an operator work on a database, while servers may be using it."""

    async def run() -> Result:
        store = Store(settings.database_url)
        try:
            known = People(store, asyncio.to_thread)
            return await work(Moderation(store, known, settings.terms))
        finally:
            await store.close()

    url = settings.database_url
    if not settings.is_postgresql and not database_file(url).exists():
        raise OptionError(f"there is no database at {database_file(url)}")
    try:
        _check_up_to_date(settings)
        return asyncio.run(run())
    except Problem as problem:
        raise OptionError(problem.why) from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise OptionError(f"the database cannot be used: {reason}") from None


def _check_up_to_date(settings: Settings) -> None:
    """A command must not bring a database up to date that an older server may be using."""
    url = settings.database_url
    engine = sa.create_engine(url if settings.is_postgresql else url.set(drivername="sqlite"))
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
    finally:
        engine.dispose()
    if found != ScriptDirectory(str(MIGRATIONS)).get_current_head():
        raise OptionError("the database is of another version of Bauboom; start a server of this version first")


def _dump(settings: Settings, target: Path) -> int:
    program = shutil.which("pg_dump")
    if program is None:
        raise OptionError("pg_dump is needed for a backup of PostgreSQL; install its client programs")
    url = settings.database_url.set(drivername="postgresql")
    address = sa.URL.create(url.drivername, url.username, None, url.host, url.port, url.database, url.query)
    part = target.with_name(f".{target.name}.part")
    done = subprocess.run(
        [program, "--format=custom", f"--file={part}", f"--dbname={address.render_as_string()}"],
        check=False,
        capture_output=True,
        text=True,
        umask=0o777 & ~PRIVATE,
        # arguments can be read by everybody on this machine
        env={**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})},
    )
    if done.returncode:
        part.unlink(missing_ok=True)
        raise OptionError(f"pg_dump: {(done.stderr.strip().splitlines() or ['failed'])[0]}")
    os.replace(part, target)
    return target.stat().st_size
