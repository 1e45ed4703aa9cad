"""PPO of RLlib learns Manhattan for two, and enters the arena.

    pip install 'bauboom[rllib]'
    python examples/ppo_rllib.py --steps 500000 --out ppo.pt
    PPO=ppo.pt bauboom arena manhattan --players 2 --colours 1 --bots examples/ppo_rllib.py:learnt,random

RLlib's runners step many games in one call, by the Gymnasium environment as it is; masks need a module of one's own.
"""

import argparse
import os

import numpy as np

from bauboom.adapters.gymnasium import GameVectorEnv
from bauboom.bots.policies import PolicyAgent

try:
    import torch
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
except ImportError as error:
    raise SystemExit(f"{error.name or 'RLlib'} is not installed: pip install 'bauboom[rllib]'") from None

GAME = {"players": 2, "colours": 1, "normalise": True}


class Masked(TorchRLModule, ValueFunctionAPI):
    """A policy that knows which actions are legal, and what share of the win it expects."""

    def setup(self) -> None:
        size, self.choices = self.observation_space["observation"].shape[0], self.action_space.n
        self.body = torch.nn.Sequential(torch.nn.Linear(size, 256), torch.nn.Tanh())
        self.policy, self.value = torch.nn.Linear(256, self.choices), torch.nn.Linear(256, 1)

    def _forward(self, batch, **_):
        seen = batch[Columns.OBS]
        scores = self.policy(self.body(seen["observation"]))
        return {Columns.ACTION_DIST_INPUTS: scores.masked_fill(seen["action_mask"] == 0, -1e9)}

    def compute_values(self, batch, embeddings=None):
        return self.value(self.body(batch[Columns.OBS]["observation"])).squeeze(-1)


def learn(steps: int, out: str, opponents: str, places: int) -> None:
    config = (
        PPOConfig()
        .environment("bauboom/manhattan-v1", env_config={**GAME, "opponents": opponents})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=places, gym_env_vectorize_mode="vector_entry_point")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=Masked))
        .training(
            train_batch_size=64 * places,
            minibatch_size=min(1024, 64 * places),
            num_epochs=4,
            lr=1e-3,
            gamma=1.0,
            lambda_=0.98,
            entropy_coeff=0.003,
            vf_loss_coeff=0.5,
            clip_param=0.2,
            use_kl_loss=False,
        )
        .debugging(seed=1, log_level="ERROR")
    )
    torch.set_num_threads(1)  # the networks are small
    algorithm = config.build_algo()
    taken = 0
    while taken < steps:
        told = algorithm.train()
        taken = told["num_env_steps_sampled_lifetime"]
        share = told["env_runners"].get("episode_return_mean", np.nan)
        print(f"{taken:,.0f} decisions, share of the win against {opponents}: {share:.2f}", flush=True)
    torch.save(algorithm.get_module().state_dict(), out)
    algorithm.stop()


def learnt() -> PolicyAgent:
    """What was learnt, as an agent for the arena; the file is named by the variable PPO."""
    games = GameVectorEnv("bauboom/manhattan-v1", 1, **GAME)
    module = Masked(
        observation_space=games.single_observation_space, action_space=games.single_action_space, inference_only=True
    )
    module.load_state_dict(torch.load(os.environ.get("PPO", "ppo.pt"), weights_only=True))
    torch.set_num_threads(1)

    def policy(seen):
        batch = {Columns.OBS: {name: torch.from_numpy(values) for name, values in seen.items()}}
        return module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS].argmax(1).numpy()

    return PolicyAgent(policy, normalise=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="PPO of RLlib learns Manhattan for two.")
    parser.add_argument("--steps", type=int, default=500_000, help="decisions of the learner")
    parser.add_argument("--out", default="ppo.pt", help="where the policy is written to")
    parser.add_argument("--opponents", default="random", help="the name of a bot")
    parser.add_argument("--places", type=int, default=64, help="games side by side")
    arguments = parser.parse_args()
    learn(arguments.steps, arguments.out, arguments.opponents, arguments.places)
