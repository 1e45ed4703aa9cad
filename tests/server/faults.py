"""What can go wrong between processes and their database, put into a server of a test, as a seed has it."""

import asyncio
import random

from bauboom.server.house import House
from bauboom.server.store import Store


def install(seed):
    """From now on notices get lost, come twice or late; commits are slow, fail, or work and nobody hears of it."""
    rng = random.Random(seed)
    hear, write, append = House.hear, Store.write, Store.append

    async def faulty_hear(house, notice):
        late = [
            rng.choice((0.0, 0.0, rng.uniform(0, 0.3))) for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3)))
        ]
        for seconds in late:
            if seconds:
                asyncio.get_running_loop().call_later(seconds, lambda: asyncio.ensure_future(hear(house, notice)))
            else:
                await hear(house, notice)

    async def faulty_write(store, connection, group):
        if rng.random() < 0.1:
            await asyncio.sleep(rng.uniform(0, 0.1))
        if rng.random() < 0.01:
            raise ConnectionError("the database is gone for a moment")
        return await write(store, connection, group)

    async def faulty_append(store, entry):
        won = await append(store, entry)
        if rng.random() < 0.02:
            raise ConnectionError("nobody knows whether it was stored")
        return won

    House.hear, Store.write, Store.append = faulty_hear, faulty_write, faulty_append
