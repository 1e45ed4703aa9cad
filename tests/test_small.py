"""Little Manhattan, the example that can be solved: its rules are Manhattan's, its values those of docs/small.md."""

import random
import re
import runpy
import subprocess
import sys

import numpy as np
import pytest

from bauboom import load
from bauboom.machines import workshop

from . import example

ROOT = example.FOLDER.parents[1]
SOLVE = runpy.run_path(str(ROOT / "examples" / "solve.py"))
SPIEL = """
import pyspiel
import bauboom.adapters.openspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability
game = pyspiel.load_game("bauboom_little_manhattan(blocks=1,hand=2)")
print(exploitability.exploitability(game, policy.UniformRandomPolicy(game)))
"""


def python(*arguments):
    ended = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=600)
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended.stdout


def published():
    """By blocks and hand: positions, information sets, what seat 0 wins, exploitability of random play."""
    page = (ROOT / "docs" / "small.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| (\d) \| ([\d,]+) \| ([\d,]+) \| ([\d.]+)[^|]*\| ([\d.]+) \|", page, re.M)
    return {tuple(map(int, row[:2])): [float(cell.replace(",", "")) for cell in row[2:]] for row in rows}


@pytest.mark.slow
def test_little_manhattan_is_solved_as_its_page_says():
    """All in one test, because its library has to be made first."""
    with example.installed(example.SMALL):
        game = load("little-manhattan")
        workshop.build(workshop.needing([game]))
        games_keep_the_rules(game)
        values = published()
        assert set(values) == {(v["blocks"], v["hand"]) for v in game.variants}
        for blocks, hand, iterations in ((1, 2, 3), (2, 2, 60)):
            tree = SOLVE["Tree"](load("little-manhattan", blocks=blocks, hand=hand))
            policy = tree.solve(iterations)
            positions, sets, wins, of_random = values[blocks, hand]
            assert (tree.positions, len(tree.views)) == (positions, sets)
            assert tree.exploitability(policy) < 2e-4
            assert tree.values(policy)[0] == pytest.approx(wins, abs=2e-4)
            assert tree.exploitability(tree.uniform()) == pytest.approx(of_random, abs=1e-6)
            assert tree.exploitability(tree.uniform()) > 100 * tree.exploitability(policy)
        # OpenSpiel, which was written by others, finds the same, and its own solver learns
        assert float(python("-c", SPIEL)) == pytest.approx(values[1, 2][3], abs=1e-6)
        told = python(str(ROOT / "examples" / "mccfr_openspiel.py"), "--iterations", "100")
        distances = [float(text) for text in re.findall(r"exploitability ([\d.]+)", told)]
        assert len(distances) == 3
        assert distances[-1] < values[1, 2][3] / 2


def games_keep_the_rules(game):
    """Views hide the rival's cards alone; what is guessed fits; and a record can be read again."""
    for number in range(len(game.variants)):
        played = game.of_variant(number)
        for seed in range(20):
            state, rng = played.start(seed=seed), random.Random(seed)
            while not state.is_over:
                assert state.audit() == 0
                view = state.view(state.turn)
                guess = view.determinize(seed)
                assert guess.audit() == 0
                assert guess.view(state.turn) == view
                assert all(action.city == 0 for action in state.legal if hasattr(action, "city"))
                state = state.play(rng.choice(state.legal))
            assert state.step <= played.max_steps
            assert np.isclose(sum(state.returns), 1)
            assert state.record().replay() == state
