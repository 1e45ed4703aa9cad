"""Glicko-2, as Mark Glickman describes it: what results say about strength, and how sure one can be.

For puzzles and the people who try them: both sides have a rating. `web/src/puzzles/glicko.ts` is the same for the page.
"""

import math
from collections.abc import Sequence

import msgspec

_SCALE, _MIDDLE = 173.7178, 1500.0
_TAU = 0.5  # how quickly volatility may change
_CLOSE = 1e-6
LARGEST = 350.0  # no deviation is larger than a newcomer's
VOLATILITY = 0.06  # at first


class Glicko(msgspec.Struct, frozen=True):
    """A rating, its standard deviation, and how much strength itself seems to change."""

    rating: float
    deviation: float
    volatility: float = VOLATILITY


NEWCOMER = Glicko(1200.0, LARGEST)


def rated(before: Glicko, meetings: Sequence[tuple[Glicko, float]]) -> Glicko:
    """The rating after a period with these meetings, each an opponent and a score from 0 (lost) to 1 (won)."""
    mu, phi = (before.rating - _MIDDLE) / _SCALE, before.deviation / _SCALE
    if not meetings:
        wider = min(LARGEST, _SCALE * math.hypot(phi, before.volatility))
        return Glicko(before.rating, wider, before.volatility)
    information = surprise = 0.0
    for other, score in meetings:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / _SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (other.rating - _MIDDLE) / _SCALE)))
        information += g * g * expected * (1 - expected)
        surprise += g * (score - expected)
    volatility = _volatility(phi, before.volatility, 1 / information, surprise / information)
    after = 1 / math.sqrt(1 / (phi**2 + volatility**2) + information)
    return Glicko(_MIDDLE + _SCALE * (mu + after**2 * surprise), min(LARGEST, _SCALE * after), volatility)


def _volatility(phi: float, before: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: the root of a function, by the Illinois method."""
    start = math.log(before**2)

    def f(x: float) -> float:
        e = math.exp(x)
        total = phi**2 + variance + e
        return e * (delta**2 - total) / (2 * total**2) - (x - start) / _TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * _TAU) < 0:
            steps += 1
        high = start - steps * _TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        value = f(middle)
        if value * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, value
    return math.exp(low / 2)
