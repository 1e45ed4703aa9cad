"""What people are shown and told of this game, as numbers; schema.py says what they mean.

Numbers are as in a record: plots by row and column from 1, seats and squares from 0, OFF off the board.
"""

from bauboom.core.engine import SLACK
from bauboom.core.kernel import kernel
from bauboom.core.sheet import NOTHING, put, put_head, put_or_nothing

from .actions import DECLINE, DEMAND0, MOVE0, ROLL0, SPACE, START0, STOREY0, WHERE
from .board import list_sites, put_buildings, put_crossing, put_end, put_place, put_player, put_plots
from .building import is_in_game, open_buildings
from .components import CROSS, FIGURES, MAX_SEATS, PLOTS, SEATS, START
from .legal import legal
from .prospects import put_moves, put_outcomes, put_threats
from .schema import BANKRUPT, BUILT, DECLINED, DEMANDED, MOVED, ROLLED, STARTED

LIST = SPACE.decisions + SLACK  # places at the end of a sheet, which is never that full, that serve as a list

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
    sites = spare[2].spires  # a set of plots for each seat
    list_sites(s, sites)
    put_plots(s, seat, not_closed, sites, sheet)
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
    put_threats(s, seat, not_closed, sites, sheet, spare)
    put_end(s, sheet)


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
