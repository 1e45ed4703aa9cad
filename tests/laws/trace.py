"""A digest of everything the kernels compute over a random game; as a program, one of every variant.

test_compiled.py makes it compiled, interpreted and bounds-checked, and the digests must be equal.
"""

import hashlib

import numpy as np

from bauboom import GAMES, load
from bauboom.bots.simple import SIMPLE, _choose, room_to_think
from bauboom.core import engine
from bauboom.core.dice import below, new_dice, reseed_at
from bauboom.core.kernel import door


@door
def roll_below(rng, n):
    return below(rng, n)


@door
def sample_at(rows, i, rng, actions, weights):
    return engine.sample(rows[i], rng, actions, weights)


def compiled(door):
    return door


def interpreted(door):
    return door.py_func


def trace(game, seed=3, most=10**9, way=compiled):
    """One random game, or so many steps of it: rows, views, features, legal lists, greedy choices, audits, results."""
    digest = hashlib.blake2b(digest_size=16)
    rows, view, thinking = np.zeros(2, game.dtype), np.zeros(1, game.dtype), room_to_think(game)
    actions, weights = np.zeros((2, game.space.size + engine.ROOM), np.int64)
    features = np.zeros(sum(f.size for f in game.features), np.float32)
    points, shares = np.zeros(game.seats, np.int64), np.zeros(game.seats)
    rng, side = dice = new_dice(2)
    way(reseed_at)(dice, 0, seed, game.variant)
    way(reseed_at)(dice, 1, seed, 99)
    rows[0] = game.opening[0]
    steps = 0
    while (turn := int(rows["turn"][0])) != engine.OVER and steps < most:
        if turn == engine.CHANCE:
            action = int(way(sample_at)(rows, 0, rng, actions, weights))
        else:
            count = way(engine.legal_at)(rows, 0, actions)
            digest.update(actions[:count].tobytes())
            action = int(actions[way(roll_below)(rng, count)])
            way(engine.observe_at)(rows, 0, turn, view, 0)
            digest.update(view.tobytes())
            way(engine.encode_at)(view, 0, turn, features)
            digest.update(features.tobytes())
            if steps % 7 == 0:
                greedy = way(_choose)(SIMPLE["greedy"], view, turn, actions[:count].copy(), side, *thinking)
                digest.update(str(int(greedy)).encode())
            way(engine.determinize_at)(view, 0, side, seed + steps)
            digest.update(view.tobytes())
        digest.update(str(int(way(engine.audit_at)(rows, 0))).encode())
        way(engine.copy_and_apply)(rows, 0, rows, 1, action)
        rows[0] = rows[1]
        digest.update(rows[:1].tobytes())
        steps += 1
    way(engine.results_at)(rows, 0, points, shares)
    return f"{game!r} {steps} {digest.hexdigest()} {points.tolist()} {shares.tolist()}"


VARIANTS = [load(name, **options) for name in GAMES for options in load(name).variants]

if __name__ == "__main__":
    for game in VARIANTS:
        print(trace(game), flush=True)  # noqa: T201
