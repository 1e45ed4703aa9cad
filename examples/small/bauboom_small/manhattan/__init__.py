"""Little Manhattan: Manhattan's own rules, as a game that is small enough to be solved; docs/small.md."""

from dataclasses import replace

import msgspec

from bauboom.core.engine import USUAL
from bauboom.core.usual import events
from bauboom.core.usual.face import FACE
from bauboom.games.manhattan import GAME as MANHATTAN
from bauboom.games.manhattan.actions import Build, Skip

from .rules import STATE, VARIANTS, apply, audit, determinize, legal, observe, setup


def turned(action, seat, options):
    """An action with colours counted from a seat's own."""
    if isinstance(action, (Build, Skip)) and action.colour < 2:
        return msgspec.structs.replace(action, colour=(action.colour + seat) % 2)
    return action


OWN = {kernel.__name__: kernel for kernel in (setup, legal, apply, observe, determinize, audit)}
QUICK = {name: USUAL[name] for name in ("any_decision", "sample")}  # Manhattan's own are for its own cities and cards

GAME = replace(
    MANHATTAN,
    name="little-manhattan",
    title="Little Manhattan",
    package=__name__,
    variants=VARIANTS,
    dtype=STATE,
    kernels={**MANHATTAN.kernels, **QUICK, **OWN},
    turned=turned,
    symmetric=lambda options: {},
    refuse=events.refuse,
    refuse_result=events.refuse_result,
    terms={},
    face=FACE,  # Manhattan's counts all its cards
    max_steps=16,
    max_decisions=6,
    max_outcomes=10,
    versions=("first version",),
)
