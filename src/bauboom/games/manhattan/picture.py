"""What one seat may see -> an SVG picture: six islands with their towers, and beside them the players.

Islands and cards lie as the viewer sees them, the far left corner turned to the back: a card's marked square is where
its site is on every island. A row does not know in which order blocks lie in a tower, only how many storeys each colour
has: the owner's are drawn on top, and a joint where the colour changes.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from bauboom.core import doors
from bauboom.core.game import Row
from bauboom.core.showing import shown
from bauboom.core.svg import INK, LINE, PALE, drawing, mixed, move, number, plain, polygon, rect, shortened, tag, words

from .components import BLOCK_SIZES, CARD_KINDS, CITIES, CITY_SITES, LETTERS, MARKED, SIDE_NAMES, STATE

Point = tuple[float, float]
Shape = Sequence[Point]

WIDTH, HEIGHT = 1224, 800
CELL, MIDDLE = (298, 346), (149, 220)  # an island's part of the picture, and where in it the island's middle is
PANEL_WIDTH, PANEL_HEIGHT, COLOUR_HEIGHT = 302, 184, 62  # a player's part; a second colour makes it taller
SITE, TOWER = (42.0, 26.0), (27.5, 17.0)  # sizes on the ground are half diagonals, across and in depth
PLAN, STUMP = (19.5, 12.0), (16.5, 10.2)
BLOCK, BOXED, SQUARE = (10.0, 6.2), (6.0, 3.7), (9.0, 5.6)
STOREY = 11.0  # how high a storey is, if the tallest tower has room for it
WHITE, GOLD, MUTED, GRASS, EARTH, SHORE = "#ffffff", "#e3a008", "#6d7163", "#f1f4ec", "#aab89b", "#93a385"
HUES = {
    **{"red": "#db4630", "blue": "#2f80d0", "green": "#2a9f72", "black": "#4a4860"},
    **{"orange": "#ee7d1b", "yellow": "#e6b412", "purple": "#8450bb"},
}


def _pane(left: float, right: float, low: float = 0.22, high: float = 0.78) -> Shape:
    return (left, low), (right, low), (right, high), (left, high)


WINDOWS: tuple[Sequence[Shape], ...] = (  # of one storey of a wall, by colour: they tell it to those who see none
    (_pane(0.13, 0.29), _pane(0.42, 0.58), _pane(0.71, 0.87)),
    (_pane(0.13, 0.43), _pane(0.57, 0.87)),
    (_pane(0.1, 0.9, 0.36, 0.7),),
    (_pane(0.3, 0.7),),
)


class Look(NamedTuple):
    """How blocks of a colour look; walls and their glass are left, in the light, and right."""

    name: str
    roof: str
    walls: tuple[str, str]
    glass: tuple[str, str]
    edge: str
    windows: Sequence[Shape]


def _look(name: str, colour: int) -> Look:
    hue = HUES[name]
    shade, lamp = mixed(hue, INK, 0.28), mixed(hue, "#fff8de", 0.82)
    glass = (lamp, mixed(lamp, shade, 0.3))
    return Look(name, mixed(hue, WHITE, 0.2), (hue, shade), glass, mixed(hue, "#000000", 0.5), WINDOWS[colour])


class Scene:
    """A row, and what the rules say of it, ready to be drawn."""

    def __init__(self, row: Row, seat: int | None, names: Sequence[str]) -> None:
        self.seat, self.names, self.acting = seat, [shortened(name, 230, 16) for name in names], int(row["seat"])
        self.table = shown(row, seat)
        self.phase, self.players, self.colours = (self.table[key] for key in ("phase", "players", "colours"))
        self.side = self.players[seat or 0]["side"]
        self.places = MARKED[SIDE_NAMES.index(self.side)].tolist()
        self.looks = [_look(colour["name"], i) for i, colour in enumerate(self.colours)]
        rows, shares = np.array([row], STATE), np.zeros(len(names))
        self.points = np.zeros(len(names), np.int32)
        doors.scores(rows, self.points)
        doors.returns(rows, shares)
        self.winners = np.flatnonzero(shares).tolist() if self.phase == "over" else []
        towers = [(place, lot["height"]) for city in range(len(CITIES)) for place, _, lot in self.lots(city)]
        self.storey = min([STOREY, *(_room_above(place) / height for place, height in towers if height)])

    def lots(self, city: int) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """From the back to the front: the place as the viewer counts, the site of the board, what stands there."""
        for place, site in enumerate(self.places):
            yield place, city * CITY_SITES + site, self.table["cities"][city]["sites"][site]


def picture(row: Row, seat: int | None, names: Sequence[str]) -> str:
    """A view, or the whole table for a referee, as it lies there."""
    scene = Scene(row, seat, names)
    when = f"{scene.table['options']['edition']} · round {scene.table['round']} of {scene.table['rounds']}"
    islands = (
        move(8 + city % 3 * CELL[0] + MIDDLE[0], 46 + city // 3 * CELL[1] + MIDDLE[1], *_island(scene, city))
        for city in range(len(CITIES))
    )
    heading = (
        tag("tspan", "Manhattan", font_size=26, font_weight="bold"),
        tag("tspan", when, dx=12, fill=MUTED),
        tag("tspan", plain(_doing(scene)), dx=16, font_weight="bold"),
    )
    return drawing(
        WIDTH,
        HEIGHT,
        f"Manhattan {when}: {_doing(scene)}",
        tag("text", *heading, x=24, y=42, font_size=16),
        tag("g", *islands, *_panels(scene), stroke_linejoin="round"),
        *(words(24, HEIGHT - 35 + 19 * i, line, font_size=12.5, fill=MUTED) for i, line in enumerate(_notes(scene))),
    )


# In words


def _doing(scene: Scene) -> str:
    """What happens now, and who does it."""
    if scene.phase == "over":
        winners = [scene.names[seat] for seat in scene.winners]
        many = " and ".join(winners) if len(winners) == 2 else f"{len(winners)} players"
        return f"{winners[0]} wins" if len(winners) == 1 else f"{many} share the win"
    does = {"deal": "is dealt cards", "pick": "picks blocks", "build": "builds", "draw": "draws a card"}
    return f"{scene.names[scene.acting]} {does[scene.phase]}" if scene.phase in does else "Who is the start player?"


def _notes(scene: Scene) -> tuple[str, str]:
    seen = f"Seen from the {scene.side}" + (f" by {scene.names[scene.seat]}" if scene.seat is not None else "")
    played = " ".join(f"{card}×{n}" if n > 1 else str(card) for card, n in enumerate(scene.table["played"], 1) if n)
    return (
        f"{seen} · a free site bears the number of the card that marks it · a pennant flies on the tallest tower",
        f"{scene.table['pile']} cards in the pile · played since the last shuffle: {played or 'none'}",
    )


def _remarks(scene: Scene, seat: int) -> str:
    last = sum(sum(scene.colours[colour]["last_points"]) for colour in scene.players[seat]["colours"])
    remarks = (
        ("winner", seat in scene.winners),
        ("you", seat == scene.seat),
        ("start player", seat == scene.table["starter"] and scene.phase != "start"),
        (f"+{last} in the last round", scene.phase == "over" or scene.table["round"] > 1),
    )
    return " · ".join(remark for remark, holds in remarks if holds)


# In space, a corner before the viewer


def _at(place: int, half: Point) -> Point:
    """Where one of three by three diamonds is, from the middle of them."""
    down, right = divmod(place, 3)
    return (right - down) * half[0], (right + down - 2) * half[1]


def _diamond(half: Point, up: float = 0, times: float = 1, rim: float = 0) -> Shape:
    """A square on the ground or above it, so many times as large, with a rim."""
    x, y = times * half[0] + rim, times * half[1] + rim * half[1] / half[0]
    return (0, -y - up), (x, -up), (0, y - up), (-x, -up)


def _on_wall(shape: Shape, side: int, half: Point, storey: float, floor: int) -> Shape:
    """A shape, in parts of a storey's wall, on the left (0) or right (1) wall of that floor."""
    return [((side - 1 + u) * half[0], (1 - u if side else u) * half[1] - (floor + v) * storey) for u, v in shape]


def _outline(shape: Shape) -> str:
    """A polygon as a part of a path: relative to its first corner, which is short."""
    steps = (f"{number(x - a)},{number(y - b)}" for (a, b), (x, y) in pairwise(shape))
    return f"M{number(shape[0][0])},{number(shape[0][1])}l{' '.join(steps)}z"


def _solid(layers: Sequence[tuple[Look, int]], half: Point, storey: float) -> Iterator[str]:
    """Layers of so many storeys, from the bottom up, with their windows, and a roof."""
    low = 0
    for look, storeys in layers:
        for side in (0, 1):
            wall = _on_wall(_pane(0, 1, 0, storeys), side, half, storey, low)
            yield polygon(wall, fill=look.walls[side], stroke=look.edge)
            floors = range(low, low + storeys)
            panes = (_on_wall(pane, side, half, storey, floor) for floor in floors for pane in look.windows)
            yield tag("path", d="".join(map(_outline, panes)), fill=look.glass[side])
        low += storeys
    yield polygon(_diamond(half, low * storey), fill=look.roof, stroke=look.edge)


# The board


def _room_above(place: int) -> float:
    """How tall a tower may be drawn at a place, a pennant included."""
    return MIDDLE[1] + _at(place, SITE)[1] - TOWER[1] - 24


def _island(scene: Scene, city: int) -> Iterator[str]:
    """A city around its middle: ground, towers from the back to the front, plan, name and majority."""
    _, right, front, left = ground = _diamond(SITE, times=3, rim=10)
    for corner, fill in ((left, EARTH), (right, SHORE)):
        yield polygon([corner, front, (front[0], front[1] + 13), (corner[0], corner[1] + 13)], fill=fill)
    yield polygon(ground, fill=PALE, stroke=LINE, stroke_width=1.5)
    for place, site, lot in scene.lots(city):
        free = words(0, 5, str(place + 1), font_size=13, text_anchor="middle", fill=EARTH)
        tower = [free] if lot["owner"] is None else _tower(scene, f"{CITIES[city]} {place + 1}", site, lot)
        yield move(*_at(place, SITE), polygon(_diamond(SITE, rim=-4), fill=GRASS, stroke=LINE), *tower)
    yield move(87, 87, *_plan(scene, city))
    yield words(18 - MIDDLE[0], 98, f"{LETTERS[city]} {CITIES[city]}", font_size=16, font_weight="bold")
    if (leader := scene.table["cities"][city]["majority"]) is not None:
        look = scene.looks[leader]
        yield move(28 - MIDDLE[0], 116, *_solid([(look, 1)], BLOCK, 7))
        yield words(44 - MIDDLE[0], 118, f"majority: {look.name}", font_size=12.5, fill=MUTED)


def _tower(scene: Scene, where: str, site: int, lot: dict[str, Any]) -> Iterator[str]:
    """A tower with its height on the roof, and its storeys in words for those who point at it."""
    order = sorted(range(len(scene.looks)), key=lambda colour: colour == lot["owner"])
    layers = [(scene.looks[colour], n) for colour in order if (n := lot["storeys"][colour])]
    yield tag("title", f"{where}: " + ", ".join(f"{look.name} {n}" for look, n in reversed(layers)))
    yield from _solid(layers, TOWER, scene.storey)
    top = -lot["height"] * scene.storey
    if [site // CITY_SITES, site % CITY_SITES + 1] == scene.table["tallest"]:
        yield polygon([(0, top - TOWER[1] + 2), (0, top - 38), (17, top - 32), (0, top - 26)], fill=GOLD, stroke=INK)
    yield _height(lot, top, 17, layers[-1][0])


def _height(lot: dict[str, Any], middle: float, size: float, look: Look) -> str:
    """A tower's height, written on its roof."""
    outlined = {"fill": WHITE, "stroke": look.edge, "paint_order": "stroke"}
    bold = {"font_weight": "bold", "text_anchor": "middle", **outlined}
    return words(0, middle + 0.36 * size, str(lot["height"]), font_size=size, stroke_width=size / 6, **bold)


def _plan(scene: Scene, city: int) -> Iterator[str]:
    """The city once more, every tower cut down to a stump with its height, because tall ones hide what is behind."""
    yield polygon(_diamond(PLAN, times=3, rim=3), fill=PALE)
    for place, _, lot in scene.lots(city):
        stump = [polygon(_diamond(STUMP), fill=GRASS, stroke=LINE)]
        if lot["owner"] is not None:
            look = scene.looks[lot["owner"]]
            stump = [*_solid([(look, 1)], STUMP, 6), _height(lot, -6, 11, look)]
        yield move(*_at(place, PLAN), *stump)


# The players


def _panels(scene: Scene) -> Iterator[str]:
    y = 24.0
    for seat, player in enumerate(scene.players):
        height = PANEL_HEIGHT + COLOUR_HEIGHT * (len(player["colours"]) - 1)
        yield move(WIDTH - PANEL_WIDTH - 12, y, *_panel(scene, seat, height))
        y += height + 8


def _panel(scene: Scene, seat: int, height: float) -> Iterator[str]:
    """A player: name, points, blocks to build and in the box, and cards."""
    player, right = scene.players[seat], PANEL_WIDTH - 16
    edge = GOLD if seat in scene.winners else INK if seat == scene.table["turn"] else LINE
    yield rect(0, 0, PANEL_WIDTH, height, rx=10, fill=WHITE, stroke=edge, stroke_width=1 if edge == LINE else 2.5)
    yield words(16, 27, scene.names[seat], font_size=16, font_weight="bold")
    yield words(right, 31, str(scene.points[seat]), font_size=24, font_weight="bold", text_anchor="end")
    yield words(16, 45, _remarks(scene, seat), font_size=12, fill=MUTED)
    for i, colour in enumerate(player["colours"]):
        score = f" {scene.colours[colour]['score']}" if len(player["colours"]) > 1 else ""
        yield move(16, 62 + COLOUR_HEIGHT * i, *_blocks(scene.colours[colour], scene.looks[colour], score))
    for slot in range(player["cards"]):
        card = player["hand"][slot] if player["hand"] else None
        yield move(16 + slot * 69.3, height - 58, *_card(scene, player["side"], card))


def _blocks(colour: dict[str, Any], look: Look, score: str) -> Iterator[str]:
    """A colour's picked blocks one by one, and how many of each size are left in the box."""
    yield words(0, 4, f"{look.name}{score}: to build", font_size=12, fill=MUTED)
    yield words(PANEL_WIDTH - 32, 4, "in the box", font_size=12, fill=MUTED, text_anchor="end")
    picked = [size for size in BLOCK_SIZES for _ in range(colour["picked"][size - 1])]
    for i, size in enumerate(picked):
        yield move(10 + 25 * i, 44, *_solid([(look, size)], BLOCK, 7))
    for size, left in zip(BLOCK_SIZES, colour["supply"], strict=True):
        boxed = tag("g", *_solid([(look, size)], BOXED, 4), opacity=1 if left else 0.3)
        count = words(0, 18, str(left), font_size=12, text_anchor="middle", fill=INK if left else EARTH)
        yield move(172 + 23 * size, 32, boxed, count)


def _card(scene: Scene, side: str, card: int | None) -> Iterator[str]:
    """A card with the square that it marks from its holder's side, as the viewer sees the board; or its back."""
    yield rect(0, 0, 62, 46, rx=5, fill=WHITE if card else PALE, stroke=INK if card else LINE)
    if card is None:
        yield move(31, 23, polygon(_diamond(SQUARE, times=2.5), fill=LINE))
        return
    marked = MARKED[SIDE_NAMES.index(side), card - 1]
    for place in range(CARD_KINDS):
        (x, y), is_marked = _at(place, SQUARE), scene.places[place] == marked
        yield move(33 + x, 25 + y, polygon(_diamond(SQUARE), fill=INK if is_marked else PALE, stroke=WHITE))
    yield words(5, 14, str(card), font_size=13, font_weight="bold")
