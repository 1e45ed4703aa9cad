"""Compiling beforehand what takes long: the search bots, in a process of its own, so that nobody waits meanwhile."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bauboom.bots import make_bot
from bauboom.core.kernel import CACHE
from bauboom.games import GAMES, load

MARK = "searched"  # in the cache, when all search bots are there

_compiler: subprocess.Popen[bytes] | None = None


def warm_up(*bots: str) -> None:
    """Use what a game needs before anybody waits for it, so that it is compiled."""
    for name in GAMES:
        state = load(name).start(seed=0)
        for bot in bots:
            view = state.view(state.turn)
            state = state.play(make_bot(bot, 0).choose(view, view.legal))
        _ = state.view(None).data, state.scores


def warm_up_searches() -> None:
    """What the process beside the server does."""
    warm_up("search:2")
    if CACHE:
        (Path(CACHE) / MARK).touch()


@contextmanager
def compiling_beside() -> Iterator[None]:
    """Have the search bots compiled while the server works already, if that was never done."""
    global _compiler  # noqa: PLW0603  # one for the process, as its cache is
    if CACHE and not (Path(CACHE) / MARK).exists():
        _compiler = subprocess.Popen(
            [sys.executable, "-c", "from bauboom.server.warm import warm_up_searches as work; work()"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    try:
        yield
    finally:
        if _compiler is not None:
            _compiler.terminate()
            _compiler.wait()
            _compiler = None


async def searches_are_ready() -> None:
    """Wait until the search bots are compiled, if they just are being."""
    while _compiler is not None and _compiler.poll() is None:
        await asyncio.sleep(0.25)
