"""Fit the weights of a game's forecasts to the outcomes of games between bots, and write its weights.json.

    python bench/bots/fit.py manhattan --players 4 --games 12000

Greedy bots play, in most games together with some that overlook things (level2), so that not only good positions are
seen. In every game some positions are noted right after a decision, before chance acts, as search bots meet them. The
chances of the seats are a softmax of weighted traits (bots/forecast.py); the weights are the most likely ones, by
Newton's method with a little ridge, by shorter steps where it goes too far. How surprised they are is said of games
that they were not fitted to: one in five is left out at first, and used only for the weights that are written.
"""

import argparse
import json

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bauboom import load
from bauboom.arena.simulate import CHUNK, simulate
from bauboom.bots.forecast import FILE, STAGES, weights_of
from bauboom.core.arrays import room
from bauboom.core.doors import apply, traits
from bauboom.core.engine import CHANCE

NOTED, RIDGE, LEFT_OUT = 15, 3.0, 5  # one position in so many is noted; one game in so many is left out at first
LINEUPS = "greedy", "greedy", "level2"  # out of which every seat gets a bot
ALL_GREEDY = 0.4  # the share of games without level2


def positions(game, games, seed):
    """[position, seat, trait]; by position how far its game had come, its game's number and the shares of the win."""
    dice, noted, stages, numbers, shares = np.random.default_rng(seed), [], [], [], []
    row, counts = room(1, game.dtype), room((game.seats, len(game.traits)), np.float64)
    for first in track(range(0, games, CHUNK), "Games", transient=True):
        bots = ["greedy"] * game.seats if dice.random() < ALL_GREEDY else dice.choice(LINEUPS, game.seats).tolist()
        (chunk,) = simulate(game, bots, CHUNK, int(dice.integers(1 << 40)), keep_moves=True)
        for i, length in enumerate(chunk.lengths):
            is_noted, row[0] = dice.random(length) < 1 / NOTED, game.opening[0]
            for move, is_seen in zip(chunk.moves[i, : length - 1].tolist(), is_noted, strict=False):
                is_decision = row[0]["turn"] != CHANCE
                apply(row, move)
                if is_decision and is_seen:
                    for seat in range(game.seats):
                        stage = traits(row, seat, counts[seat])
                    noted.append(counts.copy())
                    stages.append(stage)
                    numbers.append(first + i)
                    shares.append(chunk.shares[i])
    return np.array(noted), np.array(stages), np.array(numbers), np.array(shares)


def by_stage(noted, stages):
    """[position, seat, stage × trait]: the traits as the weights of each stage meet them."""
    place = 2 * stages[:, None, None]
    parts = np.maximum(1 - place, 0), 1 - abs(place - 1), np.maximum(place - 1, 0)
    return np.concatenate([noted * part for part in parts], axis=2)


def fit(known, shares):
    """The most likely weights of what is known."""
    scale = known.std((0, 1))
    scale[scale == 0] = 1
    known = known / scale
    flat, weights = known.reshape(-1, len(scale)), np.zeros(len(scale))

    def cost(weights):
        return surprise(known, shares, weights).sum() + RIDGE / 2 * weights @ weights

    lowest = cost(weights)
    for _ in range(30):
        chances = softmax(known @ weights)
        mean = np.einsum("nsd,ns->nd", known, chances)
        slope = flat.T @ (chances - shares).ravel() + RIDGE * weights
        halves = flat * np.sqrt(chances).reshape(-1, 1)
        bend = halves.T @ halves - mean.T @ mean
        step = np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
        while (found := cost(weights - step)) > lowest and abs(step).max() > 1e-4:
            step /= 2
        if abs(step).max() < 1e-4 or lowest - found < 1e-7 * lowest:
            break
        weights, lowest = weights - step, found
    return weights / scale


def surprise(known, shares, weights):
    """By position, how surprised weights are by what happened."""
    return -(shares * np.log(softmax(known @ weights) + 1e-12)).sum(1)


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
    noted, stages, numbers, shares = positions(game, asked.games, asked.seed)
    known, is_test = by_stage(noted, stages), numbers % LEFT_OUT == 0
    tested = surprise(known[is_test], shares[is_test], fit(known[~is_test], shares[~is_test]))
    before = surprise(known[is_test], shares[is_test], weights_of(game).ravel()).mean()
    quarters = [tested[(stages[is_test] // 0.25).clip(max=3) == quarter].mean() for quarter in range(4)]
    weights = fit(known, shares).reshape(STAGES, -1)
    write(game, weights)
    title = f"{game!r}: {len(noted):,} positions of {numbers[-1] + 1:,} games"
    table = Table("trait", "early", "middle", "late", title=title)
    for trait, column in zip(game.traits, weights.T, strict=True):
        table.add_row(trait, *(f"{value:.3f}" for value in column))
    console = Console()
    console.print(table)
    console.print(
        f"Surprise {tested.mean():.4f}, of the weights before {before:.4f}, blind {np.log(game.seats):.4f}; "
        "by quarter of a game " + ", ".join(f"{value:.3f}" for value in quarters)
    )


if __name__ == "__main__":
    main()
