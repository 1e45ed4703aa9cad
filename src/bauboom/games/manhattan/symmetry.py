"""Other names for the same position: the six cities in any order, and the chairs around the table."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from bauboom.core.game import CHAIRS
from bauboom.core.symmetry import Symmetries, Symmetry, further, moved, places_of

from .actions import BUILD0, SKIP0, SPACE, START0, turned
from .components import CARD_KINDS, CITIES, CITY_SITES, COLOURS, MARKED, SIDES, SIZES
from .features import FEATURES

SHAPE = (CARD_KINDS, len(CITIES), COLOURS, SIZES)  # of the ids of builds


def symmetric(options: Mapping[str, Any]) -> Symmetries:
    """All cities are alike in every game; all chairs, if their sides are spread evenly around the table (M-sides).

    With two colours each (M-colours), chairs differ in which of the other's colours an observation names first.
    """
    seats = options["players"]
    kinds = {"cities": tuple(_cities(order, seats) for order in permutations(range(len(CITIES))))}
    sides = SIDES[seats]
    are_even = all((sides[(i + 1) % seats] - side) % 4 == 4 // seats for i, side in enumerate(sides))
    if are_even and options["colours"] == 1:
        kinds[CHAIRS] = tuple(_chairs(by, options) for by in range(seats))
    return kinds


def _cities(order: Sequence[int], seats: int) -> Symmetry:
    """City k goes where city order[k] was."""

    def change(rows: np.ndarray) -> None:
        for name in ("floors", "owner"):
            by_city = rows[name].reshape(len(rows), len(CITIES), -1)
            rows[name] = moved(by_city, order, axis=1).reshape(rows[name].shape)

    actions = np.arange(SPACE.size)
    builds = actions[BUILD0:SKIP0].reshape(SHAPE)
    builds[:] = builds[:, list(order)]
    places, named = places_of(FEATURES)
    for name in ("storeys", "owner"):
        named[name][:] = moved(named[name], order)
    letters = "".join("ABCDEF"[city] for city in order)
    return Symmetry(f"cities {letters}", change, actions, places, np.arange(seats))


def _chairs(by: int, options: Mapping[str, Any]) -> Symmetry:
    """Everybody moves on by so many chairs, with cards and blocks, and the board turns with them."""
    seats = options["players"]
    seat_to = further(seats, by)
    # what lies on a site lies where the player who moved sees the same site
    turn = np.empty(CITY_SITES, np.int64)
    turn[MARKED[SIDES[seats][0]]] = MARKED[SIDES[seats][by % seats]]

    def change(rows: np.ndarray) -> None:
        for name in ("floors", "owner"):
            by_site = rows[name].reshape(len(rows), len(CITIES), CITY_SITES, -1)
            rows[name] = moved(by_site, turn, axis=2).reshape(rows[name].shape)
        rows["floors"] = moved(rows["floors"], seat_to, axis=2)
        owner = rows["owner"]
        rows["owner"] = np.where(owner < seats, (owner + by) % seats, owner)
        for name in ("supply", "picked", "removed", "score"):
            rows[name] = moved(rows[name], seat_to, axis=1)
        rows["points"] = moved(rows["points"], seat_to, axis=2)
        rows["hand"] = moved(rows["hand"], seat_to, axis=1)
        for name in ("turn", "seat", "starter"):
            rows[name] = np.where(rows[name] >= 0, (rows[name] + by) % seats, rows[name])

    actions = np.array([SPACE.encode(turned(action, by, options)) for action in SPACE.actions], np.int64)
    actions[START0 : START0 + seats] = START0 + seat_to
    places, named = places_of(FEATURES)
    named["chair"][:] = moved(named["chair"], seat_to)
    return Symmetry(f"chairs +{by}", change, actions, places, seat_to)
