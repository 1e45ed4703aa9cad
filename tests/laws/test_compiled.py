"""L9: compiled, interpreted and bounds-checked kernels compute the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TRACE = Path(__file__).with_name("trace.py")


def run(*arguments, **environment):
    command = [sys.executable, "-W", "error", str(TRACE), *arguments]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.mark.slow
def test_L9_interpreted_kernels_compute_the_same_at_the_beginning_of_every_game():
    assert run("--first", NUMBA_DISABLE_JIT="1") == run("--first")


@pytest.mark.slow
def test_L9_interpreted_kernels_compute_the_same_in_every_variant():
    assert run(NUMBA_DISABLE_JIT="1") == run()


@pytest.mark.slow
def test_L9_bounds_checked_kernels_never_leave_their_arrays_and_compute_the_same():
    assert run(NUMBA_BOUNDSCHECK="1") == run()
