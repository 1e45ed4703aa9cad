"""Three processes, where everything goes wrong that can, keep one history for each table, and everybody sees it."""

import asyncio
import os
import random

import pytest
import sqlalchemy as sa

from bauboom.server.store import tables

from .nursery import QuickServer
from .play import FAST, Player, Witness, check, check_acks, run, series, store_of

SEED = os.environ.get("BAUBOOM_FAULTS", "7")  # another seed is another story
ACTIONS = 2000


class Unlucky(QuickServer):
    """A server that has other faults each time it starts."""

    def start(self):
        self.starts = getattr(self, "starts", 0) + 1
        self.inside = ["faults", f"{SEED} {self.number} {self.starts}"]
        super().start()


@pytest.mark.slow
def test_history_is_one_line_that_all_agree_on_whatever_goes_wrong(postgres_url, tmp_path, nursery):
    print(f"BAUBOOM_FAULTS={SEED}")  # noqa: T201
    rng, witness, known, final = random.Random(SEED), Witness(), {}, {}
    is_enough = False

    def until(game):
        return is_enough

    def has_all(game):
        return game is not None and final.get(game.table) == game.version

    async def kill_often(servers, store):
        nonlocal is_enough
        while witness.acks < ACTIONS:
            await asyncio.sleep(rng.uniform(1.0, 4.0))
            server = rng.choice(servers)
            server.kill()
            await check_acks(store, witness, known)
            await asyncio.sleep(rng.uniform(0.0, 1.0))
            await asyncio.to_thread(server.restart)
        is_enough = True

    async def find_final(store):
        """Say what the last versions are, again and again, since a bot may still move."""
        while True:
            await asyncio.sleep(0.2)
            if is_enough:
                final.update({row["id"]: row["version"] for row in await store.rows(sa.select(tables))})

    async def everything(servers):
        everybody = []

        async def one(name, by="socket", talks=0.0):
            player = Player(witness, lambda: rng.choice(servers), name, SEED, by, talks)
            everybody.append(player)
            return await player.introduce()

        async with store_of(postgres_url) as store:
            finding = asyncio.create_task(find_final(store))
            async with asyncio.TaskGroup() as group:
                for number, (game, seats, bots) in enumerate(2 * GAMES):
                    players = [await one(f"Ada {number}-{seat}", ("socket", "http")[seat % 2]) for seat in range(seats)]
                    crowd = [await one(f"Grace {number}-{seat}") for seat in range(1)]
                    group.create_task(series(players, game, until, bots, crowd, has_all))
                group.create_task(kill_often(servers, store))
            finding.cancel()
        for player in everybody:
            await player.close()

    servers = [Unlucky(nursery, postgres_url, tmp_path, **FAST) for _ in range(3)]
    for number, server in enumerate(servers):
        server.number = number
    with servers[0], servers[1], servers[2]:
        run(everything(servers))
    total = run(check(postgres_url, witness))
    print(f"{total} entries, {witness.acks} acknowledged, {len(witness.shown)} frames")  # noqa: T201
    assert witness.acks >= ACTIONS


GAMES = [
    ("manhattan", 2, 0),
    ("manhattan", 2, 1),
    ("hoch-hinaus", 2, 0),
    ("hoch-hinaus", 1, 1),
    ("gratte-ciel", 2, 0),
    ("gratte-ciel", 2, 1),
]
