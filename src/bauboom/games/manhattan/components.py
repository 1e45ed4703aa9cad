"""What is on the table: material, options, and the row that holds one game."""

from typing import Any

import numpy as np

from bauboom.core.arrays import constants

CITIES = ("Sydney", "Manhattan", "Frankfurt", "Hong Kong", "São Paulo", "Cairo")
LETTERS = "ABCDEF"  # the 2017 edition's names of the same cities, and players' shorthand
CITY_SITES = 9
SITES = len(CITIES) * CITY_SITES
COLOUR_NAMES = {"1994": ("red", "blue", "green", "black"), "2017": ("orange", "blue", "yellow", "purple")}
COLOURS = 4
NOBODY = COLOURS  # the owner of an empty site; its column of `floors` stays 0, so the storey rule needs no special case

BLOCK_SIZES = (1, 2, 3, 4)
SIZES = len(BLOCK_SIZES)
BLOCKS = constants((11, 6, 4, 3))  # M-blocks: per colour, by size
BLOCKS_PER_COLOUR = int(BLOCKS.sum())
STOREYS_PER_COLOUR = 47

CARD_KINDS = 9
CARDS_PER_KIND = 5
CARDS = CARD_KINDS * CARDS_PER_KIND
HAND = 4
EMPTY = CARD_KINDS  # a hand's free slot; sorts behind every card
UNKNOWN = 255  # a card, or a number of cards, that the viewer may not see


def _variant(edition: str, players: int, blocks_per_round: int, colours: int) -> dict[str, Any]:
    return {"edition": edition, "players": players, "blocks_per_round": blocks_per_round, "colours": colours}


# M-rounds: every legal set of options; of those that fit what is asked for, the first is the default
VARIANTS = (
    _variant("1994", 4, 6, 1),
    _variant("1994", 3, 4, 1),
    _variant("1994", 3, 6, 1),
    _variant("1994", 2, 4, 2),
    _variant("1994", 2, 6, 1),
    _variant("2017", 4, 6, 1),
    _variant("2017", 3, 4, 1),
    _variant("2017", 2, 4, 2),
)
SEATS = constants([v["players"] for v in VARIANTS])
COLOURS_EACH = constants([v["colours"] for v in VARIANTS])
PICKS_PER_ROUND = constants([v["blocks_per_round"] for v in VARIANTS])
COLOUR_OF = constants(  # M-colours: [variant, seat, which of the seat's colours]
    [[[seat, (seat + v["players"]) % COLOURS] for seat in range(4)] for v in VARIANTS], np.uint8
)
ROUNDS = constants(BLOCKS_PER_COLOUR // PICKS_PER_ROUND)
BREAKS_TIES = constants([v["edition"] == "2017" for v in VARIANTS])

SIDE_NAMES = ("south", "west", "north", "east")
SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # M-sides, M7: clockwise, by number of players
SIDE_OF = constants([(SIDES[v["players"]] + (0, 0))[:4] for v in VARIANTS], np.uint8)  # [variant, seat]


def _marked(side: int, card: int) -> int:
    """M-sides: the site, as seen from the south, that a card marks when it is read from a side."""
    row, column = divmod(card, 3)
    row, column = ((row, column), (column, 2 - row), (2 - row, 2 - column), (2 - column, row))[side]
    return row * 3 + column


MARKED = constants([[_marked(side, card) for card in range(CARD_KINDS)] for side in range(4)], np.uint8)

# the phases of a game; chance acts in START, DEAL and DRAW
START, DEAL, PICK, BUILD, DRAW, FINISHED = range(6)
TALLEST, CITY, TOWER = range(3)  # the rows of `points`

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("floors", np.int8, (SITES, COLOURS + 1)),  # storeys by site and colour, NOBODY's always 0
                ("owner", np.uint8, SITES),  # colour of the top block, or NOBODY
                ("supply", np.int8, (COLOURS, 4)),  # blocks not yet picked, by colour and size − 1
                ("picked", np.int8, (COLOURS, 4)),  # blocks picked for this round and not yet built
                ("removed", np.int8, (COLOURS, 4)),  # blocks given out of the game (M2)
                ("hand", np.uint8, (4, HAND)),  # card kinds from 0, ascending, EMPTY last
                ("pile", np.uint8, CARD_KINDS),  # cards face down, by kind
                ("played", np.uint8, CARD_KINDS),  # cards face up before the players
                ("score", np.int16, COLOURS),
                ("points", np.int8, (3, COLOURS)),  # what the last scoring gave, by TALLEST, CITY, TOWER and colour
                ("variant", np.uint8),  # which of VARIANTS is played
                ("phase", np.uint8),
                ("turn", np.int8),  # who acts: a seat, CHANCE or OVER
                ("seat", np.uint8),  # whose cards or blocks the phase is about
                ("starter", np.uint8),  # who holds the start-player marker
                ("round_no", np.uint8),  # from 1
            ],
            align=True,
        ),
    )
)
