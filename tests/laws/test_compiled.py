"""L9: the library, interpreted kernels and what Numba compiles compute the same, and none leaves its arrays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bauboom import GAMES, load

from .trace import VARIANTS, interpreted, native, trace

TRACE = Path(__file__).with_name("trace.py")


@pytest.mark.parametrize("name", GAMES)
def test_L9_interpreted_kernels_compute_the_same_at_the_beginning_of_every_game(name):
    game = load(name)
    assert trace(game, interpreted, most=60) == trace(game, native, most=60)


@pytest.mark.slow
@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_L9_interpreted_kernels_compute_the_same_in_every_variant(game):
    assert trace(game, interpreted) == trace(game, native)


@pytest.mark.slow
@pytest.mark.parametrize("checked", ["0", "1"])
def test_L9_what_numba_compiles_computes_the_same_and_never_leaves_its_arrays(checked):
    done = subprocess.run(
        [sys.executable, "-W", "error", str(TRACE)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": checked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines() == [trace(game, native) for game in VARIANTS]
