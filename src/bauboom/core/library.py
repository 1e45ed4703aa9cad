"""The libraries of the rules, one per game, made ahead of time for this machine: where they are, and whether they fit.

`bauboom build` (machines/) makes them; wheels bring them along. A game's stamp, a JSON file, names its library.
"""

import ctypes
import hashlib
import json
import os
import platform
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import LibraryError

if TYPE_CHECKING:
    from .door import Door
    from .game import Game

FORMAT = "bauboom-python/2"  # what Python expects of a library
PACKAGE = Path(__file__).resolve().parents[1]
OURS = PACKAGE / "native"
PROCESSORS = {"amd64": "x86_64", "aarch64": "arm64"}  # by the names that some systems have for them
ENDING = {"linux": "so", "macos": "dylib", "windows": "dll", "wasm": "wasm"}
OTHERS = 0o022  # the rights of a group, or of everybody, to write


def this_machine() -> str:
    """The name of the machine that this program runs on."""
    system = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    # on Windows a program may be made for another processor than the machine has
    processor = sysconfig.get_platform().rpartition("-")[2] if system == "windows" else platform.machine().lower()
    return f"{system}-{PROCESSORS.get(processor, processor)}"


def file_name(game: str, machine: str, digest: str) -> str:
    """What a library is called: another one has another name, and never replaces what a program uses."""
    return f"{game}-{digest[:12]}.{ENDING.get(machine.partition('-')[0], 'so')}"


def is_ours(game: "Game") -> bool:
    """Whether a game lives in this package; others come with packages of their own."""
    return game.folder.resolve().is_relative_to(PACKAGE)


def places(game: "Game") -> list[Path]:
    """Where the library of a game may be: in its package, or where a user made it who may not write there."""
    own = OURS if is_ours(game) else game.folder.resolve() / "native"
    # versions side by side do not meet
    key = hashlib.sha256(os.fsencode(PACKAGE) + (b"" if is_ours(game) else os.fsencode(own))).hexdigest()[:12]
    named = [os.environ.get(name, "") for name in ("BAUBOOM_CACHE", "XDG_CACHE_HOME")]
    for home in (*named, "~/.cache"):
        path = Path(os.path.expanduser(home))
        if home and path.is_absolute():  # one that depends on where a program is started could be anybody's
            return [own, path / "bauboom" / key]
    return [own]


def place_to_build(game: "Game") -> Path:
    """The first place that this user may write to."""
    for place in places(game):
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.mkdir(mode=0o755, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                return place
        except OSError:
            continue
    raise LibraryError(f"no place to write a library to: neither {' nor '.join(map(str, places(game)))}")


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fault(place: Path, game: "Game") -> str:
    """Why the library of a game in a place cannot be used; nothing if it can."""
    stamp_file = place / f"{game.name}.json"
    try:
        if not stamp_file.is_file():
            return f"{game.name} has no library in {place}"
        stamp = json.loads(stamp_file.read_text(encoding="utf-8"))
        made_for, made_by, file = stamp["machine"], stamp["format"], place / stamp["library"]
        if made_by != FORMAT:
            return f"{file} is of another version of Bauboom ({made_by}, not {FORMAT})"
        if made_for != this_machine():
            return f"{file} is for {made_for}, and this is {this_machine()}"
        named = file_name(game.name, made_for, stamp["sha256"])
        if stamp["game"] != game.name or file.name != named or file.parent != place:
            return f"{stamp_file} belongs to another library"
        page = place / stamp["page"]
        files = (place, stamp_file, file, page)
        if place != places(game)[0] and hasattr(os, "getuid") and not all(map(_is_own, files)):
            return f"{place} has libraries that others may have put there"
        if digest(file) != stamp["sha256"]:
            return f"{file} is damaged"
        if page.parent != place or page.name != file_name(game.name, "wasm", digest(page)):
            return f"{page} is damaged"
        for folder, sources in ((PACKAGE, stamp["sources"]), (game.folder, stamp["own"])):
            for source, known in sources.items():
                if digest(folder / source) != known:
                    return f"{file} was made before {source} changed"
    except FileNotFoundError as error:
        return f"{stamp_file} speaks of {error.filename}, which is not there"
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        return f"{stamp_file} cannot be read ({error})"
    return ""


def _is_own(path: Path) -> bool:
    """Whether nobody else could have written a file or a folder."""
    status = path.stat()
    return status.st_uid in (0, os.getuid()) and not status.st_mode & OTHERS


def for_pages(game: "Game") -> Path:
    """The library of a game that a page uses."""
    faults = []
    for place in places(game):
        found = fault(place, game)
        if not found:
            name: str = json.loads((place / f"{game.name}.json").read_text(encoding="utf-8"))["page"]
            return place / name
        faults.append(found)
    raise _missing(game, faults)


def _missing(game: "Game", faults: list[str]) -> LibraryError:
    said = next((text for text in faults if "has no library in" not in text), faults[0])
    return LibraryError(f"{said}; to make it anew: pip install 'bauboom[machines]', then bauboom build {game.name}")


@cache
def _loaded(package: str) -> tuple[ctypes.CDLL, ctypes.PyDLL]:
    """A game's library twice: the second holds Python's lock during a call, which makes short ones quicker."""
    game, faults = sys.modules[package].GAME, []
    for place in places(game):
        found = fault(place, game)
        if not found:
            file = place / json.loads((place / f"{game.name}.json").read_text(encoding="utf-8"))["library"]
            try:
                loaded = ctypes.CDLL(str(file)), ctypes.PyDLL(str(file))
                # NumPy keeps the address and the lengths of an array right behind the head that every object has
                ctypes.c_int64.in_dll(loaded[0], "head").value = object.__basicsize__
                return loaded
            except (OSError, ValueError) as error:
                found = f"{file} cannot be loaded ({error})"
        faults.append(found)
    raise _missing(game, faults)


def ready(game: "Game") -> None:
    """Load a game's library now; LibraryError, if that cannot be done."""
    _loaded(game.package)


def function(game: "Game", door: "Door") -> Callable[..., Any]:
    """A door to a game's library. Arrays are passed as they are; the library finds their numbers itself."""
    numbers = {int: ctypes.c_int64, float: ctypes.c_double}
    free, holding = _loaded(game.package)
    try:
        native = getattr(free if door.is_busy else holding, door.name)
    except AttributeError:
        text = f"the library of {game.name} has no {door.name}; make it anew with: bauboom build {game.name} --force"
        raise LibraryError(text) from None
    native.argtypes = [numbers.get(kind, ctypes.py_object) for _, kind in door.arguments]
    native.restype = numbers.get(door.returned)
    run: Callable[..., Any] = native
    return run
