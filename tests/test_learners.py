"""The learners among the examples run where their library is installed, and elsewhere say in a line what to install.

`make learn` installs the libraries, PyTorch among them, and runs these tests.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from bauboom import load
from bauboom.arena.match import plan, play
from bauboom.core.errors import OptionError

EXAMPLES = Path(__file__).parents[1] / "examples"
LEARNERS = {
    "ppo_sb3.py": (("torch", "sb3_contrib"), ("--steps", "300", "--out", "ppo.zip"), "share of the win in the last"),
    "ppo_torch.py": (
        ("torch",),
        ("gratte-ciel", "--iterations", "1", "--places", "4"),
        "gratte-ciel: share of the win",
    ),
    "torchrl_random.py": (("torch", "torchrl"), ("hoch-hinaus",), "hoch-hinaus: "),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_runs_or_says_what_it_needs(name, tmp_path):
    libraries, arguments, said = LEARNERS[name]
    missing = [library for library in libraries if importlib.util.find_spec(library) is None]
    ended = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        cwd=tmp_path,
    )
    if missing:
        assert ended.returncode == 1
        assert ended.stderr.startswith(f"{missing[0]} is not installed: pip install ")
        assert ended.stderr.count("\n") == 1
    else:
        assert ended.returncode == 0, ended.stderr
        assert said in ended.stdout


@pytest.mark.slow
def test_a_network_of_pytorch_enters_the_arena_or_says_what_it_needs(tmp_path):
    (tmp_path / "net.pt").write_bytes(b"")
    if importlib.util.find_spec("torch") is None:
        with pytest.raises(OptionError, match="torch is not installed: pip install 'torch'"):
            plan(load("gratte-ciel", players=2), [f"torchscript:{tmp_path / 'net.pt'}", "random"])
        return
    import torch

    class Net(torch.nn.Module):
        def forward(self, observation: torch.Tensor, mask: torch.Tensor):
            return mask.float() * torch.arange(mask.shape[1]), observation.sum(1)

    torch.jit.script(Net()).save(str(tmp_path / "net.pt"))
    game = load("gratte-ciel", players=2)
    match = plan(game, [f"torchscript:{tmp_path / 'net.pt'}?table", "random"])
    assert play(match, 0).faults == {}
    view = game.start(seed=1).view(0)
    assert match.make_bot(match.bots[0], 1).choose(view, view.legal) == view.legal[-1]
