"""Our kernels in other people's: with Numba (`pip install 'bauboom[kernels]'`), what it compiles may call any of ours.

Numba finds `init` by itself, through an entry point; nobody has to import this. The foundry compiles with it, too.
"""

import sys
from collections.abc import Callable
from typing import Any

import numba
from numba.extending import overload, register_jitable

from . import kernel

FLAGS: Any = {"nogil": True, "error_model": "numpy", "_nrt": False}

_kernels_of: dict[Any, dict[str, Callable[..., Any]]] = {}  # by Numba's type of its rows: a game's kernels by name


def init() -> None:
    """Tell Numba of all kernels there are, and of those still to come."""
    if kernel.jit is None:
        kernel.jit = sys.modules[__name__]
        for function in kernel.KERNELS:
            add_kernel(function)
        for call in kernel.DISPATCHED:
            add_dispatched(call)
        for dtype in kernel.GAMES:
            add_game(dtype)


def add_kernel(function: Callable[..., Any]) -> None:
    register_jitable(**FLAGS)(function)


def add_dispatched(call: Callable[..., Any]) -> None:
    name = call.__name__

    @overload(call, strict=False, jit_options=FLAGS)
    def choose(s: Any, *rest: Any) -> Any:
        kernels = _kernels_of.get(s)
        return kernels[name] if kernels else None


def add_game(dtype: Any) -> None:
    _kernels_of[numba.from_dtype(dtype)] = kernel.GAMES[dtype][1]


def compiled(function: Callable[..., Any], **flags: Any) -> Any:
    """A function, or what a door does, compiled here and now."""
    init()
    return numba.njit(**{**FLAGS, **flags})(getattr(function, "py_func", function))
