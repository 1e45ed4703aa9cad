"""Little Manhattan: Manhattan's own rules on one city, with so few blocks and cards that it can be solved.

Rows are Manhattan's, in its last round, with one more field. Whatever is not here is a kernel of Manhattan.
"""

import numpy as np

from bauboom.core.arrays import constants
from bauboom.core.cards import guess, insert, is_new
from bauboom.core.engine import CHANCE
from bauboom.core.kernel import kernel
from bauboom.core.lists import append_if
from bauboom.games.manhattan import rules
from bauboom.games.manhattan.actions import BUILD0, DRAW0, SKIP0
from bauboom.games.manhattan.components import (
    BUILD,
    CARD_KINDS,
    CITIES,
    COLOURS,
    DEAL,
    EMPTY,
    HAND,
    ROUNDS,
    SIZES,
    UNKNOWN,
)
from bauboom.games.manhattan.components import STATE as FULL_STATE
from bauboom.games.manhattan.components import VARIANTS as FULL_VARIANTS
from bauboom.games.manhattan.legal import may_build
from bauboom.games.manhattan.view import observe as observe_full

FIELDS = tuple((name, FULL_STATE[name]) for name in FULL_STATE.names)
STATE = np.dtype(
    (np.record, np.dtype([*FIELDS, ("little", np.uint16)], align=True))
)  # which of VARIANTS; no byte is padding
VARIANTS = (
    {"players": 2, "blocks": 2, "hand": 2},
    {"players": 2, "blocks": 1, "hand": 2},
    {"players": 2, "blocks": 3, "hand": 1},
    {"players": 2, "blocks": 3, "hand": 2},
)
LAST_BLOCK = constants([variant["blocks"] for variant in VARIANTS])
HAND_SIZE = constants([variant["hand"] for variant in VARIANTS])
FULL = FULL_VARIANTS.index({"edition": "1994", "players": 2, "blocks_per_round": 6, "colours": 1})
# L-cards: of the cards 1, 5 and 9, which mark the same three sites from both sides of the table, two each
COPIES = constants((2, 0, 0, 0, 2, 0, 0, 0, 2))
CITY = 0


@kernel
def setup(s, variant):
    """L-city, L-blocks, L-cards: an empty city, all blocks before the players, six cards; seat 0 begins (L-start)."""
    rules.setup(s, FULL)
    s.little = variant
    for card in range(CARD_KINDS):
        s.pile[card] = COPIES[card]
    for colour in range(COLOURS):
        for size in range(SIZES):
            s.supply[colour, size] = 0
            s.picked[colour, size] = colour < 2 and size < LAST_BLOCK[variant]
    s.round_no = ROUNDS[FULL]
    rules.start_with(s, 0)
    s.turn = CHANCE


@kernel
def legal(s, out):
    """L-city: as in Manhattan, but in one city."""
    if s.phase != BUILD:
        return 0
    count = 0
    for slot in range(HAND_SIZE[s.little]):
        card = int(s.hand[s.seat, slot])
        if is_new(s.hand[s.seat], slot):
            site = rules.marked_site(s, s.seat, card, CITY)
            for size in range(SIZES):
                action = BUILD0 + ((card * len(CITIES) + CITY) * COLOURS + int(s.seat)) * SIZES + size
                count = append_if(out, count, action, may_build(s, site, s.seat, size))
    return count if count > 0 else legal_skips(s, out)


@kernel
def legal_skips(s, out):
    """M2: with no legal build, any card, any block."""
    count = 0
    for slot in range(HAND_SIZE[s.little]):
        if is_new(s.hand[s.seat], slot):
            for size in range(SIZES):
                action = SKIP0 + (int(s.hand[s.seat, slot]) * COLOURS + int(s.seat)) * SIZES + size
                count = append_if(out, count, action, s.picked[s.seat, size] > 0)
    return count


@kernel
def apply(s, action):
    """L-deal: fewer cards than in Manhattan, and nothing to pick; all else is the same."""
    if s.phase != DEAL:
        rules.apply(s, action)
        return
    card = action - DRAW0
    s.pile[card] -= 1
    insert(s.hand[s.seat], card)
    if s.hand[s.seat, HAND_SIZE[s.little] - 1] != EMPTY:
        s.seat = rules.next_seat(s, s.seat)
        if s.seat == s.starter:
            s.phase = BUILD
            s.turn = s.seat


@kernel
def observe(s, seat, view):
    """L-secret: what Manhattan shows."""
    observe_full(s, seat, view)
    view.little = s.little


@kernel
def determinize(view, rng):
    """L-secret: deal the cards that have not been shown to the unknown hand at random; the rest is the pile."""
    unseen = 0
    for card in range(CARD_KINDS):
        cards = int(COPIES[card]) - int(view.played[card])
        for seat in range(2):
            for slot in range(HAND):
                cards -= view.hand[seat, slot] == card
        view.pile[card] = cards
        unseen += cards
    for seat in range(2):
        unseen = guess(view.hand[seat], view.pile, unseen, rng, UNKNOWN)


@kernel
def audit(s):
    """1 if a card was lost or found."""
    bits = 0
    for card in range(CARD_KINDS):
        cards = int(s.pile[card]) + int(s.played[card])
        for seat in range(2):
            for slot in range(HAND):
                cards += s.hand[seat, slot] == card
        bits |= int(cards != COPIES[card])
    return bits
