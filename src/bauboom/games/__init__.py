"""The games that live here. A new game is a folder and one line in this list."""

from importlib import import_module

from bauboom.core.game import Game, OptionError

GAMES = ("manhattan",)


def load(name: str, **options: str | int) -> Game:
    """A game by its name, with its options; those not given have their defaults."""
    if name not in GAMES:
        raise OptionError(f"there is no game {name[:40]!r}; there is {', '.join(GAMES)}")
    game: Game = import_module(f"bauboom.games.{name.replace('-', '_')}").GAME
    return game.with_options(options)
