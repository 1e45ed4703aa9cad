"""Simulation: many whole games between bots, on all cores, the same for the same seed on any number of them."""

import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from bauboom.bots.simple import bot_numbers, decide, room_to_think
from bauboom.core import engine
from bauboom.core.arrays import room
from bauboom.core.dice import check_seed, new_dice, reseed
from bauboom.core.door import busy_door
from bauboom.core.engine import CHANCE, OVER, SLACK, apply, sample
from bauboom.core.game import Game
from bauboom.core.kinds import Moves, Numbers, OneRow, Plans, PointsOfAll, Rngs, Rows, Scratch, SharesOfAll
from bauboom.core.record import Record
from bauboom.core.state import State

CHUNK = 64  # games given to a core at once: small enough for a lively progress bar and a quick Ctrl-C


@busy_door
def play_games(
    first: int, count: int, seed: int, opening: OneRow, bots: Numbers, rows: Rows, rngs: Rngs,
    actions: Scratch, weights: Scratch, trials: Rows, plans: Plans,
    points: PointsOfAll, shares: SharesOfAll, lengths: Numbers, moves: Moves,
) -> int:  # fmt: skip
    """Play whole games; note points and win shares by seat, the number of actions and, in `moves`, the actions.

    `moves` has a row for each game, or a single one if nobody will look at them.

    Chance and bots have streams of their own: the deal does not depend on who plays, and no bot knows the next card.
    Returns the number of a game that did not end in as many steps as `moves` has room for, or −1.
    """
    for i in range(count):
        reseed(rngs[0], seed, 2 * (first + i))
        reseed(rngs[1], seed, 2 * (first + i) + 1)
        rows[0] = opening[0]
        step = 0
        while rows[0].turn != OVER:
            if step == moves.shape[1]:
                return first + i
            seat = np.int64(rows[0].turn)
            if seat == CHANCE:
                action = sample(rows[0], rngs[0], actions, weights)
            else:
                action = decide(bots[seat], rows, 0, seat, rows, 1, rngs[1], actions, trials, plans)
            moves[i % len(moves), step] = action
            apply(rows[0], action)
            step += 1
        lengths[i] = step
        engine.scores(rows[0], points[i])
        engine.returns(rows[0], shares[i])
    return -1


@dataclass
class Chunk:
    """Some finished games: arrays by game, and by seat where that makes sense; `moves` only if they are kept."""

    points: np.ndarray
    shares: np.ndarray
    lengths: np.ndarray
    moves: np.ndarray


@dataclass
class Totals:
    """The sums over all games so far, so that a billion games take no more memory than one."""

    game: Game
    bots: Sequence[str]
    games: int = 0
    lengths: list[int] = field(default_factory=lambda: [0, 0, 0])  # sum, least, most
    sums: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def add(self, chunk: Chunk) -> None:
        if not self.games:
            self.sums = np.zeros((3, self.game.seats))
            self.lengths = [0, int(chunk.lengths.min()), 0]
        self.games += len(chunk.lengths)
        points = chunk.points.astype(float)
        self.sums += [points.sum(0), (points**2).sum(0), chunk.shares.sum(0)]
        total, least, most = self.lengths
        lengths = chunk.lengths
        self.lengths = [total + int(lengths.sum()), min(least, int(lengths.min())), max(most, int(lengths.max()))]

    def mean_points(self, seat: int) -> tuple[float, float]:
        """Mean and half the width of its 95 % interval."""
        mean = self.sums[0, seat] / self.games
        variance = max(self.sums[1, seat] / self.games - mean**2, 0.0) * self.games / max(self.games - 1, 1)
        return mean, 1.96 * math.sqrt(variance / self.games)

    def win_share(self, seat: int) -> tuple[float, float, float]:
        """Mean share of the win and its 95 % interval."""
        mean = self.sums[2, seat] / self.games
        return mean, *wilson(mean, self.games)


def wilson(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share. Shared wins count in parts, which only makes the true interval narrower."""
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def simulate(
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int,
    workers: int | None = None,
    keep_moves: bool = False,
    first: int = 0,
) -> Iterator[Chunk]:
    """Play as many games of the seed, from number `first` on; chunks come in order, however many cores work on them.

    The actions of every game are kept only if asked for: a game may be long.
    """
    numbers, seed = bot_numbers(bots, game.seats), check_seed(seed)
    workers, end = workers or os.cpu_count() or 1, first + games

    def play(first: int) -> Chunk:
        count = min(CHUNK, end - first)
        chunk = Chunk(
            np.zeros((count, game.seats), np.int32),
            np.zeros((count, game.seats)),
            np.zeros(count, np.int64),
            np.zeros((count if keep_moves else 1, game.max_steps), np.int32),
        )
        rows, (actions, weights) = room(2, game.dtype), room((2, game.space.size + SLACK), np.int32)
        endless = play_games(
            *(first, count, seed, game.opening, numbers, rows, new_dice(2), actions, weights, *room_to_think(game)),
            *(chunk.points, chunk.shares, chunk.lengths, chunk.moves),
        )
        if endless >= 0:
            raise AssertionError(f"game {endless} of seed {seed} did not end within {game.max_steps} steps (L8)")
        chunk.moves = chunk.moves[:, : chunk.lengths.max()].copy() if keep_moves else chunk.moves[:0]
        return chunk

    with ThreadPoolExecutor(workers) as pool:
        yield from in_order(pool, play, range(first, end, CHUNK), 2 * workers)


def in_order(
    pool: ThreadPoolExecutor, work: Callable[[int], Chunk], items: Sequence[int], ahead: int
) -> Iterator[Chunk]:
    """Like pool.map, but with no more than `ahead` results waiting, and nothing left running when it is given up."""
    rest = iter(items)
    waiting: list[Future[Chunk]] = [pool.submit(work, item) for item in islice(rest, ahead)]
    try:
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(work, item) for item in islice(rest, 1)]
    finally:
        for future in waiting:
            future.cancel()


def last_states(game: Game, chunk: Chunk) -> Iterator[State]:
    """How a chunk's games ended, one at a time, with all that led there."""
    for moves, length in zip(chunk.moves, chunk.lengths, strict=True):
        state = game.root
        for move in moves[:length].tolist():
            state = State._after(state, move)
        yield state


def records(game: Game, chunk: Chunk, seats: list[str]) -> Iterator[Record]:
    """The records of a chunk's games, one at a time."""
    return (state.record(seats) for state in last_states(game, chunk))
