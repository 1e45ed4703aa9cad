"""The learners among the examples run where their library is installed, and elsewhere say in a line what to install.

`make learn` installs the libraries, PyTorch among them, and runs these tests.
"""

import importlib.util
import json
import os
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
@pytest.mark.filterwarnings("ignore:.*torch.jit.*is deprecated:DeprecationWarning")
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


NOTEBOOK = """
import sys
import nbclient, nbformat
notebook = nbformat.read(sys.argv[1], 4)
nbclient.NotebookClient(notebook, timeout=900).execute()
nbformat.write(notebook, "done.ipynb")
"""


@pytest.mark.slow
def test_the_newcomers_notebook_runs_from_top_to_bottom_as_far_as_libraries_are_installed(tmp_path):
    path = EXAMPLES / "first_steps.ipynb"
    cells = ["".join(cell["source"]) for cell in json.loads(path.read_bytes())["cells"] if cell["cell_type"] == "code"]
    if any(importlib.util.find_spec(library) is None for library in ("torch", "sb3_contrib", "nbclient", "ipykernel")):
        first = next(number for number, cell in enumerate(cells) if "sb3_contrib" in cell)
        assert first == 3
        program = "\n".join(cell for cell in cells[:first] if not cell.startswith("%pip"))
        ended = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=False
        )
        assert ended.returncode == 0, ended.stderr
        assert "random play wins" in ended.stdout
        return
    found = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    (tmp_path / "run.py").write_text(NOTEBOOK, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "run.py", str(path)],
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
        cwd=tmp_path,
        env=found,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    told = json.loads((tmp_path / "first_steps_match" / "result.json").read_bytes())
    assert told["faults"] == {}
    assert {row["bot"] for row in told["standings"]} == {"first_steps_agent.py:learnt", "random"}
    assert (tmp_path / "first_steps_match" / "report.html").exists()
