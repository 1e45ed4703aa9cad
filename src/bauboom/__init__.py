"""Bauboom: the skyscraper games, to play, to study and to research with."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.action import UnknownAction
    from .core.batch import Batch
    from .core.errors import LibraryError, OptionError
    from .core.game import Game
    from .core.record import Record, RecordError
    from .core.state import IllegalAction, State, View
    from .games import GAMES, load, read_records, registered

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "Batch",
    "Game",
    "IllegalAction",
    "LibraryError",
    "OptionError",
    "Record",
    "RecordError",
    "State",
    "UnknownAction",
    "View",
    "load",
    "read_records",
    "registered",
]
_HOMES = {
    "core.action": ("UnknownAction",),
    "core.batch": ("Batch",),
    "core.errors": ("LibraryError", "OptionError"),
    "core.game": ("Game",),
    "core.record": ("Record", "RecordError"),
    "core.state": ("IllegalAction", "State", "View"),
    "games": ("GAMES", "load", "read_records", "registered"),
}


def __dir__() -> list[str]:
    return [*__all__, *globals()]


def __getattr__(name: str) -> Any:
    """What a command does not need costs it no time: `bauboom --help` imports no NumPy."""
    if name in ("adapters", "analysis", "arena", "bots", "core", "machines"):
        return import_module(f"bauboom.{name}")
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"bauboom.{module}"), name)
    raise AttributeError(f"module 'bauboom' has no attribute {name!r}")
