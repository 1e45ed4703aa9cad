"""Fortune: what chance brought, taken out of results without shifting them."""

import math

import pytest

from bauboom import GAMES, OptionError, load
from bauboom.arena.fortune import fortune_of
from bauboom.arena.match import plan, play
from bauboom.arena.report import report_of, rows
from bauboom.arena.tally import Course
from tests import example
from tests.looking import states

GAME = load("hoch-hinaus", players=2)
PAIR = ("greedy", "level1")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_whatever_comes_fortune_is_0_on_average_for_every_seat(name, players):
    game, met = load(name, players=players), 0
    for seed in range(4):
        for state in (state for state in states(game, seed) if state.is_chance):
            outcomes = state.outcome_ids()
            found = [fortune_of(state, came) for came, _ in outcomes]
            for seat in range(players):
                mean = math.fsum(share * luck[seat] for (_, share), luck in zip(outcomes, found, strict=True))
                assert mean == pytest.approx(0, abs=1e-12)
            assert all(abs(luck.sum()) < 1e-12 for luck in found)
            met += max(abs(luck).max() for luck in found) > 1e-6
    assert met > 5


def test_it_is_that_of_the_outcome_that_came():
    """A double wins nothing by itself, so a roll that lets a seat build must be worth more than the worst one."""
    state = next(state for state in states(GAME, 3) if state.is_chance and len(state.outcome_ids()) > 5)
    found = {came: fortune_of(state, came)[0] for came, _ in state.outcome_ids()}
    assert max(found.values()) > 0 > min(found.values())
    assert {came: fortune_of(state, came)[0] for came in found} == found


@pytest.mark.slow
def test_a_match_that_weighs_luck_has_the_same_games():
    weighed, plain = (plan(GAME, PAIR, seed=5, weighs_luck=weighs) for weighs in (True, False))
    for number in range(3):
        one, other = play(weighed, number), play(plain, number)
        assert (one.points, one.shares, one.decisions) == (other.points, other.shares, other.decisions)
        assert len(one.luck) == 2
        assert one.luck == play(weighed, number).luck != (0.0, 0.0)
        assert other.luck == ()
    assert weighed.description != plain.description  # so that neither goes on in the other's folder


@pytest.mark.slow
def test_shares_less_luck_are_told_beside_the_shares():
    match = plan(GAME, PAIR, seed=5, weighs_luck=True)
    course = Course(match, 3, stop_early=False)
    games = [play(match, number) for number in range(6)]
    for game in games:
        course.add(game)
    report = report_of(course)
    for standing in report.standings:
        seats = [(game, match.seatings[game.seating].index(standing.bot)) for game in games]
        wanted = math.fsum(game.shares[seat] - game.luck[seat] for game, seat in seats) / 6
        assert standing.luckless == pytest.approx(wanted)
        assert standing.luckless_half is not None
    assert all(len(row) == 8 for row in rows(report))
    assert '"luckless"' in report.json().decode()


@pytest.mark.slow
def test_where_nothing_foresees_luck_is_not_weighed():
    with example.installed(), pytest.raises(OptionError, match=f"{example.NAME} has no network"):
        plan(load(example.NAME), PAIR, weighs_luck=True)
