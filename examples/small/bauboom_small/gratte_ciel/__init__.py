"""Little Gratte-ciel: Gratte-ciel's own rules, as a game that is small enough to be solved; docs/small.md."""

from dataclasses import replace

from bauboom.core.usual import events
from bauboom.games.gratte_ciel import GAME as GRATTE_CIEL
from bauboom.games.gratte_ciel.components import TOILET

from .rules import COPIES, QUAKES, STATE, VARIANTS, apply, observe, setup

# Every card is drawn and played once; a toilet brings a theft, two cards and which to keep besides.
CARDS, TOILETS = int(sum(COPIES) + max(QUAKES)), int(COPIES[TOILET])
MAX_DECISIONS, MAX_OUTCOMES = CARDS + 2 * TOILETS, CARDS + 2 * TOILETS

OWN = {kernel.__name__: kernel for kernel in (setup, apply, observe)}

GAME = replace(
    GRATTE_CIEL,
    name="little-gratte-ciel",
    title="Little Gratte-ciel",
    package=__name__,
    variants=VARIANTS,
    dtype=STATE,
    kernels={**GRATTE_CIEL.kernels, **OWN},
    refuse=events.refuse,
    refuse_result=events.refuse_result,
    terms={},
    custom=None,  # the deck is these few cards
    max_steps=MAX_DECISIONS + MAX_OUTCOMES,
    max_decisions=MAX_DECISIONS,
    max_outcomes=MAX_OUTCOMES,
    versions=("first version",),
)
