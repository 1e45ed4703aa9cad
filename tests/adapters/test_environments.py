"""Opponents of every kind, rewards, normalised observations, pictures, threads, and actions from the own chair."""

import warnings

import numpy as np
import pytest

import bauboom
from bauboom.adapters import env_id
from bauboom.adapters.gymnasium import GameEnv, GameVectorEnv, League
from bauboom.adapters.pettingzoo import raw_env
from bauboom.adapters.raster import pixels
from bauboom.adapters.rewards import ILLEGAL_POINTS, rewards_of
from bauboom.bots import LEVELS
from bauboom.core.errors import OptionError

pytestmark = pytest.mark.slow
NAMES = bauboom.GAMES


def play(games, steps, seed=1):
    """Random steps of the learner, and the bytes of all games after each."""
    games.reset(seed=seed)
    rows = []
    for _ in range(steps):
        games.step(games.vector.random_actions())
        rows.append(games.vector.rows.tobytes())
    return rows


def first_legal(seen):
    return seen["action_mask"].argmax(1)


def last_legal(seen):
    masks = seen["action_mask"]
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


class LastLegal:
    """An agent as the arena takes it."""

    name = "last"

    def choose(self, view, legal):
        return legal[-1]


class Stubborn:
    name = "stubborn"

    def choose(self, view, legal):
        return "5C2.0"


@pytest.mark.parametrize("opponent", [*LEVELS[:4], "level3/otis", "search:20", LastLegal()])
def test_every_bot_of_the_house_is_an_opponent(opponent):
    games = GameVectorEnv("manhattan", 2, players=2, opponents=opponent)
    games.reset(seed=1)
    before = games.vector.rows["supply"].copy()
    for _ in range(3):
        _, rewards, over, *_ = games.step(games.vector.random_actions())
        assert not rewards.any()
        assert not over.any()
    assert (games.vector.rows["supply"] != before).any()


def test_a_search_among_the_opponents_repeats_its_games_with_the_seed():
    one, two = (GameVectorEnv("gratte-ciel", 2, players=2, opponents="search:10") for _ in range(2))
    assert play(one, 6) == play(two, 6) == play(one, 6)
    assert play(one, 6) != play(two, 6, seed=2)


@pytest.mark.parametrize("name", ["manhattan", "hoch-hinaus-v1"])
def test_a_policy_is_asked_for_all_games_at_once_and_plays_what_an_agent_would(name):
    asked = []

    def policy(seen):
        asked.append(len(seen["action_mask"]))
        assert (seen["action_mask"].sum(1) > 0).all()
        return last_legal(seen)

    games = GameVectorEnv(name, 8, players=3, opponents=policy)
    rows = play(games, 12)
    assert max(asked) > 4
    if name == "manhattan":  # in v1 the last legal action from the own chair may be another one
        assert rows == play(GameVectorEnv(name, 8, players=3, opponents=LastLegal()), 12)


def test_what_a_policy_sees_is_what_the_learner_would_see_there():
    seen_by_policy = []

    def policy(seen):
        seen_by_policy.extend(map(tuple, seen["observation"]))
        return first_legal(seen)

    games = GameVectorEnv("manhattan-v1", 1, players=2, opponents=policy, seat=0, normalise=True)
    alone = GameVectorEnv("manhattan-v1", 1, players=2, opponents=None, normalise=True)
    shown = {0: [], 1: []}
    seen, infos = alone.reset(seed=3)
    for _ in range(20):
        shown[int(infos["seat"][0])].append(tuple(seen["observation"][0]))
        seen, *_, infos = alone.step(first_legal(seen))
    seen, _ = games.reset(seed=3)
    for _ in range(9):
        seen, *_ = games.step(first_legal(seen))
    assert seen_by_policy[:5] == shown[1][:5]


def test_each_other_seat_has_an_opponent_of_its_own():
    games = GameVectorEnv("manhattan", 64, opponents=["greedy", LastLegal(), first_legal], seat=2)
    games.reset(seed=6)
    won = np.zeros(4)
    while won.sum() < 50:
        _, _, over, _, infos = games.step(games.vector.random_actions())
        won += infos["returns"][over].sum(0) if over.any() else 0
    assert won.argmax() == 3  # the chair after the learner's
    assert won[3] > 0.8 * won.sum()


def test_a_league_is_drawn_anew_for_every_game_by_weight_and_from_the_seed():
    calls = {"first": 0, "last": 0}

    def first(seen):
        calls["first"] += len(seen["action_mask"])
        return first_legal(seen)

    def last(seen):
        calls["last"] += len(seen["action_mask"])
        return last_legal(seen)

    def games():
        league = League([first, last, "random"], weights=[3, 1, 0])
        return GameVectorEnv("manhattan", 32, players=2, opponents=league, max_episode_steps=3)

    one = play(games(), 40)
    assert 1.5 < calls["first"] / calls["last"] < 6
    assert one == play(games(), 40)
    members = GameVectorEnv("manhattan", 32, players=3, opponents=League(["random", "greedy"]))
    members.reset(seed=1)
    drawn = [members.vector._bots.copy()]
    members.vector.restart(np.ones(32, bool))
    drawn.append(members.vector._bots.copy())
    assert (drawn[0] != drawn[1]).any()
    assert (drawn[0][:, 0] != drawn[0][:, 1]).any()


@pytest.mark.parametrize(
    ("opponents", "error", "words"),
    [
        (lambda: League([]), OptionError, "members"),
        (lambda: League(["random"], [-1]), OptionError, "not negative"),
        (lambda: League([League(["random"])]), OptionError, "not of leagues"),
        (lambda: [7], OptionError, "an opponent is a bot's name"),
        (lambda: ["level9"], OptionError, "there is no bot"),
        (Stubborn, ValueError, "stubborn: '5C2.0' is not legal here"),
        (lambda: f"{__name__}:Stubborn", ValueError, "Stubborn: illegal: '5C2.0' is not legal here"),
        (lambda: lambda seen: np.zeros(1), ValueError, "not integers"),
        (lambda: lambda seen: np.full(len(seen["action_mask"]), 1111), ValueError, "mask does not allow"),
    ],
)
def test_opponents_that_do_not_fit_say_so(opponents, error, words):
    with pytest.raises(error, match=words):
        GameVectorEnv("manhattan", 2, players=2, seat=1, opponents=opponents()).reset(seed=1)


class Moody:
    """An agent that answers nonsense every third time."""

    def __init__(self):
        self.asked = 0

    def choose(self, view, legal):
        self.asked += 1
        return "pray" if self.asked % 3 == 0 else legal[0]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_faults_of_an_agent_by_name_are_counted_if_they_are_no_error(mode):
    options = {"players": 2, "seat": 1, "opponents": f"{__name__}:Moody", "faults": "random", "autoreset_mode": mode}
    games = GameVectorEnv("manhattan", 3, **options)
    told = np.zeros(3, int)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        games.reset(seed=1)
        for _ in range(60):
            *_, infos = games.step(games.vector.random_actions())
            for one in (infos, infos.get("final_info", {})):
                told += one.get("faults", 0)
    (said,) = (str(one.message) for one in warned)
    assert "Moody: illegal: 'pray' is not legal here; random decisions stand in" in said
    agent = games.vector.opponents._asked[0]
    assert sum(agent.faults.values()) == agent.agent.asked // 3 == told.sum() + games.vector.faults.sum() > 10
    with pytest.raises(OptionError, match="faults can be raise or random, not 'pray'"):
        GameVectorEnv("manhattan", faults="pray")


def test_rewards_by_their_definitions():
    shares, points = np.array([[0, 0.5, 0.5, 0], [1, 0, 0, 0]]), np.array([[3, 9, 9, 3], [7, 7, 2, 5]])
    assert rewards_of("win", shares, points).tolist() == shares.tolist()
    assert rewards_of("margin", shares, points).tolist() == [[-6, 0, 0, -6], [0, 0, -5, -2]]
    ranks = rewards_of("rank", shares, points)
    assert ranks.tolist() == [[1 / 6, 5 / 6, 5 / 6, 1 / 6], [1, 2 / 3, 0, 1 / 3]]
    assert ranks.sum(1).tolist() == pytest.approx([2, 2])


@pytest.mark.parametrize("reward", ["win", "margin", "rank"])
def test_every_step_tells_the_rewards_of_all_seats(reward):
    games = GameVectorEnv("gratte-ciel", 32, opponents=None, players=3, reward=reward)
    games.reset(seed=4)
    ended = 0
    while ended < 10:
        seats = games.vector.seats.copy()
        ended_before = games.vector.is_over.copy()
        _, rewards, over, _, infos = games.step(games.vector.random_actions())
        assert infos["rewards"].shape == (32, 3)
        assert not infos["rewards"][~over].any()
        for i in np.flatnonzero(over):
            state = games.vector.state(i)
            expected = rewards_of(reward, np.array([state.returns]), np.array([state.scores]))[0]
            assert infos["rewards"][i].tolist() == expected.tolist()
            assert rewards[i] == expected[seats[i]]
        assert not rewards[ended_before].any()
        ended += over.sum()


def test_an_illegal_action_costs_more_where_rewards_are_points():
    for reward, cost in (("win", -1), ("rank", -1), ("margin", ILLEGAL_POINTS)):
        games = GameVectorEnv("manhattan", 2, players=2, reward=reward)
        games.reset(seed=1)
        _, rewards, over, _, infos = games.step(np.array([-1, -1]))
        assert over.all()
        assert rewards.tolist() == [cost, cost]
        assert sorted(infos["rewards"][0].tolist()) == [cost, 0]
    with pytest.raises(OptionError, match="win, margin, rank"):
        GameVectorEnv("manhattan", reward="glory")


@pytest.mark.parametrize("name", NAMES)
def test_normalised_observations_are_the_same_numbers_of_sensible_size(name):
    plain, small = (GameVectorEnv(name, 16, opponents=None, normalise=normalise) for normalise in (False, True))
    seen, scaled = plain.reset(seed=1)[0], small.reset(seed=1)[0]
    largest = 0.0
    for _ in range(60):
        assert small.observation_space.contains(scaled)
        factors = plain.game.factors(normalise=True, is_relative=False)
        assert (scaled["observation"] == seen["observation"] * factors).all()
        largest = max(largest, np.abs(scaled["observation"]).max())
        actions = plain.vector.random_actions()
        seen, scaled = plain.step(actions)[0], small.step(actions)[0]
    assert 0.9 < largest < 4


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_as_pixels(name):
    game = GameEnv(name, render_mode="rgb_array")
    game.reset(seed=1)
    first = game.render()
    assert first.dtype == np.uint8
    assert first.ndim == 3
    assert first.shape[2] == 3
    assert len(np.unique(first[::4, ::4] @ [1, 256, 65536])) > 15
    for _ in range(8):
        game.step(int(game.action_masks().argmax()))
    assert (game.render() != first).any()


def test_shapes_are_drawn_where_they_are():
    def drawn(inside):
        paper = '<rect x="0" y="0" width="20" height="10" fill="#ffffff"/>'
        return pixels(f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">{paper}{inside}</svg>', (20, 10))

    box = drawn('<g transform="translate(2 1)"><rect x="1" y="1" width="4" height="3" fill="#ff0000"/></g>')
    red = (box == [255, 0, 0]).all(2)
    assert red.sum() == 12
    assert red[2:5, 3:7].all()
    hole = drawn('<path d="M0,0l10,0 0,10 -10,0zM2,2h6v6h-6z" fill="#0000ff" opacity="0.5"/>')
    assert (hole[5, 5] == 255).all()
    assert hole[1, 1].tolist() == [128, 128, 255]
    assert (drawn('<path d="M3,3" stroke="#00ff00" fill="none"/>') == 255).all()  # a pen put down and taken up again
    assert (drawn('<circle cx="5" cy="5" r="3" fill="none" stroke="#00ff00"/>')[5, 5] == 255).all()
    round_path = drawn('<path d="M2 5A3 3 0 0 1 8 5Q5 9 2 5Z" fill="#123456"/>')
    assert round_path[3, 5].tolist() == round_path[6, 5].tolist() == [0x12, 0x34, 0x56]
    letters = (drawn('<text x="10" y="8" font-size="8" text-anchor="middle">I1</text>') == 0).all(2)
    assert letters[3:8, 6:13].sum() == 9 + 8


@pytest.mark.parametrize("name", NAMES)
def test_threads_share_the_work_and_change_nothing(name):
    one, three = (GameVectorEnv(name, 10, opponents="greedy", threads=threads) for threads in (1, 3))
    assert play(one, 12) == play(three, 12)
    assert (one.vector.observations == three.vector.observations).all()
    loud = GameVectorEnv(name, 10, threads=3, illegal="raise")
    loud.reset(seed=1)
    actions = loud.vector.random_actions()
    actions[7] = -1
    with pytest.raises(ValueError, match="game 7: action -1"):
        loud.step(actions)
    assert play(GameVectorEnv(name, 2, threads=5), 3)


@pytest.mark.parametrize("name", NAMES)
def test_v1_is_the_same_game_with_actions_from_the_own_chair(name):
    game = bauboom.load(name)
    ids = (env_id(game), env_id(game, is_relative=True))
    table, chair = (GameVectorEnv(one, 6, opponents=None) for one in ids)
    seen, own = table.reset(seed=5)[0], chair.reset(seed=5)[0]
    rng, differ = np.random.default_rng(1), 0
    for _ in range(60):
        maps = game.table_actions[table.vector.seats]
        assert (own["action_mask"] == np.take_along_axis(seen["action_mask"], maps, 1)).all()
        named, own_named = game.named(seen["observation"]), game.named(own["observation"])
        assert all((named[key] == own_named[key]).all() for key in named if key != "chair")
        chosen = np.array([rng.choice(np.flatnonzero(mask)) for mask in own["action_mask"]])
        actions = np.take_along_axis(maps, chosen[:, None], 1)[:, 0]
        differ += (actions != chosen).sum()
        seen, own = table.step(actions)[0], chair.step(chosen)[0]
        assert table.vector.rows.tobytes() == chair.vector.rows.tobytes()
    assert differ > 0


def test_in_v1_no_chair_shows_unless_chairs_differ():
    for players, colours, shows in ((2, 1, False), (2, 2, True), (3, 1, True), (4, 1, False)):
        games = GameVectorEnv("manhattan-v1", 3, players=players, colours=colours)
        seen, _ = games.reset(seed=1)
        assert bool(games.game.named(seen["observation"])["chair"].any()) == shows


def test_in_pettingzoo_v1_means_the_same():
    table, chair = raw_env("bauboom/manhattan-v0", reward="margin"), raw_env("bauboom/manhattan-v1", reward="margin")
    table.reset(seed=2)
    chair.reset(seed=2)
    while table.agents and not any(table.terminations.values()):
        agent = table.agent_selection
        own, seat = chair.observe(agent), int(agent[-1])
        action = int(own["action_mask"].argmax())
        chair.step(action)
        table.step(int(table.game.table_actions[seat, action]))
        assert chair.table == table.table
    scores = table.table.scores
    assert chair.rewards["player_1"] == scores[1] - max(scores[0], *scores[2:])


def test_a_program_among_the_opponents_is_ended_when_games_begin_anew(tmp_path):
    script = tmp_path / "agent.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if 'ask' in asked:\n"
        "        print(json.dumps({'id': asked['legal'][0]['id']}), flush=True)\n"
    )
    games = GameVectorEnv("manhattan", 2, players=2, opponents=f"program:python3 {script}")
    by_policy = GameVectorEnv("manhattan", 2, players=2, opponents=first_legal)
    assert play(games, 2) == play(by_policy, 2)
    process = games.vector.opponents._asked[0].agent._process
    games.reset(seed=2)
    assert process.poll() is not None
