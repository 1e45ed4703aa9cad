"""The games that keep the laws: ours, and the example of one from another package."""

from bauboom import GAMES, load

from .. import example

PLAYED = [*map(load, GAMES), example.loaded()]
NAMES = [game.name for game in PLAYED]
ALL = [game.of_variant(number) for game in PLAYED for number in range(len(game.variants))]  # with all their options
