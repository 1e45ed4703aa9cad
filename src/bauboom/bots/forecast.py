"""Forecasts: each seat's chances at a glance, from what a thoughtful player counts (`traits`), weighed by experience.

A game's weights.json has, by number of players, a weight for every trait early, in the middle and late in a game. The
file is fitted to the outcomes of games that bots played; docs/bots.md says how.
"""

from functools import cache

import msgspec
import numpy as np

from bauboom.core.arrays import room
from bauboom.core.engine import traits
from bauboom.core.game import POINTS, Game
from bauboom.core.kernel import kernel
from bauboom.core.numbers import exp

STAGES = 3  # the beginning, the middle and the end, with everything between them in proportion
FILE = "weights.json"
POINT = 0.3  # what a point is worth, in games from which nothing was learnt


@cache
def weights_of(game: Game) -> np.ndarray:
    """[stage, trait]: what each trait is worth in a game of so many seats."""
    if not (game.folder / FILE).exists():
        return np.tile([POINT if trait == POINTS else 0.0 for trait in game.traits], (STAGES, 1))
    by_seats = msgspec.json.decode((game.folder / FILE).read_bytes(), type=dict[int, dict[str, list[float]]])
    known = by_seats[min(by_seats, key=lambda seats: abs(seats - game.seats))]
    array = room((STAGES, len(game.traits)), np.float64)
    for number, trait in enumerate(game.traits):
        array[:, number] = known[trait]
    return array


@kernel
def promise(rows, i, seat, weights, counts):
    """How much a seat can hope for, on the scale on which forecasts compare seats; `counts` is room for its traits."""
    stage = 2 * traits(rows[i], seat, counts)
    middle = 1 - abs(stage - 1)
    early, late = max(1 - stage, 0.0), max(stage - 1, 0.0)
    total = 0.0
    for k in range(len(counts)):
        total += (early * weights[0, k] + middle * weights[1, k] + late * weights[2, k]) * counts[k]
    return total


@kernel
def share_out(out, seats):
    """Turn promises into shares of the win: a softmax."""
    best = -1e300
    for seat in range(seats):
        best = max(best, out[seat])
    total = 0.0
    for seat in range(seats):
        out[seat] = exp(out[seat] - best)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total
