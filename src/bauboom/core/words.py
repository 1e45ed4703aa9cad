"""Sentences in several languages. Templates are data (`refusals.<language>.json`, here and beside each game's rules).

A field says what its value is: `{seat:player}` is a name of the table, `{count:storeys}` a number with its noun,
`{city:city}` one of the names in the file, `{scores:by player}` a number for each player, `{card:card}` whatever the
game makes of it. A list is said item by item; a list of what a noun counts is counted.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec

HERE = Path(__file__).parent
LANGUAGES = sorted(path.name.split(".")[1] for path in HERE.glob("refusals.*.json"))
ENGLISH = "en"  # for what a game has not said in a language
BOT = "bot:"
NOTHING = "–"  # where there is nothing, or nothing that one may know

Term = Callable[["Words", Any], str]


def printable(text: str, limit: int) -> str:
    """What others wrote, made fit for a line on somebody's screen."""
    text = "".join(c if c.isprintable() else "�" for c in text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def display_names(names: Sequence[str]) -> list[str]:
    """Names to show: bots without their prefix, and with their seat where a name stands twice."""
    return [
        printable(name.removeprefix(BOT), 40) + (f" {seat}" if names.count(name) > 1 else "")
        for seat, name in enumerate(names)
    ]


def plain_name(name: str) -> str:
    """A field's name as people read it."""
    return name.replace("_", " ")


def plain_value(value: Any) -> str:
    """A value of JSON in a few words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{plain_name(key)} {plain_value(part)}" for key, part in value.items()) or NOTHING
    if isinstance(value, (list, tuple)):
        return " ".join(map(plain_value, value)) or NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return NOTHING if value is None else str(value)


def plain_event(event: Mapping[str, Any], players: Sequence[str]) -> str:
    """An event of a game that has no words for it: who, what, and its fields."""
    kind, *rest = event.items()  # the first tells the kind
    who = [f"{players[seat]}:" for name, seat in rest if name == "seat" and seat in range(len(players))]
    facts = ", ".join(f"{plain_name(name)} {plain_value(value)}" for name, value in rest if name != "seat")
    return " ".join([*who, plain_name(str(kind[1])), *([facts] if facts else [])])


class Words(Formatter):
    """The words of a language, for a game with its own files and terms, and for the players of a table."""

    def __init__(
        self,
        language: str = "en",
        folder: Path | None = None,
        players: Sequence[str] = (),
        terms: Mapping[str, Term] | None = None,
        row: Any = None,
    ) -> None:
        self.language, self.players, self.terms = language, players, terms or {}
        self.row = row  # one of the game, for terms that depend on its options or its material
        self.book = _book(language, folder)

    def say(self, section: str, key: str, facts: Mapping[str, Any]) -> str:
        """A template of the files, filled with facts."""
        return self.vformat(self.book[section][key], (), facts)

    def event(self, event: msgspec.Struct) -> str:
        """What an event of a record is."""
        tag = str(event.__struct_config__.tag)
        if tag not in self.book["events"]:
            return plain_event(msgspec.to_builtins(event), self.players)
        return self.say("events", tag, msgspec.structs.asdict(event))

    def format_field(self, value: Any, spec: str) -> str:
        if spec in self.book["nouns"]:
            return self._counted(len(value) if isinstance(value, list) else value, spec)
        if spec.startswith("by "):
            parts = [f"{self.format_field(i, spec[3:])} {number}" for i, number in enumerate(value)]
            return ("; " if any(", " in part for part in parts) else ", ").join(parts)
        if isinstance(value, list):
            return self._joined([self.format_field(item, spec) for item in value])
        if spec == "player" and value in range(len(self.players)) and self.players[value].strip():
            return str(self.players[value])
        if spec == "event":
            return self.event(value)
        if spec in self.terms:
            return self.terms[spec](self, value)
        return self.name(spec, value) if spec else str(value)

    def name(self, table: str, value: Any) -> str:
        """One of the names in the files; the one under * is for all that have none of their own."""
        names: dict[str, str] = self.book["names"][table]
        return self.vformat(names.get(str(value)) or names["*"], (value,), {})

    def _counted(self, number: int, noun: str) -> str:
        one, many = self.book["nouns"][noun]
        return f"{number} {one if number in self.book['grammar']['singular'] else many}"

    def _joined(self, parts: list[str]) -> str:
        if not parts:
            return str(self.book["grammar"]["nobody"])
        *most, last = parts
        if most and any(", " in part for part in parts):
            return str(self.book["grammar"]["apart"]).join(parts)
        return f"{', '.join(most)} {self.book['grammar']['and']} {last}" if most else last


@cache
def _book(language: str, folder: Path | None) -> dict[str, dict[str, Any]]:
    """All words of a language; of a game that has none in it the English ones, and of one without any none."""
    book: dict[str, dict[str, Any]] = {"events": {}}
    for place in (HERE, folder or HERE):
        known = [place / f"refusals.{name}.json" for name in (language, ENGLISH)]
        file = next(filter(Path.exists, known), None)
        for section, entries in (msgspec.json.decode(file.read_bytes()) if file else {}).items():
            book.setdefault(section, {}).update(entries)
    return book
