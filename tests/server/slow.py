"""Something that takes its time, inside a server of the nursery."""

import asyncio
import time

from bauboom.server.house import House
from bauboom.server.store import Store

MARK = "slowly"
# what is slow: a method, and how one knows that it is asked for this
WHAT = {
    "database": (Store, "log", ""),
    "tables": (House, "off_loop", "after"),
    "passwords": (House, "off_loop", "_verify"),
}


def install(what, seconds):
    owner, name, mark = WHAT[what]
    plain = getattr(owner, name)

    async def slow(self, asked, *more):
        if mark in str(asked):
            print(MARK, flush=True)  # noqa: T201
            if owner is House:  # all threads have something else to do
                for _ in range(2):
                    self._others.submit(time.sleep, seconds)
            else:
                await asyncio.sleep(seconds)
        return await plain(self, asked, *more)

    setattr(owner, name, slow)
