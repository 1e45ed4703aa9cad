"""What the rules keep secret (G-secret), written down a second time so that a view that shows too much is noticed."""

import numpy as np

from bauboom.games.gratte_ciel.components import CARDS, EMPTY, KEEP, ROB, UNKNOWN


def redeal(state, seat, rng):
    """The same table for this seat: what it cannot see is shuffled together and dealt anew, in a copy.

    Hidden are other hands, the deck but for what the seat itself put on top, the order of the foundations, what another
    seat sees in a study, and stolen cards that are neither the seat's booty nor out of its own hand.
    """
    rows = np.array([state.row])
    row = rows[0]
    places = [row.hand[other] for other in range(state.game.seats) if other != seat]
    if row.top_owner != seat:
        places.append(row.top)
    if row.seat != seat and not (row.victim == seat and row.phase in (ROB, KEEP)):
        places.append(row.aside)
    cards = [card for card in range(CARDS) for _ in range(int(row.pile[card]))]
    cards += [int(card) for place in places for card in place if card != EMPTY]
    rng.shuffle(cards)
    for place in places:
        held = sum(card != EMPTY for card in place.tolist())
        dealt = [cards.pop() for _ in range(held)]
        place[:] = sorted(dealt) + [EMPTY] * (len(place) - held)
    row.pile[:] = np.bincount(cards, minlength=CARDS)
    return type(state)(state.game, rows, None, None, None)


def forget(row, seat, action):
    """What a decision shows its player anew: after a tornado, the cards that come to him (G-tornado)."""
    if type(action).__name__ == "Tornado":
        hand = row["hand"][seat]
        hand[hand != EMPTY] = UNKNOWN
