"""The games: those that live here, and those that other packages register.

A game of our own is a folder and a word in GAMES. Another package has an entry point for each of its games, in the
group `bauboom.games`; it is looked for when it is needed, and imported when it is played.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from bauboom.core.errors import OptionError, UserError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from bauboom.core.game import Game
    from bauboom.core.record import Record

GAMES = ("manhattan", "hoch-hinaus", "gratte-ciel")
GROUP = "bauboom.games"
NAME = re.compile("[a-z]+(-[a-z]+)*")  # as it stands in addresses and in the names of files

logger = logging.getLogger(__name__)


def read_records(path: str | Path) -> Iterator[Record]:
    """The records of a file, one at a time, packed by gzip or not; RecordError for one that cannot be read."""
    import gzip

    from bauboom.core.record import Record, RecordError, lines

    with gzip.open(path, "rb") if Path(path).suffix == ".gz" else open(path, "rb") as file:
        for _, line in lines(cast("BinaryIO", file)):
            if isinstance(line, RecordError):
                raise line
            yield Record.decode(line, load)


def registered() -> tuple[str, ...]:
    """The names of all games, ours first."""
    return (*GAMES, *sorted(_outside()))


def load(name: str, **options: Any) -> Game:
    """A game by its name, with its options; those not given have their defaults."""
    if name in GAMES:
        game: Game = import_module(f"bauboom.games.{name.replace('-', '_')}").GAME
    elif name in _outside():
        game = _imported(_outside()[name])
    else:
        raise OptionError(f"there is no game {name[:40]!r}; there is {', '.join(registered())}")
    return game.with_options(options)


@cache
def load_all() -> tuple[Game, ...]:
    """All games. Another package's game that cannot be loaded is left out, and one line says why."""
    return tuple(_without_faulty(registered(), load))


@cache
def playable() -> tuple[Game, ...]:
    """The same, but those whose libraries are not ready are left out, too. Ours must be."""
    from bauboom.core import library

    def readied(game: Game) -> Game:
        library.ready(game)
        return game

    games = {game.name: game for game in load_all()}
    return tuple(_without_faulty(games, lambda name: readied(games[name])))


def _without_faulty(names: Iterable[str], get: Callable[[str], Game]) -> Iterator[Game]:
    for name in names:
        try:
            yield get(name)
        except UserError as error:
            if name in GAMES:
                raise
            logger.warning("%s is left out: %s", name, error)


@cache
def _outside() -> dict[str, EntryPoint]:
    """The games of other packages by name. One whose name cannot be used is left out, and one line says why."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        why = ""
        if not NAME.fullmatch(point.name):
            why = "a game's name has small letters, and hyphens between them"
        elif point.name in GAMES:
            why = "Bauboom has a game of that name itself"
        elif point.name in found and point.value != found[point.name].value:
            why = f"{_package(found[point.name])} has a game of that name, too"
        if why:
            logger.warning("%s of %s is no game here: %s", repr(point.name)[:60], _package(point), why)
        else:
            found[point.name] = point
    return found


def _package(point: EntryPoint) -> str:
    return f"the package {point.dist.name}" if point.dist else point.value


def _imported(point: EntryPoint) -> Game:
    """The game of an entry point; OptionError names its package if it is not one."""
    from bauboom.core.game import Game

    try:
        game = point.load()
        if not isinstance(game, Game):
            raise TypeError(f"{point.value} is no Game")
        if game.name != point.name:
            raise ValueError(f"the game calls itself {game.name}")
        if not hasattr(sys.modules[game.package], "__path__"):
            raise ValueError(f"{game.package} is a module; a game needs a folder for its files")
    except (Exception, SystemExit) as error:  # whatever is wrong in there is not ours
        said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        raise OptionError(f"{point.name}, a game of {_package(point)}, cannot be loaded ({said})") from None
    return game
