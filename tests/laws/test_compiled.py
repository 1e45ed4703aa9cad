"""L9: compiled, interpreted and bounds-checked kernels compute the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bauboom import GAMES, load

from .trace import VARIANTS, compiled, interpreted, trace

TRACE = Path(__file__).with_name("trace.py")


@pytest.mark.parametrize("name", GAMES)
def test_L9_interpreted_kernels_compute_the_same_at_the_beginning_of_every_game(name):
    game = load(name)
    assert trace(game, most=100, way=interpreted) == trace(game, most=100, way=compiled)


@pytest.mark.slow
@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_L9_interpreted_kernels_compute_the_same_in_every_variant(game):
    assert trace(game, way=interpreted) == trace(game, way=compiled)


@pytest.mark.slow
def test_L9_bounds_checked_kernels_never_leave_their_arrays_and_compute_the_same():
    done = subprocess.run(
        [sys.executable, "-W", "error", str(TRACE)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines() == [trace(game) for game in VARIANTS]
