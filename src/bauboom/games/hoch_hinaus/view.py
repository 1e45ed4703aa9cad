"""What one seat may see: as a row, and as a survey of the board."""

import numpy as np

from bauboom.core import doors, engine
from bauboom.core.action import Action
from bauboom.core.door import door
from bauboom.core.game import Row
from bauboom.core.kernel import kernel
from bauboom.core.kinds import Actions, Numbers, OneRow

from .actions import MOVE0, PAIRS, SPACE, Demand, Demolish, Raise, Road, Roof, Storey
from .components import (
    CROSSED,
    FIGURES,
    FINISHED,
    MAX_HEIGHT,
    MAX_SEATS,
    PLOT,
    PLOTS,
    SEATS,
    SIDE,
    SPIRES,
    STATE,
)
from .rules import (
    CAN_DEMOLISH,
    CAN_RAISE,
    CAN_ROAD,
    CAN_STOREY,
    add_storey,
    around,
    beside,
    buildings,
    choices_at_crossing,
    cornered_plots,
    crossed_plot,
    end_if_over,
    free_tops,
    go_bankrupt,
    height,
    is_bankrupt,
    is_in_game,
    legal_moves,
    open_buildings,
    owned_by,
    plots_for_storey,
    reached,
    seats_to_demand,
    storeys_on,
    ways,
)

PHASES = ("start", "demand", "roll", "move", "cross", "dice", "over")
CHOICES = {CAN_STOREY: "storey", CAN_ROAD: "road", CAN_DEMOLISH: "demolish", CAN_RAISE: "raise"}


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


# What people and programs want to know of the board. The building code answers through these doors; it stands in
# `rules.py` and nowhere else.


@door
def _survey(rows: OneRow, sets: Numbers, owned: Numbers, sites: Numbers, heights: Numbers) -> None:
    sets[0] = open_buildings(rows[0])
    sets[1] = free_tops(rows[0])
    sets[2] = cornered_plots(rows[0])
    sets[3] = seats_to_demand(rows[0])
    sets[4] = 0
    for seat in range(len(owned)):
        owned[seat] = owned_by(rows[0], seat)
        sites[seat] = plots_for_storey(rows[0], seat, sets[2]) if is_in_game(rows[0], seat) else 0
        sets[4] |= int(is_bankrupt(rows[0], seat, sets[0])) << seat
    for plot in range(PLOTS):
        heights[plot] = height(rows[0], PLOT[plot])


@door
def _height(rows: OneRow, plots: int) -> int:
    return height(rows[0], plots)


@door
def _storeys(rows: OneRow, plots: int) -> int:
    return storeys_on(rows[0], plots)


@door
def _building(rows: OneRow, plots: int) -> int:
    return buildings(rows[0], plots)


@door
def _crossing(rows: OneRow, out: Numbers) -> None:
    out[0] = crossed_plot(rows[0])
    out[1] = choices_at_crossing(rows[0])


@door
def _legal_moves(rows: OneRow, out: Actions) -> int:
    return legal_moves(rows[0], out)


@door
def _storey(rows: OneRow, plot: int) -> None:
    add_storey(rows[0], plot)
    end_if_over(rows[0])


@door
def _road(rows: OneRow, plot: int) -> None:
    rows[0].roads |= PLOT[plot]
    end_if_over(rows[0])


@door
def _bankruptcy(rows: OneRow, seat: int) -> None:
    go_bankrupt(rows[0], seat)


PLOT_ROWS = tuple(tuple(row) for row in PLOT.reshape(SIDE, SIDE).tolist())


def plot_at(row: int, column: int) -> int:
    """A plot, by row and column from 1, as a set of its own."""
    plot: int = PLOT_ROWS[row - 1][column - 1]
    return plot


def each(plots: int) -> list[int]:
    """The plots of a set, each as a set of its own."""
    return [plot for plot in PLOT.tolist() if plot & plots]


class Survey:
    """A row as a surveyor sees it. Sets of plots are whole numbers, as in the row."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self._rows = np.array([row], STATE)
        self.seats = range(SEATS[row["variant"]])
        sets, (owned, sites) = np.zeros(5, np.int64), np.zeros((2, len(self.seats)), np.int64)
        heights = np.zeros(PLOTS, np.int64)
        _survey(self._rows, sets, owned, sites, heights)
        # buildings, tops, plots, and seats: whose bankruptcy may be demanded now, and to whom it applies
        self.not_closed, self.free, self.cornered, self.demandable, self.bankrupt = map(int, sets)
        self.owned = owned.tolist()  # by seat, all plots of its buildings
        self.sites = sites.tolist()  # by seat, where it could put a storey
        self.sites_of_all = 0
        for plots in self.sites:
            self.sites_of_all |= plots
        self.heights = dict(zip(PLOT.tolist(), heights.tolist(), strict=True))  # by plot
        self.spires = row["spires"].tolist()
        self.spires_up = sum(self.spires)  # of all seats together
        self.built, self.roofs, self.roads = int(row["levels"][0]), int(row["roofs"]), int(row["roads"])

    def height(self, plots: int) -> int:
        return int(_height(self._rows, plots))

    def storeys(self, plots: int) -> int:
        return int(_storeys(self._rows, plots))

    def building(self, plots: int) -> int:
        """All plots of the buildings that stand on some of these."""
        return int(_building(self._rows, plots))

    def beside(self, plots: int) -> int:
        return int(beside(plots))

    def around(self, plots: int) -> int:
        return int(around(plots))

    def owner(self, plots: int) -> int | None:
        return next((seat for seat in self.seats if self.owned[seat] & plots), None)

    def buildings_of(self, seat: int) -> list[int]:
        """A seat's buildings, each as a set of plots."""
        return [self.building(spire) for spire in each(self.spires[seat])]

    def spires_to_spare(self, seat: int) -> int:
        in_game = self.row["left"][seat] == 0
        return int(SPIRES[self.row["variant"]]) - self.spires[seat].bit_count() if in_game else 0

    def crossing(self, figures: tuple[int, int] | None = None) -> tuple[tuple[int, int] | None, list[str]]:
        """The plot on which the figures on turn cross, now or after a move, and what may be done there."""
        rows = self._rows.copy()
        if figures is not None:
            rows["figures"][0, rows["seat"][0]] = figures
        out = np.zeros(2, np.int64)
        _crossing(rows, out)
        plot, choices = map(int, out)
        row, column = divmod(plot, SIDE)
        return (row + 1, column + 1) if plot >= 0 else None, [name for bit, name in CHOICES.items() if choices & bit]

    def crossed_by(self, seat: int) -> tuple[int, int] | None:
        """The plot on which a seat's figures cross."""
        plot = int(CROSSED[tuple(self.row["figures"][seat].tolist())])
        return (plot // SIDE + 1, plot % SIDE + 1) if plot >= 0 else None

    def moves(self) -> list[tuple[int, int]]:
        """Where the figures on turn may stand after the move."""
        ids = np.zeros(len(PAIRS) + engine.ROOM, np.int32)
        return [PAIRS[number - MOVE0] for number in ids[: _legal_moves(self._rows, ids)].tolist()]

    def walks(self, square: int, steps: int) -> list[int]:
        """The squares to which a number of steps can take a figure; without steps it stays."""
        return sorted({int(reached(square, steps, way)) for way in range(ways(square))}) if steps else [square]

    def legal(self) -> list[Action]:
        """What the seat on turn may decide now."""
        ids = np.zeros(SPACE.size + engine.ROOM, np.int32)
        return [SPACE.actions[number] for number in ids[: doors.legal(self._rows, ids)].tolist()]

    def after(self, deed: Action) -> "Survey":
        """The board as it would be after something done on a plot, now or at a crossing to come, or a demand."""
        rows = self._rows.copy()
        match deed:
            case Storey(plot=place) | Raise(plot=place):
                _storey(rows, _number(place))
            case Road(plot=place):
                _road(rows, _number(place))
            case Demolish(plot=place):
                rows["roofs"] &= ~plot_at(*place)
            case Roof(plot=place):
                rows["roofs"] |= plot_at(*place)
            case Demand(of=seat):
                _bankruptcy(rows, seat)
        return Survey(rows[0])

    @property
    def is_over(self) -> bool:
        return bool(self.row["phase"] == FINISHED)

    def winners(self) -> list[int]:
        """H-win, once the game is over; nobody before."""
        shares = np.zeros(len(self.seats))
        if self.is_over:
            doors.returns(self._rows, shares)
        return [seat for seat in self.seats if shares[seat] > 0]


def _number(place: tuple[int, int]) -> int:
    return (place[0] - 1) * SIDE + place[1] - 1
