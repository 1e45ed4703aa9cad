"""The games that keep the laws: ours, and the examples of games from other packages."""

from bauboom import GAMES, load

from .. import example


def variants(games):
    """Games with all their options."""
    return [game.of_variant(number) for game in games for number in range(len(game.variants))]


DISTINCT = [*map(load, GAMES), example.loaded()]  # with kernels of their own: what other machines run need be no more
NAMES = [game.name for game in DISTINCT]
PLAYED = [*DISTINCT, *example.loaded_little()]
ALL = variants(PLAYED)
