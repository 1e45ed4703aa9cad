"""Manhattan (Andreas Seyfarth), editions 1994 and 2017."""

from bauboom.core.game import Clock, Game

from .actions import SPACE, turned
from .audit import audit
from .components import STATE, VARIANTS
from .events import EVENTS, TERMS, actions_of, refuse, refuse_result
from .fast import any_decision, legal, sample
from .features import FEATURES, encode
from .heuristic import TRAITS, evaluate, traits
from .inputs import INPUTS, list_inputs
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
    any_decision,
    apply,
    chance,
    sample,
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

GAME = Game(
    name="manhattan",
    title="Manhattan",
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
    search={"scale": 1200, "rollout": 4, "trust": 0.5},
    face=FACE,
    themes=THEMES,
    theme_of=theme_of,
    max_steps=225,  # two colours: a start, 8 dealt cards, 24 picks, 96 turns of a build and a draw
    max_decisions=120,
    max_outcomes=113,  # with four players 16 cards are dealt
    clock=Clock("round"),
)
