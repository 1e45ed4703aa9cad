"""The learners among the examples run where their library is installed, and elsewhere say in a line what to install.

`make learn` installs the libraries, PyTorch among them, and runs these tests.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

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
