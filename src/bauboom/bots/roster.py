"""Which bots there are, by name."""

from __future__ import annotations

import os
import re
from functools import partial
from typing import TYPE_CHECKING

from bauboom.core.errors import OptionError

from .simple import SIMPLE, Bot, KernelBot
from .taste import CHARACTERS, TastefulBot

if TYPE_CHECKING:
    from pathlib import Path

    from .search import SearchBot

LEVELS = ("level1", "level2", "level3", "level4", "level5", "level6")  # from beginner to expert
BOTS = ("random", "greedy", *LEVELS, "search")
BUDGETS = {"level6": "1s", "search": "1s"}  # of thought, for each decision; of the others `usual_simulations` says it
WITHOUT_NETWORK = "level4"  # more thought alone would not make the next level better; a network does
HINTER = "level4"  # says what it would do; a network would judge the positions of beginners wrongly (docs/analysis.md)
BUDGETED = ("search", WITHOUT_NETWORK)  # after a colon: how long to think
BUDGET = re.compile(r"(\d{1,7})(|ms|s)")


def parted(name: str) -> tuple[str, str]:
    """A bot's name without its character, and the character: "level3/otis" is level3 and otis. "" is none."""
    plain, _, character = name.partition("/")
    return plain, character


def check_bot(name: str) -> None:
    """Raise an OptionError that lists the bots, unless there is one of this name."""
    plain, character = parted(name)
    kind, colon, budget = plain.partition(":")
    known = (
        f"there is {', '.join(BOTS)}, and search:200ms, search:1s or search:500 (simulations), "
        f"without a network {WITHOUT_NETWORK}:1s"
    )
    if kind not in BOTS or (colon and kind not in BUDGETED):
        raise OptionError(f"there is no bot {name[:40]!r}; {known}")
    if plain != name and (character not in CHARACTERS or kind == "random"):
        characters = ", ".join(CHARACTERS)
        raise OptionError(f"there is no bot {name[:40]!r}; {known}; all but random can be {characters}: level3/otis")
    if colon and ((match := BUDGET.fullmatch(budget)) is None or not int(match[1])):
        raise OptionError(f"{budget[:40]!r} is no time to think; {known}")


def is_timed(name: str) -> bool:
    """Whether a bot thinks for a time, and so plays better on a faster machine and never twice the same."""
    plain = parted(name)[0]
    return (plain.partition(":")[2] or BUDGETS.get(plain, "")).endswith("s")


def make_bot(name: str, seed: int | None = None, threads: int | None = None) -> Bot:
    """A bot by its name. A bot with a time to think uses `threads` cores, or all of them if that is None."""
    check_bot(name)
    plain, character = parted(name)
    kind, _, budget = plain.partition(":")
    if kind in SIMPLE:
        return TastefulBot(name, kind, character, seed) if character else KernelBot(name, seed)
    budget = budget or BUDGETS.get(kind, "")
    return search_bot(budget, seed, threads, name, has_network=kind != WITHOUT_NETWORK, character=character)


def search_bot(
    budget: str,
    seed: int | None = None,
    threads: int | None = None,
    name: str = "search",
    has_network: bool = True,
    character: str = "",
    network: Path | None = None,
) -> SearchBot:
    """A bot that searches for a time ("1s", "200ms"), for a number of simulations ("500"), or as a game says ("")."""
    from .search import SearchBot  # simple bots need none of it, and should not wait for it

    make = partial(SearchBot, name, seed=seed, has_network=has_network, character=character, network=network)
    if not budget:
        return make()
    match = BUDGET.fullmatch(budget)
    assert match is not None
    number, unit = int(match[1]), match[2]
    if not unit:
        return make(simulations=number)
    return make(seconds=number / (1000 if unit == "ms" else 1), threads=threads or os.cpu_count() or 1)
