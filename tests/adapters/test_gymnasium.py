"""Gymnasium's own checks on every game, and the vector environment against the states it stands for."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import bauboom
from bauboom.adapters import env_id
from bauboom.adapters.gymnasium import GameEnv, GameVectorEnv
from bauboom.core.dice import seeded
from bauboom.core.errors import OptionError

# Gymnasium says of every id that there is a newer one
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:.*is out of date")]
NAMES = bauboom.GAMES


def vector(name, count=16, **options):
    return GameVectorEnv(name, count, **options)


def first_legal(seen):
    return seen["action_mask"].argmax(1)


def test_check_env(variant):
    options = {**variant.options, "render_mode": "ansi"}
    check_env(gymnasium.make(env_id(variant, is_relative=True), **options).unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_check_env_of_the_first_version(name):
    check_env(gymnasium.make(env_id(bauboom.load(name)), render_mode="svg").unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_make_vec_gives_our_own_vector_environment(name):
    games = gymnasium.make_vec(
        env_id(bauboom.load(name)), num_envs=3, vectorization_mode="vector_entry_point", players=2
    )
    assert isinstance(games.unwrapped, GameVectorEnv)
    seen, infos = games.reset(seed=1)
    assert games.observation_space.contains(seen)
    assert infos["seat"].tolist() == [0, 1, 0]
    seen, *_ = games.step(first_legal(seen))
    assert games.observation_space.contains(seen)


def test_gymnasiums_own_vector_environment_takes_it_too():
    games = gymnasium.make_vec("bauboom/manhattan-v0", num_envs=2, vectorization_mode="sync")
    seen, _ = games.reset(seed=1)
    seen, _, over, *_ = games.step(first_legal(seen))
    assert not over.any()


@pytest.mark.parametrize("opponents", [None, "random", "greedy"])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_seen_is_the_view_of_the_seat_that_decides(name, opponents):
    games = vector(name, 6, opponents=opponents)
    seen, infos = games.reset(seed=2)
    for _ in range(25):
        for i in range(6):
            state, seat = games.vector.state(i), int(infos["seat"][i])
            assert state.turn == seat
            assert state.audit() == 0
            assert (seen["observation"][i] == state.view(seat).observation()).all()
            assert np.flatnonzero(seen["action_mask"][i]).tolist() == state.legal_ids()
        seen, _, over, cut, infos = games.step(games.vector.random_actions())
        if over.any():
            break
        assert not cut.any()


@pytest.mark.parametrize("name", NAMES)
def test_self_play_is_the_game_itself(name):
    """Chance included: what happened between two decisions of the learner is a way that the rules allow."""
    games = vector(name, 1, opponents=None, players=2)
    seen, _ = games.reset(seed=3)
    followed = 0
    for _ in range(60):
        before, action = games.vector.state(0), int(first_legal(seen)[0])
        seen, _, over, *_ = games.step(np.array([action]))
        reached = {before.play_one(action)}
        while not any(state == games.vector.state(0) for state in reached):
            reached = {s.play_one(a) for s in reached for a, _ in s.outcomes}
            assert reached, "no outcome of chance leads there"
            if len(reached) > 500:  # a whole deal: too many ways to follow
                break
        else:
            followed += 1
        if over[0]:
            break
    assert followed > 20


@pytest.mark.parametrize("name", NAMES)
def test_rewards_are_the_seats_share_of_the_win(name):
    games = vector(name, 64, opponents=None)
    games.reset(seed=4)
    ended = 0
    for _ in range(4000):
        seats = games.vector.seats.copy()
        _, rewards, over, _, infos = games.step(games.vector.random_actions())
        assert (rewards[~over] == 0).all()
        if over.any():
            ended += over.sum()
            assert infos["_returns"].tolist() == over.tolist()
            for i in np.flatnonzero(over):
                assert infos["returns"][i].tolist() == list(games.vector.state(i).returns)
                assert rewards[i] == infos["returns"][i, seats[i]]
        if ended > 20:
            break
    assert ended > 20


def finished_share(name, games_wanted=300, **options):
    games = vector(name, 128, players=2, **options)
    games.reset(seed=5)
    total, ended = 0.0, 0
    while ended < games_wanted:
        _, rewards, over, _, _ = games.step(games.vector.random_actions())
        total, ended = total + rewards.sum(), ended + over.sum()
    return total / ended


@pytest.mark.parametrize("name", NAMES)
def test_random_play_wins_half_against_random_bots_and_next_to_nothing_against_greedy_ones(name):
    assert 0.4 < finished_share(name, opponents="random") < 0.6
    assert finished_share(name, opponents="greedy") < 0.1


def test_opponents_are_named_clockwise_from_the_learner():
    games = vector("manhattan", 64, opponents=["greedy", "random", "random"], seat=2)
    games.reset(seed=6)
    won = np.zeros(4)
    for _ in range(60):
        _, _, over, _, infos = games.step(games.vector.random_actions())
        won += infos["returns"][over].sum(0) if over.any() else 0
    assert won.argmax() == 3
    assert won[3] > 0.8 * won.sum()


def test_without_a_seat_of_his_own_the_learner_moves_on_with_every_game():
    games = vector("manhattan", 5, players=3)
    _, infos = games.reset(seed=7)
    assert infos["seat"].tolist() == [0, 1, 2, 0, 1]
    for _ in range(100):
        _, _, over, _, infos = games.step(games.vector.random_actions())
        if over.any():
            break
    _, _, _, _, infos = games.step(games.vector.random_actions())
    assert infos["seat"].tolist() == [1, 2, 0, 1, 2]


def test_the_same_seed_gives_the_same_games_whatever_happens_elsewhere():
    few, many = vector("gratte-ciel", 3), vector("gratte-ciel", 7)
    seen, more = few.reset(seed=8)[0], many.reset(seed=8)[0]
    for _ in range(10):
        assert (seen["observation"] == more["observation"][:3]).all()
        seen, *_ = few.step(first_legal(seen))
        actions = many.vector.random_actions()
        actions[:3] = first_legal(more)[:3]
        more, *_ = many.step(actions)
    again, _ = vector("gratte-ciel", 3).reset(seed=8)
    assert (again["observation"] == vector("gratte-ciel", 3).reset(seed=8)[0]["observation"]).all()
    assert (again["observation"] != vector("gratte-ciel", 3).reset(seed=9)[0]["observation"]).any()


def until_over(games, seen):
    for _ in range(100_000):
        seen, rewards, over, cut, infos = games.step(games.vector.random_actions())
        if (over | cut).any():
            return seen, rewards, over, cut, infos
    raise AssertionError("no game ends")


def test_autoreset_in_the_next_step():
    games = vector("gratte-ciel", 8, players=2)
    seen, _, over, *_ = until_over(games, games.reset(seed=9)[0])
    assert games.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert (seen["action_mask"][over] == 1).all()  # where nothing can be decided, anything may be said
    last = seen["observation"].copy()
    actions = games.vector.random_actions()
    actions[over] = 10**9  # what is said there does not matter
    seen, rewards, again, _, infos = games.step(actions)
    assert (rewards[over] == 0).all()
    assert not again[over].any()
    assert (seen["action_mask"][over].sum(1) > 0).all()
    assert (seen["observation"][over] != last[over]).any(1).all()
    assert "was_illegal" not in infos


def test_autoreset_in_the_same_step():
    games = vector("gratte-ciel", 8, players=2, autoreset_mode=AutoresetMode.SAME_STEP)
    seen, rewards, over, _, infos = until_over(games, games.reset(seed=9)[0])
    other = vector("gratte-ciel", 8, players=2)
    last, expected, *_ = until_over(other, other.reset(seed=9)[0])
    assert rewards.tolist() == expected.tolist()
    assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == over.tolist()
    for i in range(8):
        if over[i]:
            assert (infos["final_obs"][i]["observation"] == last["observation"][i]).all()
            assert infos["final_info"]["returns"][i].sum() == pytest.approx(1)
        else:
            assert infos["final_obs"][i] is None
    assert (seen["action_mask"].sum(1) > 0).all()


def test_without_autoreset_games_are_begun_anew_where_a_mask_says():
    games = vector("gratte-ciel", 8, players=2, autoreset_mode="Disabled")
    seen, _, over, *_ = until_over(games, games.reset(seed=9)[0])
    with pytest.raises(ValueError, match=f"game {over.argmax()} is over"):
        games.step(games.vector.random_actions())
    before = seen["observation"].copy()
    seen, _ = games.reset(options={"reset_mask": over})
    assert (seen["observation"][~over] == before[~over]).all()
    assert (seen["action_mask"].sum(1) > 0).all()
    games.step(games.vector.random_actions())
    for mask in ([True] * 8, np.ones(3, bool), np.ones(8)):
        with pytest.raises(ValueError, match="8 booleans"):
            games.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="a seed is for all games"):
        games.reset(seed=1, options={"reset_mask": over})


def test_games_are_cut_after_max_episode_steps():
    games = vector("manhattan", 4, max_episode_steps=5)
    games.reset(seed=10)
    cuts = [games.step(games.vector.random_actions())[3].all() for _ in range(12)]
    assert cuts == [False] * 4 + [True] + [False] * 5 + [True] + [False]


def test_an_illegal_action_ends_its_game_and_no_other():
    games = vector("manhattan", 4)
    games.reset(seed=11)
    actions = games.vector.random_actions()
    actions[2] = -5
    _, rewards, over, _, infos = games.step(actions)
    assert rewards.tolist() == [0, 0, -1, 0]
    assert over.tolist() == infos["was_illegal"].tolist() == [False, False, True, False]
    assert infos["returns"][2].tolist() == [0, 0, -1, 0]  # place 2 learns in seat 2


def test_an_illegal_action_can_be_an_error_or_replaced():
    games = vector("manhattan", 4, illegal="raise")
    games.reset(seed=11)
    actions = games.vector.random_actions()
    actions[2] = 1111
    rows = games.vector.rows.tobytes()
    with pytest.raises(ValueError, match="game 2: action 1111 is not legal"):
        games.step(actions)
    assert games.vector.rows.tobytes() == rows
    games = vector("manhattan", 4, illegal="random")
    games.reset(seed=11)
    _, rewards, over, _, infos = games.step(actions)
    assert not over.any()
    assert not rewards.any()
    assert infos["was_illegal"].tolist() == [False, False, True, False]


def test_arrays_are_copied_unless_asked_not_to():
    games = vector("manhattan", 4, copy=False)
    seen, _ = games.reset(seed=12)
    again, *_ = games.step(first_legal(seen))
    assert again["observation"] is seen["observation"] is games.vector.observations
    games = vector("manhattan", 4)
    seen, _ = games.reset(seed=12)
    before = seen["observation"].copy()
    games.step(first_legal(seen))
    assert (seen["observation"] == before).all()


def test_thousands_of_games_in_one_call():
    games = vector("manhattan", 4096, opponents=None, copy=False)
    seen, _ = games.reset(seed=13)
    seen, _, over, cut, _ = games.step(games.vector.random_actions())
    assert seen["observation"].shape == (4096, games.game.observation_size)
    assert (seen["action_mask"].sum(1) > 0).all()
    assert not (over | cut).any()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_envs": 0}, "from 1 on"),
        ({"num_envs": 2.5}, "whole number"),
        ({"num_envs": None}, "whole number"),
        ({"seat": 1.0}, "whole number"),
        ({"seat": True}, "whole number"),
        ({"seat": "0"}, "whole number"),
        ({"max_episode_steps": 2.5}, "whole number"),
        ({"illegal": None}, "raise, terminate, random"),
        ({"illegal": ["raise"]}, "raise, terminate, random"),
        ({"opponents": [None] * 3}, "an opponent is a bot's name"),
        ({"name": None}, "bauboom/manhattan-v0"),
        ({"opponents": "deepblue"}, "there is no bot"),
        ({"opponents": ["greedy", "random"]}, "2 bots are named for 3 seats"),
        ({"seat": 4}, "seats go from 0 to 3"),
        ({"seat": 0, "opponents": None}, "plays every seat has no seat of its own"),
        ({"illegal": "pray"}, "raise, terminate, random"),
        ({"max_episode_steps": 0}, "from 1 on"),
        ({"render_mode": "film"}, "human, ansi, svg and rgb_array"),
        ({"players": 9}, "2, 3 or 4"),
    ],
)
def test_options_that_do_not_fit_say_what_does(options, words):
    with pytest.raises(OptionError, match=words):
        GameVectorEnv(**{"name": "manhattan", **options})


def test_actions_of_another_shape_or_type_are_refused():
    games = vector("manhattan", 4)
    games.reset(seed=1)
    for actions in (np.zeros(3, np.int64), np.zeros(4), [None] * 4):
        with pytest.raises(ValueError, match="4 integers expected"):
            games.step(actions)


def test_the_callers_actions_are_left_alone():
    games = vector("manhattan", 4, illegal="random")
    games.reset(seed=1)
    actions = np.full(4, 1111)
    games.step(actions)
    assert actions.tolist() == [1111] * 4


def test_one_game_has_the_mask_under_its_usual_name_and_can_be_shown():
    game = GameEnv("manhattan", render_mode="svg", opponents="greedy", seat=1)
    seen, info = game.reset(seed=14)
    assert info == {"seat": 1}
    assert (game.action_masks() == seen["action_mask"].astype(bool)).all()
    assert game.render().startswith("<svg")
    over = False
    while not over:
        seen, reward, over, cut, info = game.step(int(game.action_masks().argmax()))
    assert info["returns"][1] == reward
    assert len(info["scores"]) == 4
    with pytest.raises(ValueError, match="call reset"):
        game.step(0)
    assert not cut


def test_every_table_is_shown():
    games = vector("manhattan", 3, render_mode="ansi")
    games.reset(seed=1)
    assert games.render() == tuple(games.vector.state(i).text() for i in range(3))
    games = vector("manhattan", 3)
    games.reset(seed=1)
    with pytest.raises(OptionError, match="choose a render_mode"):
        games.render()


def test_before_the_first_reset_nothing_is_touched():
    for use in (
        lambda games: games.step(np.zeros(2, int)),
        lambda games: games.reset(options={"reset_mask": np.array([True, False])}),
        lambda games: games.vector.random_actions(),
        lambda games: games.render(),
    ):
        with pytest.raises(ValueError, match="call reset first"):
            use(vector("manhattan", 2, render_mode="ansi"))


def test_one_game_after_the_other_is_learnt_from_every_chair():
    game = gymnasium.make("bauboom/manhattan-v0")
    seats = [game.reset(seed=1)[1]["seat"]] + [game.reset()[1]["seat"] for _ in range(4)]
    assert seats == [0, 1, 2, 3, 0]
    games = vector("manhattan", 2)
    assert [games.reset()[1]["seat"].tolist() for _ in range(3)] == [[0, 1], [1, 2], [2, 3]]


def test_infos_have_values_only_where_they_belong():
    games = vector("gratte-ciel", 32, players=2, illegal="random", autoreset_mode=AutoresetMode.SAME_STEP)
    games.reset(seed=3)
    seen_both = False
    while not seen_both:
        actions = games.vector.random_actions()
        actions[::2] = 10**6
        *_, over, _, infos = games.step(actions)
        assert infos.get("_was_illegal", ~over)[~over].tolist() == (np.arange(32) % 2 == 0)[~over].tolist()
        if over.any():
            last = infos["final_info"]
            assert not (last["_returns"] & ~over).any()
            assert (last["returns"][~over] == 0).all()
            assert (last["scores"][~over] == 0).all()
            assert "_was_illegal" not in last or not last["_was_illegal"][~over].any()
            assert last["_returns"] is not over
            seen_both = "_was_illegal" in last


def test_what_is_for_many_games_is_refused_for_one():
    with pytest.raises(OptionError, match="make_vec"):
        GameEnv("manhattan", num_envs=3)


def test_human_rendering_writes_by_itself(capsys):
    game = GameEnv("manhattan", render_mode="human")
    game.reset(seed=1)
    assert "Sydney" in capsys.readouterr().out
    game.step(int(game.action_masks().argmax()))
    assert "Sydney" in capsys.readouterr().out


def test_games_follow_each_other_from_one_seed():
    def firsts():
        games = vector("manhattan", 4)
        for seed in (1, None, 1):
            yield games.reset(seed=seed)[0]["observation"]
            games.vector.restart(np.ones(4, bool))

    one, two = list(firsts()), list(firsts())
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert (one[0] == one[2]).all()  # the same seed begins with the same game, whatever was played before
    assert (one[0] != one[1]).any()


def test_the_next_game_at_a_place_has_another_deal_and_no_place_repeats_another():
    games = vector("manhattan", 4, opponents=None, max_episode_steps=1)
    games.reset(seed=1)
    deals = set()
    for _ in range(6):  # begun, cut after a decision, begun anew in the next step
        deals |= {row.tobytes() for row in games.vector.rows}
        games.step(games.vector.random_actions())
        games.step(games.vector.random_actions())
    assert len(deals) == 24


@pytest.mark.parametrize("step", [1, 2, -1])
def test_a_mask_need_not_lie_in_one_piece(step):
    games = vector("manhattan", 6, opponents=None)
    games.reset(seed=1)
    begun = games.vector.rows.copy()
    mask = np.zeros(6 * abs(step), np.bool_)[::step]
    mask[4:] = True
    games.vector.restart(mask)
    assert (games.vector.rows != begun).tolist() == mask.tolist()


def test_chance_and_bots_have_streams_of_their_own_by_the_number_of_the_game():
    games = vector("manhattan", 3, opponents=None)
    games.reset(seed=1)
    games.vector.restart(np.array([False, True, False]))
    expected = [seeded(games.vector.seed, 2 * number + 1) for number in (0, 4, 2)]
    assert (games.vector._dice[1::2] == expected).all()  # nobody has used the bots' yet


def test_the_stand_in_for_an_illegal_action_is_any_legal_one_and_does_not_touch_chance():
    games = vector("manhattan", 64, opponents=None, illegal="random")
    games.reset(seed=1)
    before, dice = [games.vector.state(i) for i in range(64)], games.vector._dice.copy()
    games.step(np.full(64, -1))
    ranks = []
    for i, state in enumerate(before):
        reached = [a for a in state.legal_ids() if games.vector.state(i) == state.play_one(a)]
        assert len(reached) == 1  # the first decisions of Manhattan are followed by no chance
        ranks.append(state.legal_ids().index(reached[0]) / len(state.legal_ids()))
    assert min(ranks) < 0.2
    assert max(ranks) > 0.8
    assert (games.vector._dice[1::2] != dice[1::2]).any(1).all()
    assert (games.vector._dice[::2] == dice[::2]).all()


@pytest.mark.parametrize("action", ["first", "after the last", "as Python counts from the end"])
def test_actions_just_outside_are_illegal(action):
    games = vector("manhattan", 2)
    seen, _ = games.reset(seed=1)
    actions = first_legal(seen)
    size = seen["action_mask"].shape[1]
    actions[1] = {"first": -1, "after the last": size}.get(action, actions[1] - size)
    *_, infos = games.step(actions)
    assert infos["was_illegal"].tolist() == [False, True]


def test_games_that_are_cut_are_followed_by_others_in_the_same_step_too():
    games, other = (
        vector("gratte-ciel", 4, opponents=None, max_episode_steps=2, autoreset_mode=mode)
        for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
    )
    seen, _ = games.reset(seed=1)
    other.reset(seed=1)
    for _ in range(2):
        last, *_, expected = other.step(first_legal(seen))
        seen, _, over, cut, infos = games.step(first_legal(seen))
    assert cut.all()
    assert not over.any()
    assert (games.vector._games == 1).all()
    games.step(first_legal(seen))  # what was given out stays what it was
    assert infos["final_info"]["seat"].tolist() == expected["seat"].tolist()
    for i, final in enumerate(infos["final_obs"]):
        assert (final["observation"] == last["observation"][i]).all()
        assert (final["action_mask"] == last["action_mask"][i]).all()


def test_infos_are_kept_by_the_caller():
    games = vector("manhattan", 5, players=2, opponents=None)
    _, first = games.reset(seed=1)
    seats = first["seat"].copy()
    while (games.vector.seats == seats).all():
        games.step(games.vector.random_actions())
    assert first["seat"].tolist() == seats.tolist()
    games = vector("manhattan", 5, players=2)
    *_, infos = until_over(games, games.reset(seed=1)[0])
    returns = infos["returns"].copy()
    games.reset(seed=2)
    until_over(games, None)
    assert infos["returns"].tolist() == returns.tolist()


def test_a_game_over_before_the_learners_first_decision_is_none_of_his(monkeypatch):
    games = vector("manhattan", 3, opponents=None).vector
    go_on, calls = games._go_on, []

    def ends_at_once(where):
        go_on(where)
        calls.append(where.tolist())
        games.is_over[1] = len(calls) == 1

    monkeypatch.setattr(games, "_go_on", ends_at_once)
    games.reset(1)
    assert calls == [[True] * 3, [False, True, False]]
    assert games._games.tolist() == [0, 1, 0]
    assert games.masks.any(1).all()


def test_for_people_every_table_is_written(capsys):
    games = vector("manhattan", 2, render_mode="human")
    games.reset(seed=1)
    assert games.render() is None
    assert capsys.readouterr().out == "".join(games.vector.state(i).text() + "\n" for i in range(2))


def test_random_actions_follow_the_seed():
    chosen = []
    for seed in (1, 2, 1):
        games = vector("manhattan", 64)
        games.reset(seed=seed)
        chosen.append(games.vector.random_actions().tolist())
    assert chosen[0] == chosen[2] != chosen[1]


def test_what_was_illegal_is_told_of_games_that_go_on_while_another_ends():
    games = vector("gratte-ciel", 8, illegal="random", players=2, autoreset_mode=AutoresetMode.SAME_STEP)
    games.reset(seed=9)
    over = np.zeros(8, bool)
    while not over.any():
        actions = games.vector.random_actions()
        actions[0] = -1
        _, _, over, _, infos = games.step(actions)
    assert not over[0]
    assert infos["was_illegal"].tolist() == [True] + [False] * 7
