"""Whether luck has a mean of 0, and how much less a luck-adjusted result varies than the result: games of bots.

    python bench/analysis/luck.py manhattan hoch-hinaus gratte-ciel --games 1000

One seat, in turn, has the better bot. Its luck should be 0 on average, although it wins more often than its fair share,
and its result less its luck should have the same mean as its result. Every game is written to --out at once; Ctrl-C and
the same command again go on from there.
"""

import argparse
import math
from pathlib import Path

from common import CORES, gathered, played, table

from bauboom import load
from bauboom.analysis.ledger import ledger

COLUMNS = [
    *("game", "players", "result", "luck of chance", "luck with hidden cards", "place", "result less luck"),
    *("variance left without luck of chance", "variance left without all luck"),
]


def work(job):
    """The sums of the seat that has the better bot."""
    game = load(job["game"], players=job["players"])
    seat = job["number"] % game.seats
    bots = [job["bots"][seat != other] for other in range(game.seats)]
    sums = ledger(played(game, bots, job["number"]), job["readings"], job["number"]).sums(seat)
    return {"result": sums.result, "chance": sums.chance, "hidden": sums.hidden, "place": sums.place, "own": sums.own}


def told(numbers):
    """A mean with its standard error, and the variance."""
    count = len(numbers)
    mean = math.fsum(numbers) / count
    variance = math.fsum((x - mean) ** 2 for x in numbers) / (count - 1)
    return mean, math.sqrt(variance / count), variance


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+", metavar="GAME")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--games", type=int, default=1000, help="of each game and number of players")
    parser.add_argument("--readings", type=int, default=72, help="of every position")
    parser.add_argument("--bots", nargs=2, default=["level3", "level2"], help="the better one, and that of the others")
    parser.add_argument("--out", type=Path, default=Path("luck.jsonl"))
    parser.add_argument("--workers", type=int, default=CORES, help="processes")
    given = parser.parse_args()
    jobs = [
        {"game": game, "players": players, "number": number, "readings": given.readings, "bots": given.bots}
        for game in given.game
        for players in given.players
        for number in range(given.games)
    ]
    found = gathered(jobs, work, given.out, given.workers)
    rows = []
    for game in given.game:
        for players in given.players:
            some = [one["found"] for one in found if (one["job"]["game"], one["job"]["players"]) == (game, players)]
            result, chance = [one["result"] for one in some], [one["chance"] for one in some]
            hidden, place = [one["hidden"] for one in some], [one["place"] for one in some]
            adjusted = [one["result"] - one["chance"] - one["hidden"] - one["place"] for one in some]
            parts = [told(numbers) for numbers in (result, chance, hidden, place, adjusted)]
            without_chance = told([a - b for a, b in zip(result, chance, strict=True)])
            cells = [f"{100 * mean:+.1f} ± {100 * error:.1f}" for mean, error, _ in parts]
            left = [f"{variance / (parts[0][2] or math.nan):.0%}" for _, _, variance in (without_chance, parts[-1])]
            rows.append([game, str(players), *cells, *left])
    table(COLUMNS, rows)


if __name__ == "__main__":
    main()
