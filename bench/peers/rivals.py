"""How fast well-known game libraries play at random on one core: one small measurement for each library and game.

    python bench/peers/rivals.py --list
    python bench/peers/rivals.py pgx-backgammon --seconds 3 --core 1

The second prints one line of JSON. An action is one decision that the library takes from us, chosen at random and
evenly from the legal ones; the libraries cut their games into decisions differently, so that the same game need not
mean the same action. Every library is driven in the fastest way that it documents: imports, compilation and a first
game are not counted, starting new games is, and nobody is asked for observations that it does not build anyway.
"""

import argparse
import importlib
import importlib.metadata
import json
import math
import os
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter, process_time
from typing import NamedTuple

LONE = {  # so that nothing starts a second thread of work, wherever it may run
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
    "JAX_PLATFORMS": "cpu",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}
SEED = 1


class Played(NamedTuple):
    """What was played, in how many seconds on the clock and of the processor; a note belongs to how it was done."""

    actions: int
    seconds: float
    processor: float
    games: int
    note: str = ""


@dataclass(frozen=True)
class Rival:
    """A library playing a game in some way; measure(seconds) plays for about so long."""

    name: str
    library: str
    package: str
    game: str
    how: str
    measure: Callable[[float], Played]

    def report(self, seconds: float) -> dict[str, object]:
        played = self.measure(seconds)
        return {
            "library": self.library,
            "version": importlib.metadata.version(self.package),
            "game": self.game,
            "how": f"{self.how}, {played.note}" if played.note else self.how,
            "actions": played.actions,
            "seconds": round(played.seconds, 4),
            "per_second": round(played.actions / played.seconds, 1),
            "games": played.games,
            "processor": round(played.processor, 4),
        }


def timed(play: Callable[[], int], seconds: float) -> Played:
    """Calls of play, each a game and its number of actions, until the time is up; a first one is not counted."""
    play()
    actions = games = 0
    processor, start = process_time(), perf_counter()
    while (now := perf_counter()) - start < seconds:
        actions += play()
        games += 1
    return Played(actions, now - start, process_time() - processor, games)


# OpenSpiel: games in C++, called from Python


def some_outcome(outcomes, x):
    """The outcome of chance that x, from 0 to 1, falls on."""
    for action, probability in outcomes:
        x -= probability
        if x < 0:
            return action
    return outcomes[-1][0]


def openspiel_game(name: str):
    """The game of that name, Go on the small board."""
    import pyspiel

    return pyspiel.load_game("go(board_size=9)" if name == "go_9x9" else name)


def openspiel_loop(name: str, seconds: float) -> Played:
    """Every decision taken in Python.

    Chance is explicit in OpenSpiel: each roll and each card dealt is applied like an action, and counted as one. Games
    begin as a copy of the first position, which is never slower than a new one and saves gin rummy half of its time.
    """
    import pyspiel

    first, rand = openspiel_game(name).new_initial_state(), random.Random(SEED).random
    chance, over = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

    def play():
        state, actions = first.clone(), 0
        while (player := state.current_player()) != over:
            if player == chance:
                action = some_outcome(state.chance_outcomes(), rand())
            else:
                legal = state.legal_actions()
                action = legal[int(rand() * len(legal))]
            state.apply_action(action)
            actions += 1
        return actions

    return timed(play, seconds)


def openspiel_rollouts(name: str, seconds: float) -> Played:
    """Whole games in C++: the random rollouts of OpenSpiel's own tree search, without the tree.

    pyspiel lets a RandomRolloutEvaluator be called only by MCTSBot: a search of one simulation is the evaluation of its
    root, that is, so many random games from there. They are not counted, so their mean length is found first, by games
    from the same positions that evaluate_bots plays in C++ with uniformly random bots: it leaves the final position
    behind, and with it the number of actions. (It would count by itself, but is slower than the rollouts.) The search
    cannot begin with chance, so the positions are sixteen first decisions, and dealing before them is neither played
    nor counted; chance after them is, each outcome as an action.
    """
    import pyspiel

    game, rand = openspiel_game(name), random.Random(SEED).random
    bots = [pyspiel.make_uniform_random_bot(player, SEED + player) for player in range(game.num_players())]

    def first_decision():
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(some_outcome(state.chance_outcomes(), rand()))
        return state

    starts = [first_decision() for _ in range(16)]
    lengths: list[int] = []

    def count():
        for start in starts:
            state = start.clone()
            pyspiel.evaluate_bots(state, bots, len(lengths))
            lengths.append(state.move_number() - start.move_number())
        return 0

    timed(count, seconds)
    mean = sum(lengths) / len(lengths)
    error = math.sqrt(sum((length - mean) ** 2 for length in lengths)) / len(lengths)
    each = max(1, len(lengths) // len(starts) // 16)
    evaluator = pyspiel.RandomRolloutEvaluator(each, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, SEED, False)  # one simulation

    def roll_out():
        for start in starts:
            bot.mcts_search(start)
        return len(starts) * each

    played = timed(roll_out, seconds)
    games, note = played.actions, f"{mean:.1f} ± {error:.1f} actions a game"
    return played._replace(actions=round(games * mean), games=games, note=note)


# PettingZoo: games in Python behind one interface


def pettingzoo_loop(name: str, seconds: float, make: str = "raw_env") -> Played:
    """The documented loop of last and step, on the raw environment or on `env`, with wrappers that check every call.

    Actions of living agents are counted; the empty steps after a game's end are left out by starting the next. Chance
    is inside step and not counted. last always builds the observation: the mask of legal actions is part of it.
    """
    options = {"board_size": 9} if name.endswith("_9x9") else {}
    module = importlib.import_module(f"pettingzoo.classic.{name.removesuffix('_9x9')}")
    return agents_loop(getattr(module, make)(**options), seconds)


def pettingzoo_env_loop(name: str, seconds: float) -> Played:
    """The same as people get it who follow the documentation."""
    return pettingzoo_loop(name, seconds, "env")


def agents_loop(env, seconds: float) -> Played:
    """Random legal actions of the agents of any environment in turn."""
    rand = random.Random(SEED).random
    env.reset(seed=SEED)

    def play():
        env.reset()
        actions = 0
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return actions
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rand() * len(legal))]))
            actions += 1

    return timed(play, seconds)


# RLCard: card games in Python


def rlcard_loop(name: str, seconds: float) -> Played:
    """Environments stepped with legal actions, which is faster than env.run with the library's RandomAgent.

    Chance is inside reset and step and not counted; step always builds the observation.
    """
    import rlcard

    env, rand = rlcard.make(name, config={"seed": SEED}), random.Random(SEED).random

    def play():
        state, _ = env.reset()
        actions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rand() * len(legal))])
            actions += 1
        return actions

    return timed(play, seconds)


# Pgx: games in JAX, many at once

BATCHES = (1, 16, 64, 256, 1024, 4096, 16384)


def pgx_steps(name: str, batch: int) -> Callable[[int], tuple[int, int]]:
    """A function that plays so many steps of a batch of games and returns how many actions and ends of games they were.

    The loop is compiled with the games, so that Python has no part in it. A single game is compiled without vmap, which
    is faster, as branches then remain branches. Observations are dropped, so that XLA need not compute them; the
    action is the legal one with a random number, much cheaper than categorical, which draws for every action there is.
    Games that end begin anew in the same step (Pgx's auto_reset), so every step of every game is an action played.
    """
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step, seen = auto_reset(env.step, env.init), jax.eval_shape(env.init, jax.random.key(SEED)).observation
    shape = () if batch == 1 else (batch,)
    each = (lambda function: function) if batch == 1 else jax.vmap

    def one(state, x, key):
        upto = jnp.cumsum(state.legal_action_mask, dtype=jnp.int32)
        number = jnp.minimum((x * upto[-1]).astype(jnp.int32), upto[-1] - 1)
        state = state.replace(observation=jnp.zeros(seen.shape, seen.dtype))
        return step(state, jnp.argmax(upto > number), key).replace(observation=None)

    def body(_, carry):
        states, key, ended = carry
        key, choice, chance = jax.random.split(key, 3)
        states = each(one)(states, jax.random.uniform(choice, shape), jax.random.split(chance, shape))
        return states, key, ended + (states.terminated | states.truncated).sum(dtype=jnp.int32)

    run = jax.jit(lambda steps, states, key: jax.lax.fori_loop(0, steps, body, (states, key, jnp.int32(0))))
    states = jax.jit(each(env.init))(jax.random.split(jax.random.key(SEED), shape)).replace(observation=None)
    carry = states, jax.random.key(SEED + 1)

    def play(steps):
        nonlocal carry
        *carry, ended = jax.block_until_ready(run(steps, *carry))
        return steps * batch, int(ended)

    play(1)
    return play


def pgx_trial(name: str, batch: int) -> tuple[float, int, int, Callable[[int], tuple[int, int]]]:
    """Actions per second of processor time at this batch size, and what to play on with: batch, steps, function."""
    play, steps, time = pgx_steps(name, batch), 1, 0.0
    while time < 0.1:
        steps, start = 2 * steps, process_time()
        play(steps)
        time = process_time() - start
    return steps * batch / time, batch, steps, play


def pgx_loop(name: str, seconds: float) -> Played:
    """The batch size that plays fastest in a short trial, measured.

    Larger batches are tried until two in a row are slower than the best so far. Chance is inside init and step and not
    counted. A batch begins all its games together, so in a short run of a large batch few games end for its actions.
    """
    best, slower = pgx_trial(name, BATCHES[0]), 0
    for batch in BATCHES[1:]:
        trial = pgx_trial(name, batch)
        best, slower = (trial, 0) if trial[0] > best[0] else (best, slower + 1)
        if slower == 2:
            break
    _, batch, steps, play = best
    ended = []

    def block():
        actions, games = play(steps)
        ended.append(games)
        return actions

    played = timed(block, seconds)
    return played._replace(games=sum(ended[1:]), note=f"batch {batch}")


OPENSPIEL = ["backgammon", "gin_rummy", "hearts", "chess", "quoridor", "go_9x9", "connect_four", "tic_tac_toe"]
PETTINGZOO = ["chess_v6", "go_v5_9x9", "hanabi_v5", "connect_four_v3", "texas_holdem_v4", "tictactoe_v3"]
RLCARD = ["gin-rummy", "doudizhu", "mahjong", "uno", "limit-holdem"]
PGX = ["backgammon", "chess", "animal_shogi", "go_9x9", "hex", "sparrow_mahjong", "2048", "connect_four", "tic_tac_toe"]
WAYS = (
    ("openspiel-python", "OpenSpiel", "open_spiel", "Python loop", openspiel_loop, OPENSPIEL),
    ("openspiel-c++", "OpenSpiel", "open_spiel", "C++ rollouts", openspiel_rollouts, OPENSPIEL),
    ("pettingzoo", "PettingZoo", "pettingzoo", "raw AEC loop", pettingzoo_loop, PETTINGZOO),
    ("pettingzoo-env", "PettingZoo", "pettingzoo", "AEC loop of env()", pettingzoo_env_loop, PETTINGZOO),
    ("rlcard", "RLCard", "rlcard", "env.step loop", rlcard_loop, RLCARD),
    ("pgx", "Pgx", "pgx", "JAX on CPU", pgx_loop, PGX),
)
RIVALS = [
    Rival(f"{way}-{game}", library, package, game, how, partial(measure, game))
    for way, library, package, how, measure, games in WAYS
    for game in games
]


def be_lone(core: int | None) -> None:
    """Keep this process and all its threads to one core; before any library is imported."""
    os.environ.update(LONE)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0)) if core is None else core})


def main(rivals: list[Rival]) -> None:
    names = {rival.name: rival for rival in rivals}
    parser = argparse.ArgumentParser(description="Random play in one game of one library, on one core.")
    parser.add_argument("name", nargs="?", choices=names, metavar="NAME", help="which one; --list shows them")
    parser.add_argument("--list", action="store_true", help="list the names")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long to measure")
    parser.add_argument("--core", type=int, help="the core to stay on; otherwise the first one allowed")
    asked = parser.parse_args()
    if asked.list:
        for rival in rivals:
            sys.stdout.write(f"{rival.name:30} {rival.library:11} {rival.game:18} {rival.how}\n")
        return
    if asked.name is None:
        parser.error("which one? --list shows them")
    be_lone(asked.core)
    try:
        report = names[asked.name].report(asked.seconds)
    except ModuleNotFoundError as missing:
        sys.stderr.write(f"{missing.name} is not installed: pip install 'bauboom[peers]'\n")
        sys.exit(2)
    sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(RIVALS)
