"""Data sets: the same files from the same seed, whole parts only, going on, and what is refused."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from bauboom import GAMES, load, read_records
from bauboom.arena import dataset

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "data"


def bauboom(*arguments):
    command = [sys.executable, "-m", "bauboom", "dataset", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def made(folder, *, game="manhattan", games=7, bots="level3", part=3, seed=1, workers=1):
    asked = dataset.plan(load(game, players=2), bots.split(","), seed, part)
    dataset.open_folder(folder, asked, games)
    sizes = list(dataset.make(folder, asked, dataset.missing(folder, asked, games), workers))
    return sizes, dataset.sums(folder)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize("bots", ["level3", "level5"])
def test_the_same_seed_gives_the_same_files_and_a_longer_set_goes_on(bots, tmp_path):
    assert made(tmp_path / "one", bots=bots)[0] == [3, 3, 1]
    sizes, _ = made(tmp_path / "two", bots=bots, games=4, workers=2)
    assert sorted(sizes) == [1, 3]
    assert sorted(made(tmp_path / "two", bots=bots, workers=2)[0]) == [1, 3]  # the second part had to be made anew
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert made(tmp_path / "two", bots=bots)[0] == []
    assert made(tmp_path / "three", bots=bots, seed=2)[1] != made(tmp_path / "one", bots=bots)[1]
    checked = subprocess.run(["sha256sum", "-c", dataset.SUMS], cwd=tmp_path / "one", capture_output=True, check=False)
    assert checked.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(("game", "bots"), [*((game, "level3") for game in GAMES), ("gratte-ciel", "search:3,level1")])
def test_records_and_columns_tell_the_same_games(game, bots, tmp_path):
    made(tmp_path, game=game, games=2, bots=bots)
    with np.load(tmp_path / "games-000000000.npz") as file:
        columns = dict(file)
    assert set(columns) == set(dataset.COLUMNS)
    played = load(game, players=2)
    for number, record in enumerate(read_records(tmp_path / "games-000000000.jsonl.gz")):
        state = record.replay()
        here = slice(*columns["first"][number : number + 2])
        assert [step.action for step in state.path()] == columns["action"][here].tolist()
        assert state.scores == tuple(columns["points"][number])
        assert state.returns == tuple(columns["share"][number])
        decided = [(s.turn, action) for s, action, _ in dataset.positions(played, columns)]
        actors = columns["actor"][columns["actor"] >= 0]
        assert decided == list(zip(actors, columns["action"][columns["actor"] >= 0], strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_the_sample_is_of_experts_and_what_the_command_makes(game, tmp_path):
    about = json.loads((SAMPLES / game / dataset.ABOUT).read_bytes())
    assert about["bots"] == ["level5", "level5"]
    asked = dataset.plan(load(game, **about["options"]), about["bots"], about["seed"], about["part"])
    (first,) = [part for part in asked.parts(about["games"]) if part[0] == 0]
    dataset._make_part(tmp_path, asked, first)
    with np.load(tmp_path / "games-000000000.npz") as mine, np.load(SAMPLES / game / "games-000000000.npz") as theirs:
        for name in dataset.COLUMNS:
            assert (mine[name] == theirs[name]).all(), "make the sample again: docs/datasets.md"
    assert about["columns"] == dataset.COLUMNS


def test_the_samples_are_small():
    files = {path for path in SAMPLES.rglob("*") if path.is_file()}
    known = {path for path in files if path.name == "positions.npz"}  # docs/networks.md
    assert sum(path.stat().st_size for path in files - known) < 50_000
    assert sum(path.stat().st_size for path in known) < 400_000


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--bots", "level6"), "never plays the same twice; name a number of simulations"),
        (("--bots", "level1,level2,level3"), "3 bots are named for 2 seats"),
        (("--bots", "clever"), "there is no bot 'clever'"),
        (("--out", "{folder}/other"), "is not empty, and no data set"),
        (("--seed", 5, "--out", "{folder}/set"), "is of another data set: its seed differs"),
    ],
)
def test_what_cannot_be_made_is_told_in_one_line(arguments, why, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine").write_text("precious")
    asked = dataset.plan(load("manhattan", players=2), ["level5"], 0, 1000)
    dataset.open_folder(tmp_path / "set", asked, 5)
    given = [str(word).format(folder=tmp_path) for word in arguments]
    out = () if "--out" in given else ("--out", tmp_path / "new")
    ended = bauboom("manhattan", "--players", 2, "--games", 2, *given, *out)
    assert ended.returncode == 2
    assert why in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert (tmp_path / "other" / "mine").read_text() == "precious"


@pytest.mark.slow
def test_an_interrupted_set_goes_on(tmp_path):
    out = tmp_path / "set"
    command = [sys.executable, "-m", "bauboom", "dataset", "gratte-ciel", "--players", "2", "--part", "2"]
    with subprocess.Popen(
        [*command, "--games", "100000", "--workers", "1", "--out", str(out)], stderr=subprocess.PIPE, text=True
    ) as process:
        until = time.monotonic() + 120
        while not list(out.glob("*.npz")) and time.monotonic() < until:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        told = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "games; the same command goes on from there." in told
    assert "Traceback" not in told
    there = len(list(out.glob("*.npz")))
    ended = bauboom("gratte-ciel", "--players", 2, "--part", 2, "--games", 2 * there + 1, "--out", out)
    assert ended.returncode == 0, ended.stderr
    assert f"{2 * there + 1:,} games in {out}, sha256 of SHA256SUMS: " in ended.stdout
    assert not list(out.glob("*.new"))
