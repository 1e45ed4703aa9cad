"""Other names for the same position: the chairs around the table."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bauboom.core.game import CHAIRS
from bauboom.core.symmetry import Symmetries, Symmetry, further, moved, places_of

from .actions import SPACE, START0, turned
from .components import NOT_LAST
from .features import FEATURES


def symmetric(options: Mapping[str, Any]) -> Symmetries:
    """No chair is special. (Sites are not alike: which one was revealed first breaks ties.)"""
    return {CHAIRS: tuple(_chairs(by, options) for by in range(options["players"]))}


def _chairs(by: int, options: Mapping[str, Any]) -> Symmetry:
    """Everybody moves on by so many chairs."""
    seats = options["players"]
    seat_to = further(seats, by)

    def change(rows: np.ndarray) -> None:
        for name in ("toilets", "hand"):
            rows[name] = moved(rows[name], seat_to, axis=1)
        for name in ("owner", "top_owner", "victim", "turn", "seat", "starter"):
            rows[name] = np.where(rows[name] >= 0, (rows[name] + by) % seats, rows[name])
        due = rows["last_round"]
        bits = sum((due >> seat & 1) << int(seat_to[seat]) for seat in range(seats))
        rows["last_round"] = np.where(due == NOT_LAST, due, bits)

    actions = np.array([SPACE.encode(turned(action, by, options)) for action in SPACE.actions], np.int64)
    actions[START0 : START0 + seats] = START0 + seat_to
    places, named = places_of(FEATURES)
    named["chair"][:] = moved(named["chair"], seat_to)
    return Symmetry(f"chairs +{by}", change, actions, places, seat_to)
