"""`bauboom arena` as people use it: the same result however it is played, interrupted, killed or resumed."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from bauboom.cli import main

ARENA = [sys.executable, "-m", "bauboom", "arena", "manhattan"]
MATCH = ["--bots", "greedy,random", "--players", "3", "--seed", "7", "--all"]


@pytest.fixture
def home(tmp_path):
    return tmp_path


@pytest.fixture
def begin(home):
    """A function: start a match. Whatever is left of it ends with the test."""
    started = []

    def begin(*arguments):
        process = subprocess.Popen(
            [*ARENA, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=home,
            start_new_session=True,
            env={**os.environ, "HOME": str(home), "RAY_ADDRESS": ""},
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
def arena(begin):
    """A function: play a match; exit status, output and complaints."""

    def run(*arguments):
        process = begin(*arguments)
        output, complaints = process.communicate(timeout=120)
        assert "Traceback" not in complaints, complaints
        return process.returncode, output, complaints.splitlines()

    return run


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["manhattan"], "the following arguments are required: --bots; see bauboom arena --help"),
        (["chess", "--bots", "greedy,random"], "there is no game 'chess'"),
        (["manhattan", "--bots", "greedy"], "an arena takes two bots or more"),
        (["manhattan", "--bots", "greedy,clever"], "there is no bot 'clever'"),
        (["manhattan", "--bots", "greedy,random,random", "--players", "2"], "a bot is named twice among 3 bots"),
        (["manhattan", "--bots", "greedy,random", "--players", "9"], "players cannot be '9'"),
        (["manhattan", "--bots", "greedy,random", "--games", "0"], "--games"),
        (["manhattan", "--bots", "greedy,random", "--out", "file"], "file"),
    ],
)
def test_a_mistake_is_one_clear_line_and_status_2(home, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(home)
    monkeypatch.setattr(sys, "argv", ["bauboom", "arena", *arguments])
    (home / "file").write_text("something else")
    with pytest.raises(SystemExit) as ended:
        main()
    output, complaints = capsys.readouterr()
    assert (ended.value.code, output) == (2, "")
    assert len(complaints.splitlines()) == 1
    assert message in complaints
    assert (home / "file").read_text() == "something else"


def without_times(text):
    return {key: value for key, value in json.loads(text).items() if key != "seconds_per_decision"}


def wait_for_games(path, count, process):
    """Wait until a file holds some games."""
    deadline = time.monotonic() + 120
    while not path.exists() or path.read_bytes().count(b"\n") <= count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def processes():
    """All processes of this machine: number, parent, command."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    return [(int(pid), int(parent), what) for pid, parent, what in rows]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_result_on_any_number_of_cores(arena):
    alone = arena(*MATCH, "--games", 24, "--json", "--workers", 1)
    together = arena(*MATCH, "--games", 24, "--json", "--workers", 3)
    assert (alone[0], alone[2]) == (together[0], together[2]) == (0, [])
    assert without_times(alone[1]) == without_times(together[1])
    assert json.loads(alone[1])["games"] == 24


@pytest.mark.slow
def test_it_stops_when_it_is_settled_and_goes_on_if_all_is_wanted(arena, home):
    status, output, _ = arena("--bots", "greedy,random", "--out", "match")
    assert status == 0
    assert "Settled after " in output
    assert (early := json.loads((home / "match/result.json").read_text()))["games"] < 60
    assert early["settled"]
    assert early["standings"][0]["bot"] == "greedy"
    again = arena("--bots", "greedy,random", "--out", "match", "--json")
    assert json.loads(again[1]) == early
    more = arena("--bots", "greedy,random", "--out", "match", "--json", "--all", "--games", 60)
    assert json.loads(more[1])["games"] == 60


@pytest.mark.slow
def test_a_page_with_everything_stands_alone(arena, home):
    status, output, _ = arena(*MATCH, "--games", 12, "--out", "folder/match")
    assert status == 0
    assert "folder/match/report.html" in output
    page = (home / "folder/match/report.html").read_text(encoding="utf-8")
    for part in ("Win shares", "Ratings", "Head to head", "Points ahead", "greedy – random"):
        assert part in page
    assert page.count("<svg") == 5
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert sorted(path.name for path in (home / "folder/match").iterdir()) == [
        *("games.jsonl", "report.html", "result.json")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_match_goes_on_and_ends_the_same(arena, begin, home, workers):
    process = begin(*MATCH, "--games", 120, "--workers", workers, "--out", "match")
    wait_for_games(home / "match/games.jsonl", 6, process)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    kept = (home / "match/games.jsonl").read_bytes().count(b"\n") - 1
    assert 6 <= kept < 120
    assert arena(*MATCH, "--games", 120, "--workers", workers, "--out", "match")[0] == 0
    assert (home / "match/games.jsonl").read_bytes().count(b"\n") == 121
    fresh = arena(*MATCH, "--games", 120, "--json")
    assert without_times((home / "match/result.json").read_text()) == without_times(fresh[1])


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_what_is_done_and_says_how_to_go_on(begin, home, workers):
    process = begin(*MATCH, "--games", 5000, "--workers", workers, "--out", "match")
    wait_for_games(home / "match/games.jsonl", 40, process)
    os.killpg(process.pid, signal.SIGINT)
    output, complaints = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in complaints
    assert complaints.splitlines()[-1].startswith("Interrupted after ")
    assert "the same command goes on from there" in complaints
    assert "greedy" in output
    assert json.loads((home / "match/result.json").read_text())["deals"] >= 1


@pytest.mark.slow
def test_a_worker_that_is_killed_is_one_clear_line(begin, home):
    process = begin(*MATCH, "--games", 5000, "--workers", 2, "--out", "match")
    wait_for_games(home / "match/games.jsonl", 8, process)
    os.kill(next(pid for pid, parent, what in processes() if parent == process.pid and "spawn_main" in what), 9)
    _, complaints = process.communicate(timeout=30)
    assert process.returncode == 2
    assert complaints.splitlines()[-1].startswith("bauboom: a worker process was ended")
    assert "Traceback" not in complaints


@pytest.mark.slow
def test_a_match_that_is_killed_leaves_no_worker_behind(begin, home):
    match = begin(*MATCH, "--games", "1000000", "--workers", "2", "--out", "match")
    wait_for_games(home / "match" / "games.jsonl", 3, match)
    workers = {pid for pid, parent, what in processes() if parent == match.pid and "spawn_main" in what}
    assert len(workers) == 2
    match.kill()
    deadline = time.monotonic() + 60
    while workers & {pid for pid, _, what in processes() if "spawn_main" in what}:
        assert time.monotonic() < deadline
        time.sleep(0.1)
