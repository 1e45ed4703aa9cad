"""Is every level better than the one below, at every table? One row of Markdown for each pair and number of players.

    python bench/bots/ladder.py manhattan                                     all levels of simulations, 2 to 4 players
    python bench/bots/ladder.py hoch-hinaus --pairs search:1000/level5 --players 2,3
    python bench/bots/ladder.py gratte-ciel --pairs level5/greedy --alone     the first sits alone among the others

Both bots of a pair sit by turns around the table, the second on one seat more where their number is odd. Matches are
those of `bauboom arena`: the same deals for every seating, and each stops when it is settled who wins more, which
flatters the winner a little; with --all every match is played to its end. --out keeps the games, to go on later.
"""

import argparse
import os
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.progress import track

from bauboom import GAMES, OptionError, load
from bauboom.arena.match import Ledger, plan, play_here, play_in_processes
from bauboom.arena.tally import Course
from bauboom.bots import LEVELS

STEPS = ",".join(f"{upper}/{lower}" for lower, upper in pairwise(LEVELS[:5]))  # level6 thinks for a time


def seated(pair, players, is_alone):
    """Who sits where: both by turns, or the first alone among seats of the second."""
    upper, lower = pair
    if is_alone:
        return [upper, *[lower] * (players - 1)]
    return [(lower, upper)[i % 2] for i in range(players)]


def played(match, games, stop_early, workers, file):
    """The course of a match after so many games, or as many as settle it."""
    ledger = Ledger(file, match) if file else None
    course = Course(match, -(-games // len(match.seatings)), stop_early, ledger.results.values() if ledger else ())
    missing = course.missing(ledger.results if ledger else ())
    results = play_here(match, missing) if workers == 1 else play_in_processes(match, missing, workers)
    if course.is_finished:
        return course
    with closing(results):
        shown = track(results, " – ".join(match.bots), games, console=Console(stderr=True), transient=True)
        for result in shown:
            if ledger:
                ledger.add(result)
            course.add(result)
            if course.is_finished:
                break
    return course


def row(course, pair):
    """A match in words: shares of the win per seat of both, with the first one's interval, and what they say."""
    standings = {standing.bot: standing for standing in course.tally.standings()}
    upper, lower = (standings[name] for name in pair)
    players = course.match.game.seats
    verdict = course.tally.pairs()[0].better
    told = {None: "not settled", pair[0]: "settled"}.get(verdict, f"settled: {verdict} wins more")
    spent = course.tally.seconds_per_decision()
    return (
        f"| {players} | {pair[0]} – {pair[1]} | {course.tally.games} | {100 * upper.share:.1f} : "
        f"{100 * lower.share:.1f} % | {100 * upper.share_low:.1f} – {100 * upper.share_high:.1f} | {told} | "
        f"{1000 * spent[pair[0]]:.2g} : {1000 * spent[pair[1]]:.2g} ms |"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--pairs", default=STEPS, help="as in level4/level3,search:500/level5; by default %(default)s")
    parser.add_argument("--players", help="as in 2,3; by default all numbers that the game allows")
    parser.add_argument("--alone", action="store_true", help="the first of each pair sits alone among the second")
    parser.add_argument("--games", type=int, default=400, help="at most")
    parser.add_argument("--all", action="store_true", help="play them all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="games at the same time")
    parser.add_argument("--threads", type=int, default=1, help="cores of a bot that thinks for a time")
    parser.add_argument("--out", type=Path, help="a folder for the games")
    asked = parser.parse_args()
    counts = sorted({variant["players"] for variant in load(asked.game).variants})
    players = [int(number) for number in asked.players.split(",")] if asked.players else counts
    console = Console(soft_wrap=True)
    console.print("| players | pair | games | win share per seat | 95 % of the first | who wins more | a decision |")
    console.print("| --- | --- | ---: | --- | --- | --- | --- |")
    for pair in (tuple(names.split("/", 1)) for names in asked.pairs.split(",")):
        for number in players:
            try:
                match = plan(
                    load(asked.game, players=number), seated(pair, number, asked.alone), asked.seed, asked.threads
                )
                name = f"{asked.game}-{number}-{'-'.join(pair)}{'-alone' if asked.alone else ''}.jsonl"
                file = asked.out / name.replace(":", "_").replace("/", "_") if asked.out else None
                course = played(match, asked.games, not asked.all, asked.workers, file)
            except OptionError as error:
                raise SystemExit(str(error)) from None
            console.print(row(course, pair), markup=False)


if __name__ == "__main__":
    main()
