"""The house's bots on the leaderboard: each against level3 in every variant of every game, where that is missing.

    python bench/bots/baselines.py                                     what is missing, game by game
    python bench/bots/baselines.py --games-of hoch-hinaus --bots level4
    python bench/bots/baselines.py --again                             all anew, after a change of bots or rules

Every finished match is a file in leaderboard/ at once, so Ctrl-C loses one match at most. Then
`python docs/make_leaderboard.py` makes the page of them.
"""

import argparse
import os
from contextlib import closing
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import track

from bauboom import GAMES, load
from bauboom.arena.match import plan, play_in_processes
from bauboom.arena.report import report_of
from bauboom.arena.tally import Course

RESULTS = Path(__file__).parents[2] / "leaderboard"
YARDSTICK = "level3"
ABOUT = {
    "random": "any legal action",
    "level1": "beginner of the house: bots.md",
    "level2": "casual player of the house: bots.md",
    "level4": "a search without a network, 100 simulations, in Hoch hinaus! 1,000: bots.md",
    "level5": "what the game's network expects most of: networks.md",
}


def file_of(name, options, bot):
    return RESULTS / "-".join([name, *map(str, options.values()), f"{bot}.json"])


def played(name, options, bot, games, seed, workers, told):
    """The report of a match, in the order of its deals."""
    match = plan(load(name, **options), [bot, YARDSTICK], seed)
    course = Course(match, -(-games // len(match.seatings)), stop_early=False)
    numbers = course.missing([])
    with closing(play_in_processes(match, numbers, workers)) as results:
        total = course.deals * len(match.seatings)
        for result in track(results, told, total, console=Console(stderr=True), transient=True):
            course.add(result)
    return report_of(course)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games-of", nargs="+", choices=GAMES, default=GAMES, metavar="GAME")
    parser.add_argument("--bots", nargs="+", choices=ABOUT, default=list(ABOUT), metavar="BOT")
    parser.add_argument("--players", nargs="+", type=int, metavar="NUMBER", help="of these tables alone")
    parser.add_argument("--games", type=int, default=400, help="of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="play what is there, too")
    asked = parser.parse_args()
    for bot in asked.bots:
        for name in asked.games_of:
            for options in load(name).variants:
                file = file_of(name, options, bot)
                if file.exists() and not asked.again:
                    continue
                if asked.players and options["players"] not in asked.players:
                    continue
                report = played(name, options, bot, asked.games, asked.seed, asked.workers, file.stem)
                title = bot.replace("level", "level ").capitalize()
                entry = {"agent": bot, "title": title, "by": "Bauboom", "about": ABOUT[bot], "result": report}
                file.write_bytes(msgspec.json.format(msgspec.json.encode(entry), indent=1) + b"\n")
                Console().print(f"{file.stem}: {report.pairs[0].ahead:.1%} ahead")


if __name__ == "__main__":
    main()
