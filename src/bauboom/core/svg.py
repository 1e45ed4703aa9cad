"""SVG as text, for the pictures that games draw of themselves: a few words for shapes, and nothing else.

A picture stands alone: no fonts, styles or images from outside, the same bytes for the same view, and readable without
colour, because every seat has a pattern beside its colour.
"""

from collections.abc import Iterable
from html import escape
from itertools import accumulate
from unicodedata import east_asian_width

INK, PAPER, PALE, LINE = "#2b2d33", "#f6f4ee", "#e4e8dc", "#b9c2ad"
FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"


def number(value: float) -> str:
    """A coordinate, as short as a tenth of a pixel allows."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")  # + 0.0 makes −0 a 0


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """One element. `stroke_width=2` is written stroke-width="2", `class_` is class; what is inside is SVG already."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: str | float) -> str:
    return tag("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


def plain(text: str) -> str:
    """What people typed, made harmless: SVG cannot hold what cannot be printed."""
    return escape("".join(letter if letter.isprintable() else "�" for letter in text))


def shortened(text: str, room: float, size: float) -> str:
    """What fits into a width at a font size, guessed from letters."""
    widths = (1.1 if letter in "MWmw@%" or east_asian_width(letter) in "WF" else 0.7 for letter in text)
    fitting = sum(width * size <= room for width in accumulate(widths))
    return text if fitting == len(text) else text[: max(fitting - 1, 0)].rstrip() + "…"


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def tint(colour: str, share: float) -> str:
    """A colour made lighter (1: white) or darker (−1: black)."""
    return mixed(colour, "#ffffff" if share > 0 else "#000000", abs(share))


def words(x: float, y: float, text: str, **attributes: str | float) -> str:
    """A line of text, as people typed it."""
    return tag("text", plain(text), x=x, y=y, **attributes)


def move(x: float, y: float, *inside: str) -> str:
    """A group of shapes, moved."""
    return tag("g", *inside, transform=f"translate({number(x)} {number(y)})")


def drawing(width: float, height: float, title: str, *inside: str) -> str:
    """A whole picture on paper, with a title that screen readers speak."""
    return tag(
        "svg",
        tag("title", plain(title)),
        rect(0, 0, width, height, fill=PAPER),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        font_family=FONT,
        fill=INK,
        role="img",
    )
