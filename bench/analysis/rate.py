"""Whether the rate of play repeats, and orders the levels of bots: games of each against itself.

    python bench/analysis/rate.py manhattan hoch-hinaus gratte-ciel --games 60

The games of a bot are taken twenty at a time; how far apart the rates of such blocks are says how well 20 games tell a
rate. Every game is written to --out at once; Ctrl-C and the same command again go on from there. level6 thinks for a
second, which another machine would not repeat; 2000 simulations stand in for it.
"""

import argparse
import math
from pathlib import Path

from common import CORES, gathered, played, table

from bauboom import load
from bauboom.analysis.game import Decision, assess, deciding
from bauboom.analysis.rate import MATTERS, rate

BOTS = ["random", "level1", "level2", "level3", "level4", "search:2000"]
BLOCK = 20  # games
COLUMNS = [
    "game",
    "bot",
    "lost per decision that mattered",
    "accuracy",
    "mattered per game",
    "rates of 20 games differ by",
]


def work(job):
    """What every decision gave away, and what was at stake."""
    game = load(job["game"], players=job["players"])
    end = played(game, [job["bot"]] * game.seats, job["number"])
    return [[one.gap, one.stake] for one in (assess(state, job["budget"], job["number"]) for state in deciding(end))]


def rate_of(games, least):
    """The rate of all decisions of some games; `least` is what must be at stake."""
    pairs = [pair for game in games for pair in game]
    kept = [Decision(0, 0, 0, 0, [], [], [], 0.0, gap, stake) for gap, stake in pairs if stake >= least]
    return rate(kept)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+", metavar="GAME")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=60, help="of each bot")
    parser.add_argument("--budget", default="150", help="simulations for each decision")
    parser.add_argument("--bots", nargs="+", default=BOTS)
    parser.add_argument("--least", type=float, default=MATTERS, help="what must be at stake for a decision to count")
    parser.add_argument("--out", type=Path, default=Path("rate.jsonl"))
    parser.add_argument("--workers", type=int, default=CORES, help="processes")
    given = parser.parse_args()
    jobs = [
        {"game": game, "players": given.players, "bot": bot, "number": number, "budget": given.budget}
        for game in given.game
        for bot in given.bots
        for number in range(given.games)
    ]
    found = gathered(jobs, work, given.out, given.workers)
    rows = []
    for game in given.game:
        for bot in given.bots:
            games = [one["found"] for one in found if (one["job"]["game"], one["job"]["bot"]) == (game, bot)]
            whole = rate_of(games, given.least)
            blocks = [rate_of(games[i : i + BLOCK], given.least).lost for i in range(0, len(games) - BLOCK + 1, BLOCK)]
            cells = [f"{100 * whole.lost:.2f} ± {100 * whole.error:.2f}", f"{whole.accuracy:.0%}"]
            cells.append(f"{whole.mattered / len(games):.0f}")
            if len(blocks) < 2:
                cells.append("")
            else:
                mean = math.fsum(blocks) / len(blocks)
                apart = math.sqrt(math.fsum((x - mean) ** 2 for x in blocks) / (len(blocks) - 1))
                cells.append(f"± {apart / mean:.0%}")
            rows.append([game, bot, *cells])
    table(COLUMNS, rows)


if __name__ == "__main__":
    main()
