"""Gratte-ciel (K2 SG), with a reconstructed deck."""

from bauboom.core.game import Clock, Custom, Game

from .actions import SPACE, turned
from .audit import audit
from .components import STANDSTILL, STATE, VARIANTS
from .deck import MOST, read_deck
from .events import EVENTS, TERMS, actions_of, refuse, refuse_result
from .features import FEATURES, encode
from .heuristic import TRAITS, evaluate, traits
from .inputs import INPUTS, list_inputs
from .legal import legal
from .reasons import meaning, reasons
from .rules import apply, chance, clock, returns, scores, setup, write_deck
from .schema import SHEETS
from .sheet import consequences, event, is_secret, present
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
    is_secret,
)

# G18: at most STANDSTILL turns for every card of the deck. In a turn in which none leaves it there are six actions at
# most: a toilet, whom to steal from, two cards, which to keep, a foundation. A card that leaves the deck comes with 12
# at most: a study, five cards seen, the choice, four put back, a foundation. Setting up takes less than 50.
MAX_STEPS = 6 * STANDSTILL * (MOST + 1) + 12 * MOST + 50
# Of those six, at most three are chance's: two stolen cards and a foundation. Setting up is all chance's.
MAX_DECISIONS = MAX_STEPS - 50
MAX_OUTCOMES = 3 * STANDSTILL * (MOST + 1) + 12 * MOST + 50

GAME = Game(
    name="gratte-ciel",
    title="Gratte-ciel",
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
    terms=TERMS,
    features=FEATURES,
    traits=TRAITS,
    inputs=INPUTS,
    search={"scale": 2000, "rollout": 3},
    face=FACE,
    themes=THEMES,
    theme_of=theme_of,
    max_steps=MAX_STEPS,
    max_decisions=MAX_DECISIONS,
    max_outcomes=MAX_OUTCOMES,
    versions=(
        "first version",
        "the threshold counts flawed towers, roofs have no prestige, a theft can begin the last round; "
        "prizes and heights are in the observation",
    ),
    lookahead=3,  # a theft, an insurance, or the choice in a study with what follows
    custom=Custom("deck", read_deck, write_deck),
    clock=Clock("card", 10),  # drawn from the deck
)
