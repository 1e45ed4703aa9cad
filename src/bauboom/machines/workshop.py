"""Running the foundry: in processes of its own, because what Numba compiles for, it must be told before it is imported.

Whatever ends a run, by Ctrl-C or by an error, ends its processes, and leaves nothing half made.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bauboom.core import library
from bauboom.core.errors import OptionError
from bauboom.core.game import Game

from . import NATIVE

# for no machine in particular, and without a date, whatever the surroundings say: the same sources, the same library
GENERIC = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_JIT": "0"}
GENERIC |= {"SOURCE_DATE_EPOCH": "0"}
Step = Callable[[str], Any]  # is told of every function that is done


def check_tools() -> None:
    """OptionError, unless everything is there that makes libraries."""
    missing = [package for package in ("numba", "ziglang") if find_spec(package) is None]
    if missing:
        raise OptionError(f"making a library needs {' and '.join(missing)}: pip install 'bauboom[machines]'")


def needing(games: Sequence[Game], force: bool = False) -> list[Game]:
    """Of these games, those whose libraries for Python here are not as they should be; or all."""
    return [game for game in games if force or all(library.fault(place, game) for place in library.places(game))]


def build(games: Sequence[Game], step: Step = lambda _: None) -> list[Path]:
    """Make the libraries that Python uses here; return their files."""
    if not games:
        return []
    check_tools()
    machine = library.this_machine()
    if machine not in NATIVE:
        raise OptionError(f"libraries can be made for {', '.join(NATIVE)}, and this is {machine}")
    places = {game.name: library.place_to_build(game) for game in games}
    with ExitStack() as stack:
        folders = {place: stack.enter_context(_making(place)) for place in set(places.values())}
        cast([["build", game.name, folders[places[game.name]], machine] for game in _longest_first(games)], step)
        return [_put(Path(folders[place]) / machine, place, name) for name, place in places.items()]


def _making(place: Path) -> tempfile.TemporaryDirectory[str]:
    """A folder to make libraries in, beside where they go; what an earlier run left is removed."""
    for left in place.glob(".making.*"):  # by a machine that was switched off
        if left.stat().st_mtime < time.time() - 3600:
            shutil.rmtree(left, ignore_errors=True)
    return tempfile.TemporaryDirectory(dir=place, prefix=".making.")


def _put(made: Path, place: Path, game: str) -> Path:
    """Move a library to its place. Whoever looks meanwhile finds the old one or the new one, each with its stamp."""
    stamp = made / f"{game}.json"
    said = json.loads(stamp.read_text(encoding="utf-8"))
    names: tuple[str, str] = said["library"], said["page"]
    for name in names:
        os.replace(made / name, place / name)
    os.replace(stamp, place / stamp.name)
    for old in place.glob(f"{game}-*.*"):
        if old.name.removesuffix(".br") not in names:
            with suppress(OSError):  # in use, where that keeps it from being deleted
                old.unlink()
    return place / names[0]


def build_for(games: Sequence[Game], machines: Sequence[str], folder: Path, step: Step = lambda _: None) -> None:
    """Make the libraries of other machines, into a folder for each."""
    check_tools()
    folder = folder.resolve()
    with tempfile.TemporaryDirectory(dir=folder, prefix=".making.") as place:
        cast([["build", game.name, place, *machines] for game in _longest_first(games)], step)
        for machine in machines:
            shutil.rmtree(folder / machine, ignore_errors=True)
            os.replace(Path(place) / machine, folder / machine)


def _longest_first(games: Sequence[Game]) -> list[Game]:
    return sorted(games, key=lambda game: -(game.folder / "rules.py").stat().st_size)


def cast(jobs: Sequence[Sequence[str]], step: Step) -> None:
    """Run the foundry with these arguments, several at a time."""
    running: set[subprocess.Popen[str]] = set()
    ending = threading.Event()
    workers = 1 + (os.cpu_count() or 1)  # one more than there is room for: or the last job has the machine to itself
    with _termination_as_exit(), ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(_run, job, step, running, ending) for job in jobs]
        try:
            for future in futures:
                future.result()
        except BaseException:
            ending.set()
            for future in futures:
                future.cancel()
            for process in list(running):
                _kill(process)
            raise


def _run(job: Sequence[str], step: Step, running: set[subprocess.Popen[str]], ending: threading.Event) -> None:
    with tempfile.TemporaryFile("w+") as complaints:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "bauboom.machines.foundry", *job],  # not what lies where we were started
            cwd=library.PACKAGE,
            env={k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")} | GENERIC,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            start_new_session=True,  # the linker goes with it
        )
        running.add(process)
        try:
            if ending.is_set():
                raise KeyboardInterrupt
            assert process.stdout is not None
            with process.stdout:
                for line in process.stdout:
                    step(line.strip())
        except BaseException:
            _kill(process)
            raise
        finally:
            process.wait()
            running.discard(process)
        complaints.seek(0)
        said = complaints.read().strip()
    if process.returncode:
        raise OptionError(f"the library could not be made: {said[-600:] or 'no reason was given'}")


def _kill(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


@contextmanager
def _termination_as_exit() -> Iterator[None]:
    """Clean up when the program is asked to end."""

    def leave(*_: Any) -> None:
        sys.exit(143)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, leave) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
