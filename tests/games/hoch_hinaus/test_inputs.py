"""What the network of two-player games sees, and that it sees it from either chair alike."""

import random
from collections import Counter

import numpy as np
import pytest

from bauboom import load
from bauboom.bots.network import MOST_SEEN, is_learnt, network_of, no_network
from bauboom.bots.roster import make_bot
from bauboom.core.arrays import room
from bauboom.core.engine import list_inputs
from bauboom.core.jit import compiled
from bauboom.games.hoch_hinaus import inputs

GAME = load("hoch-hinaus", players=2)

pytestmark = pytest.mark.slow  # Numba compiles what the network sees


@compiled
def _listed(rows, where, what, values):
    return list_inputs(rows[0], where, what, values)


def seen(rows):
    """A position's list, and whose chances it is about."""
    where, what = room(MOST_SEEN), room(MOST_SEEN, np.float32)
    count, seat = _listed(rows, where, what, room(len(GAME.traits)))
    assert count < MOST_SEEN
    found = Counter()
    for number, amount in zip(where[:count].tolist(), what[:count].tolist(), strict=True):
        assert amount != 0
        found[number] += amount
    return found, seat


def positions(count):
    """Ends of turns in greedy games."""
    for seed in range(count):
        state, bot, rng = GAME.start(seed=seed), make_bot("greedy", seed), random.Random(seed)
        while not state.is_over:
            view = state.view(state.turn)
            state = state.play_one(bot.choose(view, view.legal) if rng.random() < 0.8 else rng.choice(view.legal))
            if state.is_chance:
                yield state
                state = state.play_one(rng.choice(state.outcome_ids())[0])


def test_every_input_is_one_of_the_network():
    listed = set()
    for state in positions(6):
        found, seat = seen(state._rows)
        assert seat == state.row["seat"]
        listed |= set(found)
    assert min(listed) >= 0
    assert max(listed) < inputs.INPUTS == len(network_of(GAME).weights)
    assert len(listed) > inputs.INPUTS // 2


def test_whoever_is_on_turn_sees_the_same_on_either_chair():
    for state in positions(3):
        rows = state._rows.copy()
        for field in ("spires", "figures", "hand", "has_built", "left"):
            rows[field][0, :2] = rows[field][0, 1::-1]
        rows["seat"] = 1 - rows["seat"]
        (found, seat), (other, other_seat) = seen(state._rows), seen(rows)
        assert found == other
        assert seat == 1 - other_seat


def test_H_closed_the_open_sites_are_those_that_the_rules_name():
    for state in positions(3):
        data = state.view(None).data
        for first, seat in ((0, data["on_turn"]), (inputs.PLAYER, 1 - data["on_turn"])):
            sites = {tuple(site) for b in data["buildings"] if b["owner"] == seat for site in b["sites"]}
            assert seen(state._rows)[0][first + inputs.OPEN_SITES + min(len(sites), inputs.MOST_SITES)] == 1


def test_only_two_players_have_a_network_and_not_on_level_4():
    assert [is_learnt(load("hoch-hinaus", players=players)) for players in (2, 3)] == [True, False]
    assert len(no_network(GAME).units) == 0
    assert [make_bot(name).has_network for name in ("level4", "level5", "search:10")] == [False, True, True]
