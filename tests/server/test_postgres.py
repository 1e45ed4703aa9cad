"""The tests' own PostgreSQL is a real one: what the server relies on holds there."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager

import psycopg
import pytest
from litestar.channels.backends.psycopg import PsycoPgChannelsBackend
from sqlalchemy import Column, Integer, MetaData, String, Table, func, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from .postgres import plain

METADATA = MetaData()
MOVES = Table(
    "moves",
    METADATA,
    Column("game", String, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("move", String, nullable=False),
)
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def run(coroutine):
    """What it gives; a minute is for what would otherwise wait for ever."""
    return asyncio.run(asyncio.wait_for(coroutine, 60))


@asynccontextmanager
async def moves_at(url):
    """An engine on a database that has the table above."""
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(METADATA.create_all)
        yield engine
    finally:
        await engine.dispose()


def test_what_is_committed_is_there_for_the_next_engine(database_url):
    async def write_and_read():
        async with moves_at(database_url) as engine, engine.begin() as connection:
            await connection.execute(insert(MOVES).values(game="a", version=1, move="Grüße, 東京"))
        async with moves_at(database_url) as engine, engine.connect() as connection:
            return (await connection.execute(select(MOVES))).all()

    assert run(write_and_read()) == [("a", 1, "Grüße, 東京")]


def test_every_test_gets_an_empty_database(postgres):
    async def count(url):
        async with moves_at(url) as engine, engine.begin() as connection:
            await connection.execute(insert(MOVES).values(game="a", version=1, move="pick"))
            return (await connection.execute(select(func.count()).select_from(MOVES))).scalar_one()

    with postgres.database() as first, postgres.database() as second:
        assert first != second
        assert [run(count(url)) for url in (first, second)] == [1, 1]
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(plain(first))


def test_of_two_connections_that_write_the_same_version_one_is_refused(postgres_url):
    async def race():
        entry = insert(MOVES).values(game="a", version=1)
        async with moves_at(postgres_url) as engine, engine.connect() as ada, engine.connect() as grace:
            await ada.execute(entry.values(move="Ada's"))
            blocked = asyncio.create_task(grace.execute(entry.values(move="Grace's")))
            async with engine.connect() as onlooker:
                waits = text(WAITING)
                while not (await onlooker.execute(waits)).scalar_one():
                    await asyncio.sleep(0.01)
            await ada.commit()
            with pytest.raises(IntegrityError, match="duplicate key"):
                await blocked
            await grace.rollback()
            return (await grace.execute(select(MOVES.c.move))).scalars().all()

    assert run(race()) == ["Ada's"]


def test_a_notice_arrives_when_its_transaction_is_committed_and_not_before(postgres_url):
    async def listen():
        backend = PsycoPgChannelsBackend(plain(postgres_url))
        await backend.on_startup()
        try:
            await backend.subscribe(["table"])
            events = backend.stream_events()
            notify = text("SELECT pg_notify('table', :words)")
            async with moves_at(postgres_url) as engine, engine.connect() as early, engine.connect() as late:
                await early.execute(notify, {"words": "sent first, committed last"})
                await late.execute(notify, {"words": "never committed"})
                await late.rollback()
                await late.execute(notify, {"words": "sent last, committed first"})
                await late.commit()
                heard = [await anext(events)]
                await early.commit()
                heard.append(await anext(events))
            await events.aclose()
            return heard
        finally:
            await backend.on_shutdown()

    assert run(listen()) == [
        ("table", b"sent last, committed first"),
        ("table", b"sent first, committed last"),
    ]


CLIENT = """
import sys, psycopg
with psycopg.connect(sys.argv[1]) as connection:
    connection.execute("INSERT INTO moves VALUES ('a', 1, 'kept')")
    connection.commit()
    connection.execute("INSERT INTO moves VALUES ('a', 2, 'lost')")
    print("written", flush=True)
    sys.stdin.read()
"""


def test_a_client_that_is_killed_loses_what_it_had_not_committed_and_nothing_else(postgres_url):
    async def moves():
        async with moves_at(postgres_url) as engine, engine.connect() as connection:
            return (await connection.execute(select(MOVES.c.move))).scalars().all()

    assert run(moves()) == []
    command = [sys.executable, "-c", CLIENT, plain(postgres_url)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        try:
            assert client.stdout.readline() == "written\n"
        finally:
            os.kill(client.pid, signal.SIGKILL)
    assert client.returncode == -signal.SIGKILL
    assert run(moves()) == ["kept"]


def test_durability_is_not_switched_off(postgres_url):
    with psycopg.connect(plain(postgres_url)) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            assert connection.execute(f"SHOW {setting}").fetchone() == ("on",)
