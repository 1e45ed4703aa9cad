"""Many games stepped together, for one learner: as one seat against bots, or as every seat in turn.

This is the engine of the Gymnasium environments and needs no library of its own. All arrays are made once and written
anew at every step; copy one to keep it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bauboom.bots.simple import bot_numbers, decide, room_to_think
from bauboom.core import engine
from bauboom.core.arrays import room
from bauboom.core.dice import CHOICES, below, check_seed, new_dice, reseed, seeded
from bauboom.core.door import busy_door
from bauboom.core.engine import CHANCE, OVER, apply, legal, observe, sample
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.kernel import kernel
from bauboom.core.kinds import (
    Marks,
    Masks,
    Numbers,
    Observations,
    OneRow,
    Plans,
    PointsOfAll,
    Rewards,
    Rng,
    Rngs,
    Rows,
    Scratch,
    SharesOfAll,
)
from bauboom.core.state import State

from . import whole

EVERYBODY = -1  # the learner decides for every seat
RAISE, TERMINATE, REPLACE = range(3)
ILLEGAL = {"raise": RAISE, "terminate": TERMINATE, "random": REPLACE}  # what an illegal action does
GIVE_UP = -1  # in place of an action: the game ends here


class Vector:
    """`count` games, each at a decision of the learner or over.

    Game k at place i is game number k × count + i of the seed, with streams of its own for chance and for the bots, so
    what happens at one place does not depend on the others. Without a fixed seat the learner moves on by one chair with
    every game. `opponents` are named clockwise from the learner; with None the learner plays every seat.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        opponents: Sequence[str] | None = ("random",),
        seat: int | None = None,
        illegal: str = "terminate",
        max_steps: int | None = None,
    ) -> None:
        count = whole("the number of games", count, 1)
        seat = None if seat is None else whole("seat", seat, 0)
        max_steps = game.max_steps + 1 if max_steps is None else whole("the number of steps", max_steps, 1)
        if not isinstance(illegal, str) or illegal not in ILLEGAL:
            raise OptionError(f"illegal can be {', '.join(ILLEGAL)}, not {str(illegal)[:40]!r}")
        if seat is not None and seat >= game.seats:
            raise OptionError(f"there is no seat {seat}; seats go from 0 to {game.seats - 1}")
        if seat is not None and opponents is None:
            raise OptionError("a learner that plays every seat has no seat of its own")
        if opponents is not None and not all(isinstance(name, str) for name in opponents):
            raise OptionError("opponents are named by texts, such as greedy")
        self.game, self.count, self.illegal = game, count, illegal
        self.observations = np.zeros((count, game.observation_size), np.float32)
        self.masks: np.ndarray = np.zeros((count, game.space.decisions), np.bool_)
        self.rewards = np.zeros(count)  # of the last step: the share of the win of the seat that acted
        self.is_over = np.zeros(count, np.bool_)
        self.is_cut = np.zeros(count, np.bool_)  # given up after max_steps
        self.was_illegal = np.zeros(count, np.bool_)
        self.returns = np.zeros((count, game.seats))  # everybody's share of the win, where a game is over
        self.scores = np.zeros((count, game.seats), np.int32)  # and everybody's points
        self.seats = np.zeros(count, np.int64)  # whose view the observations are
        self.rows = room(count, game.dtype)
        self._steps = np.zeros(count, np.int64)
        self._games = np.zeros(count, np.int64)
        self._max_steps = max_steps
        self._seat = EVERYBODY if opponents is None else game.seats if seat is None else seat
        self._bots = np.zeros(1, np.int64) if opponents is None else bot_numbers(opponents, game.seats - 1)
        self._dice, self._choices = new_dice(2 * count), seeded(0)
        lists = room((2, game.list_size), np.int32)
        self._scratch = (room(1, game.dtype), *lists, *room_to_think(game))
        self.seed: int | None = None  # until the first reset

    def reset(self, seed: int) -> None:
        """Begin anew at every place."""
        self.seed = check_seed(seed)
        self._choices = seeded(self.seed, CHOICES)
        self._games[:] = -1
        self.restart(np.ones(self.count, np.bool_))

    def restart(self, where: np.ndarray) -> None:
        """Begin the next game at some places (a mask) and show it."""
        self._check_begun()
        where = np.ascontiguousarray(where, np.bool_)
        self._steps[where] = 0
        waiting = where
        while waiting.any():  # a game that is over before the learner's first decision does not count
            self._games[waiting] += 1
            _begin(waiting, self.rows, self.game.opening, self._dice, self.seed, self._games)
            self._go_on(waiting)
            waiting = where & self.is_over
        self._show(where)

    def step(self, actions: np.ndarray, where: np.ndarray) -> None:
        """One decision of the learner at some places (a mask), and all that follows until the next one."""
        self._check_begun()
        where = np.ascontiguousarray(where, np.bool_)
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise ValueError(f"one action per game: {self.count} integers expected, not {given.shape} of {given.dtype}")
        actions = given.astype(np.int64)  # a copy, because what is illegal is written over
        bad = int(_check(self.rows, where, actions, self.masks, self.was_illegal, ILLEGAL[self.illegal], self._dice))
        if bad >= 0:
            raise ValueError(f"game {bad}: action {actions[bad]} is not legal now; choose one of its mask")
        self._steps += where
        _act(where, actions, self.rows)
        self._go_on(where)
        if self.illegal == "terminate" and self.was_illegal.any():
            bad_games = np.flatnonzero(self.was_illegal)
            self.returns[bad_games] = 0
            self.returns[bad_games, self.seats[bad_games]] = self.rewards[bad_games] = -1
        self._show(where)

    def random_actions(self) -> np.ndarray:
        """By game: one legal action at random; 0 where the game is over."""
        self._check_begun()
        chosen = np.zeros(self.count, np.int64)
        _choose(self.rows, self._choices, chosen, self._scratch[1])
        return chosen

    def _check_begun(self) -> None:
        if self.seed is None:  # the rows hold no games yet, and kernels do not check
            raise ValueError("no game has begun: call reset first")

    def state(self, i: int) -> State:
        """The table at a place."""
        self._check_begun()
        return State(self.game, self.rows[i : i + 1].copy(), None, None, None)

    def _go_on(self, where: np.ndarray) -> None:
        results = (self.seats, self.rewards, self.is_over, self.is_cut, self.returns, self.scores)
        who = (self._seat, self.game.seats, self._bots)
        _go_on(where, self.rows, self._dice, self._games, self._steps, self._max_steps, *who, *results, *self._scratch)

    def _show(self, where: np.ndarray) -> None:
        _show(where, self.rows, self.seats, self.observations, self.masks, *self._scratch[:2])


@kernel
def learner_at(place, game, seat, seats):
    """The learner's chair: fixed, or one further with every game; or EVERYBODY."""
    return (place + game) % seats if seat == seats else seat


@kernel
def advance(rows, i, learner, seats, bots, chance_dice, bot_dice, view, actions, weights, trials, plans):
    """Chance and bots act until the learner has to decide or the game is over."""
    while rows[i].turn != OVER:
        seat = np.int64(rows[i].turn)
        if seat == CHANCE:
            apply(rows[i], sample(rows[i], chance_dice, actions, weights))
        elif seat == (seat if learner == EVERYBODY else learner):
            return
        else:
            bot = bots[(seat - learner - 1 + seats) % seats]
            apply(rows[i], decide(bot, rows, i, seat, view, 0, bot_dice, actions, trials, plans))


@busy_door
def _begin(where: Marks, rows: Rows, opening: OneRow, dice: Rngs, seed: int, games: Numbers) -> None:
    for i in range(len(rows)):
        if where[i]:
            number = games[i] * len(rows) + i
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
def _choose(rows: Rows, dice: Rng, chosen: Numbers, actions: Scratch) -> None:
    for i in range(len(rows)):
        if rows[i].turn >= 0:
            chosen[i] = actions[below(dice, legal(rows[i], actions))]


@busy_door
def _check(
    rows: Rows, where: Marks, chosen: Numbers, masks: Masks, was_illegal: Marks, illegal: int, dice: Rngs
) -> int:
    """Mark illegal actions and replace them as `illegal` says; return the first one if it is an error, else −1."""
    for i in range(len(chosen)):
        was_illegal[i] = where[i] and not (0 <= chosen[i] < masks.shape[1] and masks[i, chosen[i]])
        if was_illegal[i]:
            if illegal == RAISE:
                return i
            chosen[i] = GIVE_UP if illegal == TERMINATE else pick_at_random(masks[i], dice[2 * i + 1])
    return -1


@busy_door
def _act(where: Marks, chosen: Numbers, rows: Rows) -> None:
    for i in range(len(rows)):
        if where[i] and chosen[i] == GIVE_UP:
            rows[i].turn = OVER
        elif where[i]:
            apply(rows[i], chosen[i])


@busy_door
def _go_on(
    where: Marks, rows: Rows, dice: Rngs, games: Numbers, steps: Numbers, max_steps: int, seat: int, seats: int,
    bots: Numbers, viewers: Numbers, rewards: Rewards, is_over: Marks, is_cut: Marks, returns: SharesOfAll,
    points: PointsOfAll, view: OneRow, actions: Scratch, weights: Scratch, trials: Rows, plans: Plans,
) -> None:  # fmt: skip
    for i in range(len(rows)):
        if where[i]:
            rewards[i] = 0
            learner = learner_at(i, games[i], seat, seats)
            advance(rows, i, learner, seats, bots, dice[2 * i], dice[2 * i + 1], view, actions, weights, trials, plans)
            is_over[i] = rows[i].turn == OVER
            is_cut[i] = not is_over[i] and steps[i] >= max_steps
            if is_over[i]:
                engine.returns(rows[i], returns[i])
                engine.scores(rows[i], points[i])
                rewards[i] = returns[i, viewers[i]]
            else:
                viewers[i] = rows[i].turn


@busy_door
def _show(
    where: Marks, rows: Rows, viewers: Numbers, observations: Observations, masks: Masks, view: OneRow, actions: Scratch
) -> None:
    for i in range(len(rows)):
        if where[i]:
            observe(rows[i], viewers[i], view[0])
            engine.encode(view[0], viewers[i], observations[i])
            for a in range(masks.shape[1]):
                masks[i, a] = False
            for k in range(legal(rows[i], actions) if rows[i].turn == viewers[i] else 0):
                masks[i, actions[k]] = True
