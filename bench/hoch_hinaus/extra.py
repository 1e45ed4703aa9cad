"""What is special about measuring Hoch hinaus!: the share of time that goes into closedness (H-closed).

Three processes play the same games. One asks once, as it should, which buildings are not closed; the others ask two and
three times. What each further time costs is what the first one costs.
"""

import ctypes
import subprocess
import sys

import numpy as np

from bauboom import load
from bauboom.benchmark import Workbench, random_games, seconds
from bauboom.core.jit import compiled
from bauboom.core.kernel import kernel

PLAYERS = (2, 4, 6)
GAMES, TURNS = 2000, 7


def numbers(options):
    """A variant as the C version knows it."""
    return [ctypes.c_int(options["players"]), ctypes.c_int(options["bankruptcy"] == "automatic")]


def more():
    """The share of closedness, as sentences."""
    players = [
        subprocess.Popen(
            [sys.executable, __file__, str(times)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for times in (1, 2, 3)
    ]
    for count in PLAYERS:
        turns = np.array([[ask(process, count) for process in players] for _ in range(TURNS + 1)][1:])
        once, twice, thrice = np.median(turns, axis=0)
        yield (
            f"{count} players: {(thrice - once) / 2 / once:.0%} of the time goes into closedness "
            f"(asking twice takes {twice / once:.2f} times as long, thrice {thrice / once:.2f})"
        )
    for process in players:
        process.communicate()


def ask(process, count):
    """The seconds that a process needs for its games with so many players."""
    process.stdin.write(f"{count}\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def main(times):
    """Answer on standard output how long the games took, for every number of players on standard input."""
    from bauboom.games.hoch_hinaus import rules

    once = rules.open_buildings

    @kernel
    def several(s):
        plots = once(s)
        for _ in range(times - 1):
            plots &= once(s)
        return plots

    rules.open_buildings = several  # before anything is compiled
    play, benches = compiled(random_games), {}
    for line in sys.stdin:
        count = int(line)
        bench = benches.setdefault(count, Workbench(load("hoch-hinaus", players=count)))
        sys.stdout.write(f"{seconds(lambda: bench.random_games(0, GAMES, play=play))}\n")  # noqa: B023
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
