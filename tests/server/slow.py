"""A database from which one table is read slowly, inside a server of the nursery."""

import asyncio

from bauboom.server.store import Store


def install(seconds):
    plain = Store.log

    async def log(self, table, after=0):
        await asyncio.sleep(seconds)
        return await plain(self, table, after)

    Store.log = log
