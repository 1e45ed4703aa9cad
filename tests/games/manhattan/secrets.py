"""What the rules keep secret (M-secret), written down a second time so that a view that shows too much is noticed."""

import numpy as np

from bauboom.games.manhattan.components import CARD_KINDS, EMPTY


def redeal(state, seat, rng):
    """The same table for this seat: other hands and the pile are shuffled together and dealt anew, in a copy."""
    rows = np.array([state.row])
    row = rows[0]
    others = [s for s in range(state.game.seats) if s != seat]
    cards = [card for card in range(CARD_KINDS) for _ in range(int(row.pile[card]))]
    cards += [int(card) for other in others for card in row.hand[other] if card != EMPTY]
    rng.shuffle(cards)
    for other in others:
        held = sum(card != EMPTY for card in row.hand[other].tolist())
        hand = [cards.pop() for _ in range(held)]
        row.hand[other] = sorted(hand) + [EMPTY] * (4 - held)
    row.pile[:] = np.bincount(cards, minlength=CARD_KINDS)
    return type(state)(state.game, rows, None, None, None)
