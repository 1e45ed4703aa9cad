"""The learners among the examples learn, say in a line what is missing, and what they learnt enters the arena."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from bauboom import load
from bauboom.arena.match import plan, play
from bauboom.core.errors import OptionError

EXAMPLES = Path(__file__).parents[1] / "examples"
LEARNERS = {  # what each needs, how little of it is enough for a test, and what it tells
    "ppo_rllib.py": ("ray", ("--steps", "200", "--places", "4", "--out", "ppo.pt"), "share of the win against random"),
    "ppo_sb3.py": ("sb3_contrib", ("--steps", "300", "--out", "ppo.zip"), "share of the win in the last"),
    "ppo_torch.py": ("torch", ("gratte-ciel", "--iterations", "1", "--places", "4"), "gratte-ciel: share of the win"),
    "torchrl_random.py": ("torchrl", ("hoch-hinaus",), "hoch-hinaus: "),
}
WITHOUT = """
import runpy, sys
sys.modules[sys.argv[1]] = None
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def python(*arguments, folder, **more):
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=1200, check=False, cwd=folder, env=os.environ | more
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_learns_and_what_it_learnt_enters_the_arena(name, tmp_path):
    _, arguments, said = LEARNERS[name]
    ended = python(EXAMPLES / name, *arguments, folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert said in ended.stdout
    if "--out" in arguments:
        match = ("arena", "manhattan", "--players", "2", "--colours", "1", "--games", "4", "--workers", "1", "--json")
        bots = ("--bots", f"{EXAMPLES / name}:learnt,random")
        ended = python("-m", "bauboom", *match, *bots, folder=tmp_path, PPO=arguments[-1])
        assert ended.returncode == 0, ended.stderr
        told = json.loads(ended.stdout)
        assert told["faults"] == {}
        assert {row["games"] for row in told["standings"]} == {4}


@pytest.mark.slow
def test_ctrl_c_ends_the_learning_and_keeps_what_was_learnt(tmp_path):
    command = [sys.executable, "-u", str(EXAMPLES / "ppo_sb3.py"), "--minutes", "60", "--out", "ppo.zip"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as learner:
        assert learner.stdout is not None
        for line in learner.stdout:
            if "total_timesteps" in line:
                learner.send_signal(signal.SIGINT)
                break
        told = learner.stdout.read()
    assert learner.returncode == 0
    assert re.search(r"^[\d,]+ decisions in \d+\.\d minutes of the processor$", told, re.M)
    assert (tmp_path / "ppo.zip").stat().st_size > 100_000


@pytest.mark.slow
@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_says_in_a_line_what_it_needs(name, tmp_path):
    needed, arguments, _ = LEARNERS[name]
    ended = python("-c", WITHOUT, needed, EXAMPLES / name, *arguments, folder=tmp_path)
    assert ended.returncode == 1
    assert re.match(rf"{needed}[\w.]* is not installed: pip install ", ended.stderr)
    assert ended.stderr.count("\n") == 1


def test_a_network_of_pytorch_says_in_a_line_what_it_needs(tmp_path, monkeypatch):
    (tmp_path / "net.pt").write_bytes(b"")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(OptionError, match="torch is not installed: pip install 'torch'"):
        plan(load("gratte-ciel", players=2), [f"torchscript:{tmp_path / 'net.pt'}", "random"])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*torch.jit.*is deprecated:DeprecationWarning")
def test_a_network_of_pytorch_enters_the_arena(tmp_path):
    class Net(torch.nn.Module):
        def forward(self, observation: torch.Tensor, mask: torch.Tensor):
            return mask.float() * torch.arange(mask.shape[1]), observation.sum(1)

    torch.jit.script(Net()).save(str(tmp_path / "net.pt"))
    game = load("gratte-ciel", players=2)
    match = plan(game, [f"torchscript:{tmp_path / 'net.pt'}?table", "random"])
    assert play(match, 0).faults == {}
    view = game.start(seed=1).view(0)
    assert match.make_bot(match.bots[0], 1).choose(view, view.legal) == view.legal[-1]


NOTEBOOK = """
import sys
import nbclient, nbformat
notebook = nbformat.read(sys.argv[1], 4)
nbclient.NotebookClient(notebook, timeout=900).execute()
nbformat.write(notebook, "done.ipynb")
"""


@pytest.mark.slow
def test_the_newcomers_notebook_runs_from_top_to_bottom(tmp_path):
    (tmp_path / "run.py").write_text(NOTEBOOK, encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = python("run.py", EXAMPLES / "first_steps.ipynb", folder=tmp_path, PATH=path)
    assert ended.returncode == 0, ended.stderr[-3000:]
    told = json.loads((tmp_path / "first_steps_match" / "result.json").read_bytes())
    assert told["faults"] == {}
    assert {row["bot"] for row in told["standings"]} == {"first_steps_agent.py:learnt", "random"}
    assert (tmp_path / "first_steps_match" / "report.html").exists()
