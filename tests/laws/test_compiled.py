"""L9: the library, interpreted kernels and what Numba compiles compute the same, and none leaves its arrays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from . import through
from .games import ALL, DISTINCT, PLAYED, variants
from .trace import interpreted, native, trace


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)
def test_L9_interpreted_kernels_compute_the_same_at_the_beginning_of_every_game(game):
    assert trace(game, interpreted, most=60) == trace(game, native, most=60)


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL, ids=repr)
def test_L9_interpreted_kernels_compute_the_same_in_every_variant(game):
    assert trace(game, interpreted) == trace(game, native)


@pytest.mark.slow
def test_L9_what_numba_compiles_computes_the_same_and_never_leaves_its_arrays():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.laws.trace"],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines() == [trace(game, native) for game in variants(DISTINCT)]


# what other languages use, trace.py goes through, a game keeps, or only a demand and cards of one's own need
UNUSED = {f"doors_{name}" for name in ("apply", "below", "decide", "determinize", "reseed", "sample")}
UNUSED |= {"doors_setup", "rules_lay_out_first", "sheet_event", "sheet_is_secret"}
UNUSED |= {"fortune_weigh_chance"}  # by games without a network


@pytest.mark.slow
def test_L9_every_door_of_python_stays_within_its_arrays_and_computes_the_same():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.laws.through"],
        # what people are shown is long code, and took Numba ten minutes to make quick
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = [through.digest(game) for game in through.of_two()]
    assert done.stdout.split() == [digest for digest, _ in found]
    assert not {name for _, unused in found for name in unused} - UNUSED
