"""How many simulations a second a search makes on one core, beside OpenSpiel's IS-MCTS on the same position.

Both search the opening of four-player Manhattan with random rollouts to the end of the game, in turns, three times; the
best of each counts. Then every game with the search as it plays.
"""

import math
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.table import Table

from bauboom import GAMES, load
from bauboom.adapters import openspiel
from bauboom.bots.search import Searcher, Style, style_of

RANDOM = Style(explore=1.0, prior=0.0, rollout=10_000, randomness=1.0)
TURNS, SECONDS = 3, 1.0


def our_pace(game, style):
    """Simulations per second from the opening."""
    state, searcher = game.start(seed=1), Searcher(game)
    rows = state.view(state.turn).rows
    searcher.begin(1, 0)
    searcher.grow(64, rows, style)  # memory is touched
    done, begun = 0, time.perf_counter()
    searcher.begin(1, 0)
    while time.perf_counter() < begun + SECONDS:
        searcher.grow(256, rows, style)
        done += 256
    return done / (time.perf_counter() - begun)


def their_pace(spiel, count=30):
    state, random = spiel.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot = ismcts.ISMCTSBot(spiel, mcts.RandomRolloutEvaluator(1, random), math.sqrt(2), count, random_state=random)
    begun = time.perf_counter()
    bot.step(state)
    return count / (time.perf_counter() - begun)


def main():
    game, console = load("manhattan", players=4), Console()
    spiel = pyspiel.load_game(openspiel.spiel_name(game), {"players": 4})
    paces = [(our_pace(game, RANDOM), their_pace(spiel)) for _ in range(TURNS)]
    ours, theirs = (max(column) for column in zip(*paces, strict=True))
    console.print(
        f"Random rollouts from the opening of four-player Manhattan: {ours:,.0f} simulations a second; "
        f"OpenSpiel's IS-MCTS in Python, through our adapter: {theirs:,.0f} ({ours / theirs:,.0f} times)"
    )
    table = Table("game", "players", "simulations a second, as it plays")
    for name in GAMES:
        for players in (2, 4):
            game = load(name, players=players)
            table.add_row(name, str(players), f"{our_pace(game, style_of(game)):,.0f}")
    console.print(table)


if __name__ == "__main__":
    main()
