"""Puzzles: one decision is clearly the best, nothing hidden is shown, and the work goes on after an interrupt."""

import json
import os
import signal
import subprocess
import sys
import time

import msgspec
import pytest

from bauboom import GAMES, load
from bauboom.analysis import puzzles
from bauboom.analysis.game import expected, thinker
from bauboom.analysis.puzzles import LEAD, SURE, Puzzle, PuzzleError, rated, read, theme_of, view_of
from bauboom.bots import make_bot
from bauboom.cli import main
from bauboom.core.state import View
from bauboom.machines.puzzles import check, chosen, files_of, packed, shown

FEW = ["hoch-hinaus", "--players", "2", "--workers", "1"]


def run(capsys, monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["bauboom", "puzzles", *map(str, arguments)])
    with pytest.raises(SystemExit) as end:
        main()
    said = capsys.readouterr()
    return end.value.code, said.out, said.err.splitlines()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A file of a few puzzles."""
    path = tmp_path_factory.mktemp("made") / "puzzles.jsonl"
    command = [sys.executable, "-m", "bauboom", "puzzles", *FEW, "--count", "4", "--out", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    return path


def all_of(path):
    with path.open("rb") as source:
        return list(read(source))


@pytest.mark.slow
def test_a_puzzle_has_one_clearly_best_decision(made):
    game, found = load("hoch-hinaus"), all_of(made)
    assert len({puzzle.id for puzzle in found}) == len(found) >= 4
    for puzzle in found:
        view = check(game, puzzle)
        assert view.turn == puzzle.seat
        assert len(view.legal) == puzzle.legal >= 3
        assert puzzle.lead >= max(LEAD, SURE * puzzle.lead_error)
        assert puzzle.best.chance - puzzle.second.chance == pytest.approx(puzzle.lead, abs=2e-4)
        assert puzzle.reasons == view.reasons(puzzle.best.action)
        assert puzzle.options["players"] == 2
        assert sum(puzzle.chances) == pytest.approx(1, abs=1e-3)
    assert set(found[0].solved) == set(puzzles.TRIES)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_puzzles_on_any_number_of_cores_and_after_an_interrupt(made, tmp_path):
    path, whole = tmp_path / "puzzles.jsonl", made.read_bytes()
    command = [sys.executable, "-m", "bauboom", "puzzles", *FEW[:-1], "2", "--out", str(path)]
    process = subprocess.Popen([*command, "--count", "1000"], stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        progress, end = puzzles.beside(path), time.monotonic() + 120
        while not progress.exists() and time.monotonic() < end:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        complaints = process.communicate(timeout=60)[1]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130, complaints
    assert "Interrupted" in complaints
    assert "Traceback" not in complaints
    first = path.read_bytes()
    assert len(first) == msgspec.json.decode(progress.read_bytes())["bytes"]
    with path.open("ab") as file:
        file.write(b'{"half a puz')  # as a crash leaves it
    subprocess.run([*command, "--count", "4"], check=True, capture_output=True)
    whole_again = path.read_bytes()
    assert whole_again.startswith(first)
    assert whole_again.startswith(whole)  # it has more where it was interrupted later


def record_of(game, seed=3):
    state, bot = load(game, players=2).start(seed), make_bot("level2", seed)
    while not state.is_over:
        view = state.view(state.turn)
        state = state.play(bot.choose(view, view.legal))
    return state.record().encode()


@pytest.mark.slow
def test_records_are_looked_through_and_bad_ones_refused_in_a_line_each(capsys, monkeypatch, tmp_path):
    good, other = record_of("hoch-hinaus"), record_of("manhattan")
    illegal = json.loads(good)
    illegal["events"][2] = illegal["events"][1]
    games = tmp_path / "games.jsonl"
    games.write_bytes(b"\n".join([b"no JSON", other, msgspec.json.encode(illegal), good, b""]))
    out = tmp_path / "puzzles.jsonl"
    status, output, complaints = run(capsys, monkeypatch, *FEW, "--from", games, "--out", out)
    assert status == 2
    assert "of 4 games, 3 of them refused" in output
    assert [line.partition(": ")[0] for line in complaints] == [f"{games}:{line}" for line in (1, 2, 3)]
    assert "this is a game of manhattan, not of hoch-hinaus" in complaints[1]
    for puzzle in all_of(out):
        check(load("hoch-hinaus"), puzzle)
        assert list(puzzle.source) == ["record"]


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("empty", b"", "no records in there"),
        ("missing", None, "there is no such file"),
        ("blank", b"\n\n", "no records"),
    ],
)
def test_files_without_records_are_refused(capsys, monkeypatch, tmp_path, name, content, complaint):
    games = tmp_path / name
    if content is not None:
        games.write_bytes(content)
    status, _, complaints = run(capsys, monkeypatch, *FEW, "--from", games, "--out", tmp_path / "puzzles.jsonl")
    assert (status, len(complaints)) == (2, 1)
    assert complaint in complaints[0]


def test_a_file_that_was_made_otherwise_is_not_gone_on_with(capsys, monkeypatch, tmp_path, made):
    path = tmp_path / "puzzles.jsonl"
    path.write_bytes(made.read_bytes())
    refused = [[], ["--seed", "1"], []]
    beside = puzzles.beside(path)
    texts = [None, puzzles.beside(made).read_bytes(), b"{"]
    wanted = ["exists already", "seed is 0 there and 1 here", "cannot be read"]
    for more, text, complaint in zip(refused, texts, wanted, strict=True):
        if text is not None:
            beside.write_bytes(text)
        status, _, complaints = run(capsys, monkeypatch, *FEW, *more, "--out", path)
        assert (status, len(complaints)) == (2, 1)
        assert complaint in complaints[0]
    assert path.read_bytes() == made.read_bytes()


def test_what_is_no_puzzle_is_refused(made, tmp_path):
    game, (puzzle, *_) = load("hoch-hinaus"), all_of(made)
    changed = {
        "no puzzle of": {"game": "manhattan"},
        "another version": {"layout": "0" * 12},
        "cannot be read": {"view": "AAAA"},
        "not legal": {"best": msgspec.structs.replace(puzzle.best, action=puzzle.second.action)},
        "by enough": {"lead": 0.04},
        "another's": {"id": "000000"},
    }
    for complaint, change in changed.items():
        with pytest.raises(PuzzleError, match=complaint):
            check(game, msgspec.structs.replace(puzzle, **change))
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(made.read_bytes() + b"{}\n")
    with pytest.raises(PuzzleError, match=f"line {len(all_of(made)) + 1} is no puzzle"):
        all_of(broken)


def test_a_puzzle_that_shows_a_hidden_card_is_refused():
    state = load("manhattan", players=2).start(seed=1)
    while len(state.legal) < 3 or state.view(state.turn).row["phase"] != 3:
        state = state.play(state.legal[0])
    seat, game = state.turn, state.game
    best, second = (puzzles.Choice(str(state.legal[i]), 0.6 - 0.1 * i, 0.001) for i in range(2))
    base = Puzzle(
        puzzles.FORMAT, "", game.name, game.version, puzzles.layout_of(game), dict(game.options), seat, state.step, 3,
        "", best, second, 0.1, 0.001, [0.6, 0.4], 1, [], "last", 1500, 150, {}, {},
    )  # fmt: skip
    for rows, is_open in ((state.view(seat).rows, True), (View(game, state._rows.copy(), seat).rows, False)):
        data = rows.tobytes()
        puzzle = msgspec.structs.replace(base, view=puzzles.packed(data), id=puzzles.id_of(game, seat, data))
        if is_open:
            check(load("manhattan"), puzzle)
        else:
            with pytest.raises(PuzzleError, match="more than its seat may see"):
                check(load("manhattan"), puzzle)


def test_a_first_rating_follows_from_what_bots_solve():
    def solved(*shares):
        return dict(zip(puzzles.TRIES, shares, strict=True))

    ladder = [
        solved(1, 1, 1, 1, 1),
        solved(0.2, 0.6, 1, 1, 1),
        solved(0, 0.2, 0, 1, 1),
        solved(0, 0, 0, 0, 1),
        solved(0, 0, 0, 0, 0),
    ]
    ratings = [rated(shares, 12) for shares in ladder]
    assert ratings == sorted(ratings)
    assert ratings[0] < 900
    assert ratings[-1] > 1900
    assert rated(ladder[1], 3) < rated(ladder[1], 60)
    # by hand: one kind of solver whose share is what Elo's formula says of its own rating
    expected_shares = solved(*(1 / (1 + 10 ** ((1500 - puzzles.SOLVERS[name]) / 400)) for name in puzzles.TRIES))
    assert rated(expected_shares, round(1 + 10 ** ((1500 - puzzles.SOLVERS["random"]) / 400))) == pytest.approx(
        1500, abs=1
    )


def test_files_of_puzzles_are_read_as_they_were_written(made):
    game, found = load("hoch-hinaus"), all_of(made)
    picked = chosen(game, [*found, found[0]], 3)
    assert len({puzzle.id for puzzle in picked}) == 3
    files = packed(game, picked)
    assert list(files) == ["000.bin", "index.json"]
    assert "seed" not in files["index.json"].decode()
    assert packed(game, chosen(game, found[::-1], 3)) == files


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_puzzle_can_be_tried_and_hides_what_is_hidden(name):
    game, ids = load(name), set()
    for puzzle in shown(game):
        view, legal = puzzle.view, [str(action) for action in puzzle.view.legal]
        assert view.turn == view.seat
        assert {puzzle.best, puzzle.second} <= {*legal}
        assert puzzle.best != puzzle.second
        assert puzzle.chances[0] - puzzle.chances[1] >= 499
        assert view.determinize(0).view(view.seat) == view == view.determinize(1).view(view.seat)
        assert view.determinize(0).audit() == 0
        assert puzzle.id == puzzles.id_of(game, view.seat, view.rows.tobytes())
        actions = (view.game.space.actions[view.game.space.encode(text)] for text in (puzzle.best, puzzle.second))
        assert puzzle.theme == theme_of(view, *actions)
        assert puzzles.LOWEST <= puzzle.rating <= puzzles.HIGHEST
        ids.add(puzzle.id)
    assert len(ids) >= 1000
    assert sum(map(len, files_of(game).values())) <= 150_000


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_of_the_shipped_puzzles_is_proven_again(name):
    found = list(shown(load(name)))
    for puzzle in found[:: len(found) // 3][:3]:
        view, encode = puzzle.view, load(name).space.encode
        assert str(load(name).space.actions[thinker("3000", 77).look(view).lines[0].action]) == puzzle.best
        best, second = (
            expected(view, encode(action), 2000, 77)[0][view.seat] for action in (puzzle.best, puzzle.second)
        )
        assert best - second > 0.8 * LEAD  # fewer simulations than the maker's foresee a little less


def test_puzzles_of_another_layout_are_refused(made):
    game, (puzzle, *_) = load("hoch-hinaus"), all_of(made)
    assert view_of(game, puzzle).seat == puzzle.seat
    with pytest.raises(PuzzleError, match="another version"):
        view_of(game, msgspec.structs.replace(puzzle, layout="x"))
