"""The Gymnasium environment in TorchRL: masks travel with the observations, and a rollout collects whole games.

pip install 'bauboom[gymnasium]' torchrl
python examples/torchrl_random.py gratte-ciel
"""

import sys
import warnings

import gymnasium

from bauboom.adapters import env_id
from bauboom.adapters.gymnasium import GameEnv
from bauboom.games import load

try:
    import torch
    from torchrl.envs import ActionMask, GymWrapper, TransformedEnv
except ModuleNotFoundError as error:
    raise SystemExit(f"{error.name} is not installed: pip install torchrl") from None

warnings.filterwarnings("ignore", module="torchrl")
name = sys.argv[1] if len(sys.argv) > 1 else "manhattan"
game: gymnasium.Env = GameEnv(env_id(load(name), is_relative=True), players=2, opponents="level1", normalise=True)
env = TransformedEnv(
    GymWrapper(game, categorical_action_encoding=True), ActionMask(action_key="action", mask_key="action_mask")
)
env.set_seed(1)
torch.manual_seed(1)
played = env.rollout(2000)  # random legal actions, until a game is over
print(f"{name}: {len(played)} decisions, share of the win {played['next', 'reward'].sum():.2f}")
assert played["next", "done"][-1]
