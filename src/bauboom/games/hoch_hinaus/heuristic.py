"""How good a position looks, as a beginner counts it: how tall, how soon taller, how safe from being closed."""

from bauboom.core.arrays import table
from bauboom.core.kernel import kernel

from .components import FINISHED, SEATS
from .rules import (
    beside,
    buildings,
    free_tops,
    height,
    how_many,
    is_in_game,
    owned_by,
    plots_for_anybody,
    rank,
    storeys_on,
)

WIN = 1_000_000
GONE = -4000  # a bankrupt player
FLOOR = 300  # a floor of height
STEP = 50  # what is missing until another plot, its top free, is as tall as the one with the spire: by storey
BODY = 12  # a storey anywhere in the building
TOP = 16  # a free top
SECOND = 8  # other buildings than the best one count an eighth
ROOF = 20  # in the hand, up to three
# H-closed: by the number of plots that keep a player's buildings from being closed
DANGER = table((1500, 700, 350, 180, 90, 40, 0))


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
