"""What came of a match, as a table for the terminal, as JSON, and as a page with plots."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from bauboom.analysis import plots

from .tally import BotStanding, Course, Pair

if TYPE_CHECKING:
    from rich.console import RenderableType


class MatchReport(msgspec.Struct, frozen=True):
    """All figures of a match. The same seed gives the same figures, apart from how long bots thought."""

    match: dict[str, Any]
    games: int
    deals: int
    planned_deals: int
    settled: bool
    standings: list[BotStanding]
    pairs: list[Pair]
    seconds_per_decision: dict[str, float]
    faults: dict[str, dict[str, int]]  # by bot and kind: how often an agent failed and a decision was drawn for it
    said: dict[str, str] = {}  # by bot: what one of its faults was

    def json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"


def report_of(course: Course) -> MatchReport:
    tally = course.tally
    return MatchReport(
        match=course.match.description,
        games=tally.games,
        deals=tally.deals,
        planned_deals=course.deals,
        settled=tally.is_settled,
        standings=tally.standings(),
        pairs=tally.pairs(),
        seconds_per_decision={name: round(value, 6) for name, value in tally.seconds_per_decision().items()},
        faults={name: dict(kinds) for name, kinds in tally.faults.items() if kinds},
        said=tally.said,
    )


HEAD = ("bot", "games", "win share", "95 % interval", "points ahead", "rating", "a decision")
LUCKLESS = "less luck"  # a column after the interval, where luck was weighed
PAIR_HEAD = ("pair", "games", "first ahead", "95 % interval", "points ahead", "wins more")


def head(report: MatchReport) -> tuple[str, ...]:
    """What the columns of the standings are."""
    return (*HEAD[:4], LUCKLESS, *HEAD[4:]) if "luck" in report.match else HEAD


def rows(report: MatchReport) -> list[tuple[str, ...]]:
    """The standings in words."""
    return [
        (
            row.bot,
            f"{row.games:,}",
            *_share(row.share, row.share_low, row.share_high),
            *_luckless(row),
            _within(f"{row.lead:+.1f}", row.lead_half, 1),
            _within(f"{row.rating:.0f}", row.rating_half, 0),
            _duration(report.seconds_per_decision[row.bot]),
        )
        for row in report.standings
    ]


def pair_rows(report: MatchReport) -> list[tuple[str, ...]]:
    """The pairs in words."""
    return [
        (
            " – ".join(pair.bots),
            f"{pair.games:,}",
            *_share(pair.ahead, pair.ahead_low, pair.ahead_high),
            _within(f"{pair.lead:+.1f}", pair.lead_half, 1),
            pair.better or "not settled",
        )
        for pair in report.pairs
    ]


def title(report: MatchReport) -> str:
    options = ", ".join(f"{name}={value}" for name, value in report.match["options"].items())
    return f"{report.match['game']}({options}): {report.games:,} games, {_count(report.deals, 'deal')}"


def verdict(report: MatchReport) -> str:
    """What is settled, in a sentence or two."""
    open_pairs = [" and ".join(pair.bots) for pair in report.pairs if pair.better is None]
    if not open_pairs:
        after = f" after {report.deals} of {report.planned_deals} deals" if report.deals < report.planned_deals else ""
        return f"Settled{after}: for every pair it is known which bot wins more."
    return f"Not settled: {'; '.join(open_pairs)}."


FAULTS = {"crash": "crashed", "late": "was late", "illegal": "gave no legal answer"}


def faults(report: MatchReport) -> str:
    """Which agents failed, and how often; nothing, if none did."""
    said = (
        f"{name} " + ", ".join(f"{FAULTS[kind]} {_count(number, 'time')}" for kind, number in sorted(kinds.items()))
        for name, kinds in report.faults.items()
    )
    lines = "; ".join(said)
    if not lines:
        return ""
    examples = "".join(f" For example, {text}." for text in report.said.values())
    return f"Faults: {lines}. Decisions were drawn at random there, so these figures are not the agent's own.{examples}"


def tables(report: MatchReport) -> list["RenderableType"]:
    """The report for a terminal."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    def table(name: str, head: Sequence[str], body: Sequence[Sequence[str]]) -> Table:
        drawn = Table(title=name, box=box.SIMPLE_HEAD, title_justify="left")
        for i, column in enumerate(head):
            drawn.add_column(column, justify="right" if 0 < i < len(head) - (head is PAIR_HEAD) else "left")
        for row in body:
            drawn.add_row(*row)
        return drawn

    return [
        table(title(report), head(report), rows(report)),
        table("In the games where both sat", PAIR_HEAD, pair_rows(report)),
        *map(Text, filter(None, (verdict(report), faults(report)))),
    ]


def page(report: MatchReport, course: Course) -> str:
    """The report as a page with plots, which needs no other file."""
    even = 1 / len(report.match["seatings"][0])
    standings = report.standings
    win_shares = plots.bars(
        "Win shares, 95 % intervals",
        [(row.bot, row.share, row.share_low, row.share_high) for row in standings],
        "%",
        mark=even,
        mark_label="an even share",
    )
    curves = course.tally.course()
    sections: list[tuple[str, ...]] = [
        ("Result", f"{verdict(report)} {faults(report)}".strip(), plots.table(head(report), rows(report))),
        (
            "Who wins",
            "A win that two share counts half for each. A bot on several seats of a table has a share for each seat.",
            win_shares,
            plots.lines(
                "Win shares as the match went on",
                "deals",
                "win share",
                {row.bot: curves[row.bot] for row in standings},
                "%",
                mark=even,
            ),
        ),
        (
            "By how much",
            "Points more than the mean of the other bots at the table. Ratings are those of Bradley and Terry, from "
            "who came before whom: 400 points are ten to one, and all together have 1500 in the mean.",
            plots.bars(
                "Points ahead of the others", [_around(row.bot, row.lead, row.lead_half) for row in standings], ""
            ),
            plots.bars("Ratings", [_around(row.bot, row.rating, row.rating_half) for row in standings], "", zero=False),
        ),
        (
            "Head to head",
            "How often a seat of the first came before a seat of the second, in games where both sat.",
            plots.bars(
                "Ahead of the other",
                [(" – ".join(pair.bots), pair.ahead, pair.ahead_low, pair.ahead_high) for pair in report.pairs],
                "%",
                mark=0.5,
                mark_label="as good as each other",
            ),
            plots.table(PAIR_HEAD, pair_rows(report)),
        ),
        ("How it was played", _method(report), plots.table(("seat", *_seats(report)), _seatings(report))),
    ]
    return plots.page(f"Arena: {title(report)}", sections, f"Seed {report.match['seed']}.")


def _method(report: MatchReport) -> str:
    seatings = _count(len(report.match["seatings"]), "seating")
    return (
        f"Every deal was played with the {seatings} below, so that everybody had the same luck on the same seats. "
        "Games of one deal are not independent, so all intervals are over deals. They are meant for a number of deals "
        "that is fixed before; after an early stop they flatter the winner a little. “Wins more” is safe however often "
        "one looks: all such verdicts of a match together are wrong in at most 5 of 100 matches."
    )


def _seats(report: MatchReport) -> list[str]:
    return [str(seat) for seat in range(len(report.match["seatings"][0]))]


def _seatings(report: MatchReport) -> list[list[str]]:
    return [[f"game {i + 1}", *seating] for i, seating in enumerate(report.match["seatings"])]


def _share(share: float, low: float, high: float) -> tuple[str, str]:
    return f"{share:.1%}", f"{100 * low:.1f} – {high:.1%}"


def _luckless(row: BotStanding) -> tuple[str, ...]:
    if row.luckless is None or row.luckless_half is None:
        return ()
    return (_within(f"{100 * row.luckless:.1f}", 100 * row.luckless_half, 1) + " %",)


def _within(value: str, half: float, digits: int) -> str:
    """A value with half the width of its interval, if that is known."""
    return value.replace("-", "−") + (f" ± {half:.{digits}f}" if math.isfinite(half) else "")


def _around(name: str, value: float, half: float) -> tuple[str, float, float | None, float | None]:
    return (name, value, value - half, value + half) if math.isfinite(half) else (name, value, None, None)


def _duration(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' if number != 1 else ''}"
