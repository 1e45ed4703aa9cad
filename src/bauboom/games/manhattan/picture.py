"""What one seat may see -> an SVG picture."""

from collections.abc import Sequence

from bauboom.core.game import Row
from bauboom.core.svg import drawing


def picture(row: Row, seat: int | None, names: Sequence[str]) -> str:
    """A view, or the whole table for a referee, as it lies there."""
    return drawing(100, 100, "to be drawn")
