"""The report of an analysis: tables for the terminal, a curve, a page, JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from bauboom.core.state import State, View

from . import plots
from .game import Advice, Analysis, Decision, TurningPoint
from .words import in_words, sentences, told

if TYPE_CHECKING:
    from rich.console import RenderableType

SHOWN = 12  # points of the curve in a table, if not all are asked for


@dataclass(frozen=True)
class GameReport:
    """An analysis, and what a report of it needs besides."""

    end: State
    names: Sequence[str]
    analysis: Analysis
    budget: str
    seed: int
    seat: int | None = None  # whose decisions and turning points are reported; None: those of all

    @property
    def title(self) -> str:
        game = self.end.game
        options = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in game.options.items())
        return f"{game.title} ({options})"

    @property
    def effort(self) -> str:
        unit = " a decision" if self.budget.endswith("s") else " simulations a decision"
        return f"{len(self.analysis.decisions)} decisions, {self.budget}{unit}, seed {self.seed}"

    @property
    def turns(self) -> list[TurningPoint]:
        return [turn for turn in self.analysis.turns if self.seat in (None, turn.seat)]

    def story(self, turn: TurningPoint) -> list[str]:
        return sentences(self.end, turn, self.names)


CAUTION = (
    "Chances at a decision are those of the seat on turn: from what it knew, if it does what is best. They come from "
    "simulations of a bot and are estimates; how well it foresees a game is in no figure."
)


def json(report: GameReport) -> bytes:
    """The whole report as JSON."""
    actions = report.end.game.space.actions
    decisions = [
        {
            "step": one.step,
            "seat": one.seat,
            "played": str(actions[one.played]),
            "best": str(actions[one.best]),
            "chances": one.chances,
            "errors": one.errors,
            "after": one.after,
            "loss": one.loss,
            "error": one.error,
        }
        for one in report.analysis.decisions
        if report.seat in (None, one.seat)
    ]
    return msgspec.json.encode(
        {
            "game": report.end.game.name,
            "options": report.end.game.options,
            "seats": report.names,
            "budget": report.budget,
            "seed": report.seed,
            "curve": report.analysis.curve,
            "turns": [{**_plain(turn), "words": report.story(turn)} for turn in report.turns],
            "decisions": decisions,
        }
    )


def _plain(turn: TurningPoint) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(turn)
    return {key: value for key, value in fields.items() if value is not None}


def share(value: float, step: float = 0.01) -> str:
    return plots.shown(value, "%", step)


def tables(report: GameReport, every: bool = False) -> list["RenderableType"]:
    """For a terminal: the curve, or every decision, and the turning points."""
    from rich.text import Text

    parts: list[RenderableType] = [Text(report.title, style="bold"), f"{report.effort}\n"]
    parts.append(_decision_table(report) if every else _curve_table(report))
    parts.append(Text("Turning points", style="bold"))
    for number, turn in enumerate(report.turns, 1):
        first, *rest = report.story(turn)
        parts.append(Text(f" {number}  step {turn.step}: {first}"))
        parts += [Text(f"    {line}") for line in rest]
    if not report.turns:
        parts.append(" none: no decision gave much away, and no luck brought much")
    parts.append(Text(f"\n{CAUTION}", style="dim"))
    return parts


def _curve_table(report: GameReport) -> Any:
    points = report.analysis.curve
    wanted = {round(i * (len(points) - 1) / (SHOWN - 1)) for i in range(SHOWN)} if points else set()
    table = _table("Win chances", ["step", "on turn", *report.names])
    on_turn = {decision.step: report.names[decision.seat] for decision in report.analysis.decisions}
    for i in sorted(wanted):
        step, chances = points[i]
        table.add_row(str(step), on_turn.get(step, "result"), *map(share, chances))
    return table


def _decision_table(report: GameReport) -> Any:
    table = _table("Decisions", ["step", "seat", "played", "better", "lost", "± 95 %", *report.names])
    for one in report.analysis.decisions:
        if report.seat in (None, one.seat):
            table.add_row(*decision_cells(report, one), *map(share, one.chances))
    return table


def decision_cells(report: GameReport, one: Decision) -> list[str]:
    actions = report.end.game.space.actions
    cells = [str(one.step), report.names[one.seat], str(actions[one.played])]
    if one.best == one.played:
        return [*cells, "–", "–", "–"]
    return [*cells, str(actions[one.best]), share(one.loss, 0.001), share(1.96 * one.error, 0.001)]


def advice_tables(view: View, advice: Advice, names: Sequence[str]) -> list["RenderableType"]:
    """For a terminal: the best actions of a position, and why."""
    from rich.text import Text

    assert view.seat is not None
    table = _table(
        f"Best for {names[view.seat]}", ["", "action", "simulations", *(f"{name} wins" for name in names), "points"]
    )
    for number, option in enumerate(advice.options, 1):
        chances = [
            f"{share(chance, 0.001).removesuffix(' %')} ± {share(1.96 * error, 0.001)}"
            for chance, error in zip(option.chances, option.errors, strict=True)
        ]
        pairs = zip(option.scores or (), option.score_errors or (), strict=True)
        points = ", ".join(f"{score:.1f} ± {1.96 * error:.1f}" for score, error in pairs)
        table.add_row(str(number), option.notation, str(option.visits), *chances, points)
    parts: list[RenderableType] = [table]
    for number, option in enumerate(advice.options, 1):
        parts.append(Text(f" {number}  {told(view, option.notation, names)}"))
        parts += [Text(f"    {line}") for line in in_words(view, view.reasons(option.action), names)]
    parts.append(Text("\nPoints are by seat, at the end, if everybody plays on greedily; ± is 95 %.", style="dim"))
    return parts


def _table(title: str, columns: Sequence[str]) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for column in columns:
        table.add_column(
            column, justify="left" if column in ("on turn", "seat", "played", "better", "action") else "right"
        )
    return table


def picture(report: GameReport) -> str:
    """The curve of all seats with its turning points, as SVG."""
    points = [(one.step, one.chances, one.errors) for one in report.analysis.decisions]
    if report.analysis.result is not None:
        points.append((report.analysis.end, report.analysis.result, [0.0] * len(report.names)))
    series: dict[str, list[plots.Point]] = {
        name: [
            (
                step,
                chances[seat],
                max(0.0, chances[seat] - 1.96 * errors[seat]),
                min(1.0, chances[seat] + 1.96 * errors[seat]),
            )
            for step, chances, errors in points
        ]
        for seat, name in enumerate(_distinct(report.names))
    }
    annotations = [(turn.step, f"step {turn.step}: {report.story(turn)[0]}") for turn in report.turns]
    return plots.lines(
        f"Win chances: {report.title}", "step", "share of the win", series, "%", None, (0, 1), annotations
    )


def _distinct(names: Sequence[str]) -> list[str]:
    return [f"{name} ({seat})" if list(names).count(name) > 1 else name for seat, name in enumerate(names)]


def page(report: GameReport) -> str:
    """The whole analysis as a page."""
    turns = [(i, turn.step, " ".join(report.story(turn))) for i, turn in enumerate(report.turns, 1)]
    told_turns = plots.table(["", "step", "what happened"], turns) if turns else ""
    rows = [
        [*decision_cells(report, one), *map(share, one.chances)]
        for one in report.analysis.decisions
        if report.seat in (None, one.seat)
    ]
    columns = ["step", "seat", "played", "better", "lost", "± 95 %", *report.names]
    sections = [
        ("", "", picture(report)),
        ("Turning points", "" if turns else "No decision gave much away, and no luck brought much.", told_turns),
        ("Decisions", "The chances of all seats, if the best is played.", plots.table(columns, rows)),
    ]
    return plots.page(
        f"Analysis: {report.title}", sections, f"{', '.join(report.names)}. {report.effort}.\n\n{CAUTION}"
    )
