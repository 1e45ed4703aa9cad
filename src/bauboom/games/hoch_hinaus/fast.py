"""Shortcuts that are there for speed alone: the rules are the same without them, and tests compare."""

from bauboom.core.kernel import kernel
from bauboom.core.lists import sort

from .building import buildings, built_plots, empty_plots, is_in_game
from .components import SEATS
from .plots import around, beside


@kernel
def is_safe(s, seat):
    """H-bankrupt: whether a glance shows that a seat is not bankrupt; if not, it may be safe all the same.

    A building is not closed if its owner can add to it where no other building is near. That is much quicker to see
    than everything that may be built.
    """
    if not is_in_game(s, seat) or s.has_built[seat] == 0:
        return True
    rest = s.spires[seat]
    while rest:
        building = buildings(s, rest & -rest)
        if beside(building) & empty_plots(s) & ~around(built_plots(s) & ~building):
            return True
        rest &= ~building
    return False


@kernel
def are_all_safe(s):
    """H-bankrupt: whether a glance shows that nobody is bankrupt."""
    in_doubt = 0
    for seat in range(SEATS[s.variant]):
        in_doubt += not is_safe(s, seat)
    return in_doubt == 0


USUAL_MOVES = 12  # with both figures on the board, on different squares


@kernel
def sort_moves(out, count):
    """Put a list into ascending order; without a branch if it has the usual length."""
    if count != USUAL_MOVES:
        sort(out, count)
        return
    for i in range(1, USUAL_MOVES):  # the number is carried past smaller ones
        carried = out[i]
        for place in range(i):
            held = out[place]
            out[place] = min(held, carried)
            carried = max(held, carried)
        out[i] = carried
