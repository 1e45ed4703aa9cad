"""What happens at the places of a vector of games, on processors and on GPUs.

These doors work on many places at a time, from number `first` on; a library for GPUs runs them with a thread for each.
"""

from typing import Annotated, Any

import numpy as np

from bauboom.bots.simple import decide
from bauboom.core import engine
from bauboom.core.dice import below, reseed
from bauboom.core.door import busy_door
from bauboom.core.engine import CHANCE, OVER, apply, legal, observe, sample
from bauboom.core.kernel import kernel
from bauboom.core.kinds import (
    Grid,
    Kind,
    Marks,
    Masks,
    Numbers,
    Observation,
    Observations,
    OneRow,
    PointsOfAll,
    Rewards,
    Rngs,
    Rows,
    Scratch,
    SharesOfAll,
)

from .opponents import NOBODY

EVERYBODY = -1  # the learner decides for every seat
RAISE, TERMINATE, REPLACE = range(3)
GIVE_UP = -1  # in place of an action: the game ends here
View = Annotated[Any, Kind("row", (1,), is_scratch=True)]
Trials = Annotated[Any, Kind("row", ("trials",), is_scratch=True)]
Plans = Annotated[Any, Kind("int32", ("lookahead", "plan"), is_scratch=True)]


@kernel
def learner_at(place, game, seat, seats):
    """The learner's chair: fixed, or one further with every game; or EVERYBODY."""
    return (place + game) % seats if seat == seats else seat


@kernel
def advance(rows, i, learner, seats, bots, chance_dice, bot_dice, view, actions, weights, trials, plans):
    """Chance and bots act until the learner has to decide or the game is over, or a bot that is no kernel: return it.

    `bots` are those of one game, clockwise from the learner; −1 and below are no kernels.
    """
    while rows[i].turn != OVER:
        seat = np.int64(rows[i].turn)
        if seat == CHANCE:
            apply(rows[i], sample(rows[i], chance_dice, actions, weights))
        elif seat == (seat if learner == EVERYBODY else learner):
            return NOBODY
        else:
            bot = bots[(seat - learner - 1 + seats) % seats]
            if bot < 0:
                return -1 - bot
            apply(rows[i], decide(bot, rows, i, seat, view, 0, bot_dice, actions, trials, plans))
    return NOBODY


@busy_door
def begin(
    first: int, count: int, where: Marks, rows: Rows, opening: OneRow, dice: Rngs, games: Numbers, seed: int,
    places: int,
) -> None:  # fmt: skip
    """Begin the game whose number at its place `games` has."""
    for i in range(first, first + count):
        if where[i]:
            number = games[i] * places + i
            reseed(dice[2 * i], seed, 2 * number)
            reseed(dice[2 * i + 1], seed, 2 * number + 1)
            rows[i] = opening[0]


@kernel
def pick_at_random(mask, dice):
    """One of the actions that a mask allows."""
    count = 0
    for a in range(len(mask)):
        count += mask[a]
    ticket = below(dice, count)
    for a in range(len(mask)):
        ticket -= mask[a]
        if ticket < 0:
            return a
    return 0


@busy_door
def check(
    first: int, count: int, rows: Rows, where: Marks, chosen: Numbers, masks: Masks, was_illegal: Marks, illegal: int,
    dice: Rngs,
) -> None:  # fmt: skip
    """Mark illegal actions, and replace them unless they are an error."""
    for i in range(first, first + count):
        was_illegal[i] = where[i] and not (0 <= chosen[i] < masks.shape[1] and masks[i, chosen[i]])
        if was_illegal[i] and illegal != RAISE:
            chosen[i] = GIVE_UP if illegal == TERMINATE else pick_at_random(masks[i], dice[2 * i + 1])


@busy_door
def act(first: int, count: int, where: Marks, chosen: Numbers, rows: Rows, to_table: Grid) -> None:
    """Play the chosen actions, or end a game."""
    for i in range(first, first + count):
        if where[i] and chosen[i] == GIVE_UP:
            rows[i].turn = OVER
        elif where[i]:
            apply(rows[i], to_table[rows[i].turn, chosen[i]])


@busy_door
def go_on(
    first: int, count: int, where: Marks, rows: Rows, dice: Rngs, games: Numbers, steps: Numbers, bots: Grid,
    asked: Numbers, viewers: Numbers, rewards: Rewards, is_over: Marks, is_cut: Marks, returns: SharesOfAll,
    points: PointsOfAll, max_steps: int, seat: int, seats: int,
    view: View, actions: Scratch, weights: Scratch, trials: Trials, plans: Plans,
) -> None:  # fmt: skip
    """Until the learner has to decide, or a bot that is no kernel."""
    for i in range(first, first + count):
        if where[i]:
            rewards[i] = 0
            learner, chance_dice, bot_dice = learner_at(i, games[i], seat, seats), dice[2 * i], dice[2 * i + 1]
            asked[i] = advance(
                rows, i, learner, seats, bots[i], chance_dice, bot_dice, view, actions, weights, trials, plans
            )
            is_over[i] = rows[i].turn == OVER
            is_cut[i] = not is_over[i] and asked[i] == NOBODY and steps[i] >= max_steps
            for k in range(seats):
                returns[i, k] = 0
            if is_over[i]:
                engine.returns(rows[i], returns[i])
                engine.scores(rows[i], points[i])
                rewards[i] = returns[i, viewers[i]]
            elif asked[i] == NOBODY:
                viewers[i] = rows[i].turn


@busy_door
def show(
    first: int, count: int, where: Marks, rows: Rows, viewers: Numbers, observations: Observations, masks: Masks,
    factors: Observation, is_scaled: int, to_chair: Grid, view: View, actions: Scratch,
) -> None:  # fmt: skip
    """What the viewers see and may do."""
    for i in range(first, first + count):
        if where[i]:
            observe(rows[i], viewers[i], view[0])
            engine.encode(view[0], viewers[i], observations[i])
            if is_scaled:
                for k in range(len(factors)):
                    observations[i, k] *= factors[k]
            is_over = rows[i].turn == OVER  # there, whatever is said does not matter
            for a in range(masks.shape[1]):
                masks[i, a] = is_over
            for k in range(legal(rows[i], actions) if rows[i].turn == viewers[i] else 0):
                masks[i, to_chair[viewers[i], actions[k]]] = True
