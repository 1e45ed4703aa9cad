"""PettingZoo's own tests on every game, edition and seat count, and what its agents get."""

import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.utils.conversions import parallel_to_aec

import bauboom
from bauboom.adapters.pettingzoo import env, parallel_env, raw_env
from bauboom.core.errors import OptionError

with warnings.catch_warnings(action="ignore"):  # where its own games are installed, it loads one in a way it warns of
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )

# PettingZoo's tests wonder at every observation with a mask that is not of one of its own games, and at seats that
# have nothing to decide
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def made(make, game, **more):
    return partial(make, game.name, **game.options, **more)


def play(table, choose):
    """One game to its end; the rewards that every agent was given."""
    rewards = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        rewards[agent] += reward
        table.step(None if over or cut else choose(agent, seen))
    return rewards


def first_legal(_, seen):
    return int(seen["action_mask"].argmax())


def test_api_test(variant):
    api_test(made(env, variant)())


def test_seed_test(variant):
    seed_test(made(env, variant), num_cycles=100)


def test_render_test(variant):
    render_test(made(env, variant), custom_tests={"svg": lambda picture: picture.startswith("<svg")})


def test_max_cycles_test(variant):
    """It asks for a parallel environment, has every agent act in every cycle, and looks at no mask."""
    make = made(parallel_env, variant, illegal="random")
    max_cycles_test(SimpleNamespace(parallel_env=make, env=lambda **more: parallel_to_aec(make(**more))))


def test_parallel_api_test_and_parallel_seed_test(variant):
    make = made(parallel_env, variant, illegal="random")
    parallel_api_test(make(), num_cycles=100)
    parallel_seed_test(make, num_cycles=50)


def test_agents_see_their_views_and_may_do_what_is_legal(variant):
    table = made(raw_env, variant)()
    table.reset(seed=1)
    for _ in range(30):
        for seat, agent in enumerate(table.possible_agents):
            view, seen = table.table.view(seat), table.observe(agent)
            assert (seen["observation"] == view.observation()).all()
            assert np.flatnonzero(seen["action_mask"]).tolist() == view.legal_ids()
            assert table.observation_space(agent).contains(seen)
        table.step(first_legal(None, table.observe(table.agent_selection)))
        if table.table.is_over:
            break


def test_rewards_are_shares_of_the_win(variant):
    table = made(env, variant)()
    table.reset(seed=2)
    rewards = play(table, first_legal)
    assert list(rewards.values()) == list(table.unwrapped.table.returns)
    assert sum(rewards.values()) == pytest.approx(1)


def test_points_are_told_at_the_end():
    table = env("gratte-ciel", players=2)
    table.reset(seed=2)
    for agent in table.agent_iter():
        seen, _, over, _, info = table.last()
        assert info == ({"points": table.unwrapped.table.scores[int(agent[-1])]} if over else {})
        table.step(None if over else first_legal(agent, seen))


def test_the_name_has_the_version():
    table = env("bauboom/hoch-hinaus-v0", players=3)
    assert table.metadata["name"] == "bauboom/hoch-hinaus-v0"
    assert table.possible_agents == ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("bauboom/manhattan-v7", {}, "bauboom/manhattan-v0"),
        ("chess", {}, "there is no game 'chess'"),
        ("manhattan", {"players": 9}, "2, 3 or 4"),
        ("manhattan", {"floors": 9}, "has no option"),
        ("manhattan", {"render_mode": "film"}, "human, ansi, svg and rgb_array"),
        ("manhattan", {"max_cycles": 0}, "from 1 on"),
        ("manhattan", {"max_cycles": 2.5}, "whole number"),
        ("manhattan", {"illegal": "pray"}, "raise, random or, in env, terminate"),
        (None, {}, "bauboom/manhattan-v0"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(name, options, words):
    with pytest.raises(OptionError, match=words):
        env(name, **options)


def some_illegal(seen):
    return int((seen["action_mask"] == 0).argmax())


def test_an_illegal_action_ends_the_game_as_in_pettingzoos_own():
    table = env("manhattan")
    table.reset(seed=3)
    culprit = table.agent_selection
    rewards = play(table, lambda _, seen: some_illegal(seen))
    assert rewards == {agent: -1.0 if agent == culprit else 0.0 for agent in table.possible_agents}


def test_an_illegal_action_raises_with_its_rule_if_that_is_asked_for():
    table = env("manhattan", illegal="raise")
    table.reset(seed=3)
    before = table.unwrapped.table
    with pytest.raises(bauboom.IllegalAction, match="M-pick"):
        table.step(1111)
    assert table.unwrapped.table is before


def test_an_action_that_does_not_exist_is_refused():
    table = env("manhattan")
    table.reset(seed=3)
    for action in (-1, 1112):
        with pytest.raises(AssertionError, match="action is not in action space"):
            table.step(action)
    for action in (None, 1.7, "5"):
        with pytest.raises(ValueError, match="needs the id of an action"):
            table.unwrapped.step(action)


def test_a_random_action_stands_in_for_an_illegal_one_if_that_is_asked_for():
    table = env("manhattan", illegal="random")
    table.reset(seed=3)
    rewards = play(table, lambda _, seen: some_illegal(seen))
    assert sum(rewards.values()) == pytest.approx(1)


def test_a_game_is_given_up_after_max_cycles_decisions():
    table = env("manhattan", max_cycles=10)
    table.reset(seed=4)
    steps = 0
    for _ in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        assert (reward, over) == (0, False)
        steps += not cut
        table.step(None if cut else first_legal(None, seen))
    assert steps == 10


def test_games_follow_each_other_from_one_seed():
    def deals(seed):
        table = raw_env("manhattan")
        table.reset(seed=seed)
        first = table.table
        table.reset()
        return first, table.table

    assert deals(5) == deals(5)
    assert deals(5)[0] != deals(5)[1]
    assert deals(5) != deals(6)


def test_rendering_needs_a_mode():
    table = env("manhattan")
    table.reset()
    with pytest.raises(OptionError, match="choose a render_mode"):
        table.render()
    table = env("manhattan", render_mode="ansi")
    table.reset()
    assert table.render() == table.unwrapped.table.text()


def test_every_game_has_all_its_max_cycles():
    table = raw_env("manhattan", max_cycles=3)
    for seed in (1, 2):
        table.reset(seed=seed)
        for _ in range(2):
            table.step(first_legal(None, table.observe(table.agent_selection)))
        assert not any(table.truncations.values())
        table.step(first_legal(None, table.observe(table.agent_selection)))
        assert all(table.truncations.values())


def test_a_game_that_ends_with_its_last_cycle_is_over_and_not_cut():
    table = raw_env("manhattan", players=2)
    table.reset(seed=2)
    play(table, first_legal)
    cut = raw_env("manhattan", players=2, max_cycles=table.cycles)
    cut.reset(seed=2)
    while not cut.table.is_over:
        cut.step(first_legal(None, cut.observe(cut.agent_selection)))
    assert all(cut.terminations.values())
    assert not any(cut.truncations.values())


def test_the_stand_in_for_an_illegal_action_is_any_legal_one():
    played = set()
    for seed in range(20):
        table = raw_env("manhattan", illegal="random")
        table.reset(seed=seed)
        legal = table.table.legal_ids()
        table.step(-1)
        step = next(step for step in table.table.path() if step.previous.turn is not None)
        assert step.action in legal
        played.add(legal.index(step.action) > len(legal) // 2)
    assert played == {False, True}


def test_for_people_the_table_is_shown_after_every_step(capsys):
    table = env("manhattan", render_mode="human")
    table.reset(seed=1)
    table.step(first_legal(None, table.observe(table.agent_selection)))
    assert capsys.readouterr().out == table.unwrapped.table.text() + "\n"
