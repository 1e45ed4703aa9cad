"""Other names for the same position: the board turned and mirrored, and the chairs around the table."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from bauboom.core.game import CHAIRS
from bauboom.core.symmetry import Symmetries, Symmetry, further, moved, places_of

from .actions import DECLINE, MOVE0, NUMBER, PAIRS, SPACE, START0, STOREY0, turned
from .components import OFF, PLOT, PLOTS, SIDE, SQUARES
from .features import FEATURES

QUARTERS, QUARTER = 4, SQUARES // 4


def symmetric(options: Mapping[str, Any]) -> Symmetries:
    """A square has eight symmetries, and figures may move in either direction (H-move); no chair is special."""
    seats = options["players"]
    board = (_board(way, *places, seats) for way, places in enumerate(board_ways()))
    return {"board": tuple(board), CHAIRS: tuple(_chairs(by, options) for by in range(seats))}


def board_ways() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The board mirrored left to right or not, then turned clockwise by quarters: where plots and squares are then."""
    for is_mirrored in (False, True):
        for quarters in range(QUARTERS):
            row, column = np.divmod(np.arange(PLOTS), SIDE)
            square = np.arange(SQUARES)
            if is_mirrored:
                column, square = SIDE - 1 - column, (QUARTER - square) % SQUARES
            for _ in range(quarters):
                row, column = column, SIDE - 1 - row
            yield row * SIDE + column, np.append((square + QUARTER * quarters) % SQUARES, OFF)  # OFF is the last square


def _board(way: int, plot_to: np.ndarray, square_to: np.ndarray, seats: int) -> Symmetry:
    def of_sets(sets: np.ndarray) -> np.ndarray:
        result = np.zeros_like(sets)
        for plot in range(PLOTS):
            result |= np.where(sets & PLOT[plot], PLOT[plot_to[plot]], 0)
        return result

    def change(rows: np.ndarray) -> None:
        for name in ("levels", "spires", "roofs", "roads"):
            rows[name] = of_sets(rows[name])
        rows["latest"] = moved(rows["latest"], plot_to, axis=1)
        rows["figures"] = np.sort(square_to[rows["figures"]], axis=2)

    actions = np.arange(SPACE.size)
    pairs = square_to[np.array(PAIRS)]
    actions[MOVE0:STOREY0] = MOVE0 + NUMBER[pairs[:, 0], pairs[:, 1]]
    for first in range(STOREY0, DECLINE, PLOTS):
        actions[first : first + PLOTS] = first + plot_to
    places, named = places_of(FEATURES)
    for name in ("storeys", "spire", "roof", "road", "open", "crossed", "owner", "sites"):
        maps = named[name].reshape(-1, PLOTS)
        maps[:] = moved(maps, plot_to, axis=1)
    named["figures"][:] = moved(named["figures"], square_to[:SQUARES], axis=1)
    name = f"{'mirrored, ' if way >= QUARTERS else ''}turned by {90 * (way % QUARTERS)}°"
    return Symmetry(name, change, actions, places, np.arange(seats))


def _chairs(by: int, options: Mapping[str, Any]) -> Symmetry:
    """Everybody moves on by so many chairs."""
    seats = options["players"]
    seat_to = further(seats, by)

    def change(rows: np.ndarray) -> None:
        for name in ("spires", "figures", "has_built", "left", "hand"):
            rows[name] = moved(rows[name], seat_to, axis=1)
        for name in ("turn", "seat"):
            rows[name] = np.where(rows[name] >= 0, (rows[name] + by) % seats, rows[name])

    actions = np.array([SPACE.encode(turned(action, by, options)) for action in SPACE.actions], np.int64)
    actions[START0 : START0 + seats] = START0 + seat_to
    places, named = places_of(FEATURES)
    named["chair"][:] = moved(named["chair"], seat_to)
    return Symmetry(f"chairs +{by}", change, actions, places, seat_to)
