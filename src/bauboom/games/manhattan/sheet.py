"""What people are shown and told of this game, as numbers; schema.py says what they mean.

Numbers are as in a record: cards and sites from 1, cities, colours and seats from 0.
"""

from bauboom.core.arrays import constants
from bauboom.core.cards import has_card, how_many
from bauboom.core.kernel import kernel
from bauboom.core.sheet import NOTHING, count_one, may_know, put, put_all, put_head, put_list, put_or_nothing

from .actions import BUILD0, DRAW0, PICK_COUNTS, SKIP0, START0
from .components import (
    BUILD,
    CARD_KINDS,
    CARDS,
    CITIES,
    CITY_SITES,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS,
    COLOURS_EACH,
    DEAL,
    DRAW,
    EMPTY,
    NOBODY,
    PICK,
    ROUNDS,
    SEATS,
    SIDE_OF,
    SITES,
    SIZES,
    UNKNOWN,
    VARIANTS,
)
from .rules import (
    census,
    colours_in_play,
    height,
    majority,
    marked_site,
    picking_colour,
    score_round,
    storeys_missing,
    tallest_site,
    towers_of,
)
from .schema import BUILT, DEALT, DRAWN, DYES, PICKED, RESHUFFLED, SCORED, SKIPPED, STARTED

DYE = constants([[DYES.index(name) for name in COLOUR_NAMES[v["edition"]]] for v in VARIANTS])  # [variant, colour]

# What a board shows


@kernel
def present(s, seat, sheet, spare):
    seats, colours = SEATS[s.variant], colours_in_play(s)
    spare[0] = s
    score_round(spare[0])  # M-score: what a scoring now would give
    put_head(s, seat, sheet)
    put_or_nothing(sheet, picking_colour(s), s.phase == PICK)
    put(sheet, s.round_no)
    put(sheet, ROUNDS[s.variant])
    put(sheet, s.starter)
    put(sheet, len(CITIES))
    for city in range(len(CITIES)):
        put_city(s, city, colours, sheet)
    put_tallest(s, sheet)
    put(sheet, seats)
    held = 0
    for other in range(seats):
        held += put_player(s, other, sheet)
    put(sheet, colours)
    for colour in range(colours):
        put_colour(s, spare[0], colour, sheet)
    put_all(sheet, s.played, CARD_KINDS)
    pile = CARDS - held
    for card in range(CARD_KINDS):
        pile -= s.played[card]
    put(sheet, pile)


@kernel
def put_city(s, city, colours, sheet):
    put(sheet, city)
    leader = majority(s, city)
    put_or_nothing(sheet, leader, leader != NOBODY)
    towers = census(s, city)
    put(sheet, colours)
    for colour in range(colours):
        put(sheet, towers_of(towers, colour))
    put(sheet, CITY_SITES)
    for site in range(city * CITY_SITES, (city + 1) * CITY_SITES):
        put_or_nothing(sheet, s.owner[site], s.owner[site] != NOBODY)
        put(sheet, height(s, site))
        put_all(sheet, s.floors[site], colours)
        put(sheet, colours)
        for colour in range(colours):
            put_smallest_to_take(s, site, colour, sheet)


@kernel
def put_smallest_to_take(s, site, colour, sheet):
    """M-cap: the smallest block that takes the tower; nothing for its owner, and where no block is enough."""
    smallest = max(storeys_missing(s, site, colour), 1)
    put_or_nothing(sheet, smallest, colour != s.owner[site] and smallest <= SIZES)


@kernel
def put_tallest(s, sheet):
    """M-tallest: the single tallest tower, and all that are as tall as any."""
    tallest, top = tallest_site(s), 0
    if tallest >= 0:
        put_place(tallest, sheet)
    else:
        put(sheet, NOTHING)
    for site in range(SITES):
        top = max(top, height(s, site))
    highest = put_list(sheet)
    for site in range(SITES):
        if top > 0 and height(s, site) == top:
            put_place(site, sheet)
            count_one(sheet, highest)


@kernel
def put_place(site, sheet):
    put(sheet, site // CITY_SITES)
    put(sheet, site % CITY_SITES + 1)


@kernel
def put_player(s, seat, sheet):
    """A seat with its hand, where the viewer may know it; return how many cards it holds."""
    held = how_many(s.hand[seat], EMPTY)
    put(sheet, SIDE_OF[s.variant, seat])
    put_all(sheet, COLOUR_OF[s.variant, seat], COLOURS_EACH[s.variant])
    put(sheet, held)
    if has_card(s.hand[seat], UNKNOWN):
        put(sheet, NOTHING)
    else:
        put(sheet, held)
        for slot in range(held):
            put(sheet, s.hand[seat, slot] + 1)
    put(sheet, SIDE_OF[s.variant, seat])
    return held


@kernel
def put_colour(s, scored, colour, sheet):
    put(sheet, DYE[s.variant, colour])
    put(sheet, s.score[colour])
    put_all(sheet, s.supply[colour], SIZES)
    put_all(sheet, s.picked[colour], SIZES)
    put_all(sheet, s.removed[colour], SIZES)
    for kind in range(3):
        put(sheet, s.points[kind, colour])
    for kind in range(3):
        put(sheet, scored.points[kind, colour])


# What happened


@kernel
def event(s, action, seat, sheet):
    """M-secret: only the player who draws a card learns which it is."""
    if action < BUILD0:
        put(sheet, PICKED)
        put(sheet, s.seat)
        put(sheet, picking_colour(s))
        put_blocks(action, sheet)
    elif action < START0:
        put(sheet, BUILT if action < SKIP0 else SKIPPED)
        put(sheet, s.seat)
        number = action - (BUILD0 if action < SKIP0 else SKIP0)
        card = number // (SIZES * COLOURS * (len(CITIES) if action < SKIP0 else 1))
        put(sheet, card + 1)
        if action < SKIP0:
            put(sheet, number // (SIZES * COLOURS) % len(CITIES))
            put(sheet, marked_site(s, s.seat, card, 0) + 1)
        put(sheet, number // SIZES % COLOURS)
        put(sheet, number % SIZES + 1)
    elif action < DRAW0:
        put(sheet, STARTED)
        put(sheet, action - START0)
    else:
        is_known = may_know(seat, s.seat)
        put(sheet, DEALT if s.phase == DEAL else DRAWN)
        put(sheet, s.seat)
        if s.phase == DEAL and is_known:
            put(sheet, 1)
        put_or_nothing(sheet, action - DRAW0 + 1, is_known)
    return True


@kernel
def put_blocks(pick, sheet):
    """M-pick: the blocks by size, ascending."""
    at = put_list(sheet)
    for size in range(SIZES):
        for _ in range(PICK_COUNTS[pick, size]):
            put(sheet, size + 1)
            count_one(sheet, at)


@kernel
def consequences(before, after, sheet):
    """M1: a reshuffle, when the last card of the pile is drawn; M-score: then the scoring of a round."""
    if before.phase != DRAW:
        return 0
    pile, events = 0, 0
    for card in range(CARD_KINDS):
        pile += before.pile[card]
    if pile == 1:
        put(sheet, RESHUFFLED)
        events += 1
    if after.phase != BUILD:
        colours = colours_in_play(after)
        put(sheet, SCORED)
        put(sheet, before.round_no)
        for kind in range(3):
            put_all(sheet, after.points[kind], colours)
        put_all(sheet, after.score, colours)
        events += 1
    return events
