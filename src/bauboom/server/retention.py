"""What is old enough goes: finished games and talk, after as many days as the operator has set."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from .store import FINISHED, Store, chats, entries, seats, tables

AT_ONCE = 200  # tables in one transaction, so that nobody waits long for it


async def forget_games(store: Store, before: int, kept: Collection[str] = ()) -> int:
    """Delete tables that were over before a time, but not those that somebody looks at; how many. Ratings stay."""
    ended = tables.c.phase.in_(FINISHED) & (tables.c.changed < before) & tables.c.id.not_in(kept)
    old = sa.select(tables.c.id).where(ended).order_by(tables.c.changed).limit(AT_ONCE)
    deleted = 0
    while ids := [row["id"] for row in await store.rows(old)]:
        async with store.writing() as connection:
            for table in (entries, seats, chats):
                await connection.execute(sa.delete(table).where(table.c.table_id.in_(ids)))
            await connection.execute(sa.delete(tables).where(tables.c.id.in_(ids)))
        deleted += len(ids)
    return deleted


async def forget_talk(store: Store, before: int) -> int:
    """Delete lines of chat that were said before a time; how many."""
    old = sa.select(chats.c.id).where(chats.c.at < before).order_by(chats.c.id).limit(10 * AT_ONCE)
    deleted = 0
    while count := await store.execute(sa.delete(chats).where(chats.c.id.in_(old))):
        deleted += count
    return deleted
