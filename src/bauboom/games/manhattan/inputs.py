"""The inputs of the network: a position as a seat sees it, as a list.

The parts are the cities, which are alike, as are sites that the seat holds a card for, and those for which it does not.
What is listed of a city is how many sites of each kind it has. Chairs are counted from the seat: 0 is the seat itself.
"""

from bauboom.core.arrays import constants
from bauboom.core.inputs import Inputs, aligned, begin_list, end_part, note
from bauboom.core.kernel import kernel

from .components import (
    BREAKS_TIES,
    CARD_KINDS,
    CITIES,
    COLOURS,
    COLOURS_EACH,
    HAND,
    NOBODY,
    PICK,
    ROUNDS,
    SEATS,
    SITES,
    SIZES,
)
from .heuristic import TRAITS, standing, traits
from .rules import census, colours_in_play, height, marked_site, seat_of, towers_of

CHAIRS = COLOURS
GAP = 7  # storeys ahead or behind: from 0 to 5, and more
MOST = 6  # towers of a colour in a city: from 0 to 4, and more
NOW, LATER = range(2)  # M-cap: with a block in front of its player, or with one of 4 storeys
ROUNDS_SEEN, LEFT_SEEN, PLAYERS_SEEN = 6, 7, 3  # 1, 2, …; 0, 1, …; 2, 3, …
# of a city
EMPTY_SITE = 0  # by whether the seat holds its card
OWNED = EMPTY_SITE + 2  # by chair and storeys ahead of the next colour
TO_TAKE = OWNED + CHAIRS * GAP  # towers that the seat can take: from which chair, when, and whether it holds the card
TO_PAY = TO_TAKE + CHAIRS * 2 * 2  # the same by the storeys that it takes, and whether the seat holds the card
AT_RISK = TO_PAY + SIZES * 2  # towers that others can take: from which chair, which chair can, when
RIVALS_NEAR = AT_RISK + CHAIRS * CHAIRS * 2  # own towers, by how many colours could take them now
BELOW_TALLEST = RIVALS_NEAR + COLOURS  # by chair and storeys that are missing to the tallest tower
CITY = BELOW_TALLEST + CHAIRS * GAP  # by chair: towers of a colour, and most towers of another colour
CITY_ROUNDS = CITY + CHAIRS * MOST * MOST  # what every city is told of the whole
CITY_LEFT = CITY_ROUNDS + ROUNDS_SEEN
CITY_PLAYERS = CITY_LEFT + LEFT_SEEN
CITY_COLOURS = CITY_PLAYERS + PLAYERS_SEEN
EACH = aligned(CITY_COLOURS + 1)
# of the whole
TRAIT = EACH  # by chair
PICKED = TRAIT + CHAIRS * len(TRAITS)  # by chair and size: one, two, how many
SUPPLY = PICKED + CHAIRS * SIZES * 3
LEAD, LEADS = SUPPLY + CHAIRS * SIZES, 25  # by rival: points ahead, a scoring now included, from −12 to 12
LEAD_AT_LAST = LEAD + CHAIRS * LEADS  # the same in the last round
ROUNDS_LEFT = LEAD_AT_LAST + CHAIRS * LEADS
BLOCKS_LEFT = ROUNDS_LEFT + ROUNDS_SEEN  # of this round, in front of the seat
STARTER = BLOCKS_LEFT + LEFT_SEEN  # by chair
NEXT = STARTER + CHAIRS
PICKING = NEXT + CHAIRS
KINDS_HELD = PICKING + 1
PLAYERS = KINDS_HELD + HAND + 1
TWO_COLOURS = PLAYERS + PLAYERS_SEEN
TIES = TWO_COLOURS + 1
WHOLE = aligned(TIES + 1 - EACH)
INPUTS = Inputs(len(CITIES), EACH, WHOLE)

USUAL = constants((50, 15, 4, 1, 40, 4, 6, 4, 30, 5, 12, 3, 1, 60, 1, 12))  # by trait
assert len(USUAL) == len(TRAITS)


@kernel
def chair_of(s, colour, seat):
    return (seat_of(s, colour) - seat) % SEATS[s.variant]


@kernel
def largest_picked(s, colour):
    """Storeys of the largest block in front of its player; 0 if there is none."""
    largest = 0
    for size in range(SIZES):
        if s.picked[colour, size] > 0:
            largest = size + 1
    return largest


@kernel
def list_site(s, seat, site, is_held, tallest, largest, seen, n):
    """One site; `largest` are the largest blocks in front of each colour's player."""
    owner = int(s.owner[site])
    if owner == NOBODY:
        return note(seen, n, EMPTY_SITE + is_held, 1.0)
    chair, storeys = chair_of(s, owner, seat), int(s.floors[site, owner])
    second, near = 0, 0
    for colour in range(colours_in_play(s)):
        if colour == owner:
            continue
        there = int(s.floors[site, colour])
        second = max(second, there)
        missing = max(storeys - there, 1)
        if missing > SIZES:
            continue
        taker, when = chair_of(s, colour, seat), NOW if largest[colour] >= missing else LATER
        if taker == 0:
            n = note(seen, n, TO_TAKE + (chair * 2 + when) * 2 + is_held, 1.0)
            n = note(seen, n, TO_PAY + (missing - 1) * 2 + is_held, 1.0)
        else:
            n = note(seen, n, AT_RISK + (chair * CHAIRS + taker) * 2 + when, 1.0)
            near += when == NOW
    if chair == 0:
        n = note(seen, n, RIVALS_NEAR + near, 1.0)
    n = note(seen, n, OWNED + chair * GAP + min(storeys - second, GAP - 1), 1.0)
    below = tallest - height(s, site)
    if below < GAP:
        n = note(seen, n, BELOW_TALLEST + chair * GAP + below, 1.0)
    return n


@kernel
def list_majority(s, seat, city, seen, n):
    towers = census(s, city)
    most, second = 0, 0
    for colour in range(colours_in_play(s)):
        mine = towers_of(towers, colour)
        if mine > most:
            most, second = mine, most
        else:
            second = max(second, mine)
    for colour in range(colours_in_play(s)):
        mine = towers_of(towers, colour)
        others = min(second if mine == most else most, MOST - 1)
        chair = chair_of(s, colour, seat)
        n = note(seen, n, CITY + (chair * MOST + min(mine, MOST - 1)) * MOST + others, 1.0)
    return n


@kernel
def list_blocks(s, seat, seen, n):
    """What every chair has picked, and what is in its box."""
    for colour in range(colours_in_play(s)):
        chair = chair_of(s, colour, seat)
        for size in range(SIZES):
            blocks, first = int(s.picked[colour, size]), PICKED + (chair * SIZES + size) * 3
            n = note(seen, n, first, blocks > 0)
            n = note(seen, n, first + 1, blocks > 1)
            n = note(seen, n, first + 2, blocks / 3)
            n = note(seen, n, SUPPLY + chair * SIZES + size, s.supply[colour, size] / 4)
    return n


@kernel
def list_inputs(s, seat, seen):
    """List all inputs that are not 0; return how many there are."""
    seats, two = SEATS[s.variant], int(COLOURS_EACH[s.variant] == 2)
    rounds = int(ROUNDS[s.variant] - s.round_no) + 1
    tallest, left, kinds = 0, 0, 0
    for site in range(SITES):
        tallest = max(tallest, height(s, site))
    for colour in range(colours_in_play(s)):
        seen.by_seat[colour] = largest_picked(s, colour)
        for size in range(SIZES):
            left += int(s.picked[colour, size]) if seat_of(s, colour) == seat else 0
    left = min(left // (1 + two), LEFT_SEEN - 1)
    n = begin_list(seen)
    for city in range(len(CITIES)):
        kinds = 0
        for card in range(CARD_KINDS):
            is_held = 0
            for place in range(HAND):
                is_held |= int(s.hand[seat, place] == card)
            kinds += is_held
            n = list_site(s, seat, marked_site(s, seat, card, city), is_held, tallest, seen.by_seat, seen, n)
        n = list_majority(s, seat, city, seen, n)
        n = note(seen, n, CITY_ROUNDS + min(rounds, ROUNDS_SEEN) - 1, 1.0)
        n = note(seen, n, CITY_LEFT + left, 1.0)
        n = note(seen, n, CITY_PLAYERS + seats - 2, 1.0)
        n = note(seen, n, CITY_COLOURS, two)
        end_part(seen, n, city)
    n = list_blocks(s, seat, seen, n)
    own = standing(s, seat)
    for chair in range(seats):
        other = (seat + chair) % seats
        traits(s, other, seen.traits)
        for trait in range(len(TRAITS)):
            n = note(seen, n, TRAIT + chair * len(TRAITS) + trait, seen.traits[trait] / USUAL[trait])
        if chair > 0:
            lead = max(-12, min(12, own - standing(s, other))) + 12
            n = note(seen, n, (LEAD_AT_LAST if rounds <= 1 else LEAD) + chair * LEADS + lead, 1.0)
        n = note(seen, n, STARTER + chair, s.starter == other)
        n = note(seen, n, NEXT + chair, s.seat == other)
    n = note(seen, n, ROUNDS_LEFT + min(rounds, ROUNDS_SEEN) - 1, 1.0)
    n = note(seen, n, BLOCKS_LEFT + left, 1.0)
    n = note(seen, n, PICKING, s.phase == PICK)
    n = note(seen, n, KINDS_HELD + kinds, 1.0)
    n = note(seen, n, PLAYERS + seats - 2, 1.0)
    n = note(seen, n, TWO_COLOURS, two)
    return note(seen, n, TIES, BREAKS_TIES[s.variant])
