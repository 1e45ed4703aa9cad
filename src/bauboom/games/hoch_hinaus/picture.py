"""What one seat may see -> an SVG picture: the plaza from above with its towers, and the players beside it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bauboom.core.game import Row
from bauboom.core.showing import shown
from bauboom.core.svg import INK, LINE, PALE, drawing, move, number, polygon, rect, shortened, tag, tint, words

from .actions import plot_name
from .components import COLOURS, COLUMNS, OFF, SIDE, SQUARES

Shown = Mapping[str, Any]  # a view, or a part of it, as JSON
Place = tuple[int, int]  # row and column
Point = tuple[float, float]
Style = dict[str, str | float]

NOBODY, BRICK, ASPHALT, PAVING, SOFT = "#a9a9a0", "#a3613f", "#999da1", "#f3eee0", "#666a72"
WHITE, GOLD, CREAM = "#ffffff", "#ffc928", "#fff8e0"
PAINT = ("#d4372c", "#2f7fd0", "#2b9c69", "#e2ae14", "#8b53b5", "#ee7f2d")  # by seat, as COLOURS names them
# by seat, so that walls can be told apart without colour: how many windows a storey has, and their corners
WINDOWS = (
    (4, ((-0.25, -0.27), (0.25, -0.27), (0.25, 0.27), (-0.25, 0.27))),
    (8, ((-0.2, -0.34), (0.2, -0.34), (0.2, 0.34), (-0.2, 0.34))),
    (2, ((-0.42, -0.16), (0.42, -0.16), (0.42, 0.16), (-0.42, 0.16))),
    (4, ((-0.3, -0.1), (-0.1, -0.34), (0.1, -0.34), (0.3, -0.1), (0.3, 0.1), (0.1, 0.34), (-0.1, 0.34), (-0.3, 0.1))),
    (4, ((0.0, -0.42), (0.34, 0.0), (0.0, 0.42), (-0.34, 0.0))),
    (4, ((-0.36, -0.32), (0.36, -0.32), (0.0, 0.38))),
)
PIPS = ("4", "08", "048", "0268", "02468", "023568")  # which of nine places have one, by what a die shows
CROWDS = ((2, 2, 1.15), (3, 3, 0.92), (6, 3, 0.75), (12, 4, 0.5))  # up to so many figures: how many abreast, how big
COAT = "M-10.5 -1L-7.5 -17Q-7 -20 0 -20T7.5 -17L10.5 -1Q0 2.5 -10.5 -1Z"
HAT = "M-9 -26.5H9Q7 -28 6.6 -28.5A6.8 6.8 0 0 0 -6.6 -28.5Q-7 -28 -9 -26.5Z"
DOING = {"demand": "may demand a bankruptcy", "roll": "rolls the dice", "move": "moves", "dice": "may use the dice"}

CELL, KERB, MARGIN = 76, 14, 34  # a plot or square, the way between plots and track, what is around the board
LAST = SIDE + 1  # the track is in this row and column, and in row and column 0
BOARD = (LAST + 1) * CELL + 2 * KERB
WIDE = 372  # what is beside the board
INSET, TOWER, LEAN = 8, CELL - 16, 0.2  # a tower within its plot, and how far to the left it leans as it rises


def picture(row: Row, seat: int | None, names: Sequence[str]) -> str:
    """A view, or the whole table for a referee, as it lies there."""
    table, names = shown(row, seat), [shortened(name, 192, 16) for name in names]
    return drawing(
        2 * MARGIN + BOARD + WIDE + 16,
        2 * MARGIN + BOARD - 12,
        f"Hoch hinaus!: {' '.join(_headline(table, names))}",
        move(MARGIN, MARGIN, *_ground(table), *_towers(table), *_figures(table)),
        move(2 * MARGIN + BOARD, MARGIN, *_panel(table, names)),
    )


# Colours, lines and letters


def _paint(seat: int | None) -> str:
    return NOBODY if seat is None else PAINT[seat]


def _edged(colour: str, light: float = 0) -> Style:
    """A face of something in a colour, with a darker edge."""
    edge: Style = {"stroke": tint(colour, -0.5), "stroke_width": 1.5, "stroke_linejoin": "round"}
    return {"fill": tint(colour, light), **edge}


def _path(*lines: Iterable[Point], **attributes: str | float) -> str:
    d = "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in line) for line in lines)
    return tag("path", d=d, **{"fill": "none", **attributes})


def _label(x: float, y: float, text: str, size: float, colour: str, **more: str | float) -> str:
    """White letters with a dark rim, readable on any colour."""
    style = _edged(colour) | {"fill": WHITE, "stroke_width": size / 6, "paint_order": "stroke", "text_anchor": "middle"}
    return words(x, y, text, font_size=size, font_weight="bold", **style, **more)


def _note(x: float, y: float, text: str, **more: str | float) -> str:
    return words(x, y, text, **{"font_size": 13, "fill": SOFT, **more})


def _scaled(x: float, y: float, scale: float, *inside: str) -> str:
    return tag("g", *inside, transform=f"translate({number(x)} {number(y)}) scale({scale:g})")


# The ground


def _plots(table: Shown) -> dict[Place, Shown]:
    """What is on each plot, by row and column from 1; from the back to the front."""
    return {(r, c): plot for r, row in enumerate(table["plots"], 1) for c, plot in enumerate(row, 1)}


def _built(table: Shown) -> dict[Place, Shown]:
    return {place: plot for place, plot in _plots(table).items() if plot["storeys"]}


def _is_going_on(table: Shown) -> bool:
    return table["phase"] not in ("start", "over")


def _spot(square: int) -> Place:
    """H-board: row and column of a square of the track, clockwise from the top left corner."""
    side, step = divmod(square, LAST)
    return ((0, step), (step, LAST), (LAST, LAST - step), (LAST - step, 0))[side]


def _corner(place: Place) -> Point:
    """The upper left corner of a plot or square."""
    y, x = (at * CELL + KERB * ((at > 0) + (at == LAST)) for at in place)
    return x, y


def _ground(table: Shown) -> Iterable[str]:
    """All that lies flat: track, plots, roads, the grounds of buildings, and what the figures on turn look along."""
    yield rect(-6, -6, BOARD + 12, BOARD + 12, rx=10, fill="#d5dccb", stroke=LINE, stroke_width=1.5)
    yield rect(CELL + 2, CELL + 2, BOARD - 2 * CELL - 4, BOARD - 2 * CELL - 4, rx=6, fill="#c3cdb5")
    for at, name in enumerate(COLUMNS, 1):
        bold: Style = {"font_size": 15, "font_weight": "bold", "text_anchor": "middle"}
        middle = _corner((0, at))[0] + CELL / 2
        yield _note(middle, -13, name, **bold) + _note(-19, middle + 5, str(at), **bold)
    yield from map(_square, range(SQUARES))
    plots = _plots(table)
    roads = {place for place, plot in plots.items() if plot.get("road")}
    for place, plot in plots.items():
        if not plot["storeys"]:
            yield _road(place, roads) if place in roads else move(*_corner(place), _tile(PALE))
    for building in table["buildings"]:
        yield _grounds(table, building)
    if _is_going_on(table):
        yield from _sight(table)


def _tile(colour: str) -> str:
    return rect(2, 2, CELL - 4, CELL - 4, rx=4, fill=colour, stroke=tint(colour, -0.1))


def _square(square: int) -> str:
    """A square of the track with its number; H-enter: the corners are gates."""
    gate = rect(7, 7, CELL - 14, CELL - 14, rx=4, fill="none", stroke="#bfae7e", stroke_dasharray="4 3")
    tile = _tile(PAVING) if square % LAST else _tile("#ebe2c9") + gate
    return move(*_corner(_spot(square)), tile, _note(10, 20, str(square), font_size=11))


def _road(place: Place, roads: set[Place]) -> str:
    """A grey tile; its marking leads on to roads beside it."""
    r, c = place
    ways: list[Point] = [(x, y) for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)) if (r + y, c + x) in roads]
    half = CELL / 2
    marking = [[(half, half), (half + x * half, half + y * half)] for x, y in ways or [(-0.5, 0), (0.5, 0)]]
    lines = _path(*marking, stroke=PAVING, stroke_width=3, stroke_dasharray="8 7")
    tile = rect(1, 1, CELL - 2, CELL - 2, rx=3, fill=ASPHALT, stroke=tint(ASPHALT, -0.1))
    return tag("g", move(*_corner(place), tile, lines), class_="road", data_plot=plot_name(place))


def _grounds(table: Shown, building: Shown) -> str:
    """What hangs together stands on one ground; H-closed: with a fence around it. Towers throw shadows."""
    colour, corners = _paint(building["owner"]), [_corner(place) for place in building["plots"]]
    rim: Style = {"stroke": tint(colour, -0.2), "stroke_width": 5}
    if building["closed"]:
        rim = {"stroke": INK, "stroke_width": 9, "stroke_dasharray": "3 5.44"}
    outline = [rect(x, y, CELL, CELL, fill="none", **rim) for x, y in corners]
    ground = [rect(x, y, CELL, CELL, fill=tint(colour, 0.62)) for x, y in corners]
    shadows = []
    for (r, c), (x, y) in zip(building["plots"], corners, strict=True):
        near, far, long = INSET, INSET + TOWER, table["plots"][r - 1][c - 1]["storeys"] * _storey(table) / 2
        low = [(far + long, far + long / 3), (near + long, far + long / 3), (near, far)]
        shadows.append(move(x, y, polygon([(far, near), (far + long, near + long / 3), *low], opacity=0.14)))
    return "".join(outline + ground + shadows)


def _sight(table: Shown) -> Iterable[str]:
    """H-cross: the lines along which the figures on turn look, and the plot that is crossed, if it matters now."""
    seat, near, far = table["on_turn"], CELL + KERB, BOARD - CELL - KERB
    dots: Style = {"stroke_width": 4, "stroke_dasharray": "0 9", "stroke_linecap": "round"}
    for square in table["players"][seat]["figures"]:
        if square != OFF and square % LAST:
            x, y = (at + CELL / 2 for at in _corner(_spot(square)))
            line = [(x, near), (x, far)] if _spot(square)[0] in (0, LAST) else [(near, y), (far, y)]
            yield _path(line, stroke=tint(PAINT[seat], -0.1), **dots)
    if table["crossing"]:
        crossed = table["crossing"]["plot"]
        rims = [rect(0, 0, CELL, CELL, rx=4, fill="none", stroke=c, stroke_width=w) for c, w in ((INK, 9), (GOLD, 6))]
        yield tag("g", move(*_corner(crossed), *rims), class_="crossed", data_plot=plot_name(crossed))


# Towers


def _storey(table: Shown) -> float:
    """How high a storey is drawn: the same everywhere, and so that no tower hides what is behind it, or its number."""
    heights = {place: tower["storeys"] for place, tower in _built(table).items()}
    rises = [heights.get((r + 1, c), 0) - height for (r, c), height in heights.items()]
    return float(min(12, 66 / max([1, *heights.values()]), 43 / max([1, *rises])))


def _up(level: float, storey: float, *points: Point) -> list[Point]:
    """Points of the ground, lifted by a number of storeys."""
    return [(x - LEAN * storey * level, y - storey * level) for x, y in points]


def _towers(table: Shown) -> Iterable[str]:
    """From the back to the front, so that what is nearer covers what is behind it."""
    storey = _storey(table)
    for place, plot in _built(table).items():
        owner, height = plot["owner"], plot["storeys"]
        on_top = _label(TOWER / 2, 31, str(height), 24, BRICK if plot["roof"] else _paint(owner), class_="height")
        if plot["roof"]:
            on_top = tag("g", *_roof(), class_="roof") + on_top
        if plot["closed"]:
            on_top += tag("g", move(12, 49, _lock()), class_="closed")
        if plot["spire"]:
            on_top += tag("g", move(53, 14, _flag(owner)), class_="spire")
        x, y = _corner(place)
        tower = _block(owner, TOWER, height, storey) + move(*_up(height, storey, (0, 0))[0], on_top)
        yield tag("g", move(x + INSET, y + INSET, tower), class_="tower", data_plot=plot_name(place))


def _block(seat: int | None, size: float, storeys: int, storey: float) -> str:
    """A tower on a square with its corner at 0, 0: wall, side, windows, joints and top."""
    colour = _paint(seat)
    back, right, near, left = (0.0, 0.0), (size, 0.0), (size, size), (0.0, size)
    joints = [_up(level, storey, left, near, right) for level in range(1, storeys)]
    wall = polygon([left, near, *_up(storeys, storey, near, left)], **_edged(colour))
    side = polygon([near, right, *_up(storeys, storey, right, near)], **_edged(colour, -0.25))
    windows = _path(*_windows(seat, size, storeys, storey), fill=CREAM, opacity=0.88)
    top = polygon(_up(storeys, storey, back, right, near, left), **_edged(colour, 0.3))
    return wall + side + windows + _path(*joints, stroke=tint(colour, -0.5)) + top


def _windows(seat: int | None, size: float, storeys: int, storey: float) -> Iterable[list[Point]]:
    """Nobody looks out of a building without an owner."""
    count, shape = (0, ()) if seat is None else WINDOWS[seat]
    for level in range(storeys):
        for i in range(count):
            yield [_up(level + 0.5 + v, storey, ((i + 0.5 + u) * size / count, size))[0] for u, v in shape]


def _roof() -> Iterable[str]:
    """A hipped roof on a top with its corner at 0, 0, tiled."""
    west, east, peak = -3.0, TOWER + 3.0, (TOWER / 2 - 4, 8.0)
    corners = [(west, west), (east, west), (east, east), (west, east)]
    for i, light in ((0, -0.1), (3, 0.15), (1, -0.4), (2, 0)):
        yield polygon([corners[i], corners[(i + 1) % 4], peak], **_edged(BRICK, light))
    tiles = [[(x + (peak[0] - x) * t, east + (peak[1] - east) * t) for x in (west, east)] for t in (0.2, 0.4, 0.6, 0.8)]
    yield _path(*tiles, stroke=tint(BRICK, -0.3))


def _flag(seat: int) -> str:
    """A spire: a pole with the owner's flag, its foot at 0, 0."""
    pole = _path([(0, 0), (0, -46)], stroke=INK, stroke_width=3, stroke_linecap="round")
    cloth = polygon([(0, -45), (25, -45), (20, -36), (25, -27), (0, -27)], **_edged(PAINT[seat]))
    return pole + cloth + _mark(10, -31, seat)


def _mark(x: float, y: float, seat: int) -> str:
    return _label(x, y, COLOURS[seat][0].upper(), 13, PAINT[seat])


def _lock() -> str:
    """H-closed: nothing is raised here any more."""
    bow = tag("path", d="M-4 -3v-4a4 4 0 0 1 8 0v4", fill="none", stroke=INK, stroke_width=2.2)
    return bow + rect(-6.5, -4, 13, 10, rx=2, fill=GOLD, stroke=INK, stroke_width=1.5)


# Figures


def _figures(table: Shown) -> Iterable[str]:
    """All figures on the track, above everything, because towers lean over it; those on one square share its room."""
    standing = [(square, seat) for seat, player in enumerate(table["players"]) for square in player["figures"]]
    for square in range(SQUARES):
        seats = [seat for at, seat in standing if at == square]
        abreast, scale = next((abreast, scale) for most, abreast, scale in CROWDS if len(seats) <= most)
        rows = [seats[i : i + abreast] for i in range(0, len(seats), abreast)]
        x, y = _corner(_spot(square))
        for r, row in enumerate(rows):
            for c, seat in enumerate(row):
                right, up = 26 * (c - (len(row) - 1) / 2), 30 * (len(rows) - 1 - r)
                figure = _scaled(x + CELL / 2 + right * scale, y + CELL - 6 - up * scale, scale, _figure(seat))
                yield tag("g", figure, class_="figure", data_square=str(square), data_seat=str(seat))


def _figure(seat: int) -> str:
    """A little master builder with a hard hat, standing at 0, 0."""
    colour = PAINT[seat]
    shadow = tag("ellipse", cx=0, cy=-1, rx=13, ry=3.5, opacity=0.22)
    head = tag("circle", cx=0, cy=-25.5, r=6, **_edged(colour) | {"fill": "#f4d9bd"})
    coat, hat = tag("path", d=COAT, **_edged(colour)), tag("path", d=HAT, **_edged(colour, 0.3))
    return shadow + coat + head + hat + _mark(0, -5, seat)


# Beside the board


def _headline(table: Shown, names: Sequence[str]) -> tuple[str, str]:
    """Who is on turn or has won, and what is done now."""
    phase, crossing, winners = table["phase"], table["crossing"], _winners(table)
    if phase == "start":
        return "Who begins?", "Chance decides."
    if phase == "over":
        return (names[winners[0]], "wins") if len(winners) == 1 else (f"{len(winners)} players", "share the win")
    doing = f"crosses {plot_name(crossing['plot'])}: {' or '.join(crossing['choices'])}" if crossing else DOING[phase]
    return names[table["on_turn"]], doing


def _winners(table: Shown) -> Sequence[int]:
    return table["end"]["winners"] if table["end"] else ()


def _panel(table: Shown, names: Sequence[str]) -> Iterable[str]:
    """Whose turn it is, the dice, what is left of the material, and the players."""
    who, what = _headline(table, names)
    yield words(0, 20, who, font_size=21, font_weight="bold") + _note(0, 44, what, font_size=15)
    yield from _dice(table)
    yield move(0, 84, *_supply(table["supply"]))
    for seat, name in enumerate(names):
        yield move(0, 136 + 88 * seat, *_player(table, seat, name + " (you)" * (seat == table["seat"])))
    yield move(7, BOARD - 10, _lock(), _note(14, 5, "closed"))
    yield move(90, BOARD - 18, _block(None, 13, 1, 6), _note(22, 13, "nobody’s"))
    if table["quiet_turns"] >= 20:
        quiet = f"{table['quiet_turns']} of {table['standstill']} quiet turns"
        yield _note(WIDE, BOARD - 5, quiet, text_anchor="end")


def _dice(table: Shown) -> Iterable[str]:
    """As they were rolled; H2: a 1 or a 6 that is not used yet has a golden rim."""
    dice, unused = table["dice"] or [], {1: table["ones"], 6: table["sixes"]} if table["phase"] == "dice" else {}
    for i, eyes in enumerate(dice):
        is_unused = dice[:i].count(eyes) < unused.get(eyes, 0)
        rim: Style = {"stroke": GOLD, "stroke_width": 5} if is_unused else {"stroke": INK, "stroke_width": 2}
        pips = [tag("circle", cx=12 + 12 * (int(p) % 3), cy=12 + 12 * (int(p) // 3), r=4.2) for p in PIPS[eyes - 1]]
        die = move(WIDE - 104 + 56 * i, 0, rect(0, 0, 48, 48, rx=9, fill=WHITE, **rim), *pips)
        yield tag("g", die, class_="die")


def _supply(supply: Shown) -> Iterable[str]:
    """What is left to build with."""
    line = _path([(4, 14), (24, 14)], stroke=PAVING, stroke_width=2, stroke_dasharray="5 3")
    road = rect(0, 0, 28, 28, rx=3, fill=ASPHALT) + line
    storey, roof = move(2, 5, _block(None, 25, 1, 9)), _scaled(2, 2, 0.42, *_roof())
    for x, kind, icon in ((0, "storey", storey), (141, "roof", roof), (265, "road", road)):
        yield move(x, 0, icon, words(37, 21, f"{supply[kind]} {kind}{'s' * (supply[kind] != 1)}", font_size=16))


def _player(table: Shown, seat: int, name: str) -> Iterable[str]:
    """A player's card: the best building, and what is still to be used."""
    player = table["players"][seat]
    is_on, height, has_left = table["on_turn"] == seat and _is_going_on(table), player["height"], bool(player["left"])
    rim: Style = {"stroke": PAINT[seat], "stroke_width": 3} if is_on else {"stroke": "#ddd9cc"}
    if seat in _winners(table):
        rim = {"stroke": GOLD, "stroke_width": 5}
    yield rect(0, 0, WIDE, 80, rx=8, fill=WHITE, **rim)
    yield tag("g", _scaled(30, 65, 1.5, _figure(seat)), opacity=0.4 if has_left else 1)
    yield words(60, 26, name, font_size=17, font_weight="bold", fill=SOFT if has_left else INK)
    yield _note(60, 46, _standing(table, seat))
    if not has_left:
        off = player["figures"].count(OFF)
        yield _scaled(64, 73, 0.4, _flag(seat)) + _note(79, 68, f"{player['spires']} to spare")
        yield _scaled(155, 57, 0.22, *_roof()) + _note(174, 68, f"{player['roofs']} in hand")
        yield (_scaled(254, 72, 0.5, _figure(seat)) + _note(265, 68, f"{off} off")) * (off > 0)
    if height:
        storey = min(9.0, 38 / height)
        tall = _label(*_up(height, storey, (14, 20))[0], str(height), 16, PAINT[seat])
        yield move(WIDE - 44, 44, _block(seat, 28, height, storey), tall)


def _standing(table: Shown, seat: int) -> str:
    """H-tie: how tall a player's best building is, and its storeys in all; and what that means for the player."""
    player = table["players"][seat]
    if player["left"]:
        return "bankrupt"
    best = f"{player['height']} high, {player['storeys']} in all" if player["height"] else "no building"
    if table["phase"] == "over":
        return best + " – wins" * (seat in _winners(table))
    return best + " – may go bankrupt" * bool(player["bankrupt"])
