"""Games on tensors: those of `Vector`, number for number."""

import numpy as np
import pytest
import torch

from bauboom import GAMES, load
from bauboom.adapters.tensors import TensorVector
from bauboom.adapters.vector import Vector
from bauboom.core.errors import OptionError
from bauboom.machines import tensors

COUNT = 9


def actions_for(masks, rng, illegal):
    """By game: one legal action, or now and then another one."""
    chosen = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
    strange = rng.choice([-1, -(1 << 40), masks.shape[1], 1 << 40, *rng.integers(masks.shape[1], size=8)], len(masks))
    return np.where(rng.random(len(masks)) < illegal, strange, chosen)


def compare(mine, theirs, steps, illegal=0.002):
    """The same steps of both, the second told what begins anew; how many games ended, and how many of them badly."""
    rng, everywhere, ended, bad = np.random.default_rng(5), np.ones(mine.count, bool), 0, 0
    mine.reset(seed=3)
    theirs.reset(seed=3)
    for step in range(steps):
        if step:
            actions = actions_for(theirs.masks, rng, illegal)
            mine.step(torch.from_numpy(actions))
            theirs.step(actions, everywhere)
            over = theirs.is_over.copy()
            for name in ("rewards", "returns", "is_over", "was_illegal"):
                np.testing.assert_array_equal(getattr(mine, name).numpy(), getattr(theirs, name), name)
            np.testing.assert_array_equal(mine.scores.numpy()[over], theirs.scores[over])
            ended, bad = ended + over.sum(), bad + theirs.was_illegal.sum()
            theirs.restart(over)
        for name in ("observations", "masks", "seats"):
            np.testing.assert_array_equal(getattr(mine, name).numpy(), getattr(theirs, name), name)
        assert mine.rows.numpy().tobytes() == theirs.rows.tobytes()
    return int(ended), int(bad)


@pytest.mark.parametrize(
    ("opponents", "is_relative", "normalise", "players"),
    [("random", True, False, 2), ("random", False, True, 3), (None, True, True, 4), (None, False, False, 2)],
)
@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_those_of_the_vector_number_for_number(name, opponents, is_relative, normalise, players):
    game = load(name, players=players)
    mine = TensorVector(game, COUNT, opponents, normalise=normalise, is_relative=is_relative, device="cpu", threads=1)
    theirs = Vector(game, COUNT, opponents, normalise=normalise, is_relative=is_relative)
    ended, bad = compare(mine, theirs, 400)
    assert ended > bad > 2


def test_a_seat_of_ones_own_is_that_of_the_vector():
    game = load("gratte-ciel", players=3)
    mine, theirs = (
        TensorVector(game, COUNT, seat=np.int64(1), device="cpu"),
        Vector(game, COUNT, seat=1, is_relative=True),
    )
    assert compare(mine, theirs, 200)[0] > 5
    assert (mine.seats == 1).all()


@pytest.mark.parametrize("opponents", ["random", None])
def test_many_threads_play_what_one_plays(opponents):
    game, count = load("gratte-ciel", players=2), tensors.SMALL + 45
    one, two = (TensorVector(game, count, opponents, device="cpu", threads=threads) for threads in (1, 2))
    one.reset(seed=1)
    two.reset(seed=1)
    ended = 0
    for step in range(40):
        actions = torch.where(torch.arange(count) % 40 == step, -1, one.random_actions())  # many games, given up
        one.step(actions)
        two.step(actions)
        for name in ("rows", "observations", "masks", "rewards", "is_over", "seats"):
            assert torch.equal(getattr(one, name), getattr(two, name)), name
        ended += int(one.is_over.sum())
    assert ended >= count


def test_random_actions_are_legal_and_those_of_the_seed():
    games = TensorVector(load("hoch-hinaus", players=3), 50, device="cpu")

    def played(seed):
        games.reset(seed=seed)
        found = []
        for _ in range(5):
            actions = games.random_actions()
            assert games.masks.gather(1, actions[:, None]).all()
            games.step(actions)
            assert not games.was_illegal.any()
            found.append(actions.tolist())
        return found

    first = played(1)
    assert first == played(1) != played(2)
    assert first != played((1 << 62) - 1)


def test_results_stay_until_the_next_step_and_a_reset_forgets_them():
    games = TensorVector(load("gratte-ciel", players=2), 4, None, device="cpu")
    games.reset(seed=1)
    games.step(torch.full((4,), -1))
    assert games.is_over.all()
    assert games.was_illegal.all()
    assert (games.rewards == -1).all()
    assert games.returns.sum(1).tolist() == [-1.0] * 4
    games.step(games.random_actions())
    assert not games.is_over.any()
    assert not games.rewards.any()
    assert not games.returns.any()
    games.step(torch.full((4,), -1))
    games.reset(seed=1)
    for told in (games.is_over, games.was_illegal, games.rewards, games.returns, games.scores):
        assert not told.any()


def test_the_actions_given_stay_as_they_are():
    games = TensorVector(load("gratte-ciel", players=2), 4, device="cpu")
    games.reset(seed=1)
    actions = torch.tensor([-1, -5, 1 << 40, 3])
    before = actions.clone()
    games.step(actions)
    assert torch.equal(actions, before)
    games.step(games.random_actions().to(torch.int32))
    assert not games.was_illegal.any()


def test_others_take_the_tensors_as_they_are():
    games = TensorVector(load("manhattan", players=2), 3, device="cpu")
    games.reset(seed=1)
    seen, masks, rewards = map(np.from_dlpack, (games.observations, games.masks, games.rewards))
    assert masks.dtype == np.bool_
    assert rewards.dtype == np.float64
    before = seen.copy()
    games.step(games.random_actions())
    assert (seen == games.observations.numpy()).all()
    assert (seen != before).any()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"count": 0}, "the number of games must be a whole number from 1 on"),
        ({"count": 2.5}, "the number of games must be a whole number"),
        ({"opponents": "greedy"}, "here opponents are 'random', or None"),
        ({"opponents": 5}, "here opponents are 'random', or None"),
        ({"seat": 2}, "there is no seat 2; seats go from 0 to 1"),
        ({"seat": -1}, "seat must be a whole number from 0 on"),
        ({"seat": 0, "opponents": None}, "a learner that plays every seat has no seat of its own"),
        ({"threads": 0}, "threads must be a whole number from 1 on"),
        ({"device": "tpu"}, "device can be auto, cpu, cuda, not 'tpu'"),
        ({"device": "cuda"}, "PyTorch finds no GPU here; try --device cpu"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(given, why, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(OptionError, match=why) as caught:
        TensorVector(**{"game": load("manhattan", players=2), "count": 4, "device": "cpu", **given})
    assert len(str(caught.value).splitlines()) == 1


def test_actions_of_another_kind_are_refused():
    games = TensorVector(load("manhattan", players=2), 3, device="cpu")
    with pytest.raises(ValueError, match="no game has begun: call reset first"):
        games.step(torch.zeros(3, dtype=torch.int64))
    games.reset(seed=1)
    before = games.rows.clone()
    kinds = torch.float32, torch.bool, torch.complex64
    for actions in (torch.zeros(2, dtype=torch.int64), *(torch.zeros(3, dtype=kind) for kind in kinds), [0, 0, 0]):
        with pytest.raises(ValueError, match="one action per game: 3 whole numbers on cpu expected"):
            games.step(actions)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        games.reset(seed=-1)
    assert torch.equal(games.rows, before)
