"""How good a position looks, as a beginner counts it: the points of a scoring now, and how safe they are."""

from bauboom.core.kernel import kernel

from .components import (
    BLOCKS_PER_COLOUR,
    CITIES,
    COLOURS,
    COLOURS_EACH,
    NOBODY,
    ROUNDS,
    SEATS,
    SITES,
    SIZES,
    STOREYS_PER_COLOUR,
)
from .rules import census, colours_in_play, height, majority, next_seat, score_of, seat_of, tallest_site, towers_of

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


# What a thoughtful player counts of a seat; how much each tells is learnt from games (weights.json)
TRAITS = (
    "score",
    "towers",  # M-tower
    "majorities",  # M-majority
    "tallest",  # M-tallest
    "safety",  # storeys ahead in own towers, SAFE_LEAD at most in each
    "safe towers",  # SAFE_LEAD ahead: no single block can take them over any more
    "threats",  # rivals' towers that a block of 4 could take over, the seat having storeys in them
    "shares",  # cities where another tower of its colour would make or break a majority
    "storeys",  # left in the box
    "tall blocks",  # of 3 and 4 storeys, left in the box
    "picked storeys",  # on the blocks in front of the seat
    "picked tall",  # blocks of 3 and 4 among them
    "last",  # it places the last block of the round
    "to come",  # points of a scoring now, times the scorings to come
    "on turn",
    "height",  # of its tallest tower; tells nothing of who wins, but some like it
)
(
    SCORE, TOWERS, MAJORITIES, TALLEST_TOWER, SAFETY, SAFE_TOWERS, THREATS, SHARES, STOREYS, TALL_BLOCKS, PICKED,
    PICKED_TALL, LAST, TO_COME, ON_TURN, HEIGHT,
) = range(len(TRAITS))  # fmt: skip


@kernel
def traits(s, seat, out):
    """Write what TRAITS names; return how far the game has come, from 0 to 1."""
    for i in range(len(TRAITS)):
        out[i] = 0
    seats = SEATS[s.variant]
    out[SCORE] = score_of(s, seat)
    tallest = tallest_site(s)
    if tallest >= 0:
        out[TALLEST_TOWER] = seat_of(s, s.owner[tallest]) == seat
    for site in range(SITES):
        owner = s.owner[site]
        if owner == NOBODY:
            continue
        if seat_of(s, owner) == seat:
            rival = 0
            for colour in range(COLOURS):
                if colour != owner:
                    rival = max(rival, int(s.floors[site, colour]))
            lead = int(s.floors[site, owner]) - rival
            out[SAFETY] += min(lead, SAFE_LEAD)
            out[SAFE_TOWERS] += lead >= SAFE_LEAD
            out[HEIGHT] = max(out[HEIGHT], height(s, site))
        else:
            colour = int(seat)
            for _ in range(COLOURS_EACH[s.variant]):
                mine = int(s.floors[site, colour])
                out[THREATS] += mine > 0 and int(s.floors[site, owner]) - mine <= 4
                colour += seats
    for city in range(len(CITIES)):
        towers = census(s, city)
        most, second, leader = 0, 0, NOBODY
        for colour in range(COLOURS):
            mine = towers_of(towers, colour)
            if mine > most:
                most, second, leader = mine, most, colour
            elif mine > second:
                second = mine
        if most > second and seat_of(s, leader) == seat:
            out[MAJORITIES] += 1
        for colour in range(COLOURS):
            mine = towers_of(towers, colour)
            if colour < colours_in_play(s) and seat_of(s, colour) == seat:
                out[TOWERS] += mine
                out[SHARES] += mine > 0 and most - mine <= 1 and (most == second or mine < most)
    left = 0
    for colour in range(colours_in_play(s)):
        for size in range(SIZES):
            in_box, picked = int(s.supply[colour, size]), int(s.picked[colour, size])
            left += in_box + picked
            if seat_of(s, colour) == seat:
                out[STOREYS] += in_box * (size + 1)
                out[TALL_BLOCKS] += in_box if size >= 2 else 0
                out[PICKED] += picked * (size + 1)
                out[PICKED_TALL] += picked if size >= 2 else 0
    out[LAST] = next_seat(s, seat) == s.starter
    rounds = ROUNDS[s.variant] - s.round_no + 1
    out[TO_COME] = (out[TOWERS] + 2 * out[MAJORITIES] + 3 * out[TALLEST_TOWER]) * rounds
    out[ON_TURN] = s.seat == seat
    return 1 - left / (BLOCKS_PER_COLOUR * colours_in_play(s))
