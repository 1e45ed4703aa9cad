"""The libraries of the rules, one per game, made ahead of time for this machine: where they are, and whether they fit.

`bauboom build` (machines/) makes them; wheels bring them along. Beside a library lies its stamp, a JSON file.
"""

import ctypes
import hashlib
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import LibraryError

if TYPE_CHECKING:
    from .door import Door
    from .game import Game

FORMAT = "bauboom-python/1"  # what Python expects of a library
PACKAGE = Path(__file__).resolve().parents[1]
OURS = PACKAGE / "native"
ENDING = {"linux": "so", "macos": "dylib", "windows": "dll"}


def this_machine() -> str:
    """The name of the machine that this program runs on."""
    system = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    processor = {"amd64": "x86_64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine().lower())
    return f"{system}-{processor}"


def file_name(game: str, machine: str) -> str:
    return f"{game}.{ENDING.get(machine.partition('-')[0], 'so')}"


def places() -> list[Path]:
    """Where libraries may be: in the package, or where a user made them who may not write there."""
    key = hashlib.sha256(os.fsencode(PACKAGE)).hexdigest()[:12]  # versions side by side do not meet
    home = os.environ.get("BAUBOOM_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        return [OURS, Path(home or Path.home() / ".cache") / "bauboom" / key]
    except RuntimeError:  # there is no home
        return [OURS]


def place_to_build() -> Path:
    """The first place that this user may write to."""
    for place in places():
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                return place
        except OSError:
            continue
    raise LibraryError(f"no place to write a library to: neither {' nor '.join(map(str, places()))}")


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fault(place: Path, game: str) -> str:
    """Why the library of a game in a place cannot be used; nothing if it can."""
    stamp_file = place / f"{game}.json"
    if not stamp_file.exists():
        return f"{game} has no library in {place}"
    try:
        stamp = json.loads(stamp_file.read_text(encoding="utf-8"))
        made_for, made_by, file = stamp["machine"], stamp["format"], place / stamp["library"]
        if made_by != FORMAT:
            return f"{file} is of another version of Bauboom ({made_by}, not {FORMAT})"
        if made_for != this_machine():
            return f"{file} is for {made_for}, and this is {this_machine()}"
        if digest(file) != stamp["sha256"]:
            return f"{file} is damaged"
        for source, known in stamp["sources"].items():
            if digest(PACKAGE / source) != known:
                return f"{file} was made before {source} changed"
    except FileNotFoundError as error:
        return f"{stamp_file} does not fit this version of Bauboom: there is no {error.filename}"
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return f"{stamp_file} cannot be read ({error})"
    return ""


@cache
def _loaded(game: str) -> tuple[ctypes.CDLL, ctypes.PyDLL]:
    """The library twice: the second holds Python's lock during a call, which makes short ones quicker."""
    faults = []
    for place in places():
        found = fault(place, game)
        if not found:
            try:
                file = str(place / file_name(game, this_machine()))
                loaded = ctypes.CDLL(file), ctypes.PyDLL(file)
            except OSError as error:
                found = f"{place / file_name(game, this_machine())} cannot be loaded ({error})"
            else:
                # NumPy keeps the address and the lengths of an array right behind the head that every object has
                ctypes.c_int64.in_dll(loaded[0], "head").value = object.__basicsize__
                return loaded
        faults.append(found)
    said = next((text for text in faults if "has no library in" not in text), faults[0])
    raise LibraryError(f"{said}; make it anew with: bauboom build {game}")


def ready(game: "Game") -> None:
    """Load a game's library now; LibraryError, if that cannot be done."""
    _loaded(game.name)


def function(game: "Game", door: "Door") -> Callable[..., Any]:
    """A door to a game's library. Arrays are passed as they are; the library finds their numbers itself."""
    numbers = {int: ctypes.c_int64, float: ctypes.c_double}
    free, holding = _loaded(game.name)
    native = getattr(free if door.is_busy else holding, door.name)
    native.argtypes = [numbers.get(kind, ctypes.py_object) for _, kind in door.arguments]
    native.restype = numbers.get(door.returned)
    run: Callable[..., Any] = native
    return run
