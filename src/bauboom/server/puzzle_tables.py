"""What is kept about puzzles, and how it goes with people who log in or are deleted."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bauboom.arena.glicko import Glicko, rated

from .store import metadata

RATING = Glicko.__struct_fields__


def _rating_columns() -> list[sa.Column[float]]:
    return [sa.Column(name, sa.Double, nullable=False) for name in RATING]


tries = sa.Table(  # first tries only
    "puzzle_tries",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("puzzle", sa.String(6), primary_key=True),
    sa.Column("is_right", sa.Boolean, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
days = sa.Table(  # whose puzzle was solved
    "puzzle_days",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),  # counted from 1970
)
solvers = sa.Table(
    "puzzle_solvers",
    metadata,
    sa.Column("person", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    *_rating_columns(),
)
puzzle_ratings = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("puzzle", sa.String(6), primary_key=True),
    *_rating_columns(),
    sa.Column("tries", sa.Integer, nullable=False),
)


async def forget(connection: AsyncConnection, people: Iterable[str]) -> None:
    """Delete what is kept about people. What the puzzles learnt from them stays: it names nobody."""
    for table in (tries, days, solvers):
        await connection.execute(sa.delete(table).where(table.c.person.in_(people)))


async def adopt(connection: AsyncConnection, guest: str, account: str) -> None:
    """Give an account the tries and days of a guest. Where both tried a puzzle, the account's try counts."""
    for table, key in ((tries, ("game", "puzzle")), (days, ("game", "day"))):
        other = table.alias()
        same = (other.c[name] == table.c[name] for name in key)
        double = sa.exists().where(other.c.person == account, *same)
        await connection.execute(sa.delete(table).where(table.c.person == guest, double))
    brought = (
        sa.select(tries.c.game, tries.c.is_right, *(puzzle_ratings.c[name] for name in RATING))
        .join(puzzle_ratings, (puzzle_ratings.c.game == tries.c.game) & (puzzle_ratings.c.puzzle == tries.c.puzzle))
        .where(tries.c.person == guest)
        .order_by(tries.c.at)
    )
    both = sa.select(solvers).where(solvers.c.person.in_((guest, account))).order_by(solvers.c.game).with_for_update()
    found = {(row["person"], row["game"]): _read(row) for row in (await connection.execute(both)).mappings()}
    ratings = {game: rating for (person, game), rating in found.items() if person == account}
    new = {game: rating for (_, game), rating in found.items() if game not in ratings}  # as the guest had them
    for row in (await connection.execute(brought)).mappings():
        if row["game"] in ratings:
            ratings[row["game"]] = rated(ratings[row["game"]], [(_read(row), row["is_right"])])
    for table in (tries, days):
        await connection.execute(sa.update(table).where(table.c.person == guest).values(person=account))
    await connection.execute(sa.delete(solvers).where(solvers.c.person.in_((guest, account))))
    if rows := [{"person": account, "game": game, **msgspec.structs.asdict(r)} for game, r in (ratings | new).items()]:
        await connection.execute(sa.insert(solvers), rows)


def _read(row: sa.RowMapping) -> Glicko:
    return Glicko(*(row[name] for name in RATING))
