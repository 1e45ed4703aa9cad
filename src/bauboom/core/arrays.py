"""Arrays for kernels."""

from typing import Any

import numpy as np


def constants(values: Any, dtype: Any = np.int64) -> np.ndarray:
    """A read-only array; compiled into kernels, it is a constant."""
    array = np.array(values, dtype)
    array.flags.writeable = False
    return array


def room(shape: Any, dtype: Any = np.int64) -> np.ndarray:
    """A zeroed array on cache lines of its own, so that threads do not slow each other down."""
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(count + 256, np.uint8)
    start = -raw.ctypes.data % 128
    array: np.ndarray = raw[start : start + count].view(dtype).reshape(shape)
    return array
