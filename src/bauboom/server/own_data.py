"""Everything that is kept about a person: handed over, or deleted, in one step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from . import entries as log
from .puzzle_tables import days, forget, solvers, tries
from .store import (
    Store,
    chats,
    deeds,
    entries,
    imports,
    invitations,
    notices,
    people,
    ratings,
    reports,
    seats,
    sessions,
    shuns,
    tables,
)

if TYPE_CHECKING:
    from .people import Person

NOBODY = "gone"  # the name of a person who was deleted
AT_ONCE = 100  # tables that are looked at together
SECRET = {"password", "token", "webhook_secret", "epoch"}  # hashes and keys: theirs, but useless or dangerous in a file


async def export(store: Store, person: Person) -> dict[str, Any]:
    """Everything that is kept about a person and their bots.

    Of a game that goes on it has no decisions: what chance brought is stored beside them, and may be hidden.
    """
    ids = sorted(person.ids)
    mine = people.c.id.in_(ids) | (people.c.owner == person.id)
    them = await store.rows(sa.select(people).where(mine).order_by(people.c.created))
    all_ids = [row["id"] for row in them]
    played = sa.select(tables, seats.c.seat, seats.c.name.label("as"), seats.c.person).join(
        seats, seats.c.table_id == tables.c.id
    )
    games = await store.rows(played.where(seats.c.person.in_(all_ids)).order_by(tables.c.created))
    return {
        "people": [_bare(row, SECRET) for row in them],
        "sessions": await _of(store, sessions, sessions.c.person, ids),
        "ratings": await _of(store, ratings, ratings.c.who, all_ids),
        "imports": await _of(store, imports, imports.c.person, ids),
        "puzzles": {
            "tries": await _of(store, tries, tries.c.person, ids),
            "days": await _of(store, days, days.c.person, ids),
            "ratings": await _of(store, solvers, solvers.c.person, ids),
        },
        "tables": [_bare(row, {"seed", "opening"}) for row in games],
        "decisions": await _decisions(store, games),
        "chats": await _of(store, chats, chats.c.person, all_ids),
        "notices": await _of(store, notices, notices.c.person, all_ids),
        "shuns": await _of(store, shuns, shuns.c.person, ids),
        "reports": await _of(store, reports, reports.c.by, ids),
        "invitations": await _of(store, invitations, invitations.c.by, ids),
        "deeds": await _of(store, deeds, deeds.c.person, all_ids),
    }


def _bare(row: dict[str, Any], without: set[str]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in without}


async def _of(store: Store, table: sa.Table, column: sa.Column[Any], ids: list[str]) -> list[dict[str, Any]]:
    return await store.rows(sa.select(table).where(column.in_(ids)))


async def _decisions(store: Store, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a person did at tables that are over."""
    seats_of = {row["id"]: row["seat"] for row in games if row["phase"] in ("over", "closed")}
    ended, found = list(seats_of), list[dict[str, Any]]()
    for start in range(0, len(ended), AT_ONCE):
        query = sa.select(entries.c.table_id, entries.c.at, entries.c.data)
        query = query.where(entries.c.table_id.in_(ended[start : start + AT_ONCE]))
        for row in await store.rows(query.order_by(entries.c.table_id, entries.c.version)):
            entry = msgspec.json.decode(row["data"])
            if entry.get("seat") == seats_of[row["table_id"]]:
                found.append({"table": row["table_id"], "at": row["at"], **entry})
    return found


async def erase(connection: AsyncConnection, person: Person) -> list[str]:
    """Delete everything about a person and their bots; games with others stay, without a name. Their ids."""
    mine = people.c.id.in_(person.ids) | (people.c.owner == person.id)
    ids = [row.id for row in await connection.execute(sa.select(people.c.id).where(mine))]
    nothing = ("login", "password", "token", "webhook", "webhook_secret", "role", "ban_reason", "muted", "invitation")
    gone = {"name": NOBODY, "settings": "{}", "shares_games": False, "epoch": people.c.epoch + 1}
    await connection.execute(sa.update(people).where(mine).values({**gone, **dict.fromkeys(nothing)}))
    await forget(connection, ids)
    for table, column in (
        (imports, imports.c.person),
        (ratings, ratings.c.who),
        (sessions, sessions.c.person),
        (notices, notices.c.person),
        (chats, chats.c.person),
        (shuns, shuns.c.person),
        (shuns, shuns.c.other),
        (reports, reports.c.by),
        (reports, reports.c.person),
    ):
        await connection.execute(sa.delete(table).where(column.in_(ids)))
    taken = [
        (row.table_id, row.seat)
        for row in await connection.execute(sa.select(seats.c.table_id, seats.c.seat).where(seats.c.person.in_(ids)))
    ]
    await connection.execute(sa.update(seats).where(seats.c.person.in_(ids)).values(name=NOBODY))
    for start in range(0, len(taken), AT_ONCE):
        await _erase_names(connection, dict(taken[start : start + AT_ONCE]), ids)
    return ids


async def _erase_names(connection: AsyncConnection, seats_of: dict[str, int], ids: Iterable[str]) -> None:
    """Take names out of logs, and what was said before lines of chat knew who had said them."""
    for table, seat in seats_of.items():
        old = (chats.c.table_id == table) & (chats.c.seat == seat) & chats.c.person.is_(None)
        await connection.execute(sa.delete(chats).where(old))
    query = sa.select(entries.c.table_id, entries.c.version, entries.c.data)
    said = entries.c.table_id.in_(list(seats_of)) & entries.c.data.startswith('{"e":"sit"', autoescape=True)
    for row in (await connection.execute(query.where(said))).all():
        entry = log.decoder.decode(row.data)
        if isinstance(entry, log.Sat) and entry.person in ids:
            bare = msgspec.json.encode(msgspec.structs.replace(entry, name=NOBODY)).decode()
            this = (entries.c.table_id == row.table_id) & (entries.c.version == row.version)
            await connection.execute(sa.update(entries).where(this).values(data=bare))
