"""Cairn, a small game of piling stones: all that a game needs, and nothing else."""

from bauboom.core.usual import game

from .actions import SPACE
from .components import STATE, STONES, VARIANTS
from .rules import apply, audit, chance, legal, points, setup
from .sheet import SHEETS, event, present
from .view import determinize, observe

GAME = game(
    name="cairn",
    title="Cairn",
    package=__name__,
    variants=VARIANTS,
    dtype=STATE,
    kernels=(setup, legal, apply, chance, points, audit, observe, determinize, present, event),
    space=SPACE,
    sheets=SHEETS,
    max_steps=2 * STONES,  # every stone is drawn, and then laid or dropped
)
