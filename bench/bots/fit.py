"""Fit the weights of a game's forecasts to the outcomes of games between greedy bots, and write its weights.json.

    python bench/bots/fit.py manhattan --players 4 --games 12000

In every game some positions are noted right after a decision, before chance acts, as search bots meet them. The chances
of the seats are a softmax of weighted traits (bots/forecast.py); the weights are the most likely ones, by Newton's
method with a little ridge. One decision in ten is made at random, so that not only good positions are seen.
"""

import argparse
import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from rich.console import Console
from rich.table import Table

from bauboom import load
from bauboom.bots.forecast import FILE, STAGES
from bauboom.bots.simple import choose_greedily, room_to_think
from bauboom.core.arrays import room
from bauboom.core.dice import below, new_dice, reseed
from bauboom.core.engine import CHANCE, OVER, SLACK, apply, legal, returns, sample, traits
from bauboom.core.jit import compiled

NOTED, BLUNDERS, RIDGE, WORKERS = 6, 10, 3.0, 2  # one position in so many is noted, one decision in so many is random


@compiled
def gather(first, seed, opening, rows, rng, actions, weights, trials, plans, noted, stages, numbers, shares):
    """Play as many games as `shares` has rows; note positions and outcomes, return how many positions."""
    count = 0
    for i in range(len(shares)):
        reseed(rng, seed, first + i)
        rows[0] = opening[0]
        while rows[0].turn != OVER:
            seat = rows[0].turn
            if seat == CHANCE:
                apply(rows[0], sample(rows[0], rng, actions, weights))
                continue
            n = legal(rows[0], actions)
            if below(rng, BLUNDERS) == 0:
                chosen = below(rng, n)
            else:
                chosen = choose_greedily(rows, 0, seat, actions, n, rng, trials, plans, 0)
            apply(rows[0], actions[chosen])
            if count < len(numbers) and below(rng, NOTED) == 0 and rows[0].turn != OVER:
                for other in range(noted.shape[1]):
                    stages[count] = traits(rows[0], other, noted[count, other])
                numbers[count] = i
                count += 1
        returns(rows[0], shares[i])
    return count


def positions(game, games, seed):
    """[position, seat, trait], how far each game had come, and [position, seat]: the shares of the win."""

    def work(worker):
        own = games // WORKERS
        most = own * 60  # more than games have, one position in NOTED; what is too much is not noted
        noted, stages = np.zeros((most, game.seats, len(game.traits))), np.zeros(most)
        numbers, shares = np.zeros(most, np.int64), np.zeros((own, game.seats))
        lists = room((2, game.space.size + SLACK), np.int32)
        count = gather(
            *(worker << 40, seed, game.opening, room(1, game.dtype), new_dice()[0], *lists),
            *(*room_to_think(game), noted, stages, numbers, shares),
        )
        return noted[:count], stages[:count], shares[numbers[:count]]

    with ThreadPoolExecutor(WORKERS) as pool:
        return [np.concatenate(parts) for parts in zip(*pool.map(work, range(WORKERS)), strict=True)]


def fit(noted, stages, shares):
    """[stage, trait]: the weights; and how surprised they are by what happened, in all and by quarter of a game."""
    place = 2 * stages[:, None, None]
    parts = np.maximum(1 - place, 0), 1 - abs(place - 1), np.maximum(place - 1, 0)
    known = np.concatenate([noted * part for part in parts], axis=2)
    scale = known.std((0, 1))
    scale[scale == 0] = 1
    known /= scale
    weights = np.zeros(known.shape[2])
    for _ in range(20):
        chances = softmax(known @ weights)
        mean = np.einsum("nsd,ns->nd", known, chances)
        slope = np.einsum("nsd,ns->d", known, chances - shares) + RIDGE * weights
        bend = np.einsum("nsd,ns,nse->de", known, chances, known, optimize=True) - mean.T @ mean
        step = np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
        weights -= step
        if abs(step).max() < 1e-4:
            break
    surprise = -(shares * np.log(softmax(known @ weights) + 1e-12)).sum(1)
    quarters = [surprise[(stages >= begin) & (stages < begin + 0.25)].mean() for begin in (0, 0.25, 0.5, 0.75)]
    return (weights / scale).reshape(STAGES, -1), surprise.mean(), quarters


def softmax(values):
    powers = np.exp(values - values.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def write(game, weights):
    """Into the game's folder, beside those of other numbers of players."""
    file = game.folder / FILE
    known = json.loads(file.read_text()) if file.exists() else {}
    columns = zip(game.traits, weights.T.tolist(), strict=True)
    known[str(game.seats)] = {trait: [round(value, 4) for value in column] for trait, column in columns}
    parts = []
    for seats, values in sorted(known.items()):
        lines = ",\n".join(f"    {json.dumps(trait)}: {json.dumps(value)}" for trait, value in values.items())
        parts.append(f'  "{seats}": {{\n{lines}\n  }}')
    file.write_text("{\n" + ",\n".join(parts) + "\n}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = load(asked.game, **({"players": asked.players} if asked.players else {}))
    noted, stages, shares = positions(game, asked.games, asked.seed)
    weights, surprise, quarters = fit(noted, stages, shares)
    write(game, weights)
    table = Table(
        "trait", "early", "middle", "late", title=f"{game!r}: {len(noted):,} positions of {asked.games:,} games"
    )
    for trait, column in zip(game.traits, weights.T, strict=True):
        table.add_row(trait, *(f"{value:.3f}" for value in column))
    console = Console()
    console.print(table)
    console.print(
        f"Surprise {surprise:.3f}, blind {np.log(game.seats):.3f}; by quarter of a game "
        + ", ".join(f"{value:.3f}" for value in quarters)
    )


if __name__ == "__main__":
    main()
