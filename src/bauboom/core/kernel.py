"""Rule functions: a *kernel* is a plain function on one row of a game.

Python may call it as it stands; the foundry (machines/) compiles it into the game's library, ahead of time. A
*dispatched* function is a name such as `legal` that every game provides. Generic kernels call it, and the dtype of the
row decides which game's function runs: when the library is made, at no cost later.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

idx = np.uint64  # for an index that is never negative: Numba leaves out the test for negative ones

KERNELS: list[Callable[..., Any]] = []  # all that are defined so far
DISPATCHED: list[Callable[..., Any]] = []
GAMES: dict[np.dtype, tuple[Any, dict]] = {}  # by the dtype of its rows: a game, and its kernels by name

jit: Any = None  # the module of that name, once a caller compiles kernels with Numba


def kernel(function):
    """Make a rule function a kernel."""
    KERNELS.append(function)
    if jit is not None:
        jit.add_kernel(function)
    return function


def dispatched(stub):
    """Make `stub(s, ...)` run the kernel of the same name of the game that row `s` belongs to."""
    name = stub.__name__

    def call(s, *rest):
        return GAMES[s.dtype][1][name](s, *rest)

    call.__name__, call.__doc__ = name, stub.__doc__
    DISPATCHED.append(call)
    if jit is not None:
        jit.add_dispatched(call)
    return call


def register(game, kernels):
    """Make a game's kernels known under its row's dtype."""
    GAMES[game.dtype] = game, kernels
    if jit is not None:
        jit.add_game(game.dtype)
