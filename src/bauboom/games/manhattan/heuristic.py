"""How good a position looks, as a beginner counts it: the points of a scoring now, and how safe they are."""

from bauboom.core.kernel import kernel

from .components import (
    CITIES,
    COLOURS,
    COLOURS_EACH,
    NOBODY,
    ROUNDS,
    SEATS,
    SITES,
    STOREYS_PER_COLOUR,
)
from .rules import SIZES, majority, score_of, seat_of, tallest_site

SAFE_LEAD = 5  # storeys ahead in a tower: no single block can take it over any more


@kernel
def standing(s, seat):
    """A seat's points, had the round just ended."""
    points = score_of(s, seat)
    tallest = tallest_site(s)
    if tallest >= 0 and seat_of(s, s.owner[tallest]) == seat:
        points += 3
    for city in range(len(CITIES)):
        leader = majority(s, city)
        if leader != NOBODY and seat_of(s, leader) == seat:
            points += 2
    for site in range(SITES):
        if s.owner[site] != NOBODY and seat_of(s, s.owner[site]) == seat:
            points += 1
    return points


@kernel
def safety(s, seat):
    """How far ahead a seat is in its towers, summed; a lead beyond SAFE_LEAD is wasted."""
    total = 0
    for site in range(SITES):
        owner = s.owner[site]
        if owner == NOBODY or seat_of(s, owner) != seat:
            continue
        rival = 0
        for colour in range(COLOURS):
            if colour != owner:
                rival = max(rival, int(s.floors[site, colour]))
        total += min(int(s.floors[site, owner]) - rival, SAFE_LEAD)
    return total


@kernel
def imbalance(s, seat):
    """How far the storeys left in the box are from an even ration over the rounds to come."""
    total = 0
    rounds_to_come = ROUNDS[s.variant] - s.round_no
    colour = int(seat)
    for _ in range(COLOURS_EACH[s.variant]):
        storeys = 0
        for size in range(SIZES):
            storeys += int(s.supply[colour, size]) * (size + 1)
        total += abs(storeys - STOREYS_PER_COLOUR * rounds_to_come // ROUNDS[s.variant])
        colour += SEATS[s.variant]
    return total


@kernel
def evaluate(s, seat):
    """Points ahead of the average rival, then safety, then a steady ration of blocks; in hundredths per rival."""
    seats = SEATS[s.variant]
    rivals = 0
    for other in range(seats):
        if other != seat:
            rivals += standing(s, other)
    ahead = (seats - 1) * standing(s, seat) - rivals
    return 100 * ahead + (seats - 1) * (4 * safety(s, seat) - imbalance(s, seat))
