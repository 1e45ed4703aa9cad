"""L10 where it counts: a real browser finds out by itself what Python finds out (tests/laws/test_pages.py)."""

import base64
import random
import subprocess
from pathlib import Path

import pytest

from bauboom import GAMES, load
from tests.laws import test_pages as law

ROOT = Path(__file__).parents[2]
COMPARE = Path(law.__file__).with_name("compare.mjs")
RUN = """async (files) => {
    const bytes = (name) => Uint8Array.from(atob(files[name]), (char) => char.charCodeAt(0));
    return await law.compare(bytes);
}"""


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """What compares, with the page's own modules, as one file."""
    made = tmp_path_factory.mktemp("law") / "law.js"
    bundler = ROOT / "web" / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    command = [law.node(), bundler, COMPARE, "--format", "iife", "--name", "law", "--file", made]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT / "web")
    assert made.exists(), done.stdout + done.stderr
    return made


@pytest.mark.parametrize("name", GAMES)
def test_L10_chromium_knows_what_python_knows(chromium, script, name):
    game, rng = load(name), random.Random(11)
    lines = [*law.some_games(game, rng), *law.frames(game, rng), *law.analysis(game.with_options({"players": 2}), rng)]
    page = chromium.new_page()
    page.add_script_tag(path=script)
    files = {file: base64.b64encode(data).decode() for file, data in law.files(game, lines).items()}
    assert page.evaluate(RUN, files) > 10 * law.POSITIONS
    page.close()
