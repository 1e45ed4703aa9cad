"""Our search bot against OpenSpiel's IS-MCTS on the same game, through our adapter, with the same time per decision.

    python bench/bots/openspiel_match.py manhattan --time 200 --games 20
    python bench/bots/openspiel_match.py manhattan --time 1000 --games 20 --bot level5

Both think on one core; its time is that of the processor, so that a busy machine does it no harm. IS-MCTS has
OpenSpiel's own random rollouts and its usual constant; seats are swapped, deals are kept. (Its C++ version cannot play
games that are written in Python; this is the Python one.)
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
        begun = time.thread_time()
        action = self.bot.step(state)
        self.spent, self.done = 0.7 * self.spent + time.thread_time() - begun, 0.7 * self.done + count
        return action


def play(game, spiel, seed, our_seat, bot, seconds):
    """One game; our share of the win, and the seconds of the processor each side thought, on average."""
    ours, rival = make_bot(bot, seed, threads=1), Rival(spiel, seed, seconds)
    state, theirs = game.root, spiel.new_initial_state()
    chance, spent, decisions = Seeded(seed), [0.0, 0.0], [0, 0]
    while not state.is_over:
        if state.is_chance:
            outcomes = state.outcome_ids()
            action = outcomes[chance.draw(state.step, [round(share * 10**9) for _, share in outcomes])][0]
        else:
            is_ours, view, begun = state.turn == our_seat, state.view(state.turn), time.thread_time()
            if len(view.legal) == 1:
                action = view.legal_ids()[0]
            elif is_ours:
                action = game.space.encode(ours.choose(view, view.legal))
            else:
                action = rival.choose(theirs)
            spent[is_ours] += time.thread_time() - begun
            decisions[is_ours] += len(view.legal) > 1
        theirs.apply_action(action if not state.is_chance else action - game.space.decisions)
        state = state.play_one(action)
    return state.returns[our_seat], [total / max(count, 1) for total, count in zip(spent, decisions, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--time", type=int, default=200, help="milliseconds per decision")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--bot", help="of ours; by default a search for the same time")
    asked = parser.parse_args()
    game, console = load(asked.game, players=2), Console()
    spiel = pyspiel.load_game(openspiel.spiel_name(game), {"players": 2})
    total, times, bot = 0.0, [], asked.bot or f"search:{asked.time}ms"
    for number in track(range(asked.games), "games", console=Console(stderr=True)):
        share, spent = play(game, spiel, number // 2, number % 2, bot, asked.time / 1000)
        total += share
        times.append(spent)
    low, high = wilson(total / asked.games, asked.games)
    theirs, ours = (sum(spent) / len(times) for spent in zip(*times, strict=True))
    console.print(
        f"{asked.game}, two players, {asked.time} ms a decision: {bot} won {total / asked.games:.1%} of {asked.games} "
        f"games (95 %: {low:.1%} to {high:.1%}); it thought {ours * 1000:.3g} ms, IS-MCTS {theirs * 1000:.0f}"
    )


if __name__ == "__main__":
    main()
