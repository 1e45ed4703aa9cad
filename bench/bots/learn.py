"""Teach the network that foresees who wins a two-player game of Hoch hinaus!, by games against itself.

    python bench/bots/learn.py --minutes 30           goes on from what the game's folder knows
    python bench/bots/learn.py --minutes 60 --fresh   begins with nothing

Temporal differences: after every game each position at the end of a turn is told what came of it, λ of the way to the
end of the game. Both players do what the network promises most of, but for some greedy ones and a few random decisions.
In the first minutes of a fresh one all are greedy, so that it sees whole games. Every game is learnt as it would look
with the board turned or mirrored some other way. All threads write into the same arrays (nobody waits; what gets lost
is noise). Once a minute it plays greedy bots, one turn deep, and is written to network.npz.
"""

import argparse
import math
import threading
import time

import numpy as np
from rich.console import Console

from bauboom import load
from bauboom.bots.network import FILE, MOST_SEEN, Network, best_foreseen, foresee, network_of, with_room
from bauboom.bots.simple import choose_greedily, room_to_think
from bauboom.core.arrays import constants, room
from bauboom.core.dice import below, seeded
from bauboom.core.engine import CHANCE, OVER, SLACK, apply, legal, list_inputs, returns, sample
from bauboom.core.jit import compiled
from bauboom.core.kernel import kernel
from bauboom.games.hoch_hinaus import inputs as network_inputs
from bauboom.games.hoch_hinaus.components import PLOTS, SIDE, SQUARES

UNITS, LAMBDA, RATE, LAPSE = 48, 0.8, 0.03, 0.99998  # LAPSE: how slowly it forgets how steep a weight's slope was
GREEDY, BLUNDERS = 25, 1  # per cent of the players, and of the decisions
TURNS = 1200  # of a game that are learnt, at most
WARM_UP = 90  # seconds


def mirrors():
    """[way, input]: where an input is when the board is turned or mirrored, in all eight ways."""
    square_at = {place: square for square in range(SQUARES) for place in [_place(square)]}
    ways = []
    for way in range(8):
        plots = [_turned(plot // SIDE + 1, plot % SIDE + 1, way) for plot in range(PLOTS)]
        plots = [(row - 1) * SIDE + column - 1 for row, column in plots]
        squares = [square_at[_turned(*_place(square), way)] for square in range(SQUARES)]
        inputs = np.arange(network_inputs.INPUTS)
        player = [number * PLOTS for number in range(network_inputs.CROSSABLE + 1)]
        maps = [first + map_ for first in (0, network_inputs.PLAYER) for map_ in player]
        for first in (*maps, network_inputs.ROAD, network_inputs.SHARED):
            inputs[first : first + PLOTS] = first + np.array(plots)
        for first in (network_inputs.FIGURE_AT, network_inputs.PLAYER + network_inputs.FIGURE_AT):
            inputs[first : first + SQUARES] = first + np.array(squares)
        ways.append(inputs)
    return ways


def _place(square):
    """Row and column of a square of the track, both from 0 to SIDE + 1."""
    side, step = divmod(square, SIDE + 1)
    end = SIDE + 1
    return [(0, step), (step, end), (end, end - step), (end - step, 0)][side]


def _turned(row, column, way):
    if way >= 4:
        column = SIDE + 1 - column
    for _ in range(way % 4):
        row, column = column, SIDE + 1 - row
    return row, column


MIRRORS = constants(mirrors())


@kernel
def improve(network, slopes, n, truth, rate):
    """One step towards the truth about the position that is listed."""
    fault = np.float32(foresee(network, n) - truth)
    units, keep = network.units, np.float32(LAPSE)
    for unit in range(len(units)):
        slope = fault * units[unit]
        blame = fault * network.outputs[unit] if units[unit] > 0 else np.float32(0)
        step(network.outputs, slopes.outputs, unit, slope, rate, keep)
        step(network.biases, slopes.biases, unit, blame, rate, keep)
        units[unit] = blame
    for i in range(n):
        number, amount = network.where[i], network.what[i]
        step(network.straight, slopes.straight, number, fault * amount, rate, keep)
        for unit in range(len(units)):
            step(network.weights, slopes.weights, (number, unit), units[unit] * amount, rate, keep)


@kernel
def step(weights, steep, i, slope, rate, keep):
    """Down the slope, the less the steeper it has been."""
    if slope != 0:
        steep[i] = keep * steep[i] + slope * slope
        weights[i] -= rate * slope / math.sqrt(steep[i])


@kernel
def choose(network, rows, seat, is_greedy, rng, actions, trials, plans, shares):
    n = legal(rows[0], actions)
    if is_greedy:
        return actions[choose_greedily(rows, 0, seat, actions, n, rng, trials, plans, 0)]
    best, chosen = -1.0, 0
    for i in range(n if n > 1 else 0):
        trials[0] = rows[0]
        apply(trials[0], actions[i])
        share = best_foreseen(network, trials, seat, plans, shares)
        if share > best:
            best, chosen = share, i
    return actions[chosen]


@compiled
def play_and_learn(opening, network, slopes, greedy, rate, desk, seen, told):
    """One game; add to `told` that there was one, its turns, and how surprised the network was by its end."""
    rows, rng, actions, weights, trials, plans, shares = desk
    where, what, sizes, seats, chances = seen
    greedy_seats = (below(rng, 100) < greedy, below(rng, 100) < greedy)
    way, turns = below(rng, len(MIRRORS)), 0
    rows[0] = opening[0]
    while rows[0].turn != OVER:
        seat = rows[0].turn
        if seat == CHANCE:
            apply(rows[0], sample(rows[0], rng, actions, weights))
            continue
        if below(rng, 100) < BLUNDERS:
            action = actions[below(rng, legal(rows[0], actions))]
        else:
            action = choose(network, rows, seat, greedy_seats[seat], rng, actions, trials, plans, shares)
        apply(rows[0], action)
        if rows[0].turn != OVER and rows[0].turn != seat and turns < len(sizes):
            n, about = list_inputs(rows[0], network.where, network.what, network.traits)
            chances[turns] = foresee(network, n)
            for i in range(n):
                where[turns, i] = MIRRORS[way, network.where[i]]
                what[turns, i] = network.what[i]
            sizes[turns], seats[turns] = n, about
            turns += 1
    returns(rows[0], shares)
    surprise, truth, following = 0.0, shares[0], shares[0]  # of seat 0
    for turn in range(turns - 1, -1, -1):
        truth = LAMBDA * truth + (1 - LAMBDA) * following
        for i in range(sizes[turn]):
            network.where[i] = where[turn, i]
            network.what[i] = what[turn, i]
        improve(network, slopes, sizes[turn], truth if seats[turn] == 0 else 1 - truth, rate)
        following = chances[turn] if seats[turn] == 0 else 1 - chances[turn]
        surprise -= shares[0] * math.log(following + 1e-6) + shares[1] * math.log(1 - following + 1e-6)
    told[0] += 1
    told[1] += turns
    told[2] += surprise


@compiled
def match(games, opening, network, desk):
    """The share of games that the network wins against greedy."""
    rows, rng, actions, weights, trials, plans, shares = desk
    total = 0.0
    for game in range(games):
        rows[0] = opening[0]
        while rows[0].turn != OVER:
            seat = rows[0].turn
            if seat == CHANCE:
                apply(rows[0], sample(rows[0], rng, actions, weights))
            else:
                apply(rows[0], choose(network, rows, seat, seat != game % 2, rng, actions, trials, plans, shares))
        returns(rows[0], shares)
        total += shares[game % 2]
    return total / games


class Pupil:
    """The network of one thread: what is learnt is everybody's, the room to think its own."""

    def __init__(self, game, learnt, seed):
        self.network = with_room(learnt, game)
        lists = room((2, game.space.size + SLACK), np.int32)
        self.desk = (
            *(room(1, game.dtype), seeded(seed), *lists, *room_to_think(game)),
            room(game.seats, np.float64),
        )
        counts = (room(TURNS), room(TURNS), room(TURNS, np.float64))
        self.seen = (room((TURNS, MOST_SEEN)), room((TURNS, MOST_SEEN), np.float32), *counts)
        self.told = np.zeros(3)  # games, turns, surprise


def fresh(seed):
    random = np.random.default_rng(seed)
    return (
        random.normal(0, 0.05, (network_inputs.INPUTS, UNITS)).astype(np.float32),
        np.zeros(UNITS, np.float32),
        random.normal(0, 0.1, UNITS).astype(np.float32),
        np.zeros(network_inputs.INPUTS, np.float32),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--fresh", action="store_true", help="forget everything first")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game, console = load("hoch-hinaus", players=2), Console()
    learnt = fresh(asked.seed) if asked.fresh else [array.copy() for array in network_of(game)[:4]]
    if len(learnt[0]) != network_inputs.INPUTS:
        parser.error("the network in the game's folder has other inputs than inputs.py; begin with --fresh")
    slopes = [np.full(array.shape, 5 if asked.fresh else 200, np.float32) for array in learnt]  # at first, steep enough
    pupils = [Pupil(game, learnt, asked.seed + number) for number in range(asked.threads + 1)]
    begun = time.monotonic()
    end = begun + 60 * asked.minutes

    def work(pupil):
        steep = Network(*slopes, *pupil.network[4:])
        while (now := time.monotonic()) < end:
            rate = RATE * max(0.1, min(1, 2 * (end - now) / (end - begun)))  # in the second half, less and less
            greedy = 100 if asked.fresh and now < begun + WARM_UP else GREEDY
            play_and_learn(
                *(game.opening, pupil.network, steep, greedy, np.float32(rate), pupil.desk, pupil.seen, pupil.told)
            )

    threads = [threading.Thread(target=work, args=(pupil,), daemon=True) for pupil in pupils[1:]]
    for thread in threads:
        thread.start()
    before = np.zeros(3)
    try:
        while any(thread.is_alive() for thread in threads):
            time.sleep(max(0.1, min(60, end - time.monotonic())))
            told = sum(pupil.told for pupil in pupils)
            games, turns, surprise = told - before
            before = told
            share = match(300, game.opening, pupils[0].network, pupils[0].desk)
            console.print(
                f"{time.monotonic() - begun:6.0f} s: {told[0]:,.0f} games, now of {turns / max(games, 1):.0f} turns; "
                f"surprise {surprise / max(turns, 1):.3f}; wins {share:.0%} of 300 games against greedy, a turn deep"
            )
            write(game, learnt)
    except KeyboardInterrupt:
        write(game, learnt)


def write(game, learnt):
    weights, *others = learnt
    arrays = dict(zip(Network._fields, [weights.astype(np.float16), *others], strict=False))
    np.savez_compressed(game.folder / FILE, **arrays)


if __name__ == "__main__":
    main()
