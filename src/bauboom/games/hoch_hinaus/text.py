"""The terminal's face of the game: a board to play from, and how a person types and reads it."""

import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from bauboom.core.action import Action
from bauboom.core.game import Face, Misread, Paint, Row

from .actions import Decline, Demand, Demolish, Move, Raise, Road, Roll, Roof, Start, Storey, plot_name
from .components import (
    COLOURS,
    COLUMNS,
    CROSS,
    CROSSED,
    DEMAND,
    DICE,
    FINISHED,
    MOVE,
    OFF,
    ROLL,
    SIDE,
    SQUARES,
    STANDSTILL,
    START,
)
from .data import data
from .events import refuse_storey
from .reasons import reasons, why
from .view import Survey, each, plot_at

USAGE = """\
Own the tallest building. Roll, move, and build where the lines of your figures cross; 1s give roofs, 6s storeys.
Plots are named by column and row, as in D3; squares of the track have numbers.
Moving:   the two squares where your figures stand then, as in 4 11; or a plot that you want to cross, as in D3.
  A figure that stays off the board is called off: off 11.
Crossing: storey, road, raise, demolish or decline.
Dice:     roof D3 for a 1, raise D3 for a 6, or decline to give up what is left.
Before the roll, if somebody is bankrupt: demand blue, or decline."""
DECLINE_WORDS = ("decline", "no", "n", "none", "nothing", "pass", "skip", "done")
PLOT_WORDS = {"storey": Storey, "road": Road, "demolish": Demolish, "raise": Raise, "roof": Roof}
FORMS = {
    r"^(tear down|demolish)( the)?( roof)?\b": "demolish",
    r"^(build )?(a )?(storeys?|story)\b": "storey",
    r"^(build )?(a )?(road|street)s?\b": "road",
    r"^build$": "storey",
    r"^(put )?(a )?roof\b": "roof",
    r" on ": " ",
}


def letter(seat: int | None) -> str:
    """How a seat's colour is abbreviated; a dash for nobody."""
    return "-" if seat is None else COLOURS[seat][0].upper()


# The board


def board(row: Row, seat: int | None, names: Sequence[str], paint: Paint, width: int) -> str:
    """Track and plots, the players, and what the seat on turn can do."""
    survey = Survey(row)
    wide = width >= 68
    parts = [textwrap.fill(_headline(row), width), _grid(survey, paint, 6 if wide else 4)]
    parts.append(textwrap.fill(LEGEND if wide else NARROW_LEGEND, width))
    parts.append(_players(survey, names, paint, compact=width < 72 + max(map(len, names))))
    if todo := _todo(survey, names):
        parts.append("\n".join(textwrap.fill(line, width, subsequent_indent="      ") for line in todo))
    return "\n".join(parts)


LEGEND = "R3▲ red, 3 storeys, spire · R2⌂ roof · -2 nobody's · [R3▲] closed · ░ road · 12 RB figures"
NARROW_LEGEND = "R3▲ red, 3 storeys, spire · R2⌂ roof · -2 nobody's · r3▲ _2 closed · ░ road · ! may go bankrupt"


def _headline(row: Row) -> str:
    supply = ", ".join(_counted(int(row[f"{kind}_supply"]), kind) for kind in ("storey", "road", "roof"))
    parts = [f"{supply} left"]
    if row["phase"] in (MOVE, CROSS, DICE):
        parts.append("dice " + " ".join(map(str, row["dice"].tolist())))
    if row["quiet"] >= 20:
        parts.append(f"{row['quiet']} turns without building, {STANDSTILL} end the game")
    return " · ".join(parts)


def _grid(survey: Survey, paint: Paint, cell: int) -> str:
    """The plots with the track around them: nine rows of nine, plots named at the rim."""
    gap = "  "
    rule = "─" * (SIDE * (cell + 1) - 1)
    lines = [gap + " " * (cell + 1) + " ".join(name.center(cell) for name in COLUMNS)]
    for r in range(SIDE + 2):
        cells = [_cell(survey, paint, r, c, cell) for c in range(SIDE + 2)]
        if r in (0, SIDE + 1):
            lines.append(gap + " ".join(cells))
        else:
            lines.append(f"{r} {cells[0]}│{'│'.join(cells[1:-1])}│{cells[-1]}")
    edge = gap + " " * cell
    lines.insert(2, f"{edge}┌{rule}┐")
    lines.insert(len(lines) - 1, f"{edge}└{rule}┘")
    return "\n".join(line.rstrip() for line in lines)


def _cell(survey: Survey, paint: Paint, r: int, c: int, cell: int) -> str:
    if r in (0, SIDE + 1) or c in (0, SIDE + 1):
        return _square(survey, paint, square_at(r, c), cell)
    plot = plot_at(r, c)
    if plot & survey.roads:
        return "░" * cell
    if not plot & survey.built:
        return "·".center(cell)
    owner = survey.owner(plot)
    top = "⌂" if plot & survey.roofs else "▲" if plot & survey.spires_up else " "
    text = f"{letter(owner)}{survey.heights[plot]}{top}"
    if not plot & survey.not_closed:
        text = f"[{text.strip()}]" if cell > 5 else text.lower().replace("-", "_")
    text = (f" {text}" if len(text) < cell else text).ljust(cell)
    return text if owner is None else paint(COLOURS[owner], text)


def square_at(r: int, c: int) -> int:
    """H-board: the number of a square of the track, by row and column from 0."""
    last = SIDE + 1
    if r == 0:
        return c
    if c == last:
        return last + r
    return 3 * last - c if r == last else SQUARES - r


def _square(survey: Survey, paint: Paint, square: int, cell: int) -> str:
    """A square's number and the figures on it, each by its colour's letter."""
    figures = [seat for seat in survey.seats for at in survey.row["figures"][seat].tolist() if at == square]
    number = str(square).rjust(2) + " " * (cell > 4)
    space = cell - len(number)
    shown = figures if len(figures) <= space else figures[: space - 1]
    text = "".join(paint(COLOURS[seat], letter(seat)) for seat in shown)
    text += "+" if len(shown) < len(figures) else ""
    return number + text + " " * (space - min(len(figures), space))


def _players(survey: Survey, names: Sequence[str], paint: Paint, compact: bool) -> str:
    row, wide = survey.row, max(6, *map(len, names))
    heads = ("figs", "roofs", "spires", "best") if compact else ("figures", "roofs", "spires left", "tallest building")
    lines = [f"  {'player'.ljust(wide)} colour   {heads[0]:>7}  {heads[1]:>5}  {heads[2]:>{len(heads[2])}}  {heads[3]}"]
    for seat in survey.seats:
        mark = "▶" if row["seat"] == seat and row["phase"] not in (START, FINISHED) else " "
        colour = paint(COLOURS[seat], f"{COLOURS[seat]} {letter(seat)}".ljust(8))
        if row["left"][seat]:
            lines.append(f"{mark} {names[seat].ljust(wide)} {colour} bankrupt")
            continue
        figures = " ".join("off" if at == OFF else str(at) for at in row["figures"][seat].tolist())
        spires = survey.spires_to_spare(seat)
        lines.append(
            f"{mark} {names[seat].ljust(wide)} {colour} {figures:>7}  {row['hand'][seat]:>5}  {spires:>{len(heads[2])}}"
            f"  {_best(survey, seat, compact)}".rstrip()
        )
    return "\n".join(lines)


def _best(survey: Survey, seat: int, compact: bool) -> str:
    """H-tie: height of the tallest building and its storeys in all."""
    buildings = [(survey.height(b), survey.storeys(b)) for b in survey.buildings_of(seat)]
    tallest, storeys = max(buildings, default=(0, 0))
    text = f"{tallest} ({storeys})" if compact else f"{tallest} high, {_counted(storeys, 'storey')} in all"
    if not tallest:
        text = "none"
    is_closed = survey.row["has_built"][seat] and not survey.spires[seat] & survey.not_closed
    return text + ((" !" if compact else " · may go bankrupt") if is_closed else "")


# What the seat on turn can do


def _todo(survey: Survey, names: Sequence[str]) -> list[str]:
    row = survey.row
    match int(row["phase"]):
        case phase if phase == MOVE:
            return _moves(survey, names)
        case phase if phase == CROSS:
            plot, choices = survey.crossing()
            assert plot is not None
            return [f"Crossing at {plot_name(plot)}: {_site(survey, plot, choices, names)}"]
        case phase if phase == DICE:
            roof, raised = plots_by_dice(survey)
            lines = []
            if roof:
                usable = min(int(row["ones"]), int(row["hand"][row["seat"]]))
                lines.append(f"  {_counted(usable, 'roof')} on any of: {_listed(roof)}")
            if raised:
                lines.append(f"  {_counted(int(row['sixes']), 'storey')} on any of: {_listed(raised)}")
            return ["The dice may be used:", *lines]
    return []


def plots_by_dice(survey: Survey) -> tuple[int, int]:
    """H-one, H-six: where a roof may go, and what may be raised."""
    row, seat = survey.row, int(survey.row["seat"])
    roof = survey.free if row["ones"] and row["hand"][seat] else 0
    return roof, survey.free & survey.owned[seat] & survey.not_closed if row["sixes"] else 0


def _moves(survey: Survey, names: Sequence[str]) -> list[str]:
    """Every possible move, by what it would cross and allow there; what allows more than a road comes first."""
    moves: dict[tuple[int, int], list[str]] = {}
    allowed: dict[tuple[int, int], list[str]] = {}
    idle = []
    for figures in survey.moves():
        plot, choices = survey.crossing(figures)
        if plot is None or not choices:
            idle.append(str(Move(figures)))
        else:
            moves.setdefault(plot, []).append(str(Move(figures)))
            allowed[plot] = choices
    lines = ["Possible moves:"]
    for plot in sorted(moves, key=lambda plot: (allowed[plot] == ["road"], plot)):
        lines.append(f"  {plot_name(plot)}  {_site(survey, plot, allowed[plot], names)}: {', '.join(moves[plot])}")
    if idle:
        which = ", ".join(idle) if len(idle) <= 12 else f"{len(idle)} moves, as {idle[0]} (moves lists all)"
        lines.append(f"  nothing to do at the crossing: {which}")
    return lines


def _site(survey: Survey, plot: tuple[int, int], choices: Sequence[str], names: Sequence[str]) -> str:
    """What is on a plot that is crossed, and what may be done there."""
    seat, at = int(survey.row["seat"]), plot_at(*plot)
    if at & survey.built:
        owner = survey.owner(at)
        whose = "nobody's" if owner is None else "own" if owner == seat else f"{names[owner]}'s"
        what = {"demolish": "demolish the roof"}
        return f"{whose}, {_counted(survey.height(at), 'storey')}: {' or '.join(what.get(c, c) for c in choices)}"
    if "storey" not in choices:
        return f"empty: road; no storey, {_hindrance(survey, seat, plot, names)}"
    return f"empty: storey ({_effect(survey, at, names)}){' or road' if 'road' in choices else ''}"


def _hindrance(survey: Survey, seat: int, plot: tuple[int, int], names: Sequence[str]) -> str:
    """Why no storey is allowed, in a few words and with the rule's id."""
    refusal, at = refuse_storey(survey, seat, plot), plot_at(*plot)
    beside = survey.building(survey.beside(at))
    corner = survey.building(survey.around(at)) & ~beside
    others = corner or beside & ~survey.owned[seat]
    owner = survey.owner(others)
    whose = "nobody's" if owner is None else "your own" if owner == seat else f"{names[owner]}'s"
    words = {
        "H-new": "no spire left",
        "H-corner": f"touches {whose} at a corner",
        "H-extend": f"beside {whose} only",
        "H7": f"beside {whose} only",
        "H-ruin": f"{whose} is {survey.height(others)} high",
    }
    return f"{words[refusal.rule]} ({refusal.rule})"


def _effect(survey: Survey, plot: int, names: Sequence[str]) -> str:
    """What a storey of the seat on turn on this empty plot would bring about."""
    seat = int(survey.row["seat"])
    joined = survey.building(survey.beside(plot))
    if not joined:
        return "new building"
    lost = joined & ~survey.owned[seat]
    if lost:
        owners = {survey.owner(p) for p in each(lost)}
        whose = [f"{names[o]}'s" for o in survey.seats if o in owners] + ["a building of nobody's"] * (None in owners)
        return f"swallows {' and '.join(whose)}, {survey.height(lost)} high"
    return "extension" if joined == survey.building(joined & -joined) else "merger"


def _listed(plots: int) -> str:
    return " ".join(plot_name(place) for place in places() if plot_at(*place) & plots)


def places() -> list[tuple[int, int]]:
    return [(r, c) for r in range(1, SIDE + 1) for c in range(1, SIDE + 1)]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


# Asking and reading


def ask(row: Row, names: Sequence[str]) -> str:
    phase, who = int(row["phase"]), names[row["seat"]]
    if phase == START:
        return f"Who begins? ({', '.join(f'{seat} {name}' for seat, name in enumerate(names))})"
    if phase == ROLL:
        return f"What does {who} roll? (two dice, as in 5 2)"
    if phase == MOVE:
        one, two = row["dice"].tolist()
        return f"{who}, with {one} and {two}, to which squares? (as in 4 11; or the plot to cross, as in D3)"
    if phase == FINISHED:
        return "The game is over"
    return f"{who}: {' or '.join(_choices(Survey(row), names))}?"


def _choices(survey: Survey, names: Sequence[str]) -> list[str]:
    """What may be typed in a phase in which little is possible."""
    match int(survey.row["phase"]):
        case phase if phase == DEMAND:
            who = [f"demand {COLOURS[seat]} (bankruptcy of {names[seat]}, whose buildings are all closed)"
                   for seat in bankrupt(survey)]  # fmt: skip
            return [*who, "decline"]
        case phase if phase == CROSS:
            plot, choices = survey.crossing()
            assert plot is not None
            may = ["decline"] if {"demolish", "raise"} & set(choices) else []
            return [*(f"{choice} {plot_name(plot)}" for choice in choices), *may]
    roof, raised = plots_by_dice(survey)
    examples = [f"{word} {_listed(plots & -plots)}" for word, plots in (("roof", roof), ("raise", raised)) if plots]
    return [*(f"{example} …" for example in examples), "decline"]


def bankrupt(survey: Survey) -> list[int]:
    """H-demand: whose bankruptcy may be demanded."""
    return [seat for seat in survey.seats if survey.demandable >> seat & 1]


def read(row: Row, text: str) -> list[Action]:
    """What a person typed, as actions. What cannot be meant is explained here; whether it is legal, the rules say."""
    phase = int(row["phase"])
    words = re.sub(r"[\s,+;/-]+", " ", text.strip().lower())
    for form, word in FORMS.items():
        words = re.sub(form, word, words)
    if phase == START:
        return [_read_start(row, words)]
    if phase == ROLL:
        return [_read_roll(words)]
    if phase == MOVE:
        return [_read_move(Survey(row), words)]
    if words in DECLINE_WORDS:
        return [Decline()]
    if phase == DEMAND:
        return [_read_demand(Survey(row), words)]
    return [_read_on_plot(row, words)]


def _read_start(row: Row, words: str) -> Action:
    seats = len(Survey(row).seats)
    number = words.removeprefix("start").strip()
    if not re.fullmatch(r"\d", number) or int(number) >= seats:
        raise Misread(f"name the seat that begins, from 0 to {seats - 1}")
    return Start(int(number))


def _read_roll(words: str) -> Action:
    found = re.fullmatch(r"(?:roll)? ?([1-6]) ?(?:and )?([1-6])", words)
    if not found:
        raise Misread("name what both dice show, as in 5 2")
    return Roll(int(found[1]), int(found[2]))


def _read_demand(survey: Survey, words: str) -> Action:
    word = re.sub(r"^(demand|yes|y(?![a-z])) ?", "", words)
    seats = bankrupt(survey)
    if not word and len(seats) == 1:
        return Demand(seats[0])
    for seat in survey.seats:
        if word in (str(seat), COLOURS[seat], letter(seat).lower()):
            return Demand(seat)
    raise Misread(f"say {' or '.join(f'demand {COLOURS[seat]}' for seat in seats)}, or decline")


def _read_move(survey: Survey, words: str) -> Action:
    if place := _read_plot(words.removeprefix("cross").strip()):
        plot = (place[0] - 1) * SIDE + place[1] - 1
        fitting = [figures for figures in survey.moves() if CROSSED[figures] == plot]
        if len(fitting) == 1:
            return Move(fitting[0])
        if fitting:
            raise Misread(f"{len(fitting)} moves cross {plot_name(place)}: {', '.join(str(Move(f)) for f in fitting)}")
        raise Misread(f"no possible move crosses {plot_name(place)}")
    found = re.fullmatch(r"(?:move|to)? ?(off|\d\d?) (?:and )?(off|\d\d?)", words)
    if not found:
        raise Misread("name the two squares where your figures stand then, as in 4 11, or a plot to cross, as in D3")
    squares = [OFF if word == "off" else int(word) for word in found.groups()]
    if max(squares) >= SQUARES:
        raise Misread(f"there is no square {max(squares)}; the track goes from 0 to {SQUARES - 1}")
    if squares == [OFF, OFF]:
        raise Misread("a figure must be moved")
    return Move((min(squares), max(squares)))


def _read_on_plot(row: Row, words: str) -> Action:
    """A word and a plot; at a crossing the plot goes without saying."""
    survey = Survey(row)
    word, _, rest = words.partition(" ")
    if glued := re.fullmatch(r"([a-z]+?)([a-g][1-7])", words):
        word, rest = glued.groups()
    possible = survey.crossing()[1] if row["phase"] == CROSS else []
    if _read_plot(words) and len(possible) == 1:
        word, rest = possible[0], words
    if word not in PLOT_WORDS:
        raise Misread(f"say {' or '.join(_choices(survey, [f'seat {seat}' for seat in survey.seats]))}")
    place = _read_plot(rest)
    if place is None and rest:
        raise Misread("a plot is a column from A to G and a row from 1 to 7, as in D3")
    if place is None:
        crossed, _ = survey.crossing()
        if row["phase"] != CROSS or crossed is None:
            raise Misread(f"where? Add a plot, as in {word} D3")
        place = crossed
    return PLOT_WORDS[word](place)


def _read_plot(word: str) -> tuple[int, int] | None:
    """D3, or 3d, as row and column."""
    found = re.fullmatch(r"([a-g]) ?([1-7])", word) or re.fullmatch(r"(?P<row>[1-7]) ?(?P<column>[a-g])", word)
    if not found:
        return None
    column, row = sorted(found.groups(), key=str.isdecimal)
    return int(row), COLUMNS.lower().index(column) + 1


# Telling


def tell(row: Row, event: Mapping[str, Any], names: Sequence[str], seat: int | None) -> str:
    """An event in a line; the row is the one it happened on."""
    who = names[event["seat"]]
    where = plot_name(tuple(event["plot"])) if "plot" in event else ""
    match event["e"]:
        case "start":
            return f"{who}: first player"
        case "demand":
            return f"{who}: demanded the bankruptcy of {names[event['of']]}"
        case "roll":
            one, two = event["dice"]
            return f"{who}: rolled {one} and {two}" + (", a double" if one == two else "")
        case "move":
            one, two = event["figures"]
            plot = int(CROSSED[one, two])
            crossing = f", crossing {plot_name((plot // SIDE + 1, plot % SIDE + 1))}" if plot >= 0 else ""
            return f"{who}: moved to {'off' if one == OFF else one} and {two}{crossing}"
        case "storey":
            return f"{who}: built a storey on {where}, {_effect(Survey(row), plot_at(*event['plot']), names)}"
        case "road":
            return f"{who}: built a road on {where}"
        case "demolish":
            return f"{who}: tore down the roof on {where}"
        case "raise":
            return f"{who}: raised {where}"
        case "roof":
            return f"{who}: put a roof on {where}"
        case "bankrupt":
            return f"{who}: bankrupt, out of the game"
    declined = {DEMAND: "declined to demand", CROSS: "declined at the crossing", DICE: "declined to use the dice"}
    return f"{who}: {declined[int(row['phase'])]}"


def ending(row: Row, names: Sequence[str]) -> str:
    """Why the game is over, and how a tie was broken."""
    survey = Survey(row)
    left = [seat for seat in survey.seats if not row["left"][seat]]
    if len(left) == 1:
        return "All others are bankrupt (H-end)."
    why = "Nobody can build any more (H5)."
    if row["storey_supply"] == 0:
        why = "All storeys are built (H-end)."
    elif row["quiet"] == STANDSTILL:
        why = f"{STANDSTILL} turns in a row without building (H10)."
    best = {
        seat: max(((survey.height(b), survey.storeys(b)) for b in survey.buildings_of(seat)), default=(0, 0))
        for seat in left
    }
    tallest = max(height for height, _ in best.values())
    tied = [seat for seat in left if tallest and best[seat][0] == tallest]
    if len(tied) > 1:
        counts = ", ".join(f"{names[seat]} {best[seat][1]}" for seat in tied)
        why += f" Equally tall; storeys in all (H-tie): {counts}."
    return why


def is_milestone(before: Row, after: Row) -> bool:
    """H-height, H-bankrupt: the board is looked at when somebody builds higher than ever, and when somebody leaves."""
    return bool(((before["levels"] == 0) & (after["levels"] != 0)).any() or (before["left"] != after["left"]).any())


def picture(row: Row, seat: int | None, names: Sequence[str]) -> str:
    from .picture import picture as drawn  # few ask for one, and it takes long to import

    return drawn(row, seat, names)


FACE = Face(
    data=data,
    board=board,
    picture=picture,
    ask=ask,
    read=read,
    tell=tell,
    is_milestone=is_milestone,
    usage=USAGE,
    ending=ending,
    reasons=reasons,
    why=why,
)
