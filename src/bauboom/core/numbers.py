"""Arithmetic that gives the same bits on every machine: mathematical libraries differ in the last one."""

import math

from .arrays import constants
from .kernel import idx, kernel

LOG2_E = 1.4426950408889634
LN_2 = (0.693147180369123816490, 1.90821492927058770002e-10)  # a part whose small multiples are exact, and the rest
STEPS = constants([2.0**k for k in range(64)], "float64")
LEAPS = constants([2.0 ** (64 * k) for k in range(-16, 16)], "float64")
SERIES = constants([1 / math.factorial(n) for n in range(14)], "float64")


@kernel
def exp(x):
    """e to the power of x, exact to the last bit or two; 0 below −708, and above 709 as at 709."""
    if x < -708.0:
        return 0.0
    x = min(x, 709.0)
    k = int(x * LOG2_E + 0.5) if x >= 0 else int(x * LOG2_E - 0.5)
    rest = (x - k * LN_2[0]) - k * LN_2[1]
    power = 0.0
    for i in range(13, -1, -1):
        power = power * rest + SERIES[i]
    return power * STEPS[idx(k & 63)] * LEAPS[idx((k >> 6) + 16)]
