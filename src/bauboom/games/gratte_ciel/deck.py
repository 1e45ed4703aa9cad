"""The deck (G-deck): read from a file or a record, checked, and written down in one canonical form."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from bauboom.core.errors import OptionError

CATEGORIES = ("home", "office", "hotel", "restaurant", "shop")
SUFFIXES = ("10", "15", "20p", "20", "25", "30")
FOUNDATIONS = ("clay", "parking", "piles", "bedrock")
FLOORS = tuple(f"{category}-{suffix}" for category in CATEGORIES for suffix in SUFFIXES)
SPECIALS = ("absorber", "lookout", "skylobby", "plant", "pool", "garden", "museum")
ROOFS = ("flat", "terrace", "dome", "antenna", "toilet-roof")
ACTIONS = ("study", "insurance", "tornado", "quake", "century")
PRIZES = ("mini", "unity", "record", "flawed", "specialist")  # G-mini, G-unity, G-record, G-flaw, G-toilet
KINDS = (*FLOORS, *SPECIALS, "toilet", *ROOFS, *ACTIONS)  # G-cards: all but foundations and prizes
LANGUAGES = ("en", "de", "nl", "fr")

COUNT, HEIGHT, PRESTIGE = {"count": (0, 60)}, {"height": (0, 300)}, {"prestige": (-20, 20)}
NUMBERS = {  # what a kind is described by, and between which numbers
    **{kind: {"count": (0, 10), "resistance": (1, 20)} for kind in FOUNDATIONS},
    **dict.fromkeys((*FLOORS, *SPECIALS, "toilet"), COUNT | HEIGHT | PRESTIGE),
    "absorber": COUNT | HEIGHT | PRESTIGE | {"resistance": (0, 20)},
    **dict.fromkeys(ROOFS, COUNT | HEIGHT),
    **dict.fromkeys(ACTIONS, COUNT),
    **dict.fromkeys(("mini", "flawed"), HEIGHT | PRESTIGE),
    **dict.fromkeys(("unity", "record", "specialist"), PRESTIGE),
}
LEAST = 35  # cards: five for each of five players, and something to draw
MOST = 250
MOST_FOUNDATIONS = 10
LEAST_FOUNDATIONS = 5
LARGEST = 1 << 20  # bytes of a file

Deck = dict[str, dict[str, int]]  # by kind


class BadDeck(OptionError):
    """A deck that cannot be played with: where, and why."""


def read_deck(given: Any) -> Deck:
    """A deck out of a file (its name) or of a record (a mapping by kind)."""
    if isinstance(given, (str, Path)):
        return read_lines(_text(Path(given)).splitlines(), str(given))
    if not isinstance(given, Mapping):
        raise BadDeck("a deck is a file's name or a mapping by kind of card")
    found: Deck = {}
    for kind, values in given.items():
        if not isinstance(values, Mapping):
            raise BadDeck(f"deck, {str(kind)[:30]}: numbers are expected, as in {{'count': 1, 'height': 10}}")
        found[str(kind)] = _checked(str(kind), values, f"deck, {str(kind)[:30]}")
    return _complete(found, "deck")


def _text(path: Path) -> str:
    """What is in a file of sensible size."""
    try:
        if path.exists() and not path.is_file():
            raise BadDeck(f"{path}: {'is a folder' if path.is_dir() else 'is not a file'}")
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise BadDeck(f"{path}: too large for a deck")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadDeck(f"{path}: not a text file in UTF-8") from None
    except (OSError, ValueError) as error:
        raise BadDeck(f"{path!s:.60}: {getattr(error, 'strerror', None) or error}") from None


def read_lines(lines: Iterable[str], name: str) -> Deck:
    """A deck out of the lines of a table: one kind a line, a heading first, remarks behind #."""
    found: Deck = {}
    heading: list[str] | None = None
    for number, cells in _cells(lines):
        place = f"{name}, line {number}"
        if heading is None:
            heading = [cell.lower() for cell in cells]
            if "kind" not in heading or "count" not in heading:
                raise BadDeck(f"{place}: the first line names the columns, kind and count among them")
            if twice := [name for name in heading if name and heading.count(name) > 1]:
                raise BadDeck(f"{place}: the column {twice[0][:20]} stands there twice")
            continue
        if len(cells) > len(heading):
            raise BadDeck(f"{place}: {len(cells)} values, but {len(heading)} columns")
        values = dict(zip(heading, cells, strict=False))
        kind = values.get("kind", "")
        if kind in found:
            raise BadDeck(f"{place}: {kind} stands here a second time")
        found[kind] = _checked(kind, values, place, is_text=True)
    if heading is None:
        raise BadDeck(f"{name}: there is nothing in it")
    return _complete(found, name)


def _cells(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The cells of every line that is not empty and no remark, with the line's number; , or ; or a tab between them."""
    separator = None
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.strip(",;") and not text.startswith(("#", '"#')):
            separator = separator or max(",;\t", key=text.count)
            try:
                yield number, [cell.strip() for cell in next(csv.reader([line.strip("\r\n")], delimiter=separator))]
            except csv.Error as error:
                raise BadDeck(f"line {number}: {error}") from None


def _checked(kind: str, values: Mapping[str, Any], place: str, is_text: bool = False) -> dict[str, int]:
    """One kind's numbers, or BadDeck; a file has them as text, and other columns beside them."""
    if kind not in NUMBERS:
        raise BadDeck(f"{place}: there is no kind {kind[:30]!r}")
    found = {}
    strange = {"height", "prestige", "resistance"} - {*NUMBERS[kind]}
    if wrong := [name for name in sorted(strange) if values.get(name, 0) not in (0, "0", "")]:
        raise BadDeck(f"{place}: {kind} has no {wrong[0]}; leave it out")
    values = {name: value for name, value in values.items() if name not in strange}
    for name, (least, most) in NUMBERS[kind].items():
        value = values.get(name, "")
        if value == "" and (kind, name) == ("absorber", "resistance"):
            continue  # see _complete
        is_digits = isinstance(value, str) and re.fullmatch(r"[+-]?\d{1,9}", value, re.ASCII)
        number = int(value) if is_digits and is_text else value
        if isinstance(number, bool) or not isinstance(number, int):
            raise BadDeck(f"{place}: the {name} of {kind} must be a whole number, not {str(value)[:20]!r}")
        if not least <= number <= most:
            raise BadDeck(f"{place}: the {name} of {kind} is {str(number)[:20]}; it can be {least} to {most}")
        found[name] = number
    if not is_text and (more := [str(name) for name in values if name not in found]):
        raise BadDeck(f"{place}: {kind} has no {more[0][:20]}")
    return found


def _complete(found: Deck, name: str) -> Deck:
    """The deck in its canonical order, if nothing is missing and it can be played with."""
    for kind in (*PRIZES, "absorber"):  # decks of before these numbers could be chosen
        if kind in STANDARD and (kind in found or kind in PRIZES):
            found[kind] = STANDARD[kind] | found.get(kind, {})
    if missing := [kind for kind in NUMBERS if kind not in found]:
        raise BadDeck(f"{name}: {', '.join(missing[:5])}{' …' if len(missing) > 5 else ''} missing")
    deck = {kind: found[kind] for kind in (*FOUNDATIONS, *KINDS, *PRIZES)}
    foundations = sum(deck[kind]["count"] for kind in FOUNDATIONS)
    if not LEAST_FOUNDATIONS <= foundations <= MOST_FOUNDATIONS:
        raise BadDeck(f"{name}: {foundations} foundations; there can be {LEAST_FOUNDATIONS} to {MOST_FOUNDATIONS}")
    cards = sum(deck[kind]["count"] for kind in KINDS)
    if not LEAST <= cards <= MOST:
        raise BadDeck(f"{name}: {cards} cards beside the foundations; there can be {LEAST} to {MOST}")
    return deck


_FILE = Path(__file__).with_name("deck.csv")


def _read_names() -> dict[str, dict[str, str]]:
    """By kind and language, the name of a card."""
    lines = list(_cells(_text(_FILE).splitlines()))
    heading = lines[0][1]
    return {cells[0]: {n: cells[heading.index(n)] for n in LANGUAGES} for _, cells in lines[1:]}


STANDARD: Deck = {}
STANDARD = read_deck(_FILE)
NAMES = _read_names()
