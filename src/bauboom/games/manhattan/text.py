"""The terminal's face of the game: a board to play from, and how a person types and reads it.

A city is drawn as seen from the viewer's side of the table, so that card 7 always marks the place numbered 7.
"""

import re
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from bauboom.core.action import Action
from bauboom.core.game import Face, Misread, Paint, Row

from .actions import Build, Draw, Pick, Skip, Start
from .components import (
    BLOCK_SIZES,
    BUILD,
    CARD_KINDS,
    CARDS,
    CITIES,
    CITY_SITES,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS_EACH,
    DEAL,
    DRAW,
    HAND,
    LETTERS,
    MARKED,
    NOBODY,
    PICK,
    PICKS_PER_ROUND,
    ROUNDS,
    SEATS,
    SIDE_NAMES,
    SIDE_OF,
    START,
    VARIANTS,
)
from .reasons import why
from .rules import picking_colour
from .view import hand_of

SHORT = {"black": "k"}  # other colours are abbreviated by their first letter
ALIASES = {"kairo": "cairo", "newyork": "manhattan"}
USAGE = """\
Building: card, city, block. 5C2 plays card 5 and puts a block of 2 storeys in city C; "5 frankfurt 2" works too.
  With two colours add one: 5C2g, or "5C2 green".
  The card's number is the place it marks in every city, as you see the board.
Picking:  the sizes, in any order: 112234.
If nothing can be built: card, x, block, as in 5x2."""


def colour_names(row: Row) -> tuple[str, ...]:
    return COLOUR_NAMES[VARIANTS[row["variant"]]["edition"]]


def short(name: str) -> str:
    return SHORT.get(name, name[0])


def colours_of(row: Row, seat: int) -> list[int]:
    colours: list[int] = COLOUR_OF[row["variant"], seat, : COLOURS_EACH[row["variant"]]].tolist()
    return colours


# The board


def board(row: Row, seat: int | None, names: Sequence[str], paint: Paint, width: int) -> str:
    """Six cities, the players with their blocks, and the cards the viewer may see."""
    side = int(SIDE_OF[row["variant"], seat or 0])
    narrow = width < 64
    cell = max(
        [8 if narrow else 9, *(len(_storeys(row, site)) + 1 - narrow for site in range(len(CITIES) * CITY_SITES))]
    )
    blocks = [_city(row, city, side, cell, paint) for city in range(len(CITIES))]
    across = 3 if width >= 3 * (3 * cell + 4) + 4 else 2 if width >= 2 * (3 * cell + 4) + 2 else 1
    parts = [textwrap.fill(_headline(row, seat, side, names), width)]
    for i in range(0, len(blocks), across):
        parts.append("\n".join("  ".join(lines).rstrip() for lines in zip(*blocks[i : i + across], strict=True)))
    parts.append(_players(row, names, paint, compact=width < 88))
    if played := " ".join(f"{k}×{n}" if n > 1 else str(k) for k, n in enumerate(row["played"].tolist(), 1) if n):
        parts.append(f"played since the last shuffle: {played}")
    if seat is not None and (hand := hand_of(row, seat)[1]):
        parts.append(_hand(hand))
    return "\n".join(parts)


def _headline(row: Row, seat: int | None, side: int, names: Sequence[str]) -> str:
    seen = f"seen from the {SIDE_NAMES[side]}" + (f" by {names[seat]}" if seat is not None else "")
    return f"Round {row['round_no']} of {ROUNDS[row['variant']]} · {seen} · {_pile(row)} cards in the pile"


def _pile(row: Row) -> int:
    held = sum(hand_of(row, seat)[0] for seat in range(SEATS[row["variant"]]))
    return CARDS - int(row["played"].sum()) - held


def _storeys(row: Row, site: int) -> str:
    """A tower's storeys by colour, as in r3b4."""
    floors = row["floors"][site].tolist()
    return "".join(f"{short(name)}{n}" for name, n in zip(colour_names(row), floors, strict=False) if n)


def _city(row: Row, city: int, side: int, cell: int, paint: Paint) -> list[str]:
    """Nine sites, each with its number, its owner's letter and height, and its storeys by colour."""
    names = colour_names(row)
    lines = [f"{LETTERS[city]} {CITIES[city]}".ljust(3 * cell + 4)]
    rule = "─" * cell
    lines.append(f"┌{rule}┬{rule}┬{rule}┐")
    for first in range(0, CITY_SITES, 3):
        top, bottom = [], []
        for place in range(first, first + 3):
            site = city * CITY_SITES + int(MARKED[side, place])
            owner = int(row["owner"][site])
            if owner == NOBODY:
                top.append(f"{place + 1}".ljust(cell))
                bottom.append(" " * cell)
            else:
                height = int(row["floors"][site].sum())
                tower = f" {short(names[owner]).upper()}{height}"
                top.append(f"{place + 1}" + paint(names[owner], tower.ljust(cell - 1)))
                bottom.append(paint(names[owner], _storeys(row, site).ljust(cell)))
        lines += [f"│{'│'.join(top)}│", f"│{'│'.join(bottom)}│"]
        lines.append(f"├{rule}┼{rule}┼{rule}┤" if first < 6 else f"└{rule}┴{rule}┴{rule}┘")
    return lines


def _players(row: Row, names: Sequence[str], paint: Paint, compact: bool) -> str:
    wide = max(6 if compact else 10, *map(len, names))
    titles = ("build", "box", 7, 8, " ") if compact else ("to build 1 2 3 4", "in the box 1 2 3 4", 16, 18, "   ")
    build, box, build_wide, box_wide, gap = titles
    head = f"{'points':>6}{gap}{build:>{build_wide}}{gap}{box:>{box_wide}}{gap}cards"
    lines = [f"  {'player'.ljust(wide)} {'colour'.ljust(8)} {head}"]
    for seat in range(SEATS[row["variant"]]):
        count, hand = hand_of(row, seat)
        cards = " ".join(map(str, hand)) if hand is not None else f"{count} hidden"
        for i, colour in enumerate(colours_of(row, seat)):
            mark = "▶" if i == 0 and row["turn"] == seat else " "
            who = names[seat] if i == 0 else ""
            name = colour_names(row)[colour]
            label = paint(name, f"{name} {short(name).upper()}".ljust(8))
            picked = " ".join(str(n) if n else "·" for n in row["picked"][colour].tolist())
            supply = " ".join(f"{n}".rjust(1) if n else "·" for n in row["supply"][colour].tolist())
            flag = (
                (" ←" if compact else " ← start player")
                if i == 0 and row["starter"] == seat and row["phase"] != START
                else ""
            )
            lines.append(
                f"{mark} {who.ljust(wide)} {label} {row['score'][colour]:>6}{gap}{picked:>{build_wide}}{gap}"
                f"{supply:>{box_wide}}{gap}{cards if i == 0 else ''}{flag}".rstrip()
            )
    return "\n".join(lines)


def _hand(hand: list[int]) -> str:
    """The cards as they look to their holder, the marked square filled."""
    kinds = sorted(set(hand))
    title = "   ".join((f"card {k}" + (f" ×{hand.count(k)}" if hand.count(k) > 1 else "")).ljust(9) for k in kinds)
    lines = ["your cards  " + title.rstrip()]
    for row in range(3):
        cells = [" ".join("■" if k - 1 == row * 3 + column else "·" for column in range(3)).ljust(9) for k in kinds]
        lines.append(" " * 12 + "   ".join(cells).rstrip())
    return "\n".join(lines)


# Asking and reading


def ask(row: Row, names: Sequence[str]) -> str:
    phase, who = int(row["phase"]), names[row["seat"]]
    if phase == PICK:
        colour = picking_colour(row)
        count = PICKS_PER_ROUND[row["variant"]]
        left = ", ".join(
            f"{n} of {size}" for size, n in zip(BLOCK_SIZES, row["supply"][colour].tolist(), strict=True) if n
        )
        return f"{who}, pick {count} blocks of {colour_names(row)[colour]} (in the box: {left})"
    if phase == BUILD:
        if COLOURS_EACH[row["variant"]] > 1:
            mine = colour_names(row)[colours_of(row, int(row["seat"]))[0]]
            return f"{who}, build (card city block colour, as in 5C2{short(mine)})"
        return f"{who}, build (card city block, as in 5C2)"
    if phase == START:
        return f"Who is the start player? ({', '.join(f'{seat} {name}' for seat, name in enumerate(names))})"
    if phase == DEAL:
        held, missing = _dealt(row)
        return f"Which cards is {who} dealt? ({missing} {'more, to ' + held if held else 'numbers'}, 1 to 9)"
    if phase == DRAW:
        return f"Which card does {who} draw? (1 to 9)"
    return "The game is over"


def _dealt(row: Row) -> tuple[str, int]:
    """The cards dealt so far to the seat that is due, and how many are missing."""
    _, hand = hand_of(row, int(row["seat"]))
    return " ".join(map(str, hand or [])), HAND - len(hand or [])


def read(row: Row, text: str) -> list[Action]:
    """What a person typed, as actions. What cannot be meant is explained here; whether it is legal, the rules say."""
    phase = int(row["phase"])
    words = text.strip().lower()
    if phase == PICK:
        return [_read_pick(row, words)]
    if phase == BUILD:
        return [_read_build(row, words)]
    digits = re.sub(r"^(start|draw|deal)", "", words).replace(" ", "").replace(",", "")
    if not digits.isdecimal():
        raise Misread(f"{text.strip()!r} is not a number")
    if phase == START:
        if len(digits) > 1 or int(digits) >= SEATS[row["variant"]]:
            raise Misread(f"seats go from 0 to {SEATS[row['variant']] - 1}")
        return [Start(int(digits))]
    if "0" in digits:
        raise Misread("cards are numbered 1 to 9")
    if phase == DEAL and len(digits) > _dealt(row)[1]:
        raise Misread(f"{_dealt(row)[1]} cards are missing, not {len(digits)}")
    if phase == DRAW and len(digits) > 1:
        raise Misread("one card is drawn")
    return [Draw(int(digit)) for digit in digits]


def _read_pick(row: Row, words: str) -> Action:
    sizes = re.sub(r"^pick|[\s,+]", "", words)
    count = int(PICKS_PER_ROUND[row["variant"]])
    if not sizes.isdecimal() or set(sizes) - set("1234"):
        raise Misread(f"name {count} block sizes from 1 to 4, as in {'112234'[:count]}")
    if len(sizes) != count:
        raise Misread(f"{count} blocks are picked in a round; you named {len(sizes)}")
    blocks = tuple(sorted(map(int, sizes)))
    colour = picking_colour(row)
    for size in BLOCK_SIZES:
        if blocks.count(size) > row["supply"][colour, size - 1]:
            raise Misread(f"only {row['supply'][colour, size - 1]} blocks of size {size} are left in the box")
    return Pick(blocks)


def _read_build(row: Row, words: str) -> Action:
    pattern = r"(?:build\s*)?(?P<card>\d+)[\s,]*(?P<city>[^\W\d_][^\d]*?)[\s,]*(?P<block>\d+)[\s,.]*(?P<colour>\w*)"
    found = re.fullmatch(pattern, words)
    if not found:
        raise Misread("say card, city and block, as in 5C2: card 5, city C (Frankfurt), a block of 2 storeys")
    card, block = int(found["card"][:3]), int(found["block"][:3])
    if not 1 <= card <= CARD_KINDS:
        raise Misread(f"there is no card {card}; cards are numbered 1 to 9")
    if block not in BLOCK_SIZES:
        raise Misread(f"there is no block of {block} storeys; blocks have 1 to 4")
    if found["city"] == "x":
        return Skip(card, _read_colour(row, found["colour"], block), block)
    return Build(card, _read_city(found["city"].strip()), _read_colour(row, found["colour"], block), block)


def _read_city(word: str) -> int:
    if len(word) == 1 and word.upper() in LETTERS:
        return LETTERS.index(word.upper())
    wanted = ALIASES.get(_folded(word), _folded(word))
    fitting = [i for i, name in enumerate(CITIES) if _folded(name).startswith(wanted)]
    if len(word) < 2 or len(fitting) != 1:
        cities = ", ".join(f"{letter} {name}" for letter, name in zip(LETTERS, CITIES, strict=True))
        raise Misread(f"which city is {word!r}? There are {cities}")
    return fitting[0]


def _read_colour(row: Row, word: str, block: int) -> int:
    """The colour a person named or, if only one of their colours has such a block, that one."""
    names = colour_names(row)
    mine = colours_of(row, int(row["seat"]))
    if word:
        fitting = [i for i, name in enumerate(names) if word in (name, short(name), str(i))]
        if not fitting:
            raise Misread(f"which colour is {word!r}? Yours: {' and '.join(names[c] for c in mine)}")
        return fitting[0]
    having = [colour for colour in mine if row["picked"][colour, block - 1]] or mine[:1]
    if len(having) > 1:
        choice = " or ".join(f"{short(names[c])} ({names[c]})" for c in having)
        raise Misread(f"which colour? Add {choice}, as in 5C{block}{short(names[having[0]])}")
    return having[0]


def _folded(text: str) -> str:
    """Letters alone, in lower case and without accents: Sao Paulo and Hongkong are found too."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if c.isalpha())


# Telling


def tell(row: Row, event: Mapping[str, Any], names: Sequence[str], seat: int | None) -> str:
    """An event, as a seat saw it, in a line; sites are numbered as on that seat's board."""
    colours = colour_names(row)
    who = names[event["seat"]] if "seat" in event else ""
    match event["e"]:
        case "start":
            return f"{who}: start player"
        case "deal":
            return f"{who}: dealt " + (" ".join(map(str, event["cards"])) if "cards" in event else "hidden cards")
        case "pick":
            return f"{who}: pick {' '.join(map(str, event['blocks']))} of {colours[event['colour']]}"
        case "build":
            places = MARKED[SIDE_OF[row["variant"], seat or 0]].tolist()
            place = f"{LETTERS[event['city']]}{places.index(event['site'] - 1) + 1} {CITIES[event['city']]}"
            return f"{who}: card {event['card']}, {colours[event['colour']]} {event['block']} on {place}"
        case "skip":
            gone = f"{colours[event['colour']]} {event['block']} out of the game"
            return f"{who}: nothing can be built; card {event['card']}, {gone}"
        case "draw":
            return (
                f"{who}: draw card {event['card']}" if "card" in event else ""
            )  # that others draw goes without saying
        case "reshuffle":
            return "The pile is empty: the played cards are shuffled and become the new one."
    return _tell_score(event, colours)


def _tell_score(event: Mapping[str, Any], colours: Sequence[str]) -> str:
    lines = [f"Scoring of round {event['round']}"]
    points = event["points"]
    lines.append(f"  {'':8}tallest  cities  towers   total")
    for i, total in enumerate(event["total"]):
        name = colours[i]
        lines.append(f"  {name:8}{points['tallest'][i]:7}{points['cities'][i]:8}{points['towers'][i]:8}{total:8}")
    return "\n".join(lines)


def held(row: Row, seat: int, names: Sequence[str]) -> str:
    """The cards of a seat, where the viewer may know them."""
    hand = hand_of(row, seat)[1]
    return f"{names[seat]}: held {' '.join(map(str, hand))}" if hand else ""


def is_milestone(before: Row, after: Row) -> bool:
    """M-score: the board is looked at after every scoring."""
    return bool((before["score"] != after["score"]).any())


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
    why=why,
    held=held,
)
