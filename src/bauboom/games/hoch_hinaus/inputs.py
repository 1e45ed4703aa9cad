"""The inputs of the network for two players: the position as the player on turn sees it, as a list.

Each entry is the number of an input and its amount; inputs that are not listed are 0. Most inputs are plots.
What decides most games is who goes bankrupt (H-bankrupt), so there is much about *open sites*: empty plots beside a
player's buildings on which a storey may be put. A player with an open site is not bankrupt (H-closed).
"""

import numpy as np

from bauboom.core.arrays import constants
from bauboom.core.kernel import kernel

from .building import buildings, cornered_plots, owned_by, plots_for_storey, spires_to_spare
from .components import DEMAND, FIGURES, OFF, PLOT, PLOTS, ROADS, SIDE, SQUARES, STANDSTILL, STOREYS
from .heuristic import AHEAD, REACH, TIMES, TRAITS, count_traits, progress, rolls_across
from .plots import beside, how_many

# Of each player, one after the other: maps of plots, then single numbers
LEVELS_SEEN = 6  # maps: plots with more than so many storeys
ROOFED, SPIRE, SITES, SHUT, CROSSABLE = range(LEVELS_SEEN, LEVELS_SEEN + 5)  # more maps
FIGURE_AT = (LEVELS_SEEN + 5) * PLOTS  # by square, OFF last
TRAIT = FIGURE_AT + SQUARES + 1
ROOFS_IN_HAND = TRAIT + len(TRAITS)  # one, two, how many
SPIRES_TO_SPARE = ROOFS_IN_HAND + 3  # none, one, two, three
HAS_BUILT = SPIRES_TO_SPARE + 4
OPEN_SITES = HAS_BUILT + 1  # none, one, …
MOST_SITES, FEW = 14, 4
ROLLS = OPEN_SITES + MOST_SITES + 1  # across an open site of the rival, an own one; then the same by their number
ROLLS_AT_RIVAL = ROLLS + 2
ROLLS_AT_OWN = ROLLS_AT_RIVAL + FEW + 1
ROADS_LEFT = ROLLS_AT_OWN + FEW + 1  # by the number of open sites
PLAYER = ROADS_LEFT + FEW + 1
# Of both
ROAD = 2 * PLAYER  # a map
SHARED = ROAD + PLOTS  # a map: open sites of both
SUPPLIES = SHARED + PLOTS
QUIET = SUPPLIES + 6
BEFORE_ROLL = QUIET + 2
PROGRESS = BEFORE_ROLL + 1
TALLER = PROGRESS + 2  # by how many floors, from −9 to 9
LEAD = TALLER + 19
INPUTS = LEAD + 2

USUAL = constants((1, 5, 20, 1, 5, 3, 3, 3, 8, 15, 3, 3, 8, 8, 4, 1, 4, 20, 20, 5, 4, 3, 36, 36, 36, 36, 1))  # by trait
# [square, square, plot]: with how many of 36 rolls two figures can cross a plot
OFTEN = constants(np.stack([((REACH & plot != 0) * TIMES).sum(2) for plot in PLOT], 2), np.int8)
PLOT_OF_BIT = constants([min(bit // (SIDE + 1) * SIDE + bit % (SIDE + 1), PLOTS - 1) for bit in range(64)])


@kernel
def list_one(where, what, n, number, amount):
    """List an input if it is not 0; return how many are listed now."""
    where[n] = number
    what[n] = amount
    return n + int(amount != 0)


@kernel
def list_map(where, what, n, first, plots):
    """List the plots of a set; return how many inputs are listed."""
    while plots:
        lowest = plots & -plots
        where[n] = first + PLOT_OF_BIT[how_many(lowest - 1)]
        what[n] = 1.0
        n += 1
        plots ^= lowest
    return n


@kernel
def list_inputs(s, where, what, values):
    """List all inputs that are not 0; return how many there are, and the seat whose chances they are about."""
    seat, rival = int(s.seat), 1 - int(s.seat)
    cornered = cornered_plots(s)
    sites, rivals_sites = plots_for_storey(s, seat, cornered), plots_for_storey(s, rival, cornered)
    everybodys = sites | rivals_sites
    not_closed = buildings(s, beside(everybodys))
    own, others = beside(owned_by(s, seat)) & everybodys, beside(owned_by(s, rival)) & everybodys
    n = list_map(where, what, 0, ROAD, s.roads)
    n = list_map(where, what, n, SHARED, own & others)
    best = count_traits(s, seat, sites, rivals_sites, not_closed, values)
    n = list_traits(where, what, n, TRAIT, values)
    n = list_player(s, seat, sites, not_closed, own, others, where, what, n, 0)
    rivals_best = count_traits(s, rival, rivals_sites, sites, not_closed, values)
    n = list_traits(where, what, n, PLAYER + TRAIT, values)
    n = list_player(s, rival, rivals_sites, not_closed, others, own, where, what, n, PLAYER)
    n = list_lead(s, best, rivals_best, where, what, n)
    return list_supplies(s, where, what, n), seat


@kernel
def list_traits(where, what, n, first, values):
    for trait in range(len(TRAITS)):
        n = list_one(where, what, n, first + trait, values[trait] / USUAL[trait])
    return n


@kernel
def list_player(s, seat, sites, not_closed, open_sites, rivals_open_sites, where, what, n, first):
    """A player's part of the list."""
    own = owned_by(s, seat)
    for level in range(LEVELS_SEEN):
        n = list_map(where, what, n, first + level * PLOTS, s.levels[level] & own)
    n = list_map(where, what, n, first + ROOFED * PLOTS, s.roofs & own)
    n = list_map(where, what, n, first + SPIRE * PLOTS, s.spires[seat])
    n = list_map(where, what, n, first + SITES * PLOTS, sites)
    n = list_map(where, what, n, first + SHUT * PLOTS, own & ~not_closed)
    for i in range(FIGURES):
        square = int(s.figures[seat, i])
        n = list_one(where, what, n, first + FIGURE_AT + (square if square != OFF else SQUARES), 1.0)
    roofs = min(int(s.hand[seat]), 2)
    for i in range(roofs):
        n = list_one(where, what, n, first + ROOFS_IN_HAND + i, 1.0)
    n = list_one(where, what, n, first + ROOFS_IN_HAND + 2, s.hand[seat] / 4)
    n = list_one(where, what, n, first + SPIRES_TO_SPARE + spires_to_spare(s, seat), 1.0)
    n = list_one(where, what, n, first + HAS_BUILT, s.has_built[seat])
    n = list_rolls(s, seat, open_sites, rivals_open_sites, where, what, n, first)
    few = min(how_many(open_sites), FEW)
    n = list_one(where, what, n, first + ROADS_LEFT + few, s.road_supply / ROADS)
    return list_one(where, what, n, first + OPEN_SITES + min(how_many(open_sites), MOST_SITES), 1.0)


@kernel
def list_rolls(s, seat, open_sites, rivals_open_sites, where, what, n, first):
    """What a player can cross with the next roll: every plot, the rival's open sites, the player's own."""
    figure, other = int(s.figures[seat, 0]), int(s.figures[seat, 1])
    if OFF in (figure, other):
        return n
    for plot in range(PLOTS):
        n = list_one(where, what, n, first + CROSSABLE * PLOTS + plot, OFTEN[figure, other, plot] / 18)
    at_rival = rolls_across(s, seat, rivals_open_sites & ~open_sites) / 18
    at_own = rolls_across(s, seat, open_sites) / 18
    n = list_one(where, what, n, first + ROLLS, at_rival)
    n = list_one(where, what, n, first + ROLLS + 1, at_own)
    n = list_one(where, what, n, first + ROLLS_AT_RIVAL + min(how_many(rivals_open_sites), FEW), at_rival)
    return list_one(where, what, n, first + ROLLS_AT_OWN + min(how_many(open_sites), FEW), at_own)


@kernel
def list_lead(s, best, rivals_best, where, what, n):
    """H-win: by the ranks of the best buildings."""
    n = list_one(where, what, n, TRAIT + AHEAD, best > rivals_best)
    n = list_one(where, what, n, PLAYER + TRAIT + AHEAD, rivals_best > best)
    n = list_one(where, what, n, TALLER + 9 + max(-9, min(9, best // 100 - rivals_best // 100)), 1.0)
    built = 1 - s.storey_supply / STOREYS
    n = list_one(where, what, n, LEAD, built if best > rivals_best else -built)
    return list_one(where, what, n, LEAD + 1, (best % 100 - rivals_best % 100) / 10)


@kernel
def list_supplies(s, where, what, n):
    """How long the game may still last."""
    n = list_one(where, what, n, SUPPLIES, s.storey_supply / STOREYS)
    n = list_one(where, what, n, SUPPLIES + 1, s.storey_supply < 10)
    n = list_one(where, what, n, SUPPLIES + 2, s.storey_supply < 4)
    n = list_one(where, what, n, SUPPLIES + 3, s.road_supply / ROADS)
    n = list_one(where, what, n, SUPPLIES + 4, s.road_supply == 0)
    n = list_one(where, what, n, SUPPLIES + 5, s.roof_supply / 16)
    quiet = max(int(s.quiet), 0)
    n = list_one(where, what, n, QUIET, quiet / STANDSTILL)
    n = list_one(where, what, n, QUIET + 1, quiet > 120)
    n = list_one(where, what, n, BEFORE_ROLL, s.phase == DEMAND)
    come = progress(s)
    n = list_one(where, what, n, PROGRESS, come)
    return list_one(where, what, n, PROGRESS + 1, come * come)
