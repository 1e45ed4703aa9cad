"""How many games between bots of one kind end at a standstill (G18, H10), by number of players.

python bench/bots/endings.py gratte-ciel --bots level1,level2,greedy,level4 --players 2,3,4,5 --games 400
"""

import argparse
from functools import partial
from importlib import import_module
from multiprocessing import Pool

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bauboom import load
from bauboom.arena.simulate import wilson
from bauboom.bots import make_bot


def stands_still(name, players, bot, seed):
    """Play a game; whether it ended because nothing had happened for too long."""
    limit = import_module(f"bauboom.games.{name.replace('-', '_')}.components").STANDSTILL
    bots = [make_bot(bot, players * seed + seat, threads=1) for seat in range(players)]
    state = load(name, players=players).start(seed=seed)
    while not state.is_over:
        view = state.view(state.turn)
        state = state.play(bots[state.turn].choose(view, view.legal))
    return int(state.row["quiet"]) >= limit


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("gratte-ciel", "hoch-hinaus"))
    parser.add_argument("--bots", default="level1,level2,greedy")
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    table = Table("bot", "players", "games", "standstills", "95 % interval", title=asked.game)
    with Pool() as pool:
        for bot in asked.bots.split(","):
            for players in map(int, asked.players.split(",")):
                play, seeds = (
                    partial(stands_still, asked.game, players, bot),
                    range(asked.first, asked.first + asked.games),
                )
                games = pool.imap_unordered(play, seeds, chunksize=8)
                count = sum(track(games, f"{bot}, {players} players", len(seeds), transient=True))
                low, high = wilson(count / len(seeds), len(seeds))
                table.add_row(bot, str(players), str(len(seeds)), str(count), f"{100 * low:.1f} – {100 * high:.1f} %")
    Console().print(table)


if __name__ == "__main__":
    main()
