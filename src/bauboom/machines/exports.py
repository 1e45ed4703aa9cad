"""What a game's library offers, the same for every game and machine. engine.py says what each of these does.

A function takes arrays, which are pointers outside: a row, lists of ids, a generator of random numbers.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numba
import numpy as np
from numba import types

from bauboom.core import dice, engine
from bauboom.core.game import Game


@dataclass(frozen=True)
class Pointer:
    """An argument that points to so many numbers, or to a row."""

    kind: Any
    length: int
    is_scratch: bool = False  # what is in it matters to nobody, before or after

    @property
    def array(self) -> Any:
        """What Numba takes it for."""
        return types.Array(self.kind, 1, "C")

    def __str__(self) -> str:
        return f"{'row' if isinstance(self.kind, types.Record) else self.kind}[{self.length}]"

    def c_name(self, row: str) -> str:
        names = {types.int32: "int32_t", types.int64: "int64_t", types.float32: "float", types.float64: "double"}
        return row if isinstance(self.kind, types.Record) else names[self.kind]

    @property
    def size(self) -> int:
        """Bytes of one of them."""
        return int(self.kind.size if isinstance(self.kind, types.Record) else self.kind.bitwidth // 8)


Export = tuple[Callable[..., Any], Any, dict[str, Any]]  # a function, what it returns, and its arguments' types by name


def setup(s, variant):
    engine.setup(s[0], variant)


def turn(s):
    return np.int64(s[0].turn)


def legal(s, actions):
    return engine.legal(s[0], actions)


def apply(s, action):
    engine.apply(s[0], action)


def chance(s, actions, weights):
    return engine.outcomes(s[0], actions, weights)


def sample(s, rng, actions, weights):
    return engine.sample(s[0], rng, actions, weights)


def decide(s, rng, actions):
    return engine.any_decision(s[0], rng, actions)


def play(s, rng, actions, weights, points, totals, variant, games):
    steps = 0
    for _ in range(games):
        engine.setup(s[0], variant)
        while s[0].turn != engine.OVER:
            if s[0].turn == engine.CHANCE:
                action = np.int64(engine.sample(s[0], rng, actions, weights))
            else:
                action = np.int64(actions[dice.below(rng, engine.legal(s[0], actions))])
            engine.apply(s[0], action)
            steps += 1
        engine.scores(s[0], points)
        for seat in range(len(totals)):
            totals[seat] += points[seat]
    return steps


def reseed(rng, seed, index):
    dice.reseed(rng, seed, index)


def below(rng, n):
    return dice.below(rng, n)


def scores(s, out):
    engine.scores(s[0], out)


def returns(s, out):
    engine.returns(s[0], out)


def observe(s, seat, view):
    engine.observe(s[0], seat, view[0])


def determinize(view, rng):
    engine.determinize(view[0], rng)


def audit(s):
    return engine.audit(s[0])


def encode(view, seat, out):
    engine.encode(view[0], seat, out)


def evaluate(s, seat):
    return engine.evaluate(s[0], seat)


def exports(game: Game) -> Iterator[Export]:
    """What every library offers, the same for every game: engine.py says what each of these does."""
    number, nothing = types.int64, types.void
    row, rng = Pointer(numba.from_dtype(game.dtype), 1), Pointer(types.int64, dice.WORDS)
    ids = Pointer(types.int32, game.space.size + engine.ROOM)
    scratch = replace(ids, is_scratch=True)
    points, shares = Pointer(types.int32, most_seats(game)), Pointer(types.float64, most_seats(game))
    numbers = Pointer(types.float32, game.observation_size)
    yield setup, nothing, {"row": row, "variant": number}
    yield turn, number, {"row": row}
    yield legal, number, {"row": row, "actions": ids}
    yield apply, nothing, {"row": row, "action": number}
    yield chance, number, {"row": row, "actions": ids, "weights": ids}
    yield sample, number, {"row": row, "rng": rng, "actions": scratch, "weights": scratch}
    yield decide, number, {"row": row, "rng": rng, "actions": scratch}
    lists = {"actions": scratch, "weights": scratch, "points": replace(points, is_scratch=True)}
    yield play, number, {"row": row, "rng": rng, **lists, "totals": points, "variant": number, "games": number}
    yield reseed, nothing, {"rng": rng, "seed": number, "index": number}
    yield below, number, {"rng": rng, "n": number}
    yield scores, nothing, {"row": row, "points": points}
    yield returns, nothing, {"row": row, "shares": shares}
    yield observe, nothing, {"row": row, "seat": number, "view": row}
    yield determinize, nothing, {"view": row, "rng": rng}
    yield audit, number, {"row": row}
    yield encode, nothing, {"view": row, "seat": number, "observation": numbers}
    yield evaluate, number, {"row": row, "seat": number}


def most_seats(game: Game) -> int:
    return max(int(variant["players"]) for variant in game.variants)
