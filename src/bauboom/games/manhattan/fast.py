"""Quicker versions of kernels that are defined elsewhere; a law compares them.

`legal` is defined in legal.py, `any_decision` and `sample` in core/engine.py (as `any_listed` and `sample_listed`).
"""

import numpy as np

from bauboom.core.arrays import constants
from bauboom.core.cards import is_new
from bauboom.core.dice import below
from bauboom.core.kernel import idx, kernel

from .actions import BUILD0, DRAW0, FIRST_PICK, LAST_PICK, PICK0, PICK_COUNTS, START0
from .components import (
    BUILD,
    CARD_KINDS,
    CITIES,
    CITY_SITES,
    COLOUR_OF,
    COLOURS,
    COLOURS_EACH,
    HAND,
    MARKED,
    PICK,
    SEATS,
    SIDE_OF,
    SIZES,
    START,
    STOREYS_PER_COLOUR,
)
from .legal import legal_skips
from .rules import marked_site, picking_colour, storeys_missing

# block sizes as bits: AT_LEAST[n] are those of n storeys or more; LISTED[bits] are their numbers (size − 1)
_sizes = range(SIZES)
AT_LEAST = constants([sum(1 << i for i in _sizes if i + 1 >= n) for n in range(STOREYS_PER_COLOUR + 1)], np.uint8)
LISTED = constants([([i for i in _sizes if bits >> i & 1] + [0] * SIZES)[:SIZES] for bits in range(1 << SIZES)])
PACKED_PICKS = constants(
    (PICK_COUNTS.astype(np.int64) << np.arange(0, 8 * SIZES, 8)).sum(axis=1)
)  # a byte for each size
GUARDS = 0x80808080  # the highest bit of each byte
HOW_MANY = constants([bits.bit_count() for bits in range(1 << SIZES)])


@kernel
def legal(s, out):
    """Write the ids of all legal decisions, ascending, and return how many there are."""
    if s.phase == PICK:
        return legal_picks(s, out)
    if s.phase == BUILD:
        count = legal_builds(s, out)
        return count if count > 0 else legal_skips(s, out)
    return 0


@kernel
def legal_picks(s, out):
    """M-pick: any blocks of the supply, exactly as many as the variant says."""
    colour = picking_colour(s)
    supply = GUARDS
    for size in range(SIZES):
        supply += int(s.supply[colour, size]) << (8 * size)
    count = 0
    for pick in range(FIRST_PICK[s.variant], LAST_PICK[s.variant]):
        out[idx(count)] = PICK0 + pick
        # one byte per size: a size of which too few are left borrows its guard bit
        count += (supply - PACKED_PICKS[pick]) & GUARDS == GUARDS
    return count


@kernel
def legal_builds(s, out):
    """M-build, M-cap: every card in hand, every city, every picked block that may go on the marked site."""
    seat = s.seat
    side = SIDE_OF[s.variant, seat]
    has_two = COLOURS_EACH[s.variant] == 2
    first, second = COLOUR_OF[s.variant, seat, 0], COLOUR_OF[s.variant, seat, 1]
    sizes, more_sizes = sizes_picked(s, first), sizes_picked(s, second)
    count = 0
    for slot in range(HAND):
        card = s.hand[seat, slot]
        if not is_new(s.hand[seat], slot):
            continue
        for city in range(len(CITIES)):
            site = city * CITY_SITES + MARKED[side, card]
            action = BUILD0 + (int(card) * len(CITIES) + city) * COLOURS * SIZES
            allowed = sizes & AT_LEAST[idx(storeys_missing(s, site, first))]
            count = list_sizes(out, count, action + int(first) * SIZES, allowed)
            if has_two:
                allowed = more_sizes & AT_LEAST[idx(storeys_missing(s, site, second))]
                count = list_sizes(out, count, action + int(second) * SIZES, allowed)
    return count


@kernel
def list_sizes(out, count, action, allowed):
    """List the allowed sizes. All four are written but only those counted: no branch to predict, one vector store."""
    for i in range(SIZES):
        out[idx(count + i)] = action + LISTED[allowed, i]
    return count + HOW_MANY[allowed]


@kernel
def sizes_picked(s, colour):
    """The sizes of picked blocks that are left, as bits."""
    bits = 0
    for size in range(SIZES):
        bits |= (s.picked[colour, size] > 0) << size
    return bits


TRIES = 24  # until a build is legal; late in a game few are, and then the list is quicker


@kernel
def any_decision(s, rng, actions):
    """A legal decision, every one as likely: builds are drawn until one is legal, which is quicker than a list."""
    if s.phase == BUILD:
        first, second = COLOUR_OF[s.variant, s.seat, 0], COLOUR_OF[s.variant, s.seat, 1]
        sizes, more_sizes = sizes_picked(s, first), 0
        if COLOURS_EACH[s.variant] == 2:
            more_sizes = sizes_picked(s, second)
        blocks = HOW_MANY[sizes]
        guesses = HAND * len(CITIES) * (blocks + HOW_MANY[more_sizes])
        for _ in range(TRIES):
            guess = below(rng, guesses)
            slot, block = guess % HAND, guess // HAND // len(CITIES)
            city = guess // HAND - block * len(CITIES)
            is_first = block < blocks
            colour = first if is_first else second
            size = LISTED[sizes, idx(block)] if is_first else LISTED[more_sizes, idx(block - blocks)]
            card = s.hand[s.seat, slot]
            is_first_of_kind = (slot == 0) | (card != s.hand[s.seat, max(slot - 1, 0)])
            missing = storeys_missing(s, marked_site(s, s.seat, card, city), colour)
            if is_first_of_kind & (size >= missing - 1):
                return BUILD0 + ((int(card) * len(CITIES) + city) * COLOURS + int(colour)) * SIZES + size
    return actions[below(rng, legal(s, actions))]


LANE = 7  # bits: nine numbers of 7 bits fit into one, and none is ever above 63
LANES = sum(1 << (LANE * card) for card in range(CARD_KINDS))  # 1 in every lane
HIGHEST = LANES << (LANE - 1)


@kernel
def sample(s, rng, actions, weights):
    """M-start: every seat alike. M-deal, M-draw: every card of the pile alike, with each kind in a lane of bits.

    The card drawn is of the first kind at which the number of cards so far exceeds a random one.
    """
    if s.phase == START:
        return START0 + below(rng, SEATS[s.variant])
    cards = 0
    for card in range(CARD_KINDS):
        cards |= int(s.pile[card]) << (LANE * card)
    ticket = int(below(rng, sum_of_lanes(cards)))
    for lanes in (1, 2, 4, 8):  # then every lane is the sum of all up to it
        cards += (cards & ((1 << (LANE * (CARD_KINDS - lanes))) - 1)) << (LANE * lanes)
    passed = ((ticket * LANES | HIGHEST) - cards & HIGHEST) >> (LANE - 1)
    return DRAW0 + sum_of_lanes(passed)


@kernel
def sum_of_lanes(lanes):
    """The sum of a number's digits, which is the number modulo its highest digit."""
    return lanes % ((1 << LANE) - 1)
