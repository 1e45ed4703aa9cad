"""The inputs of the network: a position as a seat sees it, as a list.

Most inputs are plots: maps of what the seat has, and of what its rivals have. Single numbers are listed chair by chair,
from the seat's own on. What decides most games is who goes bankrupt (H-bankrupt), so there is much about *open sites*:
empty plots beside a player's buildings on which a storey may be put. A player with an open site is not bankrupt
(H-closed).
"""

import numpy as np

from bauboom.core.arrays import constants
from bauboom.core.inputs import Inputs, aligned, begin_list, note
from bauboom.core.kernel import kernel

from .building import buildings, cornered_plots, is_in_game, owned_by, plots_for_storey, spires_to_spare
from .components import DEMAND, FIGURES, OFF, PLOT, PLOTS, ROADS, SEATS, SIDE, SQUARES, STANDSTILL, STOREYS
from .heuristic import AHEAD, REACH, TIMES, TRAITS, count_traits, is_ahead, progress, rolls_across
from .plots import beside, how_many
from .rules import rank
from .symmetry import board_ways

CHAIRS = int(SEATS.max())
# maps, of the seat and of all its rivals together
LEVELS_SEEN = 6  # plots with more than so many storeys
ROOFED, SPIRE, SITES, SHUT, CROSSABLE = range(LEVELS_SEEN, LEVELS_SEEN + 5)
FIGURE_AT = (LEVELS_SEEN + 5) * PLOTS  # by square, OFF last
MAPS = FIGURE_AT + SQUARES + 1
# single numbers of a chair, one chair after the other
TRAIT = 0
ROOFS_IN_HAND = TRAIT + len(TRAITS)  # one, two, how many
SPIRES_TO_SPARE = ROOFS_IN_HAND + 3  # none, one, two, three
HAS_BUILT = SPIRES_TO_SPARE + 4
IN_GAME = HAS_BUILT + 1
OPEN_SITES = IN_GAME + 1  # none, one, …
MOST_SITES, FEW = 14, 4
ROLLS = OPEN_SITES + MOST_SITES + 1  # across an open site of a rival, an own one; then the same by their number
ROLLS_AT_RIVAL = ROLLS + 2
ROLLS_AT_OWN = ROLLS_AT_RIVAL + FEW + 1
ROADS_LEFT = ROLLS_AT_OWN + FEW + 1  # by the number of open sites
TALLER = ROADS_LEFT + FEW + 1  # by how many floors the seat is, from −9 to 9
LEAD = TALLER + 19
CHAIR = LEAD + 2
FIRST_CHAIR = 2 * MAPS
# of all
ROAD = FIRST_CHAIR + CHAIRS * CHAIR  # a map
SHARED = ROAD + PLOTS  # a map: open sites of the seat and of a rival
SUPPLIES = SHARED + PLOTS
QUIET = SUPPLIES + 6
BEFORE_ROLL = QUIET + 2
PROGRESS = BEFORE_ROLL + 1
PLAYERS = PROGRESS + 2  # two, three, …
LEFT = PLAYERS + CHAIRS - 1  # rivals that are in the game: one, two, …
WHOLE = aligned(LEFT + CHAIRS)

USUAL = constants((1, 5, 20, 1, 5, 3, 3, 3, 8, 15, 3, 3, 8, 8, 4, 1, 4, 20, 20, 5, 4, 3, 36, 36, 36, 36, 1))  # by trait
# [square, square, plot]: with how many of 36 rolls two figures can cross a plot
OFTEN = constants(np.stack([((REACH & plot != 0) * TIMES).sum(2) for plot in PLOT], 2), np.int8)
PLOT_OF_BIT = constants([min(bit // (SIDE + 1) * SIDE + bit % (SIDE + 1), PLOTS - 1) for bit in range(64)])


def _images() -> np.ndarray:
    """[way, input]: where an input is when the board is turned or mirrored, in all eight ways."""
    ways = []
    for plot_to, square_to in board_ways():
        places = np.arange(WHOLE)
        maps = [first + map_ * PLOTS for first in (0, MAPS) for map_ in range(CROSSABLE + 1)]
        for first in (*maps, ROAD, SHARED):
            places[first : first + PLOTS] = first + plot_to
        for first in (FIGURE_AT, MAPS + FIGURE_AT):
            places[first : first + SQUARES] = first + square_to[:SQUARES]
        ways.append(places)
    return constants(ways)


INPUTS = Inputs(whole=WHOLE, images=_images())


@kernel
def list_map(seen, n, first, plots):
    """List the plots of a set; return how many inputs are listed."""
    while plots:
        lowest = plots & -plots
        n = note(seen, n, first + PLOT_OF_BIT[how_many(lowest - 1)], 1.0)
        plots ^= lowest
    return n


@kernel
def list_inputs(s, seat, seen):
    """List all inputs that are not 0; return how many there are."""
    seats, cornered = SEATS[s.variant], cornered_plots(s)
    everybodys, rivals_own, rivals = 0, 0, 0
    for other in range(seats):
        seen.by_seat[other] = plots_for_storey(s, other, cornered) if is_in_game(s, other) else 0
        everybodys |= seen.by_seat[other]
        if other != seat and is_in_game(s, other):
            rivals += 1
            rivals_own |= owned_by(s, other)
    sites, rivals_sites = seen.by_seat[seat], sites_of_rivals(s, seat, seen)
    not_closed = buildings(s, beside(everybodys))
    own = owned_by(s, seat)
    open_sites = beside(own) & everybodys
    n = list_map(seen, begin_list(seen), ROAD, s.roads)
    n = list_map(seen, n, SHARED, open_sites & beside(rivals_own))
    n = list_maps(s, own, sites, not_closed, seen, n, 0)
    n = list_maps(s, rivals_own, rivals_sites, not_closed, seen, n, MAPS)
    for chair in range(seats):
        other = np.int64((seat + chair) % seats)
        first = FIRST_CHAIR + chair * CHAIR
        if is_in_game(s, other):
            n = list_figures(s, other, seen, n, 0 if chair == 0 else MAPS)
            n = list_chair(s, seat, other, everybodys, not_closed, seen, n, first)
    n = note(seen, n, PLAYERS + seats - 2, 1.0)
    n = note(seen, n, LEFT + min(rivals, CHAIRS - 1), 1.0)
    return list_supplies(s, seen, n)


@kernel
def list_maps(s, own, sites, not_closed, seen, n, first):
    """What stands on the plots of the seat, or of its rivals."""
    spires = 0
    for other in range(SEATS[s.variant]):
        spires |= s.spires[other]
    for level in range(LEVELS_SEEN):
        n = list_map(seen, n, first + level * PLOTS, s.levels[level] & own)
    n = list_map(seen, n, first + ROOFED * PLOTS, s.roofs & own)
    n = list_map(seen, n, first + SPIRE * PLOTS, spires & own)
    n = list_map(seen, n, first + SITES * PLOTS, sites)
    return list_map(seen, n, first + SHUT * PLOTS, own & ~not_closed)


@kernel
def list_figures(s, seat, seen, n, first):
    """Where a player's figures are, and what they can cross with the next roll."""
    for i in range(FIGURES):
        square = int(s.figures[seat, i])
        n = note(seen, n, first + FIGURE_AT + (square if square != OFF else SQUARES), 1.0)
    figure, other = int(s.figures[seat, 0]), int(s.figures[seat, 1])
    if OFF not in (figure, other):
        for plot in range(PLOTS):
            n = note(seen, n, first + CROSSABLE * PLOTS + plot, OFTEN[figure, other, plot] / 18)
    return n


@kernel
def sites_of_rivals(s, player, seen):
    """The plots on which any other player may put a storey; `by_seat` has those of each."""
    plots = 0
    for other in range(SEATS[s.variant]):
        if other != player:
            plots |= seen.by_seat[other]
    return plots


@kernel
def list_chair(s, seat, player, everybodys, not_closed, seen, n, first):
    """The single numbers of a player in the game, which may be the seat itself."""
    values, rivals_own = seen.traits, 0
    for other in range(SEATS[s.variant]):
        if other != player and is_in_game(s, other):
            rivals_own |= owned_by(s, other)
    best = count_traits(s, player, seen.by_seat[player], sites_of_rivals(s, player, seen), not_closed, values)
    values[AHEAD] = is_ahead(s, player, best)
    for trait in range(len(TRAITS)):
        n = note(seen, n, first + TRAIT + trait, values[trait] / USUAL[trait])
    open_sites, rivals_open_sites = beside(owned_by(s, player)) & everybodys, beside(rivals_own) & everybodys
    for i in range(min(int(s.hand[player]), 2)):
        n = note(seen, n, first + ROOFS_IN_HAND + i, 1.0)
    n = note(seen, n, first + ROOFS_IN_HAND + 2, s.hand[player] / 4)
    n = note(seen, n, first + SPIRES_TO_SPARE + spires_to_spare(s, player), 1.0)
    n = note(seen, n, first + HAS_BUILT, s.has_built[player])
    n = note(seen, n, first + IN_GAME, 1.0)
    n = list_rolls(s, player, open_sites, rivals_open_sites, seen, n, first)
    few = min(how_many(open_sites), FEW)
    n = note(seen, n, first + ROADS_LEFT + few, s.road_supply / ROADS)
    n = note(seen, n, first + OPEN_SITES + min(how_many(open_sites), MOST_SITES), 1.0)
    return list_lead(s, seat, player, best, seen, n, first)


@kernel
def list_rolls(s, player, open_sites, rivals_open_sites, seen, n, first):
    """With how many rolls a player can cross rivals' open sites, and the player's own."""
    at_rival = rolls_across(s, player, rivals_open_sites & ~open_sites) / 18
    at_own = rolls_across(s, player, open_sites) / 18
    n = note(seen, n, first + ROLLS, at_rival)
    n = note(seen, n, first + ROLLS + 1, at_own)
    n = note(seen, n, first + ROLLS_AT_RIVAL + min(how_many(rivals_open_sites), FEW), at_rival)
    return note(seen, n, first + ROLLS_AT_OWN + min(how_many(open_sites), FEW), at_own)


@kernel
def list_lead(s, seat, player, best, seen, n, first):
    """H-win: how the seat's best building compares with a rival's."""
    if player == seat:
        return n
    own = rank(s, seat) if is_in_game(s, seat) else 0
    n = note(seen, n, first + TALLER + 9 + max(-9, min(9, own // 100 - best // 100)), 1.0)
    built = 1 - s.storey_supply / STOREYS
    n = note(seen, n, first + LEAD, built if own > best else -built)
    return note(seen, n, first + LEAD + 1, (own % 100 - best % 100) / 10)


@kernel
def list_supplies(s, seen, n):
    """How long the game may still last."""
    n = note(seen, n, SUPPLIES, s.storey_supply / STOREYS)
    n = note(seen, n, SUPPLIES + 1, s.storey_supply < 10)
    n = note(seen, n, SUPPLIES + 2, s.storey_supply < 4)
    n = note(seen, n, SUPPLIES + 3, s.road_supply / ROADS)
    n = note(seen, n, SUPPLIES + 4, s.road_supply == 0)
    n = note(seen, n, SUPPLIES + 5, s.roof_supply / 16)
    quiet = max(int(s.quiet), 0)
    n = note(seen, n, QUIET, quiet / STANDSTILL)
    n = note(seen, n, QUIET + 1, quiet > 120)
    n = note(seen, n, BEFORE_ROLL, s.phase == DEMAND)
    come = progress(s)
    n = note(seen, n, PROGRESS, come)
    return note(seen, n, PROGRESS + 1, come * come)
