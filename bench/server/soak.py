"""Soak: the games of a day, one after the other as fast as they go, and what the server holds when nobody is there.

People play, watch, talk, take back, lose connections, bring records, look at games and lists, try puzzles, make
accounts and delete them. After each round all go, and the server counts its memory, open files, tasks, threads and
objects. After a third of the rounds, when what is remembered of the last ones is full, nothing of that may grow.

    python bench/server/soak.py                        # twelve rounds of 100 games
    python bench/server/soak.py --rounds 24 --games 500
    python bench/server/soak.py --hoards               # a server that keeps every table, to see what that looks like
"""

import argparse
import contextlib
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.server.nursery import Nursery, QuickServer
from tests.server.play import run
from tests.server.soak import SETTINGS, soak

MOST = {"objects": 50.0, "blocks": 400.0}  # that may be held more for each game, a tenth of what a kept table takes
WEEK = 7 * 86_400  # seconds after which a run is given up
MEMORY = 0.1  # of it, by which it may grow after the first third


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--games", type=int, default=100, help="in each round")
    parser.add_argument("--hoards", action="store_true", help="the server keeps what it should let go")
    parser.add_argument("--seed", type=int, default=1)
    given, out, begun = parser.parse_args(), Console(), time.monotonic()
    if given.rounds < 3 or given.games < 1:
        parser.error("there are three rounds of one game at least")
    shown, counted = Table(box=None), ("memory", "objects", "blocks", "files", "tasks", "threads")
    for title in ("games", *counted):
        shown.add_column(title, justify="right")

    bar = Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=Console(stderr=True), transient=True)
    task = bar.add_task("games", total=given.rounds * given.games)

    def told(number, held):
        shown.add_row(f"{number * given.games:,}", *(f"{getattr(held, what):,}" for what in counted))
        bar.console.print(f"round {number}: {held}")

    def played(games):
        bar.update(task, completed=games)

    try:
        with tempfile.TemporaryDirectory() as place, contextlib.closing(Nursery()) as nursery, bar:
            folder, answers = Path(place), Path(place) / "held"
            inside = ["soak", str(answers), given.hoards]
            with QuickServer(nursery, str(folder / "bauboom.db"), folder, inside=inside, **SETTINGS) as server:
                result = run(soak(server, answers, given.rounds, given.games, given.seed, told, played), WEEK)
                server.stop()
    except KeyboardInterrupt:
        out.print(shown)
        out.print(f"stopped after {time.monotonic() - begun:.0f} s and {bar.tasks[0].completed:,.0f} games")
        sys.exit(130)
    out.print(shown)
    many = ", ".join(f"{count:,} {what}" for what, count in result.events.items())
    out.print(f"{many} in {time.monotonic() - begun:.0f} s")
    grown = {what: result.growth(what) for what in counted}
    first, last = result.rounds[given.rounds // 3].memory, result.rounds[-1].memory
    out.print(
        f"memory after the first third {first / 1e6:.1f} MB, at the end {last / 1e6:.1f} MB ({last / first - 1:+.1%})"
    )
    out.print("more for each game since then: " + ", ".join(f"{grown[what]:,.2f} {what}" for what in counted))
    bad = [what for what, most in MOST.items() if grown[what] > most]
    bad += [what for what in ("files", "tasks", "threads") if grown[what] * given.games > 1]
    bad += ["memory"] if last > first * (1 + MEMORY) else []
    out.print(f"growing: {', '.join(bad)}" if bad else "nothing grows")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
