"""S1: symmetries commute with the rules: playing and changing names gives the same in either order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bauboom import GAMES, load
from bauboom.core.game import CHAIRS

VARIANTS = [game.of_variant(number) for game in map(load, GAMES) for number in range(len(game.variants))]


def reached(game, seed, steps):
    """A state on the way through a random game, chance included."""
    rng, state = np.random.default_rng(seed), game.root
    for _ in range(steps):
        ways = [number for number, _ in state.outcome_ids()] if state.is_chance else state.legal_ids()
        following = state.play_one(int(rng.choice(ways)))
        if following.is_over:
            break
        state = following
    return state


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_a_symmetry_commutes_with_the_rules(game, data):
    kind = data.draw(st.sampled_from(sorted(game.symmetries)))
    symmetry = game.symmetries[kind][data.draw(st.integers(0, len(game.symmetries[kind]) - 1))]
    state = reached(game, data.draw(st.integers(0, 10**6)), data.draw(st.integers(0, 240)))
    image = symmetry.state(state)
    assert image.audit() == 0
    decisions = game.space.decisions
    if state.is_chance:
        outcomes = {int(symmetry.actions[number]): share for number, share in state.outcome_ids()}
        assert outcomes == dict(image.outcome_ids())
        action = data.draw(st.sampled_from(state.outcome_ids()))[0]
    else:
        assert image.turn == symmetry.seats[state.turn]
        assert sorted(symmetry.actions[state.legal_ids()].tolist()) == image.legal_ids()
        masks = np.zeros((2, decisions), bool)
        masks[0, state.legal_ids()] = masks[1, image.legal_ids()] = True
        assert (symmetry.mask(masks[0]) == masks[1]).all()
        action = data.draw(st.sampled_from(state.legal_ids()))
    assert symmetry.state(state.play_one(action)) == image.play_one(int(symmetry.actions[action]))
    assert symmetry.by_seat(np.array(state.scores)).tolist() == list(image.scores)
    for seat in range(game.seats):
        seen = state.view(seat).observation()
        assert (symmetry.observation(seen) == image.view(int(symmetry.seats[seat])).observation()).all()


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_symmetries_are_permutations_and_the_first_changes_nothing(game):
    state = reached(game, 1, 60)
    for kind in game.symmetries.values():
        assert kind[0].state(state) == state
        for symmetry in kind[:40]:
            for numbers in (symmetry.actions, symmetry.places, symmetry.seats):
                assert sorted(numbers.tolist()) == list(range(len(numbers)))
            assert (symmetry.actions[: game.space.decisions] < game.space.decisions).all()
    are_alike = game.name != "manhattan" or (game.seats != 3 and game.options["colours"] == 1)
    assert (CHAIRS in game.symmetries) == are_alike


def test_how_many_there_are():
    sizes = {game.name: {kind: len(all_of) for kind, all_of in game.symmetries.items()} for game in map(load, GAMES)}
    assert sizes == {
        "manhattan": {"cities": 720, "chairs": 4},
        "hoch-hinaus": {"board": 8, "chairs": 4},
        "gratte-ciel": {"chairs": 4},
    }


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_actions_from_the_own_chair_are_the_tables_in_another_order(game):
    assert (game.table_actions[0] == np.arange(game.space.decisions)).all()
    for order in game.table_actions:
        assert sorted(order.tolist()) == list(range(game.space.decisions))
    for by, chairs in enumerate(game.symmetries.get(CHAIRS, ())):  # who moves on by some chairs says the same there
        for seat in range(game.seats):
            moved = game.table_actions[(seat + by) % game.seats]
            assert (chairs.actions[game.table_actions[seat]] == moved).all()
