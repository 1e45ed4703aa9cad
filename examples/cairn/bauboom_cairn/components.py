"""What is on the table: stones, cairns, and the row that holds one game."""

import numpy as np

from bauboom.core.arrays import constants

WEIGHTS = 5  # C-stones
COPIES = 5
STONES = WEIGHTS * COPIES
CAIRNS = 4
HAND = 3
MOST = 3  # players
GROUND = 0  # the top of a cairn without stones
UNKNOWN = 99  # a number of stones that the viewer may not know

VARIANTS = tuple({"players": players} for players in (2, 3))
SEATS = constants([variant["players"] for variant in VARIANTS])

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("height", np.uint8, CAIRNS),  # stones in every cairn
                ("top", np.uint8, CAIRNS),  # the weight of its topmost stone, or GROUND
                ("held", np.int8, MOST),  # stones in every hand
                ("hand", np.int8, (MOST, WEIGHTS)),  # the same by weight − 1
                ("gone", np.uint8, WEIGHTS),  # stones laid or dropped, by weight − 1
                ("score", np.uint8, MOST),
                ("seats", np.int8),  # how many play
                ("next_seat", np.int8),  # who lays a stone when nobody has to draw
                ("turn", np.int8),  # who acts: a seat, CHANCE or OVER
            ],
            align=True,
        ),
    )
)
