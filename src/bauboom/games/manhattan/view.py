"""What one seat may see, as a row."""

from bauboom.core.cards import guess, show
from bauboom.core.game import Row
from bauboom.core.kernel import kernel

from .components import (
    CARD_KINDS,
    CARDS_PER_KIND,
    COLOURS,
    EMPTY,
    HAND,
    SITES,
    SIZES,
    UNKNOWN,
)


@kernel
def observe(s, seat, view):
    """M-secret: other hands and the pile are hidden; everything else is open, played cards too (M8)."""
    for site in range(SITES):
        view.owner[site] = s.owner[site]
        for colour in range(COLOURS + 1):
            view.floors[site, colour] = s.floors[site, colour]
    for colour in range(COLOURS):
        for size in range(SIZES):
            view.supply[colour, size] = s.supply[colour, size]
            view.picked[colour, size] = s.picked[colour, size]
            view.removed[colour, size] = s.removed[colour, size]
        view.score[colour] = s.score[colour]
        for kind in range(3):
            view.points[kind, colour] = s.points[kind, colour]
    for other in range(4):
        show(s.hand[other], view.hand[other], other == seat, EMPTY, UNKNOWN)
    for card in range(CARD_KINDS):
        view.pile[card] = UNKNOWN
        view.played[card] = s.played[card]
    view.variant = s.variant
    view.phase = s.phase
    view.turn = s.turn
    view.seat = s.seat
    view.starter = s.starter
    view.round_no = s.round_no


@kernel
def determinize(view, rng):
    """M-secret: deal the cards that have not been shown to the unknown hands at random; the rest is the pile."""
    unseen = 0
    for card in range(CARD_KINDS):
        cards = CARDS_PER_KIND - int(view.played[card])
        for seat in range(4):
            for slot in range(HAND):
                cards -= view.hand[seat, slot] == card
        view.pile[card] = cards
        unseen += cards
    for seat in range(4):
        unseen = guess(view.hand[seat], view.pile, unseen, rng, UNKNOWN)


def hand_of(row: Row, seat: int) -> tuple[int, list[int] | None]:
    """How many cards a seat holds and, where the viewer may know, which."""
    cards = [int(card) for card in row["hand"][seat] if card != EMPTY]
    return len(cards), None if UNKNOWN in cards else [card + 1 for card in cards]
