"""Rule functions: a *kernel* is a plain function on one row of a game.

Python may call it as it stands; the foundry (machines/) builds it into the game's library, ahead of time. A
*dispatched* function is a name such as `legal` that every game provides; generic kernels call it, and the dtype of the
row decides whose it is, when the library is made and at no cost later.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

idx = np.uint64  # for an index that is never negative: Numba leaves out the test for negative ones

KERNELS: list[Callable[..., Any]] = []  # all that were defined so far
DISPATCHED: list[Callable[..., Any]] = []
GAMES: dict[np.dtype, tuple[Any, dict]] = {}  # by the dtype of its rows: a game, and its kernels by name

jit: Any = None  # the module of that name, once somebody compiles kernels of his own


def kernel(function):
    """A rule function: Python may call it as it stands, and it is compiled into the doors that use it."""
    KERNELS.append(function)
    if jit is not None:
        jit.add_kernel(function)
    return function


def dispatched(stub):
    """`stub(s, ...)` runs the kernel of the stub's name of the game that row `s` belongs to."""
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
