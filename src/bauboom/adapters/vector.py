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

from bauboom.bots.simple import decide, room_to_think
from bauboom.core import engine
from bauboom.core.arrays import room
from bauboom.core.dice import CHOICES, below, check_seed, new_dice, reseed, seeded
from bauboom.core.door import busy_door
from bauboom.core.engine import CHANCE, OVER, apply, legal, observe, sample
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.kernel import kernel
from bauboom.core.kinds import (
    Grid,
    Marks,
    Masks,
    Numbers,
    Observation,
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
from .opponents import NOBODY, Opponents, Seen
from .rewards import ILLEGAL_POINTS, check_reward, rewards_of

EVERYBODY = -1  # the learner decides for every seat
RAISE, TERMINATE, REPLACE = range(3)
ILLEGAL = {"raise": RAISE, "terminate": TERMINATE, "random": REPLACE}  # what an illegal action does
GIVE_UP = -1  # in place of an action: the game ends here


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
        self.seats = np.zeros(count, np.int64)  # whose view the observations are
        self.rows = room(count, game.dtype)
        self.opponents = None if opponents is None else Opponents(game, opponents)
        self._steps = np.zeros(count, np.int64)
        self._games = np.zeros(count, np.int64)
        self._max_steps = max_steps
        self._seat = EVERYBODY if opponents is None else game.seats if seat is None else seat
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
        _show(*arrays, part.view, part.actions)
        return {"observation": seen, "action_mask": masks.view(np.int8)}

    def _each(self, work: Callable[[_Part], Any]) -> list[Any]:
        """Do something for every part of the places, side by side."""
        if len(self._parts) == 1:
            return [work(self._parts[0])]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(len(self._parts))
        return list(self._pool.map(work, self._parts))

    def _begin(self, where: np.ndarray) -> None:
        def work(part: _Part) -> None:
            at, opening = part.at, self.game.opening
            dice, numbers = self._dice[part.dice], (self.seed, part.first, self.count)
            _begin(where[at], self.rows[at], opening, dice, self._games[at], *numbers)

        self._each(work)

    def _check(self, where: np.ndarray, actions: np.ndarray) -> int:
        def work(part: _Part) -> int:
            at, dice = part.at, self._dice[part.dice]
            arrays = (self.rows[at], where[at], actions[at], self.masks[at], self.was_illegal[at])
            bad = int(_check(*arrays, ILLEGAL[self.illegal], dice))
            return bad + part.first if bad >= 0 else -1

        return next((bad for bad in self._each(work) if bad >= 0), -1)

    def _act(self, where: np.ndarray, actions: np.ndarray) -> None:
        self._each(lambda part: _act(where[part.at], actions[part.at], self.rows[part.at], self.to_table))

    def _go_on(self, where: np.ndarray) -> None:
        """Until the learner has to decide; opponents that are no kernels are asked for all games at once."""
        waiting = where

        def work(part: _Part) -> None:
            at, dice = part.at, self._dice[part.dice]
            numbers = (part.first, self._max_steps, self._seat, self.game.seats)
            results = (self._asked, self.seats, self.rewards, self.is_over, self.is_cut, self.returns, self.scores)
            arrays = (waiting[at], self.rows[at], dice, self._games[at], self._steps[at], self._bots[at])
            scratch = (part.view, part.actions, part.weights, part.trials, part.plans)
            _go_on(*arrays, *(result[at] for result in results), *numbers, *scratch)

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
        def work(part: _Part) -> None:
            at, maps = part.at, (self._factors, self._is_scaled, self.to_chair)
            seen = (self.rows[at], self.seats[at], self.observations[at], self.masks[at])
            _show(where[at], *seen, *maps, part.view, part.actions)

        self._each(work)


class _Part:
    """Some places side by side, with scratch memory of their own, so that threads do not meet."""

    def __init__(self, game: Game, first: int, last: int) -> None:
        self.first, self.at, self.dice = first, slice(first, last), slice(2 * first, 2 * last)
        self.view = room(1, game.dtype)
        self.actions, self.weights = room((2, game.list_size), np.int32)
        self.trials, self.plans = room_to_think(game)


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
def _begin(
    where: Marks, rows: Rows, opening: OneRow, dice: Rngs, games: Numbers, seed: int, first: int, count: int
) -> None:
    for i in range(len(rows)):
        if where[i]:
            number = games[i] * count + first + i
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
def _choose(rows: Rows, dice: Rng, chosen: Numbers, to_chair: Grid, actions: Scratch) -> None:
    for i in range(len(rows)):
        if rows[i].turn >= 0:
            chosen[i] = to_chair[rows[i].turn, actions[below(dice, legal(rows[i], actions))]]


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
def _act(where: Marks, chosen: Numbers, rows: Rows, to_table: Grid) -> None:
    for i in range(len(rows)):
        if where[i] and chosen[i] == GIVE_UP:
            rows[i].turn = OVER
        elif where[i]:
            apply(rows[i], to_table[rows[i].turn, chosen[i]])


@busy_door
def _go_on(
    where: Marks, rows: Rows, dice: Rngs, games: Numbers, steps: Numbers, bots: Grid, asked: Numbers, viewers: Numbers,
    rewards: Rewards, is_over: Marks, is_cut: Marks, returns: SharesOfAll, points: PointsOfAll, first: int,
    max_steps: int, seat: int, seats: int, view: OneRow, actions: Scratch, weights: Scratch, trials: Rows, plans: Plans,
) -> None:  # fmt: skip
    for i in range(len(rows)):
        if where[i]:
            rewards[i] = 0
            learner, chance_dice, bot_dice = learner_at(first + i, games[i], seat, seats), dice[2 * i], dice[2 * i + 1]
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
def _show(
    where: Marks, rows: Rows, viewers: Numbers, observations: Observations, masks: Masks, factors: Observation,
    is_scaled: int, to_chair: Grid, view: OneRow, actions: Scratch,
) -> None:  # fmt: skip
    for i in range(len(rows)):
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
