"""How people meet a game that brings no words: its sheet as tables, its actions by their notation.

Of a view, fields called `seat` and `turn` name a player, and a list called `players` has an entry for every seat.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from .. import svg
from ..action import Action
from ..engine import CHANCE, OVER, clock
from ..game import Face, Game, Misread, Paint, Row
from ..kernel import GAMES
from ..showing import shown
from ..words import NOTHING, plain_event, plain_name, plain_value

BESIDES = ("game", "options", "seat")  # what a view says, but a board does not show
PLAYERS = "players"  # the list that is by seat
USAGE = (
    "Type a move as in the question's example; moves lists all that are possible. Spaces and commas may stand between "
    "its parts. Where there is but one kind of move, its numbers are enough."
)


@dataclass
class Grid:
    """A list of a view, as a table: a line for every entry."""

    title: str
    columns: list[str]
    lines: list[list[str]] = field(default_factory=list)  # each begins with what it is about


def parts(view: Mapping[str, Any], names: Sequence[str]) -> tuple[list[tuple[str, str]], list[Grid]]:
    """What a view shows: single facts, and lists as tables."""
    facts: list[tuple[str, str]] = []
    grids: list[Grid] = []
    for name, value in view.items():
        if name in BESIDES:
            continue
        if name == "turn":
            facts.append((plain_name(name), NOTHING if value is None else names[value]))
        elif isinstance(value, Mapping):
            facts += [(f"{plain_name(name)} {plain_name(key)}", plain_value(part)) for key, part in value.items()]
        elif isinstance(value, list) and any(isinstance(item, (Mapping, list)) for item in value):
            grids.append(_grid(name, value, view.get("turn"), names))
        else:
            facts.append((plain_name(name), plain_value(value)))
    return facts, grids


def _grid(name: str, items: Sequence[Any], turn: int | None, names: Sequence[str]) -> Grid:
    columns = list(dict.fromkeys(key for item in items if isinstance(item, Mapping) for key in item))
    grid = Grid(plain_name(name), [plain_name(column) for column in columns])
    for number, item in enumerate(items):
        about = str(number + 1)
        if name == PLAYERS:
            about = f"{'▶' if number == turn else ' '} {names[number]}"
        cells = [plain_value(item.get(key)) for key in columns] if isinstance(item, Mapping) else [plain_value(item)]
        grid.lines.append([about, *cells])
    return grid


# Text


def board(row: Row, seat: int | None, names: Sequence[str], paint: Paint, width: int) -> str:
    facts, grids = parts(shown(row, seat), names)
    blocks = [textwrap.fill(" · ".join(f"{name} {value}" for name, value in facts), width)] if facts else []
    return "\n\n".join([*blocks, *("\n".join(_lines(grid, paint, width)) for grid in grids)])


def _lines(grid: Grid, paint: Paint, width: int) -> Iterator[str]:
    lines = [[grid.title, *grid.columns], *grid.lines]
    wide = _widths(lines)
    if sum(wide) + 2 * len(wide) <= width:
        for number, line in enumerate(lines):
            text = "  ".join(cell.ljust(wide[i]) for i, cell in enumerate(line)).rstrip()
            yield paint("bold", text) if number == 0 else text
        return
    yield paint("bold", grid.title)
    for about, *cells in grid.lines:
        told = ", ".join(f"{name} {cell}" for name, cell in zip(grid.columns, cells, strict=True)) or "".join(cells)
        yield textwrap.fill(f"{about}: {told}", width, subsequent_indent="  ")


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    """Of every column, the letters of its longest cell."""
    return [max(len(line[i]) for line in lines if i < len(line)) for i in range(max(map(len, lines)))]


# Asking and reading


def ask(row: Row, names: Sequence[str]) -> str:
    turn, possible = int(row["turn"]), choices(row)
    if turn == OVER:
        return "The game is over"
    who = "What does chance bring?" if turn == CHANCE else f"{names[turn]}, choose:"
    return f"{who} {'; '.join(_offered(possible))} (as in {possible[0]})"


def _offered(actions: Sequence[Action]) -> Iterator[str]:
    """Of every kind of action, the values that its fields may have."""
    kinds: list[type[Action]] = list(dict.fromkeys(type(action) for action in actions))
    for kind in kinds:
        alike = [action for action in actions if type(action) is kind]
        fields = (
            f"{plain_name(name)} {plain_value(list(dict.fromkeys(getattr(action, name) for action in alike)))}"
            for name in kind.__struct_fields__
        )
        yield f"{kind.__struct_config__.tag} {', '.join(fields)}".rstrip()


def choices(row: Row) -> list[Action]:
    """What may be decided on a row, or what chance may bring."""
    game: Game = GAMES[row.dtype][0]
    rows, (actions, weights) = np.array([row], game.dtype), np.ones((2, game.list_size), np.int32)
    turn = int(row["turn"])
    if turn == OVER:
        return []
    is_chance = turn == CHANCE
    count = game.doors.chance(rows, actions, weights) if is_chance else game.doors.legal(rows, actions)
    return [game.space.actions[i] for i, weight in zip(actions[:count], weights[:count], strict=True) if weight > 0]


def read(row: Row, text: str) -> list[Action]:
    """What a person typed: a move's notation, or only its end, where no other move ends so."""
    game: Game = GAMES[row.dtype][0]
    typed, possible = _spaced(text), choices(row)
    if typed in (known := _notations(game)):
        return [known[typed]]
    fitting = [action for action in possible if typed and _spaced(str(action)).endswith(f".{typed}")]
    if len(fitting) == 1:
        return fitting
    example = f", as in {possible[0]}" if possible else ""
    raise Misread(f"{text.strip()[:40]!r} is not a move; type one of those that moves lists{example}")


@cache
def _notations(game: Game) -> dict[str, Action]:
    return {_spaced(str(action)): action for action in game.space.actions}


def _spaced(text: str) -> str:
    """Words and numbers of a notation, with a dot between them: build 3 1 is build3.1."""
    return ".".join(re.findall(r"\d+|[^\W\d]+", text.lower()))


# Telling


def tell(row: Row, event: Mapping[str, Any], names: Sequence[str], seat: int | None) -> str:
    return plain_event(event, names)


def is_milestone(before: Row, after: Row) -> bool:
    return bool(clock(before) != clock(after))


def why(row: Row, reason: Mapping[str, Any], names: Sequence[str]) -> str:
    return plain_event(reason, names)


# A picture

SIZE, LINE, GAP, LETTER = 15, 24, 20, 9


def picture(row: Row, seat: int | None, names: Sequence[str]) -> str:
    """The same tables, drawn."""
    game: Game = GAMES[row.dtype][0]
    facts, grids = parts(shown(row, seat), names)
    head = Grid(game.title, [], [[name, value] for name, value in facts])
    tables = [[[grid.title, *grid.columns], *grid.lines] for grid in [head, *grids]]
    width = GAP + max(sum(LETTER * letters + GAP for letters in _widths(lines)) for lines in tables)
    inside, y = [], float(GAP)
    for lines in tables:
        wide = _widths(lines)
        for number, line in enumerate(lines):
            if number % 2:
                inside.append(svg.rect(GAP / 2, y, width - GAP, LINE, fill=svg.PALE, rx=4))
            x = float(GAP)
            for letters, cell in zip(wide, line, strict=False):
                weight = {"font_weight": "bold"} if number == 0 else {}
                inside.append(svg.words(x, y + LINE - 7, cell.strip(), font_size=SIZE, **weight))
                x += LETTER * letters + GAP
            y += LINE
        y += GAP
    return svg.drawing(width, y, f"{game.title}: the table", *inside)


FACE = Face(
    board=board, picture=picture, ask=ask, read=read, tell=tell, is_milestone=is_milestone, usage=USAGE, why=why
)
