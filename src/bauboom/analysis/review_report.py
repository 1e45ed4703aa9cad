"""The report of a review: tables for the terminal, a page, JSON."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from bauboom.core.state import State

from . import plots
from .review import Effort, Review, SeatReview
from .words import extent_told, moment_told, percent, rate_told

if TYPE_CHECKING:
    from rich.console import RenderableType

COLUMNS = ["seat", "result", "chance", "hidden cards", "place", "others", "own"]
CAUTION = (
    "Points of win chance, less the fair share: result = chance + hidden cards + place + others + own. A judge that "
    "plays on for a few decisions and then forecasts says what every position was worth; ± is 95 %, and how well it "
    "foresees a game is in no figure."
)


@dataclass(frozen=True)
class ReviewReport:
    """A review, and what a report of it needs besides."""

    end: State
    names: Sequence[str]
    review: Review
    effort: Effort
    seed: int

    @property
    def title(self) -> str:
        game = self.end.game
        options = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in game.options.items())
        return f"{game.title} ({options})"

    @property
    def sums(self) -> list[list[str]]:
        """Where each result came from, as cells of a table."""
        return [self._cells(seat) for seat in range(self.end.game.seats)]

    def _cells(self, seat: int) -> list[str]:
        sums = self.review.ledger.sums(seat)
        plain = [percent(number) for number in (sums.result, sums.chance, sums.hidden, sums.place)]
        doubtful = [(sums.others, sums.others_error), (sums.own, sums.own_error)]
        return [self.names[seat], *plain, *(f"{percent(number)} ± {196 * error:.1f}" for number, error in doubtful)]

    def moments(self, one: SeatReview) -> list[list[str]]:
        """The key moments of a seat, each in sentences."""
        return [moment_told(self.end, one.seat, moment, self.names) for moment in one.moments]


def data(report: ReviewReport) -> dict[str, Any]:
    """The whole report as plain data."""
    game, found = report.end.game, report.review
    seats = [
        {
            **{"seat": one.seat, "name": report.names[one.seat], "sums": asdict(one.sums), "rate": asdict(one.rate)},
            "moments": [
                {**asdict(moment), "words": words}
                for moment, words in zip(one.moments, report.moments(one), strict=True)
            ],
            "decisions": [
                {
                    **{"step": each.step, "played": str(game.space.actions[each.played])},
                    **{"best": str(game.space.actions[each.best]), "gap": each.gap},
                    **{"error": each.error, "stake": each.stake},
                }
                for each in one.decisions
            ],
        }
        for one in found.seats
    ]
    return {
        **{"format": "bauboom-review/1", "game": game.name, "options": dict(game.options), "names": list(report.names)},
        **{"seed": report.seed, "effort": asdict(report.effort), "notes": extent_told(found)},
        **{"ledger": asdict(found.ledger), "seats": seats},
    }


def json(report: ReviewReport) -> bytes:
    return msgspec.json.encode(data(report))


def tables(report: ReviewReport) -> list["RenderableType"]:
    """For a terminal: where the results came from, and each seat's rate and key moments."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    ledger = Table(title="Where it came from", box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for column in COLUMNS:
        ledger.add_column(column, justify="left" if column == "seat" else "right")
    for cells in report.sums:
        ledger.add_row(*cells)
    parts: list[RenderableType] = [Text(report.title, style="bold"), ledger]
    for one in report.review.seats:
        parts += [Text(report.names[one.seat], style="bold"), Text(f" {rate_told(one.rate)}")]
        for moment, (first, *rest) in zip(one.moments, report.moments(one), strict=True):
            parts.append(Text(f" step {moment.step}: {first}"))
            parts += [Text(f"    {line}") for line in rest]
        if not one.moments:
            parts.append(Text(" No key moments: no decision surely gave much away, and no luck brought much."))
    parts += [Text(note) for note in extent_told(report.review)]
    parts.append(Text(f"\n{CAUTION}", style="dim"))
    return parts


def page(report: ReviewReport) -> str:
    """The whole review as a page."""
    sections = [("Where it came from", "", plots.table(COLUMNS, report.sums))]
    for one in report.review.seats:
        rows = [(moment.step, " ".join(words)) for moment, words in zip(one.moments, report.moments(one), strict=True)]
        told = plots.table(["step", "what happened"], rows) if rows else ""
        sections.append((report.names[one.seat], rate_told(one.rate), told))
    notes = "\n\n".join([", ".join(report.names) + ".", *extent_told(report.review), CAUTION])
    return plots.page(f"Review: {report.title}", sections, notes)
