"""What one seat may see: as a row, as a survey of the board, and as JSON for pages and programs."""

from typing import Any

import numpy as np

from bauboom.core.engine import ROOM
from bauboom.core.game import Row
from bauboom.core.kernel import door, kernel

from .actions import MOVE0, PAIRS
from .components import (
    COLOURS,
    CROSS,
    CROSSED,
    FIGURES,
    MAX_HEIGHT,
    MAX_SEATS,
    PLOT,
    PLOTS,
    SEATS,
    SIDE,
    SPIRES,
    START,
    STATE,
    VARIANTS,
)
from .rules import (
    CAN_DEMOLISH,
    CAN_RAISE,
    CAN_ROAD,
    CAN_STOREY,
    around,
    beside,
    buildings,
    choices_at_crossing,
    cornered_plots,
    crossed_plot,
    free_tops,
    height,
    is_in_game,
    legal_moves,
    open_buildings,
    owned_by,
    plots_for_storey,
    seats_to_demand,
    storeys_on,
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
def _survey(rows, sets, owned, sites, heights):
    sets[0] = open_buildings(rows[0])
    sets[1] = free_tops(rows[0])
    sets[2] = cornered_plots(rows[0])
    sets[3] = seats_to_demand(rows[0])
    for seat in range(len(owned)):
        owned[seat] = owned_by(rows[0], seat)
        sites[seat] = plots_for_storey(rows[0], seat, sets[2]) if is_in_game(rows[0], seat) else 0
    for plot in range(PLOTS):
        heights[plot] = height(rows[0], PLOT[plot])


@door
def _height(rows, plots):
    return height(rows[0], plots)


@door
def _storeys(rows, plots):
    return storeys_on(rows[0], plots)


@door
def _building(rows, plots):
    return buildings(rows[0], plots)


@door
def _beside(plots):
    return beside(plots)


@door
def _around(plots):
    return around(plots)


@door
def _crossing(rows, out):
    out[0] = crossed_plot(rows[0])
    out[1] = choices_at_crossing(rows[0])


@door
def _legal_moves(rows, out):
    return legal_moves(rows[0], out)


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
        sets, (owned, sites) = np.zeros(4, np.int64), np.zeros((2, len(self.seats)), np.int64)
        heights = np.zeros(PLOTS, np.int64)
        _survey(self._rows, sets, owned, sites, heights)
        self.not_closed, self.free, self.cornered, self.demandable = map(int, sets)  # buildings, tops, plots, seats
        self.owned = owned.tolist()  # by seat, all plots of its buildings
        self.sites = sites.tolist()  # by seat, where it could put a storey
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
        return int(_beside(plots))

    def around(self, plots: int) -> int:
        return int(_around(plots))

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
        ids = np.zeros(len(PAIRS) + ROOM, np.int64)
        return [PAIRS[number - MOVE0] for number in ids[: _legal_moves(self._rows, ids)].tolist()]


def data(row: Row, seat: int | None) -> dict[str, Any]:
    """A view as JSON: numbers as in a record, the words are the page's."""
    survey, turn = Survey(row), int(row["turn"])
    crossed, choices = survey.crossing()
    return {
        "game": "hoch-hinaus",
        "options": dict(VARIANTS[row["variant"]]),
        "seat": seat,
        "phase": PHASES[row["phase"]],
        "turn": turn if turn >= 0 else None,
        "on_turn": None if row["phase"] == START else int(row["seat"]),
        "dice": row["dice"].tolist() if row["dice"].any() else None,
        "ones": int(row["ones"]),
        "sixes": int(row["sixes"]),
        "crossing": {"plot": crossed, "choices": choices} if row["phase"] == CROSS else None,
        "plots": [[_plot(survey, plot) for plot in row] for row in PLOT_ROWS],
        "supply": {kind: int(row[f"{kind}_supply"]) for kind in ("storey", "roof", "road")},
        "players": [
            {
                "colour": COLOURS[s],
                "figures": row["figures"][s].tolist(),
                "roofs": int(row["hand"][s]),
                "spires": survey.spires_to_spare(s),
                "height": survey.height(survey.owned[s]),
                "has_built": bool(row["has_built"][s]),
                "left": int(row["left"][s]) or None,
            }
            for s in survey.seats
        ],
        "quiet_turns": max(int(row["quiet"]), 0),
    }


def _plot(survey: Survey, plot: int) -> dict[str, Any]:
    if not plot & survey.built:
        sites = [seat for seat in survey.seats if plot & survey.sites[seat]]
        return {"storeys": 0, "road": bool(plot & survey.roads), "sites": sites}
    return {
        "storeys": survey.heights[plot],
        "owner": survey.owner(plot),
        "spire": bool(plot & survey.spires_up),
        "roof": bool(plot & survey.roofs),
        "closed": not plot & survey.not_closed,
    }
