"""What is installed is whole: the rules, the lessons and the page, without what they are built from."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from bauboom import GAMES

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_wheel_has_everything_that_runs(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    page = "bauboom/server/page"
    assert {
        f"{page}/{name}" for name in ("index.html", "index.html.br", "sw.js", "icon.svg", "manifest.webmanifest")
    } <= names
    for game in GAMES:
        folder = f"bauboom/games/{game.replace('-', '_')}"
        assert {f"{folder}/lessons.json", f"{folder}/rules.de.md", f"{folder}/refusals.de.json"} <= names
    assert {"bauboom/core/refusals.de.json", "bauboom/py.typed"} <= names
    assert not [name for name in names if "node_modules" in name or name.startswith(("web/", "tests/"))]
