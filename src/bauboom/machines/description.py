"""What comes with an exported library: its schema, a header for C, a program that uses it."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bauboom import __version__
from bauboom.bots.forecast import weights_of
from bauboom.bots.search import style_of
from bauboom.core import dice, engine
from bauboom.core.door import Door
from bauboom.core.game import Game
from bauboom.core.kinds import Kind

from .wrappers import c_arguments

FORMAT = "bauboom-library/3"
NAMES = {int: "int64", float: "float64", type(None): "none"}
C_NAMES = {"int32": "int32_t", "int64": "int64_t", "float32": "float", "float64": "double", "bool": "uint8_t"}


def schema(game: Game, doors: Mapping[str, Door]) -> dict[str, Any]:
    """All that a program must know to use the library; offsets and sizes are bytes, numbers little-endian."""
    fields = [
        {"name": name, "offset": offset, "type": kind.base.name, "shape": list(kind.shape)}
        for name, (kind, offset, *_) in (game.dtype.fields or {}).items()
    ]
    return {
        **{"format": FORMAT, "bauboom": __version__, "game": game.name, "rules": game.version},
        **{"chance": engine.CHANCE, "over": engine.OVER, "words": dice.WORDS, "seats": game.lengths["seats"]},
        **{"list": game.list_size, "decisions": game.space.decisions, "lookahead": game.lookahead},
        "row": {"size": game.dtype.itemsize, "fields": fields},
        "functions": {
            name: {
                "returns": NAMES[door.returned],
                "arguments": {place: told(kind, game.lengths) for place, kind in c_arguments(door)},
            }
            for name, door in doors.items()
        },
        "variants": [dict(variant) for variant in game.variants],
        "actions": [str(action) for action in game.space.actions],
        "traits": list(game.traits),
        "style": style_of(game, has_network=False)._asdict(),
        "weights": {seats: weights_of(of_seats(game, seats)).tolist() for seats in seat_counts(game)},
        "observation": [
            {"name": f.name, "shape": list(f.shape), "low": f.low, "high": f.high, "meaning": f.meaning}
            for f in game.features
        ],
    }


def seat_counts(game: Game) -> list[int]:
    return sorted({int(variant["players"]) for variant in game.variants})


def of_seats(game: Game, seats: int) -> Game:
    return game.with_options({"players": seats})


def told(kind: Any, lengths: Mapping[str, int]) -> str:
    """An argument's type in words: int32[1108], float64[?,?] where the caller decides, int64."""
    if not isinstance(kind, Kind):
        return NAMES[kind]
    shape = (lengths[n] if isinstance(n, str) else n for n in kind.shape)
    return f"{kind.item}[{','.join('?' if n is None else str(n) for n in shape)}]"


def header(game: Game, doors: Mapping[str, Door]) -> str:
    """The library for C."""
    small = game.name.replace("-", "_") + "_"
    upper = small.upper()
    numbers = {"CHANCE": engine.CHANCE, "OVER": engine.OVER, "WORDS": dice.WORDS}
    numbers |= {name.upper(): length for name, length in game.lengths.items()}
    lines = [f"/* {game.title}, version {game.version} of its rules, by Bauboom {__version__}: see schema.json */"]
    lines += ["#pragma once", "#include <stdint.h>", "#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    lines += [f"#define {upper}{name} ({number})" for name, number in numbers.items()]
    lines += ["", f"typedef struct {{ uint64_t words[{-(-game.dtype.itemsize // 8)}]; }} {small}row;", ""]
    for name, door in doors.items():
        shown = (f"{c_name(kind, small)}{argument}" for argument, kind in c_arguments(door))
        lines.append(f"{c_name(door.returned, small)}{name}({', '.join(shown)});")
    return "\n".join([*lines, "", "#ifdef __cplusplus", "}", "#endif", ""])


def c_name(kind: Any, prefix: str) -> str:
    if isinstance(kind, Kind):
        return f"{prefix}row *" if kind.item == "row" else f"{C_NAMES[np.dtype(kind.item).name]} *"
    return {int: "int64_t ", float: "double ", type(None): "void "}[kind]


def example(game: Game, name: str) -> str:
    """A program that uses the library; the one in C is about this game."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    if name != "play.c":
        return text
    prefix = game.name.replace("-", "_") + "_"
    known = {"game": game.name, "name": game.title, "players": str(game.seats)}
    known |= {"prefix": prefix, "PREFIX": prefix.upper()}
    return re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], found[0]), text)
