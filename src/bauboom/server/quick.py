"""What happens all the time, written to PostgreSQL in one statement: entries, and what tables are looked up by.

It is planned once, perhaps for an empty database, and so worded that no plan of it reads a whole table. Going through
SQLAlchemy takes five round trips for a group. Notices go out after the commit and not with it: PostgreSQL lets
transactions that notify commit one after the other, each with a write to the disk of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

if TYPE_CHECKING:
    from .store import Write

ENTRY = {"table_id": "text", "version": "int", "at": "bigint", "data": "text", "request": "text"}
SUMMARY = {"phase": "text", "turn": "int", "changed": "bigint", "due": "bigint", "result": "text", "opening": "text"}
COLUMNS = ENTRY | SUMMARY
COMMIT = f"""
WITH given AS MATERIALIZED (
    SELECT * FROM unnest({", ".join(f"%s::{kind}[]" for kind in COLUMNS.values())}) AS rows ({", ".join(COLUMNS)})
), won AS (
    INSERT INTO entries ({", ".join(ENTRY)}) SELECT {", ".join(ENTRY)} FROM given
    ON CONFLICT DO NOTHING RETURNING table_id, version
), summarised AS (
    UPDATE tables SET version = given.version, {", ".join(f"{name} = given.{name}" for name in SUMMARY)}
    FROM given JOIN won USING (table_id, version) WHERE tables.id = given.table_id AND tables.version < given.version
)
SELECT table_id, version, (
    SELECT true FROM watching WHERE watching.table_id = won.table_id AND process <> %s LIMIT 1
) IS NOT NULL FROM won
"""
TELL = """
SELECT pg_notify(%s || process, text) FROM unnest(%s::text[], %s::text[]) AS told (table_id, text)
JOIN watching USING (table_id) WHERE process <> %s
"""


class PostgresWriter:
    """A connection for nothing else. After an error it is given up, and it is not known what is stored."""

    def __init__(self, url: sa.URL, session: str) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._session = session
        self._connection: Any = None
        self._one_at_a_time = asyncio.Lock()

    async def close(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.close()

    async def commit(self, group: list[Write], process: str) -> list[tuple[str, int, bool]]:
        """Commit a group, all of it or nothing; return whose entries came first, and whether other processes watch."""
        from psycopg import errors

        rows = sorted(map(_values, group))  # all groups lock in the same order, so that no two can block each other
        try:
            columns = [list(column) for column in zip(*rows, strict=True)]
            return [(row[0], row[1], row[2]) for row in await self._execute(COMMIT, [*columns, process])]
        except (errors.IntegrityError, errors.DataError) as error:
            raise IntegrityError("a group of entries", None, error) from error

    async def tell(self, channel: str, process: str, notices: Iterable[tuple[str, str]]) -> None:
        """Tell the other processes that have tables open what has happened there."""
        tables, texts = zip(*notices, strict=True)
        await self._execute(TELL, (channel, list(tables), list(texts), process))

    async def _execute(self, statement: str, values: Any) -> list[tuple[Any, ...]]:
        from psycopg import AsyncConnection  # not for those who use SQLite

        async with self._one_at_a_time:
            try:
                if self._connection is None:
                    self._connection = await AsyncConnection.connect(
                        self._address, autocommit=True, prepare_threshold=0, application_name=self._session
                    )
                    # one plan fits all groups; to plan each anew takes as long as to carry it out
                    await self._connection.execute("SET plan_cache_mode = force_generic_plan")
                found: list[tuple[Any, ...]] = await (await self._connection.execute(statement, values)).fetchall()
            except BaseException:
                with contextlib.suppress(Exception):
                    await self.close()
                raise
            return found


def _values(write: Write) -> tuple[Any, ...]:
    logged, now = write.logged, write.summary
    data = msgspec.json.encode(logged.entry).decode()
    entry = (write.table, logged.version, logged.at, data, logged.request)
    return *entry, *(now[name] for name in SUMMARY)  # type: ignore[literal-required]
