"""The documentation is true: generated parts are up to date, links lead somewhere, the comparison runs."""

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import bauboom

from .adapters.test_extras import run

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PEERS = ROOT / "bench" / "peers"


def python(*arguments):
    return subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, timeout=600, check=False
    )


@pytest.mark.slow
def test_the_pages_of_the_games_say_what_the_games_say():
    ended = python(ROOT / "docs" / "make_pages.py", "--check")
    assert (ended.returncode, ended.stdout) == (0, "all pages are up to date\n"), ended.stderr


def test_the_reference_says_what_the_sources_say():
    ended = python(ROOT / "docs" / "make_reference.py", "--check")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_reference_has_all_that_is_public():
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    for name in set(bauboom.__all__) - {"GAMES"}:
        assert f"## bauboom.{name}\n" in page or f".{name}\n" in page


def test_the_citation_names_this_version():
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", cited, re.M) == [bauboom.__version__]
    assert {"cff-version", "message", "title", "authors", "license"} <= set(re.findall(r"^([\w-]+):", cited, re.M))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_that_exist(page):
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text(encoding="utf-8"))
    for link in links:
        assert (page.parent / link).exists(), f"{page.name} links to {link}"


@pytest.mark.slow
def test_the_self_play_loop_learns_as_the_page_says(tmp_path):
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    code = page.partition("## Self-play in 50 lines")[2].partition("```python\n")[2].partition("```")[0]
    assert len([line for line in code.splitlines() if line]) <= 50
    (tmp_path / "selfplay.py").write_text(code, encoding="utf-8")
    ended = python(tmp_path / "selfplay.py")
    assert ended.returncode == 0, ended.stderr
    assert float(ended.stdout.rpartition(" ")[2]) > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bauboom-compiled-manhattan", "bauboom-gymnasium-hoch-hinaus"])
def test_our_side_of_the_comparison_is_measured(name):
    ended = python(PEERS / "ours.py", name, "--seconds", "0.1")
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["library"] == "Bauboom"
    assert report["actions"] > 1000
    assert report["processor"] > 0


@pytest.mark.slow
def test_openspiels_side_of_the_comparison_is_measured():
    ended = python(PEERS / "rivals.py", "openspiel-python-tic_tac_toe", "--seconds", "0.1")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["actions"] > 100


def test_a_rival_that_is_not_installed_is_named_with_its_extra():
    script = "import runpy, sys; sys.argv = ['rivals.py', 'pgx-chess', '--seconds', '0.1']; "
    ended = run(["pgx", "jax"], script + f"runpy.run_path({str(PEERS / 'rivals.py')!r}, run_name='__main__')")
    assert ended.returncode == 2
    assert ended.stderr == "jax is not installed: pip install 'bauboom[peers]'\n"


def test_the_comparison_refuses_a_name_that_nobody_has():
    ended = python(PEERS / "run.py", "--only", "poker-night")
    assert ended.returncode == 1
    assert "nothing has such a name" in ended.stderr


def test_the_leaderboard_is_made_of_sound_results():
    ended = python(ROOT / "docs" / "make_leaderboard.py", "--check")
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"agent": "level4"}, "it is no match of level4 and level3 alone"),
        ({"title": "a | b"}, "without |"),
        ({"extra": 1}, "it cannot be read"),
        ({"result": {"games": 200}}, "at least 400 games are needed"),
        ({"result": {"planned_deals": 900}}, "all that were planned: --all"),
        ({"result": {"faults": {"random": {"crash": 1}}}}, "there were faults"),
        ({"result": {"match": {"format": "bauboom/arena/1", "game": "chess"}}}, "the match is none of"),
    ],
)
def test_a_result_that_is_not_sound_is_refused_in_a_line(change, why, tmp_path):
    board = runpy.run_path(str(ROOT / "docs" / "make_leaderboard.py"))
    entry = json.loads(next((ROOT / "leaderboard").glob("*-random.json")).read_bytes())
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({**entry, **change, "result": {**entry["result"], **change.get("result", {})}}))
    with pytest.raises(ValueError, match=re.escape(why)) as refused:
        board["read"](path)
    assert "\n" not in str(refused.value)
