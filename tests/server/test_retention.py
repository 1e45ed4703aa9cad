"""Finished games and chats go when they are as old as the operator has set; nothing else does."""

import asyncio
import time

import pytest
import sqlalchemy as sa

from bauboom.server.retention import AT_ONCE, forget_games, forget_talk
from bauboom.server.serve import migrate
from bauboom.server.settings import Settings
from bauboom.server.store import Store, chats, entries, seats, tables

from .nursery import QuickServer
from .process import SECONDS, Client


def table_row(number, phase, changed):
    row = {"id": f"t{number}", "code": f"c{number}", "game": "manhattan", "options": "{}", "players": 2, "pace": "{}"}
    row |= dict.fromkeys(("listed", "spectators", "chat", "rated"), True)
    return row | {"host": "ada", "created": 1, "seed": b"", "phase": phase, "changed": changed}


def test_only_old_tables_that_are_over_go_with_all_that_was_there(database_url):
    settings = Settings(database=database_url)
    migrate(settings)

    async def work():
        store = Store(settings.database_url)
        wanted = [("over", 10), ("closed", 10), ("over", 30), ("playing", 10), ("over", 10)]
        rows = [table_row(number, *one) for number, one in enumerate(wanted)]
        rows += [table_row(100 + number, "over", 5) for number in range(AT_ONCE)]
        async with store.writing() as connection:
            await connection.execute(sa.insert(tables), rows)
            for row in rows:
                at = {"table_id": row["id"]}
                await connection.execute(sa.insert(entries).values(at | {"version": 1, "at": 1, "data": "{}"}))
                await connection.execute(sa.insert(seats).values(at | {"seat": 0}))
                said = {"at": row["changed"], "seat": 0, "name": "Ada", "text": "x"}
                await connection.execute(sa.insert(chats).values(at | said))
        assert await forget_games(store, 20, ["t4"]) == AT_ONCE + 2
        left = {"t2", "t3", "t4"}
        for table, column in ((tables, "id"), (entries, "table_id"), (seats, "table_id"), (chats, "table_id")):
            assert {row[column] for row in await store.rows(sa.select(table))} == left
        assert await forget_talk(store, 20) == 2
        assert [row["table_id"] for row in await store.rows(sa.select(chats))] == ["t2"]
        await store.close()

    asyncio.run(work())


@pytest.mark.slow
def test_a_server_forgets_by_itself(tmp_path, nursery):
    settings = {"finished_days": 0.00002, "chat_days": 0.00001}
    with (
        QuickServer(nursery, str(tmp_path / "bauboom.db"), tmp_path, **settings) as server,
        Client(server, "Ada") as ada,
    ):
        going, ended = (
            ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me"]).json()["id"]
            for _ in range(2)
        )
        ada.do(going, "chat", text="hello").raise_for_status()
        ada.do(ended, "close").raise_for_status()
        end = time.monotonic() + SECONDS
        while ada.get(f"/api/tables/{ended}").status_code != 404 or ada.get(f"/api/tables/{going}/chat").json():
            assert time.monotonic() < end
            time.sleep(0.5)
        assert ada.get(f"/api/tables/{going}").status_code == 200
