"""The decisions that the player on turn may take, as lists of action ids."""

from bauboom.core.kernel import kernel
from bauboom.core.lists import append_if, drop_repeats

from .actions import DECLINE, DEMAND0, DEMOLISH0, MOVE0, NUMBER, RAISE0, ROAD0, ROOF0, STOREY0
from .components import CROSS, DEMAND, DICE, MAX_SEATS, MOVE, PLOT, PLOTS
from .fast import sort_moves
from .rules import (
    CAN_DEMOLISH,
    CAN_RAISE,
    CAN_ROAD,
    CAN_STOREY,
    choices_at_crossing,
    crossed_plot,
    plots_for_roof,
    plots_to_raise,
    reached,
    seats_to_demand,
    ways,
)


@kernel
def legal(s, out):
    """Write the ids of all legal decisions, ascending, and return how many there are."""
    if s.phase == MOVE:
        return legal_moves(s, out)
    if s.phase == CROSS:
        return legal_at_crossing(s, out)
    if s.phase == DICE:
        count = list_plots(out, 0, RAISE0, plots_to_raise(s))
        count = list_plots(out, count, ROOF0, plots_for_roof(s))
        return append_if(out, count, DECLINE, True)
    if s.phase == DEMAND:
        return legal_demands(s, out)
    return 0


@kernel
def list_plots(out, count, first, plots):
    """List an action for each of these plots."""
    for plot in range(PLOTS):
        count = append_if(out, count, first + plot, plots & PLOT[plot] != 0)
    return count


@kernel
def legal_moves(s, out):
    """H-move: one figure by both dice, or each by one of them. H8: equal positions are one move."""
    count = list_moves(s, out)
    sort_moves(out, count)
    return drop_repeats(out, count)


@kernel
def list_moves(s, out):
    """H-move: every way of either figure, in no order; some of them end in equal positions."""
    one, two = int(s.dice[0]), int(s.dice[1])
    figure, other = int(s.figures[s.seat, 0]), int(s.figures[s.seat, 1])
    are_apart = figure != other  # from one square, the other figure's ways would be the same again
    count = 0
    for way in range(ways(figure)):
        count = append_if(out, count, MOVE0 + NUMBER[reached(figure, one + two, way), other], True)
        for other_way in range(ways(other)):
            pair = NUMBER[reached(figure, one, way), reached(other, two, other_way)]
            count = append_if(out, count, MOVE0 + pair, True)
            pair = NUMBER[reached(figure, two, way), reached(other, one, other_way)]
            count = append_if(out, count, MOVE0 + pair, are_apart)
    for way in range(ways(other)):
        count = append_if(out, count, MOVE0 + NUMBER[figure, reached(other, one + two, way)], are_apart)
    return count


@kernel
def legal_at_crossing(s, out):
    """H-duty, H4: an empty plot must be built on; anything else may be declined."""
    plot, choices = crossed_plot(s), choices_at_crossing(s)
    count = append_if(out, 0, STOREY0 + plot, choices & CAN_STOREY != 0)
    count = append_if(out, count, ROAD0 + plot, choices & CAN_ROAD != 0)
    count = append_if(out, count, DEMOLISH0 + plot, choices & CAN_DEMOLISH != 0)
    count = append_if(out, count, RAISE0 + plot, choices & CAN_RAISE != 0)
    return append_if(out, count, DECLINE, choices & (CAN_DEMOLISH | CAN_RAISE) != 0)


@kernel
def legal_demands(s, out):
    """H-demand: it is a choice, never a duty."""
    seats = seats_to_demand(s)
    count = 0
    for seat in range(MAX_SEATS):
        count = append_if(out, count, DEMAND0 + seat, (seats >> seat) & 1)
    return append_if(out, count, DECLINE, True)
