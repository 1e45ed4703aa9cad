"""Every registered game as an environment of the libraries that researchers use. Nothing here knows a single game.

An environment's id is `bauboom/<game>-v<version>`. The version counts how often a game's rules, actions or observations
changed in a way that makes results incomparable (`Game.versions` says what changed). One number higher is the same game
with actions that count seats from the own chair: for most games v0 and v1.
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


def env_id(game: Game, is_relative: bool = False) -> str:
    """The id under which a game is known to other libraries; is_relative: with actions from the own chair."""
    return f"bauboom/{game.name}-v{game.version + is_relative}"


def spiel_name(game: Game) -> str:
    """The same for OpenSpiel, where names are words."""
    return f"bauboom_{game.name.replace('-', '_')}"


def env_ids() -> list[str]:
    """The ids of all registered games, in both versions."""
    return [env_id(game, is_relative) for game in load_all() for is_relative in (False, True)]


def whole(name: str, value: Any, least: int) -> int:
    """The value of an argument as a whole number, or OptionError."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or operator.index(value) < least:
        raise OptionError(f"{name} must be a whole number from {least} on, not {str(value)[:40]!r}")
    return operator.index(value)


def version_of(name: str, **options: Any) -> tuple[Game, bool]:
    """The game that an id means, `bauboom/<game>-v<version>` or just `<game>`, and if actions are from the own chair.

    A name without a version means the one with actions as the table counts them.
    """
    if not isinstance(name, str):
        raise OptionError(f"a game is named by a text such as {env_ids()[0]!r}")
    found = re.fullmatch(r"(?:bauboom/)?([a-z-]+?)(?:-v(\d+))?", name)
    game = load(found[1] if found else name, **options)
    version = int(found[2]) if found and found[2] else game.version
    if version not in (game.version, game.version + 1):
        raise OptionError(
            f"there is no {name} here; this version of Bauboom has {env_id(game)} and {env_id(game, is_relative=True)}"
        )
    return game, version > game.version
