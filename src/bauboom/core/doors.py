"""The doors to a game's rules, the same for every game and every language; engine.py says what each does.

A game is an array of one row. `machines/exports.py` lists what else a library offers.
"""

import numpy as np

from . import dice, engine
from .door import door
from .kinds import Ids, Observation, OneRow, Points, Rng, Scratch, ScratchPoints, Shares, TraitValues


@door
def setup(row: OneRow, variant: int) -> None:
    engine.setup(row[0], variant)


@door
def turn(row: OneRow) -> int:
    return int(row[0].turn)


@door
def legal(row: OneRow, actions: Ids) -> int:
    return engine.legal(row[0], actions)


@door
def apply(row: OneRow, action: int) -> None:
    engine.apply(row[0], action)


@door
def after(row: OneRow, action: int, into: OneRow) -> None:
    """Copy the row, and play the action on the copy."""
    into[0] = row[0]
    engine.apply(into[0], action)


@door
def chance(row: OneRow, actions: Ids, weights: Ids) -> int:
    return engine.outcomes(row[0], actions, weights)


@door
def sample(row: OneRow, rng: Rng, actions: Scratch, weights: Scratch) -> int:
    return engine.sample(row[0], rng, actions, weights)


@door
def decide(row: OneRow, rng: Rng, actions: Scratch) -> int:
    return engine.any_decision(row[0], rng, actions)


@door
def play(
    row: OneRow, rng: Rng, actions: Scratch, weights: Scratch,
    points: ScratchPoints, totals: Points, variant: int, games: int,
) -> int:  # fmt: skip
    """Whole games at random, every legal action listed; add up their points, return the number of actions.

    Chance has a loop of its own: neighbouring threads of a GPU then come to their decisions together.
    """
    steps = 0
    points[:] = 0  # seats that nobody has are not written
    for _ in range(games):
        engine.setup(row[0], variant)
        while row[0].turn != engine.OVER:
            while row[0].turn == engine.CHANCE:
                engine.apply(row[0], np.int64(engine.sample(row[0], rng, actions, weights)))
                steps += 1
            if row[0].turn != engine.OVER:
                engine.apply(row[0], np.int64(actions[dice.below(rng, engine.legal(row[0], actions))]))
                steps += 1
        engine.scores(row[0], points)
        for seat in range(len(totals)):
            totals[seat] += points[seat]
    return steps


@door
def reseed(rng: Rng, seed: int, index: int) -> None:
    dice.reseed(rng, seed, index)


@door
def below(rng: Rng, n: int) -> int:
    return dice.below(rng, n)


@door
def scores(row: OneRow, points: Points) -> None:
    engine.scores(row[0], points)


@door
def returns(row: OneRow, shares: Shares) -> None:
    engine.returns(row[0], shares)


@door
def observe(row: OneRow, seat: int, view: OneRow) -> None:
    engine.observe(row[0], seat, view[0])


@door
def determinize(view: OneRow, rng: Rng) -> None:
    engine.determinize(view[0], rng)


@door
def audit(row: OneRow) -> int:
    return engine.audit(row[0])


@door
def encode(view: OneRow, seat: int, observation: Observation) -> None:
    engine.encode(view[0], seat, observation)


@door
def traits(row: OneRow, seat: int, values: TraitValues) -> float:
    return engine.traits(row[0], seat, values)


@door
def evaluate(row: OneRow, seat: int) -> int:
    return engine.evaluate(row[0], seat)
