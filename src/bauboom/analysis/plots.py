"""Plots and pages for reports: SVG and HTML as text, which stand alone and run no script.

Everything adapts to light and dark by itself. Series differ by shape as well as by colour, and the colours are told
apart by people who do not see red or green. With the unit "%" values are shares from 0 to 1. `low` and `high` are the
ends of an interval; both may be None.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from bauboom.core.svg import FONT, number, plain, polygon, rect, shortened, tag, words

Row = tuple[str, float, float | None, float | None]  # label, value, low, high
Point = tuple[float, float, float | None, float | None]  # x, y, low, high

WIDTH = 480.0  # small enough to be read on a phone, where it is shown at two thirds
SIZE = 13.0  # of letters
LIGHT = ("#0072b2", "#c8500a", "#00845f", "#a8477f", "#8a6a00", "#5d6470")
DARK = ("#5cb8f0", "#f0894a", "#35c79b", "#e08fbd", "#e0bb3c", "#a9b0bb")
SERIES = len(LIGHT)
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "4 2", "1 2")


def _theme(ink: str, quiet: str, grid: str, paper: str, back: str, colours: Sequence[str]) -> str:
    names = {"ink": ink, "quiet": quiet, "grid": grid, "paper": paper, "back": back}
    names |= {f"c{i}": colour for i, colour in enumerate(colours)}
    return "".join(f"--{name}:{colour};" for name, colour in names.items())


_BRIGHT = _theme("#24262b", "#62666f", "#dcdad2", "#ffffff", "#f6f4ee", LIGHT)
_DIM = _theme("#eceae4", "#a2a6af", "#3b3f48", "#1f2228", "#15171b", DARK)
_THEMES = f"{{{_BRIGHT}}}@media(prefers-color-scheme:dark){{%s{{{_DIM}}}}}"
STYLE = (
    ".plot" + _THEMES % ".plot" + ".plot text{fill:var(--ink)}.plot .quiet{fill:var(--quiet)}"
    ".plot .paper{fill:var(--paper)}.plot .grid{stroke:var(--grid);stroke-width:1}"
    ".plot .axis{stroke:var(--quiet);stroke-width:1}"
    ".plot .mark{stroke:var(--quiet);stroke-width:1.5;stroke-dasharray:4 3}"
    ".plot .whisker{stroke:var(--ink);stroke-width:1.5;fill:none}"
    ".plot .halo{stroke:var(--paper);stroke-width:4;stroke-linejoin:round;paint-order:stroke}"
    + "".join(
        f".plot .f{i}{{fill:var(--c{i})}}.plot .l{i}{{stroke:var(--c{i});stroke-width:2;fill:none}}"
        for i in range(SERIES)
    )
)


def shown(value: float, unit: str = "", step: float = 0.0) -> str:
    """A value in words, as exact as a step of its scale asks for."""
    if unit == "%":
        value, step = value * 100, step * 100
    digits = 1 if step <= 0 else max(0, min(3, -math.floor(math.log10(step) + 1e-9)))
    if step > 0 and round(step, digits) != round(step, 9):  # 2.5 needs a digit more than 2
        digits += 1
    text = f"{round(value, digits) + 0.0:,.{digits}f}".replace("-", "−")
    return f"{text} {unit}" if unit else text


def ticks(low: float, high: float, count: int = 5, whole: bool = False) -> list[float]:
    """Round values from just below `low` to just above `high`, about as many as asked for."""
    rough = max((high - low) / max(count, 1), 1e-9)
    scale = 10.0 ** math.floor(math.log10(rough))
    step = next(size * scale for size in (1, 2, 2.5, 5, 10) if size * scale >= rough * 0.999)
    step = max(1.0, math.ceil(step)) if whole else step
    first, last = math.floor(low / step + 1e-6), math.ceil(high / step - 1e-6)
    return [i * step for i in range(first, max(last, first + 1) + 1)]


def bars(
    title: str, rows: Sequence[Row], unit: str = "%", mark: float | None = None, mark_label: str = "", zero: bool = True
) -> str:
    """Values with their intervals, one below the other.

    `mark` is a line across all of them, as for the share that everybody would have by right. Without `zero` they are
    dots on a scale that fits, for values whose differences are small.
    """
    if not (rows := [(label, value, *_known(low, high)) for label, value, low, high in rows if math.isfinite(value)]):
        return _empty(title)
    ends = [end for _, *values in rows for end in values if end is not None]
    ends += [] if mark is None else [mark]
    scale = ticks(min(ends + [0.0] * zero), max(ends + [0.0] * zero), 4)
    step, exact = scale[1] - scale[0], _exactness(rows, scale[1] - scale[0])
    left = 16 + min(195.0, max(_width(label) for label, *_ in rows)) + 10
    heading = _Heading(title)
    top, pitch = heading.height + (22 if mark_label else 8), 30.0
    right, bottom = WIDTH - 78, top + pitch * len(rows)
    x = _scale(scale[0], scale[-1], left, right)
    inside = [_gridline(x(tick), top, x(tick), bottom, "axis" if tick == 0 and zero else "grid") for tick in scale]
    inside += [_label(x(tick), bottom + 17, shown(tick, unit, step), "middle") for tick in scale]
    if mark is not None:
        inside.append(_gridline(x(mark), top - 4, x(mark), bottom, "mark"))
        where = min(max(x(mark), 16 + _width(mark_label) / 2), WIDTH - 16 - _width(mark_label) / 2)
        inside.append(_label(where, top - 9, mark_label, "middle"))
    for i, (label, value, low, high) in enumerate(rows):
        y, colour = top + pitch * (i + 0.5), i % SERIES
        told = f"{label}: {shown(value, unit, exact)}" + _between(low, high, unit, exact)
        begin, width = min(x(value), x(0)), abs(x(value) - x(0))
        shape = rect(begin, y - 9, width, 18, rx=2, class_=f"f{colour}", opacity="0.82") if zero else ""
        if low is not None and high is not None:
            shape += _whisker(x(low), x(high), y, 5)
        if not zero:
            shape += tag("circle", cx=x(value), cy=y, r=5, class_=f"f{colour}")
        inside += [
            words(left - 10, y + 4.5, shortened(label, 275, SIZE), text_anchor="end"),
            tag("g", tag("title", plain(told)), shape),
            words(WIDTH - 16, y + 4.5, shown(value, unit, exact), text_anchor="end", font_weight="600"),
        ]
    return _plot(bottom + 30, heading, inside)


def lines(
    title: str,
    x_label: str,
    y_label: str,
    series: Mapping[str, Sequence[Point]],
    unit: str = "",
    mark: float | None = None,
    y_range: tuple[float, float] | None = None,
    annotations: Sequence[tuple[float, str]] = (),
) -> str:
    """Curves with their intervals as bands, each named at its end; `y_range` is a range that is shown in any case.

    `annotations` say what happened where: each is a line across with its number above it.
    """
    curves = {
        name: [(x, y, *_known(low, high)) for x, y, low, high in points if math.isfinite(x) and math.isfinite(y)]
        for name, points in series.items()
    }
    curves = {name: sorted(points, key=lambda point: point[0]) for name, points in curves.items() if points}
    if not curves:
        return _empty(title)
    xs = [x for points in curves.values() for x, *_ in points]
    ends = [y for points in curves.values() for _, *ys in points for y in ys if y is not None]
    ends += [*(y_range or ()), *([] if mark is None else [mark])]
    y_ticks = ticks(min(ends), max(ends))
    whole = all(float(x).is_integer() for x in xs)
    x_ticks = [tick for tick in ticks(min(xs), max(xs), 7, whole) if min(xs) <= tick <= max(xs)] or [min(xs)]
    x_step = x_ticks[1] - x_ticks[0] if len(x_ticks) > 1 else 1.0
    y_step = y_ticks[1] - y_ticks[0]
    heading = _Heading(title)
    top = heading.height + 22
    bottom, left = top + 210.0, 20 + max(_width(shown(tick, unit, y_step)) for tick in y_ticks)
    room = min(130.0, max(_width(name) for name in curves)) if len(curves) > 1 else 0.0
    right = WIDTH - 20 - (room + 14 if room else 6)
    x = _scale(min(xs), max(xs), left + 10, right)
    y = _scale(y_ticks[0], y_ticks[-1], bottom, top)
    inside = [_gridline(left, y(tick), right, y(tick), "axis" if tick == y_ticks[0] else "grid") for tick in y_ticks]
    inside += [_label(left - 8, y(tick) + 4.5, shown(tick, unit, y_step), "end") for tick in y_ticks]
    inside += [_label(x(tick), bottom + 18, shown(tick, "", x_step), "middle") for tick in x_ticks]
    inside += [_label(16, top - 12, y_label, "start"), _label((left + right) / 2, bottom + 38, x_label, "middle")]
    if mark is not None:
        inside.append(_gridline(left, y(mark), right, y(mark), "mark"))
    for i, (at, what) in enumerate(annotations, 1):
        across = _gridline(x(at), top, x(at), bottom, "mark")
        inside.append(tag("g", tag("title", plain(what)), across, _label(x(at), top - 3, str(i), "middle")))
    for i, points in enumerate(curves.values()):
        known = [(at, low, high) for at, _, low, high in points if low is not None and high is not None]
        band = [(x(at), y(high)) for at, _, high in known] + [(x(at), y(low)) for at, low, _ in reversed(known)]
        inside.append(polygon(band, class_=f"f{i % SERIES}", opacity="0.2") if len(known) > 1 else "")
    for i, (name, points) in enumerate(curves.items()):
        path = " ".join(f"{number(x(at))},{number(y(value))}" for at, value, *_ in points)
        inside.append(tag("polyline", points=path, class_=f"l{i % SERIES}", stroke_dasharray=DASHES[i % len(DASHES)]))
        for at, value, low, high in points:
            told = f"{name}, {x_label} {shown(at, '', x_step)}: {shown(value, unit, y_step / 10)}"
            told = plain(told + _between(low, high, unit, y_step / 10))
            radius = 3.5 if len(points) <= 40 else 1.0
            inside.append(_dot(i % SERIES, x(at), y(value), radius, tag("title", told)))
    if room:
        ideal = [y(points[-1][1]) for points in curves.values()]
        for i, (name, place) in enumerate(zip(curves, _apart(ideal, SIZE + 4, top, bottom), strict=True)):
            inside.append(_dot(i % SERIES, right + 14, place, 4))
            inside.append(words(right + 23, place + 4.5, shortened(name, 160, SIZE)))
    return _plot(bottom + 50, heading, inside)


def spread(title: str, rows: Sequence[tuple[str, Mapping[int, int]]], unit: str = "", x_label: str = "") -> str:
    """How often which value came, as {value: count}: a hill for each row, with its middle half and its median."""
    if not (rows := [(label, counts) for label, counts in rows if sum(counts.values()) > 0]):
        return _empty(title)
    values = [value for _, counts in rows for value, count in counts.items() if count]
    width = max(1, math.ceil((max(values) - min(values) + 1) / 60))  # of a step, so that there are 60 at most
    scale = ticks(min(values), max(values) + width, 6, whole=True)
    heading = _Heading(title)
    top, pitch = heading.height + 6, 56.0
    left, right, bottom = (
        26 + min(195.0, max(_width(text) for text in ("median 1000", *dict(rows)))),
        WIDTH - 20,
        top + pitch * len(rows),
    )
    x = _scale(scale[0], scale[-1], left, right)
    step = scale[1] - scale[0]
    inside = [_gridline(x(tick), top, x(tick), bottom, "grid") for tick in scale]
    inside += [_label(x(tick), bottom + 17, shown(tick, unit, step), "middle") for tick in scale]
    for i, (label, counts) in enumerate(rows):
        ground, colour = top + pitch * (i + 1) - 12, i % SERIES
        total, steps = sum(counts.values()), dict.fromkeys(range(min(values), max(values) + 1, width), 0)
        for value, count in counts.items():
            steps[min(values) + (value - min(values)) // width * width] += count
        tallest = max(steps.values())
        hill = [(x(min(values)), ground)]
        for at, count in steps.items():
            height = 38 * count / tallest
            hill += [(x(at), ground - height), (x(at + width), ground - height)]
        quarter, median, most = (_quantile(counts, share) + 0.5 for share in (0.25, 0.5, 0.75))
        told = f"{label}: median {median - 0.5:.0f}, half of them from {quarter - 0.5:.0f} to {most - 0.5:.0f}"
        inside += [
            words(left - 10, ground - 18, shortened(label, 275, SIZE), text_anchor="end"),
            _label(left - 10, ground - 2, f"median {median - 0.5:.0f}", "end"),
            tag(
                "g",
                tag("title", plain(f"{told} ({total:,} values)")),
                polygon([*hill, (x(max(steps) + width), ground)], class_=f"f{colour}", opacity="0.55"),
                rect(x(quarter), ground + 1, max(x(most) - x(quarter), 1), 5, rx=2, class_=f"f{colour}"),
                tag("line", x1=x(median), y1=ground - 4, x2=x(median), y2=ground + 9, class_="whisker"),
            ),
        ]
    inside += [_label((left + right) / 2, bottom + 36, x_label, "middle")] if x_label else []
    return _plot(bottom + (48 if x_label else 30), heading, inside)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table for a page: the first column heads its row, and columns of numbers stand at the right."""
    cells_of = [[str(cell) for cell in row] for row in rows]
    columns = list(zip(*cells_of, strict=True)) if cells_of else [()] * len(head)
    sides = [' class="n"' if i and any(map(_is_number, column)) else "" for i, column in enumerate(columns)]
    top = "".join(f'<th scope="col"{side}>{plain(cell)}</th>' for cell, side in zip(head, sides, strict=True))
    body = ""
    for first, *rest in cells_of:
        cells = "".join(f"<td{side}>{plain(cell)}</td>" for cell, side in zip(rest, sides[1:], strict=True))
        body += f'<tr><th scope="row">{plain(first)}</th>{cells}</tr>'
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def page(title: str, sections: Iterable[tuple[str, ...]], lead: str = "") -> str:
    """A whole HTML file of sections: a heading, text (an empty line begins a paragraph), then plots, tables or HTML."""
    body = f"<header><h1>{plain(title)}</h1>{_paragraphs(lead)}</header>"
    for heading, text, *parts in sections:
        above = f"<h2>{plain(heading)}</h2>" if heading else ""
        figures = "".join(f"<figure>{part}</figure>" if part.startswith("<svg") else part for part in parts)
        body += f'<section>{above}{_paragraphs(text)}<div class="parts">{figures}</div></section>'
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    meta += '<meta name="color-scheme" content="light dark">'
    return (
        f'<!doctype html>\n<html lang="en"><head>{meta}<title>{plain(title)}</title><style>{_PAGE}</style></head>\n'
        f"<body><main>{body}</main></body></html>\n"
    )


_PAGE = (
    ":root" + _THEMES % ":root" + "*{box-sizing:border-box}"
    f"body{{margin:0;background:var(--back);color:var(--ink);font:16px/1.55 {FONT}}}"
    "main{max-width:1060px;margin:0 auto;padding:24px 16px 64px}"
    "h1{font-size:1.9rem;line-height:1.2;margin:.6em 0 .3em}h2{font-size:1.25rem;margin:2.2em 0 .3em}"
    "p{max-width:44em;margin:.4em 0}header p{color:var(--quiet)}"
    ".parts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:16px;margin-top:14px}"
    "figure,.wide{margin:0;background:var(--paper);border:1px solid var(--grid);border-radius:10px;overflow:auto}"
    "figure svg{display:block;width:100%;max-width:620px;height:auto;margin:0 auto}.wide,.parts>ul{grid-column:1/-1}"
    "ul{margin:0;padding-left:1.2em;max-width:44em}li{margin:.35em 0}"
    "table{border-collapse:collapse;width:100%;font-size:.92rem;font-variant-numeric:tabular-nums}"
    "th,td{padding:7px 12px;text-align:left;border-bottom:1px solid var(--grid);vertical-align:top}"
    "thead th{color:var(--quiet);font-weight:500}tbody th{font-weight:600}tbody tr:last-child>*{border-bottom:0}"
    ".n{text-align:right;white-space:nowrap}"
    "@media print{body{background:none}figure,.wide{break-inside:avoid}}"
)


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(' '.join(part.split()))}</p>" for part in text.split("\n\n") if part.strip())


def _is_number(cell: str) -> bool:
    return cell.lstrip("−-+±~").removeprefix("–")[:1].isdigit()


class _Heading:
    """A title on as many lines as it needs."""

    def __init__(self, title: str) -> None:
        self.title, self.lines = title, [""]
        for word in title.split():
            longer = f"{self.lines[-1]} {word}".strip()
            if 1.2 * _width(longer, 15) <= WIDTH - 32 or not self.lines[-1]:
                self.lines[-1] = longer
            else:
                self.lines.append(word)
        self.height = 20.0 + 20 * len(self.lines)

    def __str__(self) -> str:
        return "".join(
            words(16, 28 + 20 * i, shortened(line, 1.15 * WIDTH, 15), font_size=15.0, font_weight="650")
            for i, line in enumerate(self.lines)
        )


def _plot(height: float, heading: _Heading, inside: Iterable[str]) -> str:
    return tag(
        "svg",
        tag("title", plain(heading.title)),
        tag("style", STYLE),
        rect(0, 0, WIDTH, height, rx=10, class_="paper"),
        str(heading),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(height)}",
        width=WIDTH,
        height=height,
        font_family=FONT,
        font_size=SIZE,
        class_="plot",
        role="img",
    )


def _empty(title: str) -> str:
    heading = _Heading(title)
    return _plot(heading.height + 40, heading, [_label(16, heading.height + 16, "nothing to show yet", "start")])


def _scale(low: float, high: float, begin: float, end: float) -> Callable[[float], float]:
    span = high - low
    return lambda value: (begin + end) / 2 if span == 0 else begin + (end - begin) * (value - low) / span


def _gridline(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return words(x, y, text, class_="quiet", text_anchor=anchor, font_size=SIZE - 1)


def _whisker(low: float, high: float, y: float, half: float) -> str:
    ends = f"M{number(low)} {number(y - half)}v{number(2 * half)}M{number(high)} {number(y - half)}v{number(2 * half)}"
    return tag("path", d=f"M{number(low)} {number(y)}H{number(high)}{ends}", class_="whisker")


def _dot(series: int, x: float, y: float, r: float, *inside: str) -> str:
    """A point of a series: each has its own shape."""
    colour = f"f{series}"
    if series == 0:
        return tag("circle", *inside, cx=x, cy=y, r=r, class_=colour)
    if series == 1:
        return tag("rect", *inside, x=x - r, y=y - r, width=2 * r, height=2 * r, class_=colour)
    corners = {2: 3, 3: 4, 4: 5, 5: 6}[series]
    around = [
        (x + 1.35 * r * math.sin(math.tau * k / corners), y - 1.35 * r * math.cos(math.tau * k / corners))
        for k in range(corners)
    ]
    return tag("polygon", *inside, points=" ".join(f"{number(a)},{number(b)}" for a, b in around), class_=colour)


def _apart(ideal: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Places as near as possible to the ideal ones, at least a gap from each other, in the same order."""
    order = sorted(range(len(ideal)), key=lambda i: ideal[i])
    places = [ideal[i] for i in order]
    for i in range(1, len(places)):
        places[i] = max(places[i], places[i - 1] + gap)
    overflow = places[-1] - bottom
    if overflow > 0:
        places[-1] = bottom
        for i in range(len(places) - 2, -1, -1):
            places[i] = min(places[i], places[i + 1] - gap)
    result = [0.0] * len(ideal)
    for i, place in zip(order, places, strict=True):
        result[i] = place
    return result


def _known(low: float | None, high: float | None) -> tuple[float, float] | tuple[None, None]:
    """Both ends of an interval, or none of them."""
    if low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return None, None
    return low, high


def _exactness(rows: Sequence[Row], step: float) -> float:
    """How exactly values are told: as their intervals deserve, or a tenth of a step of the scale."""
    halves = [(high - low) / 2 for _, _, low, high in rows if low is not None and high is not None and high > low]
    return 10.0 ** math.floor(math.log10(min([*halves, step]) if halves else step / 10) + 1e-9)


def _between(low: float | None, high: float | None, unit: str, step: float) -> str:
    if low is None or high is None:
        return ""
    return f" ({shown(low, unit, step)} to {shown(high, unit, step)})"


def _quantile(counts: Mapping[int, int], share: float) -> int:
    """The value below or at which a share of all lie."""
    total, passed = sum(counts.values()), 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= share * total:
            return value
    return max(counts)


def _width(text: str, size: float = SIZE) -> float:
    """About how wide a text is."""
    return sum(0.9 if letter in "MWmw@%" else 0.32 if letter in " iljt.,:;|'!" else 0.57 for letter in text) * size
