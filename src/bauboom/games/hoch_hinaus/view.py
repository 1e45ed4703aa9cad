"""What one seat may see, as a row."""

from bauboom.core.kernel import kernel

from .components import FIGURES, MAX_HEIGHT, MAX_SEATS, PLOTS


@kernel
def observe(s, seat, view):
    """H-open: nothing is hidden."""
    for level in range(MAX_HEIGHT):
        view.levels[level] = s.levels[level]
    for plot in range(PLOTS):
        view.latest[plot] = s.latest[plot]
    view.roofs = s.roofs
    view.roads = s.roads
    for other in range(MAX_SEATS):
        view.spires[other] = s.spires[other]
        view.has_built[other] = s.has_built[other]
        view.left[other] = s.left[other]
        view.hand[other] = s.hand[other]
        for figure in range(FIGURES):
            view.figures[other, figure] = s.figures[other, figure]
    view.roof_supply = s.roof_supply
    view.road_supply = s.road_supply
    view.storey_supply = s.storey_supply
    view.dice[0] = s.dice[0]
    view.dice[1] = s.dice[1]
    view.ones = s.ones
    view.sixes = s.sixes
    view.quiet = s.quiet
    view.variant = s.variant
    view.phase = s.phase
    view.turn = s.turn
    view.seat = s.seat
    for i in range(len(s.filler)):
        view.filler[i] = 0


@kernel
def determinize(view, rng):
    """H-open: there is nothing to fill in."""
