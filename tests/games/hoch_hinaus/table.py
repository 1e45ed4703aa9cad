"""Positions for tests, drawn as on the table: seven rows of seven plots, dice, figures, and whose turn it is."""

from collections import defaultdict

import numpy as np

from bauboom import State, load
from bauboom.core import doors, engine
from bauboom.games.hoch_hinaus.actions import Move
from bauboom.games.hoch_hinaus.components import COLUMNS, DEMAND, DICE, MOVE, PLOT, ROLL

RED, BLUE, GREEN, YELLOW, PURPLE, ORANGE = range(6)
LETTERS = "RBGYPO"
EMPTY = "\n".join([". . . . . . ."] * 7)
PHASES = {"demand": DEMAND, "roll": ROLL, "move": MOVE, "dice": DICE}


def place(name):
    """D3 as row and column, from 1."""
    return int(name[1]), COLUMNS.index(name[0]) + 1


def index(name):
    row, column = place(name)
    return (row - 1) * 7 + column - 1


def lay(
    drawing=EMPTY,
    turn=0,
    phase="roll",
    dice=(0, 0),
    figures=(),
    hands=(),
    built=(),
    left=(),
    last=(),
    storeys=None,
    roads=None,
    roofs=None,
    quiet=0,
    can_be=True,
    **options,
):
    """A state with this on the table.

    drawing: seven rows of seven plots: . empty, # road, R2 red with two storeys, R2r the same with a roof, -1 nobody's.
    Spires are put where they belong; later plots in reading order were built later, those in `last` last of all.
    hands: {seat: roofs}. built: seats that have built although they own nothing. left: seats that are bankrupt, in
    that order. storeys, roads, roofs: what is left in the supply, the rest being lost in thought. can_be: whether the
    drawing is one that can come about.
    """
    game = load("hoch-hinaus", **({"players": 2} | options))
    rows = np.zeros(1, game.dtype)
    doors.setup(rows, game.variant)
    row = rows[0]
    tokens = drawing.split()
    assert len(tokens) == 49, f"{len(tokens)} plots are drawn"
    owners, stamp = {}, 0
    for plot, token in enumerate(tokens):
        if token == "#":
            row.roads |= PLOT[plot]
            row.road_supply -= 1
        elif token != ".":
            owners[plot] = None if token[0] == "-" else LETTERS.index(token[0])
            for level in range(int(token[1:].rstrip("r"))):
                row.levels[level] |= PLOT[plot]
                row.storey_supply -= 1
            if token.endswith("r"):
                row.roofs |= PLOT[plot]
                row.roof_supply -= 1
            stamp += 1
            row.latest[plot] = stamp
            if owners[plot] is not None:
                row.has_built[owners[plot]] = 1
    for name in last:
        stamp = max(row.latest.tolist())
        row.latest[row.latest > row.latest[index(name)]] -= 1
        row.latest[index(name)] = stamp
    for building, owner in _buildings(owners):
        if owner is not None:
            heights = {plot: sum(bool(level & PLOT[plot]) for level in row.levels.tolist()) for plot in building}
            top = max(building, key=lambda plot: (heights[plot], row.latest[plot]))
            row.spires[owner] |= PLOT[top]
    for seat, count in dict(hands).items():
        row.roof_supply += row.hand[seat] - count
        row.hand[seat] = count
    for seat in built:
        row.has_built[seat] = 1
    for order, seat in enumerate(left, 1):
        row.left[seat], row.has_built[seat] = order, 1
        row.roof_supply += row.hand[seat]
        row.hand[seat] = 0
    for seat, squares in dict(figures).items():
        if seat < game.seats and seat not in left:
            row.figures[seat] = sorted(squares)
    row.dice[:] = dice
    row.ones, row.sixes = dice.count(1), dice.count(6)
    row.phase, row.seat, row.quiet = PHASES[phase], turn, quiet
    row.turn = engine.CHANCE if phase == "roll" else turn
    state = State(game, rows, None, None, None)
    assert (state.audit() == 0) == can_be, f"this position cannot come about: {state.audit()}"
    if storeys is not None or roads is not None or roofs is not None:
        row.storey_supply = row.storey_supply if storeys is None else storeys
        row.road_supply = row.road_supply if roads is None else roads
        row.roof_supply = row.roof_supply if roofs is None else roofs
    return state


def _buildings(owners):
    """The connected plots of a drawing with their owner, who must be one."""
    rest = set(owners)
    while rest:
        building, new = set(), {min(rest)}
        while new:
            building |= new
            near = {p + d for p in new for d in (-7, 7, -1 if p % 7 else 0, 1 if p % 7 < 6 else 0)}
            new = near & rest - building
        rest -= building
        whose = {owners[plot] for plot in building}
        assert len(whose) == 1, "a building has one owner"
        yield sorted(building), whose.pop()


def crossing(drawing, plot, dice=(2, 3), turn=0, **rest):
    """The state after a move by which the figures of the seat on turn cross a plot."""
    row, column = place(plot)
    squares = (column, 32 - row)  # from the top and from the left
    before = tuple((square - steps) % 32 for square, steps in zip(squares, dice, strict=True))
    state = lay(drawing, turn, "move", dice, {turn: before}, **rest)
    return state.play(Move(tuple(sorted(squares))))


def choices(state):
    """The legal decisions, as notation."""
    return [str(action) for action in state.legal]


def spires(state, seat):
    """The plots on which a seat's spires stand."""
    return [f"{COLUMNS[p % 7]}{p // 7 + 1}" for p in range(49) if state.row.spires[seat] & PLOT[p]]


def plot(state, name):
    """What the view says of a plot; what it does not say is None."""
    row, column = place(name)
    return defaultdict(lambda: None, state.view(None).data["plots"][row - 1][column - 1])


def storeys(state, name):
    return plot(state, name)["storeys"]
