"""The terminal's face of the game: a board to play from, and how a person types and reads it."""

import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from bauboom.core.action import Action
from bauboom.core.game import Face, Misread, Paint, Row
from bauboom.core.showing import shown

from .actions import Decline, Demand, Demolish, Move, Raise, Road, Roll, Roof, Start, Storey, plot_name
from .building import height, in_the_way, owner_of
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
    SEATS,
    SIDE,
    SQUARES,
    START,
)
from .events import Place, plot_at
from .reasons import why

Shown = Mapping[str, Any]  # a view, or a part of it, as JSON

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
    """How a seat's colour is abbreviated; a dash for no owner."""
    return "-" if seat is None else COLOURS[seat][0].upper()


def seen(row: Row) -> Shown:
    """The table as the player on turn sees it, with all that they can do."""
    return shown(row, int(row["seat"]))


# The board


def board(row: Row, seat: int | None, names: Sequence[str], paint: Paint, width: int) -> str:
    """Track and plots, the players, and what the seat on turn can do."""
    table = seen(row)
    wide = width >= 68
    parts = [textwrap.fill(_headline(table), width), _grid(table, paint, 6 if wide else 4)]
    parts.append(textwrap.fill(LEGEND if wide else NARROW_LEGEND, width))
    parts.append(_players(table, names, paint, compact=width < 72 + max(map(len, names))))
    if todo := _todo(row, table, names):
        parts.append("\n".join(textwrap.fill(line, width, subsequent_indent="      ") for line in todo))
    return "\n".join(parts)


LEGEND = "R3▲ red, 3 storeys, spire · R2⌂ roof · -2 nobody's · [R3▲] closed · ░ road · 12 RB figures"
NARROW_LEGEND = "R3▲ red, 3 storeys, spire · R2⌂ roof · -2 nobody's · r3▲ _2 closed · ░ road · ! may go bankrupt"


def _headline(table: Shown) -> str:
    supply = ", ".join(_counted(table["supply"][kind], kind) for kind in ("storey", "road", "roof"))
    parts = [f"{supply} left"]
    if table["phase"] in ("move", "cross", "dice"):
        parts.append("dice " + " ".join(map(str, table["dice"])))
    if table["quiet_turns"] >= 20:
        parts.append(f"{table['quiet_turns']} turns without building, {table['standstill']} end the game")
    return " · ".join(parts)


def _grid(table: Shown, paint: Paint, cell: int) -> str:
    """The plots with the track around them: nine rows of nine, plots named at the rim."""
    gap = "  "
    rule = "─" * (SIDE * (cell + 1) - 1)
    lines = [gap + " " * (cell + 1) + " ".join(name.center(cell) for name in COLUMNS)]
    for r in range(SIDE + 2):
        cells = [_cell(table, paint, r, c, cell) for c in range(SIDE + 2)]
        if r in (0, SIDE + 1):
            lines.append(gap + " ".join(cells))
        else:
            lines.append(f"{r} {cells[0]}│{'│'.join(cells[1:-1])}│{cells[-1]}")
    edge = gap + " " * cell
    lines.insert(2, f"{edge}┌{rule}┐")
    lines.insert(len(lines) - 1, f"{edge}└{rule}┘")
    return "\n".join(line.rstrip() for line in lines)


def _cell(table: Shown, paint: Paint, r: int, c: int, cell: int) -> str:
    if r in (0, SIDE + 1) or c in (0, SIDE + 1):
        return _square(table, paint, square_at(r, c), cell)
    plot = table["plots"][r - 1][c - 1]
    if not plot["storeys"]:
        return "░" * cell if plot["road"] else "·".center(cell)
    owner = plot["owner"]
    text = f"{letter(owner)}{plot['storeys']}{'⌂' if plot['roof'] else '▲' if plot['spire'] else ' '}"
    if plot["closed"]:
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


def _square(table: Shown, paint: Paint, square: int, cell: int) -> str:
    """A square's number and the figures on it, each by its colour's letter."""
    figures = [seat for seat, player in enumerate(table["players"]) for at in player["figures"] if at == square]
    number = str(square).rjust(2) + " " * (cell > 4)
    space = cell - len(number)
    named = figures if len(figures) <= space else figures[: space - 1]
    text = "".join(paint(COLOURS[seat], letter(seat)) for seat in named)
    text += "+" if len(named) < len(figures) else ""
    return number + text + " " * (space - min(len(figures), space))


def _players(table: Shown, names: Sequence[str], paint: Paint, compact: bool) -> str:
    wide = max(6, *map(len, names))
    heads = ("figs", "roofs", "spires", "best") if compact else ("figures", "roofs", "spires left", "tallest building")
    lines = [f"  {'player'.ljust(wide)} colour   {heads[0]:>7}  {heads[1]:>5}  {heads[2]:>{len(heads[2])}}  {heads[3]}"]
    for seat, player in enumerate(table["players"]):
        mark = "▶" if table["on_turn"] == seat and table["phase"] != "over" else " "
        colour = paint(COLOURS[seat], f"{COLOURS[seat]} {letter(seat)}".ljust(8))
        if player["left"]:
            lines.append(f"{mark} {names[seat].ljust(wide)} {colour} bankrupt")
            continue
        figures = " ".join("off" if at == OFF else str(at) for at in player["figures"])
        lines.append(
            f"{mark} {names[seat].ljust(wide)} {colour} {figures:>7}  {player['roofs']:>5}"
            f"  {player['spires']:>{len(heads[2])}}  {_best(player, compact)}".rstrip()
        )
    return "\n".join(lines)


def _best(player: Shown, compact: bool) -> str:
    """H-tie: height of the tallest building and its storeys in all."""
    tallest, storeys = player["height"], player["storeys"]
    text = f"{tallest} ({storeys})" if compact else f"{tallest} high, {_counted(storeys, 'storey')} in all"
    if not tallest:
        text = "none"
    return text + ((" !" if compact else " · may go bankrupt") if player["bankrupt"] else "")


# What the seat on turn can do


def _todo(row: Row, table: Shown, names: Sequence[str]) -> list[str]:
    match table["phase"]:
        case "move":
            return _moves(row, table, names)
        case "cross":
            plot, choices = table["crossing"]["plot"], table["crossing"]["choices"]
            return [f"Crossing at {plot_name(plot)}: {_site(row, table, plot, choices, names)}"]
        case "dice":
            roof, raised = plots_by_dice(table)
            lines = []
            if roof:
                usable = min(table["ones"], table["players"][table["turn"]]["roofs"])
                lines.append(f"  {_counted(usable, 'roof')} on any of: {' '.join(roof)}")
            if raised:
                lines.append(f"  {_counted(table['sixes'], 'storey')} on any of: {' '.join(raised)}")
            return ["The dice may be used:", *lines]
    return []


def plots_by_dice(table: Shown) -> tuple[list[str], list[str]]:
    """H-one, H-six: where a roof may go, and what may be raised."""
    roof, raised = ([plot_name(o["plot"]) for o in table["outcomes"] if o["e"] == e] for e in ("roof", "raise"))
    return roof, raised


def _moves(row: Row, table: Shown, names: Sequence[str]) -> list[str]:
    """Every possible move, by what it would cross and allow there; what allows more than a road comes first."""
    moves: dict[Place, list[str]] = {}
    allowed: dict[Place, list[str]] = {}
    idle = []
    for move in table["moves"]:
        if move["choices"]:
            plot = tuple(move["plot"])
            moves.setdefault(plot, []).append(str(Move(move["figures"])))
            allowed[plot] = move["choices"]
        else:
            idle.append(str(Move(move["figures"])))
    lines = ["Possible moves:"]
    for plot in sorted(moves, key=lambda plot: (allowed[plot] == ["road"], plot)):
        site = _site(row, table, plot, allowed[plot], names)
        lines.append(f"  {plot_name(plot)}  {site}: {', '.join(moves[plot])}")
    if idle:
        which = ", ".join(idle) if len(idle) <= 12 else f"{len(idle)} moves, as {idle[0]} (moves lists all)"
        lines.append(f"  nothing to do at the crossing: {which}")
    return lines


def _site(row: Row, table: Shown, place: Place, choices: Sequence[str], names: Sequence[str]) -> str:
    """What is on a plot that is crossed, and what may be done there."""
    seat, plot = table["turn"], table["plots"][place[0] - 1][place[1] - 1]
    if plot["storeys"]:
        what = {"demolish": "demolish the roof"}
        may = " or ".join(what.get(choice, choice) for choice in choices)
        return f"{_whose(plot['owner'], seat, names, 'own')}, {_counted(plot['storeys'], 'storey')}: {may}"
    if "storey" not in choices:
        return f"empty: road; no storey, {_hindrance(row, seat, place, plot['bar'], names)}"
    return f"empty: storey ({_effect(table, place, names)}){' or road' if 'road' in choices else ''}"


def _whose(owner: int | None, seat: int, names: Sequence[str], own: str) -> str:
    return "nobody's" if owner is None else own if owner == seat else f"{names[owner]}'s"


def _hindrance(row: Row, seat: int, place: Place, rule: str, names: Sequence[str]) -> str:
    """Why no storey is allowed, in a few words and with the rule's id."""
    others = in_the_way(row, seat, plot_at(place))
    owner = owner_of(row, others)
    whose = _whose(owner if owner >= 0 else None, seat, names, "your own")
    words = {
        "H-new": "no spire left",
        "H-corner": f"touches {whose} at a corner",
        "H-extend": f"beside {whose} only",
        "H7": f"beside {whose} only",
        "H-ruin": f"{whose} is {height(row, others)} high",
    }
    return f"{words[rule]} ({rule})"


def _effect(table: Shown, place: Place, names: Sequence[str]) -> str:
    """What a storey of the seat on turn on this empty plot would bring about."""
    outcome = next(o for o in table["outcomes"] if o["e"] == "storey" and o["plot"] == list(place))
    if outcome["ruined"]:
        owners = {building["owner"] for building in outcome["ruined"]}
        whose = [f"{names[owner]}'s" for owner in sorted(owners - {None})]
        whose += ["a building of nobody's"] * (None in owners)
        return f"swallows {' and '.join(whose)}, {max(building['height'] for building in outcome['ruined'])} high"
    return ("new building", "extension", "merger")[min(outcome["joined"], 2)]


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
    return f"{who}: {' or '.join(_choices(seen(row), names))}?"


def _choices(table: Shown, names: Sequence[str]) -> list[str]:
    """What may be typed in a phase in which little is possible."""
    match table["phase"]:
        case "demand":
            who = [f"demand {COLOURS[seat]} (bankruptcy of {names[seat]}, whose buildings are all closed)"
                   for seat in bankrupt(table)]  # fmt: skip
            return [*who, "decline"]
        case "cross":
            plot, choices = table["crossing"]["plot"], table["crossing"]["choices"]
            may = ["decline"] if {"demolish", "raise"} & set(choices) else []
            return [*(f"{choice} {plot_name(plot)}" for choice in choices), *may]
    roof, raised = plots_by_dice(table)
    examples = [f"{word} {plots[0]}" for word, plots in (("roof", roof), ("raise", raised)) if plots]
    return [*(f"{example} …" for example in examples), "decline"]


def bankrupt(table: Shown) -> list[int]:
    """H-demand: whose bankruptcy may be demanded."""
    return [outcome["of"] for outcome in table["outcomes"] if outcome["e"] == "demand"]


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
        return [_read_move(seen(row), words)]
    if words in DECLINE_WORDS:
        return [Decline()]
    if phase == DEMAND:
        return [_read_demand(seen(row), words)]
    return [_read_on_plot(row, words)]


def _read_start(row: Row, words: str) -> Action:
    seats = int(SEATS[row["variant"]])
    number = words.removeprefix("start").strip()
    if not re.fullmatch(r"\d", number) or int(number) >= seats:
        raise Misread(f"name the seat that begins, from 0 to {seats - 1}")
    return Start(int(number))


def _read_roll(words: str) -> Action:
    found = re.fullmatch(r"(?:roll)? ?([1-6]) ?(?:and )?([1-6])", words)
    if not found:
        raise Misread("name what both dice show, as in 5 2")
    return Roll(int(found[1]), int(found[2]))


def _read_demand(table: Shown, words: str) -> Action:
    word = re.sub(r"^(demand|yes|y(?![a-z])) ?", "", words)
    seats = bankrupt(table)
    if not word and len(seats) == 1:
        return Demand(seats[0])
    for seat in range(len(table["players"])):
        if word in (str(seat), COLOURS[seat], letter(seat).lower()):
            return Demand(seat)
    raise Misread(f"say {' or '.join(f'demand {COLOURS[seat]}' for seat in seats)}, or decline")


def _read_move(table: Shown, words: str) -> Action:
    if place := _read_plot(words.removeprefix("cross").strip()):
        fitting = [Move(tuple(move["figures"])) for move in table["moves"] if move["plot"] == list(place)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise Misread(f"{len(fitting)} moves cross {plot_name(place)}: {', '.join(map(str, fitting))}")
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
    table = seen(row)
    crossing = table["crossing"]
    word, _, rest = words.partition(" ")
    if glued := re.fullmatch(r"([a-z]+?)([a-g][1-7])", words):
        word, rest = glued.groups()
    possible = crossing["choices"] if crossing else []
    if _read_plot(words) and len(possible) == 1:
        word, rest = possible[0], words
    if word not in PLOT_WORDS:
        raise Misread(f"say {' or '.join(_choices(table, [f'seat {seat}' for seat in range(len(table['players']))]))}")
    place = _read_plot(rest)
    if place is None and rest:
        raise Misread("a plot is a column from A to G and a row from 1 to 7, as in D3")
    if place is None:
        if not crossing:
            raise Misread(f"where? Add a plot, as in {word} D3")
        place = (crossing["plot"][0], crossing["plot"][1])
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
    where = plot_name(event["plot"]) if "plot" in event else ""
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
            return f"{who}: moved to {'' if one == OFF else f'{one} and '}{two}{crossing}"
        case "storey":
            return f"{who}: built a storey on {where}"
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
    table = seen(row)
    left = {seat: player for seat, player in enumerate(table["players"]) if not player["left"]}
    if len(left) == 1:
        return "All others are bankrupt (H-end)."
    why = {
        "storeys": "All storeys are built (H-end).",
        "standstill": f"{table['standstill']} turns in a row without building (H10).",
    }.get(table["end"]["how"], "Nobody can build any more (H5).")
    tallest = max(player["height"] for player in left.values())
    tied = [seat for seat, player in left.items() if tallest and player["height"] == tallest]
    if len(tied) > 1:
        counts = ", ".join(f"{names[seat]} {left[seat]['storeys']}" for seat in tied)
        why += f" Equally tall; storeys in all (H-tie): {counts}."
    return why


def is_milestone(before: Row, after: Row) -> bool:
    """H-height, H-bankrupt: the board is shown when a new height is reached, and when a player leaves."""
    return bool(((before["levels"] == 0) & (after["levels"] != 0)).any() or (before["left"] != after["left"]).any())


def picture(row: Row, seat: int | None, names: Sequence[str]) -> str:
    from .picture import picture as drawn  # few ask for one, and it takes long to import

    return drawn(row, seat, names)


FACE = Face(
    board=board,
    picture=picture,
    ask=ask,
    read=read,
    tell=tell,
    is_milestone=is_milestone,
    usage=USAGE,
    ending=ending,
    why=why,
)
