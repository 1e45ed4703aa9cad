"""Fortune: what chance brings a seat, in shares of the win, by what the game's network expects.

After each event of chance a seat expects something else than before it on average. That difference has a mean of 0
whatever the network expects, because it is weighed by the very chances that the outcomes have. So a result less its
fortune has the mean of the result itself, and varies less where the network foresees well.

Seats see different things, so what they expect need not add up: the mean of all seats is taken away, whose mean is 0,
too. That foresees better than what a seat expects alone (docs/arena.md).
"""

from typing import Any

import numpy as np

from bauboom.bots.network import best_foreseen, foresee_after, is_learnt
from bauboom.bots.search import POOL, Workspace
from bauboom.core.arrays import room
from bauboom.core.door import busy_door
from bauboom.core.engine import apply, outcomes
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.kernel import kernel
from bauboom.core.kinds import OneRow, SharesOfAll
from bauboom.core.state import State

FOUND, BEFORE = range(2)  # rows of what is expected: after the outcome that came, and on average


@kernel
def expect(workspace, seat, seats):
    """What a seat expects of its share of the win, as it sees the position; if it is on turn, of its best decision."""
    workspace.trials[0] = workspace.rows[0]
    if workspace.rows[0].turn == seat:
        return best_foreseen(workspace.network, workspace.trials, seat, workspace.plans, workspace.shares)
    foresee_after(workspace.network, workspace.trials, 0, seat, seats)
    return workspace.network.chances[0]


@busy_door
def weigh_chance(rows: OneRow, came: int, workspace: Workspace, expected: SharesOfAll) -> None:
    """What every seat expects after the outcome that came, and on average of all outcomes."""
    seats = expected.shape[1]
    n, total = outcomes(rows[0], workspace.actions, workspace.weights), 0
    for k in range(n):
        total += int(workspace.weights[k])
    for seat in range(seats):
        expected[BEFORE, seat] = 0.0
    for k in range(n):
        if workspace.weights[k] == 0:
            continue
        workspace.rows[0] = rows[0]
        apply(workspace.rows[0], workspace.actions[k])
        for seat in range(seats):
            worth = expect(workspace, seat, seats)
            expected[BEFORE, seat] += worth * workspace.weights[k] / total
            if workspace.actions[k] == came:
                expected[FOUND, seat] = worth


def check_fortune(game: Game) -> None:
    """Raise an OptionError if nothing foresees what chance is worth in a game."""
    if not is_learnt(game):
        raise OptionError(f"{game.name} has no network, which would say what luck is worth")


def fortune_of(state: State, came: int) -> Any:
    """By seat, how much better than on average this outcome of chance is."""
    expected = room((2, state.game.seats), np.float64)
    with POOL.searchers(state.game, 1) as (searcher,):
        weigh_chance(state._rows, came, searcher.workspace, expected)
    change = expected[FOUND] - expected[BEFORE]
    return change - change.mean()
