"""Little Gratte-ciel: Gratte-ciel's own rules with one or two sites, and so few cards that it can be solved.

Rows are Gratte-ciel's for two players, with one more field. Whatever is not here is a kernel of Gratte-ciel.
"""

import numpy as np

from bauboom.core.arrays import constants
from bauboom.core.cards import how_many, insert
from bauboom.core.kernel import kernel
from bauboom.games.gratte_ciel import rules
from bauboom.games.gratte_ciel.actions import DRAW0
from bauboom.games.gratte_ciel.components import CARDS, DEAL, DRAW, EMPTY, FIRST_DRAW, FOUNDATION_KINDS, PLAY, QUAKE
from bauboom.games.gratte_ciel.components import STATE as FULL_STATE
from bauboom.games.gratte_ciel.components import VARIANTS as FULL_VARIANTS
from bauboom.games.gratte_ciel.deck import FOUNDATIONS, KINDS
from bauboom.games.gratte_ciel.view import observe as observe_full

FIELDS = tuple((name, FULL_STATE[name]) for name in FULL_STATE.names)
STATE = np.dtype(
    (np.record, np.dtype([*FIELDS, ("little", np.int16)], align=True))
)  # which of VARIANTS; no byte is padding
VARIANTS = (
    {"players": 2, "sites": 1, "hand": 2, "quakes": 0},
    {"players": 2, "sites": 1, "hand": 1, "quakes": 0},
    {"players": 2, "sites": 2, "hand": 1, "quakes": 0},
    {"players": 2, "sites": 1, "hand": 1, "quakes": 1},
    {"players": 2, "sites": 2, "hand": 2, "quakes": 0},
)
OPEN_SITES = constants([variant["sites"] for variant in VARIANTS])
HAND_SIZE = constants([variant["hand"] for variant in VARIANTS])
QUAKES = constants([variant["quakes"] for variant in VARIANTS])
FULL = FULL_VARIANTS.index({"players": 2})
# L-cards: a floor, a toilet and a roof are 60 m together, which is just a mini
COPIES = constants([2 if kind in ("home-30", "toilet", "antenna") else 0 for kind in KINDS])
CLAY = FOUNDATIONS.index("clay")


@kernel
def setup(s, variant):
    """L-sites, L-cards: all sites are open, on clay; seat 0 begins (L-start)."""
    rules.setup(s, FULL)
    s.little = variant
    for card in range(CARDS):
        s.card_count[card] = QUAKES[variant] if card == QUAKE else COPIES[card]
    for kind in range(FOUNDATION_KINDS):
        s.foundation_count[kind] = OPEN_SITES[variant] if kind == CLAY else 0
    rules.lay_out(s)
    rules.start_with(s, 0)
    for _ in range(OPEN_SITES[variant]):
        rules.reveal(s, CLAY)
    rules.await_chance(s, DEAL)


@kernel
def apply(s, action):
    """L-hand: as in Gratte-ciel, but fewer cards make a hand."""
    if s.phase == DEAL:
        deal(s, action - DRAW0)
        return
    rules.apply(s, action)
    if has_enough(s):
        if s.phase == DRAW:
            rules.end_turn(s)
        elif s.phase == FIRST_DRAW:
            rules.await_seat(s, PLAY)


@kernel
def has_enough(s):
    return how_many(s.hand[s.seat], EMPTY) >= HAND_SIZE[s.little]


@kernel
def deal(s, card):
    """L-hand: to seat 0, then to seat 1."""
    rules.off_the_deck(s, card)
    insert(s.hand[s.seat], card)
    if has_enough(s):
        s.seat = rules.next_seat(s, s.seat)
        if s.seat == s.starter:
            rules.await_seat(s, PLAY)


@kernel
def observe(s, seat, view):
    """L-secret: what Gratte-ciel shows."""
    observe_full(s, seat, view)
    view.little = s.little
