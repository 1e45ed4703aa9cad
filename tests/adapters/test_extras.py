"""The adapters' libraries are extras: without one of them, one line says how to get it, and all the rest works."""

import subprocess
import sys

import pytest

HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""
LIBRARIES = {
    "pettingzoo": "pettingzoo",
    "openspiel": "pyspiel",
    "gymnasium": "gymnasium",
    "sb3": "stable_baselines3",
}


def run(hidden, script):
    code = HIDE.format(hidden=hidden) + script
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("extra", LIBRARIES)
def test_a_missing_extra_gives_one_clear_line(extra):
    ended = run([LIBRARIES[extra]], f"import bauboom.adapters.{extra}")
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: bauboom.adapters.{extra} needs {LIBRARIES[extra]}, which is not installed: "
        f"pip install 'bauboom[{extra}]'"
    )
    assert "During handling" not in ended.stderr


def test_pettingzoo_without_gymnasium_names_the_right_extra():
    assert "pip install 'bauboom[pettingzoo]'" in run(["gymnasium"], "import bauboom.adapters.pettingzoo").stderr


@pytest.mark.slow
def test_without_any_extra_games_are_played():
    script = "import bauboom, bauboom.adapters as a; print(a.env_ids(), bauboom.load('manhattan').start(1).turn)"
    ended = run([*LIBRARIES.values(), "open_spiel"], script)
    assert ended.stderr == ""
    assert "bauboom/manhattan-v0" in ended.stdout
