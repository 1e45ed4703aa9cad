"""How good a position looks, as a beginner counts it: points, how safe they are, what could be finished, the hand."""

import numpy as np

from bauboom.core.arrays import constants
from bauboom.core.kernel import kernel

from .components import (
    CARDS,
    CENTURY,
    COLLAPSED,
    EMPTY,
    FLAW_POINTS,
    HAND,
    INSURANCE,
    LOWEST,
    MINI_HEIGHT,
    MINI_POINTS,
    OPEN,
    QUAKE,
    RECORD_POINTS,
    ROOF0,
    SEATS,
    SITES,
    STUDY,
    TOILET,
    TOILET_POINTS,
    TOILET_ROOF,
    TORNADO,
    TOWER_CARDS,
    UNITY_POINTS,
)
from .towers import (
    has_toilet,
    height,
    is_flawed,
    mini_site,
    only_category,
    points_of,
    prestige,
    prizes,
    record_site,
    resistance_left,
    threshold,
)

POINT = 100
SAFE = constants((0, 70, 86, 94, 97, 99, 100))  # per cent of a tower's points, by resistance left (G-collapse)
CHANCE_TO_FINISH = 25  # per cent of what a roof in the hand would earn: others may be faster
PROGRESS = 20  # for an open site that has 100 metres, when a roof is held
IN_HAND = constants(
    [30 if card == TOILET else 15 if ROOF0 <= card < TOWER_CARDS else 4 for card in range(CARDS)], np.int64
)
ACTION_CARDS = 12  # an insurance, an earthquake or a study in the hand
QUIET = 4  # G18: turns without a card from the deck; from then on studies would only fetch each other
AVERAGE = 5  # a card that is not known
THEFT = 10  # to have stolen


@kernel
def worth(s, seat, mini, record):
    """A seat's points, those of towers weighed by how safe they are."""
    value = POINT * int(s.toilets[seat]) * int(s.value[TOILET_POINTS])
    for site in range(SITES):
        if s.owner[site] == seat:
            if is_flawed(s, site, mini):
                value += POINT * int(s.value[FLAW_POINTS])
            else:
                points = prestige(s, site) + prizes(s, site, mini, record)
                value += points * SAFE[min(resistance_left(s, site), len(SAFE) - 1)]
    return value


@kernel
def earned(s, site, roof, bar, tallest):
    """What a roof would earn on an open site, roughly; 0 where it would be flawed (G-flaw)."""
    metres = height(s, site) + int(s.card_height[roof])
    is_fine = metres > bar and (has_toilet(s, site) or roof == TOILET_ROOF)
    if not is_fine or (metres < s.value[LOWEST] and metres != s.value[MINI_HEIGHT]):
        return 0
    points = prestige(s, site)
    if metres == s.value[MINI_HEIGHT]:
        points += int(s.value[MINI_POINTS])
    elif only_category(s, site) >= 0:
        points += int(s.value[UNITY_POINTS])
    return points + (int(s.value[RECORD_POINTS]) if metres > tallest else 0)


@kernel
def prospects(s, seat, record):
    """The best that a roof in the hand could earn, and how far the sites have come."""
    bar, lowest = threshold(s, seat), max(int(s.value[LOWEST]), 1)
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
            progress = max(progress, min(height(s, site), lowest) + (lowest // 2 if has_toilet(s, site) else 0))
    return best * POINT * CHANCE_TO_FINISH // 100 + (PROGRESS * progress // lowest if roofs > 0 else 0)


@kernel
def hand_value(s, seat):
    """What a hand promises; an unknown card counts as an average one."""
    value = 0
    for place in range(HAND):
        card = int(s.hand[seat, place])
        if card == STUDY:
            value += ACTION_CARDS if s.quiet < QUIET else 0
        elif card in (INSURANCE, QUAKE):
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


# What a thoughtful player counts of a seat; how much each tells is learnt from games (weights.json)
TRAITS = (
    "toilets",  # points of the specialist (G-toilet)
    "points",  # of towers that are safe: resistance 3 or more
    "doubtful points",  # of towers that two earthquakes bring down
    "weak points",  # of towers that one earthquake brings down
    "flawed",  # towers
    "record",  # holds the world record
    "record is weak",  # and one or two earthquakes bring it down
    "threshold",  # in units of 100 metres
    "finish",  # what the best roof in the hand would earn on an open site now
    "finish next",  # the same if a toilet and the best floor in the hand came first
    "roofs",  # in the hand
    "has toilet",  # in the hand, up to two
    "insurances",  # in the hand, up to two
    "quakes",  # in the hand, up to two
    "studies",  # in the hand, up to two
    "tornados",  # in the hand
    "floors",  # in the hand
    "cards",
    "on turn",
)
(
    TOILETS, POINTS, DOUBTFUL, WEAK, FLAWED, RECORD, WEAK_RECORD, THRESHOLD, FINISH, FINISH_NEXT, ROOFS_HELD,
    TOILETS_HELD, INSURANCES_HELD, QUAKES_HELD, STUDIES_HELD, TORNADOS_HELD, FLOORS_HELD, CARDS_HELD, ON_TURN,
) = range(len(TRAITS))  # fmt: skip


@kernel
def traits(s, seat, out):
    """Write what TRAITS names; return how far the game has come, from 0 to 1."""
    for i in range(len(TRAITS)):
        out[i] = 0
    mini = mini_site(s)
    record = record_site(s, mini)
    bar, tallest = threshold(s, seat), height(s, record) if record >= 0 else 0
    out[TOILETS] = int(s.toilets[seat]) * int(s.value[TOILET_POINTS])
    taken = 0
    for site in range(SITES):
        taken += s.owner[site] >= 0 or s.owner[site] == COLLAPSED
        if s.owner[site] == seat:
            if is_flawed(s, site, mini):
                out[FLAWED] += 1
            else:
                left = resistance_left(s, site)
                out[POINTS if left > 2 else DOUBTFUL if left == 2 else WEAK] += points_of(s, site, mini, record)
                if site == record:
                    out[RECORD] = 1
                    out[WEAK_RECORD] = left <= 2
    out[THRESHOLD] = bar / 100
    best_floor = 0
    for place in range(HAND):
        card = int(s.hand[seat, place])
        if card == EMPTY:
            continue
        out[CARDS_HELD] += 1
        out[ROOFS_HELD] += ROOF0 <= card < TOWER_CARDS
        out[TOILETS_HELD] += card == TOILET
        out[INSURANCES_HELD] += card == INSURANCE
        out[QUAKES_HELD] += card in (QUAKE, CENTURY)
        out[STUDIES_HELD] += card == STUDY
        out[TORNADOS_HELD] += card == TORNADO
        if card < TOILET:
            out[FLOORS_HELD] += 1
            best_floor = max(best_floor, int(s.card_height[card]))
    for place in range(HAND):
        roof = int(s.hand[seat, place])
        if ROOF0 <= roof < TOWER_CARDS:
            for site in range(SITES):
                if s.owner[site] == OPEN:
                    points = earned(s, site, roof, bar, tallest)
                    out[FINISH] = max(out[FINISH], points)
                    metres = height(s, site) + int(s.card_height[roof])
                    is_ready = has_toilet(s, site) or roof == TOILET_ROOF
                    wanted = max(bar, int(s.value[LOWEST]))
                    if (is_ready and metres + best_floor > wanted) or (out[TOILETS_HELD] > 0 and metres > wanted):
                        out[FINISH_NEXT] = max(out[FINISH_NEXT], prestige(s, site))
    out[ON_TURN] = s.seat == seat
    cards = 0
    for card in range(CARDS):
        cards += int(s.card_count[card])
    return max(taken / SITES, 1 - s.deck_size / cards)
