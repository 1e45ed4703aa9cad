"""The decisions and chance outcomes of this game."""

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any

import msgspec
import numpy as np

from bauboom.core.action import Action, ActionSpace
from bauboom.core.arrays import constants

from .components import BLOCK_SIZES, BLOCKS, CARD_KINDS, CITIES, COLOURS, LETTERS, PICKS_PER_ROUND


class Pick(Action, frozen=True, tag="pick"):
    """M-pick: take these blocks (ascending sizes) of the colour that is due."""

    blocks: tuple[int, ...]

    def __str__(self) -> str:
        return "pick" + "".join(map(str, self.blocks))


class Build(Action, frozen=True, tag="build"):
    """M-build: play a card and put a block on the site it marks in a city."""

    card: int
    city: int
    colour: int
    block: int

    def __str__(self) -> str:
        return f"{self.card}{LETTERS[self.city]}{self.block}.{self.colour}"


class Skip(Action, frozen=True, tag="skip"):
    """M2: play a card and give a block out of the game."""

    card: int
    colour: int
    block: int

    def __str__(self) -> str:
        return f"{self.card}x{self.block}.{self.colour}"


class Start(Action, frozen=True, tag="start"):
    """M-start: chance names the start player."""

    seat: int

    def __str__(self) -> str:
        return f"start{self.seat}"


class Draw(Action, frozen=True, tag="draw"):
    """M-deal, M-draw: chance turns up a card for the seat that is due."""

    card: int

    def __str__(self) -> str:
        return f"draw{self.card}"


def _picks(count: int) -> list[tuple[int, ...]]:
    """Every choice of `count` blocks out of a full supply."""
    choices = combinations_with_replacement(BLOCK_SIZES, count)
    return [c for c in choices if all(c.count(size) <= BLOCKS[size - 1] for size in BLOCK_SIZES)]


PICKS = _picks(4) + _picks(6)
PICK_COUNTS = constants([[pick.count(size) for size in BLOCK_SIZES] for pick in PICKS], np.int8)
FIRST_PICK = constants(
    np.where(PICKS_PER_ROUND == 4, 0, len(_picks(4)))
)  # by variant, where its picks begin and end in PICKS
LAST_PICK = constants(np.where(PICKS_PER_ROUND == 4, len(_picks(4)), len(PICKS)))

CARDS, COLOUR_NUMBERS = range(1, CARD_KINDS + 1), range(COLOURS)
SPACE = ActionSpace(
    decisions={
        Pick: {"blocks": PICKS},
        Build: {"card": CARDS, "city": range(len(CITIES)), "colour": COLOUR_NUMBERS, "block": BLOCK_SIZES},
        Skip: {"card": CARDS, "colour": COLOUR_NUMBERS, "block": BLOCK_SIZES},
    },
    outcomes={Start: {"seat": range(4)}, Draw: {"card": CARDS}},
)
PICK0, BUILD0, SKIP0, START0, DRAW0 = (SPACE.first[kind] for kind in (Pick, Build, Skip, Start, Draw))


def turned(action: Action, seat: int, options: Mapping[str, Any]) -> Action:
    """M-colours: an action with colours counted from a seat's own. Cards are read from the own side anyway."""
    colours = options["players"] * options["colours"]
    if isinstance(action, (Build, Skip)) and action.colour < colours:
        return msgspec.structs.replace(action, colour=(action.colour + seat) % colours)
    return action
