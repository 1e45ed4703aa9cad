"""What is on the table: material, options, and the row that holds one game.

A set of plots is one whole number, a bit for each plot, so the building code can be written about sets: `&` is "and
also", `|` is "together with", `& ~` is "but not". A row of the board has eight bits, the last of which is never set:
plots at the left and the right edge are no neighbours.
"""

import numpy as np

from bauboom.core.arrays import constants

MAX_SEATS = 6
SIDE = 7  # H-board: plots in a row, and rows
PLOTS = SIDE * SIDE
COLUMNS = "ABCDEFG"
ROW = SIDE + 1  # bits from one row to the next
PLOT = constants(
    [1 << (row * ROW + column) for row in range(SIDE) for column in range(SIDE)]
)  # each as a set of its own
ALL_PLOTS = int(PLOT.sum())

SQUARES = 32  # H-board: the track, clockwise from the top left corner
CORNERS = constants((0, 8, 16, 24))
OFF = -1  # the square of a figure that is off the board

STOREYS = 45  # H-material
ROOFS = 20
ROADS = 30
FIGURES = 2
ROOFS_EACH = 2  # H-setup
MAX_HEIGHT = (STOREYS + 1) // 2  # the tallest plot carries the spire: to be raised, another must be as tall first
STANDSTILL = 150  # H10: turns

# H6: every legal set of options; of those that fit what is asked for, the first is the default
VARIANTS = tuple(
    {"players": players, "bankruptcy": bankruptcy}
    for bankruptcy in ("demand", "automatic")
    for players in (4, 2, 3, 5, 6)
)
SEATS = constants([v["players"] for v in VARIANTS])
AUTOMATIC = constants([v["bankruptcy"] == "automatic" for v in VARIANTS])
SPIRES = constants([3 if v["players"] == 2 else 2 for v in VARIANTS])  # H-material, H-two: by variant

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")  # by seat; the rule book names none


def _crossed(one: int, other: int) -> int:
    """H-cross: the plot on which two squares of the track cross, or −1."""
    lines = [_line(one), _line(other)]
    if {kind for kind, _ in lines} != {"row", "column"}:
        return -1
    at = dict(lines)
    return at["row"] * SIDE + at["column"]


def _line(square: int) -> tuple[str, int]:
    """Where a figure on this square looks along: a row or a column of plots, from 0; H1: from a corner, nowhere."""
    side, step = divmod(square, 8)
    if square == OFF or step == 0:
        return "nowhere", 0
    return (("column", step - 1), ("row", step - 1), ("column", SIDE - step), ("row", SIDE - step))[side]


# [square, square], OFF being the last one
CROSSED = constants([[_crossed(a, b) for b in (*range(SQUARES), OFF)] for a in (*range(SQUARES), OFF)], np.int8)

# the phases of a game; chance acts in START and ROLL
PHASES = ("start", "demand", "roll", "move", "cross", "dice", "over")
START, DEMAND, ROLL, MOVE, CROSS, DICE, FINISHED = range(len(PHASES))

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("levels", np.int64, MAX_HEIGHT),  # sets: the plots with more than n storeys
                ("spires", np.int64, MAX_SEATS),  # sets: where each seat's spires stand
                ("roofs", np.int64),  # a set
                ("roads", np.int64),  # a set
                ("latest", np.int8, PLOTS),  # which of the storeys built so far is the top one, from 1; 0 if none
                ("figures", np.int8, (MAX_SEATS, FIGURES)),  # squares, ascending
                ("has_built", np.int8, MAX_SEATS),  # whether a seat ever built a storey
                ("left", np.int8, MAX_SEATS),  # 0 while in the game, 1 for the first to go bankrupt, and so on
                ("hand", np.int8, MAX_SEATS),  # roofs
                ("roof_supply", np.int8),
                ("road_supply", np.int8),
                ("storey_supply", np.int8),
                ("dice", np.int8, 2),  # as rolled in this turn
                ("ones", np.int8),  # 1s and 6s of this turn that are not used yet
                ("sixes", np.int8),
                ("quiet", np.int16),  # turns in a row without a storey or a road; −1: there was one in this turn
                ("variant", np.int8),  # which of VARIANTS is played
                ("phase", np.int8),
                ("turn", np.int8),  # who acts: a seat, CHANCE or OVER
                ("seat", np.int8),  # whose turn it is
                ("filler", np.int8, 4),  # always 0: up to a multiple of 8, so that no byte of a row is left to chance
            ],
            align=True,
        ),
    )
)
