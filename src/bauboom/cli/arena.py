"""`bauboom arena`: bots play each other."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from bauboom.games import load

from .command import GAME, GameChoice, command
from .options import count, file, flag, option, seed
from .output import print_all, progress_bar, remark, replace_file, say

if TYPE_CHECKING:
    from bauboom.arena.match import Ledger
    from bauboom.arena.tally import Course


def ray_address(text: str) -> str:
    """Where a cluster is, as it was typed after --ray; the word could as well have been meant for something else."""
    if text in ("auto", "local") or ":" in text:
        return text
    raise ArgumentTypeError(f"{text[:40]!r} is no address; name host:port or auto, or put --ray last")


@command(
    GAME,
    option("--bots", required=True, help="Who plays: two bots or more, as in greedy,random; agents of your own too."),
    count("--games", 1, 10**9, default=400, help="How many games at most; rounded up to whole deals."),
    seed(help="The same seed gives the same deals."),
    flag("--all", dest="play_all", help="Play all games, even when it is settled who is better."),
    flag("--luck", help="Also tell win shares less what chance brought, as the game's network sees it; slower."),
    file("--out", "FOLDER", help="Keep every game and the report here; the same again goes on from there."),
    flag("--json", help="Show the result as JSON."),
    count("--workers", 1, 1024, help="Games at the same time; one where bots think for a time."),
    count("--limit", 1, 3600, default=10, help="Seconds for a decision of an agent; %(default)s by default."),
    count("--threads", 1, 1024, help="Cores that a bot may think with; all, if it thinks for a time."),
    option(
        *("--ray",), nargs="?", metavar="ADDRESS", type=ray_address, const=os.environ.get("RAY_ADDRESS") or "local",
        help="Play on a Ray cluster; without an address, one of this machine.",
    ),
)  # fmt: skip
def arena(
    game: GameChoice,
    bots: str,
    games: int,
    seed: int,
    play_all: bool,
    luck: bool,
    out: Path | None,
    json: bool,
    workers: int | None,
    limit: int,
    threads: int | None,
    ray: str | None,
) -> int:
    """Let bots play each other, and say which one is better.

    All bots get the same luck: each deal is played with every bot on every seat. As many bots as seats are one
    line-up; of more bots, all combinations play; with fewer, each plays alone against every other on all other seats.
    A bot may be named several times if exactly the seats of a table are named. Without --players, as many play as
    bots are named, if the game allows.

      bauboom arena GAME --bots greedy,random                      two at a table
      bauboom arena GAME --bots greedy,random --players 4          one against three, both ways
      bauboom arena GAME --bots greedy,random,random,random        one against three
      bauboom arena GAME --bots greedy,random --out match --all    keep it: match/report.html
      bauboom arena GAME --bots my_bots.py:Careful,greedy          a class of your own
      bauboom arena GAME --bots onnx:net.onnx,greedy               a network
      bauboom arena GAME --bots "program:./my-bot",greedy          a program in any language

    It stops once it is clear, for every pair of bots, which one wins more (95 % sure of all pairs together, however
    often you look). For exact win shares play on with --all. Ctrl-C stops at once; with --out, the same command goes on
    later, also with more --games.

    The same seed gives the same result on any number of cores and machines; but bots that think for a time (as in 1s)
    play better on faster machines, and never the same twice. More in docs/arena.md; how to write an agent is in
    docs/agents.md.
    """
    from bauboom.arena.match import Ledger, plan
    from bauboom.arena.tally import Course

    names = [name.strip() for name in bots.split(",")]
    fits = any(variant["players"] == len(names) for variant in load(game.name).variants)
    played = game.load(**({"players": len(names)} if fits else {}))
    workers, threads = shared_cores(names, workers, threads, ray is not None)
    match = plan(played, names, seed, threads, float(limit), luck)
    deals = -(-games // len(match.seatings))
    ledger = None if out is None else Ledger(out / "games.jsonl", match)
    course = Course(match, deals, not play_all, ledger.results.values() if ledger else ())
    interrupted = False
    try:
        play_course(course, ledger, workers, ray)
    except KeyboardInterrupt:
        interrupted = True
        course.break_off()
    finally:
        if ledger is not None:
            ledger.close()
    if course.tally.deals:
        show_result(course, out, json)
    if interrupted:
        kept = f"the same command goes on from there ({out} keeps all games)" if out else "--out FOLDER would keep them"
        remark(f"Interrupted after {course.tally.deals} of {deals} deals; {kept}.")
        return 130
    return 0


def show_result(course: Course, out: Path | None, json: bool) -> None:
    """The report of a match, on the screen and in its folder."""
    from bauboom.arena.report import page, report_of, tables

    report = report_of(course)
    if out is not None:
        replace_file(out / "result.json", report.json())
        replace_file(out / "report.html", page(report, course).encode())
    if json:
        say(report.json().decode().rstrip())
        return
    print_all(tables(report))
    if out is not None:
        say(f"Games, figures and plots: {out / 'report.html'}")


def shared_cores(bots: list[str], workers: int | None, threads: int | None, on_cluster: bool) -> tuple[int | None, int]:
    """How many games at the same time, and threads for each: bots that think for a time share a core with nobody."""
    from bauboom.bots.agents import is_timed

    cores = os.cpu_count() or 1
    if threads is None:
        threads = max(1, cores // (workers or 1)) if any(map(is_timed, bots)) and not on_cluster else 1
    if workers is None and not on_cluster:
        workers = max(1, cores // threads)
    return workers, threads


def play_course(course: Course, ledger: Ledger | None, workers: int | None, address: str | None) -> None:
    """Play what is missing of a match, until it is finished."""
    from bauboom.arena.cluster import play_on_ray
    from bauboom.arena.match import play_here, play_in_processes

    match, done = course.match, set(ledger.results) if ledger else set()
    missing = course.missing(done)
    if course.is_finished:
        return
    if address is not None:
        results = play_on_ray(match, missing, address, workers)
    elif workers == 1:
        results = play_here(match, missing)
    else:
        results = play_in_processes(match, missing, workers or 1)
    # Ray tells of lost workers on standard output, where only the result belongs
    quiet = redirect_stdout(sys.stderr)
    with quiet, closing(results), progress_bar("games", course.deals * len(match.seatings)) as advance:
        advance(sum(number < course.deals * len(match.seatings) for number in done))
        for result in results:
            if ledger is not None:
                ledger.add(result)
            course.add(result)
            advance(1)
            if course.is_finished:
                return
