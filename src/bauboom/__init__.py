"""Bauboom: the skyscraper games, to play, to study and to research with."""

from .core.action import UnknownAction
from .core.game import Game, OptionError
from .core.record import Record, RecordError
from .core.state import IllegalAction, State, View
from .games import GAMES, load, read_records

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "Game",
    "IllegalAction",
    "OptionError",
    "Record",
    "RecordError",
    "State",
    "UnknownAction",
    "View",
    "load",
    "read_records",
]
