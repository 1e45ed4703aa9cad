"""A server takes no more memory the longer it runs: bench/server/soak.py plays the games of a day, here are some."""

import asyncio

import pytest
import sqlalchemy as sa

from bauboom.server import people
from bauboom.server.people import MANY, People
from bauboom.server.serve import migrate
from bauboom.server.settings import Settings

from .nursery import QuickServer
from .play import run, store_of
from .soak import SETTINGS, soak

BLOCKS = 1000.0  # of memory for each game: caches that fill hold some hundreds, a table that is kept nearly 2,000

POOLED = (
    8  # connections to the database, and what belongs to them, stay when much happens at once; 12 games lie between
)


def soaked(folder, nursery, hoards):
    answers = folder / "held"
    inside = ["soak", str(answers), hoards]
    with QuickServer(nursery, str(folder / "bauboom.db"), folder, inside=inside, **SETTINGS) as server:
        result = run(soak(server, answers, rounds=4, games=6))
        server.stop()
    return result


@pytest.mark.slow
def test_nothing_is_kept_of_games_that_are_over_and_people_who_are_gone(tmp_path, nursery):
    result = soaked(tmp_path, nursery, hoards=False)
    assert result.events["games"] == 24
    assert result.growth("blocks") < BLOCKS
    first, last = result.rounds[1], result.rounds[-1]
    for what in ("tasks", "files", "threads"):
        assert getattr(last, what) <= getattr(first, what) + POOLED, what


@pytest.mark.slow
def test_a_server_that_keeps_its_tables_is_found_out(tmp_path, nursery):
    assert soaked(tmp_path, nursery, hoards=True).growth("blocks") > BLOCKS


def test_people_who_are_gone_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(people, "REMEMBERED", 0.0)
    database = str(tmp_path / "bauboom.db")
    migrate(Settings(database=database))

    async def known():
        async with store_of(database) as store:
            rows = [{"id": f"ada{n}", "kind": "guest", "name": "Ada", "created": 0} for n in range(MANY + 20)]
            async with store.writing() as connection:
                await connection.execute(sa.insert(people.people), rows)
            found = People(store, asyncio.to_thread)
            for row in rows:
                await found.of_id(row["id"])
            return len(found._known)

    assert run(known()) <= 20
