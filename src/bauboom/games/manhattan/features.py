"""What one seat may see, as numbers for learning: everything from that seat's own chair.

Sites are in the order in which the seat's own cards mark them, colours and seats clockwise from the viewer, so the same
situation looks the same from every chair.
"""

from bauboom.core.game import Feature
from bauboom.core.kernel import kernel

from .components import (
    BREAKS_TIES,
    CARD_KINDS,
    CARDS_PER_KIND,
    CITIES,
    COLOURS,
    DEAL,
    FINISHED,
    HAND,
    NOBODY,
    PICK,
    ROUNDS,
    SEATS,
    SIZES,
    STOREYS_PER_COLOUR,
)
from .rules import colours_in_play, marked_site

FEATURES = (
    Feature(
        "storeys",
        (len(CITIES), CARD_KINDS, COLOURS),
        STOREYS_PER_COLOUR,
        "storeys by city, own card's site and colour",
        usual=10,
    ),
    Feature("owner", (len(CITIES), CARD_KINDS, COLOURS), 1, "1 for the colour that owns the tower"),
    Feature("supply", (COLOURS, SIZES), 11, "blocks not yet picked, by colour and size"),
    Feature("picked", (COLOURS, SIZES), 6, "blocks picked and not yet built, by colour and size"),
    Feature("score", (COLOURS,), 414, "points by colour", usual=60),
    Feature("hand", (CARD_KINDS,), HAND, "own cards by kind"),
    Feature("unseen", (CARD_KINDS,), CARDS_PER_KIND, "cards by kind that lie in the pile or in other hands"),
    Feature("turn", (COLOURS,), 1, "1 for the seat whose turn it is"),
    Feature("starter", (COLOURS,), 1, "1 for the seat with the start-player marker"),
    Feature("picking", (1,), 1, "1 while blocks are picked"),
    Feature("rounds_left", (1,), 6, "rounds still to be scored, this one included"),
    Feature("seats", (1,), 4, "number of players"),
    Feature("breaks_ties", (1,), 1, "1 if equal points are decided by towers (2017)"),
    Feature("chair", (COLOURS,), 1, "1 for the viewer's own seat, which is the first of its colours in actions"),
)


@kernel
def encode(view, seat, out):
    """Write FEATURES one after the other, as the seat sees them (M-secret); a spectator looks from seat 0's chair."""
    chair = max(seat, 0)
    seats, colours = SEATS[view.variant], colours_in_play(view)
    towers = len(CITIES) * CARD_KINDS * COLOURS
    for colour in range(COLOURS):
        is_played = colour < colours
        mine = (colour + chair) % colours if is_played else NOBODY
        n = colour
        for city in range(len(CITIES)):
            for card in range(CARD_KINDS):
                site = marked_site(view, chair, card, city)
                out[n] = view.floors[site, mine]
                out[n + towers] = is_played and view.owner[site] == mine
                n += COLOURS
    n = 2 * towers
    for colour in range(COLOURS):
        for size in range(SIZES):
            out[n] = view.supply[(colour + chair) % colours, size] if colour < colours else 0
            out[n + COLOURS * SIZES] = view.picked[(colour + chair) % colours, size] if colour < colours else 0
            n += 1
    n += COLOURS * SIZES
    for colour in range(COLOURS):
        out[n] = view.score[(colour + chair) % colours] if colour < colours else 0
        n += 1
    for card in range(CARD_KINDS):
        held = 0
        for slot in range(HAND):
            held += seat >= 0 and view.hand[chair, slot] == card
        out[n] = held
        out[n + CARD_KINDS] = CARDS_PER_KIND - int(view.played[card]) - held
        n += 1
    n += CARD_KINDS
    for other in range(COLOURS):
        out[n] = other < seats and view.turn == (other + chair) % seats
        out[n + COLOURS] = other < seats and view.phase >= DEAL and view.starter == (other + chair) % seats
        n += 1
    n += COLOURS
    out[n] = view.phase == PICK
    out[n + 1] = ROUNDS[view.variant] - int(view.round_no) + (view.phase != FINISHED)
    out[n + 2] = seats
    out[n + 3] = BREAKS_TIES[view.variant]
    for other in range(COLOURS):
        out[n + 4 + other] = other == seat
