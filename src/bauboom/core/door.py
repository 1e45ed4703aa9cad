"""A *door* is a kernel that Python, or another language, calls in a game's library.

Its annotations say which arrays it takes (kinds.py). Its `py_func` runs the same code interpreted.
"""

from collections.abc import Callable
from functools import update_wrapper
from importlib import import_module
from typing import Any

import numpy as np

from . import library
from .kernel import GAMES
from .kinds import Kind, flat, kinds_of, taken_apart

DOORS: list["Door"] = []  # all that are defined so far
CAREFUL = False  # whether every argument is checked: for tests


class Door:
    """A function of a game's library."""

    __name__: str

    def __init__(self, function: Callable[..., Any], is_busy: bool) -> None:
        update_wrapper(self, function)
        self.py_func, self.is_busy = function, is_busy
        self.name = f"{function.__module__.rpartition('.')[2]}_{function.__name__.strip('_')}"
        kinds = kinds_of(function)
        self.returned = kinds.pop("return")
        self.kinds = kinds  # by parameter: a Kind, int, float, or a named tuple of such
        # the same with tuples taken apart, as a library takes them
        self.arguments = [pair for name, kind in kinds.items() for pair in taken_apart(name, kind)]
        of_rows = (i for i, kind in enumerate(kinds.values()) if isinstance(kind, Kind) and kind.item == "row")
        self._at = next(of_rows, -1)  # the array whose dtype decides which library is called
        self._natives = _Natives(self)

    def __call__(self, *given):
        rows = given[self._at]
        if type(rows) is not np.ndarray or not rows.flags.c_contiguous:  # a single row has a dtype as well
            raise TypeError(f"{self.__name__} takes an array of rows that lie side by side, not {type(rows).__name__}")
        return self._natives[rows.dtype](*given)

    def native_for(self, dtype):
        """The library's function for rows of this type."""
        if dtype not in GAMES:
            raise TypeError(f"{self.__name__} takes rows of a game, not {str(dtype)[:80]}")
        native = library.function(GAMES[dtype][0], self)
        if len(self.arguments) > len(self.kinds):
            native = _taking_tuples(native)
        return self._checking(native, dtype) if CAREFUL else native

    def _checking(self, native, dtype):
        def run(*given):
            for (name, kind), value in zip(self.arguments, flat(given), strict=True):
                if isinstance(kind, Kind):
                    kind.check(f"{self.name}: {name}", value, GAMES[dtype][0])
            return native(*given)

        return run

    def __reduce__(self):
        return _door, (self.py_func.__module__, self.py_func.__name__)


class _Natives(dict):
    """A door's functions by the dtype of rows, each looked up at its first call."""

    def __init__(self, door: Door) -> None:
        super().__init__()
        self.door = door

    def __missing__(self, dtype):
        self[dtype] = found = self.door.native_for(dtype)
        return found


class Bound:
    """The doors of some modules for rows of one type, each looked up at its first call."""

    def __init__(self, dtype: np.dtype, *modules: Any) -> None:
        self._dtype, self._modules = dtype, modules

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        module = next((module for module in self._modules if hasattr(module, name)), self._modules[0])
        native = getattr(module, name).native_for(self._dtype)
        setattr(self, name, native)
        return native


def door(function: Callable[..., Any], is_busy: bool = False) -> Door:
    """Make a kernel a door."""
    DOORS.append(Door(function, is_busy))
    return DOORS[-1]


def busy_door(function: Callable[..., Any]) -> Door:
    """Make a kernel that may work for long a door: Python's other threads run meanwhile."""
    return door(function, is_busy=True)


def _taking_tuples(native):
    return lambda *given: native(*flat(given))


def _door(module, name):
    return getattr(import_module(module), name)
