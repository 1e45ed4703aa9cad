"""Writing a game's library into a folder: all of it or nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bauboom.core.errors import OptionError
from bauboom.core.folder import new_folder
from bauboom.core.game import Game
from bauboom.core.library import this_machine

from . import NATIVE
from .workshop import cast, check_tools


def machine_of(target: str, machine: str | None) -> str:
    """The machine that somebody means; OptionError says which there are."""
    if target in ("wasm", "ptx") and machine is None:
        return target
    if target != "c":
        raise OptionError("--target is wasm or ptx, which take no --machine, or c")
    found = machine or this_machine()
    if found not in NATIVE:
        raise OptionError(f"there is no library for {found[:40]!r}; --machine can be {', '.join(NATIVE)}")
    return found


def export(
    game: Game, machine: str, out: Path, force: bool = False, step: Callable[[str], Any] = lambda _: None
) -> None:
    """Write library, schema and example into a folder; `step` is told of every function that is done."""
    check_tools()
    with new_folder(out, "library", is_library, force) as made:
        cast([["export", game.name, str(made), machine]], step)


def is_library(folder: Path) -> bool:
    """Whether a folder holds what was exported earlier, and nothing but that."""
    try:
        schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
        known = {"schema.json", schema["library"], f"{schema['game']}.h", "play.mjs", "play.c", "play.py"}
        return str(schema["format"]).startswith("bauboom-library/") and {p.name for p in folder.iterdir()} <= known
    except (OSError, ValueError, KeyError, TypeError):
        return False
