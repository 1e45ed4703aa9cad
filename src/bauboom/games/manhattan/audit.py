"""What must hold in every state: tests ask."""

from bauboom.core.cards import is_ascending
from bauboom.core.engine import CHANCE, OVER
from bauboom.core.kernel import kernel

from .components import (
    BLOCKS,
    BUILD,
    CARD_KINDS,
    CARDS_PER_KIND,
    COLOURS,
    DEAL,
    DRAW,
    EMPTY,
    FINISHED,
    HAND,
    NOBODY,
    PICK,
    ROUNDS,
    SEATS,
    SITES,
    SIZES,
    START,
    STOREYS_PER_COLOUR,
)
from .rules import colours_in_play, height


@kernel
def audit(s):
    """Which promises are broken, as bits: 1 cards, 2 blocks, 4 owners, 8 storeys (M3), 16 hands, 32 turn."""
    bits = 0
    for card in range(CARD_KINDS):
        cards = int(s.pile[card]) + int(s.played[card])
        for seat in range(4):
            for slot in range(HAND):
                cards += s.hand[seat, slot] == card
        bits |= int(cards != CARDS_PER_KIND)
    for colour in range(COLOURS):
        storeys = 0
        for site in range(SITES):
            storeys += int(s.floors[site, colour])
        for size in range(SIZES):
            blocks = int(s.supply[colour, size]) + int(s.picked[colour, size]) + int(s.removed[colour, size])
            storeys += blocks * (size + 1)
            bits |= int(blocks > BLOCKS[size] or s.supply[colour, size] < 0 or s.picked[colour, size] < 0) << 1
        bits |= int(storeys != (STOREYS_PER_COLOUR if colour < colours_in_play(s) else 0)) << 1
    for site in range(SITES):
        owner = s.owner[site]
        bits |= int((height(s, site) == 0) != (owner == NOBODY) or s.floors[site, NOBODY] != 0) << 2
        for colour in range(COLOURS):
            bits |= int(s.floors[site, colour] < 0 or s.floors[site, colour] > s.floors[site, owner]) << 3
    for seat in range(4):
        bits |= int(not is_ascending(s.hand[seat])) << 4
        cards_due = s.phase in (PICK, BUILD, FINISHED)
        bits |= int(cards_due and seat < SEATS[s.variant] and s.hand[seat, HAND - 1] == EMPTY) << 4
    actor = int(s.seat)
    if s.phase in (START, DEAL, DRAW):
        actor = CHANCE
    elif s.phase == FINISHED:
        actor = OVER
    bits |= int(s.turn != actor or s.seat >= SEATS[s.variant] or s.round_no > ROUNDS[s.variant]) << 5
    return bits
