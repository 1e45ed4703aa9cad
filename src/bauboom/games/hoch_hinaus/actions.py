"""The decisions and chance outcomes of this game."""

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from bauboom.core.action import Action, ActionSpace
from bauboom.core.arrays import constants

from .components import COLUMNS, MAX_SEATS, OFF, SIDE, SQUARES


def plot_name(plot: tuple[int, int]) -> str:
    """H-board: (3, 4), row and column, is D3."""
    return f"{COLUMNS[plot[1] - 1]}{plot[0]}"


class Demand(Action, frozen=True, tag="demand"):
    """H-demand: an opponent is bankrupt."""

    of: int

    def __str__(self) -> str:
        return f"demand{self.of}"


class Move(Action, frozen=True, tag="move"):
    """H-move, H8: the squares on which the two figures stand then, ascending."""

    figures: tuple[int, int]

    def __str__(self) -> str:
        return "+".join("off" if square == OFF else str(square) for square in self.figures)


class Storey(Action, frozen=True, tag="storey"):
    """H-duty: a storey on the empty plot that is crossed."""

    plot: tuple[int, int]

    def __str__(self) -> str:
        return f"storey{plot_name(self.plot)}"


class Road(Action, frozen=True, tag="road"):
    """H-road: a road on the empty plot that is crossed."""

    plot: tuple[int, int]

    def __str__(self) -> str:
        return f"road{plot_name(self.plot)}"


class Demolish(Action, frozen=True, tag="demolish"):
    """H-demolish: the roof on the plot that is crossed goes."""

    plot: tuple[int, int]

    def __str__(self) -> str:
        return f"demolish{plot_name(self.plot)}"


class Raise(Action, frozen=True, tag="raise"):
    """H-raise, H-six: one storey more on the plot that is crossed or, for a 6, on any of one's own."""

    plot: tuple[int, int]

    def __str__(self) -> str:
        return f"raise{plot_name(self.plot)}"


class Roof(Action, frozen=True, tag="roof"):
    """H-one: a roof on any free top."""

    plot: tuple[int, int]

    def __str__(self) -> str:
        return f"roof{plot_name(self.plot)}"


class Decline(Action, frozen=True, tag="decline"):
    """What may be done now is not done: a demand, the crossing, or all that is left of the dice."""

    def __str__(self) -> str:
        return "decline"


class Start(Action, frozen=True, tag="start"):
    """H-start: chance names who begins."""

    seat: int

    def __str__(self) -> str:
        return f"start{self.seat}"


class Roll(Action, frozen=True, tag="roll"):
    """H-roll: both dice, in the order in which they lie."""

    one: int
    two: int

    def __str__(self) -> str:
        return f"roll{self.one}{self.two}"


PAIRS = tuple(combinations_with_replacement((OFF, *range(SQUARES)), 2))[1:]  # after a move a figure is on
WHERE = constants(PAIRS, np.int8)
# [square, square]: the pair's number, OFF being the last square
NUMBER = constants([[0 if a == b == OFF else PAIRS.index((min(a, b), max(a, b))) for b in (*range(SQUARES), OFF)]
                for a in (*range(SQUARES), OFF)], np.int16)  # fmt: skip
SITES = [(row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)]
SPACE = ActionSpace(
    decisions={
        Demand: {"of": range(MAX_SEATS)},
        Move: {"figures": PAIRS},
        Storey: {"plot": SITES},
        Road: {"plot": SITES},
        Demolish: {"plot": SITES},
        Raise: {"plot": SITES},
        Roof: {"plot": SITES},
        Decline: {},
    },
    outcomes={Start: {"seat": range(MAX_SEATS)}, Roll: {"one": range(1, 7), "two": range(1, 7)}},
)
DEMAND0, MOVE0, STOREY0, ROAD0, DEMOLISH0, RAISE0, ROOF0, DECLINE, START0, ROLL0 = SPACE.first.values()


def turned(action: Action, seat: int, options: Mapping[str, Any]) -> Action:
    """H-demand: an action with opponents counted from a seat."""
    players = options["players"]
    if isinstance(action, Demand) and action.of < players:
        return Demand((action.of + seat) % players)
    return action
