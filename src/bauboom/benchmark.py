"""Measuring one game on this machine: everything in one run, so that the figures can be compared with each other."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from bauboom.core.arrays import room
from bauboom.core.dice import below, new_dice, reseed
from bauboom.core.door import busy_door
from bauboom.core.engine import CHANCE, OVER, SLACK, apply, legal, observe, sample, scores
from bauboom.core.game import Game
from bauboom.core.kinds import Ids, Numbers, OneRow, Points, Rng, Rows
from bauboom.core.state import State

REPEAT = 1_000_000
TURNS = 7


@busy_door
def random_games(
    first: int, count: int, seed: int, opening: OneRow, rows: OneRow, rng: Rng, actions: Ids, weights: Ids,
    points: Points, totals: Points,
) -> int:  # fmt: skip
    """Whole games of random play with every legal action listed; the number of actions, chance included."""
    played = 0
    for number in range(first, first + count):
        reseed(rng, seed, number)
        rows[0] = opening[0]
        while rows[0].turn != OVER:
            if rows[0].turn == CHANCE:
                action = sample(rows[0], rng, actions, weights)
            else:
                action = actions[below(rng, legal(rows[0], actions))]
            apply(rows[0], action)
            played += 1
        scores(rows[0], points)
        for seat in range(len(totals)):
            totals[seat] += points[seat]
    return played


@busy_door
def repeat_legal(rows: Rows, actions: Ids, count: int) -> int:
    found = 0
    for i in range(count):
        found += legal(rows[i % len(rows)], actions)
    return found


@busy_door
def repeat_copy(rows: Rows, room: Rows, count: int) -> None:
    for i in range(count):
        room[i % len(room)] = rows[i % len(rows)]


@busy_door
def repeat_copy_and_apply(rows: Rows, chosen: Numbers, room: Rows, count: int) -> None:
    for i in range(count):
        room[i % len(room)] = rows[i % len(rows)]
        apply(room[i % len(room)], chosen[i % len(rows)])


@busy_door
def repeat_observe(rows: Rows, room: Rows, count: int) -> None:
    for i in range(count):
        observe(rows[i % len(rows)], 0, room[i % len(room)])


class Workbench:
    """One core's arrays for random play of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows, self.rng = room(1, game.dtype), new_dice()[0]
        self.actions, self.weights = room((2, game.space.size + SLACK), np.int32)
        self.points, self.totals = room((2, game.seats), np.int32)

    def random_games(self, first: int, count: int, seed: int = 1, play: Callable[..., int] = random_games) -> int:
        """Play games number `first` and following; how many actions that were."""
        arrays = (self.rows, self.rng, self.actions, self.weights, self.points, self.totals)
        return play(first, count, seed, self.game.opening, *arrays)


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def median(work: Callable[[], float], times: int = 5) -> float:
    return sorted(work() for _ in range(times))[times // 2]


def measure(game: Game, start: bool = True, games: int = 20_000) -> dict[str, Any]:
    """All figures of one game: rates per second, costs in nanoseconds or microseconds, sizes in bytes."""
    bench = Workbench(game)
    actions = bench.random_games(0, games)  # also warms up
    cores = os.cpu_count() or 1
    benches = [Workbench(game) for _ in range(cores)]
    alone, together = [], []
    with ThreadPoolExecutor(cores) as pool:
        for _ in range(TURNS):  # by turns, so that a noisy machine disturbs both alike
            alone.append(actions / seconds(lambda: bench.random_games(0, games)))
            each = seconds(lambda: list(pool.map(lambda b: b.random_games(0, games), benches)))
            together.append(cores * actions / each)
    speedup = sorted(t / a for t, a in zip(together, alone, strict=True))[TURNS // 2]
    return {
        "game": game.name,
        "options": dict(game.options),
        "bytes_per_game": game.dtype.itemsize,
        "actions_per_second": round(sorted(alone)[TURNS // 2]),
        "cores": cores,
        "actions_per_second_all_cores": round(sorted(together)[TURNS // 2]),
        "speedup_all_cores": round(speedup, 2),
        **_costs(game, bench),
        **(_starts(game) if start else {}),
    }


def _costs(game: Game, bench: Workbench) -> dict[str, float]:
    """What single steps cost, over many different positions of one game."""
    state, states = game.start(seed=1), list[State]()
    random = np.random.default_rng(1)
    while not state.is_over:
        states.append(state)
        state = state.play(int(random.choice(state.legal_ids())))
    rows = np.concatenate([s._rows for s in states])
    chosen = np.array([random.choice(s.legal_ids()) for s in states])
    room = np.zeros(2, game.dtype)

    def nanoseconds(work: Callable[[int], object]) -> float:
        work(1)
        return median(lambda: seconds(lambda: work(REPEAT)) / REPEAT * 1e9)

    def microseconds(work: Callable[[State], object]) -> float:
        return median(lambda: seconds(lambda: [work(s) for s in states]) / len(states) * 1e6)

    copy = nanoseconds(lambda n: repeat_copy(rows, room, n))
    return {
        "legal_ns": round(nanoseconds(lambda n: repeat_legal(rows, bench.actions, n)), 1),
        "copy_ns": round(copy, 1),
        "apply_ns": round(nanoseconds(lambda n: repeat_copy_and_apply(rows, chosen, room, n)) - copy, 1),
        "view_ns": round(nanoseconds(lambda n: repeat_observe(rows, room, n)), 1),
        "api_legal_us": round(microseconds(lambda s: s.legal), 1),
        "api_step_us": round(microseconds(lambda s: s.play_one(s.legal_ids()[0])), 1),
        "api_view_us": round(microseconds(lambda s: s.view(0).data), 1),
    }


def _starts(game: Game) -> dict[str, float]:
    """A new process up to the first prompt, beside one that only imports NumPy."""

    def start(*command: str) -> float:
        return median(
            lambda: seconds(lambda: subprocess.run(command, input=b"quit\n", capture_output=True, check=True))
        )

    first_prompt = start(sys.executable, "-m", "bauboom", "play", game.name)
    return {"start_s": round(first_prompt, 2), "start_numpy_s": round(start(sys.executable, "-c", "import numpy"), 2)}


def lines(figures: dict[str, Any]) -> list[str]:
    """The figures for people."""
    options = ", ".join(f"{k} {v}" for k, v in figures["options"].items())
    told = [
        f"{figures['game']} ({options}), random play with every legal action listed, chance included",
        f"  one core           {figures['actions_per_second']:>14,} actions per second",
        f"  {figures['cores']} cores            {figures['actions_per_second_all_cores']:>14,} actions per second,"
        f" {figures['speedup_all_cores']} times one core",
        f"  a game takes       {figures['bytes_per_game']:>14,} bytes",
        f"  legal, all listed  {figures['legal_ns']:>14} ns",
        f"  apply              {figures['apply_ns']:>14} ns",
        f"  copy of a row      {figures['copy_ns']:>14} ns",
        f"  view of a seat     {figures['view_ns']:>14} ns",
        f"  Python: legal      {figures['api_legal_us']:>14} µs",
        f"  Python: play       {figures['api_step_us']:>14} µs, legality checked",
        f"  Python: view, JSON {figures['api_view_us']:>14} µs",
    ]
    if "start_s" in figures:
        told.append(f"  a start            {figures['start_s']:>14} s to the first prompt")
        told.append(f"  importing NumPy    {figures['start_numpy_s']:>14} s")
    return told
