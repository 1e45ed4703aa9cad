"""The libraries' own suites on the quickest variant, for the inner loop; their adapters' tests run them on all."""

from functools import partial

import gymnasium
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env

import bauboom
import bauboom.adapters.gymnasium
import bauboom.adapters.openspiel
from bauboom.adapters import env_id, pettingzoo, spiel_name

from .test_pettingzoo import api_test, seed_test

GAME = bauboom.load("manhattan", players=2)


def test_openspiels_suite():
    game = pyspiel.load_game(spiel_name(GAME), {"players": 2})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_pettingzoos_suite():
    make = partial(pettingzoo.env, GAME.name, **GAME.options)
    api_test(make())
    seed_test(make, num_cycles=20)


def test_gymnasiums_suite():
    check_env(gymnasium.make(env_id(GAME, is_relative=True), players=2, render_mode="ansi").unwrapped)
