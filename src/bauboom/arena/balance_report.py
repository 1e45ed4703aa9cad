"""The balance lab's figures for people: a few sentences, tables for the terminal, a page with plots."""

from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table

from bauboom.analysis.plots import Point, bars, lines, page, shown, spread, table
from bauboom.core.svg import plain

from .balance import MEASURES, BalanceReport, Difference, Figure, SeatStanding, Stage, Variant

RANKS = ("leader", "second", "third", "fourth", "fifth", "sixth")


def told(figure: Figure, unit: str = "", sign: bool = False) -> str:
    """A figure in words."""
    is_whole = figure.low == figure.high and float(figure.value).is_integer()
    text = shown(figure.value, unit, 0.001 if unit else 1.0 if is_whole else 0.1 if abs(figure.value) >= 10 else 0.01)
    return f"+{text}" if sign and figure.value > 0 else text


def interval(figure: Figure) -> str:
    return f"{shown(figure.low, '%', 0.001).removesuffix(' %')} – {shown(figure.high, '%', 0.001)}"


def headline(report: BalanceReport) -> str:
    options = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in report.options.items())
    return f"{report.title} ({options})"


def caution(report: BalanceReport) -> str:
    """What the figures are not."""
    return (
        f"These are figures of games between {report.bot} bots, the same on every seat, not of games between people. "
        f"{report.claims} differences were looked at. One is called real only if chance, with all of them in mind, "
        "would bring even a single one like it in fewer than one report of twenty. What is not real may still be true, "
        "but too small for this many games to show."
    )


def sentences(report: BalanceReport) -> list[str]:
    """What the figures say, the answers to the usual questions first."""
    found = [_about_starting(report), _about_seats(report)]
    if report.stages:
        found.append(_about_stages(report))
    base, *others = report.variants
    alike = [variant for variant in others if variant.options["players"] == base.options["players"]]
    return found + [_about_variant(base, variant) for variant in alike]


def _about_starting(report: BalanceReport) -> str:
    first, best = report.places[0], max(report.places, key=lambda place: place.share.value)
    even = shown(report.even, "%", 0.001)
    text = f"The player who begins wins {told(first.share, '%')} of the games, where {even} would be even: "
    if first.edge.real:
        text += "an advantage that is real." if first.edge.value > 0 else "a disadvantage that is real."
    else:
        text += "no difference that chance could not bring."
    if best.edge.real and best is not first:
        text += f" The best place is the {best.name} in the order of the first turn, with {told(best.share, '%')}."
    return text


def _about_seats(report: BalanceReport) -> str:
    if not any(seat.edge.real for seat in report.seats):
        return f"No seat is better than another, as far as {report.games:,} games can tell."
    real = ", ".join(f"{seat.name} {told(seat.share, '%')}" for seat in report.seats if seat.edge.real)
    return f"Where you sit matters, whoever begins: {real} of the wins."


def _about_stages(report: BalanceReport) -> str:
    middle = report.stages[(len(report.stages) - 1) // 2]
    text = f"The player who leads after {report.clock} {middle.at} wins {told(middle.wins[0], '%')} of the games, "
    return text + f"the one in last place {told(middle.wins[-1], '%')}."


def _about_variant(base: Variant, variant: Variant) -> str:
    real = [
        f"{MEASURES[key][0]} {told(variant.measures[key], MEASURES[key][1], key == 'starter')}"
        f" instead of {told(base.measures[key], MEASURES[key][1], key == 'starter')}"
        for key, difference in variant.differences.items()
        if difference.real
    ]
    return f"With {variant.name}: {'; '.join(real) or 'nothing that is really different'}."


def print_report(report: BalanceReport, console: Console) -> None:
    """Tables and sentences for a terminal."""
    console.print(headline(report), style="bold", highlight=False)
    console.print(
        f"{report.games:,} games of {report.bot} bots for each set of options, seed {report.seed}\n", highlight=False
    )
    for title, kind, standings in (("The seat", "seat", report.seats), ("Who begins", "place", report.places)):
        columns = _standing_columns(kind, standings)
        seats = _rich(title, columns)
        for standing in standings:
            seats.add_row(*_standing_cells(standing, columns))
        console.print(seats)
    if report.stages:
        ranks = RANKS[: len(report.seats)]
        stages = _rich(
            f"By {report.clock}", [report.clock, "games", *(f"{rank} wins" for rank in ranks), "first to last"]
        )
        for stage in report.stages:
            stages.add_row(*_stage_cells(stage))
        console.print(stages)
    if len(report.variants) > 1:
        options = _rich("Options", ["", *(variant.name for variant in report.variants)])
        for cells in _measure_rows(report):
            options.add_row(*cells)
        console.print(options)
        console.print("* really different from the first column\n", style="dim")
    for sentence in sentences(report):
        console.print(f"• {sentence}", highlight=False)
    console.print(f"\n{caution(report)}", style="dim", highlight=False)


def _rich(title: str, columns: list[str]) -> Table:
    result = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for i, column in enumerate(columns):
        result.add_column(column, justify="right" if i else "left")
    return result


def _standing_columns(kind: str, standings: list[SeatStanding]) -> list[str]:
    columns = [kind, "win share", "95 %", "against even", "real?", "mean points", "± 95 %"]
    return columns + (["begins"] if any(standing.begins for standing in standings) else [])


def _standing_cells(standing: SeatStanding, columns: list[str]) -> list[str]:
    share, edge, points = standing.share, standing.edge, standing.points
    cells = [standing.name, told(share, "%"), interval(share), told(edge, "%", sign=True), "yes" if edge.real else "–"]
    cells += [told(points), f"{(points.high - points.low) / 2:.2f}"]
    return [*cells, ", ".join(map(str, standing.begins)) or "–"][: len(columns)]


def _stage_cells(stage: Stage) -> list[str]:
    gap = stage.points[0].value - stage.points[-1].value
    return [str(stage.at), f"{stage.games:,}", *(told(figure, "%") for figure in stage.wins), f"{gap:.1f}"]


def _measure_rows(report: BalanceReport) -> Iterator[list[str]]:
    for key, (label, unit) in MEASURES.items():
        if key in report.variants[0].measures:
            cells = []
            for variant in report.variants:
                figure, difference = variant.measures.get(key), variant.differences.get(key)
                text = "" if figure is None else told(figure, unit, key == "starter")
                cells.append(text + ("*" if difference is not None and difference.real else ""))
            yield [label, *cells]


def html(report: BalanceReport) -> str:
    """The report as one page with plots."""
    lead = (
        f"{report.games:,} games of {report.bot} bots for each set of options, seed {report.seed}.\n\n{caution(report)}"
    )
    points = "".join(f"<li>{plain(sentence)}</li>" for sentence in sentences(report))
    sections: list[tuple[str, ...]] = [("In short", "", f"<ul>{points}</ul>")]
    sections.append(_standing_section(report, "The seat", "Who sits where, whoever begins.", "seat", report.seats))
    order = "Places in the order of play, as it is when the game begins."
    if report.places[0].begins:
        order += f" The last column says which {report.clock}s a place begins."
    sections.append(_standing_section(report, "Who begins", order, "place", report.places))
    if report.stages:
        sections.append(_stage_section(report))
    if len(report.variants) > 1:
        sections.append(_option_section(report))
    return page(f"Balance of {headline(report)}", sections, lead)


def _standing_section(
    report: BalanceReport, title: str, text: str, kind: str, standings: list[SeatStanding]
) -> tuple[str, ...]:
    even = f"even: {shown(report.even, '%', 0.001)}"
    shares = [(s.name, s.share.value, s.share.low, s.share.high) for s in standings]
    points = [(s.name, s.points.value, s.points.low, s.points.high) for s in standings]
    columns = _standing_columns(kind, standings)
    return (
        title,
        text,
        bars(f"Share of wins by {kind}", shares, mark=report.even, mark_label=even, zero=False),
        bars(f"Mean points by {kind}", points, unit="", zero=False),
        table(columns, [_standing_cells(standing, columns) for standing in standings]),
    )


def _stage_section(report: BalanceReport) -> tuple[str, ...]:
    ranks = RANKS[: len(report.seats)]
    wins = {
        rank: [(stage.at, stage.wins[i].value, stage.wins[i].low, stage.wins[i].high) for stage in report.stages]
        for i, rank in enumerate(ranks)
    }
    least = min(0, *(min(counts) for counts in report.final_points))
    points = {rank: [_around(stage, i, least) for stage in report.stages] for i, rank in enumerate(ranks)}
    text = (
        "How often who is first, second and so on in points then goes on to win, and how far points lie apart. "
        "The bands of the points hold about two thirds of the games; those of the wins are 95 % intervals."
    )
    if any(stage.games < report.games for stage in report.stages):
        text += " Some games end early: a row is about those that came so far."
    gaps = [f"{rank} wins" for rank in ranks]
    return (
        f"By {report.clock}",
        text,
        lines("Chances of winning", report.clock, "share of wins", wins, "%", report.even, (0, 1)),
        lines("Points", report.clock, "mean points", points),
        spread("Points at the end", list(zip(ranks, report.final_points, strict=True)), x_label="points"),
        table([report.clock, "games", *gaps, "first to last"], [_stage_cells(stage) for stage in report.stages]),
    )


def _around(stage: Stage, rank: int, least: int) -> Point:
    """The mean points of a rank, and where they are in most games; nobody has fewer than the least."""
    mean, deviation = stage.points[rank].value, stage.deviations[rank]
    return stage.at, mean, max(mean - deviation, least), mean + deviation


def _option_section(report: BalanceReport) -> tuple[str, ...]:
    names = [variant.name for variant in report.variants]
    plots = []
    for key, (label, unit) in MEASURES.items():
        rows = [(v.name, (f := v.measures[key]).value, f.low, f.high) for v in report.variants if key in v.measures]
        if any(_is_real(variant.differences.get(key)) for variant in report.variants):
            plots.append(bars(label[0].upper() + label[1:], rows, unit, zero=False))
    text = (
        "One thing changed at a time, or as little as the rules allow; for other numbers of players, what is nearest. "
        "An asterisk marks what is really different from the first column, and only such things have a plot."
    )
    return ("Options", text, table(["", *names], _measure_rows(report)), *plots)


def _is_real(difference: Difference | None) -> bool:
    return difference is not None and difference.real
