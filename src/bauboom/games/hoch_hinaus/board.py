"""What stands on the board and what the players have, as numbers of a sheet."""

from bauboom.core.kernel import kernel
from bauboom.core.sheet import NOTHING, count_one, put, put_list, put_or_nothing

from .building import (
    bar_to_storey,
    buildings,
    built_plots,
    cornered_plots,
    empty_plots,
    height,
    is_in_game,
    owner_of,
    players_left,
    plots_for_anybody,
    plots_for_storey,
    spire_plots,
    spires_to_spare,
    storeys_on,
)
from .components import FIGURES, FINISHED, MAX_SEATS, PLOT, PLOTS, SEATS, SIDE, STANDSTILL
from .plots import beside, how_many
from .reasons import DEEDS
from .rules import bankrupt_seats, choices_at_crossing, crossed_plot, rank, winners
from .schema import BY_DEAD, BY_LAST, BY_STANDSTILL, BY_STOREYS, EMPTY, TOWER


@kernel
def put_place(plot, sheet):
    put(sheet, plot // SIDE + 1)
    put(sheet, plot % SIDE + 1)


@kernel
def put_places(plots, sheet):
    put(sheet, how_many(plots))
    for plot in range(PLOTS):
        if plots & PLOT[plot]:
            put_place(plot, sheet)


@kernel
def put_seats(seats, sheet):
    """Those whose bits are set."""
    at = put_list(sheet)
    for seat in range(MAX_SEATS):
        if (seats >> seat) & 1:
            put(sheet, seat)
            count_one(sheet, at)


@kernel
def put_owner(s, plots, sheet):
    owner = owner_of(s, plots)
    put_or_nothing(sheet, owner, owner >= 0)


@kernel
def put_crossing(s, sheet):
    """H-cross: the plot on which the figures on turn cross, if they do, and what may be done there."""
    plot, choices = crossed_plot(s), choices_at_crossing(s)
    if plot >= 0:
        put_place(plot, sheet)
    else:
        put(sheet, NOTHING)
    at = put_list(sheet)
    for deed in range(len(DEEDS)):
        if (choices >> deed) & 1:
            put(sheet, deed)
            count_one(sheet, at)


@kernel
def list_sites(s, sites):
    """For each seat, the plots on which it could put a storey."""
    cornered = cornered_plots(s)
    for seat in range(MAX_SEATS):
        is_here = seat < SEATS[s.variant] and is_in_game(s, seat)
        sites[seat] = plots_for_storey(s, seat, cornered) if is_here else 0


@kernel
def put_plots(s, seat, not_closed, sites, sheet):
    """All plots, row by row."""
    put(sheet, SIDE)
    for plot in range(PLOTS):
        if plot % SIDE == 0:
            put(sheet, SIDE)
        if PLOT[plot] & built_plots(s):
            put(sheet, TOWER)
            put_tower(s, PLOT[plot], not_closed, sheet)
        else:
            put(sheet, EMPTY)
            put_empty(s, PLOT[plot], seat, sites, sheet)


@kernel
def put_tower(s, plot, not_closed, sheet):
    put(sheet, height(s, plot))
    put_owner(s, plot, sheet)
    put(sheet, int(plot & spire_plots(s) != 0))
    put(sheet, int(plot & s.roofs != 0))
    put(sheet, int(plot & not_closed == 0))


@kernel
def put_empty(s, plot, seat, sites, sheet):
    """The seats that may put a storey here, and why the viewer may not."""
    seats = 0
    for other in range(MAX_SEATS):
        seats |= int(sites[other] & plot != 0) << other
    put(sheet, int(plot & s.roads != 0))
    put_seats(seats, sheet)
    if seat >= 0 and plot & s.roads == 0 and is_in_game(s, seat) and (seats >> seat) & 1 == 0:
        put(sheet, bar_to_storey(s, seat, plot))
    else:
        put(sheet, NOTHING)


@kernel
def put_buildings(s, not_closed, sheet):
    """H-closed: a building is closed if it has no site: no plot beside it is empty, or no player may build there."""
    sites, rest, at = plots_for_anybody(s), built_plots(s), put_list(sheet)
    while rest:
        building = buildings(s, rest & -rest)
        rest &= ~building
        count_one(sheet, at)
        put_places(building, sheet)
        put_owner(s, building, sheet)
        put(sheet, height(s, building))
        put(sheet, storeys_on(s, building))
        put(sheet, int(building & not_closed == 0))
        put_places(beside(building) & sites, sheet)
        put_places(beside(building) & empty_plots(s) & ~sites, sheet)
        put_places(beside(building) & s.roads, sheet)


@kernel
def put_player(s, seat, not_closed, sheet):
    """H-tie: of the building that counts, its height and its storeys."""
    best = max(rank(s, seat), 0)
    put(sheet, seat)
    for figure in range(FIGURES):
        put(sheet, s.figures[seat, figure])
    put(sheet, s.hand[seat])
    put_spires(s, seat, sheet)
    put(sheet, best // 100)
    put(sheet, best % 100)
    put(sheet, s.has_built[seat])
    put(sheet, (bankrupt_seats(s, not_closed) >> seat) & int(not_closed & spire_plots(s) != 0))  # H11: if it can be
    put_or_nothing(sheet, s.left[seat], not is_in_game(s, seat))


@kernel
def put_spires(s, seat, sheet):
    put(sheet, spires_to_spare(s, seat) if is_in_game(s, seat) else 0)


@kernel
def put_end(s, sheet):
    """H-end, H5, H10: why the game is over, and who has won."""
    if s.phase != FINISHED:
        put(sheet, NOTHING)
        return
    if s.storey_supply == 0:
        put(sheet, BY_STOREYS)
    elif players_left(s) == 1:
        put(sheet, BY_LAST)
    else:
        put(sheet, BY_STANDSTILL if s.quiet == STANDSTILL else BY_DEAD)
    put_seats(winners(s), sheet)
