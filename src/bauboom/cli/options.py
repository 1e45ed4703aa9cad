"""Options of a command: how they are declared, read, and explained by --help."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from bauboom.core.errors import OptionError


class Parameter(NamedTuple):
    """What argparse's `add_argument` takes: the names, and all the rest."""

    names: tuple[str, ...]
    settings: dict[str, Any]


def option(*names: str, **settings: Any) -> Parameter:
    """An option of a command; a name without dashes makes it an argument."""
    return Parameter(names, settings)


def flag(*names: str, **settings: Any) -> Parameter:
    """An option that is set by naming it."""
    return Parameter(names, {"action": "store_true", **settings})


def count(name: str, low: int, high: int, **settings: Any) -> Parameter:
    """An option for a whole number."""
    return Parameter((name,), {"type": whole(low, high), "metavar": "N", **settings})


def file(name: str, metavar: str = "FILE", **settings: Any) -> Parameter:
    """An option or an argument for a file or a folder."""
    return Parameter((name,), {"type": Path, "metavar": metavar, **settings})


def seed(**settings: Any) -> Parameter:
    return count("--seed", 0, 2**62 - 1, **{"default": 0, **settings})


def whole(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number of a range."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {low} to {high}")
        return number

    return read


JSON = flag("--json", help="Figures only, as JSON.")
WORKERS = count("--workers", 1, 1024, help="Cores to use; all by default.")


class Parser(argparse.ArgumentParser):
    """Reads what was typed after a command's name. A mistake is an OptionError."""

    def __init__(self, command: str, description: str, parameters: Sequence[Parameter]) -> None:
        arguments = [str(settings["metavar"]) for names, settings in parameters if not names[0].startswith("-")]
        usage = " ".join(["bauboom", command, "[OPTIONS]", *arguments])
        super().__init__(f"bauboom {command}", usage, description, formatter_class=_Formatter, allow_abbrev=False)
        for names, settings in parameters:
            self.add_argument(*names, **settings)

    def values(self, typed: Sequence[str]) -> dict[str, Any]:
        """By name, what was typed and what holds where nothing was."""
        found, rest = self.parse_known_intermixed_args(typed)
        if rest:
            self.refuse(rest[0])
        return vars(found)

    def refuse(self, word: str) -> NoReturn:
        """Say what is wrong with a word that is left over."""
        self.error(f"No such option: {word[:40]}" if word.startswith("-") else f"{word[:40]!r} is one word too many")

    def error(self, message: str) -> NoReturn:
        raise OptionError(f"{message.removeprefix('argument ')}; see {self.prog} --help")


class _Formatter(argparse.HelpFormatter):
    """Fills paragraphs; those that are indented, such as examples, stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill, parts = super()._fill_text, text.split("\n\n")
        return "\n\n".join(part if part.startswith(" ") else fill(part, width, indent) for part in parts)
