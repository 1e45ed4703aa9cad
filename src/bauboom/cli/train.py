"""`bauboom train`: networks that learn by playing against themselves."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bauboom.core.errors import OptionError
from bauboom.games import load

from .command import GAME_NAME, command
from .options import count, file, option, seed
from .output import patient_interrupt, progress_bar, remark, say


@command(
    GAME_NAME,
    file("--out", "FOLDER", required=True, help="Where the training is kept; the same again goes on from there."),
    option(
        "--minutes", type=float, default=60.0, metavar="N", help="How long to train in all; %(default)g by default."
    ),
    option("--device", default="auto", choices=("auto", "cpu", "cuda"), help="Where; a GPU (cuda) if there is one."),
    file("--library", "FOLDER", help="The game's library for a GPU, as `bauboom export GAME --target ptx` writes it."),
    file("--settings", help="A file of settings instead of the game's own."),
    file("--against", help="A network file: learn what beats it, and nothing else."),
    file("--start", help="A network file to begin with, instead of nothing."),
    count("--threads", 1, 1024, help="Cores to use without a GPU; all by default."),
    seed(help="Of the first weights, of chance, and of all that is drawn."),
)
def train(
    game: str,
    out: Path,
    minutes: float,
    device: str,
    library: Path | None,
    settings: Path | None,
    against: Path | None,
    start: Path | None,
    threads: int | None,
    seed: int,
) -> int:
    """Let a network learn a game by playing against itself, its earlier selves and simple bots.

    One network learns all numbers of players and all options. The folder gets the network (network.npz), a log
    (log.jsonl), a page with plots (report.html) and all that is needed to go on (checkpoint.pt). A match shows what it
    has learnt: bauboom arena GAME --bots network:FOLDER/network.npz,level3.

      bauboom train GAME --out training                          on this computer: slow, but it works
      bauboom export GAME --target ptx --out lib                 once, for a GPU
      bauboom train GAME --library lib --out training --minutes 30
      bauboom train GAME --against network.npz --out response    how exploitable is that network?

    It needs PyTorch (pip install 'bauboom[train]'), and CuPy on a GPU. More in docs/networks.md.
    """
    if not 0 < minutes < 1e6:
        raise OptionError("--minutes must be more than 0")
    try:
        import torch  # noqa: F401
    except ImportError:
        raise OptionError("training needs PyTorch: pip install 'bauboom[train]'") from None
    from bauboom.training.course import Course, alone_in

    course = Course(load(game), out, device, library, settings, against, start, threads, seed)
    with alone_in(out):
        course.begin()
        begun = time.perf_counter()
        with patient_interrupt() as interrupted:
            _tell(course.heading)
            while not interrupted() and course.minutes < minutes:
                with _bar(60 * minutes, 60 * course.minutes, interrupted) as may_go_on:
                    course.go_on(minutes, may_go_on)
                _tell(course.report(minutes))
            stopped = interrupted() and course.minutes < minutes
    if stopped:
        remark(
            f"Interrupted after {(time.perf_counter() - begun) / 60:.1f} minutes; the same command goes on from there."
        )
        return 130
    return 0


def _tell(text: str) -> None:
    """A line, at once, even in a file: the next one is long in coming."""
    say(text)
    sys.stdout.flush()


@contextmanager
def _bar(seconds: float, over: float, interrupted: Callable[[], bool]) -> Iterator[Callable[[], bool]]:
    """A bar of a training's seconds, some of which are over. What it gives moves it, and is false after Ctrl-C."""
    shown, begun = 0, time.perf_counter() - over
    with progress_bar("seconds", math.ceil(seconds)) as advance:

        def may_go_on() -> bool:
            nonlocal shown
            now = int(time.perf_counter() - begun)
            advance(now - shown)
            shown = now
            return not interrupted()

        may_go_on()
        yield may_go_on
