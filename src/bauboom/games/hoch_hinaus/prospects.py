"""What the player on turn could do now and what it would change, and what threatens a player, as numbers of a sheet."""

from bauboom.core.kernel import kernel
from bauboom.core.sheet import NOTHING, count_one, put, put_list

from .actions import DECLINE, DEMAND0, MOVE0, ROAD0, STOREY0, WHERE
from .board import put_crossing, put_owner, put_place, put_places, put_seats, put_spires, put_tower
from .building import buildings, built_plots, empty_plots, height, open_buildings, owned_by, spire_plots
from .components import FIGURES, FINISHED, MAX_HEIGHT, MAX_SEATS, MOVE, PLOT, PLOTS
from .fast import is_safe
from .plots import how_many
from .reasons import DEEDS, walked
from .rules import bankrupt_seats, bring_about, choices_at_crossing, crossed_plot, is_bankrupt, ways
from .schema import DEMAND_DONE, RAISE_DONE, STOREY_DONE


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
    """What an action would change: plots, owners, closed buildings, bankruptcies."""
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
    bankrupt = bankrupt_seats(after, is_open) if is_open & spire_plots(after) else 0  # H11
    put_seats(bankrupt & ~bankrupt_seats(s, not_closed), sheet)
    put(sheet, int(after.phase == FINISHED))


@kernel
def put_changed(s, after, not_closed, is_open, sheet):
    """The towers that would change, as they would be."""
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
def put_threats(s, seat, not_closed, sites, sheet, spare):
    """H-bankrupt: where a road, or another player's storey, would make bankruptcy apply to a seat to which it does not.

    `sites` are the plots on which each seat could put a storey.
    """
    plots = 0
    if seat >= 0 and s.spires[seat] & not_closed and s.phase != FINISHED:
        for plot in range(PLOTS):
            if empty_plots(s) & PLOT[plot]:
                is_threat = s.road_supply > 0 and would_bankrupt(s, ROAD0 + plot, s.seat, seat, spare)
                for other in range(MAX_SEATS):
                    if other != seat and sites[other] & PLOT[plot]:
                        is_threat |= would_bankrupt(s, STOREY0 + plot, other, seat, spare)
                plots |= PLOT[plot] if is_threat else 0
    put_places(plots, sheet)


@kernel
def would_bankrupt(s, action, builder, seat, spare):
    """Whether bankruptcy would apply to a seat after a builder's road or storey, if the game went on."""
    spare[0] = s
    after = spare[0]
    after.seat = builder
    bring_about(after, action)
    if after.phase == FINISHED or is_safe(after, seat):
        return False
    return is_bankrupt(after, seat, open_buildings(after))
