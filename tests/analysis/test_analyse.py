"""Analysis: a mistake is found and told, luck is not blamed on anybody, and nobody's knowledge is exceeded."""

import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest

from bauboom import GAMES, Record, load
from bauboom.analysis.game import Decision, advise, analysed, assess, deciding, expected
from bauboom.analysis.report import GameReport, page, picture
from bauboom.analysis.words import in_words, sentences
from bauboom.bots import make_bot
from bauboom.cli import main

DUEL = load("manhattan", players=2)
FILES = Path(__file__).parents[1] / "games"


def played(seed):
    """A game of greedy bots, all its states in which somebody decides, and its end."""
    state, bot = DUEL.start(seed), make_bot("greedy", seed)
    states = [state]
    while not state.is_over:
        view = state.view(state.turn)
        state = state.play(bot.choose(view, view.legal))
        states.append(state)
    return states


@pytest.fixture(scope="module")
def blunder():
    """A game whose last decision throws the win away: the state before it and the end."""
    for seed in range(200):
        before = played(seed)[-2]
        ends = [before.play(action) for action in before.legal]
        shares = [end.returns[before.turn] for end in ends]
        if max(shares) == 1 and min(shares) == 0:
            return before, ends[shares.index(0)]
    raise AssertionError("no game is open until its last decision")


def last_judged(end):
    return assess(deciding(end)[-1], "200", 0)


def test_the_last_decision_is_judged_exactly(blunder):
    before, end = blunder
    judged = last_judged(end)
    assert (judged.step, judged.seat, judged.played) == (before.step, before.turn, deciding(end)[-1].action)
    assert judged.loss == 1
    assert before.play(judged.best).returns[before.turn] == 1
    assert expected(before.view(before.turn), judged.best, 10, 0) == ([*before.play(judged.best).returns], [0.0, 0.0])


def test_a_mistake_is_a_turning_point_with_what_was_better_and_why(blunder):
    before, end = blunder
    judged = last_judged(end)
    (turn,) = analysed(end, [judged]).turns
    assert (turn.kind, turn.step, turn.seat, turn.change) == ("decision", before.step, before.turn, -1)
    assert turn.better == str(DUEL.space.actions[judged.best])
    assert turn.reasons == before.view(before.turn).reasons(judged.best)
    assert turn.told == before.view(before.turn).told(judged.best)
    first, second, *why = sentences(end, turn, ["Ada", "Grace"])
    assert first.startswith(f"{['Ada', 'Grace'][before.turn]} gave away 100 points of win chance with {turn.played} (")
    assert second.startswith(f"Better was {turn.better} (")
    assert why == in_words(before.view(before.turn), turn.reasons, ["Ada", "Grace"])


def test_what_was_best_gives_nothing_away(blunder):
    before, _ = blunder
    best = last_judged(before.play(last_judged(blunder[1]).best))
    assert best.loss == 0
    assert best.best == best.played


END = played(1)[-1]
ADA, GRACE, ADA_AGAIN = next(
    three
    for three in zip(*(deciding(END)[i:] for i in range(3)), strict=False)
    if [s.previous.turn for s in three] == [0, 1, 0]
)


def decision(state, chance, after, best=None, error=0.0):
    """The decision that led to a state, worth a chance for seat 0 before and after it."""
    seat, chances, later = state.previous.turn, [chance, 1 - chance], [after, 1 - after]
    return Decision(state.previous.step, seat, state.action, best or state.action, chances, [0, 0], later, error)


def another(state):
    return next(action for action in state.previous.legal_ids() if action != state.action)


def test_what_decisions_do_not_explain_is_luck():
    calm = [decision(state, 0.5, 0.5) for state in (ADA, GRACE, ADA_AGAIN)]
    assert analysed(END, calm, is_whole=False).turns == []
    (turn,) = analysed(END, [*calm[:2], decision(ADA_AGAIN, 0.9, 0.9)], is_whole=False).turns
    assert (turn.kind, turn.seat, turn.step, turn.since) == ("luck", 0, ADA_AGAIN.previous.step, GRACE.step)
    assert turn.change == pytest.approx(0.4)
    assert sentences(END, turn, ["Ada", "Grace"]) == [
        "Chance and the hidden cards brought Ada 40 points of win chance."
    ]


def test_what_another_gave_away_is_his_mistake_and_no_luck():
    slip = decision(GRACE, 0.5, 0.9, another(GRACE))
    turns = analysed(END, [decision(ADA, 0.5, 0.5), slip, decision(ADA_AGAIN, 0.9, 0.9)], is_whole=False).turns
    assert [(turn.kind, turn.seat, turn.change) for turn in turns] == [("decision", 1, pytest.approx(-0.4))]


def test_a_difference_within_the_error_is_no_turning_point():
    assert len(analysed(END, [decision(GRACE, 0.5, 0.6, another(GRACE), 0.01)], is_whole=False).turns) == 1
    assert analysed(END, [decision(GRACE, 0.5, 0.6, another(GRACE), 0.1)], is_whole=False).turns == []


def test_a_position_is_told_from_what_its_seat_knows_and_nothing_else():
    state = played(3)[5]
    view = state.view(state.turn)
    advice = advise(view, "300", seed=4, playouts=20)
    guess = view.determinize(9)
    assert advice == advise(guess.view(state.turn), "300", seed=4, playouts=20)
    assert advice != advise(view, "300", seed=5, playouts=20)
    assert [option.visits for option in advice.options] == sorted((o.visits for o in advice.options), reverse=True)
    assert len(advice.options) == 5
    for option in advice.options:
        assert sum(option.chances) == pytest.approx(1)
        assert len(option.scores) == len(option.score_errors) == len(option.errors) == 2
        assert option.reasons == view.reasons(option.action)
    assert json.loads(msgspec.json.encode(advice))["options"][0]["notation"] == str(
        DUEL.space.actions[advice.options[0].action]
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_curve_that_ends_with_its_result(name):
    record = Record.decode(
        max((FILES / name.replace("-", "_") / "records.jsonl").read_bytes().splitlines(), key=len), load
    )
    end = record.replay()
    judged = [assess(state, "30", 1) for state in deciding(end)]
    assert judged[-1] == assess(deciding(end)[-1], "30", 1)  # alone as in the whole game
    found = analysed(end, judged)
    assert found.curve[-1] == (end.step, list(end.returns))
    for step, chances in found.curve:
        assert 0 <= step <= end.step
        assert sum(chances) == pytest.approx(1)
    assert all(one.loss >= 0 for one in judged)
    report = GameReport(end, [f"<{seat}> & Co" for seat in record.seats], found, "30", 1)
    root = ET.fromstring(picture(report))
    curves = [line for line in root.iter() if line.tag.endswith("polyline")]
    assert [len(curve.get("points").split()) for curve in curves] == [len(found.curve)] * end.game.seats
    notes = [title.text for title in root.iter() if title.tag.endswith("title") and title.text.startswith("step ")]
    assert len(notes) == len(found.turns)
    assert "<0> &" not in page(report)


@pytest.fixture
def bauboom(capsys, monkeypatch, tmp_path):
    def run(*arguments):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["bauboom", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        output, complaints = capsys.readouterr()
        return ended.value.code or 0, output, complaints

    return run


@pytest.fixture
def game_file(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(END.record(["Ada", "Grace"]).encode())
    return path


@pytest.mark.slow
def test_a_record_is_analysed_as_a_table_json_and_pictures(bauboom, game_file):
    status, output, complaints = bauboom("analyse", game_file, "--budget", "20", "--out", "curve.svg")
    assert (status, complaints.splitlines()[-1]) == (0, "curve.svg written")
    assert "Turning points" in output
    assert "result" in output
    assert ET.parse("curve.svg") is not None
    status, first, _ = bauboom("analyse", game_file, "--budget", "20", "--json", "--out", "page.html")
    assert "Turning points" in Path("page.html").read_text(encoding="utf-8")
    assert bauboom("analyse", game_file, "--budget", "20", "--json")[1] == first
    assert bauboom("analyse", game_file, "--budget", "20", "--json", "--seed", "1")[1] != first
    found = json.loads(first)
    assert found["curve"][-1] == [END.step, list(END.returns)]
    assert len(found["decisions"]) == len(deciding(END))
    mine = json.loads(bauboom("analyse", game_file, "--budget", "20", "--json", "--seat", "1")[1])
    assert {one["seat"] for one in mine["decisions"]} == {1}
    assert "better" in bauboom("analyse", game_file, "--budget", "20", "--all")[1]


@pytest.mark.slow
def test_the_best_of_a_position_are_shown(bauboom, game_file):
    step = deciding(END)[3].step - 1
    status, output, _ = bauboom("analyse", game_file, "--at", step, "--budget", "50")
    assert status == 0
    assert "Best for" in output
    assert json.loads(bauboom("analyse", game_file, "--at", step, "--budget", "50", "--json")[1])["seat"] in (0, 1)


@pytest.mark.slow
def test_an_unfinished_game_is_analysed_as_far_as_it_goes(bauboom, tmp_path):
    (tmp_path / "part.json").write_bytes(played(1)[6].record().encode())
    status, output, complaints = bauboom("analyse", "part.json", "--budget", "20")
    assert status == 0
    assert "result" not in output
    assert complaints.splitlines()[-1] == "The record ends before the game does."


def test_wrong_questions_are_answered_in_a_line(bauboom, game_file, tmp_path):
    (tmp_path / "empty.json").write_bytes(DUEL.root.record().encode())
    (tmp_path / "bad.json").write_text('{"format": "bauboom/1"}')
    chance = next(state.step for state in END.path() if state.is_chance)
    for arguments, words in [
        ((game_file, "--at", END.step + 1), f"there is no step {END.step + 1}; steps go from 0 to {END.step}"),
        ((game_file, "--at", END.step), f"nobody decides at step {END.step}; no decision follows"),
        ((game_file, "--at", chance), f"nobody decides at step {chance}; the next decision is at step"),
        ((game_file, "--at", 20, "--all"), "--at shows one position"),
        ((game_file, "--seat", 2), "there is no seat 2; seats go from 0 to 1"),
        ((game_file, "--budget", "soon"), "--budget takes simulations, as 2000, or a time, as 500ms or 1s; not 'soon'"),
        ((game_file, "--budget", "0"), "--budget takes simulations"),
        ((game_file, "--game", 2), "holds 1 record; there is no number 2"),
        ((game_file, "--out", "curve.png"), "name a file that ends in .svg or .html"),
        ((game_file, "--out", "nowhere/curve.svg"), "there is no such folder"),
        (("empty.json",), "nobody has decided anything in this game yet"),
        (("bad.json",), "missing required field `game`"),
        (("missing.json",), "No such file"),
    ]:
        status, output, complaints = bauboom("analyse", *arguments)
        assert (status, output, complaints.count("\n")) == (2, "", 1), complaints
        assert words in complaints


@pytest.mark.slow
def test_a_game_is_reviewed_in_words_as_json_and_as_a_page(bauboom, game_file):
    status, output, complaints = bauboom(
        "analyse", game_file, "--review", "--seat", "0", "--budget", "6", "--out", "review.html"
    )
    assert (status, complaints.splitlines()[-1]) == (0, "review.html written")
    assert "Where it came from" in output
    assert "per decision that mattered" in " ".join(output.split())
    assert "Where it came from" in Path("review.html").read_text(encoding="utf-8")
    found = json.loads(bauboom("analyse", game_file, "--review", "--budget", "6", "--json")[1])
    assert [seat["name"] for seat in found["seats"]] == ["Ada", "Grace"]
    assert found["notes"] == []
    for seat, result in zip(found["seats"], END.returns, strict=True):
        sums = seat["sums"]
        parts = sums["chance"] + sums["hidden"] + sums["place"] + sums["others"] + sums["own"]
        assert parts == pytest.approx(result - 0.5, abs=1e-9)
        assert all(moment["words"] for moment in seat["moments"])


@pytest.mark.slow
def test_reviews_of_many_games_go_on_where_they_ended(bauboom, tmp_path):
    parts = [DUEL.root, played(1)[6], played(1)[9]]
    (tmp_path / "games.jsonl").write_bytes(b"".join(state.record().encode() + b"\n" for state in parts))
    command = ("analyse", "games.jsonl", "--review", "--budget", "6", "--out", "reviews.jsonl")
    assert bauboom(*command)[:2] == (0, "3 games in reviews.jsonl, 3 of them new\n")
    whole = Path("reviews.jsonl").read_bytes()
    first, second, _ = whole.splitlines(keepends=True)
    Path("reviews.jsonl").write_bytes(first + second + b'{"asked": {"se')
    assert bauboom(*command)[:2] == (0, "3 games in reviews.jsonl, 1 of them new\n")
    assert Path("reviews.jsonl").read_bytes() == whole
    notes = json.loads(first)["review"]["notes"]
    assert notes[0].startswith("The record ends at step 0, before the game does")
    assert notes[1] == "Seat 0 has decided nothing yet."
    for others, words in [(("--seed", "5"), "another seed"), (("--at", "3"), "--review is for whole games")]:
        status, _, complaints = bauboom(*command, *others)
        assert status == 2
        assert words in complaints
    Path("reviews.jsonl").write_text("mine\n")
    assert "something else" in bauboom(*command)[2]
    assert Path("reviews.jsonl").read_text() == "mine\n"
