"""The balance lab: the games it watches are those of the simulation, and its figures are what they are called."""

import json
from io import StringIO

import numpy as np
import pytest
from rich.console import Console

from bauboom import GAMES, load
from bauboom.arena.balance import (
    MEASURES,
    Difference,
    Figure,
    Mean,
    Study,
    Watched,
    alternatives,
    balance,
    chance_of,
    mark_real,
    rank_shares,
    report,
    watch,
)
from bauboom.arena.balance_report import html, print_report, sentences
from bauboom.arena.simulate import Totals, simulate
from bauboom.cli import main
from bauboom.core.errors import OptionError
from bauboom.core.state import State

DUEL = load("manhattan", players=2)


def watched(*games, starters=None):
    """Games of two, each the points when its stages were over and at last at its end."""
    count, most = len(games), 64
    stage_points = np.zeros((count, most, 2), np.int64)
    for i, game in enumerate(games):
        stage_points[i, : len(game) - 1] = np.reshape(game[:-1], (-1, 2))
    points = np.array([game[-1] for game in games])
    best = points == points.max(1, keepdims=True)
    starters = np.array(starters or [0] * count)
    return Watched(
        points=points,
        shares=best / best.sum(1, keepdims=True),
        lengths=np.full(count, 30),
        moves=np.zeros((0, 0)),
        decisions=np.full(count, 20),
        starters=starters,
        stages=np.array([len(game) - 1 for game in games]),
        stage_points=stage_points,
        stage_starters=np.repeat(starters[:, None], most, 1),
    )


def studied(*games, starters=None):
    study = Study(DUEL)
    study.add(watched(*games, starters=starters))
    return study


def mean(study, key):
    return pytest.approx(study.means[key].value)


def test_a_mean_of_parts_is_the_mean_of_the_whole():
    values, found = np.array([1.0, 5.0, 2.0, 8.0, 8.0]), Mean()
    found.add(values[:2])
    found.add(values[2:])
    assert found.value == pytest.approx(values.mean())
    assert found.deviation == pytest.approx(values.std(ddof=1))
    assert found.error == pytest.approx(values.std(ddof=1) / np.sqrt(5))


def test_the_winner_is_at_his_rank_and_equals_share_theirs():
    points, shares = np.array([[5, 9, 7], [6, 6, 2]]), np.array([[0, 0, 1.0], [1, 0, 0]])
    assert np.array(rank_shares(points, shares)).tolist() == [[0, 0.5], [1, 0.5], [0, 0]]


def test_places_are_counted_from_whoever_begins():
    study = studied([(9, 4)], [(3, 8)], [(7, 2)], starters=[0, 1, 1])
    assert mean(study, ("seat", "share", 0)) == 2 / 3
    assert mean(study, ("place", "share", 0)) == 2 / 3
    assert mean(study, ("place", "points", 0)) == (9 + 8 + 2) / 3
    assert mean(study, "starter") == 2 / 3 - 1 / 2


def test_gaps_and_shared_wins():
    study = studied([(9, 4)], [(6, 6)])
    assert mean(study, "gap") == 2.5
    assert mean(study, "margin") == 2.5
    assert mean(study, "shared") == 0.5
    assert mean(study, "points") == 6.25


def test_a_change_of_the_lead_is_somebody_overtaken_not_somebody_equalled():
    assert mean(studied([(1, 0), (2, 2), (3, 2), (4, 3)]), "changes") == 0
    assert mean(studied([(1, 0), (2, 3), (5, 4), (6, 7)]), "changes") == 3


def test_a_game_is_decided_when_its_winner_is_never_behind_again():
    assert mean(studied([(1, 0), (2, 1), (3, 1), (9, 5)]), "decided") == 1 / 4
    assert mean(studied([(1, 0), (2, 3), (5, 4), (6, 5)]), "decided") == 3 / 4
    assert mean(studied([(1, 0), (2, 0), (5, 4), (6, 7)]), "decided") == 1


def test_games_of_different_lengths_are_each_measured_by_their_own():
    study = studied([(1, 0), (2, 0), (5, 4), (6, 7)], [(0, 1), (3, 4)])
    assert mean(study, "decided") == (1 + 1 / 2) / 2
    assert mean(study, "changes") == 1 / 2
    assert mean(study, "half") == 1 / 2
    assert [study.means["wins", stage, 0].count for stage in range(3)] == [2, 1, 1]


def test_stages_that_few_games_reach_are_not_told():
    study = studied(*[[(1, 0), (2, 0)]] * 19, [(1, 0), (2, 0), (3, 0)])
    assert [(stage.at, stage.games) for stage in report([study], "greedy", 0).stages] == [(1, 20)]


def test_the_end_is_the_last_stage_if_all_games_have_as_many():
    study = studied([(1, 0), (2, 0)], [(0, 1), (2, 1)])
    stages = report([study], "greedy", 0).stages
    assert [stage.at for stage in stages] == [1, 2]
    assert stages[1].points[0].value == 2
    assert [stage.wins[0].value for stage in stages] == [0.5, 1]


def test_the_more_differences_are_looked_at_the_more_a_real_one_must_stand_out():
    alone, *others = claims = [Difference(0, 0, 0, p) for p in (0.02, *[0.5] * 9)]
    mark_real([alone])
    assert alone.real
    alone.real = False
    mark_real(claims)
    assert not any(claim.real for claim in claims)
    others[0].p = 0.0001
    mark_real(claims)
    assert [claim.real for claim in claims] == [False, True] + [False] * 8


def test_how_likely_chance_brings_a_difference():
    assert chance_of(1.96, 1.0) == pytest.approx(0.05, abs=1e-4)
    assert chance_of(-1.96, 1.0) == chance_of(1.96, 1.0)
    assert (chance_of(6, 0.0), chance_of(0, 0.0), chance_of(6, float("nan"))) == (0, 1, 1)


def changed(game):
    return [dict(other.options.items() - game.options.items()) for other in alternatives(game)]


def test_options_are_compared_one_at_a_time_and_together_only_if_they_change_together():
    three, two = load("manhattan", players=3), load("manhattan", players=2)
    others = [{"players": 2, "colours": 2}, {"players": 4, "blocks_per_round": 6}]
    assert changed(three) == [{"blocks_per_round": 6}, {"edition": "2017"}, *others]
    assert changed(two)[:2] == [{"blocks_per_round": 6, "colours": 1}, {"edition": "2017"}]


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_that_is_compared_is_another_one(name):
    game = load(name)
    found = alternatives(game)
    assert game not in found
    assert len(set(found)) == len(found)
    assert {other.seats for other in found} | {game.seats} == {variant["players"] for variant in game.variants}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_is_watched_is_what_a_replay_of_the_same_games_shows(name):
    game = load(name, players=3)
    clock, clock_of = game.clock, game.kernels["clock"]
    (chunk,), (played,) = watch(game, "greedy", 0, 8, 7, 1), simulate(game, ["greedy"], 8, 7, 1, keep_moves=True)
    assert (chunk.points == played.points).all()
    assert (chunk.shares == played.shares).all()
    assert (chunk.lengths == played.lengths).all()
    for i, (moves, length) in enumerate(zip(played.moves, played.lengths, strict=True)):
        state, decisions, stages, begins = game.root, 0, [], []
        for move in moves[:length].tolist():
            if not state.is_chance:
                if not decisions:
                    starter, zero = state.turn, int(clock_of(state.row))
                begins += [state.turn] * (len(begins) < len(stages) + 1)
                decisions += 1
            state = State._after(state, move)
            if decisions and not state.is_over and abs(int(clock_of(state.row)) - zero) // clock.step > len(stages):
                stages.append(list(state.scores))
        assert (decisions, starter) == (chunk.decisions[i], chunk.starters[i])
        assert len(stages) == chunk.stages[i] > 1
        assert chunk.stage_points[i, : len(stages)].tolist() == stages
        assert chunk.stage_starters[i, : len(begins)].tolist() == begins


@pytest.mark.slow
def test_the_report_is_the_same_on_any_number_of_cores_and_another_with_another_seed():
    one, three = (balance(DUEL, games=200, seed=3, workers=workers) for workers in (1, 3))
    assert one == three
    assert balance(DUEL, games=200, seed=4).seats != one.seats
    tally = Totals(DUEL, ["greedy"] * 2)
    for chunk in simulate(DUEL, ["greedy"], 200, 3):
        tally.add(chunk)
    assert one.seats[0].share == Figure(*tally.win_share(0))
    assert one.seats[1].points.value == tally.mean_points(1)[0]


@pytest.mark.slow
def test_the_lab_finds_what_the_rules_say():
    """M-rounds, M-tie: six rounds of four have more scorings than four of six; 2017 breaks ties, 1994 does not."""
    found = balance(load("manhattan", players=3), games=400, seed=1)
    base, sixes, late, *_ = found.variants
    assert (sixes.options["blocks_per_round"], late.options["edition"]) == (6, "2017")
    assert (base.measures["decisions"].value, sixes.measures["decisions"].value) == (90, 84)
    assert sixes.differences["decisions"].real
    assert sixes.differences["points"].real
    assert sixes.differences["points"].value < 0
    assert late.differences["shared"].value < 0
    assert not late.differences["points"].real
    assert [place.begins for place in found.places] == [[1, 4], [2, 5], [3, 6]]
    leads = [stage.wins[0].value for stage in found.stages]
    assert leads == sorted(leads)
    assert all(sum(figure.value for figure in stage.wins) == pytest.approx(1) for stage in found.stages)
    assert sum(place.share.value for place in found.places) == pytest.approx(1)


@pytest.mark.slow
def test_equal_bots_that_play_at_random_have_equal_seats():
    found = balance(DUEL, "random", games=3000, seed=5)
    assert not any(seat.edge.real for seat in found.seats)


@pytest.mark.slow
def test_it_can_be_enough_earlier():
    counts = []
    found = balance(DUEL, games=1000, seed=3, workers=1, advance=counts.append, is_enough=lambda: sum(counts) >= 128)
    assert [variant.games for variant in found.variants] == [128]


def test_a_bot_that_thinks_long_is_refused():
    with pytest.raises(OptionError, match="the balance lab plays with random or greedy"):
        balance(DUEL, "somebody")


def two_variants():
    """A report in which beginning is worth a lot and the other variant has shorter games."""
    rounds = [[(1, 0), (2, 1), (9, 4)]] * 60 + [[(0, 1), (1, 2), (4, 9)]] * 20
    base, other = studied(*rounds, starters=[0] * 80), Study(alternatives(DUEL)[0])
    shorter = watched(*rounds, starters=[0, 1] * 40)
    shorter.decisions[:] = 10
    other.add(shorter)
    return report([base, other], "greedy", 5)


def test_the_sentences_say_what_the_figures_say():
    starting, seats, stages, other = sentences(two_variants())
    assert (
        starting
        == "The player who begins wins 75.0 % of the games, where 50.0 % would be even: an advantage that is real."
    )
    assert seats.startswith("Where you sit matters, whoever begins: seat 0 75.0 %, seat 1 25.0 %")
    assert stages == "The player who leads after round 2 wins 100.0 % of the games, the one in last place 0.0 %."
    assert "decisions in a game 10 instead of 20" in other


def test_the_page_and_the_terminal_show_every_measure_and_warn():
    found = two_variants()
    console = Console(width=120, record=True, file=StringIO())
    print_report(found, console)
    text, whole = console.export_text(), html(found)
    for label, _ in MEASURES.values():
        assert label.split()[0] in text
        assert label.replace("'", "&#x27;") in whole
    for shown in (text, whole):
        assert "not of games between people" in shown.replace("\n", " ")
    assert whole.count("<svg") == 9  # two of seats, two of places, three by round, and two measures that differ


def test_the_command_gives_figures_and_a_page(tmp_path, monkeypatch, capsys):
    def quick(game, *rest):
        return two_variants()

    monkeypatch.setattr("bauboom.arena.balance.balance", quick)
    monkeypatch.setattr("bauboom.arena.balance.watch", lambda *rest: [])
    page = tmp_path / "page.html"
    command = ["bauboom", "balance", "manhattan", "--players", "2", "--games", "100", "--json", "--out", str(page)]
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(SystemExit) as ended:
        main()
    output, complaints = capsys.readouterr()
    figures = json.loads(output)
    assert "Interrupted after 160 of 500 games" in complaints
    assert ended.value.code == 130
    assert figures["places"][0]["share"]["value"] == 0.75
    assert page.read_text("utf-8").startswith("<!doctype html>")
    with pytest.raises(SystemExit):
        main()
    assert "exists already; name a new file" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", [*command[:-1], str(tmp_path / "nowhere" / "page.html")])
    with pytest.raises(SystemExit):
        main()
    assert "nowhere: there is no such folder" in capsys.readouterr().err
