"""MCCFR of OpenSpiel learns a small game, and OpenSpiel says how far it is from an equilibrium.

    pip install ./examples/small 'bauboom[machines,openspiel]' && bauboom build
    python examples/mccfr_openspiel.py "bauboom_little_manhattan(blocks=1,hand=2)" --iterations 1000

docs/small.md has the exact values to compare with.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr

import bauboom.adapters.openspiel  # noqa: F401  # registers the games
from bauboom.core.errors import UserError

parser = argparse.ArgumentParser(description="MCCFR of OpenSpiel learns a small game.")
parser.add_argument("game", nargs="?", default="bauboom_little_manhattan(blocks=1,hand=2)")
parser.add_argument("--iterations", type=int, default=1000)
asked = parser.parse_args()

np.random.seed(1)  # the solver draws from these
try:
    game = pyspiel.load_game(asked.game)
except (UserError, pyspiel.SpielError) as error:
    raise SystemExit(str(error)) from None
solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
told = {asked.iterations // 100, asked.iterations // 10, asked.iterations}
for iteration in range(1, asked.iterations + 1):
    solver.iteration()
    if iteration in told:
        distance = exploitability.exploitability(game, solver.average_policy())
        print(f"{iteration} iterations: exploitability {distance:.4f}", flush=True)
