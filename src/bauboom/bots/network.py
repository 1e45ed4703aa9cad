"""A network that foresees each seat's share of the win, and what it says of a seat's decisions.

It learnt by playing against itself (docs/networks.md). One network serves all numbers of players and all options of a
game. It looks from the chair of the seat that has just decided, and knows positions at which that seat's turn is over:
others or chance act next.

Parts of a position that are alike, such as cities, pass through one layer, and what it makes of each part is added up.
The whole passes through another layer beside it, and both together through a second layer.
"""

from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np

from bauboom.bots.forecast import share_out
from bauboom.bots.simple import NOWHERE, next_reachable
from bauboom.core.arrays import room
from bauboom.core.engine import OVER, list_inputs, returns
from bauboom.core.errors import OptionError, one_line
from bauboom.core.game import Game
from bauboom.core.inputs import Seen, room_to_see
from bauboom.core.kernel import kernel
from bauboom.core.kinds import Kind

FILE = "network.npz"
Floats = Annotated[np.ndarray, Kind("float32")]
Table = Annotated[np.ndarray, Kind("float32", (None, None))]
Looks = Annotated[np.ndarray, Kind("float64")]


class Network(NamedTuple):
    """What was learnt, and scratch memory. A network without units stands for none."""

    part: Table  # [input of a part, unit]
    whole: Table  # [input of the whole, unit]
    whole_bias: Floats
    second: Table  # [unit of the whole, then of the parts; unit]
    second_bias: Floats
    last: Table  # [unit, chair]: 0 is the viewer's own chair
    last_bias: Floats
    seen: Seen
    of_part: Floats  # what the units say
    of_parts: Floats  # of all parts, added up
    units: Floats  # of the whole
    hidden: Floats  # of the second layer
    chances: Looks  # by chair
    ends: Looks  # by seat


class Learnt(NamedTuple):
    """The arrays that a file keeps."""

    part: np.ndarray
    whole: np.ndarray
    whole_bias: np.ndarray
    second: np.ndarray
    second_bias: np.ndarray
    last: np.ndarray
    last_bias: np.ndarray


NOTHING = Learnt(*(np.zeros((0, 0) if name in ("part", "whole", "second", "last") else 0) for name in Learnt._fields))


def kept(game: Game) -> dict[str, np.ndarray]:
    """The arrays of a game's network, by name, as they are stored; empty if it has none."""
    file = game.folder / FILE
    return read(file, game)._asdict() if file.exists() else {}


def read(file: Path, game: Game) -> Learnt:
    """A network of a file; OptionError, unless it is one for this game."""
    try:
        with file.open("rb") as content, np.load(content) as arrays:
            learnt = Learnt(*(arrays[name] for name in Learnt._fields))
    except Exception as error:  # a damaged file fails in many ways
        raise OptionError(f"{file} is no network: {one_line(error)}") from None
    units, hidden, seats = learnt.whole_bias.size, learnt.second_bias.size, game.lengths["seats"]
    of_part = learnt.part.shape[-1] if learnt.part.ndim else 0
    wanted = ((game.inputs.each, of_part), (game.inputs.whole, units), (units,), (units + of_part, hidden), (hidden,))
    shapes = tuple(array.shape for array in learnt)
    if shapes != (*wanted, (hidden, seats), (seats,)) or any(array.dtype.kind != "f" for array in learnt):
        raise OptionError(f"{file} is a network of another game, or of another version of {game.name}")
    if not all(np.isfinite(array).all() for array in learnt):
        raise OptionError(f"{file} has weights that are no numbers: its training has gone astray")
    return learnt


@cache
def learnt_by(game: Game) -> Learnt:
    """What a game's network has learnt; NOTHING if it has none."""
    arrays = kept(game)
    return Learnt(*(array.astype(np.float32) for array in arrays.values())) if arrays else NOTHING


def is_learnt(game: Game) -> bool:
    """Whether a game has a network."""
    return learnt_by(game) is not NOTHING


def with_room(learnt: Learnt, game: Game) -> Network:
    """A network with scratch memory for one thread."""
    of_part = learnt.part.shape[1]
    seats = game.lengths["seats"]
    units = {"of_part": of_part, "of_parts": of_part, "units": len(learnt.whole_bias), "hidden": len(learnt.last)}
    scratch = {name: room(count, np.float32) for name, count in units.items()}
    ends = {name: room(seats, np.float64) for name in ("chances", "ends")}
    weights = {name: array.astype(np.float32, copy=False) for name, array in learnt._asdict().items()}
    return Network(**weights, **scratch, **ends, seen=room_to_see(game.inputs, len(game.traits), seats))


@kernel
def add_up(weights, seen, first, end, offset, units):
    """Add to every unit what the inputs listed from `first` to `end` are worth to it."""
    for i in range(first, end):
        number, amount = seen.where[i] - offset, seen.what[i]
        for unit in range(len(units)):
            units[unit] += weights[number, unit] * amount


@kernel
def pass_on(units, weights, first, hidden):
    """Add to every hidden unit what the units below are worth to it, from row `first` of the weights on."""
    for unit in range(len(units)):
        said = units[unit]
        if said > 0:
            for k in range(len(hidden)):
                hidden[k] += weights[first + unit, k] * said


@kernel
def foresee(network, n, seats):
    """Write into `chances` each chair's share of the win, from the first n listed inputs."""
    seen, of_part, of_parts = network.seen, network.of_part, network.of_parts
    units, hidden, chances = network.units, network.hidden, network.chances
    first = 0
    for unit in range(len(of_parts)):
        of_parts[unit] = np.float32(0)
    for part in range(len(seen.ends)):
        for unit in range(len(of_part)):
            of_part[unit] = np.float32(0)
        add_up(network.part, seen, first, seen.ends[part], 0, of_part)
        for unit in range(len(of_part)):
            of_parts[unit] += max(of_part[unit], np.float32(0))
        first = seen.ends[part]
    for unit in range(len(units)):
        units[unit] = network.whole_bias[unit]
    add_up(network.whole, seen, first, n, len(network.part), units)
    for k in range(len(hidden)):
        hidden[k] = network.second_bias[k]
    pass_on(units, network.second, 0, hidden)
    pass_on(of_parts, network.second, len(units), hidden)
    for chair in range(seats):
        total = np.float64(network.last_bias[chair])  # to Numba a float() of 32 bits stays one
        for k in range(len(hidden)):
            total += np.float64(network.last[k, chair] * max(hidden[k], np.float32(0)))
        chances[chair] = total
    share_out(chances, seats)


@kernel
def foresee_after(network, rows, i, seat, seats):
    """The same of a position at the end of a seat's turn, as that seat sees it."""
    if rows[i].turn != OVER:
        foresee(network, list_inputs(rows[i], seat, network.seen), seats)
        return
    returns(rows[i], network.ends)
    for chair in range(seats):
        network.chances[chair] = network.ends[(seat + chair) % seats]


@kernel
def best_foreseen(network, trials, seat, plans, shares):
    """The largest share of the win that a seat can expect of its own decisions from trials[0] on, before others act.

    `shares` gets what every seat can expect then.
    """
    best, seats = -1.0, len(shares)
    depth = next_reachable(trials, seat, plans, NOWHERE)
    while depth != NOWHERE:
        foresee_after(network, trials, depth, seat, seats)
        if network.chances[0] > best:
            best = network.chances[0]
            for chair in range(seats):
                shares[(seat + chair) % seats] = network.chances[chair]
        depth = next_reachable(trials, seat, plans, depth)
    return best
