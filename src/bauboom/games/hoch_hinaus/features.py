"""What one seat may see, as numbers for learning: everything from that seat's own chair, the others in turn order."""

from bauboom.core.game import Feature
from bauboom.core.kernel import kernel

from .building import (
    cornered_plots,
    height,
    is_in_game,
    open_buildings,
    owned_by,
    plots_for_storey,
    spire_plots,
    spires_to_spare,
)
from .components import (
    AUTOMATIC,
    CROSS,
    FIGURES,
    MAX_HEIGHT,
    MAX_SEATS,
    OFF,
    PHASES,
    PLOT,
    PLOTS,
    ROOFS,
    SEATS,
    SIDE,
    SQUARES,
    STANDSTILL,
    STOREYS,
)
from .rules import crossed_plot

MAP = (SIDE, SIDE)
FEATURES = (
    Feature("storeys", MAP, MAX_HEIGHT, "storeys by row and column", usual=6),
    Feature("spire", MAP, 1, "1 where a spire stands"),
    Feature("roof", MAP, 1, "1 where a roof is"),
    Feature("road", MAP, 1, "1 where a road is"),
    Feature("open", MAP, 1, "1 where a building stands that is not closed"),
    Feature("crossed", MAP, 1, "1 on the plot that is crossed, while it is decided about"),
    Feature("owner", (MAX_SEATS, *MAP), 1, "1 on the plots of a seat's buildings"),
    Feature("sites", (MAX_SEATS, *MAP), 1, "1 where a seat could put a storey on an empty plot"),
    Feature("figures", (MAX_SEATS, SQUARES), FIGURES, "a seat's figures by square of the track"),
    Feature("roofs", (MAX_SEATS,), ROOFS, "roofs in a seat's hand", usual=5),
    Feature("spires", (MAX_SEATS,), 3, "spires to spare"),
    Feature("in_game", (MAX_SEATS,), 1, "1 for a seat that is not bankrupt"),
    Feature("has_built", (MAX_SEATS,), 1, "1 for a seat that has built a storey some time"),
    Feature("on_turn", (MAX_SEATS,), 1, "1 for the seat whose turn it is"),
    Feature("phase", (len(PHASES),), 1, f"1 for the phase: {', '.join(PHASES)}"),
    Feature("dice", (2,), 6, "as rolled, higher first; 0 before the first roll"),
    Feature("ones", (1,), 2, "1s not used yet"),
    Feature("sixes", (1,), 2, "6s not used yet"),
    Feature("supply", (3,), STOREYS, "storeys, roofs and roads left"),
    Feature("quiet", (1,), STANDSTILL, "turns in a row without a storey or a road"),
    Feature("automatic", (1,), 1, "1 if bankruptcies come by themselves"),
    Feature("seats", (1,), MAX_SEATS, "number of players"),
    Feature("chair", (MAX_SEATS,), 1, "1 for the viewer's own seat, as actions count seats"),
)


@kernel
def encode(view, seat, out):
    """Write FEATURES one after the other (H-open: they are the same for all but the order of the seats)."""
    seats, chair = SEATS[view.variant], max(seat, 0)
    n = 0
    for plot in range(PLOTS):
        out[n] = height(view, PLOT[plot])
        n += 1
    n = write_map(out, n, spire_plots(view))
    n = write_map(out, n, view.roofs)
    n = write_map(out, n, view.roads)
    n = write_map(out, n, open_buildings(view))
    crossed = crossed_plot(view) if view.phase == CROSS else -1
    n = write_map(out, n, PLOT[crossed] if crossed >= 0 else 0)
    cornered = cornered_plots(view)
    for i in range(MAX_SEATS):
        n = write_map(out, n, owned_by(view, (chair + i) % seats) if i < seats else 0)
    for i in range(MAX_SEATS):
        other = (chair + i) % seats
        is_playing = i < seats and is_in_game(view, other)
        n = write_map(out, n, plots_for_storey(view, other, cornered) if is_playing else 0)
    for i in range(MAX_SEATS):
        for square in range(SQUARES):
            out[n + square] = 0
        if i < seats:
            for figure in range(FIGURES):
                square = int(view.figures[(chair + i) % seats, figure])
                if square != OFF:
                    out[n + square] += 1
        n += SQUARES
    for i in range(MAX_SEATS):
        other = (chair + i) % seats
        is_playing = i < seats and is_in_game(view, other)
        out[n + i] = view.hand[other] if i < seats else 0
        out[n + MAX_SEATS + i] = spires_to_spare(view, other) if is_playing else 0
        out[n + 2 * MAX_SEATS + i] = is_playing
        out[n + 3 * MAX_SEATS + i] = view.has_built[other] if i < seats else 0
        out[n + 4 * MAX_SEATS + i] = i < seats and view.seat == other
    n += 5 * MAX_SEATS
    for phase in range(len(PHASES)):
        out[n + phase] = view.phase == phase
    n += len(PHASES)
    out[n] = max(view.dice[0], view.dice[1])
    out[n + 1] = min(view.dice[0], view.dice[1])
    out[n + 2] = view.ones
    out[n + 3] = view.sixes
    out[n + 4] = view.storey_supply
    out[n + 5] = view.roof_supply
    out[n + 6] = view.road_supply
    out[n + 7] = max(int(view.quiet), 0)
    out[n + 8] = AUTOMATIC[view.variant]
    out[n + 9] = seats
    for other in range(MAX_SEATS):
        out[n + 10 + other] = other == seat


@kernel
def write_map(out, n, plots):
    """A set of plots as a map of 0s and 1s; return where the next feature begins."""
    for plot in range(PLOTS):
        out[n + plot] = plots & PLOT[plot] != 0
    return n + PLOTS
