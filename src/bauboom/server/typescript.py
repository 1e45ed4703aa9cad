"""The page's types of what the API answers, made from the structs: python -m bauboom.server.typescript"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from inspect import getsource
from pathlib import Path
from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

from . import responses

FILE = Path(__file__).parents[3] / "web" / "src" / "lib" / "api-types.ts"
HEAD = "/** What the server answers. Made by bauboom.server.typescript of server/responses.py. */"


def written() -> str:
    """The file as it should be."""
    types = _Types()
    for struct in responses.Answer.__subclasses__():
        types.of(inspect.type_info(struct))
    message = types.of(inspect.type_info(responses.Message))
    types.declare("Message", "What comes over a table's socket.", lambda: f"export type Message = {message};")
    return "\n\n".join([HEAD, *types.declared.values()]) + "\n"


class _Types:
    def __init__(self) -> None:
        self.declared: dict[str, str] = {}

    def of(self, node: Any) -> str:
        """A type as TypeScript writes it; what has a name of its own is declared."""
        match node:
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.AnyType():
                return "any"
            case inspect.LiteralType(values):
                return _alternatives(values)
            case inspect.UnionType(types):
                return " | ".join(dict.fromkeys(map(self.of, types)))
            case inspect.ListType(item) | inspect.VarTupleType(item):
                inner = self.of(item)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case inspect.TupleType(items):
                return f"[{', '.join(map(self.of, items))}]"
            case inspect.DictType(_, value):
                return f"Record<string, {self.of(value)}>"
            case inspect.StructType(cls):
                return self.declare(cls.__name__, cls.__doc__, lambda: self.struct(node))
            case inspect.Metadata(of, dict() as about, extra):
                name = about["title"]
                return self.declare(name, about.get("description"), lambda: self.alias(name, of, extra or {}))
        raise TypeError(f"no type for a page: {node!r}")

    def declare(self, name: str, doc: str | None, write: Callable[[], str]) -> str:
        if name not in self.declared:
            self.declared[name] = (f"/** {doc.splitlines()[0]} */\n" if doc else "") + write()
        return name

    def struct(self, node: inspect.StructType) -> str:
        notes = dict(re.findall(r"^    (\w+): .*  # (.+)$", getsource(node.cls), re.M))
        lines = [f"  {node.tag_field}: {_alternatives([node.tag])};"] if node.tag_field else []
        for field in node.fields:
            is_optional = (
                not field.required and field.default is field.default_factory is NODEFAULT
            )  # left out if UNSET
            note = f" // {notes[field.name]}" if field.name in notes else ""
            lines.append(f"  {field.encode_name}{'?' if is_optional else ''}: {self.of(field.type)};{note}")
        return "\n".join([f"export interface {node.cls.__name__} {{", *lines, "}"])

    def alias(self, name: str, of: Any, extra: dict[str, Any]) -> str:
        if "fields" in extra:  # those that are always there; which others are, depends
            lines = [f"  {key}: {self.of(inspect.type_info(kind))};" for key, kind in extra["fields"].items()]
            return "\n".join([f"export interface {name} {{", *lines, "  [field: string]: unknown;", "}"])
        return f"export type {name} = {self.of(of)};"


def _alternatives(words: Any) -> str:
    return " | ".join(msgspec.json.encode(word).decode() for word in words)


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(__doc__)
    FILE.write_text(written(), encoding="utf-8")
