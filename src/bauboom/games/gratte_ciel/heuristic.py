"""How good a position looks, as a beginner counts it: points, how safe they are, what could be finished, the hand."""

import numpy as np

from bauboom.core.arrays import table
from bauboom.core.kernel import kernel

from .components import (
    CARDS,
    EMPTY,
    HAND,
    INSURANCE,
    LOWEST,
    MINI,
    MINI_PRIZE,
    OPEN,
    QUAKE,
    RECORD_PRIZE,
    ROOF0,
    SEATS,
    SITES,
    STUDY,
    TOILET,
    TOILET_ROOF,
    TOWER_CARDS,
    UNITY_PRIZE,
)
from .rules import (
    has_toilet,
    height,
    is_flawed,
    mini_site,
    only_category,
    prestige,
    prizes,
    record_site,
    resistance_left,
    threshold,
)

POINT = 100
SAFE = table((0, 70, 86, 94, 97, 99, 100))  # per cent of a tower's points, by resistance left (G-collapse)
CHANCE_TO_FINISH = 25  # per cent of what a roof in the hand would earn: others may be faster
PROGRESS = 20  # for an open site that has 100 metres, when a roof is held
IN_HAND = table([30 if card == TOILET else 15 if ROOF0 <= card < TOWER_CARDS else 4 for card in range(CARDS)], np.int64)
ACTION_CARDS = 12  # an insurance, an earthquake or a study in the hand
AVERAGE = 5  # a card that is not known
THEFT = 10  # to have stolen


@kernel
def worth(s, seat, mini, record):
    """A seat's points, those of towers weighed by how safe they are."""
    value = POINT * int(s.toilets[seat])
    for site in range(SITES):
        if s.owner[site] == seat:
            if is_flawed(s, site, mini):
                value -= POINT
            else:
                points = prestige(s, site) + prizes(s, site, mini, record)
                value += points * SAFE[min(resistance_left(s, site), len(SAFE) - 1)]
    return value


@kernel
def earned(s, site, roof, bar, tallest):
    """What a roof would earn on an open site, roughly; 0 where it would be flawed (G-flaw)."""
    metres = height(s, site) + int(s.card_height[roof])
    is_fine = metres > bar and (has_toilet(s, site) or roof == TOILET_ROOF)
    if not is_fine or (metres < LOWEST and metres != MINI):
        return 0
    points = prestige(s, site) + int(s.card_prestige[roof])
    if metres == MINI:
        points += MINI_PRIZE
    elif only_category(s, site) >= 0:
        points += UNITY_PRIZE
    return points + (RECORD_PRIZE if metres > tallest else 0)


@kernel
def prospects(s, seat, record):
    """The best that a roof in the hand could earn, and how far the sites have come."""
    bar = threshold(s, seat)
    tallest = height(s, record) if record >= 0 else 0
    best, progress, roofs = 0, 0, 0
    for place in range(HAND):
        card = int(s.hand[seat, place])
        if ROOF0 <= card < TOWER_CARDS:
            roofs += 1
            for site in range(SITES):
                if s.owner[site] == OPEN:
                    best = max(best, earned(s, site, card, bar, tallest))
    for site in range(SITES):
        if s.owner[site] == OPEN:
            progress = max(progress, min(height(s, site), LOWEST) + (LOWEST // 2 if has_toilet(s, site) else 0))
    return best * POINT * CHANCE_TO_FINISH // 100 + (PROGRESS * progress // LOWEST if roofs > 0 else 0)


@kernel
def hand_value(s, seat):
    """What a hand promises; an unknown card counts as an average one."""
    value = 0
    for place in range(HAND):
        card = int(s.hand[seat, place])
        if card in (INSURANCE, QUAKE, STUDY):
            value += ACTION_CARDS
        elif card < CARDS:
            value += IN_HAND[card]
        elif card != EMPTY:
            value += AVERAGE
    return value


@kernel
def evaluate(s, seat):
    """Worth ahead of the average rival's, then prospects and cards."""
    seats = SEATS[s.variant]
    mini = mini_site(s)
    record = record_site(s, mini)
    value = seats * worth(s, seat, mini, record)
    for other in range(seats):
        value -= worth(s, other, mini, record)
    own = prospects(s, seat, record) + hand_value(s, seat)
    return value + (seats - 1) * (own + (THEFT if s.stole == 1 and s.seat == seat else 0))
