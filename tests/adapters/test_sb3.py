"""The environment for Stable-Baselines3 is a VecEnv of it."""

import subprocess
import sys
from pathlib import Path

import pytest

import bauboom

ROOT = Path(__file__).parents[2]

CONTRACT = """
import numpy as np
from bauboom.adapters.sb3 import GameVecEnv

games = GameVecEnv("bauboom/manhattan-v1", 6, players=2, normalise=True, render_mode="rgb_array", max_episode_steps=70)
assert games.num_envs == 6 and games.has_attr("action_masks") and not games.has_attr("nonsense")
assert games.seed(5) == [5, 6, 7, 8, 9, 10]
first = games.reset()
assert first.dtype == np.float32 and first.shape == (6, *games.observation_space.shape)
assert [info["seat"] for info in games.reset_infos] == [0, 1, 0, 1, 0, 1]
ended = cut = 0
for step in range(140):
    masks = np.stack(games.env_method("action_masks"))
    assert masks.dtype == bool and masks.any(1).all()
    if step == 3:
        masks[2] = False  # an illegal action ends the game
        masks[2, 0] = True
    seen, rewards, dones, infos = games.step(masks.argmax(1))
    assert seen.shape == first.shape and rewards.dtype == np.float32 and dones.dtype == bool and len(infos) == 6
    for i, info in enumerate(infos):
        assert ("terminal_observation" in info) == dones[i]
        assert isinstance(info["TimeLimit.truncated"], bool) and info["rewards"].shape == (2,)
        if dones[i]:
            assert games.observation_space.contains(info["terminal_observation"])
            assert (info["terminal_observation"] != seen[i]).any()
            assert rewards[i] in info["rewards"]
            ended += "scores" in info
            cut += info["TimeLimit.truncated"]
assert ended > 6 and not cut
games.seed(5)
assert (games.reset() == first).all()
assert (games.reset() != first).any()
assert games.env_is_wrapped(object) == [False] * 6
assert [mask.shape for mask in games.env_method("action_masks", indices=[1, 4])] == [(1112,)] * 2
assert len(games.get_images()) == 6 and games.get_attr("render_mode", 2) == ["rgb_array"]
try:
    games.set_attr("copy", False, indices=3)
except ValueError as error:
    assert "all games" in str(error)
games.set_attr("copy", False)
games.close()
short = GameVecEnv("hoch-hinaus-v1", 2, max_episode_steps=2)
short.reset()
for _ in range(2):
    *_, dones, infos = short.step(short.action_masks().argmax(1))
assert dones.all() and all(info["TimeLimit.truncated"] for info in infos)
print("fits")
"""


@pytest.mark.slow
def test_it_is_a_vec_env():
    ended = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", CONTRACT],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=ROOT,
    )
    assert ended.stdout == "fits\n", ended.stderr


CHECKS = """
import sys, warnings
import numpy as np
import bauboom
from bauboom.adapters import env_id
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
import bauboom.adapters.gymnasium
game = bauboom.load(sys.argv[1])
for number in range(len(game.variants)):
    variant = game.of_variant(number)
    for is_relative in (False, True):
        options = {"id": env_id(variant, is_relative=is_relative), "render_mode": "rgb_array", **variant.options}
        games = make_vec_env(options.pop("id"), n_envs=2, seed=1, env_kwargs=options)
        check_env(games.envs[0].unwrapped)
        seen = games.reset()
        for _ in range(20):
            masks = np.stack(games.env_method("action_masks"))
            seen, rewards, dones, infos = games.step(masks.argmax(1))
        assert all(games.observation_space.contains({k: v[i] for k, v in seen.items()}) for i in range(2))
        assert len(games.get_images()) == 2
    print(variant)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", bauboom.GAMES)
def test_stable_baselines3s_checks_pass_for_every_variant(name):
    ended = subprocess.run(
        [sys.executable, "-c", CHECKS, name],
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
        cwd=ROOT,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    assert len(ended.stdout.splitlines()) == len(bauboom.load(name).variants)
