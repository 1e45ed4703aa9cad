"""PPO of Stable-Baselines3 learns Manhattan for two, and enters the arena.

    pip install 'bauboom[sb3]'
    python examples/ppo_sb3.py --steps 1000000 --out ppo.zip             # or --minutes 60
    PPO=ppo.zip bauboom arena manhattan --players 2 --colours 1 --bots examples/ppo_sb3.py:learnt,random

Ctrl-C ends the learning and keeps what was learnt. Other games, options and opponents: docs/research.md.
"""

import argparse
import contextlib
import os
import time

import numpy as np

import bauboom
from bauboom.bots.policies import PolicyAgent

GAME = {"players": 2, "colours": 1}


def learn(steps: int, minutes: float | None, out: str, opponents: str, places: int = 64) -> None:
    try:
        import torch
        from sb3_contrib import MaskablePPO
        from stable_baselines3.common.callbacks import BaseCallback
        from stable_baselines3.common.vec_env import VecMonitor

        from bauboom.adapters.opponents import League
        from bauboom.adapters.sb3 import GameVecEnv
    except ModuleNotFoundError as error:
        raise SystemExit(f"{error.name} is not installed: pip install 'bauboom[sb3]'") from None

    class Stop(BaseCallback):
        """Ends the learning after so many minutes of the processor."""

        def _on_step(self) -> bool:
            return minutes is None or time.process_time() < 60 * minutes

    torch.set_num_threads(1)  # the networks are small
    games = VecMonitor(
        GameVecEnv("bauboom/manhattan-v1", places, opponents=League(opponents.split(",")), normalise=True, **GAME)
    )
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=60,  # a seat's decisions in a game
        batch_size=min(960, 60 * places),
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        gae_lambda=0.98,
        ent_coef=0.003,
        policy_kwargs={"net_arch": [256]},
        seed=1,
        device="cpu",
        verbose=1,
    )
    with contextlib.suppress(KeyboardInterrupt):
        model.learn(steps if minutes is None else 1 << 60, Stop())
    model.save(out)
    print(f"{model.num_timesteps:,} decisions in {time.process_time() / 60:.1f} minutes of the processor")
    episodes = [info["r"] for info in model.ep_info_buffer]
    print(f"share of the win in the last {len(episodes)} games against {opponents}: {np.mean(episodes):.2f}")


def learnt() -> PolicyAgent:
    """What was learnt, as an agent for the arena; the file is named by the variable PPO."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO.load(os.environ.get("PPO", "ppo.zip"), device="cpu")

    def policy(seen):
        return model.predict(seen["observation"], action_masks=seen["action_mask"] != 0, deterministic=True)[0]

    return PolicyAgent(policy, normalise=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="PPO of Stable-Baselines3 learns Manhattan for two.")
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of the learner")
    parser.add_argument("--minutes", type=float, help="of one core, in place of a number of steps")
    parser.add_argument("--out", default="ppo.zip", help="where the policy is written to")
    parser.add_argument("--opponents", default="random", help="names of bots, as in random,level2")
    arguments = parser.parse_args()
    assert bauboom.load("manhattan", **GAME)
    learn(arguments.steps, arguments.minutes, arguments.out, arguments.opponents)
