"""The examples that can be solved: their rules are those of larger games, their values those of docs/small.md."""

import re
import runpy
import subprocess
import sys

import pytest

from bauboom import load

from . import example

ROOT = example.FOLDER.parents[1]
SOLVE = runpy.run_path(str(ROOT / "examples" / "solve.py"))
SPIEL = """
import sys
import pyspiel
import bauboom.adapters.openspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability
game = pyspiel.load_game(sys.argv[1])
print(exploitability.exploitability(game, policy.UniformRandomPolicy(game)))
"""
SOLVED = {  # after how many iterations of CFR+ a test may stop, by game and options
    ("little-manhattan", 1, 2): 10,
    ("little-manhattan", 2, 2): 60,
    ("little-gratte-ciel", 1, 1, 0): 60,
}
COUNTED = {("little-manhattan", 1, 2), ("little-gratte-ciel", 1, 1, 0)}  # by OpenSpiel, too


@pytest.fixture(autouse=True, scope="module")
def small_games():
    with example.installed(example.SMALL):
        yield


def python(*arguments):
    ended = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=600)
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended.stdout


def published():
    """By game and options: positions, information sets, what seat 0 wins, exploitability of random play."""
    found, page = {}, (ROOT / "docs" / "small.md").read_text(encoding="utf-8")
    tables = re.split(r"^\*\*(Little [\w-]+)\.\*\*", page, flags=re.M)[1:]
    for title, table in zip(tables[::2], tables[1::2], strict=True):
        options = len(load(title.lower().replace(" ", "-")).options) - 1
        for row in re.findall(r"^\| \d.*$", table, re.M):
            cells = [cell.split()[0].replace(",", "") for cell in row.split("|")[1:-1]]
            key = title.lower().replace(" ", "-"), *map(int, cells[:options])
            found[key] = cells[options : options + 4]
    return found


@pytest.mark.slow
def test_the_page_has_every_variant():
    variants = [
        (name, *(value for option, value in options.items() if option != "players"))
        for name in example.LITTLE
        for options in load(name).variants
    ]
    assert sorted(published()) == sorted(variants)


@pytest.mark.slow
@pytest.mark.parametrize("variant", SOLVED, ids=str)
def test_a_small_game_is_solved_as_its_page_says(variant):
    name, *values = variant
    game = load(name)
    options = dict(zip([option for option in game.options if option != "players"], values, strict=True))
    tree = SOLVE["Tree"](game.with_options(options))
    policy = tree.solve(SOLVED[variant])
    positions, sets, wins, of_random = map(float, published()[variant])
    assert (tree.positions, len(tree.views)) == (positions, sets)
    assert tree.exploitability(policy) < 3e-4
    assert tree.values(policy)[0] == pytest.approx(wins, abs=3e-4)
    assert tree.exploitability(tree.uniform()) == pytest.approx(of_random, abs=1e-6)
    assert tree.exploitability(tree.uniform()) > 100 * tree.exploitability(policy)
    if variant in COUNTED:  # OpenSpiel, which was written by others, finds the same
        told = ",".join(f"{option}={value}" for option, value in options.items())
        distance = python("-c", SPIEL, f"bauboom_{name.replace('-', '_')}({told})")
        assert float(distance) == pytest.approx(of_random, abs=1e-6)


@pytest.mark.parametrize(
    ("program", "arguments", "said"),
    [
        ("solve.py", ["little-manhatten"], "there is no game 'little-manhatten'; there is "),
        (
            "solve.py",
            ["little-manhattan", "--blocks", "9"],
            "blocks cannot be 9 in little-manhattan; it can be 1, 2 or 3",
        ),
        ("solve.py", ["little-manhattan", "--bots", "levle1"], "there is no bot 'levle1'"),
        ("solve.py", ["gratte-ciel", "--players", "2"], "gratte-ciel is too large to be solved: "),
        ("mccfr_openspiel.py", ["bauboom_little_manhattan(blocks=9)"], "blocks cannot be '9' in little-manhattan"),
        ("mccfr_openspiel.py", ["bauboom_little"], "Unknown game 'bauboom_little'"),
    ],
)
def test_a_mistake_is_told_in_a_line(program, arguments, said):
    command = [sys.executable, str(ROOT / "examples" / program), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert ended.returncode == 1
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_mccfr_of_openspiel_learns():
    told = python(str(ROOT / "examples" / "mccfr_openspiel.py"), "--iterations", "100")
    distances = [float(text) for text in re.findall(r"exploitability ([\d.]+)", told)]
    assert len(distances) == 3
    assert distances[-1] < float(published()["little-manhattan", 1, 2][3]) / 2


@pytest.mark.slow
def test_a_best_answer_remembers_a_card_that_was_stolen():
    """A card drawn after one's turn and stolen before the next one is never in the hand when its seat decides."""
    memories, game = SOLVE["Memories"](), load("little-gratte-ciel", sites=1, hand=1)
    start = game.root
    for action in ("draw:home-30", "draw:toilet", "home-30@0"):
        start = start.play(action)
    known = []
    for drawn in ("draw:toilet", "draw:antenna"):  # by seat 0; then seat 1 steals it, and seat 0 draws a floor
        state, memory = start, memories.seen(0, start, 0)
        for action in (drawn, "toilet@0", "steal0", drawn, "draw:home-30"):
            state = state.play(action)
            memory = memories.seen(memory, state, 0)
        known.append((memory, state.view(0).rows.tobytes()))
    assert state.turn == 0
    assert known[0][1] == known[1][1]
    assert known[0][0] != known[1][0]
