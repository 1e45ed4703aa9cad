"""What a network is shown of a position: numbers in range, nothing that is hidden, and the same from every chair."""

import importlib
import random
from itertools import pairwise

import numpy as np
import pytest

from bauboom import GAMES, load
from bauboom.core.game import CHAIRS

from ..looking import Looker, states
from .games import DISTINCT, variants

LEARNING = [game for game in variants(DISTINCT) if game.inputs.size]
LAST = {  # the last input of a part, and of the whole: a name in inputs.py, and how many more come after it
    "manhattan": (("CITY_COLOURS", 0), ("TIES", 0)),
    "hoch-hinaus": (None, ("LEFT", 5)),
    "gratte-ciel": (("TOWER_PLAYERS", 3), ("PLAYERS", 3)),
}
every = pytest.mark.parametrize("game", LEARNING, ids=repr)


def test_the_three_games_have_inputs_and_the_example_has_none():
    assert {game.name for game in LEARNING} == set(GAMES)
    assert {game.name for game in DISTINCT} > set(GAMES)


@every
def test_a_list_has_every_number_once_and_in_range(game):
    inputs, listed = game.inputs, Looker(game)
    for state in states(game, 1):
        for seat in range(game.seats):
            numbers, amounts, ends = listed(state._rows, seat)
            assert np.isfinite(amounts).all()
            assert np.abs(amounts).max() < 64  # what is learnt from is kept in 16 bits
            edges = [0, *ends.tolist(), len(numbers)]
            assert edges == sorted(edges)
            *parts, whole = (numbers[a:b].tolist() for a, b in pairwise(edges))
            for part in parts:
                assert len(set(part)) == len(part)
                assert set(part) <= set(range(inputs.each))
            assert len(set(whole)) == len(whole)
            assert set(whole) <= set(range(inputs.each, inputs.size))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_most_numbers_are_listed_sometimes_and_those_for_alignment_never(name):
    game, listed, amounts = load(name), set(), set()
    for variant in range(len(game.variants)):
        played = game.of_variant(variant)
        looker = Looker(played)
        for state in (state for seed in range(4) for state in states(played, seed)):
            for seat in range(played.seats):
                numbers, amount, _ = looker(state._rows, seat)
                listed |= set(numbers.tolist())
                amounts |= set(amount.tolist())
    module, used = importlib.import_module(f"{game.package}.inputs"), []
    for last in LAST[name]:
        used.append(-1 if last is None else getattr(module, last[0]) + last[1])
    of_part, of_whole = used
    unused = {*range(of_part + 1, game.inputs.each), *range(of_whole + 1, game.inputs.size)}
    assert len(unused) < 16
    assert listed & unused == set()
    assert {last for last in used if last >= 0} <= listed
    assert len(listed) > 0.6 * (game.inputs.size - len(unused))
    assert len(amounts) > 20


@every
def test_L6_a_network_is_shown_the_same_by_the_table_and_by_what_its_seat_sees(game):
    listed = Looker(game)
    for seed in range(3):
        for state in states(game, seed):
            for seat in range(game.seats):
                view, given = state.view(seat), listed.bytes(state._rows, seat)
                assert listed.bytes(view.rows, seat) == given
                if not state.is_over:
                    assert listed.bytes(view.determinize(seed)._rows, seat) == given


@every
def test_S1_every_chair_is_shown_what_the_first_would_be(game):
    listed = Looker(game)
    for state in states(game, 3, 20):
        for chairs in game.symmetries.get(CHAIRS, ())[1:]:
            moved = chairs.rows(state._rows)
            for seat in range(game.seats):
                for mine, other in zip(
                    listed.spread(state._rows, seat), listed.spread(moved, int(chairs.seats[seat])), strict=True
                ):
                    np.testing.assert_allclose(other, mine, atol=1e-6)


@pytest.mark.parametrize("game", [game for game in LEARNING if game.inputs.parts], ids=repr)
def test_S1_parts_that_are_alike_may_stand_in_any_order(game):
    """A network adds up what it makes of them."""
    listed, rng = Looker(game), random.Random(1)
    orders = [image for kind, images in game.symmetries.items() if kind != CHAIRS for image in images]
    assert bool(orders) == (game.name == "manhattan")  # sites of a game that breaks ties by them are not alike
    for state in states(game, 2, 20) if orders else ():
        seat, image = rng.randrange(game.seats), rng.choice(orders)
        parts, whole = listed.spread(state._rows, seat)
        other_parts, other_whole = listed.spread(image.rows(state._rows), seat)
        assert sorted(map(bytes, other_parts)) == sorted(map(bytes, parts))
        np.testing.assert_array_equal(other_whole, whole)


@every
def test_hardly_ever_do_two_positions_of_a_game_look_alike(game):
    listed = Looker(game)
    seen = [b"".join(array.tobytes() for array in listed.spread(s._rows, 0)) for s in states(game, 4)]
    assert len(set(seen)) > 0.7 * len(seen)
