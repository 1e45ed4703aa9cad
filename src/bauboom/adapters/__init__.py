"""Every registered game as an environment of the libraries that researchers use. Nothing here knows a single game.

An environment's id is `bauboom/<game>-v<version>`; the version counts how often a game's rules, actions or observations
changed in a way that makes results incomparable (`Game.versions` says what changed).
"""

import operator
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.games import load, load_all


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import an optional library in this context: if it is missing, one line says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("bauboom"):
            raise
        hint = f"bauboom.adapters.{extra} needs {error.name}, which is not installed: pip install 'bauboom[{extra}]'"
        raise ModuleNotFoundError(hint, name=error.name) from None


def env_id(game: Game) -> str:
    """The id under which a game is known to other libraries."""
    return f"bauboom/{game.name}-v{game.version}"


def spiel_name(game: Game) -> str:
    """The same for OpenSpiel, where names are words."""
    return f"bauboom_{game.name.replace('-', '_')}"


def env_ids() -> list[str]:
    """The ids of all registered games."""
    return [env_id(game) for game in load_all()]


def whole(name: str, value: Any, least: int) -> int:
    """The value of an argument as a whole number, or OptionError."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or operator.index(value) < least:
        raise OptionError(f"{name} must be a whole number from {least} on, not {str(value)[:40]!r}")
    return operator.index(value)


def game_of(name: str, **options: Any) -> Game:
    """The game that an id means, `bauboom/<game>-v<version>` or just `<game>`, with its options."""
    if not isinstance(name, str):
        raise OptionError(f"a game is named by a text such as {env_ids()[0]!r}")
    found = re.fullmatch(r"(?:bauboom/)?([a-z-]+?)(?:-v(\d+))?", name)
    game = load(found[1] if found else name, **options)
    if found and found[2] and int(found[2]) != game.version:
        raise OptionError(f"there is no {name} here; this version of Bauboom has {env_id(game)}")
    return game
