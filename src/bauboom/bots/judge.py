"""The judge: what a position is worth to every seat once all hands are known, as a kernel for every game.

A *reading* lets chance act until a seat has a choice, plays a few decisions on greedily, and takes the forecast of what
it reached. A position is worth the mean of many readings. So what it is worth before chance acts is exactly the mean of
what it is worth after each outcome, whatever the forecasts are: luck has a mean of 0.

A network has no say: it learnt from games of good players, and misjudges the positions of others (docs/analysis.md).

Readings end after different numbers of decisions, so that no seat is always the one that decided last: to forecasts,
that seat looks better than it is.
"""

import numpy as np

from bauboom.bots.search import NONE, POOL, Style, Workspace, estimate, play_greedily, style_of
from bauboom.core.arrays import room
from bauboom.core.dice import below, reseed
from bauboom.core.door import busy_door
from bauboom.core.engine import CHANCE, OVER, apply, determinize, legal, outcomes, sample
from bauboom.core.game import Game
from bauboom.core.kernel import idx, kernel
from bauboom.core.kinds import OneRow, Rng, SharesOfAll

ROUNDS = 2  # a reading plays on for one decision at least, and for so many times the number of seats at most


@kernel
def move_on(workspace, rng):
    """Let chance act, and seats without a choice, until a seat has one or the game is over."""
    while workspace.rows[0].turn != OVER:
        if workspace.rows[0].turn == CHANCE:
            apply(workspace.rows[0], sample(workspace.rows[0], rng, workspace.actions, workspace.weights))
        elif legal(workspace.rows[0], workspace.actions) == 1:
            apply(workspace.rows[0], workspace.actions[0])
        else:
            return


@kernel
def draw_spread(workspace, rng, i, count):
    """Let chance act once, reading i of `count` drawing from a part of the outcomes of its own.

    Together the readings meet every outcome as often as its weight says, up to one time.
    """
    n = outcomes(workspace.rows[0], workspace.actions, workspace.weights)
    total = 0
    for k in range(n):
        total += int(workspace.weights[k])
    ticket = (total * i + below(rng, total)) // count
    chosen, passed = 0, 0
    for k in range(n):
        passed += int(workspace.weights[k])
        chosen += passed <= ticket
    apply(workspace.rows[0], workspace.actions[idx(chosen)])


@busy_door
def weigh(
    views: OneRow, action: int, guess: int, seed: int, stream: int,
    workspace: Workspace, rng: Rng, style: Style, readings: SharesOfAll,
) -> None:  # fmt: skip
    """Read a row, or what comes of it by an action, as often as `readings` has rows; reading i has dice of its own.

    If `guess` is not 0, the row is a view, and every reading is in a world that fits it: with the same seed and stream
    the same worlds, whatever the action.
    """
    count, seats = readings.shape
    reseed(rng, seed, stream + count)
    first = below(rng, ROUNDS * seats)
    for i in range(count):
        reseed(rng, seed, stream + i)
        workspace.rows[0] = views[0]
        if guess != 0:
            determinize(workspace.rows[0], rng)
        if action != NONE:
            apply(workspace.rows[0], action)
        while workspace.rows[0].turn >= 0 and legal(workspace.rows[0], workspace.actions) == 1:
            apply(workspace.rows[0], workspace.actions[0])
        if workspace.rows[0].turn == CHANCE:
            draw_spread(workspace, rng, i, count)
        for _ in range(1 + (first + i) % (ROUNDS * seats)):
            move_on(workspace, rng)
            if workspace.rows[0].turn == OVER:
                break
            play_greedily(workspace, rng)
        estimate(workspace, seats, style)
        for seat in range(seats):
            readings[i, seat] = workspace.shares[seat]


def judging_style(game: Game) -> Style:
    """How the judge of a game reads: what a position looks like at once counts for nothing, forecasts for all."""
    return style_of(game, has_network=False)._replace(trust=1.0)


def read(
    game: Game, rows: np.ndarray, count: int, seed: int, stream: int, action: int = NONE, guess: bool = False
) -> list[list[float]]:
    """By seat, the share of the win of every reading."""
    readings = room((count, game.seats), np.float64)
    with POOL.searchers(game, 1, has_network=False) as (searcher,):
        weigh(
            *(rows, action, int(guess), seed, stream),
            *(searcher.workspace, searcher.rng, judging_style(game), readings),
        )
    columns: list[list[float]] = readings.T.tolist()
    return columns
