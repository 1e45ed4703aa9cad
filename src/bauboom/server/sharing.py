"""Finished games that may become puzzles: those in which every person at the table agreed, without names."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from bauboom.core.errors import OptionError
from bauboom.core.game import Game

from . import entries as log
from .settings import Settings
from .store import database_file, entries, info_of, people, tables
from .table import Table

Ask = Callable[[sa.Select[Any]], list[sa.RowMapping]]


class Shared(NamedTuple):
    key: str  # a hash of the table's id: tells whether a game was looked at before, and leads nowhere
    record: bytes


def shared_games(settings: Settings, game: Game, seen: Collection[str]) -> Iterator[Shared]:
    """The records of a game that may become puzzles, oldest first, but for those whose keys were seen before.

    Games with material of people's own are left out, and games that were begun elsewhere, by nobody knows whom.
    """
    ask = _reader(settings)
    over = (tables.c.game == game.name) & (tables.c.phase == "over") & (tables.c.rules == game.version)
    query = sa.select(tables.c.id).where(over, tables.c.material.is_(None)).order_by(tables.c.created, tables.c.id)
    for number in [row["id"] for row in ask(query)]:
        key = hashlib.sha256(f"puzzles of {number}".encode()).hexdigest()[:16]
        if key in seen:
            continue
        table = _read_table(ask, game, number)
        players = [place.person for place in table.places if place.person is not None]
        if not table.brought and all(_agrees(ask, person) for person in players):
            yield Shared(key, table.whole().record([f"seat {seat}" for seat in range(len(table.places))]).encode())


def _read_table(ask: Ask, game: Game, number: str) -> Table:
    (row,) = ask(sa.select(tables).where(tables.c.id == number))
    info = info_of(dict(row))
    logged = ask(sa.select(entries).where(entries.c.table_id == number).order_by(entries.c.version))
    happened = [log.Logged(one["version"], one["at"], log.decoder.decode(one["data"])) for one in logged]
    return Table(info, game.with_options(info.options)).after(*happened)


def _agrees(ask: Ask, person: str | None) -> bool:
    """Whether a person lets games be used. An account decides for the guests it was, an owner for their bots."""
    found = ask(sa.select(people).where(people.c.id == person))
    if not found:
        return False
    other = found[0]["became"] or found[0]["owner"]
    return _agrees(ask, other) if other else bool(found[0]["shares_games"])


def _reader(settings: Settings) -> Ask:
    """A function that asks the database; connections are not kept, as other processes work meanwhile."""
    url = settings.database_url
    if not settings.is_postgresql:
        if not database_file(url).is_file():
            raise OptionError(f"{settings.database_name}: there is no such file")
        url = url.set(drivername="sqlite")
    engine = sa.create_engine(url, poolclass=NullPool, hide_parameters=True)

    def ask(query: sa.Select[Any]) -> list[sa.RowMapping]:
        try:
            with engine.connect() as connection:
                return list(connection.execute(query).mappings())
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
            hint = (
                "start its server with this Bauboom once" if "no such" in reason or "does not exist" in reason else ""
            )
            raise OptionError(f"the database cannot be used: {reason}" + (f"; {hint}" if hint else "")) from None

    return ask
