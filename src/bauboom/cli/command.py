"""What a command is: a function with its options. Those of a game come from the game itself."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from bauboom.core.errors import OptionError
from bauboom.games import GAMES, load, load_all

from .options import Parameter, Parser, option

if TYPE_CHECKING:
    from bauboom.core.game import Game

Function = TypeVar("Function", bound=Callable[..., int | None])

GAME_NAMES = f"{', '.join(GAMES)}, or another package's"
GAME_NAME = option("game", metavar="GAME", help=f"One of: {GAME_NAMES}.")
GAME = option("game", metavar="GAME", help=f"One of: {GAME_NAMES}. With it, --help lists the game's options.")
ANY_OPTION = option(
    "--option", action="append", metavar="NAME=VALUE", default=[], help="Any of these; can be repeated."
)
_OF_GAME = "option of the game: "  # how values of these are told from those of the command
_PARAMETERS: dict[Callable[..., Any], tuple[Parameter, ...]] = {}


def command(*parameters: Parameter) -> Callable[[Function], Function]:
    """Make a command of a function: its arguments have the names of the options, and its docstring is the help.

    A command returns its exit status, or None for 0. With GAME it gets a `GameChoice`, with GAME_NAME a text.
    """

    def add(function: Function) -> Function:
        _PARAMETERS[function] = parameters
        return function

    return add


def call(function: Callable[..., int | None], typed: Sequence[str]) -> int:
    """Run a command with what was typed after its name; the exit status."""
    from inspect import cleandoc

    parameters, text = _PARAMETERS[function], cleandoc(function.__doc__ or "")
    try:
        if GAME in parameters:
            values = GameParser(function.__name__, text, parameters, typed).values(typed)
        else:
            values = Parser(function.__name__, text, parameters).values(typed)
    except SystemExit:  # --help was asked for, and shown
        return 0
    return function(**values) or 0


class GameChoice(NamedTuple):
    """The game that a person named, and the options they typed."""

    name: str
    options: dict[str, str]

    def load(self, **defaults: int) -> Game:
        """The game; `defaults` are for options that were not typed."""
        texts = {name: str(value) for name, value in defaults.items()}
        return load(self.name).parse_options({**texts, **self.options})


class GameParser(Parser):
    """The options of a command and of the game that is named among its arguments."""

    def __init__(self, command: str, description: str, parameters: Sequence[Parameter], typed: Sequence[str]) -> None:
        super().__init__(command, description, parameters)
        self.game = next((game for word in typed if (game := _game_called(word))), None)
        if self.game is not None:
            self._offer(self.game, {"--help", *ANY_OPTION.names, *(name for names, _ in parameters for name in names)})

    def _offer(self, game: Game, taken: set[str]) -> None:
        """Add what a game can be played with. What the command has under the same name goes by --option."""
        choices = {name: list(dict.fromkeys(v[name] for v in game.variants)) for name in game.variants[0]}
        is_free = prod(map(len, choices.values())) == len(game.variants)  # every choice goes with every other
        group = self.add_argument_group(f"options of {game.title}", None if is_free else _variants_in_words(game))
        offered = {
            name: ("|".join(sorted(map(str, values), key=_by_size)), f"{values[0]} by default." if is_free else None)
            for name, values in choices.items()
        }
        if game.custom is not None:
            offered[game.custom.key] = "FILE", f"A {game.custom.key} of your own."
        for name, (metavar, text) in offered.items():
            if (written := f"--{name.replace('_', '-')}") not in taken:
                group.add_argument(written, dest=_OF_GAME + name, default=argparse.SUPPRESS, metavar=metavar, help=text)
        group.add_argument(*ANY_OPTION.names, **ANY_OPTION.settings)

    def values(self, typed: Sequence[str]) -> dict[str, Any]:
        found, rest = self.parse_known_intermixed_args(typed)
        values = vars(found)
        load(values["game"])  # without a game, nothing can be said about its options
        if rest:
            self.refuse(rest[0])
        options = {key.removeprefix(_OF_GAME): values.pop(key) for key in list(values) if key.startswith(_OF_GAME)}
        for text in values.pop("option"):
            name, equals, value = (part.strip() for part in text.partition("="))
            if not equals:
                raise OptionError(f"--option takes NAME=VALUE, not {text[:40]!r}")
            if options.setdefault(name, value) != value:
                raise OptionError(f"{name} is given twice, as {options[name]} and as {value}")
        return {**values, "game": GameChoice(values["game"], options)}

    def refuse(self, word: str) -> NoReturn:
        name = word.partition("=")[0].removeprefix("--").replace("-", "_")
        games = load_all()
        known = {*(key for game in games for key in game.variants[0]), *(g.custom.key for g in games if g.custom)}
        if self.game is not None and name in known:
            self.game.with_options({name: None})  # says which options it has
        super().refuse(word)


def _game_called(word: str) -> Game | None:
    try:
        return None if word.startswith("-") else load(word)
    except OptionError:
        return None


def _by_size(text: str) -> tuple[int, str]:
    """Puts 9 before 10."""
    return len(text) if text.isdecimal() else 0, text


def _variants_in_words(game: Game) -> str:
    """A table of what goes together."""
    names = [name.replace("_", "-") for name in game.variants[0]]
    rows = [names, *([str(value) for value in variant.values()] for variant in game.variants)]
    table = "\n".join("  " + "  ".join(map(str.ljust, row, map(len, names))).rstrip() for row in rows)
    return f"It is played like this; the first line that fits what you say is the one.\n\n{table}"
