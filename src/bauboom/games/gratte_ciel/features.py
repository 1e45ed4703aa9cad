"""What one seat may see, as numbers for learning: everything from that seat's own chair, the others in turn order."""

from bauboom.core.game import Feature
from bauboom.core.kernel import kernel

from .components import (
    CARDS,
    FOUNDATION_KINDS,
    HAND,
    MAX_SEATS,
    NOT_YET,
    OPEN,
    PHASES,
    SEATS,
    SITES,
    TOWER_CARDS,
    VALUES,
)
from .rules import turns_left
from .towers import height, is_flawed, mini_site, record_site, resistance_left, score_of, threshold

SITE_FACTS = 8
FEATURES = (
    Feature("hand", (CARDS,), 5, "own cards by kind"),
    Feature("aside", (CARDS,), 5, "cards by kind that lie aside and that the seat may see: in a study, or stolen"),
    Feature("at_once", (CARDS,), 1, "1 for the card that is to be played at once out of a study"),
    Feature("top", (HAND, CARDS), 1, "cards that the seat put back on the deck, the topmost first"),
    Feature("discards", (CARDS,), 60, "the discard pile by kind", usual=10),
    Feature("card_height", (CARDS,), 300, "metres of each kind", usual=30),
    Feature("card_prestige", (CARDS,), 20, "prestige of each kind", low=-20, usual=5),
    Feature("card_count", (CARDS,), 60, "cards of each kind in the whole deck", usual=10),
    Feature(
        "value",
        (len(VALUES),),
        300,
        "the absorber's bonus, metres of the mini and of the lowest tower, points of mini, unity, record, flaw, toilet",
        low=-20,
        usual=(10, 100, 100, 10, 10, 10, 10, 10),
    ),
    Feature("tower", (SITES, TOWER_CARDS), 60, "cards of every tower by kind", usual=3),
    Feature("ground", (SITES, FOUNDATION_KINDS), 1, "1 for the kind of a revealed site's foundation"),
    Feature("owner", (SITES, MAX_SEATS), 1, "1 for the seat that owns a finished tower"),
    Feature(
        "site",
        (SITES, SITE_FACTS),
        20000,
        "open, height, resistance left, insurances, earthquakes, flawed, is the mini, holds the record",
        usual=(1, 100, 10, 2, 2, 1, 1, 1),
    ),
    Feature("cards", (MAX_SEATS,), HAND, "number of cards in each hand"),
    Feature("toilets", (MAX_SEATS,), 60, "toilets played", usual=3),
    Feature("score", (MAX_SEATS,), 2000, "points had the game ended now", low=-2000, usual=30),
    Feature("threshold", (MAX_SEATS,), 20000, "height of the tallest standing tower, flawed or not", usual=150),
    Feature("on_turn", (MAX_SEATS,), 1, "1 for the seat whose turn it is"),
    Feature("victim", (MAX_SEATS,), 1, "1 for the seat that is stolen from, while it is"),
    Feature("phase", (len(PHASES),), 1, f"1 for the phase: {', '.join(PHASES)}"),
    Feature("deck", (1,), 250, "cards in the deck"),
    Feature("foundations", (1,), 10, "foundations left"),
    Feature("last_turns", (1,), 5, "turns left in the last round, 0 before it"),
    Feature("quiet", (1,), 100, "turns in a row in which no card left the deck"),
    Feature("seats", (1,), MAX_SEATS, "number of players"),
    Feature("chair", (MAX_SEATS,), 1, "1 for the viewer's own seat, as actions count seats"),
)


@kernel
def encode(view, seat, out):
    """Write FEATURES one after the other, as the seat sees them (G-secret); a spectator looks from seat 0's chair."""
    seats, chair = SEATS[view.variant], max(seat, 0)
    for i in range(len(out)):
        out[i] = 0
    n = 0
    if seat >= 0:
        add_cards(out, n, view.hand[chair])
    n += CARDS
    add_cards(out, n, view.aside)
    n += CARDS
    if view.card < CARDS:
        out[n + int(view.card)] = 1
    n += CARDS
    known = 0
    for place in range(HAND - 1, -1, -1):
        if view.top[place] < CARDS:
            out[n + known * CARDS + int(view.top[place])] = 1
            known += 1
    n += HAND * CARDS
    for card in range(CARDS):
        out[n + card] = view.discards[card]
        out[n + CARDS + card] = view.card_height[card]
        out[n + 2 * CARDS + card] = view.card_prestige[card]
        out[n + 3 * CARDS + card] = view.card_count[card]
    n += 4 * CARDS
    for i in range(len(VALUES)):
        out[n + i] = view.value[i]
    n += len(VALUES)
    for site in range(SITES):
        for card in range(TOWER_CARDS):
            out[n + card] = view.tower[site, card]
        n += TOWER_CARDS
    for site in range(SITES):
        if view.owner[site] != NOT_YET:
            out[n + int(view.ground[site])] = 1
        n += FOUNDATION_KINDS
    for site in range(SITES):
        if view.owner[site] >= 0:
            out[n + (int(view.owner[site]) - chair) % seats] = 1
        n += MAX_SEATS
    n = encode_sites(view, out, n)
    for i in range(seats):
        other = (chair + i) % seats
        for place in range(HAND):
            out[n + i] += view.hand[other, place] <= CARDS
        out[n + MAX_SEATS + i] = view.toilets[other]
        out[n + 2 * MAX_SEATS + i] = score_of(view, other)
        out[n + 3 * MAX_SEATS + i] = threshold(view, other)
        out[n + 4 * MAX_SEATS + i] = view.seat == other
        out[n + 5 * MAX_SEATS + i] = view.stole == 1 and view.victim == other
    n += 6 * MAX_SEATS
    out[n + int(view.phase)] = 1
    n += len(PHASES)
    out[n] = view.deck_size
    out[n + 1] = view.foundations_left
    out[n + 2] = max(turns_left(view), 0)
    out[n + 3] = max(int(view.quiet), 0)
    out[n + 4] = seats
    for other in range(MAX_SEATS):
        out[n + 5 + other] = other == seat


@kernel
def add_cards(out, n, cards):
    """Count known cards by kind."""
    for place in range(HAND):
        if cards[place] < CARDS:
            out[n + int(cards[place])] += 1


@kernel
def encode_sites(view, out, n):
    mini = mini_site(view)
    record = record_site(view, mini)
    for site in range(SITES):
        out[n] = view.owner[site] == OPEN
        out[n + 1] = height(view, site)
        is_standing = view.owner[site] >= 0 or view.owner[site] == OPEN
        out[n + 2] = resistance_left(view, site) if is_standing else 0
        out[n + 3] = view.insurances[site]
        out[n + 4] = view.quakes[site]
        out[n + 5] = view.owner[site] >= 0 and is_flawed(view, site, mini)
        out[n + 6] = site == mini
        out[n + 7] = site == record
        n += SITE_FACTS
    return n
