"""The board and the building code: what stands where, whose it is, and what may be built."""

from bauboom.core.kernel import kernel

from .components import ALL_PLOTS, MAX_HEIGHT, MAX_SEATS, PLOT, PLOTS, SEATS, SPIRES, STOREYS
from .plots import around, beside, connected, how_many

# The board


@kernel
def built_plots(s):
    """H-building: those with storeys; roads do not count."""
    return s.levels[0]


@kernel
def empty_plots(s):
    """Those with neither a storey nor a road."""
    return ALL_PLOTS & ~(built_plots(s) | s.roads)


@kernel
def buildings(s, plots):
    """H-building: all plots of the buildings that stand on some of these."""
    return connected(plots & built_plots(s), built_plots(s))


@kernel
def owned_by(s, seat):
    """H-spire: all plots of the buildings on which a seat's spire stands."""
    return buildings(s, s.spires[seat])


@kernel
def owner_of(s, plots):
    """H-spire: the owner of the building on these plots; of several buildings, the lowest seat; −1 if there is none."""
    theirs = buildings(s, plots)
    for seat in range(SEATS[s.variant]):
        if s.spires[seat] & theirs:
            return seat
    return -1


@kernel
def spire_plots(s):
    plots = 0
    for seat in range(MAX_SEATS):
        plots |= s.spires[seat]
    return plots


@kernel
def free_tops(s):
    """H-free: the plots with storeys and nothing on them."""
    return built_plots(s) & ~s.roofs & ~spire_plots(s)


@kernel
def height(s, plots):
    """H-height: storeys of the tallest of these plots."""
    storeys = 0
    while storeys < MAX_HEIGHT and s.levels[storeys] & plots:
        storeys += 1
    return storeys


@kernel
def storeys_on(s, plots):
    """H-tie: storeys on these plots in all."""
    total = 0
    for level in range(height(s, plots)):
        total += how_many(s.levels[level] & plots)
    return total


@kernel
def is_in_game(s, seat):
    return s.left[seat] == 0


@kernel
def players_left(s):
    count = 0
    for seat in range(SEATS[s.variant]):
        count += is_in_game(s, seat)
    return count


@kernel
def spires_to_spare(s, seat):
    """H-two, H-spire: those that stand on no building."""
    return SPIRES[s.variant] - how_many(s.spires[seat])


# Building code


@kernel
def cornered_plots(s):
    """H-corner: those that some building touches by a corner only (and some that are not empty)."""
    found, rest = 0, built_plots(s)
    while rest:
        building = buildings(s, rest & -rest)
        found |= around(building) & ~beside(building)
        rest &= ~building
    return found


@kernel
def plots_for_storey(s, seat, cornered):
    """The empty plots on which the building code lets a seat put a storey.

    H-new: with a spire to spare, wherever no building touches.
    H-extend, H-merge, H-ruin, H7: along the edge of one of the seat's own buildings, if no other building along the
    plot's edges is as tall. That is: some height is reached there by an own building and by no other.
    H-corner: no building may touch the plot by a corner alone.
    """
    own = owned_by(s, seat)
    plots = 0
    for level in range(MAX_HEIGHT):
        tall = buildings(s, s.levels[level])
        if tall & own == 0:
            break
        plots |= beside(tall & own) & ~beside(tall & ~own)
    plots &= ~cornered
    if spires_to_spare(s, seat) > 0:
        plots |= ~around(built_plots(s))
    return plots & empty_plots(s)


BARS = ("H-new", "H-corner", "H-extend", "H7", "H-ruin")  # the rules that may bar a storey from an empty plot


NO_SPIRE, CORNER, NOT_OWN, OWNERLESS, TOO_TALL = range(len(BARS))


@kernel
def bar_to_storey(s, seat, plot):
    """Why a seat may not put a storey on an empty plot, as a place in BARS."""
    joined, touched = buildings(s, beside(plot)), buildings(s, around(plot))
    if touched == 0:
        return NO_SPIRE
    if touched != joined:
        return CORNER
    if joined & owned_by(s, seat) == 0:
        return OWNERLESS if joined & ~buildings(s, spire_plots(s)) else NOT_OWN
    return TOO_TALL


@kernel
def in_the_way(s, seat, plot):
    """All plots of the buildings that are the reason: those at a corner or, if there are none, those of others."""
    joined, touched = buildings(s, beside(plot)), buildings(s, around(plot))
    return touched & ~joined if touched != joined else joined & ~owned_by(s, seat)


@kernel
def plots_for_anybody(s):
    """Where any of the players left in the game could put a storey."""
    cornered = cornered_plots(s)
    plots = 0
    for seat in range(SEATS[s.variant]):
        if is_in_game(s, seat):
            plots |= plots_for_storey(s, seat, cornered)
    return plots


@kernel
def open_buildings(s):
    """H-closed: all plots of the buildings that are not closed.

    A player who puts a storey beside a building either owns it or ruins it, so it is enough to know that one could.
    """
    return buildings(s, beside(plots_for_anybody(s)))


# Building


@kernel
def add_storey(s, plot):
    """H-raise, H-new, H-extend, H-merge, H-ruin: the seat on turn puts a storey on a plot, empty or not."""
    s.levels[height(s, PLOT[plot])] |= PLOT[plot]
    s.storey_supply -= 1
    s.latest[plot] = STOREYS - int(s.storey_supply)
    s.has_built[s.seat] = 1
    s.quiet = -1
    move_spire(s, buildings(s, PLOT[plot]))


@kernel
def add_road(s, plot):
    """H-road: it stays for ever."""
    s.roads |= PLOT[plot]
    s.road_supply -= 1
    s.quiet = -1


@kernel
def move_spire(s, building):
    """H-spire, H3: the seat on turn now owns this building; of all spires in it one remains, its own, on the top."""
    for seat in range(MAX_SEATS):
        s.spires[seat] &= ~building
    tallest = s.levels[height(s, building) - 1] & building
    top, newest = 0, 0
    for plot in range(PLOTS):
        if tallest & PLOT[plot] and s.latest[plot] > newest:
            top, newest = plot, int(s.latest[plot])
    s.spires[s.seat] |= PLOT[top]
