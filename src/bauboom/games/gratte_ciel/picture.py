"""What one seat may see -> an SVG picture: all towers as one city on a metre scale, each before its owner.

Every kind of floor has windows of its own shape and every seat a pattern, so that nothing needs colour to be read.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from bauboom.core.game import Row
from bauboom.core.showing import shown
from bauboom.core.svg import INK, LINE, PALE, PAPER, drawing, move, polygon, rect, shortened, tag, tint, words

from .deck import ACTIONS, CATEGORIES, ROOFS
from .text import Shown, known_top, worth

Look = dict[str, str | float]  # attributes of a shape

SEAT_COLOURS = ("#d7372f", "#2f7fd6", "#27a36b", "#e0ac14", "#7a52c7")  # as the text board names them
HATCH = "M-2 2l4-4M0 8l8-8M6 10l4-4"
PATTERNS = (HATCH, "M4 3v2", "M4 0v8", "M0 4h8M4 0v8", "M0 6l4-4l4 4")
*FILLS, FLAWED = (f"url(#gratte-ciel-{number})" for number in range(len(PATTERNS) + 1))
COLOURS = {"home": "#dd6a3d", "office": "#2390a8", "hotel": "#b0497a", "restaurant": "#c8921a", "shop": "#6f9c38"}
COLOURS |= {"toilet": "#e6eef2"}  # white as porcelain
SLATE, ROOF, GOLD, ALARM, DIM = "#5b6379", "#4f4e5c", "#f4c83c", "#b3261e", "#6d7168"
WHITE, GLASS, EARTH, SHADE, FAINT = "#ffffff", "#fdf6e3", "#b98d66", "#aebb9f", "#e9e6da"
WINDOWS = {  # how wide and high a cell is, and what stands in it
    "home": (12, 12, "m3 2h6v8h-6z"),
    "office": (72, 9, "m2 2h68v5h-68z"),
    "hotel": (9, 13, "m3 1h3v11h-3z"),
    "restaurant": (14, 12, "m3 11v-5a4 4 0 0 1 8 0v5z"),
    "shop": (24, 12, "m2 2h20v5" + "a2.5 2.5 0 0 1-5 0" * 4 + "z"),
    "absorber": (24, 24, "m11 1h2v9a6 6 0 1 1-2 0z"),
    "lookout": (36, 26, "m2 6h32l-6 14h-20z"),
    "skylobby": (18, 18, "m9 2l7 14h-14z"),
    "plant": (36, 6, "m2 2h32v2h-32z"),
    "pool": (36, 13, "m2 5q8-8 16 0t16 0v4q-8 8-16 0t-16 0z"),
    "garden": (18, 18, "m8 17v-4a5.5 5.5 0 1 1 2 0v4z"),
    "museum": (24, 20, "m2 8l10-6l10 6zm1 1" + "h4v9h-4zm7 0" * 3),
}
TREE = "m-1 0v-9a7 6 0 1 1 2 0v9z"
ROOF_SHAPES = {  # how high its slab and the whole are here, and what stands on the slab: areas and their colours
    "flat": (13, 13, [("M18-16v-6h18v6zM60-16v-4h14v4z", "#a3a2ae")]),
    "terrace": (6, 26, [(f"M16-8{TREE}M40-8{TREE}M74-8{TREE}", "#3f9a5c"), ("M-3-5v-5h86v2h-84v3z", "#8d8c99")]),
    "dome": (6, 39, [("M12-9a34 30 0 0 1 68 0z", "#58b3a2"), ("M34-9q2-22 12-30q10 8 12 30z", "#7fcdbd")]),
    "antenna": (6, 65, [("M37-9h18l-8-56h-2z", "#e8e6df"), ("M39-22h14l-1-7h-12zM42-42h8l-1-7h-6z", "#d7372f")]),
    "toilet-roof": (0, 13, [("M-5 0l16-16h70l16 16z", "#8a5a3c"), ("M46-3l-5-5a3 3 0 0 1 5-3a3 3 0 0 1 5 3z", WHITE)]),
}
GROUNDS = {  # a foundation's colour, and the lines of it that are seen in the earth
    "clay": (EARTH, "M8 8h12M34 8h10M60 8h14M18 17h12M46 17h14M6 26h10M32 26h12M62 26h10"),
    "parking": ("#9a9ca3", "M0 17h80M12 13v-4l4-4h10l4 4v4zM50 13v-4l4-4h10l4 4v4zM32 30v-4l4-4h10l4 4v4z"),
    "piles": ("#b7b3a6", "M12 8v26M26 8v26M40 8v26M54 8v26M68 8v26M0 7h80"),
    "bedrock": ("#77777f", "M0 14l18 8l10-22M18 22l-4 12M28 34l8-20l26 4l18-10M62 18l-8 16M36 14l8-14"),
}
SIGNS = {  # of the cards that are not built, in a square of 60
    "study": ("#2f6fae", "M42 26a16 16 0 1 1-32 0a16 16 0 1 1 32 0zM38 38l16 16M18 26h16M26 18v16"),
    "insurance": ("#2f6fae", "M30 6l22 8v16q0 18-22 26q-22-8-22-26v-16zM19 30l8 9l14-18"),
    "tornado": (ALARM, "M6 8h48M12 18h38M20 28h28M24 38h18M28 48h8M31 56h2"),
    "quake": (ALARM, "M4 14h24l-6 12l14-3l-10 14l12 17M38 14h18"),
    "century": (ALARM, "M2 14h14l-5 12l12-3l-8 14l9 19M28 14h8l-5 12l12-3l-8 14l9 19M50 14h8"),
}
SHIELD, CRACK, RIBBON = "M-5-6h10v6q0 5-5 7q-5-2-5-7z", "M1-7l-4 5l6 3l-4 6", "M-9 6l-4 19l9-4l4 4l4-4l9 4l-4-19z"
FAR = (30, 52, 38, 64, 44, 26, 48, 72, 34, 56, 40, 22, 60)  # metres of a skyline far away
DOING = {"play": "plays a card", "steal": "may steal", "keep": "keeps a stolen card", "insure": "may insure the tower"}
DOING |= {"choose": "studies the deck", "put": "puts cards back", "at_once": "plays a card at once"}
DOING["take"] = "takes a discarded card"
PRIZES = ("mini", *(f"unity-{name}" for name in CATEGORIES), "record")

WIDTH, EDGE, AXIS = 1240.0, 24.0, 84.0  # AXIS: to the left and right of the city
HEAD, LABELS, LAND, STRIP = 112.0, 70.0, 98.0, 196.0  # from top to bottom; LABELS: above the tallest tower
FACE, DEPTH, PITCH = 80.0, 12.0, 108.0  # a tower's front and side, and from one to the next
DISTRICT, GAP, METRE = 160.0, 12.0, 2.6  # the narrowest that a name fits below; between two; the largest scale
MIDDLE, END, BOLD = Look(text_anchor="middle"), Look(text_anchor="end"), Look(font_weight="600")
SMALL = Look(font_size=11, fill=DIM)
HALO = Look(stroke=PAPER, stroke_width=4, paint_order="stroke", stroke_linejoin="round")  # words before lines


class Scene(NamedTuple):
    """What is drawn, for whom, and where."""

    table: Shown
    seat: int | None
    names: list[str]
    width: float
    metre: float  # in pixels
    ground: float  # below the picture's upper edge
    districts: list[tuple[float, float, list[int]]]  # from where, how wide, which sites: the open ones, then by seat
    panel: float  # how high is what stands below a district


def picture(row: Row, seat: int | None, names: Sequence[str]) -> str:
    """A view, or the whole table for a referee, as it lies there."""
    scene = _plan(shown(row, seat), seat, names)
    strip, bottom = _strip(scene), scene.ground + LAND + scene.panel + EDGE
    districts = (_district(scene, owner) for owner in range(-1, len(scene.table["players"])))
    parts = (_patterns(), _head(scene), _scale(scene), *districts, move(0, bottom, strip))
    return drawing(scene.width, bottom + (STRIP if strip else 0), f"Gratte-ciel: {_status(scene)}", *parts)


def _plan(table: Shown, seat: int | None, names: Sequence[str]) -> Scene:
    """Every tower inside the picture, and room for every district."""
    tallest = max(120, *(site["height"] for site in table["sites"]), *table["levels"].values())
    metre = min(METRE, 480 / tallest)
    owners = [site["owner"] if site["state"] != "collapsed" else -1 for site in table["sites"]]
    owned = [[i for i, who in enumerate(owners) if who == owner] for owner in (None, *range(len(table["players"])))]
    needed = [max(DISTRICT, len(sites) * PITCH + 16) + GAP for sites in owned]
    width = max(WIDTH, sum(needed) - GAP + 2 * AXIS)
    spare = (width - sum(needed) + GAP - 2 * AXIS) / len(owned)
    starts = accumulate((need + spare for need in needed), initial=AXIS)
    districts = [(x, need + spare - GAP, sites) for x, need, sites in zip(starts, needed, owned, strict=False)]
    has_lists = seat is None and any(player["hand"] for player in table["players"])
    short = [shortened(name, 260, 15) for name in names]
    ground = HEAD + LABELS + tallest * metre
    return Scene(table, seat, short, width, metre, ground, districts, 164 if has_lists else 130)


# Words for shapes


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (abs(number) != 1)}".replace("-", "−")


def _tone(colour: str, share: float = 0.0) -> Look:
    """A face of a block: one of its tones, and an edge that is darker."""
    return Look(fill=tint(colour, share), stroke=tint(colour, -0.5), stroke_linejoin="round")


def _pen(path: str, colour: str, width: float = 1.5, **more: str | float) -> str:
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", **more)


def _hint(text: str, *inside: str) -> str:
    """Shapes that tell more when a pointer rests on them."""
    return tag("g", tag("title", text), *inside)


def _patterns() -> str:
    """A pattern for every seat, and last the hatching of flawed towers."""
    size = Look(width=8, height=8, patternUnits="userSpaceOnUse")
    looks = zip(SEAT_COLOURS, PATTERNS, strict=True)
    tiles = [rect(0, 0, 8, 8, fill=colour) + _pen(path, tint(colour, 0.6), 1.8) for colour, path in looks]
    tiles.append(_pen(HATCH, INK, 1.8))
    return tag("defs", *(tag("pattern", tile, id=f"gratte-ciel-{i}", **size) for i, tile in enumerate(tiles)))


# Blocks: what cards are when they are built


def _box(width: float, height: float, colour: str) -> str:
    """A block in three tones; the lower left corner of its front is 0, 0."""
    back, rise = width + DEPTH, DEPTH * 0.6
    side = [(width, 0), (back, -rise), (back, -rise - height), (width, -height)]
    top = [(0, -height), (DEPTH, -rise - height), (back, -rise - height), (width, -height)]
    front = rect(0, -height, width, height, **_tone(colour))
    return front + polygon(side, **_tone(colour, -0.25)) + polygon(top, **_tone(colour, 0.3))


def _colour(kind: str) -> str:
    return SLATE if kind in ROOFS else COLOURS.get(kind.partition("-")[0], SLATE)


def _block(kind: str, table: Shown, metre: float) -> str:
    """A card as a part of a tower, as high as its metres."""
    metres, points, _ = table["cards"][kind]
    stars = "★" * points if 0 <= points <= 3 else f"{points}★".replace("-", "−")
    shape = _roof(kind, metres * metre) if kind in ROOFS else _floor(kind, metres, metre)
    x = FACE - (3 if metres * metre > 22 else 20)  # beside the number, where there is no room below it
    look: Look = {**HALO, **END, "stroke": INK, "stroke_width": 2.5, "fill": GOLD, "font_size": 12}
    return _hint(f"{kind}: {metres} m {stars}", shape, words(x, -4, stars, **look) if stars else "")


def _floor(kind: str, metres: int, metre: float) -> str:
    """A strip with its name and metres, and below it the windows of its category."""
    height, colour, category = metres * metre, _colour(kind), kind.partition("-")[0]
    strip = min(12.5, height)
    dark, ink = (colour, INK) if kind == "toilet" else (tint(colour, -0.35), WHITE)
    parts = [_box(FACE, height, colour), rect(0.5, 0.5 - height, FACE - 1, max(strip - 1, 0), fill=dark)]
    parts.append(move(0, strip - height, _windows(category, height - strip)))
    if strip >= 7:  # less cannot be read
        look, y = Look(font_size=strip * 0.75, fill=ink, **BOLD), strip * 0.77 - height
        parts += [words(4, y, category, **look), words(FACE - 4, y, str(metres), **END, **look)]
    return "".join(parts)


def _windows(category: str, height: float) -> str:
    """As many cells as there is room for, in the middle."""
    across, down, shape = WINDOWS.get(category, (FACE, FACE, ""))
    columns, rows = int(FACE // across), int(height // down)
    left, top = (FACE - columns * across) / 2, (height - rows * down) / 2
    starts = [(left + x * across, top + y * down) for y in range(rows) for x in range(columns)]
    return tag("path", d="".join(f"M{x:.4g} {y:.4g}{shape}" for x, y in starts), fill=GLASS) if starts else ""


def _roof(kind: str, height: float) -> str:
    slab, whole, shapes = ROOF_SHAPES[kind]
    base = move(-3, 0, _box(FACE + 6, slab, ROOF)) if slab else ""
    drawn = (tag("path", d=path, **_tone(colour)) for path, colour in shapes)
    return tag("g", base, *drawn, transform=f"scale(1 {height / whole:.4g})")


# The city


def _scale(scene: Scene) -> str:
    """Metres at the side, the mini, the least height, the viewer's threshold, and a skyline far behind."""
    ground, metre, left, right = scene.ground, scene.metre, AXIS - 8, scene.width - AXIS + 8
    block = (scene.width - 2 * AXIS) / 27
    far = "".join(f"V{ground - METRE * FAR[i % len(FAR)]:.1f}h{block:.1f}" for i in range(27))
    parts = [tag("path", d=f"M{AXIS:g} {ground:.1f}{far}V{ground:.1f}z", fill=FAINT, opacity=0.6)]
    highest = int((ground - HEAD - LABELS) / metre)
    step = next(step for step in (20, 50, 100, 200, 500, 1000, 2000, 5000) if highest <= step * 10)
    mini, lowest = scene.table["levels"]["mini"], scene.table["levels"]["lowest"]
    notes = {mini: "mini", lowest: "at least"}
    apart = max(0, 24 - abs(lowest - mini) * metre) / 2  # their words are kept from touching
    for metres in sorted({*range(0, highest + 1, step), *notes}):
        y = ground - metres * metre
        line = f"M{left:g} {y:.1f}H{right:g}"
        if metres in notes:
            parts.append(_pen(line, INK, 1.2, stroke_dasharray="1 6"))
            y += apart if metres == min(mini, lowest) else -apart
            parts.append(words(left - 4, y + 4, f"{metres} m", font_size=12, **END, **BOLD))
            parts.append(words(left - 4, y + 14, notes[metres], font_size=9.5, **END))
        elif all(abs(metres - other) * metre > 22 + apart for other in notes):
            parts += [_pen(line, FAINT, 1), words(left - 4, y + 4, str(metres), **SMALL, **END)]
    if scene.seat is not None and (bar := scene.table["players"][scene.seat]["threshold"]):
        y, colour = ground - bar * metre, SEAT_COLOURS[scene.seat]
        parts.append(_pen(f"M{left:g} {y:.1f}H{right:g}", colour, 2))
        parts.append(words(right + 4, y - 2, "threshold", font_size=10, fill=tint(colour, -0.3)))
        parts.append(words(right + 4, y + 11, f"{bar} m", font_size=12, fill=tint(colour, -0.3), **BOLD))
    return "".join(parts)


def _district(scene: Scene, owner: int) -> str:
    """An island, cut open at the front, with the towers of a seat (−1: the open sites); below it their cards."""
    x, width, sites = scene.districts[owner + 1]
    front, look = width - DEPTH, Look(stroke=LINE, stroke_linejoin="round")
    top = [(0, 7), (DEPTH, -14), (width, -14), (front, 7)]
    side = [(front, 7), (width, -14), (width, LAND - 21), (front, LAND)]
    land = polygon(top, fill="#eff4e8", **look) + polygon(side, fill=SHADE, **look)
    land += rect(0, 7, front, LAND - 7, fill=PALE, **look)
    first = (front - len(sites) * PITCH + PITCH - FACE - DEPTH) / 2
    towers = (move(first + i * PITCH, 0, _tower(scene.table, site, scene.metre)) for i, site in enumerate(sites))
    below = _table(scene.table) if owner < 0 else _player(scene, owner, front)
    return move(x, scene.ground, land, *towers, move(0, LAND + 12, below))


def _tower(table: Shown, number: int, metre: float) -> str:
    """A site from its foundation to what is said above the roof; flawed ones are hatched, cracks are there to stay."""
    site, height = table["sites"][number], 0.0
    parts = [_foundation(site, number)]
    for kind in site["cards"]:
        if kind in ROOFS and site["flawed"]:
            parts.append(rect(0, -height, FACE, height, fill=FLAWED, opacity=0.4))
        parts.append(move(0, -height, _block(kind, table, metre)))
        height += table["cards"][kind][0] * metre
    for i in range(site["quakes"] + site["hits"]):
        crack = f"M{14 + i * 14} 38l-5-12l9-6l-6-10l8-{min(height, 28):g}"
        parts += [_pen(crack, WHITE, 5, opacity=0.5), _pen(crack, INK, 2.2)]
    return "".join(parts) + move((FACE + DEPTH) / 2, -height - 20, _labels(table, site))


def _labels(table: Shown, site: Shown) -> str:
    """How tall a tower is, its prestige, and above that what it won or lacks."""
    has_stars = site["owner"] is not None and not site["flawed"]
    place, stars = (END, f"{site['prestige']}★".replace("-", "−")) if has_stars else (MIDDLE, "")
    look = Look(font_size=14, **BOLD, **HALO, **place)
    parts = [words(9 if has_stars else 0, 0, f"{site['height']} m", class_="height", **look)]
    parts.append(words(14, 0, stars, font_size=12, fill="#8a6500", **BOLD, **HALO))
    pills = [(f"{prize.partition('-')[0]} {worth(table, prize)}", GOLD, INK) for prize in site["prizes"]]
    pills += [(f"flawed {worth(table, 'flaw')}", ALARM, WHITE)] * site["flawed"]
    for i, (text, colour, ink) in enumerate(pills):
        parts.append(rect(-33, -30 - 18 * i, 66, 15, rx=7.5, **_tone(colour)))
        parts.append(words(0, -19 - 18 * i, text, font_size=10, fill=ink, **BOLD, **MIDDLE))
    return "".join(parts)


def _foundation(site: Shown, number: int) -> str:
    """A foundation in the earth, its site's number, and a crack to come or a shield for all resistance that is left."""
    kind, left, shields = site["foundation"], site["resistance"], site["insurances"]
    colour, lines = GROUNDS[kind]
    shield = tag("path", d=SHIELD, **_tone("#3f8fd0"))
    pips = [shield] * shields + [_pen(CRACK, INK, 1.6, stroke_dasharray="1.5 2.5")] * (left - shields)
    counts = {"quake": site["quakes"], "century": site["hits"]}
    lost = [f"{word} ×{n}" if n > 1 else word for word, n in counts.items() if n]
    return _hint(
        f"site {number}: {kind}, resistance {left}, {shields} of it by insurance",
        rect(0, 4, FACE, 34, **_tone(colour)),
        move(0, 4, _pen(lines, tint(colour, -0.45))),
        tag("circle", cx=9, cy=52, r=8),
        words(9, 56, str(number), font_size=11, fill=WHITE, **BOLD, **MIDDLE),
        words(22, 56, kind, font_size=11),
        words(9, 74, str(left), font_size=12, **BOLD, **MIDDLE),
        *(move(28 + 11 * i, 70, pip) for i, pip in enumerate(pips[:6])),
        words(0, 90, ", ".join(lost), font_size=10, fill=ALARM, **BOLD),
    )


# Around it


def _table(table: Shown) -> str:
    """What has no owner: the piles, and the sites that are gone."""
    fallen = [str(number) for number, site in enumerate(table["sites"]) if site["state"] == "collapsed"]
    discards = table["discards"]
    parts = [words(0, 18, "Open sites", font_size=15, **BOLD)]
    piles = {"deck": (table["deck"], SLATE), "discards": (sum(discards.values()), "#a9a595")}
    piles |= {"new sites": (table["foundations"], EARTH)}
    for i, (name, (count, colour)) in enumerate(piles.items()):
        cards = [rect(2 + lift, 34 - lift, 34, 44, rx=4, **_tone(colour)) for lift in (0, 2, 4)[: min(count, 3)]]
        free = rect(4, 32, 34, 44, rx=4, fill="none", stroke=LINE, stroke_dasharray="3 3")
        number = words(22, 60, str(count), font_size=16, fill=WHITE if count else DIM, **BOLD, **MIDDLE)
        label = words(21, 92, name, font_size=10, fill=DIM, **MIDDLE)
        listed = ", ".join(f"{n} {kind}" for kind, n in discards.items()) if name == "discards" else ""
        parts.append(move(54 * i, 0, _hint(f"{name}: {listed or count}", *cards or [free], number, label)))
    return "".join(parts) + words(0, 110, f"collapsed: {', '.join(fallen)}" if fallen else "", font_size=11, fill=ALARM)


def _player(scene: Scene, owner: int, width: float) -> str:
    """A name with the seat's pattern, points, threshold, and the hand from behind, or as a list for a referee."""
    player, colour, is_lit = scene.table["players"][owner], SEAT_COLOURS[owner], owner in _foremost(scene.table)
    room = width - (70 if owner == scene.seat else 42)
    look = Look(fill=tint(colour, 0.85 if is_lit else 0.96), stroke=colour, stroke_width=2.5 if is_lit else 0.5)
    back = Look(rx=4, fill=FILLS[owner], stroke=WHITE, stroke_width=1.5)
    parts = [
        rect(0, 0, width, scene.panel - 14, rx=6, **look),
        rect(7, 7, 22, 22, rx=4, fill=FILLS[owner], stroke=tint(colour, -0.4)),
        words(36, 23, shortened(scene.names[owner], room, 14), font_size=14, **BOLD),
        words(width - 8, 22, "you" if owner == scene.seat else "", **SMALL, **END),
        words(7, 47, _counted(player["score"], "point"), font_size=14, **BOLD),
        words(140, 47, _counted(player["toilets"], "toilet"), **SMALL, **END),
        words(7, 63, f"threshold {player['threshold']} m", **SMALL),
    ]
    if scene.seat is None and player["hand"] is not None:
        for i, kind in enumerate(player["hand"]):
            parts.append(rect(7, 70 + 15 * i, 12, 11, rx=2, **_tone(_colour(kind))))
            parts.append(words(25, 79.5 + 15 * i, kind, font_size=11))
    else:
        parts += [rect(7 + 24 * i, 71, 28, 38, **back) for i in range(player["cards"])]
    return "".join(parts)


def _foremost(table: Shown) -> list[int]:
    """Whose turn it is, or who has won."""
    if table["phase"] == "over":
        best = max(player["score"] for player in table["players"])
        return [seat for seat, player in enumerate(table["players"]) if player["score"] == best]
    return [] if table["phase"] == "start" else [table["on_turn"]]


def _status(scene: Scene) -> str:
    """What is going on, in a line."""
    phase, foremost = scene.table["phase"], _foremost(scene.table)
    who = " and ".join(scene.names[seat] for seat in foremost)
    if phase == "over":
        return f"{who} won with {_counted(scene.table['players'][foremost[0]]['score'], 'point')}"
    return f"{who} {DOING.get(phase, 'draws')}" if who else "Who begins?"


def _head(scene: Scene) -> str:
    """The title, whose turn it is, how near the end is, and the prizes with their holders."""
    table, notes, right = scene.table, [], scene.width - EDGE - 42
    if table["last_turns"] is not None and table["phase"] != "over":
        notes.append(f"last round: {_counted(table['last_turns'], 'turn')} left")
    if table["quiet_turns"] >= 30:
        quiet = f"{table['quiet_turns']} turns without a card from the deck"
        notes.append(f"{quiet}, {table['standstill']} end the game")
    holders = {prize: scene.names[site["owner"]] for site in table["sites"] for prize in site["prizes"]}
    return (
        words(EDGE, 50, "Gratte-ciel", font_size=30, **BOLD)
        + words(EDGE, 76, shortened(_status(scene), scene.width - 640, 15), font_size=15)
        + words(EDGE, 97, " · ".join(notes), font_size=12, fill=ALARM)
        + words(right - 84 * 3, 18, "order and unity", **SMALL, **MIDDLE)
        + "".join(
            move(right - 84 * (6 - i), 44, _prize(prize, worth(table, prize), holders.get(prize)))
            for i, prize in enumerate(PRIZES)
        )
    )


def _prize(prize: str, points: str, holder: str | None) -> str:
    """A medal that a player holds, or a pale one that is free."""
    name = prize.removeprefix("unity-")
    colour = COLOURS.get(name, SLATE)
    medal = tag("path", d=RIBBON, **_tone(colour)) + tag("circle", r=17, **_tone(GOLD))
    medal += tag("circle", r=12, fill=colour)
    medal += words(0, 5, points, font_size=13, fill=WHITE, **BOLD, **MIDDLE)
    who, ink = (shortened(holder, 82, 11), INK) if holder else ("free", DIM)
    text = words(0, 38, name, font_size=11, **BOLD, **MIDDLE) + words(0, 52, who, font_size=11, fill=ink, **MIDDLE)
    return tag("g", medal, opacity=1 if holder else 0.35) + text


def _strip(scene: Scene) -> str:
    """The cards that the viewer sees: their hand, what is looked at or played, what they know of the deck."""
    table, seat, width, at_once = scene.table, scene.seat, scene.width, scene.table["at_once"]
    whose = "you" if seat == table["on_turn"] else scene.names[table["on_turn"]]
    groups = {
        "your hand": None if seat is None else table["players"][seat]["hand"],
        f"before {whose}": table["aside"],
        "to be played at once": [at_once] if at_once else None,
        "on the deck, topmost first": known_top(table),
    }
    known = {title: cards for title, cards in groups.items() if cards}
    count = sum(map(len, known.values()))
    pitch = min(118, (width - 2 * EDGE - 30 * len(known)) / max(count, 1))  # many cards lie one upon the other
    parts, x = [], (width - pitch * count - 30 * (len(known) - 1)) / 2
    for title, cards in known.items():
        parts.append(words(x, 6, title, font_size=13, **BOLD))
        parts += [move(x + pitch * i, 16, _card(kind, table)) for i, kind in enumerate(cards)]
        x += pitch * len(cards) + 30
    return "".join(parts)


def _card(kind: str, table: Shown) -> str:
    """A card as it is held: its name, and what it builds or does."""
    if kind in ACTIONS:
        colour, path = SIGNS[kind]
        inside = move(25, 60, _pen(path, colour, 4, stroke_linejoin="round"))
    else:
        metres = table["cards"][kind][0]
        metre = min(METRE, (65 if kind in ROOFS else 110) / max(metres, 1))  # as high as in the city, unless it is huge
        inside = move(9, 92 + metres * metre / 2, _block(kind, table, metre))
    paper = rect(0, 0, 110, 156, rx=7, fill=WHITE, stroke="#c9c4b4")
    ground = rect(5, 28, 100, 123, rx=4, fill=tint(_colour(kind), 0.86))
    name = words(55, 19, kind, font_size=12, **BOLD, **MIDDLE)
    return tag("g", paper, ground, name, inside, class_="card", data_kind=kind)
