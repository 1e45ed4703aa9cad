"""What the numbers on a sheet mean: how they become JSON, and of which type that is.

A game describes its sheets once, as data. This module reads them in Python; `description` gives the same to other
languages, as JSON, and `types` writes what TypeScript has to know. All read the numbers in the description's order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .sheet import NOTHING


class Node:
    """A part of a description."""


@dataclass(frozen=True)
class Number(Node):
    """A number as it stands there."""


@dataclass(frozen=True)
class Flag(Node):
    """1 for true, 0 for false."""


@dataclass(frozen=True)
class Word(Node):
    """The number of something in a list, of whatever kind of JSON."""

    words: Sequence[Any]
    name: str = ""  # of the type, where it is used more than once


@dataclass(frozen=True)
class Const(Node):
    """What is always the same and has no number."""

    value: Any


@dataclass(frozen=True)
class Maybe(Node):
    """NOTHING in place of the first number, for null; or something."""

    of: Node


@dataclass(frozen=True)
class Many(Node):
    """How many, then each of them."""

    of: Node


@dataclass(frozen=True)
class Tuple(Node):
    """A few, one after the other."""

    parts: Sequence[Node]


@dataclass(frozen=True)
class Object(Node):
    """Fields, one after the other. One whose name ends in "?" is left out where it is NOTHING."""

    name: str  # of the type
    fields: Mapping[str, Node]
    notes: Mapping[str, str] = field(default_factory=dict)  # by field, for whoever reads the types


@dataclass(frozen=True)
class Named(Node):
    """An object with words for names: how many, then for each the number of its word, and it."""

    word: Word
    of: Node


@dataclass(frozen=True)
class Case(Node):
    """The number of a kind, then what is of that kind; `key` tells the kind in JSON, or is empty where nothing does."""

    name: str  # of the type
    key: str
    kinds: Mapping[str, Object]


NUMBER, FLAG = Number(), Flag()
NO_REASONS = Case("Reason", "why", {})


@dataclass(frozen=True)
class Sheets:
    """How a game's sheets are to be read."""

    view: Object
    event: Case
    reason: Case = NO_REASONS


def description(node: Node) -> Any:
    """A description as JSON, for readers in other languages."""
    match node:
        case Number():
            return "number"
        case Flag():
            return "flag"
        case Word(words, _):
            return ["word", list(words)]
        case Const(value):
            return ["const", value]
        case Maybe(of):
            return ["maybe", description(of)]
        case Many(of):
            return ["many", description(of)]
        case Tuple(parts):
            return ["tuple", *map(description, parts)]
        case Object(_, fields):
            return {name: description(part) for name, part in fields.items()}
        case Named(word, of):
            return ["named", list(word.words), description(of)]
        case Case(_, key, kinds):
            return ["case", key, [[name, description(kind)] for name, kind in kinds.items()]]
    raise TypeError(f"not a part of a description: {node!r}")


# Reading


def reader(node: Node) -> Callable[[list[int]], Any]:
    """A function that makes JSON of a sheet's numbers: compiled here, because a walk would be several times slower."""
    made = _Writer()
    body = made.expression(node, "n()")
    lines = ["def read(numbers):", "    n = iter(numbers).__next__", f"    return {body}"]
    for name, other in made.functions.items():
        lines[2:2] = [f"    def {name}(k):", f"        return {other}"]
    space: dict[str, Any] = dict(made.constants)
    exec("\n".join(lines), space)  # of our own descriptions, never of anybody's data
    read: Callable[[list[int]], Any] = space["read"]
    return read


class _Writer:
    def __init__(self) -> None:
        self.constants: dict[str, Any] = {}
        self.functions: dict[str, str] = {}
        self.count = 0

    def new(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def constant(self, value: Any) -> str:
        name = self.new("c")
        self.constants[name] = value
        return name

    def expression(self, node: Node, first: str) -> str:
        """Python for a part; `first` is the Python for the first number it reads."""
        match node:
            case Number():
                return first
            case Flag():
                return f"({first} != 0)"
            case Word(words, _):
                return f"{self.constant(tuple(words))}[{first}]"
            case Const(value):
                return self.constant(value)
            case Maybe(of):
                name = self.new("x")
                return f"(None if ({name} := {first}) == {NOTHING} else {self.expression(of, name)})"
            case Many(of):
                return f"[{self.expression(of, 'n()')} for _ in range({first})]"
            case Tuple(parts):
                return f"[{', '.join(self.one_by_one(parts, first))}]"
            case Object(_, fields):
                return f"{{{', '.join(self.entries(fields, first))}}}"
            case Named(word, of):
                known = self.constant(tuple(word.words))
                return f"{{{known}[n()]: {self.expression(of, 'n()')} for _ in range({first})}}"
            case Case(_, key, kinds):
                return self.cases(key, kinds, first)
        raise TypeError(f"not a part of a description: {node!r}")

    def one_by_one(self, parts: Sequence[Node], first: str) -> Iterator[str]:
        for part in parts:
            yield self.expression(part, first)
            first = first if isinstance(part, Const) else "n()"

    def entries(self, fields: Mapping[str, Node], first: str) -> Iterator[str]:
        for name, part in fields.items():
            if name.endswith("?"):
                known = self.new("x")
                value = self.expression(part, known)
                yield f"**({{}} if ({known} := {first}) == {NOTHING} else {{{name[:-1]!r}: {value}}})"
            else:
                yield f"{name!r}: {self.expression(part, first)}"
            first = first if isinstance(part, Const) else "n()"

    def cases(self, key: str, kinds: Mapping[str, Object], first: str) -> str:
        """A function for each kind, in a list by number."""
        names = []
        for kind, told in kinds.items():
            tag = {key: Const(kind)} if key else {}
            names.append(self.new("f"))
            self.functions[names[-1]] = self.expression(Object("", {**tag, **told.fields}), "n()")
        return f"({''.join(f'{name}, ' for name in names)})[{first}](0)"


# Types


def types(sheets: Sheets, title: str) -> str:
    """What TypeScript has to know of a game's sheets."""
    made = _Types()
    for node in (sheets.view, sheets.event, sheets.reason):
        made.of(node)
    head = f"/** What {title} shows and tells. Made by bauboom.machines.types of the game's SHEETS. */"
    return "\n\n".join([head, *made.declared.values()]) + "\n"


class _Types:
    def __init__(self) -> None:
        self.declared: dict[str, str] = {}

    def of(self, node: Node) -> str:
        match node:
            case Number():
                return "number"
            case Flag():
                return "boolean"
            case Word(words, name):
                if not name:
                    return _alternatives(words)
                self.declare(name, lambda: f"export type {name} = {_alternatives(words)};")
                return name
            case Const(value):
                return str(value) if type(value) is int else _literal(value)
            case Maybe(of):
                return f"{self.of(of)} | null"
            case Many(of):
                inner = self.of(of)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case Tuple(parts):
                return f"[{', '.join(map(self.of, parts))}]"
            case Object(name):
                self.declare(name, lambda: f"export interface {name} {{\n{self.fields(node, {})}\n}}")
                return name
            case Named(_, of):
                return f"Record<string, {self.of(of)}>"
            case Case(name, key, kinds):
                self.declare(name, lambda: self.union(name, key, kinds))
                return name
        raise TypeError(f"not a part of a description: {node!r}")

    def declare(self, name: str, write: Callable[[], str]) -> None:
        if name not in self.declared:
            self.declared[name] = ""  # its place
            self.declared[name] = write()

    def fields(self, node: Object, before: Mapping[str, Node]) -> str:
        lines = []
        for name, part in {**before, **node.fields}.items():
            note = node.notes.get(name.rstrip("?"), "")
            lines.append(f"  {_key(name)}: {self.of(part)};" + (f" // {note}" if note else ""))
        return "\n".join(lines)

    def union(self, name: str, key: str, kinds: Mapping[str, Object]) -> str:
        parts, texts = [], []
        for kind, told in kinds.items():
            tag = {key: Const(kind)} if key else {}
            texts.append(f"export interface {told.name} {{\n{self.fields(told, tag)}\n}}")
            parts.append(told.name)
        return "\n\n".join([f"export type {name} = {' | '.join(parts)};", *texts])


def _key(name: str) -> str:
    plain = name.rstrip("?")
    return name if plain.isidentifier() else f'"{plain}"{"?" if name.endswith("?") else ""}'


def _alternatives(words: Sequence[Any]) -> str:
    """The type of whatever a list holds."""
    if words and all(isinstance(word, Mapping) for word in words):
        names = list(dict.fromkeys(name for word in words for name in word))
        kinds = {name: _alternatives([word[name] for word in words if name in word]) for name in names}
        return f"{{ {'; '.join(f'{_key(name)}: {kind}' for name, kind in kinds.items())} }}"
    if words and all(isinstance(word, (list, tuple)) for word in words):
        return f"({_alternatives([item for word in words for item in word])})[]"
    return " | ".join(dict.fromkeys(map(_literal, words)))


def _literal(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return _alternatives([value])
