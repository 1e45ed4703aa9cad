"""Hoch hinaus! (Karl-Heinz Koch), also sold as Manhattan."""

from bauboom.core.game import Clock, Game

from .actions import SPACE, turned
from .audit import audit
from .components import ROADS, STANDSTILL, STATE, STOREYS, VARIANTS
from .events import EVENTS, TERMS, actions_of, refuse, refuse_result, tie
from .features import FEATURES, encode
from .heuristic import TRAITS, evaluate, traits
from .inputs import INPUTS, list_inputs
from .legal import legal
from .reasons import meaning, reasons
from .rules import apply, chance, clock, returns, scores, setup
from .schema import SHEETS
from .sheet import consequences, event, present
from .symmetry import symmetric
from .text import FACE
from .themes import THEMES, theme_of
from .view import determinize, observe

KERNELS = (
    setup,
    legal,
    apply,
    chance,
    scores,
    returns,
    observe,
    determinize,
    audit,
    encode,
    evaluate,
    traits,
    list_inputs,
    clock,
    present,
    event,
    consequences,
    reasons,
    meaning,
)

# H10: at most STANDSTILL turns for every storey and road there is. A turn is a declined demand, a roll, a move, a
# crossing and two uses of the dice; one more names the start player, and all but one may be driven into bankruptcy.
TURNS = STANDSTILL * (STOREYS + ROADS)
MAX_STEPS = 1 + 6 * TURNS + 5

GAME = Game(
    name="hoch-hinaus",
    title="Hoch hinaus!",
    package=__name__,
    variants=VARIANTS,
    dtype=STATE,
    kernels={kernel.__name__: kernel for kernel in KERNELS},
    space=SPACE,
    turned=turned,
    symmetric=symmetric,
    sheets=SHEETS,
    event_types=EVENTS,
    actions_of=actions_of,
    refuse=refuse,
    refuse_result=refuse_result,
    tie=tie,
    terms=TERMS,
    features=FEATURES,
    traits=TRAITS,
    inputs=INPUTS,
    search={"scale": 800, "rollout": 0, "prior": 2, "sharp": 6},
    simulations=1000,  # each is quick
    face=FACE,
    themes=THEMES,
    theme_of=theme_of,
    max_steps=MAX_STEPS,
    max_decisions=5 * TURNS + 5,
    max_outcomes=1 + TURNS,
    lookahead=3,  # the crossing, and two uses of the dice
    required=("players",),
    clock=Clock("storey", 5),
)
