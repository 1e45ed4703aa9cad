"""The pictures that games draw of themselves (SVG, core/svg.py), as pixels: enough of SVG for those, with NumPy alone.

Shapes and strokes are exact to a pixel; letters are blocks of three by five; patterns are left out. For pictures to
print, let a browser draw the SVG.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np

from bauboom.core.svg import PAPER

Point = tuple[float, float]
Style = dict[str, str]

INHERITED = ("fill", "stroke", "stroke-width", "font-size", "text-anchor", "opacity")
CURVE = np.linspace(0, 1, 9)[1:]  # where a curve is looked at
GLYPHS = {  # five rows of three bits, the topmost row first
    **dict(zip("0123456789", (31599, 11415, 29671, 29391, 23497, 31183, 31215, 29266, 31727, 31695), strict=True)),
    **dict(zip("ABCDEFGHI", (11245, 27566, 14627, 27502, 31143, 31140, 14699, 23533, 29847), strict=True)),
    **dict(zip("JKLMNOPQR", (4714, 23469, 18727, 24557, 27501, 11114, 27556, 11089, 27565), strict=True)),
    **dict(zip("STUVWXYZ", (14478, 29842, 23407, 23402, 23549, 23213, 23186, 29351), strict=True)),
    **dict(zip("+-−–.,:!?", (1488, 448, 448, 448, 2, 20, 1040, 9346, 29314), strict=True)),
    **dict(zip("()'/%=·×…", (10530, 8778, 9216, 4772, 21157, 3640, 128, 2728, 5), strict=True)),
}
SVG = "{http://www.w3.org/2000/svg}"


def pixels(picture: str, size: tuple[int, int] = (1200, 800)) -> np.ndarray:
    """A picture, as large as fits into a width and a height, as rows of pixels of red, green and blue (uint8)."""
    root = ElementTree.fromstring(picture)
    width, height = (float(root.get(name, "0")) for name in ("width", "height"))
    scale = min(size[0] / width, size[1] / height)
    canvas = np.empty((size[1], size[0], 3), np.uint8)
    canvas[:] = _rgb(PAPER)
    margins = (size[0] - width * scale) / 2, (size[1] - height * scale) / 2
    _draw(canvas, root, {"fill": "#000000", "opacity": "1"}, np.array([scale, *margins]))
    return canvas


def _draw(canvas: np.ndarray, element: ElementTree.Element, style: Style, frame: np.ndarray) -> None:
    """Draw an element and what is in it; `frame` is the scale of the drawing and where its origin is."""
    kind = element.tag.removeprefix(SVG)
    if kind in ("title", "defs"):
        return
    own = {name: value for name in INHERITED if (value := element.get(name)) is not None}
    if "opacity" in own:
        own["opacity"] = str(float(own["opacity"]) * float(style["opacity"]))
    style, frame = {**style, **own}, _moved(frame, element.get("transform", ""))
    if kind == "text":
        _write(canvas, element, style, frame)
        return
    shapes = list(_shapes(kind, element))
    if shapes:
        placed = [np.asarray(shape) * frame[0] + frame[1:] for shape, _ in shapes]
        _fill(canvas, placed, style["fill"], float(style["opacity"]))
        if style.get("stroke", "none") != "none":
            half = max(float(style.get("stroke-width", "1")) * frame[0], 1.0) / 2
            for shape, (_, is_closed) in zip(placed, shapes, strict=True):
                _stroke(canvas, shape, is_closed, half, style)
    for child in element:
        _draw(canvas, child, style, frame)


def _moved(frame: np.ndarray, transform: str) -> np.ndarray:
    scale, origin = frame[0], frame[1:]
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(number) for number in re.split(r"[ ,]+", numbers.strip())]
        if name == "translate":
            origin = origin + scale * np.array([*values, 0.0][:2])
        elif name == "scale":
            scale = scale * values[0]
    return np.array([scale, *origin])


def _shapes(kind: str, element: ElementTree.Element) -> Iterator[tuple[Sequence[Point], bool]]:
    """The lines of an element, point by point, and whether they are closed."""

    def number(name: str) -> float:
        return float(element.get(name, "0"))

    if kind == "rect":
        x, y, width, height = map(number, ("x", "y", "width", "height"))
        yield [(x, y), (x + width, y), (x + width, y + height), (x, y + height)], True
    elif kind == "polygon":
        values = [float(value) for value in re.split(r"[ ,]+", element.get("points", "").strip())]
        yield list(zip(values[::2], values[1::2], strict=True)), True
    elif kind in ("circle", "ellipse"):
        rx, ry = (number("r"), number("r")) if kind == "circle" else (number("rx"), number("ry"))
        turns = np.linspace(0, 2 * math.pi, 24, endpoint=False)
        yield [(number("cx") + rx * math.cos(t), number("cy") + ry * math.sin(t)) for t in turns], True
    elif kind == "path":
        yield from _lines(element.get("d", ""))


def _lines(path: str) -> Iterator[tuple[list[Point], bool]]:
    """The lines of a path."""
    points: list[np.ndarray] = []
    bend = here = np.zeros(2)
    for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(value) for value in re.findall(r"-?\d*\.?\d+", numbers)]
        kind, is_relative = command.upper(), command.islower()
        if kind == "Z":
            yield [(float(x), float(y)) for x, y in points], True
            here, points = points[0], []
            continue
        size = {"H": 1, "V": 1, "Q": 4, "C": 6, "A": 7}.get(kind, 2)
        for start in range(0, len(values), size):
            part = values[start : start + size]
            base = here if is_relative else np.zeros(2)
            if kind in "HV":
                target = here.copy()
                axis = int(kind == "V")
                target[axis] = base[axis] + part[0]
            else:
                target = base + np.array(part[-2:])
            if kind == "M" and start == 0 and points:
                yield [(float(x), float(y)) for x, y in points], False
                points = []
            points = points or ([] if kind == "M" else [here])
            knots = [here, target]
            if kind in "QT":
                bend = base + np.array(part[:2]) if kind == "Q" else 2 * here - bend
                knots = [here, bend, target]
            elif kind == "C":
                knots = [here, base + np.array(part[:2]), base + np.array(part[2:4]), target]
            if kind == "A":
                points += _arc(here, target, part[0], part[3] > 0, part[4] > 0)
            else:
                points += _bent(knots) if len(knots) > 2 else [target]
            here, bend = target, bend if kind in "QT" else target
    if points:
        yield [(float(x), float(y)) for x, y in points], False


def _bent(knots: list[np.ndarray]) -> list[np.ndarray]:
    """Points of a Bézier curve, by de Casteljau."""
    found = []
    for t in CURVE:
        level = knots
        while len(level) > 1:
            level = [a + t * (b - a) for a, b in pairwise(level)]
        found.append(level[0])
    return found


def _arc(start: np.ndarray, end: np.ndarray, radius: float, is_large: bool, is_clockwise: bool) -> list[np.ndarray]:
    """Points of an arc of a circle."""
    chord = end - start
    length = float(np.hypot(*chord))
    radius = max(radius, length / 2)
    if not length:
        return [end]
    away = math.sqrt(max(radius**2 - length**2 / 4, 0.0)) * (1 if is_large == is_clockwise else -1)
    middle = (start + end) / 2 + away / length * np.array([-chord[1], chord[0]]) * -1
    first, last = (math.atan2(*(point - middle)[::-1]) for point in (start, end))
    sweep = (last - first) % (2 * math.pi) if is_clockwise else -((first - last) % (2 * math.pi))
    return [middle + radius * np.array([math.cos(first + t * sweep), math.sin(first + t * sweep)]) for t in CURVE]


def _colour(text: str) -> np.ndarray | None:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        return None  # none, or a pattern
    return _rgb(text)


def _rgb(text: str) -> np.ndarray:
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)])


def _fill(canvas: np.ndarray, shapes: Sequence[np.ndarray], fill: str, opacity: float) -> None:
    """Paint what lies inside an odd number of lines."""
    colour = _colour(fill)
    if colour is None:
        return
    points = np.concatenate(shapes)
    left, top = np.maximum(np.floor(points.min(0)).astype(int), 0)
    right, bottom = np.minimum(np.ceil(points.max(0)).astype(int), canvas.shape[1::-1])
    if left >= right or top >= bottom:
        return
    x, y = np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5
    inside = np.zeros((bottom - top, right - left), np.bool_)
    for shape in shapes:
        corners = shape.tolist()
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            if ay != by:
                rows = (y >= min(ay, by)) & (y < max(ay, by))
                inside[rows] ^= x > (ax + (y[rows] - ay) * (bx - ax) / (by - ay))[:, None]
    _paint(canvas[top:bottom, left:right], inside, colour, opacity)


def _paint(part: np.ndarray, inside: np.ndarray, colour: np.ndarray, opacity: float) -> None:
    if opacity >= 1:
        part[inside] = colour
    else:
        part[inside] = np.rint(part[inside] * (1 - opacity) + colour * opacity)


def _stroke(canvas: np.ndarray, shape: np.ndarray, is_closed: bool, half: float, style: Style) -> None:
    corners = [*shape, shape[0]] if is_closed else list(shape)
    if len(corners) < 2:  # a pen that is put down and taken up again
        return
    colour = _colour(style["stroke"])
    if half < 0.8 and colour is not None:  # a hair line: pixel by pixel
        lines = [np.linspace(a, b, 2 + int(np.abs(b - a).max())) for a, b in pairwise(corners)]
        x, y = np.concatenate(lines).astype(int).T
        on = (x >= 0) & (y >= 0) & (x < canvas.shape[1]) & (y < canvas.shape[0])
        canvas[y[on], x[on]] = colour
        return
    for a, b in pairwise(corners):
        if length := float(np.hypot(*(b - a))):
            along = (b - a) / length * half
            across = np.array([-along[1], along[0]])
            quad = np.array([a - along + across, b + along + across, b + along - across, a - along - across])
            _fill(canvas, [quad], style["stroke"], float(style["opacity"]))


def _write(canvas: np.ndarray, element: ElementTree.Element, style: Style, frame: np.ndarray) -> None:
    """A line of text; parts of it may have a colour and a size of their own."""
    runs = [(element.text or "", style)] if element.text else []
    for run in element:
        own = {name: value for name in INHERITED if (value := run.get(name)) is not None}
        runs.append((" " + (run.text or ""), {**style, **own}))
    sizes = [max(round(float(own.get("font-size", "16")) * frame[0] / 8), 1) for _, own in runs]  # of a block
    width = sum(4 * size * len(text) for (text, _), size in zip(runs, sizes, strict=True))
    x, y = (float(element.get(name, "0")) * frame[0] + origin for name, origin in zip("xy", frame[1:], strict=True))
    x -= {"middle": width / 2, "end": width}.get(style.get("text-anchor", "start"), 0)
    for (text, own), size in zip(runs, sizes, strict=True):
        colour = _colour(own["fill"])
        for letter in unicodedata.normalize("NFD", text.upper().replace("’", "'")):
            if unicodedata.combining(letter):
                continue
            bits = GLYPHS.get(letter, 0)
            glyph = np.array([bits >> k & 1 for k in range(14, -1, -1)], np.bool_).reshape(5, 3)
            inside: np.ndarray = np.kron(glyph, np.ones((size, size), np.bool_))
            top, left = max(round(y) - 5 * size, 0), max(round(x), 0)
            part = canvas[top : top + 5 * size, left : left + 3 * size]
            if colour is not None:
                _paint(part, inside[: part.shape[0], : part.shape[1]], colour, float(own["opacity"]))
            x += 4 * size
