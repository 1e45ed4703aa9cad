"""simulate: the same games on any machine, whole records whatever happens."""

import json
import re
import signal
import subprocess

import pytest

from bauboom import GAMES, Record, load

from .running import BAUBOOM, environment_of, until


@pytest.mark.slow
def test_simulate_gives_the_same_table_on_any_number_of_cores(bauboom):
    runs = {bauboom("simulate", "manhattan", "--games", 500, "--seed", 4, "--workers", n)[1] for n in (1, 2, 3)}
    assert len(runs) == 1
    (output,) = runs
    assert "500 games" in output
    assert "95 % interval" in output
    assert "Game length: 225.0 actions" in output
    assert bauboom("simulate", "manhattan", "--games", 500, "--seed", 5)[1] != output


@pytest.mark.slow
def test_simulate_writes_records_that_check_accepts(bauboom, home):
    for workers in (1, 2):
        status, *_ = bauboom(
            *(
                "simulate",
                "manhattan",
                "--games",
                150,
                "--seed",
                2,
                "--players",
                3,
                "--edition",
                2017,
                "--workers",
                workers,
            ),
            *("--bots", "greedy,random,random", "--records", f"{workers}.jsonl"),
        )
        assert status == 0
    assert (home / "1.jsonl").read_bytes() == (home / "2.jsonl").read_bytes()
    assert bauboom("check", "1.jsonl")[1] == "150 good, 0 refused\n"
    first = json.loads((home / "1.jsonl").read_bytes().splitlines()[0])
    assert first["seats"] == ["bot:greedy", "bot:random", "bot:random"]
    assert first["options"]["edition"] == "2017"


@pytest.mark.slow
def test_what_chance_deals_does_not_depend_on_who_plays(bauboom, home):
    for bots in ("random", "greedy"):
        bauboom("simulate", "manhattan", "--games", 5, "--bots", bots, "--records", f"{bots}.jsonl")
    deals = [
        [json.loads(line)["events"][:5] for line in (home / f"{bots}.jsonl").read_bytes().splitlines()]
        for bots in ("random", "greedy")
    ]
    assert deals[0] == deals[1]


def test_simulate_overwrites_nothing(bauboom, home):
    (home / "mine.jsonl").write_text("precious")
    status, _, complaints = bauboom("simulate", "manhattan", "--games", 2, "--records", "mine.jsonl")
    assert status == 2
    assert "mine.jsonl exists already" in complaints[0]
    assert (home / "mine.jsonl").read_text() == "precious"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_greedy_beats_random_from_every_seat(bauboom, game):
    for bots, winner in (("greedy,random", 0), ("random,greedy", 1)):
        _, output, _ = bauboom("simulate", game, "--players", 2, "--games", 200, "--bots", bots)
        share = float(re.findall(r"([\d.]+)% +[\d.]+% –", output)[winner])
        assert share >= 95


@pytest.mark.slow
def test_simulate_stopped_by_ctrl_c_keeps_whole_records_and_tells_what_it_has(home):
    command = [*BAUBOOM, "simulate", "manhattan", "--games", "10000000", "--records", "part.jsonl"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=home, env=environment_of(home)
    ) as p:
        part = home / "part.jsonl"
        until(lambda: part.exists() and part.stat().st_size > 100_000)
        p.send_signal(signal.SIGINT)
        output, complaints = p.communicate(timeout=60)
    assert p.returncode == 130
    assert b"Interrupted after" in complaints
    assert b"Traceback" not in complaints
    assert b"win share" in output
    games = part.read_bytes().splitlines()
    assert f"{len(games):,} games" in output.decode()
    assert all(Record.decode(line, load).replay().is_over for line in games)


@pytest.mark.slow
def test_a_full_disk_leaves_whole_records(home):
    command = f"ulimit -f 100; {' '.join(BAUBOOM)} simulate manhattan --games 2000 --records big.jsonl"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=environment_of(home), cwd=home, check=False
    )
    assert done.returncode == 2
    assert "big.jsonl: " in done.stderr
    lines = (home / "big.jsonl").read_bytes()
    assert lines == b"" or lines.endswith(b"\n")
    assert all(json.loads(line)["result"] for line in lines.splitlines())
