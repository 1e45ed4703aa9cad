"""How rule functions are compiled, cached and dispatched: the only clever file.

A *kernel* is a plain function on one row of a game. Python may call it as it stands; Numba builds it into the doors
that use it. A *door* is a kernel that is compiled and cached on disk: it takes arrays (passing a single row from
Python costs ten times more), and its `py_func` runs all of it interpreted. A *dispatched* function is a name such as
`legal` that every game provides; generic kernels call it, and the dtype of the row decides whose it is, at compile
time and at no cost later.
"""

import numba
import numpy as np
from numba.core import config
from numba.extending import overload, register_jitable

from .cache import cache_folder, forgiving

FLAGS = {"nogil": True, "error_model": "numpy", "_nrt": False}
idx = np.uint64  # for an index that is never negative: Numba leaves out the test for negative ones
INTERPRETED = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # config fills itself at import

_kernels_of: dict = {}  # by NumPy dtype (interpreted) and by Numba type (compiled): a game's kernels by name


CACHE = None if INTERPRETED else cache_folder(FLAGS)


def kernel(function):
    """A rule function: Python may call it as it stands, and it is compiled into the doors that use it."""
    return register_jitable(**FLAGS)(function)


def door(function):
    """Compile a function that Python calls and keep the result on disk, in our folder and nobody else's."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE or "")
    try:
        compiled = numba.njit(cache=CACHE is not None, **FLAGS)(function)
    finally:
        config.CACHE_DIR = before
    if CACHE:
        compiled._cache.load_overload = forgiving(compiled._cache)
    return compiled


def dispatched(stub):
    """`stub(s, ...)` runs the kernel of the stub's name of the game that row `s` belongs to."""
    name = stub.__name__

    def call(s, *rest):
        return _kernels_of[s.dtype][name](s, *rest)

    @overload(call, strict=False, jit_options=FLAGS)
    def choose(s, *rest):
        kernels = _kernels_of.get(s)
        return kernels[name] if kernels else None

    call.__name__, call.__doc__ = name, stub.__doc__
    return call


def register(dtype, kernels):
    """Make a game's kernels known under its row's dtype."""
    _kernels_of[dtype] = kernels
    _kernels_of[numba.from_dtype(dtype)] = kernels
