"""`bauboom puzzles`: positions with one clearly best decision, out of games."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial
from itertools import count as counting
from pathlib import Path
from typing import TYPE_CHECKING

from bauboom.core.errors import OptionError

from .command import GAME, GameChoice, command
from .options import WORKERS, count, file, option, seed
from .output import progress_bar, remark, say

if TYPE_CHECKING:
    from bauboom.analysis.puzzles import Job, Looked, Progress
    from bauboom.core.game import Game


@command(
    GAME,
    file("--from", "FILE.jsonl", dest="origin", help="Records to look for puzzles in; otherwise bots play."),
    option("--from-server", metavar="FILE|URL", dest="database", help="A server's database: games that may be used."),
    file("--out", "FILE.jsonl", required=True, help="Where puzzles are added, one a line; the same again goes on."),
    count("--count", 1, 10**6, default=1000, help="How many puzzles at least; %(default)s by default."),
    seed(help="The same seed gives the same puzzles."),
    WORKERS,
)
def puzzles(
    game: GameChoice,
    origin: Path | None,
    database: str | None,
    out: Path,
    count: int,
    seed: int,
    workers: int | None,
) -> int:
    """Find positions in which one decision is clearly the best.

    Bots of all levels play, or --from names records. Every decision is searched from what its seat could see. In a
    puzzle the best action leads every other one by at least 5 points of win chance and 4 standard errors, and a deeper
    search with another seed has found the same.

      bauboom puzzles GAME --out puzzles.jsonl                      from games of bots, in all variants
      bauboom puzzles GAME --players 2 --count 50 --out two.jsonl
      bauboom puzzles GAME --from games.jsonl --out puzzles.jsonl   from your own games
      bauboom puzzles GAME --from-server bauboom.db --out puzzles.jsonl

    Of a server, only finished games are used in which every person has agreed to that, and no names.
    The same seed gives the same puzzles on any number of cores. Ctrl-C stops at once; the same command goes on where it
    stopped, also with a larger --count (FILE.jsonl.progress says how far it came). More in docs/puzzles.md.
    """
    from bauboom.analysis.puzzles import Progress, described, look_at
    from bauboom.arena.processes import side_by_side

    if origin is not None and database is not None:
        raise OptionError("--from and --from-server do not go together")
    games = variants(game)
    jobs = from_records(origin) if origin is not None else from_bots()
    place = origin.name if origin is not None else "a server" if database is not None else None
    kept = Progress.open(out, described(games, seed, place))
    if database is not None:
        jobs = from_server(database, games[0], kept)
    cores, wanted = workers or os.cpu_count() or 1, kept.puzzles
    look = partial(look_at, games, seed)
    rest = (job for job in jobs if job.number >= kept.games)
    made = map(look, rest) if cores == 1 else side_by_side(look, rest, cores, "try fewer --workers; the same goes on")
    try:
        with (
            kept,
            closing(in_order(iter(made), kept.games)) as results,
            progress_bar("puzzles", count, rate=True) as advance,
        ):
            advance(min(wanted, count))
            for looked in results if kept.puzzles < count else ():
                if looked.problem:
                    remark(f"{origin}:{looked.line}: {looked.problem}" if origin else looked.problem)
                advance(kept.add(looked))
                if kept.puzzles >= count:
                    break
    except KeyboardInterrupt:
        remark(f"Interrupted; {out} has {kept.told()}. The same command goes on from there.")
        return 130
    if origin is not None and not kept.games:
        raise OptionError(f"{origin}: no records in there")
    if database is not None and not kept.games:
        raise OptionError("there is no finished game of this kind whose players have all agreed")
    say(f"{out}: {kept.told()}")
    if kept.puzzles:
        say(summary(out))
    return 2 if kept.bad else 0


def variants(game: GameChoice) -> list[Game]:
    """All variants of a game that have the options that were typed."""
    first = game.load()
    wanted = {name: first.options[name] for name in game.options if name in first.options}
    all_of_them = (first.of_variant(number) for number in range(len(first.variants)))
    return [one for one in all_of_them if wanted.items() <= one.options.items()]


def from_bots() -> Iterator[Job]:
    from bauboom.analysis.puzzles import Job

    return (Job(number, number, None) for number in counting())


def from_records(path: Path) -> Iterator[Job]:
    """The records of a file; what cannot be read as one is a problem of its line."""
    from bauboom.analysis.puzzles import Job
    from bauboom.core.record import lines

    if path.is_dir() or not path.exists():
        raise OptionError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")

    def each() -> Iterator[Job]:
        with path.open("rb") as source:
            for number, (line, content) in enumerate(lines(source)):
                yield Job(number, line, content)

    return each()


def from_server(database: str, game: Game, kept: Progress) -> Iterator[Job]:
    """The games of a server that may be used and were not looked at before."""
    from bauboom.analysis.puzzles import Job

    from .server import server_libraries

    with server_libraries():
        from bauboom.server.settings import Settings
        from bauboom.server.sharing import shared_games

    found = shared_games(Settings.read({"database": database}), game, set(kept.seen))
    return (Job(number, 0, one.record, one.key) for number, one in enumerate(found, kept.games))


def in_order(results: Iterator[Looked], first: int) -> Generator[Looked, None, None]:
    """Results by their numbers, however they come: so that a file can be gone on with."""
    early: dict[int, Looked] = {}
    try:
        for looked in results:
            early[looked.number] = looked
            while first in early:
                yield early.pop(first)
                first += 1
    finally:
        if close := getattr(results, "close", None):
            close()


def summary(path: Path) -> str:
    """How many puzzles there are of each theme and strength."""
    from bauboom.analysis.puzzles import read

    with path.open("rb") as source:
        all_of_them = list(read(source))
    themes = Counter(puzzle.theme for puzzle in all_of_them)
    ratings = sorted(puzzle.rating for puzzle in all_of_them)
    tenth = [ratings[len(ratings) * share // 10] for share in (1, 5, 9)]
    by_theme = ", ".join(f"{theme} {number}" for theme, number in themes.most_common())
    return f"Themes: {by_theme}. Ratings: {tenth[0]}, {tenth[1]}, {tenth[2]} (a tenth, half, nine tenths are below)."
