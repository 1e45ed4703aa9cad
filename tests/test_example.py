"""The example: a whole game in under 400 lines, of which nothing is known anywhere else, and with which all works."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bauboom import Record, RecordError, games, load
from bauboom.bots import make_bot
from bauboom.core import library
from bauboom.core.game import Misread
from bauboom.core.sheet import NOTHING
from bauboom.machines import pages
from bauboom.machines.exports import doors_for_python
from bauboom.machines.sources import sources_of

from . import example

ROOT = example.FOLDER.parents[1]
GAME = example.loaded()


@pytest.fixture(autouse=True)
def installed():
    with example.installed():
        yield


def bauboom(*arguments, given=""):
    command = [sys.executable, "-m", "bauboom", *map(str, arguments)]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False, timeout=300)


def files():
    return [path for path in example.FOLDER.rglob("*") if path.suffix in (".py", ".md", ".toml")]


def test_it_is_short_and_named_nowhere_else():
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files()) < 400
    assert {path.name for path in files()} == {
        *("pyproject.toml", "__init__.py", "components.py", "actions.py", "rules.py", "view.py", "sheet.py"),
        "rules.en.md",
    }
    for place in (ROOT / "src", ROOT / "web" / "src"):
        for path in place.rglob("*.*"):
            if path.suffix in (".py", ".ts", ".svelte", ".json"):
                assert not re.search("cairn", path.read_text(encoding="utf-8"), re.I), path


def test_every_rule_is_cited_and_no_other():
    code = "\n".join(path.read_text(encoding="utf-8") for path in files() if path.suffix == ".py")
    assert {*re.findall(r"\bC-[a-z]+", code)} == {rule for rule, _ in GAME.rule_titles}


def test_its_library_is_its_own_and_knows_its_sources():
    own, cache = library.places(GAME)
    assert own == GAME.folder / "native"
    assert cache != library.places(load("manhattan"))[1]
    doors_for_python(GAME)  # imports all that has kernels
    sources = sources_of(GAME)
    assert {*sources.own} == {f"{name}.py" for name in ("__init__", "actions", "components", "rules", "sheet", "view")}
    assert {"core/dice.py", "core/usual/kernels.py", "bots/search.py"} <= {*sources.ours}
    assert not [name for name in sources.ours if name.startswith("games/")]
    stamp = json.loads((own / "cairn.json").read_text(encoding="utf-8"))
    assert stamp["own"] == sources.own
    assert stamp["sources"].items() <= sources.ours.items()  # kernels that only other games use are loaded here, too


def test_a_library_of_older_rules_is_refused(tmp_path):
    stamp = json.loads((GAME.folder / "native" / "cairn.json").read_text(encoding="utf-8"))
    for name in (stamp["library"], stamp["page"]):
        (tmp_path / name).write_bytes((GAME.folder / "native" / name).read_bytes())
    (tmp_path / "cairn.json").write_text(json.dumps(stamp))
    assert library.fault(tmp_path, GAME) == ""
    (tmp_path / "cairn.json").write_text(json.dumps(stamp | {"own": stamp["own"] | {"rules.py": "0" * 64}}))
    assert "was made before rules.py changed" in library.fault(tmp_path, GAME)


@pytest.mark.slow
def test_a_whole_game_in_the_terminal_is_checked_told_and_drawn(tmp_path):
    moves = "\n".join(f"{stone} {cairn}" for _ in range(4) for cairn in range(1, 5) for stone in range(1, 6))
    drops = "\n".join(f"drop {stone}" for _ in range(4) for stone in range(1, 6))
    file = tmp_path / "game.json"
    done = bauboom("play", "cairn", "--seed", 4, "--seats", "Ada,level2", "--record", file, given=f"{moves}\n{drops}\n")
    assert done.returncode == 0, done.stderr
    assert "Ada, choose: lay stone 1 4 5, cairn 1 2 3 4 (as in lay1.1) > 1 1" in done.stdout
    assert re.search(
        r"^players   points  stones  hand\n▶ Ada     0       3       1 4 5\n  level2  0 ", done.stdout, re.M
    )
    assert "level2: draw\n" in done.stdout  # and not which stone
    assert re.search(r"Final score: Ada \d+, level2 \d+\. \w+ wins?\.", done.stdout)
    assert bauboom("check", file).stdout == "1 good, 0 refused\n"
    assert "50  " in bauboom("show", file).stdout
    assert bauboom("show", file, "--picture", tmp_path / "end.svg").returncode == 0
    assert "<title>Cairn: the table</title>" in (tmp_path / "end.svg").read_text(encoding="utf-8")
    assert "win chance" in bauboom("analyse", file, "--budget", 20).stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("simulate", "cairn", "--games", 50, "--players", 3), "50 games of cairn(players=3)"),
        (("arena", "cairn", "--bots", "level4,level1", "--games", 20), "level4 – level1"),
        (("balance", "cairn", "--games", 100), "The player who begins wins"),
        (("rules", "cairn", "C-drop", "--lang", "de"), "## C-drop: dropping a stone"),
        (("build", "cairn"), "The libraries are as they should be."),
    ],
)
def test_commands(command, said):
    done = bauboom(*command)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_bots_of_every_level_choose_and_hint():
    state = GAME.start(seed=2)
    for level in ("level1", "level2", "level3", "level4", "search:20ms"):
        view = state.view(state.turn)
        assert make_bot(level, 1).choose(view, view.legal) in view.legal


def test_better_bots_win_more():
    done = bauboom("arena", "cairn", "--bots", "level4,random", "--games", 60, "--all", "--json")
    first, _ = json.loads(done.stdout)["standings"]
    assert (first["bot"], first["share"] > 0.6) == ("level4", True)


def test_what_is_wrong_with_a_record_is_said_in_every_language():
    state = GAME.start(seed=3)
    while state.step < 12:
        state = state.play(state.legal[0])
    record = json.loads(state.record(["Ada", "Grace"]).encode())
    for change, texts in (
        ({"seat": 1 - record["events"][6]["seat"]}, {"en": "it is the turn of Ada", "fr": "c’est au tour de Ada"}),
        ({"cairn": 9}, {"en": "event 7, Ada: lay stone", "de": "Das ist jetzt nicht möglich"}),
    ):
        spoilt = json.loads(json.dumps(record))
        spoilt["events"][6] |= change
        with pytest.raises(RecordError) as refused:
            Record.decode(json.dumps(spoilt).encode(), load).replay()
        assert refused.value.rule == "C-lay"
        for language, text in texts.items():
            assert text in refused.value.explain(language)


def test_a_move_is_read_however_it_is_spaced_and_advice_is_given_otherwise():
    row = GAME.start(seed=4).view(0).row
    for text in ("lay1.1", "Lay 1 1", "lay 1, 1", "1 1", "1.1"):
        assert list(map(str, GAME.face.read(row, text))) == ["lay1.1"]
    for text in ("", "9 9", "lay", "1"):
        with pytest.raises(Misread, match=r"is not a move; .* as in lay1\.1"):
            GAME.face.read(row, text)


def test_a_board_that_is_too_wide_becomes_lines():
    text = GAME.start(seed=4).view(0).text(["Ada Lovelace", "Grace Hopper"], width=30)
    assert max(map(len, text.splitlines())) <= 30
    assert "▶ Ada Lovelace: points 0,\n  stones 3, hand 1 4 5\n" in text


def test_a_page_gets_its_files_and_lessons_of_none():
    parts = pages.parts_of(GAME)
    description = json.loads(parts.files[parts.line["description"]])
    assert (parts.line["title"], description["lessons"], description["nothing"]) == ("Cairn", [], NOTHING)
    assert {*parts.line["texts"]} == {"en"}
    lines = json.loads(pages.files()[pages.INDEX])
    assert [line["game"] for line in lines] == [*games.GAMES, "cairn"]


def test_researchers_have_it_in_every_library(tmp_path):
    """In a process of its own: what other libraries have registered stays there."""
    program = Path(tmp_path / "adapters.py")
    program.write_text(
        "import random, gymnasium, pyspiel\n"
        "from gymnasium.utils.env_checker import check_env\n"
        "from pettingzoo.test import api_test\n"
        "import bauboom.adapters.gymnasium, bauboom.adapters.openspiel\n"
        "from bauboom.adapters import pettingzoo\n"
        "check_env(gymnasium.make('bauboom/cairn-v0', players=3).unwrapped, skip_render_check=True)\n"
        "api_test(pettingzoo.env('cairn'), 30)\n"
        "state = pyspiel.load_game('bauboom_cairn(players=3)').new_initial_state()\n"
        "while not state.is_terminal(): state.apply_action(random.choice(state.legal_actions()))\n"
        "assert abs(sum(state.returns()) - 1) < 1e-9, state.returns()\n"
    )
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.slow
def test_it_is_exported_for_others(tmp_path):
    done = bauboom("export", "cairn", "--out", tmp_path / "lib")
    assert done.returncode == 0, done.stderr
    assert {path.name for path in (tmp_path / "lib").iterdir()} == {"cairn.wasm", "schema.json", "play.mjs"}
