"""Our search bot against OpenSpiel's IS-MCTS on the same game, through our adapter, with the same time per decision.

    python bench/bots/openspiel_match.py manhattan --time 200 --games 20

Both think on one core. IS-MCTS has OpenSpiel's own random rollouts and its usual constant; seats are swapped, deals are
kept. (Its C++ version cannot play games that are written in Python; this is the Python one.)
"""

import argparse
import math
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import track

from bauboom import load
from bauboom.adapters import openspiel
from bauboom.arena.simulate import wilson
from bauboom.bots import make_bot
from bauboom.core.chance import Seeded


class Rival:
    """OpenSpiel's bot. It counts simulations, so it gets as many as fill the time at the pace it had so far."""

    def __init__(self, spiel, seed, seconds):
        random = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, random)
        self.bot = ismcts.ISMCTSBot(spiel, rollouts, math.sqrt(2), 1, random_state=random)
        self.seconds, self.spent, self.done = seconds, 0.0, 0

    def choose(self, state):
        count = max(2, int(self.seconds * self.done / self.spent)) if self.done else 2
        self.bot._max_simulations = count
        begun = time.perf_counter()
        action = self.bot.step(state)
        self.spent, self.done = 0.7 * self.spent + time.perf_counter() - begun, 0.7 * self.done + count
        return action


def play(game, spiel, seed, our_seat, budget, seconds):
    """One game; our share of the win, and the seconds each side thought, on average."""
    ours, rival = make_bot(f"search:{budget}ms", seed, threads=1), Rival(spiel, seed, seconds)
    state, theirs = game.root, spiel.new_initial_state()
    chance, spent, decisions = Seeded(seed), [0.0, 0.0], [0, 0]
    while not state.is_over:
        if state.is_chance:
            outcomes = state.outcome_ids()
            action = outcomes[chance.draw(state.step, [round(share * 10**9) for _, share in outcomes])][0]
        else:
            is_ours, view, begun = state.turn == our_seat, state.view(state.turn), time.perf_counter()
            if len(view.legal) == 1:
                action = view.legal_ids()[0]
            elif is_ours:
                action = game.space.encode(ours.choose(view, view.legal))
            else:
                action = rival.choose(theirs)
            spent[is_ours] += time.perf_counter() - begun
            decisions[is_ours] += len(view.legal) > 1
        theirs.apply_action(action if not state.is_chance else action - game.space.decisions)
        state = state.play_one(action)
    return state.returns[our_seat], [total / max(count, 1) for total, count in zip(spent, decisions, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--time", type=int, default=200, help="milliseconds per decision")
    parser.add_argument("--games", type=int, default=20)
    asked = parser.parse_args()
    game, console = load(asked.game, players=2), Console()
    spiel = pyspiel.load_game(openspiel.spiel_name(game), {"players": 2})
    total, times = 0.0, []
    for number in track(range(asked.games), "games", console=Console(stderr=True)):
        share, spent = play(game, spiel, number // 2, number % 2, asked.time, asked.time / 1000)
        total += share
        times.append(spent)
    low, high = wilson(total / asked.games, asked.games)
    theirs, ours = (sum(spent) / len(times) for spent in zip(*times, strict=True))
    console.print(
        f"{asked.game}, two players, {asked.time} ms a decision: ours won {total / asked.games:.1%} of {asked.games} "
        f"games (95 %: {low:.1%} to {high:.1%}); ours thought {ours * 1000:.0f} ms, IS-MCTS {theirs * 1000:.0f}"
    )


if __name__ == "__main__":
    main()
