"""A database that takes its time with something, inside a server of the nursery."""

import asyncio

from bauboom.server.store import Store

READING = "reading slowly"
WHAT = {"tables": ("log", ""), "chat": ("rows", "FROM chats")}  # a method of the store, and what it is asked for


def install(what, seconds):
    name, mark = WHAT[what]
    plain = getattr(Store, name)

    async def slow(self, asked, *more):
        if mark in str(asked):
            print(READING, flush=True)  # noqa: T201
            await asyncio.sleep(seconds)
        return await plain(self, asked, *more)

    setattr(Store, name, slow)
