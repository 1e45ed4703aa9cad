"""`bauboom train`: networks that learn by playing against themselves."""

from __future__ import annotations

import time
from pathlib import Path

from bauboom.core.errors import OptionError
from bauboom.games import load

from .command import GAME_NAME, command
from .options import count, file, option, seed
from .output import patient_interrupt, remark, say


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
    from bauboom.training.course import Course

    course = Course(load(game), out, device, library, settings, against, start, threads, seed)
    say(course.heading)
    begun = last = time.perf_counter()
    with patient_interrupt() as interrupted:
        while not interrupted() and course.minutes < minutes:
            course.step(minutes)
            if time.perf_counter() - last > course.pause or course.minutes >= minutes:
                last = time.perf_counter()
                say(course.report(minutes))
        stopped = interrupted() and course.minutes < minutes
        if stopped:
            say(course.report(minutes))
    if stopped:
        remark(
            f"Interrupted after {(time.perf_counter() - begun) / 60:.1f} minutes; the same command goes on from there."
        )
        return 130
    return 0
