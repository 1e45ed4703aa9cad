"""The games that live here. A new game is a folder and one line in this list."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauboom.core.errors import OptionError

if TYPE_CHECKING:
    from bauboom.core.game import Game
    from bauboom.core.record import Record

GAMES = ("manhattan", "hoch-hinaus", "gratte-ciel")


def read_records(path: str | Path) -> Iterator[Record]:
    """The records of a file, one at a time; RecordError for one that cannot be read."""
    from bauboom.core.record import Record, RecordError, lines

    with open(path, "rb") as file:
        for _, line in lines(file):
            if isinstance(line, RecordError):
                raise line
            yield Record.decode(line, load)


def load(name: str, **options: Any) -> Game:
    """A game by its name, with its options; those not given have their defaults."""
    if name not in GAMES:
        raise OptionError(f"there is no game {name[:40]!r}; there is {', '.join(GAMES)}")
    game: Game = import_module(f"bauboom.games.{name.replace('-', '_')}").GAME
    return game.with_options(options)
