"""How good a position looks, as a beginner counts it: how tall, how soon taller, how safe from being closed."""

from itertools import combinations_with_replacement, product

import numpy as np

from bauboom.core.arrays import constants
from bauboom.core.kernel import kernel

from .building import (
    buildings,
    built_plots,
    cornered_plots,
    empty_plots,
    free_tops,
    height,
    is_in_game,
    owned_by,
    plots_for_anybody,
    plots_for_storey,
    spire_plots,
    spires_to_spare,
    storeys_on,
)
from .components import CROSSED, FINISHED, OFF, PLOT, PLOTS, SEATS, SQUARES, STOREYS
from .plots import beside, how_many
from .rules import rank

WIN = 1_000_000
GONE = -4000  # a bankrupt player
FLOOR = 300  # a floor of height
STEP = 50  # what is missing until another plot, its top free, is as tall as the one with the spire: by storey
BODY = 12  # a storey anywhere in the building
TOP = 16  # a free top
SECOND = 8  # other buildings than the best one count an eighth
ROOF = 20  # in the hand, up to three
# H-closed: by the number of plots that keep a player's buildings from being closed
DANGER = constants((1500, 700, 350, 180, 90, 40, 0))


@kernel
def promise(s, building):
    """How tall a building is, how soon it may be taller, and its storeys (H-tie)."""
    tops = free_tops(s) & building
    tallest = height(s, building)
    return FLOOR * tallest - STEP * (tallest - height(s, tops)) + BODY * storeys_on(s, building) + TOP * how_many(tops)


@kernel
def worth(s, seat, sites):
    """What a seat has and may hope for."""
    if not is_in_game(s, seat):
        return GONE
    own = owned_by(s, seat)
    best, total, rest = 0, 0, own
    while rest:
        building = buildings(s, rest & -rest)
        value = promise(s, building)
        best = max(best, value)
        total += value
        rest &= ~building
    value = best + (total - best) // SECOND + ROOF * min(int(s.hand[seat]), 3)
    if s.has_built[seat] == 1:
        value -= DANGER[min(how_many(beside(own) & sites), len(DANGER) - 1)]
    return value


@kernel
def evaluate(s, seat):
    """Worth ahead of the average rival's; at the end, who has won."""
    seats = SEATS[s.variant]
    if s.phase == FINISHED:
        best = -1
        for other in range(seats):
            if other != seat:
                best = max(best, rank(s, other))
        return WIN * (int(rank(s, seat) > best) - int(rank(s, seat) < best))
    sites = plots_for_anybody(s)
    value = seats * worth(s, seat, sites)
    for other in range(seats):
        value -= worth(s, other, sites)
    return value


def _reach() -> tuple[np.ndarray, np.ndarray]:
    """H-move, H-cross: by the squares of two figures, the plots that they can cross with each roll, as a set."""
    at = np.arange(SQUARES)
    crossed = np.array([0, *PLOT])[CROSSED[:SQUARES, :SQUARES] + 1]  # [square, square]: a set of one plot, or of none
    rolls = list(combinations_with_replacement(range(1, 7), 2))
    plots = np.zeros((SQUARES, SQUARES, len(rolls)), np.int64)
    for roll, (one, two) in enumerate(rolls):
        for steps, others in ((one + two, 0), (0, one + two), (one, two), (two, one)):
            for way, other_way in product((-1, 1), repeat=2):
                plots[:, :, roll] |= crossed[np.ix_((at + way * steps) % SQUARES, (at + other_way * others) % SQUARES)]
    return plots, np.array([1 if one == two else 2 for one, two in rolls])


REACH, TIMES = map(constants, _reach())  # [square, square, roll]; of 36, how many times each roll comes

# What a thoughtful player counts of a seat; how much each tells is learnt from games (weights.json)
TRAITS = (
    "gone",  # bankrupt
    "height",  # of the best building (H-win)
    "storeys",  # in the best building (H-tie)
    "ahead",  # would win, if the game ended now
    "open height",  # of the best building that is not closed
    "even tops",  # plots of it, their tops free, as tall as its spire's: raised once, it is taller
    "near tops",  # the same, one storey lower
    "roofed tops",  # its plots under a roof, at most one storey lower
    "free tops",  # on own buildings that are not closed
    "body",  # storeys in other own buildings
    "open buildings",  # own ones that are not closed, up to 3
    "closed buildings",  # own ones, up to 3
    "growth",  # empty plots beside own buildings on which the seat may build, up to 8
    "new sites",  # other empty plots on which it may build, up to 8
    "few sites",  # how many fewer than four plots keep its buildings from being closed
    "closed",  # it has built and owns nothing that is not closed (H-bankrupt)
    "exposed",  # plots on which a rival would ruin its best building, up to 4
    "exposed storeys",  # storeys of its buildings that a rival could ruin by one storey, at most
    "prey",  # storeys of rivals' buildings that it could ruin by one storey, at most
    "prey height",
    "roofs",  # in the hand, up to 4
    "spires",  # to spare
    "rolls to rise",  # of 36, with which it can cross an even top, and be taller then
    "rolls to raise",  # with which it can cross any free top of its own
    "rolls to grow",  # with which it can cross a plot beside its buildings and build there
    "rolls to ruin",  # with which it can ruin a rival's building
    "on turn",
)
(
    GONE_TRAIT, HEIGHT, STOREYS_IN_IT, AHEAD, OPEN_HEIGHT, EVEN_TOPS, NEAR_TOPS, ROOFED_TOPS, FREE_TOPS, BODY_TRAIT,
    OPEN_BUILDINGS, CLOSED_BUILDINGS, GROWTH, NEW_SITES, FEW_SITES, CLOSED, EXPOSED, EXPOSED_STOREYS, PREY, PREY_HEIGHT,
    ROOFS_HELD, SPIRES_LEFT, TO_RISE, TO_RAISE, TO_GROW, TO_RUIN, ON_TURN,
) = range(len(TRAITS))  # fmt: skip


@kernel
def count_building(s, building, not_closed, out):
    """What one of a seat's own buildings adds to its traits; return its rank among them."""
    tall, storeys, tops = height(s, building), storeys_on(s, building), free_tops(s)
    if building & not_closed:
        out[OPEN_BUILDINGS] = min(out[OPEN_BUILDINGS] + 1, 3)
        out[FREE_TOPS] += how_many(building & tops)
        if tall > out[OPEN_HEIGHT]:
            out[OPEN_HEIGHT] = tall
            even = s.levels[tall - 1] & building
            near = s.levels[tall - 2] & building & ~even if tall > 1 else 0
            out[EVEN_TOPS] = how_many(even & tops)
            out[NEAR_TOPS] = how_many(near & tops)
            out[ROOFED_TOPS] = how_many((even | near) & s.roofs)
    else:
        out[CLOSED_BUILDINGS] = min(out[CLOSED_BUILDINGS] + 1, 3)
    return 100 * tall + storeys


@kernel
def count_buildings(s, own, mine, theirs, not_closed, out):
    """What all buildings of a seat add to its traits; return the rank of the best one."""
    best, total, rest = 0, 0, own
    while rest:
        building = buildings(s, rest & -rest)
        rest &= ~building
        value = count_building(s, building, not_closed, out)
        total += value % 100
        if theirs & beside(building) & ~mine:
            out[EXPOSED_STOREYS] = max(out[EXPOSED_STOREYS], value % 100)
        if value > best:
            best = value
            out[EXPOSED] = min(how_many(theirs & beside(building)), 4)
    out[HEIGHT], out[STOREYS_IN_IT] = best // 100, best % 100
    out[BODY_TRAIT] = total - best % 100
    return best


@kernel
def is_ahead(s, seat, best):
    """H-win: whether all others have less."""
    ahead = best > 0
    for other in range(SEATS[s.variant]):
        ahead &= other == seat or rank(s, other) < best
    return ahead


@kernel
def rolls_across(s, seat, plots):
    """Of the 36 rolls, with how many a seat can cross one of these plots; none while a figure is off the board."""
    figure, other = s.figures[seat, 0], s.figures[seat, 1]
    rolls = 0
    if plots != 0 and OFF not in (figure, other):
        for roll in range(len(TIMES)):
            rolls += TIMES[roll] * int(REACH[figure, other, roll] & plots != 0)
    return rolls


@kernel
def progress(s):
    """From 0 to 1: storeys built, or plots that are not empty any more."""
    return max((STOREYS - s.storey_supply) / STOREYS, 1 - how_many(empty_plots(s)) / PLOTS)


@kernel
def traits(s, seat, out):
    """Write what TRAITS names; return how far the game has come, from 0 to 1."""
    if not is_in_game(s, seat):
        for i in range(len(TRAITS)):
            out[i] = i == GONE_TRAIT
        return progress(s)
    cornered = cornered_plots(s)
    mine, theirs = 0, 0
    for other in range(SEATS[s.variant]):
        if is_in_game(s, other):
            sites = plots_for_storey(s, other, cornered)
            if other == seat:
                mine = sites
            else:
                theirs |= sites
    not_closed = buildings(s, beside(mine | theirs))
    best = count_traits(s, seat, mine, theirs, not_closed, out)
    out[AHEAD] = is_ahead(s, seat, best)
    return progress(s)


@kernel
def count_traits(s, seat, mine, theirs, not_closed, out):
    """All of them but who is ahead, for a seat in the game; return the rank of its best building.

    Told are the sites of the seat and those of its rivals, and the buildings that are not closed.
    """
    for i in range(len(TRAITS)):
        out[i] = 0
    own = owned_by(s, seat)
    best = count_buildings(s, own, mine, theirs, not_closed, out)
    growth = mine & beside(own)
    rest = built_plots(s) & ~own & beside(growth)
    prey = rest & buildings(s, spire_plots(s))
    if best > 0:
        even = s.levels[int(out[OPEN_HEIGHT]) - 1] & own if out[OPEN_HEIGHT] > 0 else 0
        tops = free_tops(s) & own & not_closed
        out[TO_RISE] = rolls_across(s, seat, even & tops)
        out[TO_RAISE] = rolls_across(s, seat, tops)
        out[TO_GROW] = rolls_across(s, seat, growth)
        out[TO_RUIN] = rolls_across(s, seat, growth & beside(prey))
    while rest:
        building = buildings(s, rest & -rest)
        rest &= ~building
        if building & spire_plots(s):
            out[PREY] = max(out[PREY], storeys_on(s, building))
            out[PREY_HEIGHT] = max(out[PREY_HEIGHT], height(s, building))
    out[GROWTH] = min(how_many(growth), 8)
    out[NEW_SITES] = min(how_many(mine & ~beside(own)), 8)
    if s.has_built[seat] == 1:
        out[FEW_SITES] = 4 - min(how_many(beside(own) & (mine | theirs)), 4)
        out[CLOSED] = own & not_closed == 0
    out[ROOFS_HELD] = min(int(s.hand[seat]), 4)
    out[SPIRES_LEFT] = spires_to_spare(s, seat)
    out[ON_TURN] = s.seat == seat
    return best
