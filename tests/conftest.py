"""What every test may use: all games in all their variants, random play, a clean home."""

import random

import pytest

from bauboom import GAMES, load
from bauboom.core import door

from . import example

door.CAREFUL = True  # arrays that go into a library are looked at

VARIANTS = [game.of_variant(number) for game in map(load, GAMES) for number in range(len(game.variants))]


def pytest_configure(config):
    if not hasattr(config, "workerinput"):  # once, before tests are shared among processes
        example.make_libraries()


@pytest.fixture(params=VARIANTS, ids=[f"{g.name}-{'-'.join(map(str, g.options.values()))}" for g in VARIANTS])
def variant(request):
    """Every registered game with every legal set of options."""
    return request.param


@pytest.fixture
def random_states():
    """A function: all states, chance nodes included, of a random game."""

    def states(game, seed):
        rng, state = random.Random(seed), game.root
        yield state
        while not state.is_over:
            if state.is_chance:
                actions, weights = zip(*state.outcomes, strict=True)
                state = state.play(rng.choices(actions, weights)[0])
            else:
                state = state.play(rng.choice(state.legal))
            yield state

    return states
