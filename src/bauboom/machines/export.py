"""Writing a game's library into a folder: all of it or nothing."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bauboom.core.game import Game, OptionError

from .foundry import GENERIC, MACHINES, this_machine


def machine_of(target: str, machine: str | None) -> str:
    """The machine that somebody means; OptionError says which there are."""
    natives = [name for name in MACHINES if name not in ("wasm", "ptx")]
    if target in ("wasm", "ptx") and machine is None:
        return target
    if target != "c":
        raise OptionError("--target is wasm or ptx, without --machine, or c")
    found = machine or this_machine()
    if found not in natives:
        raise OptionError(f"there is no library for {found[:40]!r}; --machine can be {', '.join(natives)}")
    return found


def export(
    game: Game, machine: str, out: Path, force: bool = False, step: Callable[[str], Any] = lambda _: None
) -> None:
    """Write library, schema and example into a folder; `step` is told of every function that is done."""
    if find_spec("ziglang") is None and not MACHINES[machine].is_gpu:
        raise OptionError("export needs a linker: pip install 'bauboom[machines]'")
    out = out.resolve()
    if out.exists() and not out.is_dir():
        raise OptionError(f"{out} is not a folder")
    if out.exists() and any(out.iterdir()):
        if not force:
            raise OptionError(f"{out} is not empty; name another folder, or add --force to replace a library")
        if not is_library(out):
            raise OptionError(f"{out} holds something else than a library; name another folder")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as place:
        made, old = Path(place) / "made", Path(place) / "old"
        made.mkdir()
        _compile(game, machine, made, step)
        if out.exists():
            os.replace(out, old)
        try:
            os.replace(made, out)
        except OSError:
            if old.exists():
                os.replace(old, out)
            raise


def is_library(folder: Path) -> bool:
    """Whether a folder holds what was exported earlier, and nothing but that."""
    try:
        schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
        known = {"schema.json", schema["library"], f"{schema['game']}.h", "play.mjs", "play.c", "play.py"}
        return str(schema["format"]).startswith("bauboom-library/") and {p.name for p in folder.iterdir()} <= known
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _compile(game: Game, machine: str, folder: Path, step: Callable[[str], Any]) -> None:
    """In a process of its own: what Numba compiles for, it must be told before it is imported."""
    command = [sys.executable, "-m", "bauboom.machines.foundry", game.name, machine, str(folder)]
    with tempfile.TemporaryFile("w+") as complaints, _termination_as_exit():
        process = subprocess.Popen(
            command,
            env=os.environ | GENERIC,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            start_new_session=True,  # the linker goes with it
        )
        try:
            assert process.stdout is not None
            for line in process.stdout:
                step(line.strip())
            process.wait()
        except BaseException:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
            raise
        finally:
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
        complaints.seek(0)
        said = complaints.read().strip()
    if process.returncode:
        raise OptionError(f"the library could not be made: {said[-600:] or 'no reason was given'}")


@contextmanager
def _termination_as_exit() -> Iterator[None]:
    """Clean up when the program is asked to end."""

    def leave(*_: Any) -> None:
        sys.exit(143)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
