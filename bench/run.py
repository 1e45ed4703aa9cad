"""Speed in one run: our engine beside a C version of the same loop and a clear plain-Python one, for every variant.

The three take turns within each variant, five times, and the medians are compared, so that a noisy machine disturbs all
of them alike. C and our engine roll the same dice and must end with the same scores; otherwise nothing is reported.
A game's folder here holds its plain.py, a yardstick.c if it has one and, in extra.py, how C is told the options and
what else is worth measuring.
"""

import ctypes
import importlib
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

from bauboom import GAMES, load
from bauboom.benchmark import Workbench, measure, print_figures, seconds

HERE = Path(__file__).parent
TURNS, SEED = 5, 1
ACTIONS = 2_000_000  # about as many in a turn of ours and of C


def compile_yardstick(source, folder):
    """A C yardstick as a function, or None without a compiler, or where the game has none."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or not source.exists():
        return None
    library = Path(folder) / f"{source.parent.name}.so"
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", str(library), str(source)], check=True)
    function = ctypes.CDLL(str(library)).random_games
    function.restype = ctypes.c_int64
    return function


def compare(game, yardstick, plain, extra):
    """Actions per second of ours, C and plain Python on one variant."""
    bench, totals = Workbench(game), np.zeros(game.seats, np.int64)
    games = max(1, ACTIONS * 100 // bench.random_games(0, 100, SEED))
    numbers = [
        *extra.numbers(game.options),
        *map(ctypes.c_int64, (SEED, 0, games)),
        ctypes.c_void_p(totals.ctypes.data),
    ]
    actions = bench.random_games(0, games, SEED)
    rates = {"ours": [], "C": [], "plain": []}
    for turn in range(TURNS):
        bench.totals[:] = totals[:] = 0
        rates["ours"].append(actions / seconds(lambda: bench.random_games(0, games, SEED)))
        if yardstick is not None:
            counted = []
            rates["C"].append(actions / seconds(lambda: counted.append(yardstick(*numbers))))  # noqa: B023
            if counted != [actions] or (bench.totals != totals).any():
                sys.exit(f"{game}: C and our engine disagree: {totals} and {bench.totals}")
        rates["plain"].append(plain_rate(game, plain, random.Random(turn)))
    return {name: float(np.median(values)) for name, values in rates.items() if values}


def plain_rate(game, plain, rng):
    """Actions per second of the plain version, over half a second or so."""
    played, time = 0, 0.0
    while time < 0.5:
        counted = []
        time += seconds(lambda: counted.append(plain.play_random(plain.Plain(**game.options), rng)))  # noqa: B023
        played += counted[0]
    return played / time


def report(name, folder, console):
    """Everything about one game."""
    place = name.replace("-", "_")
    plain, extra = (importlib.import_module(f"{place}.{part}") for part in ("plain", "extra"))
    title = f"{name}, random play, every legal action listed: million actions per second, one core"
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    for column in ("variant", "ours", "C -O3", "ours / C", "plain Python", "ours / plain"):
        table.add_column(column, justify="left" if column == "variant" else "right")
    game = load(name)
    yardstick = compile_yardstick(HERE / place / "yardstick.c", folder)
    for options in game.variants:
        rate = compare(game.with_options(options), yardstick, plain, extra)
        ours, c, slow = rate["ours"], rate.get("C"), rate["plain"]
        table.add_row(
            " ".join(map(str, options.values())),
            f"{ours / 1e6:.2f}",
            f"{c / 1e6:.2f}" if c else "–",
            f"{ours / c:.2f}" if c else "",
            f"{slow / 1e6:.3f}",
            f"{ours / slow:.0f}",
        )
    console.print(table)
    for line in extra.more():
        console.print(line)
    for number, options in enumerate(game.variants):
        print_figures(measure(game.with_options(options), start=number == 0))


def main():
    console = Console(width=None if sys.stdout.isatty() else 110)
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or GAMES:
            report(name, folder, console)


if __name__ == "__main__":
    main()
