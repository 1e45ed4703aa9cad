"""Games on a GPU, stepped as tensors: decisions a second with observation and mask, and whether they equal a processor.

    bauboom export manhattan --target ptx --out lib/manhattan    (and the other games)
    python bench/machines/tensors.py lib --games 131072

Every game plays at random against itself. For comparison `Vector` plays as many games on all cores of this machine.
"""

import argparse
import os
import time
from pathlib import Path

import numpy as np
import torch
from rich.console import Console
from rich.table import Table

from bauboom import GAMES, load
from bauboom.adapters.tensors import TensorVector
from bauboom.adapters.vector import Vector

SEED, COMPARED, STEPS = 7, 512, 300  # games and steps that are compared


def is_equal(game, library, device="cuda"):
    """Whether a GPU says the same as `Vector` does, byte for byte."""
    there = TensorVector(game, COMPARED, opponents=None, device=device, library=library)
    here = Vector(game, COMPARED, opponents=None, is_relative=True)
    there.reset(SEED)
    here.reset(SEED)
    for _ in range(STEPS):
        actions = there.random_actions()
        there.step(actions)
        here.step(actions.cpu().numpy(), np.ones(COMPARED, bool))
        told = {name: getattr(here, name).copy() for name in ("rewards", "is_over", "returns", "scores")}
        here.restart(here.is_over.copy())  # which a TensorVector does in the same step
        told |= {name: getattr(here, name) for name in ("observations", "masks", "seats")}
        if not all(np.array_equal(getattr(there, name).cpu().numpy(), array) for name, array in told.items()):
            return False
    return True


def on_gpu(game, library, count, steps=200):
    """Decisions a second: of `step`, and with the random policy."""
    games = TensorVector(game, count, opponents=None, device="cuda", library=library)
    games.reset(SEED)
    for _ in range(20):
        games.step(games.random_actions())
    torch.cuda.synchronize()
    spent, begun = 0.0, time.perf_counter()
    for _ in range(steps):
        actions = games.random_actions()
        torch.cuda.synchronize()
        before = time.perf_counter()
        games.step(actions)
        torch.cuda.synchronize()
        spent += time.perf_counter() - before
    return count * steps / spent, count * steps / (time.perf_counter() - begun)


def here(game, count, steps=20):
    games = Vector(game, count, opponents=None, is_relative=True, threads=os.cpu_count() or 1)
    games.reset(SEED)
    spent = 0.0
    for _ in range(steps):
        actions = games.random_actions()
        before = time.perf_counter()
        games.step(actions, np.ones(count, bool))
        spent += time.perf_counter() - before
    return count * steps / spent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", type=Path, help="a folder with a library for each game, by name")
    parser.add_argument("--games", type=int, default=131072, help="side by side")
    args = parser.parse_args()
    table = Table("game", "equal", "decisions/s", "with a random policy", f"Vector on {os.cpu_count()} cores", "ratio")
    for name in GAMES:
        game, library = load(name), args.libraries / name
        step, whole = on_gpu(game, library, args.games)
        rival = here(game, 16384)
        equal = "yes" if is_equal(game, library) else "NO"
        table.add_row(name, equal, f"{step:,.0f}", f"{whole:,.0f}", f"{rival:,.0f}", f"{step / rival:.1f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
