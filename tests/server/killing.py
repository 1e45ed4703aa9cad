"""A crowd that plays on while its servers are killed again and again; afterwards nothing may be missing."""

import asyncio
import random
from contextlib import ExitStack
from dataclasses import dataclass

from .nursery import QuickServer
from .play import FAST, Player, Witness, check, check_acks, run, series, store_of


@dataclass
class Killed:
    """What was heard, and how many entries the logs have."""

    witness: Witness
    entries: int

    def __str__(self):
        heard = f"{self.witness.acks:,} acknowledged, {len(self.witness.shown):,} frames"
        return f"{self.entries:,} entries, {heard}, {len(self.witness.finished)} games finished, nothing lost"


def kill_often(database, folder, nursery, kills, processes=1, seed=5, told=lambda number: None, seconds=600):
    """Play with processes on one database, kill one of them so often (sometimes all), and compare everything."""
    rng, witness, known = random.Random(seed), Witness(), {}
    is_enough = False

    def until(game):
        return is_enough

    async def kill(servers):
        nonlocal is_enough
        async with store_of(database) as store:
            for number in range(kills):
                await witness.more(rng.randint(5, 25))
                await asyncio.sleep(rng.uniform(0, 0.05))
                dying = servers if rng.random() < 0.2 else [rng.choice(servers)]
                for server in dying:
                    server.kill()
                for server in dying:
                    if rng.random() < 0.2:  # also while it starts
                        server.start()
                        await asyncio.sleep(rng.uniform(0, 0.4))
                    await asyncio.to_thread(server.restart)
                await check_acks(store, witness, known)
                told(number + 1)
        is_enough = True

    async def everything(servers):
        def one(name, by="socket", talks=0.0):
            return Player(witness, lambda: rng.choice(servers), name, seed, by, talks).introduce()

        ada, grace = await one("Ada", talks=0.02), await one("Grace")
        alan, kurt = await one("Alan", "http"), await one("Kurt")
        emmy, rozsa, alonzo = await one("Emmy"), await one("Rózsa", "http"), await one("Alonzo")
        async with asyncio.TaskGroup() as group:
            group.create_task(series([ada, grace], "manhattan", until))
            group.create_task(series([alan, kurt], "hoch-hinaus", until, bots=1))
            group.create_task(series([emmy, rozsa], "gratte-ciel", until))
            group.create_task(series([alonzo], "manhattan", until, bots=1))
            group.create_task(kill(servers))
        for player in (ada, grace, alan, kurt, emmy, rozsa, alonzo):
            await player.close()

    with ExitStack() as running:
        servers = [running.enter_context(QuickServer(nursery, database, folder, **FAST)) for _ in range(processes)]
        run(everything(servers), seconds)
    return Killed(witness, run(check(database, witness), seconds))
