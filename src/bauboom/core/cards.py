"""Cards in a row of places, such as a hand: kinds in ascending order, then free places.

Every game has numbers of its own for a free place (`empty`) and for a card that the viewer may not see (`unknown`);
`empty` is above every kind. A pile whose order does not matter is counted by kind instead.
"""

from .dice import below
from .kernel import kernel
from .lists import sort


@kernel
def how_many(cards, empty):
    """The number of cards that lie there."""
    count = 0
    for place in range(len(cards)):
        count += cards[place] != empty
    return count


@kernel
def has_card(cards, card):
    """Whether a card is among them."""
    found = False
    for place in range(len(cards)):
        found |= cards[place] == card
    return found


@kernel
def is_new(cards, place):
    """Whether the card in this place is the first of its kind."""
    return place == 0 or cards[place] != cards[place - 1]


@kernel
def is_ascending(cards):
    """Whether the cards are in order."""
    found = True
    for place in range(1, len(cards)):
        found &= cards[place - 1] <= cards[place]
    return found


@kernel
def insert(cards, card):
    """Put a card where it belongs: from there on, the higher card is carried on to the next place."""
    carried = int(card)
    for place in range(len(cards)):
        held = int(cards[place])
        cards[place] = min(held, carried)
        carried = max(held, carried)


@kernel
def remove(cards, card, empty):
    """Take a card out; those behind it move up."""
    found = 0
    for place in range(len(cards) - 1):
        found |= cards[place] == card
        cards[place] = cards[place + found]
    cards[len(cards) - 1] = empty


@kernel
def clear(cards, empty):
    """Take all cards away."""
    for place in range(len(cards)):
        cards[place] = empty


@kernel
def exchange(one, two):
    """Exchange all cards of two rows of places."""
    for place in range(len(one)):
        held = one[place]
        one[place] = two[place]
        two[place] = held


@kernel
def show(cards, shown, is_known, empty, unknown):
    """Copy the cards for a viewer who knows them; show others only how many there are."""
    for place in range(len(cards)):
        card = cards[place]
        shown[place] = card if is_known or card == empty else unknown


@kernel
def guess(cards, pile, unseen, rng, unknown):
    """Draw a card from a pile for every unknown one, and sort them; return how many are still unseen, in the pile."""
    left = guess_unsorted(cards, pile, unseen, rng, unknown)
    sort(cards, len(cards))
    return left


@kernel
def guess_unsorted(cards, pile, unseen, rng, unknown):
    """The same for places whose order matters."""
    for place in range(len(cards)):
        if cards[place] == unknown:
            cards[place] = draw(pile, unseen, rng)
            unseen -= 1
    return unseen


@kernel
def draw(pile, total, rng):
    """Take any of the `total` cards of a pile, each as likely; return its kind."""
    ticket = below(rng, total)
    card = 0
    while ticket >= pile[card]:
        ticket -= int(pile[card])
        card += 1
    pile[card] -= 1
    return card
