"""Networks that learn: `bauboom train` as people use it, what a lesson says, and that something is learnt."""

import copy
import errno
import functools
import json
import os
import re
import resource
import select
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import torch

from bauboom import GAMES, load
from bauboom.bots.network import read
from bauboom.cli import main
from bauboom.core.errors import OptionError
from bauboom.machines.tensors import machine_for
from bauboom.training import course, evaluate
from bauboom.training.foresight import Foresight, learnt_by, network_from, write
from bauboom.training.learn import STRAY, Student
from bauboom.training.play import GREEDY, NETWORK, RIVAL, Choice
from bauboom.training.settings import Settings, settings_of

from .. import example

NAME = "gratte-ciel"  # its games are the shortest
SIZES = {"of_part": 8, "of_whole": 16, "hidden": 8}
TINY = {**SIZES, "places": 24, "steps": 8, "batch": 64, "snapshot": 2, "selves": 3}
FILES = ["checkpoint.pt", "log.jsonl", "network.npz", "report.html", "settings.json"]


@pytest.fixture(autouse=True)
def own_threads():
    """PyTorch's threads are for all of a process; one gives the same numbers everywhere."""
    threads, precision = torch.get_num_threads(), torch.get_float32_matmul_precision()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
    torch.set_float32_matmul_precision(precision)


@pytest.fixture
def small(tmp_path):
    file = tmp_path / "small.json"
    file.write_text(json.dumps(TINY))
    return file


@pytest.fixture
def train(monkeypatch, capsys, tmp_path):
    """A function: run the command; exit status, output and complaints."""

    def run(*arguments, game=NAME, minutes="0.005", out=tmp_path / "out"):
        told = ["bauboom", "train", game, "--out", out, "--minutes", minutes, "--threads", "1", *arguments]
        monkeypatch.setattr(sys, "argv", [str(part) for part in told])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return ended.value.code, said.out, said.err.splitlines()

    return run


def begin(out, settings, *arguments, stderr=subprocess.PIPE, **more):
    """A training in a process of its own, which has begun."""
    command = [sys.executable, "-m", "bauboom", "train", NAME, "--out", out, "--settings", settings, "--threads", "1"]
    command += arguments
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("PYTHONUNBUFFERED", None)  # nobody sets it
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment, **more)
    assert "games side by side" in process.stdout.readline()
    return process


def read_until(terminal, wanted):
    """Read what a terminal shows until the wanted is there."""
    shown, end = b"", time.monotonic() + 60
    while not re.search(wanted, shown):
        assert time.monotonic() < end, shown[-1000:]
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 1000)


def end(process):
    process.kill()
    process.communicate()


def names(folder):
    """What is in a folder; but for the file that says that somebody trains there."""
    return sorted(path.name for path in folder.iterdir() if path.name != course.LOCK)


def longer(folder):
    """Minutes for which a training goes on, however long it has taken so far."""
    return str(saved(folder)["seconds"] / 60 + 0.004)


def saved(folder):
    return torch.load(folder / "checkpoint.pt", weights_only=True)


def student(seed=1, threads=1, frozen=None, **changed):
    game = load(NAME)
    return Student(game, machine_for(game, "cpu", None, threads), Settings(**{**TINY, **changed}), seed, frozen)


def strong(seed=5):
    """A network that has learnt nothing, but is sure of itself."""
    torch.manual_seed(seed)
    network = Foresight(load(NAME), *SIZES.values())
    with torch.no_grad():
        network.last.weight *= 10
    return network


def file_of(network, file):
    write(learnt_by(network), file)
    return file


# The command


@pytest.mark.slow
def test_a_training_leaves_all_that_is_needed_in_its_folder_and_goes_on_from_there(train, small, tmp_path):
    out = tmp_path / "out"
    status, said, complaints = train("--settings", small)
    assert (status, complaints) == (0, [])
    assert said.startswith("Gratte-ciel on 1 core: 24 games side by side\n")
    assert names(out) == FILES
    first, rows = saved(out), [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    assert first["lessons"] == rows[-1]["lessons"] > 0
    assert first["decisions"] == first["lessons"] * TINY["places"] * TINY["steps"]
    assert settings_of(load(NAME), out / "settings.json") == settings_of(load(NAME), small)
    learnt = read(out / "network.npz", load(NAME))
    assert (learnt.part.shape[1], len(learnt.whole_bias), len(learnt.second_bias)) == (8, 16, 8)
    assert "<svg" in (out / "report.html").read_text()

    minutes = longer(out)
    status, said, complaints = train(minutes=minutes)  # the settings of the folder
    assert (status, complaints) == (0, [])
    assert "going on after" in said.splitlines()[0]
    second, more = saved(out), [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    assert more[: len(rows)] == rows
    assert len(more) > len(rows)
    for counted in ("lessons", "decisions", "seconds"):
        assert second[counted] > first[counted]
    assert second["finished"] >= first["finished"]
    assert (out / "network.npz").read_bytes() != b""
    assert names(out) == FILES

    status, _, complaints = train(minutes=minutes)  # there is nothing more to do
    assert (status, complaints) == (0, [])
    assert saved(out)["lessons"] == second["lessons"]
    assert len((out / "log.jsonl").read_text().splitlines()) == len(more)


@pytest.mark.slow
def test_an_interrupted_training_keeps_everything_and_says_how_to_go_on(train, small, tmp_path):
    out = tmp_path / "out"
    process = begin(out, small)
    try:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        said, complaints = process.communicate(timeout=60)
    finally:
        end(process)
    assert process.returncode == 130
    assert re.fullmatch(
        r"Interrupted after [\d.]+ minutes; the same command goes on from there.", complaints.strip().splitlines()[-1]
    )
    assert names(out) == FILES
    (row,) = (json.loads(line) for line in (out / "log.jsonl").read_text().splitlines())  # nothing is forgotten
    assert f"{row['games']:,} games" in said
    before = saved(out)
    assert before["lessons"] == row["lessons"] > 0
    assert before["finished"] == row["games"]
    read(out / "network.npz", load(NAME))
    status, said, _ = train(minutes=longer(out))
    assert status == 0
    assert "going on after" in said
    assert saved(out)["lessons"] > before["lessons"]


@pytest.mark.slow
def test_ctrl_c_ends_a_long_lesson_early_which_a_bar_has_shown(tmp_path):
    """With a game's own settings a lesson takes minutes on a laptop."""
    settings = tmp_path / "long.json"
    settings.write_text(json.dumps({**TINY, "steps": 1_000_000}))
    shown, terminal = os.openpty()
    process = begin(tmp_path / "out", settings, stderr=terminal)
    os.close(terminal)
    try:
        read_until(shown, rb"seconds.*[1-9]\d*/3600")
        process.send_signal(signal.SIGINT)
        read_until(shown, rb"the same command goes on from there")
        said = process.stdout.read()
        assert process.wait(60) == 130
    finally:
        end(process)
        os.close(shown)
    (row,) = (json.loads(line) for line in (tmp_path / "out" / "log.jsonl").read_text().splitlines())
    assert row["lessons"] == 1
    assert TINY["places"] <= row["decisions"] < 1_000_000 * TINY["places"]
    assert f"{row['games']:,} games" in said


@pytest.mark.slow
def test_a_second_training_in_the_same_folder_is_refused(train, small, tmp_path):
    process = begin(tmp_path / "out", small)
    try:
        status, _, (complaint,) = train("--settings", small)
        assert status == 2
        assert f"another process trains in {tmp_path / 'out'}" in complaint
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    finally:
        end(process)
    assert process.returncode == 130
    assert train("--settings", small)[0] == 0  # from now on it is ours


@pytest.mark.slow
def test_a_full_disk_is_told_in_one_line_and_leaves_the_training_as_it_was(train, small, tmp_path):
    out = tmp_path / "out"
    assert train("--settings", small)[0] == 0
    before = {name: (out / name).read_bytes() for name in FILES}
    room = len(before["checkpoint.pt"]) // 2
    limit = functools.partial(resource.setrlimit, resource.RLIMIT_FSIZE, (room, room))
    process = begin(out, small, "--minutes", longer(out), preexec_fn=limit)
    try:
        _, complaints = process.communicate(timeout=60)
    finally:
        end(process)
    assert process.returncode == 2
    (complaint,) = complaints.splitlines()
    assert f"{out / 'checkpoint.pt'} cannot be written: {os.strerror(errno.EFBIG)}" in complaint
    assert names(out) == FILES
    assert {name: (out / name).read_bytes() for name in FILES} == before


def test_a_training_that_goes_astray_says_so_and_leaves_what_was_good(train, small, tmp_path):
    out, wild = tmp_path / "out", tmp_path / "wild.json"
    wild.write_text(json.dumps({**TINY, "rate": 1e30}))
    status, _, (complaint,) = train("--settings", wild, out=tmp_path / "new", minutes="0.05")
    assert status == 2
    assert "the training has gone astray" in complaint
    assert names(tmp_path / "new") == ["settings.json"]

    assert train("--settings", small)[0] == 0
    before = {name: (out / name).read_bytes() for name in FILES}
    (out / "settings.json").write_bytes((tmp_path / "new" / "settings.json").read_bytes())
    assert train(minutes=longer(out))[0] == 2
    assert {name: (out / name).read_bytes() for name in FILES if name != "settings.json"} == {
        name: content for name, content in before.items() if name != "settings.json"
    }


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"minutes": 1}'])
def test_a_damaged_log_is_refused_in_one_line(train, small, tmp_path, line):
    assert train("--settings", small)[0] == 0
    out = tmp_path / "out"
    log = out / "log.jsonl"
    log.write_text(log.read_text() + line + "\n")
    status, _, (complaint,) = train(minutes=longer(out))
    assert status == 2
    assert str(log) in complaint
    assert "remove it, and the training goes on with a new log" in complaint
    log.unlink()
    assert train(minutes=longer(out))[0] == 0


def test_a_training_goes_on_where_its_log_is_missing(train, small, tmp_path):
    """It was killed between two files."""
    out = tmp_path / "out"
    assert train("--settings", small)[0] == 0
    lessons = saved(out)["lessons"]
    (out / "log.jsonl").unlink()
    assert train(minutes=longer(out))[0] == 0
    assert saved(out)["lessons"] > lessons


def test_other_settings_in_the_same_folder_are_refused(train, small, tmp_path):
    assert train("--settings", small)[0] == 0
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**TINY, "rate": 0.5}))
    before = {name: (tmp_path / "out" / name).read_bytes() for name in FILES}
    status, _, (complaint,) = train("--settings", other)
    assert status == 2
    assert "has a training with other settings (settings.json); name another folder" in complaint
    assert {name: (tmp_path / "out" / name).read_bytes() for name in FILES} == before
    assert train("--settings", small)[0] == 0


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ("{", "Input data was truncated"),
        ("[]", "Expected `object`"),
        ('{"steps": "many"}', "Expected `int`"),
        ('{"step": 5}', "unknown field `step`"),
        *(
            (json.dumps({name: 0}), f"$.{name}")
            for name in ("places", "steps", "batch", "epochs", "snapshot", "selves")
        ),
        *((json.dumps({name: 0}), f"$.{name}") for name in ("of_part", "of_whole", "hidden")),
        *((json.dumps({name: -1}), f"$.{name}") for name in ("noise", "blunders", "rivals", "rate", "trace", "smooth")),
        *((json.dumps({name: 1.5}), f"$.{name}") for name in ("blunders", "rivals", "trace", "smooth", "takeover")),
        ('{"players": {"2": -1}}', "$.players"),
        ('{"players": {"2": 0, "3": 0, "4": 0, "5": 0}}', "players"),
        ('{"players": {"9": 1}}', "players"),
        ('{"pool": 0, "greedy": 0, "casual": 0}', "pool"),
    ],
)
def test_settings_that_make_no_sense_are_refused_in_one_line(train, tmp_path, settings, why):
    file = tmp_path / "wrong.json"
    file.write_text(settings)
    status, _, (complaint,) = train("--settings", file)
    assert status == 2
    assert str(file) in complaint
    assert why in complaint
    assert not (tmp_path / "out").exists() or names(tmp_path / "out") == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--minutes", "0"), "--minutes must be more than 0"),
        (("--minutes", "-1"), "--minutes must be more than 0"),
        (("--minutes", "nan"), "--minutes must be more than 0"),
        (("--minutes", "many"), "--minutes"),
        (("--device", "tpu"), "--device"),
        (("--device", "cuda"), "PyTorch finds no GPU here; try --device cpu"),
        (("--settings", "{folder}/none.json"), "none.json"),
        (("--start", "{folder}/none.npz"), "none.npz"),
        (("--against", "{folder}/none.npz"), "none.npz"),
        (("--start", "{folder}/small.json"), "small.json is no network"),
        (("--library", "{folder}"), "{folder} has no library of gratte-ciel for a GPU"),
        (("--library", "{folder}/none"), "has no library of gratte-ciel for a GPU"),
        (("--start", "{folder}/larger.npz"), "the network to start with is of another size; see the settings"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_and_leaves_nothing(train, small, tmp_path, monkeypatch, arguments, why):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    file_of(Foresight(load(NAME), 8, 24, 8), tmp_path / "larger.npz")
    given = [part.format(folder=tmp_path) for part in arguments]
    status, _, complaints = train("--settings", small, *given)
    assert status == 2
    assert why.format(folder=tmp_path) in complaints[-1]
    assert not (tmp_path / "out").exists() or names(tmp_path / "out") == []


def test_a_gpu_without_a_library_is_told_how_to_get_one(monkeypatch, tmp_path):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    with pytest.raises(OptionError, match=r"bauboom export gratte-ciel --target ptx --out lib, then --library lib"):
        machine_for(load(NAME), "cuda", None, 1)
    schema = tmp_path / "schema.json"
    for text in ("", "[]", "{}", '{"game": "gratte-ciel"}', '{"game": "gratte-ciel", "machine": "ptx", "row": 5}'):
        schema.write_text(text)
        with pytest.raises(OptionError, match=r"bauboom export gratte-ciel --target ptx --out .* --force") as caught:
            machine_for(load(NAME), "cuda", tmp_path, 1)
        assert len(str(caught.value).splitlines()) == 1


def test_a_game_that_shows_a_network_nothing_is_refused(train, tmp_path):
    with example.installed():
        status, _, (complaint,) = train(game=example.NAME)
    assert status == 2
    assert "does not say what a network is shown" in complaint
    assert not (tmp_path / "out").exists()


def test_without_pytorch_it_says_what_to_install(train, small, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    status, _, (complaint,) = train("--settings", small)
    assert status == 2
    assert "pip install 'bauboom[train]'" in complaint


def test_a_checkpoint_of_another_game_is_refused(train, small, tmp_path):
    assert train("--settings", small)[0] == 0
    before = (tmp_path / "out" / "checkpoint.pt").read_bytes()
    status, _, (complaint,) = train(game="manhattan")
    assert status == 2
    assert "is a training of gratte-ciel" in complaint
    assert (tmp_path / "out" / "checkpoint.pt").read_bytes() == before


@pytest.mark.slow
def test_a_damaged_checkpoint_is_refused_in_one_line(tmp_path):
    file, mine = tmp_path / "checkpoint.pt", student()
    mine.study(0.0)
    torch.save(mine.saved(), file)
    whole, rng = file.read_bytes(), np.random.default_rng(1)
    damaged = [b"", b"no checkpoint", b"PK", whole[: len(whole) // 2], whole[:-1], whole[1:]]
    for name in mine.saved():
        for value in (None, 5, "text", [], {}):
            torch.save({**mine.saved(), name: value}, file)
            damaged.append(file.read_bytes())
    for other in ([], 5, {}):
        torch.save(other, file)
        damaged.append(file.read_bytes())
    for _ in range(30):
        content = bytearray(whole)
        content[int(rng.integers(len(content)))] ^= 1 << int(rng.integers(8))
        damaged.append(bytes(content))
    refusals = 0
    for content in damaged:
        file.write_bytes(content)
        fresh = student()
        error = None
        try:
            fresh.go_on_from(file)
        except OptionError as refusal:
            error = str(refusal)
        if error is not None:
            assert len(error.splitlines()) == 1
            assert str(file) in error
            refusals += 1
        else:
            fresh.study(0.5)
    assert refusals >= 30


# What is learnt from


def choice(seats, mine, theirs, ended=(0, 0), shares=None, is_last=(1, 1), who=(NETWORK, NETWORK), best=None):
    """A decision in each of two games: whose it was, and what was expected of it, as two chairs see it."""
    most, number = 5, len(load(NAME).variants)
    chances = torch.zeros(2, most)
    chances[:, 0], chances[:, 1] = torch.tensor(mine), torch.tensor(theirs)
    assert number == 4
    return Choice(
        *(torch.tensor(seats), torch.tensor(ended) != 0, torch.zeros(2, most, dtype=torch.float64)),
        *(torch.tensor(who), chances, chances.clone() if best is None else best, torch.tensor(is_last) != 0),
        *(torch.zeros(2, 1), torch.zeros(2, 1)),
    )


def lesson(trace, choices, ended, shares):
    """What came of two games of two players: positions in the order in which they were, with what they are told."""
    made = student(places=2, trace=trace, players={"2": 1, "3": 0, "4": 0, "5": 0})
    assert made.games.seats.tolist() == [2, 2]
    numbered = [
        one._replace(parts=torch.tensor([[10.0 * k], [10.0 * k + 1]]), whole=torch.zeros(2, 1))
        for k, one in enumerate(choices)
    ]
    made.games.told[:, 2] = torch.tensor(ended)
    made.games.shares[:, :2] = torch.tensor(shares, dtype=torch.float64)
    found = made._lesson(numbered)
    assert (found.seats == 2).all()
    assert not found.truth[:, 2:].any()
    return {
        (int(n) // 10, int(n) % 10): [round(share, 4) for share in truth.tolist()]
        for n, truth in zip(found.parts[:, 0], found.truth[:, :2], strict=True)
    }


def test_with_all_of_the_trace_every_position_is_told_the_result_as_its_seat_sees_it():
    choices = [choice((0, 1), (0.5, 0.5), (0.5, 0.5)), choice((1, 0), (0.6, 0.7), (0.4, 0.3))]
    assert lesson(1.0, choices, (1, 1), [[1.0, 0.0], [0.25, 0.75]]) == {
        (0, 0): [1.0, 0.0],
        (1, 0): [0.0, 1.0],
        (0, 1): [0.75, 0.25],
        (1, 1): [0.25, 0.75],
    }


def test_without_a_trace_every_position_is_told_what_its_seat_expects_at_its_next():
    choices = [choice((0, 1), (0.5, 0.5), (0.5, 0.5)) for _ in range(2)]
    choices.insert(1, choice((1, 1), (0.6, 0.7), (0.4, 0.3)))
    assert lesson(0.0, choices, (1, 0), [[0.0, 1.0], [0.0, 0.0]]) == {
        (0, 0): [0.5, 0.5],
        (2, 0): [0.0, 1.0],
        (1, 0): [1.0, 0.0],  # the other seat's last: the result, from its chair
        (0, 1): [0.7, 0.3],
        (1, 1): [0.5, 0.5],  # the last one of a game that goes on is not known yet
    }


def test_part_of_the_trace_mixes_both():
    choices = [choice((0, 0), (0.3, 0.5), (0.7, 0.5)), choice((0, 0), (0.4, 0.6), (0.6, 0.4))]
    told = lesson(0.75, choices, (1, 0), [[1.0, 0.0], [0.0, 0.0]])
    assert told[1, 0] == [1.0, 0.0]
    assert told[0, 0] == pytest.approx([0.75 * 1 + 0.25 * 0.4, 0.25 * 0.6])
    assert told[0, 1] == [0.6, 0.4]
    assert (1, 1) not in told


def test_the_result_of_a_game_is_not_told_to_the_next_one():
    first, second = choice((0, 0), (0.3, 0.3), (0.7, 0.7)), choice((0, 0), (0.4, 0.4), (0.6, 0.6), ended=(1, 0))
    second.shares[0, :2] = torch.tensor([1.0, 0.0])
    told = lesson(1.0, [first, second], (1, 0), [[0.0, 1.0], [0.0, 0.0]])
    assert told == {(0, 0): [1.0, 0.0], (1, 0): [0.0, 1.0], (0, 1): [0.4, 0.6]}


def test_a_decision_that_was_made_to_try_something_is_not_held_against_the_positions_before_it():
    best = torch.zeros(2, 5)
    best[0, :2], best[1, :2] = torch.tensor([0.9, 0.1]), torch.tensor([0.4 + STRAY / 2, 0.6 - STRAY / 2])
    choices = [choice((0, 0), (0.5, 0.5), (0.5, 0.5)), choice((0, 0), (0.4, 0.4), (0.6, 0.6), best=best)]
    told = lesson(1.0, choices, (1, 1), [[0.0, 1.0], [0.0, 1.0]])
    assert told[1, 0] == told[1, 1] == told[0, 1] == [0.0, 1.0]
    assert told[0, 0] == [0.9, 0.1]


def test_only_ends_of_turns_of_the_network_are_learnt_from():
    choices = [
        choice((0, 0), (0.5, 0.5), (0.5, 0.5), who=(GREEDY, NETWORK)),
        choice((1, 0), (0.5, 0.5), (0.5, 0.5), who=(NETWORK, RIVAL), is_last=(0, 1)),
    ]
    assert set(lesson(1.0, choices, (1, 1), [[0.0, 1.0], [0.0, 1.0]])) == {(0, 1)}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_of_real_games_adds_up(name):
    game = load(name)
    made = Student(game, machine_for(game, "cpu", None, 1), Settings(**{**TINY, "places": 40}), 1)
    for _ in range(3):
        found = made._lesson([made._decide() for _ in range(40)])
        assert len(found.truth) > 400
        assert torch.allclose(found.truth.sum(1), torch.ones(len(found.truth)), atol=1e-4)
        assert found.truth.min() >= 0
        absent = torch.arange(found.truth.shape[1]) >= found.seats[:, None]
        assert not found.truth[absent].any()
        assert found.whole.isfinite().all()
        assert set(found.seats.tolist()) == {int(variant["players"]) for variant in game.variants}


def test_nothing_to_learn_from_changes_nothing():
    made = student(steps=1, places=2)
    before = learnt_by(made.player)
    told = made.study(0.0)
    assert told == {"surprise": None, "positions": 0}
    for mine, theirs in zip(learnt_by(made.player), before, strict=True):
        np.testing.assert_array_equal(mine, theirs)


# How it goes


def taught(lessons, **given):
    made = student(**given)
    for k in range(lessons):
        made.study(k / lessons)
    return made


def weights(network):
    return b"".join(array.tobytes() for array in learnt_by(network))


def test_the_same_seed_teaches_the_same_on_any_number_of_cores():
    mine = weights(taught(6).player)
    assert mine == weights(taught(6).player) == weights(taught(6, threads=2, places=24).player)
    assert mine != weights(taught(6, seed=2).player)
    assert mine != weights(taught(5).player)


def test_all_is_taken_up_again(tmp_path):
    before, after = taught(5), student(seed=1)
    torch.save(before.saved(), tmp_path / "checkpoint.pt")
    after.go_on_from(tmp_path / "checkpoint.pt")
    assert weights(after.network) == weights(before.network)
    assert weights(after.player) == weights(before.player)
    for name in ("lessons", "decisions", "finished", "seconds"):
        assert getattr(after, name) == getattr(before, name)
    assert len(after.selves) == len(before.selves) == 3
    fresh = student(seed=1)
    assert not torch.equal(after.games.rngs, fresh.games.rngs)  # other games than in the beginning
    some = [name for name, state in after.optimizer.state_dict()["state"].items() if state["exp_avg"].any()]
    assert len(some) == 7
    known = [{key: value.float() for key, value in self.items()} for self in before.selves]
    rival = after.rival.state_dict()
    assert any(all(torch.equal(rival[key], self[key]) for key in rival) for self in known)  # no stranger
    after.study(0.5)
    assert weights(after.player) != weights(before.player)


def test_a_network_to_start_with_is_known_to_all(train, small, tmp_path):
    network = strong()
    made = student()
    made.begin_with(network)
    for own in (made.network, made.player, made.rival):
        assert weights(own) == weights(network)
    status, _, _ = train("--settings", small, "--start", file_of(network, tmp_path / "start.npz"))
    assert status == 0
    begun, learnt = (learnt_by(network), read(tmp_path / "out" / "network.npz", load(NAME)))
    for mine, theirs in zip(begun, learnt, strict=True):
        np.testing.assert_allclose(mine.astype(float), theirs.astype(float), atol=0.5)
    unrelated = learnt_by(student().player)
    assert np.abs(begun.last.astype(float) - unrelated.last.astype(float)).max() > 0.6


def test_a_network_that_is_learnt_against_never_changes(train, small, tmp_path):
    network = strong()
    before = weights(network)
    made = student(frozen=network)
    for k in range(6):
        assert (made.against == RIVAL).all()
        made.study(k / 6)
    assert weights(network) == weights(made.rival) == before
    assert made.selves == []
    file = file_of(network, tmp_path / "frozen.npz")
    content = file.read_bytes()
    status, said, _ = train("--settings", small, "--against", file)
    assert status == 0
    assert "against greedy" not in said
    assert file.read_bytes() == content


def test_earlier_selves_are_kept_and_played_against():
    made = taught(7)
    assert len(made.selves) == 3
    assert weights(made.rival) != weights(made.player)
    assert {NETWORK, RIVAL, GREEDY} <= set(made.against.tolist())


@pytest.mark.slow
def test_a_few_seconds_teach_how_to_beat_a_network_that_has_learnt_nothing():
    players = {"2": 1.0, "3": 0.0, "4": 0.0, "5": 0.0}
    sizes = {"of_part": 16, "of_whole": 32, "hidden": 16, "places": 96, "steps": 32, "batch": 256}
    how = {"rate": 0.01, "smooth": 0.9, "trace": 1.0, "epochs": 2, "players": players}
    made = student(**sizes, **how)
    first, told = copy.deepcopy(made.player), []
    for k in range(8):
        told.append(made.study(k / 8)["surprise"])
    assert told[-1] < told[0] - 0.02
    two = load(NAME, players=2)
    result = evaluate.match(two, made.machine, made.player, first, 20, 3)
    assert result.games == 40
    assert result.low > 0.6
    assert evaluate.match(two, made.machine, first, made.player, 20, 3).share < 0.4


# How strong a network is


@pytest.mark.slow
@pytest.mark.parametrize("rival", [None, 6])
def test_a_match_gives_the_same_result_every_time(rival):
    game = load(NAME, players=3)
    machine = machine_for(game, "cpu", None, 1)
    mine, other = strong(5), None if rival is None else strong(rival)
    first = evaluate.match(game, machine, mine, other, 6, 1)
    assert first == evaluate.match(game, machine, mine, other, 6, 1)
    assert first.games == 18
    assert 0 <= first.share <= 1
    assert first.low < first.share or first.error == 0
    if rival is not None:
        assert first != evaluate.match(game, machine, mine, other, 6, 2)


@pytest.mark.slow
def test_a_match_of_networks_does_not_depend_on_the_deals_beside():
    """Whoever plays more deals plays these among them."""
    game = load(NAME, players=2)
    machine = machine_for(game, "cpu", None, 1)
    few, many = (evaluate.by_deal(game, machine, strong(5), strong(6), deals, 1).tolist() for deals in (4, 12))
    assert many[:4] == few
    assert len(set(many)) > 1


def test_a_network_against_itself_wins_its_share_on_every_deal():
    game = load(NAME, players=2)
    result = evaluate.match(game, machine_for(game, "cpu", None, 1), strong(), strong(), 8, 1)
    assert (result.share, result.error) == (0.5, 0.0)  # from both seats


def test_one_deal_says_nothing_of_the_error():
    game = load(NAME, players=2)
    result = evaluate.match(game, machine_for(game, "cpu", None, 1), strong(), None, 1, 1)
    assert result.error == float("inf")


# From one kind of network to the other


@pytest.mark.parametrize("name", GAMES)
def test_a_network_is_the_same_after_a_file(name, tmp_path):
    game = load(name)
    network = Foresight(game, 8, 16, 8)
    write(learnt_by(network), tmp_path / "net.npz")
    again = network_from(read(tmp_path / "net.npz", game), game)
    assert weights(again) == weights(network)
    assert again.state_dict().keys() == network.state_dict().keys()
    with pytest.raises(OptionError, match="of another game"):
        read(tmp_path / "net.npz", load(next(other for other in GAMES if other != name)))
