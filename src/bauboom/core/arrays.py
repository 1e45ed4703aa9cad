"""Arrays as kernels want them."""

from typing import Any

import numpy as np


def table(values: Any, dtype: Any = np.int64) -> np.ndarray:
    """A read-only array for kernels to look things up in; compiled, it is a constant."""
    array = np.array(values, dtype)
    array.flags.writeable = False
    return array


def plain(row: Any) -> dict[str, Any]:
    """A row as numbers and lists, for code that looks at many fields: NumPy's own elements are slow to get at."""
    values = zip(row.dtype.names, row.item(), strict=True)
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}


def room(shape: Any, dtype: Any = np.int64) -> np.ndarray:
    """A zeroed array on cache lines of its own, so that threads do not disturb each other."""
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(count + 256, np.uint8)
    start = -raw.ctypes.data % 128
    array: np.ndarray = raw[start : start + count].view(dtype).reshape(shape)
    return array
