"""A digest of everything the kernels compute over a random game; as a program, one of every variant, by Numba.

test_compiled.py makes it by the library, interpreted and bounds-checked, and the digests must be equal.
"""

import hashlib
from functools import cache

import numpy as np

from bauboom.bots.judge import judging_style, weigh
from bauboom.bots.search import NONE, Searcher, grow, style_of
from bauboom.bots.simple import SIMPLE, bot, room_to_think
from bauboom.core import doors, engine
from bauboom.core.dice import below, seeded
from bauboom.core.jit import compiled


def native(door):
    return door


def interpreted(door):
    return door.py_func


by_numba = cache(compiled)


def trace(game, way, seed=3, most=10**9):
    """One random game, or so many steps of it: rows, views, features, legal lists, bots' choices, audits, results."""
    digest = hashlib.blake2b(digest_size=16)
    row, view, thinking = np.zeros(1, game.dtype), np.zeros(1, game.dtype), room_to_think(game)
    actions, weights = np.zeros((2, game.list_size), np.int32)
    features = np.zeros(game.observation_size, np.float32)
    points, shares, notes = np.zeros(game.seats, np.int32), np.zeros(game.seats), np.zeros(len(game.traits))
    readings = np.zeros((3, game.seats))
    rng, side, searcher = seeded(seed, game.variant), seeded(seed, 99), Searcher(game)
    row[0] = game.opening[0]
    steps = 0
    while (turn := int(row["turn"][0])) != engine.OVER and steps < most:
        if turn == engine.CHANCE:
            action = int(way(doors.sample)(row, rng, actions, weights))
        else:
            count = int(way(doors.legal)(row, actions))
            digest.update(actions[:count].tobytes())
            action = int(actions[below(rng, count)])
            way(doors.observe)(row, turn, view)
            digest.update(view.tobytes())
            way(doors.encode)(view, turn, features)
            digest.update(features.tobytes())
            if steps % 7 == 0:
                greedy = way(bot)(SIMPLE["greedy"], view, turn, actions[:count].copy(), side, *thinking)
                stage = way(doors.traits)(view, turn, notes)
                digest.update(f"{int(greedy)} {float(stage)!r} {notes.tolist()}".encode())
            if steps % 61 == 7:
                searcher.begin(seed, steps)
                way(grow)(searcher.tree, 6, view, searcher.workspace, searcher.rng, style_of(game))
                found = [(a, n, totals.tolist(), squares.tolist()) for a, n, totals, squares in searcher.children()]
                digest.update(repr(found).encode())
                for given, guess in ((row, 0), (view, 1)):
                    judge = (seed, steps, searcher.workspace, searcher.rng, judging_style(game), readings)
                    way(weigh)(given, action if guess else NONE, guess, *judge)
                    digest.update(readings.tobytes())
            way(doors.determinize)(view, side)
            digest.update(view.tobytes())
            digest.update(str(int(way(doors.evaluate)(view, turn))).encode())
        digest.update(str(int(way(doors.audit)(row))).encode())
        way(doors.apply)(row, action)
        digest.update(row.tobytes())
        steps += 1
    way(doors.scores)(row, points)
    way(doors.returns)(row, shares)
    return f"{game!r} {steps} {digest.hexdigest()} {points.tolist()} {shares.tolist()}"


if __name__ == "__main__":
    from tests.laws.games import DISTINCT, variants

    for game in variants(DISTINCT):
        print(trace(game, by_numba), flush=True)  # noqa: T201
