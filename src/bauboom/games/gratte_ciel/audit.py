"""What must hold in every state: tests ask."""

from bauboom.core.cards import how_many, is_ascending
from bauboom.core.engine import CHANCE, OVER
from bauboom.core.kernel import kernel

from .components import (
    CARDS,
    EMPTY,
    FINISHED,
    FOUNDATION_KINDS,
    HAND,
    INSURANCE,
    MAX_SEATS,
    NOT_YET,
    QUAKE,
    ROOF0,
    SEATS,
    SITES,
    STANDSTILL,
    STUDY,
    TOWER_CARDS,
)
from .towers import floors_of, is_standing, resistance_left


@kernel
def audit(s):
    """Which promises are broken, as bits: 1 cards, 2 foundations, 4 sites, 8 places of cards, 16 turn."""
    bits, in_deck = 0, 0
    for card in range(CARDS):
        cards = int(s.pile[card]) + int(s.discards[card])
        in_deck += int(s.pile[card])
        bits |= int(s.pile[card] < 0 or s.discards[card] < 0)
        for place in range(HAND):
            for seat in range(MAX_SEATS):
                cards += s.hand[seat, place] == card
            cards += int(s.top[place] == card) + int(s.aside[place] == card)
        cards += int(s.card == card) + (int(s.studies) if card == STUDY else 0)
        for site in range(SITES):
            if card < TOWER_CARDS:
                cards += int(s.tower[site, card])
                bits |= int(s.tower[site, card] < 0)
            elif card == INSURANCE:
                cards += int(s.insurances[site])
            elif card == QUAKE:
                cards += int(s.quakes[site])
        bits |= int(cards != s.card_count[card])
    bits |= int(in_deck + how_many(s.top, EMPTY) != s.deck_size)
    left = 0
    for kind in range(FOUNDATION_KINDS):
        left += int(s.foundations[kind])
        revealed = 0
        for site in range(SITES):
            revealed += int(s.owner[site] != NOT_YET and s.ground[site] == kind)
        bits |= int(s.foundations[kind] < 0 or revealed + s.foundations[kind] != s.foundation_count[kind]) << 1
    bits |= int(left != s.foundations_left) << 1
    for site in range(SITES):
        finished = s.owner[site] >= 0
        bits |= int(finished != (s.finished[site] > 0) or s.owner[site] >= SEATS[s.variant]) << 2
        bits |= int(finished != (floors_of(s, site, ROOF0, TOWER_CARDS) == 1)) << 2
        bits |= int(is_standing(s, site) and resistance_left(s, site) <= 0) << 2
        bits |= int(s.insurances[site] > 0 and s.quakes[site] > 0) << 2
        bits |= int(site > 0 and s.owner[site] != NOT_YET and s.owner[site - 1] == NOT_YET) << 2
    for seat in range(MAX_SEATS):
        bits |= int(not is_ascending(s.hand[seat]) or (seat >= SEATS[s.variant] and s.hand[seat, 0] != EMPTY)) << 3
    bits |= int(not is_ascending(s.aside)) << 3
    actor = int(s.seat)
    if s.phase == FINISHED:
        actor = OVER
    elif s.phase > FINISHED:
        actor = CHANCE
    bits |= int(s.turn != actor or s.seat >= SEATS[s.variant] or s.quiet < -1 or s.quiet > STANDSTILL) << 4
    return bits
