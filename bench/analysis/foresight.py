"""Who foresees better how games of players of every strength end: networks or forecasts?

    python bench/analysis/foresight.py manhattan hoch-hinaus gratte-ciel --games 60

Both bots of a pair sit by turns around the table. At some decisions of each game two judges say which share of the win
the seat on turn can expect, from what it sees: level5, which asks the network once, and level4, which searches by
forecasts. Told is the mean squared error against how the game ended, with the standard error of the difference (over
games); knowing nothing is the fair share for everybody. Every game is written to --out at once; Ctrl-C and the same
command again go on from there.
"""

import argparse
import math
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from common import CORES, gathered, played, table

from bauboom import GAMES, load
from bauboom.bots import make_bot

JUDGES = ("level5", "level4")
PAIRS = "level1/level2,level2/level3,level3/level3,level4/level4"
LOOKS = 8  # of each game
COLUMNS = ["game", "players", "who plays", "network", "forecasts", "network less forecasts", "knowing nothing"]


def work(job):
    """By judge, and last for knowing nothing, the mean squared error in one game."""
    game, number = load(job["game"], players=job["players"]), job["number"]
    bots = [job["pair"][(seat + number) % 2] for seat in range(game.seats)]
    end = played(game, bots, number)
    decisions = [state for state in end.path() if state.turn is not None and len(state.legal) > 1]
    errors = [0.0] * (len(JUDGES) + 1)
    for state in Random(number).sample(decisions, min(LOOKS, len(decisions))):
        view, truth = state.view(state.turn), end.returns[state.turn]
        said = [make_bot(judge, number).look(view).chances[state.turn] for judge in JUDGES]
        for k, share in enumerate([*said, 1 / game.seats]):
            errors[k] += (share - truth) ** 2 / min(LOOKS, len(decisions))
    return errors


def row(game, players, pair, found):
    """What the games of one pair say."""
    network, forecasts, nothing = zip(*found, strict=True)
    less = [a - b for a, b in zip(network, forecasts, strict=True)]
    spread = stdev(less) / math.sqrt(len(less))
    means = [f"{fmean(errors):.3f}" for errors in (network, forecasts)]
    return [
        game,
        str(players),
        " and ".join(pair),
        *means,
        f"{fmean(less):+.3f} ± {spread:.3f}",
        f"{fmean(nothing):.3f}",
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+", choices=GAMES, metavar="GAME")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--pairs", default=PAIRS, help="by default %(default)s")
    parser.add_argument("--games", type=int, default=60, help="of each game, number of players and pair")
    parser.add_argument("--out", type=Path, default=Path("foresight.jsonl"))
    parser.add_argument("--workers", type=int, default=CORES, help="processes")
    given = parser.parse_args()
    rows = [
        (game, players, pair.split("/"))
        for game in given.game
        for players in given.players
        for pair in given.pairs.split(",")
    ]
    jobs = [
        {"game": game, "players": players, "pair": pair, "number": number}
        for game, players, pair in rows
        for number in range(given.games)
    ]
    found = [one["found"] for one in gathered(jobs, work, given.out, given.workers)]
    table(COLUMNS, [row(*rows[k], found[k * given.games : (k + 1) * given.games]) for k in range(len(rows))])


if __name__ == "__main__":
    main()
