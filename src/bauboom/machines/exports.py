"""What a game's library offers: to every machine, to those that think with it, and to Python."""

from collections.abc import Iterator
from importlib import import_module

from bauboom.core.door import DOORS, Door
from bauboom.core.game import Game

EVERYWHERE = ("bauboom.core.doors",)  # for GPUs, too
SHOWING = ("bauboom.core.sheet",)
THINKING = tuple(f"bauboom.bots.{name}" for name in ("simple", "taste", "search", "judge"))
LEARNING = ("bauboom.adapters.steps", "bauboom.training.positions")  # for learners, on GPUs or by Python
PYTHON = (
    "bauboom.core.possible",
    "bauboom.core.batch",
    "bauboom.core.perft",
    "bauboom.arena.simulate",
    "bauboom.arena.balance",
    "bauboom.arena.fortune",
    "bauboom.adapters.vector",
    "bauboom.benchmark",
)


def doors_of(*modules: str) -> Iterator[Door]:
    """The doors that these modules have."""
    for name in modules:
        import_module(name)
    yield from (door for door in DOORS if door.py_func.__module__ in modules)


def doors_for(machine: str) -> list[Door]:
    """What a library exported for a machine offers, for every game the same."""
    return list(doors_of(*EVERYWHERE, *(LEARNING if machine == "ptx" else (*SHOWING, *THINKING))))


def doors_for_python(game: Game) -> list[Door]:
    """All doors that Python goes through with a game: those of its own folder, too."""
    own = {door.py_func.__module__ for door in DOORS if door.py_func.__module__.startswith(game.package + ".")}
    return list(doors_of(*EVERYWHERE, *SHOWING, *THINKING, *LEARNING, *PYTHON, *sorted(own)))
