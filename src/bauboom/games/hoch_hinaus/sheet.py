"""What people are shown and told of this game, as numbers; schema.py says what they mean.

Numbers are as in a record: plots by row and column from 1, seats and squares from 0, OFF off the board.
"""

from bauboom.core.engine import SLACK
from bauboom.core.kernel import kernel
from bauboom.core.sheet import NOTHING, count_one, put, put_head, put_list, put_or_nothing

from .actions import DECLINE, DEMAND0, MOVE0, ROLL0, SPACE, START0, STOREY0, WHERE
from .building import (
    bar_to_storey,
    buildings,
    built_plots,
    cornered_plots,
    empty_plots,
    height,
    is_in_game,
    open_buildings,
    owned_by,
    owner_of,
    players_left,
    plots_for_anybody,
    plots_for_storey,
    spire_plots,
    spires_to_spare,
    storeys_on,
)
from .components import (
    CROSS,
    FIGURES,
    FINISHED,
    MAX_HEIGHT,
    MAX_SEATS,
    MOVE,
    PLOT,
    PLOTS,
    SEATS,
    SIDE,
    STANDSTILL,
    START,
)
from .legal import legal
from .plots import beside, how_many
from .reasons import DEEDS, walked
from .rules import bankrupt_seats, bring_about, choices_at_crossing, crossed_plot, rank, ways, winners
from .schema import (
    BANKRUPT,
    BUILT,
    BY_DEAD,
    BY_LAST,
    BY_STANDSTILL,
    BY_STOREYS,
    DECLINED,
    DEMAND_DONE,
    DEMANDED,
    EMPTY,
    MOVED,
    RAISE_DONE,
    ROLLED,
    STARTED,
    STOREY_DONE,
    TOWER,
)

LIST = SPACE.decisions + SLACK  # numbers at the end of a sheet that are room for a list: it is never that full

# What a board shows


@kernel
def present(s, seat, sheet, spare):
    """H-open: everything, to everybody; what could be done next only to the player who has to decide."""
    not_closed, decisions = open_buildings(s), sheet[len(sheet) - LIST :]
    count = legal(s, decisions) if 0 <= seat == s.turn else 0
    put_head(s, seat, sheet)
    put_or_nothing(sheet, s.seat, s.phase != START)
    put_or_nothing(sheet, s.dice[0], s.dice[0] > 0)
    if s.dice[0] > 0:
        put(sheet, s.dice[1])
    put(sheet, s.ones)
    put(sheet, s.sixes)
    if s.phase == CROSS:
        put_crossing(s, sheet)
    else:
        put(sheet, NOTHING)
    put_plots(s, seat, not_closed, sheet, spare[0])
    put_buildings(s, not_closed, sheet)
    put(sheet, s.storey_supply)
    put(sheet, s.roof_supply)
    put(sheet, s.road_supply)
    put(sheet, SEATS[s.variant])
    for other in range(SEATS[s.variant]):
        put_player(s, other, not_closed, sheet)
    put(sheet, max(int(s.quiet), 0))
    spare[0] = s
    put_moves(s, decisions, count, sheet, spare[0])
    put_outcomes(s, decisions, count, not_closed, sheet, spare)
    put_end(s, sheet)


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
def put_plots(s, seat, not_closed, sheet, scratch):
    sites, cornered = scratch.spires, cornered_plots(s)  # a set for each seat: where it could put a storey
    for other in range(MAX_SEATS):
        is_here = other < SEATS[s.variant] and is_in_game(s, other)
        sites[other] = plots_for_storey(s, other, cornered) if is_here else 0
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
    """Whose storey may come here, and what the building code has against the viewer's."""
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
        put(sheet, how_many(beside(building) & empty_plots(s)))
        put_places(beside(building) & sites, sheet)


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
    put(sheet, (bankrupt_seats(s, not_closed) >> seat) & 1)
    put_or_nothing(sheet, s.left[seat], not is_in_game(s, seat))


@kernel
def put_spires(s, seat, sheet):
    put(sheet, spires_to_spare(s, seat) if is_in_game(s, seat) else 0)


# What can be brought about


@kernel
def put_moves(s, decisions, count, sheet, trial):
    """H-move: every pair of squares, which figure can go where by how many steps, and what may be done at the crossing.

    H8: it is one move, whichever figure goes where.
    """
    at = put_list(sheet)
    if s.phase == MOVE:
        for i in range(count):
            count_one(sheet, at)
            stand(trial, decisions[i] - MOVE0)
            one, other = int(trial.figures[s.seat, 0]), int(trial.figures[s.seat, 1])
            put(sheet, one)
            put(sheet, other)
            put_ways(s, one, other, sheet)
            put_crossing(trial, sheet)


@kernel
def stand(trial, pair):
    """Put the figures on turn where they would stand after a move."""
    for figure in range(FIGURES):
        trial.figures[trial.seat, figure] = WHERE[pair, figure]


@kernel
def put_ways(s, one, other, sheet):
    """H-move: by both dice with one of the figures, or by one with each; then by which to which of two squares."""
    a, b, at = int(s.dice[0]), int(s.dice[1]), put_list(sheet)
    put_way(s, a + b, 0, one, other, at, sheet)
    put_way(s, 0, a + b, one, other, at, sheet)
    put_way(s, a, b, one, other, at, sheet)
    if a != b:
        put_way(s, b, a, one, other, at, sheet)


@kernel
def put_way(s, steps, other_steps, one, other, at, sheet):
    first, second = int(s.figures[s.seat, 0]), int(s.figures[s.seat, 1])
    for _ in range(1 if one == other else 2):
        if can_walk(first, steps, one) and can_walk(second, other_steps, other):
            count_one(sheet, at)
            put(sheet, one)
            put(sheet, other)
            put(sheet, steps)
            put(sheet, other_steps)
        one, other = other, one


@kernel
def can_walk(square, steps, to):
    found = False
    for way in range(ways(square)):
        found |= walked(square, steps, way) == to
    return found


@kernel
def put_outcomes(s, decisions, count, not_closed, sheet, spare):
    """What can be done now, or at the crossings that can be reached."""
    at, known = put_list(sheet), 0  # the plots that are dealt with
    for i in range(count):
        if s.phase == MOVE:
            stand(spare[0], decisions[i] - MOVE0)
            plot, choices = crossed_plot(spare[0]), choices_at_crossing(spare[0])
            for deed in range(len(DEEDS)):
                if (choices >> deed) & 1 and known & PLOT[plot] == 0:
                    count_one(sheet, at)
                    spare[1] = s
                    put_outcome(s, STOREY0 + deed * PLOTS + plot, not_closed, sheet, spare[1])
            known |= PLOT[plot] if plot >= 0 else 0
        elif decisions[i] != DECLINE:
            count_one(sheet, at)
            spare[1] = s
            put_outcome(s, int(decisions[i]), not_closed, sheet, spare[1])


@kernel
def put_outcome(s, action, not_closed, sheet, after):
    """What something that is done would change: plots, owners, what is closed, to whom bankruptcy applies."""
    done, plot = (action - STOREY0) // PLOTS, (action - STOREY0) % PLOTS
    bring_about(after, action)
    is_open = open_buildings(after)
    if action < MOVE0:
        put(sheet, DEMAND_DONE)
        put(sheet, NOTHING)
        put(sheet, action - DEMAND0)
    else:
        put(sheet, done)
        put_place(plot, sheet)
        put(sheet, NOTHING)
    put_changed(s, after, not_closed, is_open, sheet)
    grown = buildings(after, PLOT[plot]) if done in (STOREY_DONE, RAISE_DONE) else 0
    put(sheet, height(after, grown))
    put_joined(s, buildings(s, grown), sheet)
    was_closed = built_plots(s) & ~not_closed
    put_owners(after, built_plots(after) & ~is_open & ~buildings(after, was_closed), sheet)
    put_owners(after, buildings(after, was_closed & is_open), sheet)
    put_spires(after, s.seat, sheet)
    put_seats(bankrupt_seats(after, is_open) & ~bankrupt_seats(s, not_closed), sheet)
    put(sheet, int(after.phase == FINISHED))


@kernel
def put_changed(s, after, not_closed, is_open, sheet):
    """The towers as they are then, where anything about them is different."""
    changed = (spire_plots(s) ^ spire_plots(after)) | (s.roofs ^ after.roofs) | (not_closed ^ is_open)
    for level in range(MAX_HEIGHT):
        changed |= s.levels[level] ^ after.levels[level]
    for seat in range(MAX_SEATS):
        changed |= owned_by(s, seat) ^ owned_by(after, seat)
    changed &= built_plots(after)
    put(sheet, how_many(changed))
    for plot in range(PLOTS):
        if changed & PLOT[plot]:
            put_place(plot, sheet)
            put_tower(after, PLOT[plot], is_open, sheet)


@kernel
def put_joined(s, joined, sheet):
    """H-merge, H-ruin: of the buildings that become one, how many are of the seat on turn, and which are not."""
    put(sheet, how_many(s.spires[s.seat] & joined))
    rest, at = joined & ~owned_by(s, s.seat), put_list(sheet)
    while rest:
        building = buildings(s, rest & -rest)
        rest &= ~building
        count_one(sheet, at)
        put_owner(s, building, sheet)
        put(sheet, height(s, building))


@kernel
def put_owners(s, plots, sheet):
    """Of each building on these plots."""
    rest, at = plots, put_list(sheet)
    while rest:
        building = buildings(s, rest & -rest)
        rest &= ~building
        count_one(sheet, at)
        put_owner(s, building, sheet)


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


# What happened


@kernel
def event(s, action, seat, sheet):
    """H-open: everybody is told everything."""
    if action >= ROLL0:
        put(sheet, ROLLED)
        put(sheet, s.seat)
        put(sheet, (action - ROLL0) // 6 + 1)
        put(sheet, (action - ROLL0) % 6 + 1)
    elif action >= START0:
        put(sheet, STARTED)
        put(sheet, action - START0)
    elif action == DECLINE:
        put(sheet, DECLINED)
        put(sheet, s.seat)
    elif action >= STOREY0:
        put(sheet, BUILT + (action - STOREY0) // PLOTS)
        put(sheet, s.seat)
        put_place((action - STOREY0) % PLOTS, sheet)
    elif action >= MOVE0:
        put(sheet, MOVED)
        put(sheet, s.seat)
        for figure in range(FIGURES):
            put(sheet, WHERE[action - MOVE0, figure])
    else:
        put(sheet, DEMANDED)
        put(sheet, s.seat)
        put(sheet, action - DEMAND0)
    return True


@kernel
def consequences(before, after, sheet):
    """H-bankrupt: the players who left the game between a row and the next, in that order."""
    events = 0
    for order in range(1, MAX_SEATS + 1):
        for seat in range(MAX_SEATS):
            if after.left[seat] == order and is_in_game(before, seat):
                put(sheet, BANKRUPT)
                put(sheet, seat)
                events += 1
    return events
