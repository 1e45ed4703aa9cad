"""Commands that count and measure: simulate, balance, dataset, bench."""

from __future__ import annotations

import sys
import time
from argparse import BooleanOptionalAction
from pathlib import Path
from typing import TYPE_CHECKING

from .command import GAME, GameChoice, command
from .options import JSON, WORKERS, count, file, option, seed
from .output import append_whole, check_new, patient_interrupt, progress_bar, remark, say, write_new

if TYPE_CHECKING:
    from bauboom.arena.simulate import Totals


@command(
    GAME,
    count("--games", 1, 10**12, default=1000, help="How many games; %(default)s by default."),
    seed(help="The same seed gives the same games."),
    option("--bots", default="random", help="One simple bot for all seats, or one for each: greedy,random."),
    file("--records", "FILE.jsonl", help="Write every game to a new file."),
    WORKERS,
)
def simulate(game: GameChoice, games: int, seed: int, bots: str, records: Path | None, workers: int | None) -> int:
    """Let bots play many games, and count.

    Gives mean scores and win shares by seat with 95 % intervals, and the length of games. The same seed gives the same
    games on any number of cores.

      bauboom simulate GAME --games 100000
      bauboom simulate GAME --players 2 --bots greedy,random --games 200
      bauboom simulate GAME --games 500 --records games.jsonl
    """
    from bauboom.arena.simulate import Totals
    from bauboom.arena.simulate import records as records_of
    from bauboom.arena.simulate import simulate as chunks_of
    from bauboom.bots.simple import seat_bots

    played = game.load()
    names = seat_bots([name.strip() for name in bots.split(",")], played.seats)
    check_new(records)
    totals = Totals(played, names)
    begun = time.perf_counter()
    with patient_interrupt() as interrupted, progress_bar("games", games) as advance:
        sink = records.open("xb", buffering=0) if records is not None else None
        try:
            for chunk in chunks_of(played, names, games, seed, workers, keep_moves=sink is not None):
                if sink is not None:
                    seats = [f"bot:{name}" for name in names]
                    append_whole(sink, b"".join(r.encode() + b"\n" for r in records_of(played, chunk, seats)))
                totals.add(chunk)
                advance(len(chunk.lengths))
                if interrupted():
                    break
        finally:
            if sink is not None:
                sink.close()
    print_totals(totals, time.perf_counter() - begun)
    return interrupted_after(totals.games, games)


def interrupted_after(played: int, wanted: int) -> int:
    """Say so if fewer games were played than were wanted; the exit status."""
    if played == wanted:
        return 0
    remark(f"Interrupted after {played} of {wanted} games; the figures are of those.")
    return 130


def print_totals(totals: Totals, seconds: float) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{totals.games:,} games of {totals.game!r}", box=box.SIMPLE_HEAD, title_justify="left")
    for column in ("seat", "bot", "mean score", "± 95 %", "win share", "95 % interval"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for seat, bot in enumerate(totals.bots):
        points, half = totals.mean_points(seat)
        share, low, high = totals.win_share(seat)
        table.add_row(str(seat), bot, f"{points:.2f}", f"{half:.2f}", f"{share:.1%}", f"{low:.1%} – {high:.1%}")
    console = Console(width=None if sys.stdout.isatty() else 100)
    console.print(table)
    total, least, most = totals.lengths
    console.print(f"Game length: {total / totals.games:.1f} actions, chance included (from {least} to {most}).")
    if sys.stdout.isatty():
        console.print(f"{total / seconds:,.0f} actions per second.", style="dim")


@command(
    GAME,
    count("--games", 100, 10**9, default=4000, help="How many games for each set of options; %(default)s by default."),
    seed(help="The same seed gives the same figures."),
    option("--bots", default="greedy", help="The bot on every seat: greedy or random."),
    WORKERS,
    file("--out", "FILE.html", help="Write a page with plots to a new file."),
    JSON,
)
def balance(
    game: GameChoice, games: int, seed: int, bots: str, workers: int | None, out: Path | None, json: bool
) -> int:
    """Study how fair and how exciting a game is.

    What is a seat worth, and beginning? What does each option change: length, points, ties, how early it is decided?
    How do points and chances spread during the game? The same bot plays on every seat, and every set of options that
    differs from yours by one thing is played too. Figures are of bots, not of people; docs/balance.md says more.

      bauboom balance GAME --players 3
      bauboom balance GAME --players 3 --games 20000 --out balance.html
      bauboom balance GAME --json > figures.json
    """
    import msgspec
    from rich.console import Console

    from bauboom.arena.balance import alternatives, check_balance_bot
    from bauboom.arena.balance import balance as study
    from bauboom.arena.balance_report import html, print_report

    studied = game.load()
    check_balance_bot(bots)
    check_new(out, ".html")
    total = games * (1 + len(alternatives(studied)))
    with patient_interrupt() as interrupted, progress_bar("games", total) as advance:
        report = study(studied, bots, games, seed, workers, advance, interrupted)
    if out is not None:
        write_new(out, html(report))
    if json:
        say(msgspec.json.encode(report).decode())
    else:
        print_report(report, Console(width=None if sys.stdout.isatty() else 120))
    if out is not None:
        remark(f"{out} written")
    return interrupted_after(sum(variant.games for variant in report.variants), total)


@command(
    GAME,
    count("--games", 1, 10**9, default=1000, help="How many games; %(default)s by default."),
    seed(help="The same seed gives the same games."),
    option("--bots", default="level5", help="One for all seats (%(default)s), or one for each: level5,level3."),
    file("--out", "FOLDER", required=True, help="Where the data set is made; the same again goes on from there."),
    count("--part", 1, 10**6, default=1000, help="How many games go into a file; %(default)s by default."),
    WORKERS,
)
def dataset(game: GameChoice, games: int, seed: int, bots: str, out: Path, part: int, workers: int | None) -> int:
    """Make a data set of bots' games, as records and as columns.

    The folder has a part for every so many games: a file of records (.jsonl.gz) and one of arrays for NumPy (.npz). The
    same command goes on after an interruption, and makes the data set longer with more --games; the same seed gives the
    same files on any number of cores, and SHA256SUMS proves it. More in docs/datasets.md.

      bauboom dataset GAME --games 100000 --out games
      bauboom dataset GAME --players 2 --bots level3 --games 100000 --out quickly
    """
    from contextlib import closing

    from bauboom.arena import dataset as made

    plan = made.plan(game.load(), [name.strip() for name in bots.split(",")], seed, part)
    made.open_folder(out, plan, games)
    parts = made.missing(out, plan, games)
    done = games - sum(number for _, number in parts)
    try:
        with closing(made.make(out, plan, parts, workers)) as sizes, progress_bar("games", games) as advance:
            advance(done)
            for size in sizes:
                done += size
                advance(size)
    except KeyboardInterrupt:
        remark(f"Interrupted after {done} of {games} games; the same command goes on from there.")
        return 130
    say(f"{games:,} games in {out}, sha256 of {made.SUMS}: {made.sums(out)}")
    return 0


@command(GAME, JSON, option("--start", action=BooleanOptionalAction, default=True, help="Measure starting, too."))
def bench(game: GameChoice, json: bool, start: bool) -> None:
    """Measure how fast a game is on this machine."""
    import msgspec

    from bauboom.benchmark import lines, measure

    figures = measure(game.load(), start)
    say(msgspec.json.encode(figures).decode() if json else "\n".join(lines(figures)))
