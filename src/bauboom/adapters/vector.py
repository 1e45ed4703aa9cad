"""Many games stepped together, for one learner: as one seat against bots, or as every seat in turn.

This is the engine of the Gymnasium environments and needs no library of its own. All arrays are made once and written
anew at every step; copy one to keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from bauboom.bots.simple import room_to_think
from bauboom.core.arrays import room
from bauboom.core.dice import CHOICES, below, check_seed, new_dice, seeded
from bauboom.core.door import busy_door
from bauboom.core.engine import legal
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.kinds import Grid, Numbers, Rng, Rows, Scratch
from bauboom.core.state import State

from . import steps, whole
from .opponents import NOBODY, Opponents, Seen
from .rewards import ILLEGAL_POINTS, check_reward, rewards_of

ILLEGAL = {"raise": steps.RAISE, "terminate": steps.TERMINATE, "random": steps.REPLACE}  # what an illegal action does


class Vector:
    """`count` games, each at a decision of the learner or over.

    Game k at place i is game number k × count + i of the seed, with streams of its own for chance and for the bots that
    are kernels, so what happens at one place does not depend on the others, nor on how many threads share the work.
    Without a fixed seat the learner moves on by one chair with every game. `opponents` are described in opponents.py;
    with None the learner plays every seat. `is_relative` counts seats in actions from the chair of the seat that acts.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        opponents: Any = "random",
        seat: int | None = None,
        illegal: str = "terminate",
        max_steps: int | None = None,
        reward: str = "win",
        normalise: bool = False,
        threads: int = 1,
        is_relative: bool = False,
        faults: str = "raise",
    ) -> None:
        count = whole("the number of games", count, 1)
        threads = whole("threads", threads, 1)
        seat = None if seat is None else whole("seat", seat, 0)
        max_steps = game.max_steps + 1 if max_steps is None else whole("the number of steps", max_steps, 1)
        if not isinstance(illegal, str) or illegal not in ILLEGAL:
            raise OptionError(f"illegal can be {', '.join(ILLEGAL)}, not {str(illegal)[:40]!r}")
        if seat is not None and seat >= game.seats:
            raise OptionError(f"there is no seat {seat}; seats go from 0 to {game.seats - 1}")
        if seat is not None and opponents is None:
            raise OptionError("a learner that plays every seat has no seat of its own")
        self.game, self.count, self.illegal, self.reward = game, count, illegal, check_reward(reward)
        self.observations = np.zeros((count, game.observation_size), np.float32)
        self.masks: np.ndarray = np.zeros((count, game.space.decisions), np.bool_)  # all true where a game is over
        self.rewards = np.zeros(count)  # of the last step: the reward of the seat that acted
        self.all_rewards = np.zeros((count, game.seats))  # and of all seats
        self.is_over = np.zeros(count, np.bool_)
        self.is_cut = np.zeros(count, np.bool_)  # given up after max_steps
        self.was_illegal = np.zeros(count, np.bool_)
        self.returns = np.zeros((count, game.seats))  # everybody's share of the win, where a game is over
        self.scores = np.zeros((count, game.seats), np.int32)  # and everybody's points
        self.faults = np.zeros(count, np.int64)  # decisions that opponents failed to take, until somebody clears them
        self.seats = np.zeros(count, np.int64)  # whose view the observations are
        self.rows = room(count, game.dtype)
        self.opponents = None if opponents is None else Opponents(game, opponents, faults)
        self._steps = np.zeros(count, np.int64)
        self._games = np.zeros(count, np.int64)
        self._max_steps = max_steps
        self._seat = steps.EVERYBODY if opponents is None else game.seats if seat is None else seat
        self._bots = np.zeros((count, max(game.seats - 1, 1)), np.int64)  # by place and chair after the learner's
        self._asked = np.full(count, NOBODY)  # which opponent outside the kernels has to decide
        self._dice, self._choices = new_dice(2 * count), seeded(0)
        table = np.tile(np.arange(game.space.decisions), (game.seats, 1))
        self.to_table = game.table_actions if is_relative else table  # [seat, action as it is given here]
        self.to_chair = np.argsort(self.to_table, axis=1)
        self._factors = game.factors(normalise, is_relative)
        self._is_scaled = int((self._factors != 1).any())
        edges = [count * k // threads for k in range(threads + 1)]
        self._parts = [_Part(game, first, last) for first, last in pairwise(edges) if first < last]
        self._pool: ThreadPoolExecutor | None = None
        self.seed: int | None = None  # until the first reset

    def reset(self, seed: int) -> None:
        """Begin anew at every place."""
        self.seed = check_seed(seed)
        self._choices = seeded(self.seed, CHOICES)
        self._games[:] = -1
        self.faults[:] = 0
        if self.opponents:
            self.opponents.begin(self.seed)
        self.restart(np.ones(self.count, np.bool_))

    def restart(self, where: np.ndarray) -> None:
        """Begin the next game at some places (a mask) and show it."""
        self._check_begun()
        where = np.ascontiguousarray(where, np.bool_)
        self._steps[where] = 0
        waiting = where
        while waiting.any():  # a game that is over before the learner's first decision does not count
            self._games[waiting] += 1
            if self.opponents:
                self.opponents.seat(self._bots, waiting, self._games)
            self._begin(waiting)
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
        bad = self._check(where, actions)
        if bad >= 0:
            raise ValueError(f"game {bad}: action {actions[bad]} is not legal now; choose one of its mask")
        self._steps += where
        self._act(where, actions)
        self._go_on(where)
        if self.illegal == "terminate" and self.was_illegal.any():
            bad_games = np.flatnonzero(self.was_illegal)
            self.returns[bad_games] = self.all_rewards[bad_games] = 0
            self.returns[bad_games, self.seats[bad_games]] = -1
            penalty = ILLEGAL_POINTS if self.reward == "margin" else -1
            self.all_rewards[bad_games, self.seats[bad_games]] = self.rewards[bad_games] = penalty
        self._show(where)

    def random_actions(self) -> np.ndarray:
        """By game: one legal action at random; 0 where the game is over."""
        self._check_begun()
        chosen = np.zeros(self.count, np.int64)
        _choose(self.rows, self._choices, chosen, self.to_chair, self._parts[0].actions)
        return chosen

    def _check_begun(self) -> None:
        if self.seed is None:  # the rows hold no games yet, and kernels do not check
            raise ValueError("no game has begun: call reset first")

    def state(self, i: int) -> State:
        """The table at a place."""
        self._check_begun()
        return State(self.game, self.rows[i : i + 1].copy(), None, None, None)

    def seen_by(self, places: np.ndarray) -> Seen:
        """What the seats on turn at some places see and may do, as the learner would be shown it."""
        rows, part = self.rows[places], _Part(self.game, 0, len(places))
        seen = np.zeros((len(places), self.game.observation_size), np.float32)
        masks = np.zeros((len(places), self.game.space.decisions), np.bool_)
        viewers, where = rows["turn"].astype(np.int64), np.ones(len(places), np.bool_)
        arrays = (where, rows, viewers, seen, masks, self._factors, self._is_scaled, self.to_chair)
        steps.show(*part.range, *arrays, part.view, part.actions)
        return {"observation": seen, "action_mask": masks.view(np.int8)}

    def _each(self, work: Callable[[_Part], Any]) -> list[Any]:
        """Do something for every part of the places, side by side."""
        if len(self._parts) == 1:
            return [work(self._parts[0])]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(len(self._parts))
        return list(self._pool.map(work, self._parts))

    def _begin(self, where: np.ndarray) -> None:
        arrays = (where, self.rows, self.game.opening, self._dice, self._games, self.seed, self.count)
        self._each(lambda part: steps.begin(*part.range, *arrays))

    def _check(self, where: np.ndarray, actions: np.ndarray) -> int:
        """Mark and replace illegal actions; the first game with one if that is an error, else −1."""
        arrays = (self.rows, where, actions, self.masks, self.was_illegal, ILLEGAL[self.illegal], self._dice)
        self._each(lambda part: steps.check(*part.range, *arrays))
        is_error = self.illegal == "raise" and self.was_illegal.any()
        return int(self.was_illegal.argmax()) if is_error else -1

    def _act(self, where: np.ndarray, actions: np.ndarray) -> None:
        self._each(lambda part: steps.act(*part.range, where, actions, self.rows, self.to_table))

    def _go_on(self, where: np.ndarray) -> None:
        """Until the learner has to decide; opponents that are no kernels are asked for all games at once."""
        waiting = where

        def work(part: _Part) -> None:
            results = (self._asked, self.seats, self.rewards, self.is_over, self.is_cut, self.returns, self.scores)
            arrays = (waiting, self.rows, self._dice, self._games, self._steps, self._bots, *results)
            scratch = (part.view, part.actions, part.weights, part.trials, part.plans)
            steps.go_on(*part.range, *arrays, self._max_steps, self._seat, self.game.seats, *scratch)

        self._each(work)
        while (waiting := waiting & (self._asked != NOBODY)).any():
            assert self.opponents is not None
            chosen = self.opponents.decide(self, waiting, self._asked)
            self._act(waiting, chosen)
            self._each(work)
        self._reward(where)

    def _reward(self, where: np.ndarray) -> None:
        if self.reward == "win":
            self.all_rewards[where] = self.returns[where]
            return
        self.all_rewards[where] = 0
        over = where & self.is_over
        if over.any():
            self.all_rewards[over] = rewards_of(self.reward, self.returns[over], self.scores[over])
            self.rewards[over] = self.all_rewards[over, self.seats[over]]

    def _show(self, where: np.ndarray) -> None:
        seen = (where, self.rows, self.seats, self.observations, self.masks)
        maps = (self._factors, self._is_scaled, self.to_chair)
        self._each(lambda part: steps.show(*part.range, *seen, *maps, part.view, part.actions))


class _Part:
    """Some places side by side, with scratch memory of their own, so that threads do not meet."""

    def __init__(self, game: Game, first: int, last: int) -> None:
        self.range = first, last - first
        self.view = room(1, game.dtype)
        self.actions, self.weights = room((2, game.list_size), np.int32)
        self.trials, self.plans = room_to_think(game)


@busy_door
def _choose(rows: Rows, dice: Rng, chosen: Numbers, to_chair: Grid, actions: Scratch) -> None:
    for i in range(len(rows)):
        if rows[i].turn >= 0:
            chosen[i] = to_chair[rows[i].turn, actions[below(dice, legal(rows[i], actions))]]
