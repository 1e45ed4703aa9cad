"""The arena on Ray: the same result, even when a worker is killed in the middle."""

import os
import signal
import time

import pytest

from tests.adapters.test_extras import run

from .test_command import MATCH, arena, begin, home, processes, wait_for_games, without_times

__all__ = ["arena", "begin", "home"]


def workers_of(process, doing):
    """The processes below one that are Ray's workers and busy with a game, or idle."""
    rows, family = processes(), {process.pid}
    for _ in range(4):
        family |= {pid for pid, parent, _ in rows if parent in family}
    return {pid for pid, _, what in rows if pid in family and what.startswith(f"ray::{doing}")}


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_costs_time_but_not_results(begin, arena, home):
    process = begin(*MATCH, "--games", 300, "--ray", "--workers", 2, "--out", "match", "--json")
    wait_for_games(home / "match/games.jsonl", 10, process)
    deadline = time.monotonic() + 60
    while not (busy := workers_of(process, "play")) or len(busy | workers_of(process, "IDLE")) < 2:
        assert process.poll() is None
        assert time.monotonic() < deadline  # both workers are there, and one is at work
    os.kill(min(busy), signal.SIGKILL)
    done = (home / "match/games.jsonl").read_bytes().count(b"\n") - 1
    output, complaints = process.communicate(timeout=240)
    assert process.returncode == 0, output + complaints
    assert "Traceback" not in complaints
    assert done < 250
    local = arena(*MATCH, "--games", 300, "--json")
    assert without_times(output) == without_times(local[1])  # and nothing else is in it


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_one_clear_line(arena):
    status, output, complaints = arena(*MATCH, "--ray", "127.0.0.1:1")
    assert (status, output, len(complaints)) == (2, "", 1)
    assert complaints[0].startswith("bauboom: there is no Ray cluster at 127.0.0.1:1")


def test_without_ray_a_line_says_how_to_get_it():
    script = "import sys; sys.argv = ['bauboom', 'arena', 'manhattan', '--bots', 'greedy,random', '--ray']; "
    ended = run(["ray"], script + "import bauboom.cli; bauboom.cli.main()")
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1] == (
        "bauboom: --ray needs Ray, which is not installed: pip install 'bauboom[ray]'"
    )
