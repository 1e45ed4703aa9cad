"""PPO in a few lines of PyTorch: self-play in any game, both sides learning, with masks and actions from the own chair.

pip install 'bauboom[gymnasium]' torch
python examples/ppo_torch.py hoch-hinaus --iterations 200
"""

import argparse

import numpy as np

from bauboom.adapters import env_id
from bauboom.adapters.gymnasium import GameVectorEnv
from bauboom.games import load

try:
    import torch
except ModuleNotFoundError:
    raise SystemExit("torch is not installed: pip install torch") from None

parser = argparse.ArgumentParser(description="PPO learns a game by self-play.")
parser.add_argument("game", nargs="?", default="manhattan")
parser.add_argument("--iterations", type=int, default=40)
parser.add_argument("--places", type=int, default=48)
arguments = parser.parse_args()
torch.manual_seed(1)
torch.set_num_threads(1)

STEPS = 128  # of every game between two rounds of learning
ID = env_id(load(arguments.game), is_relative=True)
OPTIONS = {"players": 2, "normalise": True}
# a lead in points says more than a win, and so is learnt from sooner
games = GameVectorEnv(ID, arguments.places, opponents=None, reward="margin", autoreset_mode="SameStep", **OPTIONS)
size, choices, seats = games.game.observation_size, games.game.space.decisions, games.game.seats
body = torch.nn.Sequential(torch.nn.Linear(size, 256), torch.nn.ReLU(), torch.nn.Linear(256, choices + 1))
optimizer = torch.optim.Adam(body.parameters(), lr=1e-3)


def look(seen, masks):
    """The policy in positions, and the lead that it expects, in twenties of points."""
    numbers = body(seen)
    policy = torch.distributions.Categorical(logits=numbers[:, :-1].masked_fill(~masks, -1e9))
    return policy, numbers[:, -1]


def policy(seen):
    """The same as an opponent for an environment."""
    with torch.no_grad():
        chosen, _ = look(torch.from_numpy(seen["observation"]), torch.from_numpy(seen["action_mask"]).bool())
        return chosen.sample().numpy()


seen, infos = games.reset(seed=1)
for _ in range(arguments.iterations):
    steps, ends = [], []
    for _ in range(STEPS):
        now = torch.from_numpy(seen["observation"]), torch.from_numpy(seen["action_mask"]).bool()
        with torch.no_grad():
            chosen, values = look(*now)
            taken = chosen.sample()
        steps.append((*now, taken, chosen.log_prob(taken), values, torch.from_numpy(infos["seat"])))
        seen, _, over, _, infos = games.step(taken.numpy())
        final = infos["final_info"]["rewards"] if over.any() else np.zeros((games.num_envs, seats))
        ends.append((torch.from_numpy(over), torch.from_numpy(final).float() / 20))
    # what became of every seat, told backwards: its reward where the game ended, else what it expected when it was next
    outcome, targets = torch.full((games.num_envs, seats), torch.nan), []
    for (*_, values, seat), (over, final) in zip(reversed(steps), reversed(ends), strict=True):
        outcome = torch.where(over[:, None], final, outcome)
        mine = outcome.gather(1, seat[:, None])[:, 0]
        mine = torch.where(mine.isnan(), values, mine)
        targets.append(mine)
        outcome = outcome.scatter(1, seat[:, None], (0.95 * mine + 0.05 * values)[:, None])
    everything = [torch.cat(part) for part in zip(*steps, strict=True)] + [torch.cat(targets[::-1])]
    for _ in range(3):
        for part in torch.randperm(len(everything[0])).split(2048):
            observation, mask, taken, before, expected, _, target = (array[part] for array in everything)
            chosen, values = look(observation, mask)
            merit, ratio = target - expected, (chosen.log_prob(taken) - before).exp()
            merit = (merit - merit.mean()) / (merit.std() + 1e-6)
            gain = torch.minimum(ratio * merit, ratio.clamp(0.8, 1.2) * merit).mean()
            loss = (values - target).square().mean() - gain - 0.003 * chosen.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

trial = GameVectorEnv(ID, 256, opponents="random", **OPTIONS)
seen, _ = trial.reset(seed=2)
won = ended = 0
while ended < 256:
    seen, rewards, over, _, _ = trial.step(policy(seen))
    won, ended = won + rewards.sum(), ended + over.sum()
print(f"{arguments.game}: share of the win against random play: {won / ended:.2f}")
