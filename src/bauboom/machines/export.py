"""Writing a game's library into a folder: all of it or nothing."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bauboom.core.game import Game, OptionError

from .foundry import GENERIC, MACHINES, this_machine


def machine_of(target: str, machine: str | None) -> str:
    """The machine that somebody means; OptionError says which there are."""
    natives = [name for name in MACHINES if name != "wasm"]
    if target == "wasm" and machine is None:
        return "wasm"
    if target != "c":
        raise OptionError("--target is wasm (without --machine) or c")
    found = machine or this_machine()
    if found not in natives:
        raise OptionError(f"there is no library for {found[:40]!r}; --machine can be {', '.join(natives)}")
    return found


def export(
    game: Game, machine: str, out: Path, force: bool = False, step: Callable[[str], Any] = lambda _: None
) -> None:
    """Write library, schema and example into a folder; `step` is told of every function that is done."""
    if find_spec("ziglang") is None:
        raise OptionError("export needs a linker: pip install 'bauboom[machines]'")
    if out.exists() and not out.is_dir():
        raise OptionError(f"{out} is not a folder")
    if out.exists() and any(out.iterdir()) and not force:
        raise OptionError(f"{out} is not empty; name another folder, or add --force to replace what is in it")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as place:
        made = Path(place) / "made"
        made.mkdir()
        _compile(game, machine, made, step)
        if out.exists():
            os.replace(out, Path(place) / "old")
        os.replace(made, out)


def _compile(game: Game, machine: str, folder: Path, step: Callable[[str], Any]) -> None:
    """In a process of its own: what Numba compiles for, it must be told before it is imported."""
    command = [sys.executable, "-m", "bauboom.machines.foundry", game.name, machine, str(folder)]
    with subprocess.Popen(
        command, env=os.environ | GENERIC, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            for line in process.stdout:
                step(line.strip())
            said = process.stderr.read()
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise OptionError(f"the library could not be made: {(said.strip() or 'no reason').splitlines()[-1][:400]}")
