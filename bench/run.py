"""Speed in one run: our engine beside a C version of the same loop and a clear plain-Python one, for every variant.

The three take turns within each variant, five times, and the medians are compared, so that a noisy machine disturbs all
of them alike. C and our engine roll the same dice and must end with the same scores; otherwise nothing is reported.
"""

import ctypes
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from manhattan.plain import Plain, play_random
from rich import box
from rich.console import Console
from rich.table import Table

from bauboom import load
from bauboom.benchmark import Workbench, measure, print_figures, seconds

HERE = Path(__file__).parent
GAMES, TURNS, SEED = 20_000, 5, 1


def compile_yardstick(folder):
    """The C yardstick as a function, or None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    library = Path(folder) / "yardstick.so"
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", str(library), str(HERE / "manhattan" / "yardstick.c")], check=True)
    function = ctypes.CDLL(str(library)).random_games
    function.restype = ctypes.c_int64
    function.argtypes = [ctypes.c_int] * 3 + [ctypes.c_int64] * 3 + [ctypes.c_void_p]
    return function


def compare(game, yardstick):
    """Actions per second of ours, C and plain Python on one variant."""
    bench, totals = Workbench(game), np.zeros(game.seats, np.int64)
    options = dict(game.options)
    numbers = options["players"], options["colours"], options["blocks_per_round"], SEED, 0, GAMES
    actions = bench.random_games(0, GAMES, SEED)
    rates = {"ours": [], "C": [], "plain": []}
    for turn in range(TURNS):
        rates["ours"].append(actions / seconds(lambda: bench.random_games(0, GAMES, SEED)))
        if yardstick is not None:
            totals[:] = 0
            rates["C"].append(actions / seconds(lambda: yardstick(*numbers, totals.ctypes.data)))
            bench.totals[:] = 0
            if bench.random_games(0, GAMES, SEED) != actions or (bench.totals != totals).any():
                sys.exit(f"{game}: C and our engine disagree: {totals} and {bench.totals}")
        rates["plain"].append(plain_rate(options, random.Random(turn)))
    return {name: float(np.median(values)) for name, values in rates.items() if values}


def plain_rate(options, rng, games=100):
    """Actions per second of the plain version."""
    played = []
    time = seconds(lambda: played.extend(play_random(Plain(**options), rng) for _ in range(games)))
    return sum(played) / time


def main():
    console = Console(width=None if sys.stdout.isatty() else 110)
    table = Table(
        title="Random play, every legal action listed: million actions per second, one core", box=box.SIMPLE_HEAD
    )
    for column in ("variant", "ours", "C -O3", "ours / C", "plain Python", "ours / plain"):
        table.add_column(column, justify="left" if column == "variant" else "right")
    game = load("manhattan")
    with tempfile.TemporaryDirectory() as folder:
        yardstick = compile_yardstick(folder)
        for options in game.variants:
            variant = game.with_options(options)
            rate = compare(variant, yardstick)
            ours, c, plain = rate["ours"], rate.get("C"), rate["plain"]
            table.add_row(
                " ".join(map(str, options.values())),
                f"{ours / 1e6:.2f}",
                f"{c / 1e6:.2f}" if c else "no compiler",
                f"{ours / c:.2f}" if c else "",
                f"{plain / 1e6:.3f}",
                f"{ours / plain:.0f}",
            )
    console.print(table)
    for number, options in enumerate(game.variants):
        print_figures(measure(game.with_options(options), start=number == 0))


if __name__ == "__main__":
    main()
