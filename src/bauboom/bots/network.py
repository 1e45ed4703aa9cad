"""A small network that forecasts who wins a game of two, for games in which counting traits is not enough.

It has one hidden layer over the inputs that the game lists (`list_inputs`), beside a plain weighted sum, and learnt by
playing against itself; docs/bots.md says how. A game has a network if this file is in its folder.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, NamedTuple

import numpy as np

from bauboom.bots.simple import NOWHERE, next_reachable
from bauboom.core.arrays import room
from bauboom.core.engine import OVER, list_inputs, returns
from bauboom.core.game import Game
from bauboom.core.kernel import kernel
from bauboom.core.kinds import Kind
from bauboom.core.numbers import exp

FILE = "network.npz"
MOST_SEEN = 1000  # inputs that are listed at a time
Floats = Annotated[np.ndarray, Kind("float32")]


class Network(NamedTuple):
    """What was learnt, and scratch memory. A network without units stands for none."""

    weights: Annotated[np.ndarray, Kind("float32", (None, None))]  # [input, unit]
    biases: Floats  # by unit
    outputs: Floats  # by unit
    straight: Floats  # by input, past the units
    where: Annotated[np.ndarray, Kind("int64", (MOST_SEEN,))]
    what: Annotated[np.ndarray, Kind("float32", (MOST_SEEN,))]
    traits: Annotated[np.ndarray, Kind("int64", ("traits",))]
    units: Floats


NOTHING_LEARNT = (np.zeros((0, 0), np.float32), *[np.zeros(0, np.float32)] * 3)


@cache
def _learnt(game: Game) -> tuple[np.ndarray, ...]:
    file = game.folder / FILE
    if game.seats != 2 or not file.exists():
        return NOTHING_LEARNT
    return tuple(array.astype(np.float32) for array in kept(game).values())


def kept(game: Game) -> dict[str, np.ndarray]:
    """The arrays of a game's network, by name, as they are stored; empty if it has none."""
    file = game.folder / FILE
    if not file.exists():
        return {}
    with np.load(file) as arrays:
        return {name: arrays[name] for name in Network._fields[:4]}


def is_learnt(game: Game) -> bool:
    """Whether a game has a network."""
    return _learnt(game) is not NOTHING_LEARNT


def network_of(game: Game) -> Network:
    """A game's network with scratch memory for one thread; one without units, if the game has none."""
    return with_room(_learnt(game), game)


def no_network(game: Game) -> Network:
    return with_room(NOTHING_LEARNT, game)


def with_room(learnt: Sequence[np.ndarray], game: Game) -> Network:
    weights, biases, outputs, straight = learnt
    return Network(
        *(weights, biases, outputs, straight, room(MOST_SEEN), room(MOST_SEEN, np.float32), room(len(game.traits))),
        units=room(len(biases), np.float32),
    )


@kernel
def foresee(network, n):
    """The chance of winning, from the first n listed inputs; `units` then holds what each unit says."""
    units, total = network.units, np.float32(0)
    for unit in range(len(units)):
        units[unit] = network.biases[unit]
    for i in range(n):
        number, amount = network.where[i], network.what[i]
        total += network.straight[number] * amount
        for unit in range(len(units)):
            units[unit] += network.weights[number, unit] * amount
    for unit in range(len(units)):
        units[unit] = max(units[unit], np.float32(0))
        total += network.outputs[unit] * units[unit]
    return 1 / (1 + exp(-float(total)))


@kernel
def share_foreseen(network, rows, i, seat, shares):
    """The share of the win that a seat can expect; `shares` is room."""
    if rows[i].turn == OVER:
        returns(rows[i], shares)
        return shares[seat]
    n, about = list_inputs(rows[i], network.where, network.what, network.traits)
    share = foresee(network, n)
    return share if about == seat else 1 - share


@kernel
def best_foreseen(network, trials, seat, plans, shares):
    """The same for the best position that a seat can reach from trials[0] by its own decisions, before others act."""
    best, depth = -1.0, next_reachable(trials, seat, plans, NOWHERE)
    while depth != NOWHERE:
        best = max(best, share_foreseen(network, trials, depth, seat, shares))
        depth = next_reachable(trials, seat, plans, depth)
    return best
