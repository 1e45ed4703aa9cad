"""What a page needs to play by itself: each game's library with a description, the rules in words, a network.

The files have their content in their names; `games.json` names them all. A server and a folder for any host of static
files offer the same.
"""

import functools
import hashlib
import logging
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any

import msgspec
import numpy as np

from bauboom.bots.forecast import weights_of
from bauboom.bots.judge import weigh
from bauboom.bots.network import kept
from bauboom.bots.roster import BUDGETS, HINTER, LEVELS, WITHOUT_NETWORK
from bauboom.bots.search import grow, play_to_the_end, style_of, usual_simulations
from bauboom.bots.simple import SIMPLE
from bauboom.bots.taste import CHARACTERS, SELDOM, TOLERANCE, taste_of
from bauboom.core import dice, engine, library, sheet
from bauboom.core.game import Game
from bauboom.core.lesson import FILE as LESSONS
from bauboom.core.schema import description
from bauboom.games import GAMES, playable

from .description import of_seats, seat_counts, told
from .puzzles import INDEX as INDEX_OF_PUZZLES
from .puzzles import files_of as puzzles_of
from .wrappers import c_arguments

logger = logging.getLogger(__name__)

FORMAT = "bauboom-page/2"
INDEX = "games.json"
DIGITS = string.digits + string.ascii_lowercase
SEARCHING = (grow, play_to_the_end, weigh)  # what a page calls with more arguments than it knows by heart


@dataclass(frozen=True)
class Parts:
    """A game's files by name, and what the page's list of games says of it."""

    files: Mapping[str, bytes]
    line: Mapping[str, Any]


@functools.cache
def parts_of(game: Game) -> Parts:
    files: dict[str, bytes] = {}

    def add(stem: str, ending: str, data: bytes) -> str:
        name = f"{stem}-{hashlib.sha256(data).hexdigest()[:12]}.{ending}"
        files[name] = data
        return name

    module = library.for_pages(game)
    files[module.name] = module.read_bytes()
    network = _network(game)
    thinking = add(game.name, "bin", network) if network else None
    puzzles = puzzles_of(game)
    if puzzles:
        index = msgspec.json.decode(puzzles.pop(INDEX_OF_PUZZLES))
        index["files"] = [add(f"{game.name}.puzzles", "bin", puzzles[name]) for name in index["files"]]
    described = msgspec.json.encode(_description(game, module.name, thinking) | {"rules": rules_hash(game)})
    line = {
        "game": game.name,
        "title": game.title,
        "rules": rules_hash(game),
        "variants": [dict(options) for options in game.variants],
        "languages": game.languages,
        "material": game.custom.key if game.custom else None,
        "bots": list(LEVELS),
        "description": add(game.name, "json", described),
        "library": module.name,
        "network": thinking,
        "puzzles": add(f"{game.name}.puzzles", "json", msgspec.json.encode(index)) if puzzles else None,
        "texts": {
            language: add(f"{game.name}.{language}", "md", game.rules(language).encode()) for language in game.languages
        },
    }
    return Parts(files, line)


@functools.cache
def rules_hash(game: Game) -> str:
    """What a page must agree about with a server before it reads its rows."""
    described = msgspec.json.encode(_description(game, "", None))
    return hashlib.sha256(library.for_pages(game).name.encode() + described).hexdigest()[:12]


def files() -> dict[str, bytes]:
    """All files by name."""
    parts = list(_without_faulty(playable()))
    found = {name: data for part in parts for name, data in part.files.items()}
    return found | {INDEX: msgspec.json.encode([part.line for part in parts])}


def _without_faulty(games: Iterable[Game]) -> Iterator[Parts]:
    """Of each game its parts. Another package's game that has faulty ones must not take the others' pages away."""
    for game in games:
        try:
            yield parts_of(game)
        except Exception:
            if game.name in GAMES:
                raise
            logger.exception("%s is left out of the page", game.name)


def _searching(game: Game, level: str) -> dict[str, Any]:
    """How much a bot that searches thinks, and whether a network helps it."""
    has_network = level != WITHOUT_NETWORK
    return {"budget": BUDGETS.get(level, str(usual_simulations(game, has_network))), "network": has_network}


def _description(game: Game, module: str, network: str | None) -> dict[str, Any]:
    """All that a page must know to use a game's library."""
    lessons = game.folder / LESSONS
    return {
        **{"format": FORMAT, "game": game.name, "title": game.title, "library": module},
        **{"chance": engine.CHANCE, "over": engine.OVER, "spectator": engine.SPECTATOR, "referee": sheet.REFEREE},
        **{"nothing": sheet.NOTHING, "words": dice.WORDS, "row": game.dtype.itemsize, "lengths": game.lengths},
        "functions": {
            door.__name__: {place: told(kind, game.lengths) for place, kind in c_arguments(door)} for door in SEARCHING
        },
        "variants": [dict(variant) for variant in game.variants],
        "decisions": game.space.decisions,
        "actions": _actions(game),
        "sheets": {name: description(getattr(game.sheets, name)) for name in ("view", "event", "reason")},
        "joined": sorted(game.showing.joined_kinds),
        "weights": {seats: weights_of(of_seats(game, seats)).tolist() for seats in seat_counts(game)},
        "style": style_of(game, has_network=False)._asdict(),
        "bots": {
            level: {"simple": SIMPLE[level]} if level in SIMPLE else _searching(game, level)
            for level in ("random", *LEVELS)
        },
        "tastes": {
            character: taste.tolist() for character in CHARACTERS if (taste := taste_of(game, character)) is not None
        },
        "liking": {"tolerance": TOLERANCE, "seldom": SELDOM},
        "hint": _searching(game, HINTER),
        "network": None
        if network is None
        else {
            "file": network,
            "style": style_of(game)._asdict(),
            "arrays": [[name, array.dtype.name, list(array.shape)] for name, array in kept(game).items()],
        },
        "lessons": msgspec.json.decode(lessons.read_bytes()) if lessons.exists() else [],
    }


def _actions(game: Game) -> list[dict[str, list[Any]]]:
    """All actions by id, those with the same fields together: a column for each field, which packs well."""
    rows = [{"text": str(action), **msgspec.to_builtins(action)} for action in game.space.actions]
    alike = ((fields, list(some)) for fields, some in groupby(rows, tuple))
    columns = [{field: [row[field] for row in some] for field in fields} for fields, some in alike]
    return [column | {"text": list(_in_short(column["text"]))} for column in columns]


def _in_short(texts: Iterable[str]) -> Iterator[str]:
    """Each text as how many letters it shares with the one before, to the base of 36, and the rest."""
    last = ""
    for text in texts:
        shared = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(last, text[: len(DIGITS) - 1], strict=False))
        )
        yield DIGITS[shared] + text[shared:]
        last = text


def _network(game: Game) -> bytes:
    """What the game's network has learnt, one array after the other."""
    return b"".join(np.ascontiguousarray(array).tobytes() for array in kept(game).values())
