"""What games say: intervals that hold, verdicts that may be looked at at any time, the same end in any order."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bauboom import load
from bauboom.arena.match import FinishedGame, plan
from bauboom.arena.ratings import elo, rate_bots
from bauboom.arena.tally import Bet, Course, Tally, mean_interval, share_interval, student

PAIR = ("greedy", "random")
MATCH = plan(load("manhattan", players=2), PAIR)


def game(deal, seating, points, winner=None):
    best = max(points) if winner is None else points[winner]
    winners = [point == best for point in points]
    shares = tuple(won / sum(winners) for won in winners)
    return FinishedGame(deal, seating, tuple(points), shares, (2,) * len(points), (0.5,) * len(points))


# Intervals


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (29, 2.045), (999, 1.962)]
)
def test_students_quantiles_are_those_of_the_tables(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, abs=0.004)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=2, max_size=50))
def test_an_interval_of_a_share_holds_it_and_is_never_a_point(values):
    share, low, high = share_interval(values, 4)
    assert 0 <= low <= share <= high <= 1
    assert high - low > 0.05


def test_who_won_all_of_more_deals_is_surer():
    lows = [share_interval([1.0] * deals, 2)[1] for deals in (2, 5, 20, 100, 400)]
    assert all(one < other for one, other in pairwise(lows))
    assert lows[-1] > 0.98


def test_after_one_deal_nothing_is_known():
    assert share_interval([0.5], 2) == (0.5, 0.0, 1.0)
    assert mean_interval([3.0]) == (3.0, float("inf"))


@pytest.mark.parametrize("mean", [0.5, 0.85, 0.97])
@pytest.mark.parametrize("luck", [0.0, 0.9])
def test_intervals_hold_the_truth_about_as_often_as_they_say_even_where_a_deal_decides(mean, luck):
    rng = random.Random(1)

    def deal():
        """Two games, the second of which is the first again with a chance of `luck`."""
        first = rng.random() < mean
        return (first + (first if rng.random() < luck else rng.random() < mean)) / 2

    held = 0
    for _ in range(500):
        _, low, high = share_interval([deal() for _ in range(40)], 2)
        held += low <= mean <= high
    assert 0.92 <= held / 500 <= 0.995


# Verdicts


def test_a_bet_on_equals_is_hardly_ever_won_however_often_one_looks():
    rng, alarms = random.Random(2), 0
    for _ in range(400):
        bet = Bet(0.05)
        for _ in range(300):
            bet.add(rng.choice([0.0, 0.5, 1.0]))
        alarms += bet.verdict != 0
    assert alarms <= 0.05 * 400


@pytest.mark.parametrize(("mean", "verdict"), [(0.65, 1), (0.35, -1)])
def test_a_bet_finds_who_is_better(mean, verdict):
    rng, bet = random.Random(3), Bet(0.05)
    for _ in range(400):
        bet.add(float(rng.random() < mean))
    assert bet.verdict == verdict


def test_a_few_deals_that_are_all_won_settle_it():
    bet, deals = Bet(0.05), 0
    while not bet.verdict:
        bet.add(1.0)
        deals += 1
    assert 5 <= deals <= 12


# Counting


def test_shares_and_leads_are_of_bots_not_of_seats():
    tally = Tally(MATCH)
    tally.add([game(0, 0, (10, 4)), game(0, 1, (5, 5))])
    tally.add([game(1, 0, (7, 9)), game(1, 1, (1, 8))])
    greedy, random_one = tally.standings()
    assert (greedy.bot, greedy.games, greedy.share, greedy.lead) == ("greedy", 4, 0.625, (6 + 0 - 2 + 7) / 4)
    assert (random_one.share, random_one.lead) == (0.375, -greedy.lead)
    (pair,) = tally.pairs()
    assert (pair.bots, pair.games, pair.ahead, pair.lead, pair.better) == (PAIR, 4, 0.625, greedy.lead, None)
    assert greedy.rating - 1500 == pytest.approx(1500 - random_one.rating)
    assert greedy.rating > random_one.rating
    assert tally.seconds_per_decision() == {"greedy": 0.25, "random": 0.25}


def test_a_bot_on_three_seats_is_compared_with_the_other_one_only():
    tally = Tally(plan(load("manhattan", players=4), ["greedy", *["random"] * 3]))
    tally.add([game(0, i, [9 if bot == "greedy" else 3 for bot in tally.match.seatings[i]]) for i in range(4)])
    greedy, random_one = tally.standings()
    assert (greedy.games, greedy.share, greedy.lead) == (4, 1.0, 6.0)
    assert (random_one.games, random_one.share, random_one.lead) == (12, 0.0, -6.0)
    assert (tally.pairs()[0].games, tally.pairs()[0].ahead) == (4, 1.0)


def test_a_tie_break_counts_as_a_win_but_not_as_points():
    tally = Tally(MATCH)
    level = FinishedGame(0, 0, (5, 5), (1.0, 0.0), (1, 1), (0.0, 0.0))
    tally.add([level, FinishedGame(0, 1, (5, 5), (0.0, 1.0), (1, 1), (0.0, 0.0))])
    greedy = tally.standings()[0]
    assert (greedy.bot, greedy.share, greedy.lead) == ("greedy", 1.0, 0.0)
    assert tally.pairs()[0].ahead == 1.0


@pytest.mark.parametrize(("share", "points"), [(0.6, 70), (0.75, 191), (0.9, 382)])
def test_ratings_say_what_odds_were(share, points):
    rng = random.Random(4)
    ratings = rate_bots((PAIR, [1, 2] if rng.random() < share else [2, 1]) for _ in range(1500))
    better, half = elo(ratings["greedy"], ratings["random"].mu)
    assert abs(better - 1500 - points) < 2 * half
    assert half < 40


# A match under way


def deals(count, seed=6):
    """Games of deals, of which greedy wins most."""
    rng = random.Random(seed)
    return [
        game(deal, seating, (6, 5) if (rng.random() < 0.8) == (seating == 0) else (5, 6))
        for deal in range(count)
        for seating in range(2)
    ]


@pytest.mark.slow
@given(st.randoms(use_true_random=False), st.booleans())
def test_the_end_does_not_depend_on_the_order_in_which_games_end(rng, stop_early):
    games = deals(60)
    straight = Course(MATCH, 60, stop_early, games)
    shuffled = Course(MATCH, 60, stop_early, rng.sample(games, len(games)))
    assert straight.tally.deals == shuffled.tally.deals
    assert straight.tally.standings() == shuffled.tally.standings()
    assert straight.tally.pairs() == shuffled.tally.pairs()


def test_a_match_stops_when_it_is_settled_unless_all_is_wanted():
    early, whole = Course(MATCH, 60, True, deals(60)), Course(MATCH, 60, False, deals(60))
    assert early.is_finished
    assert early.tally.is_settled
    assert 5 < early.tally.deals < 50
    assert whole.tally.deals == 60


def test_a_match_that_is_broken_off_counts_every_whole_deal_once():
    games = deals(4)
    course = Course(MATCH, 60, False, [*games[1:6], games[7]])  # of deals 0 and 3 a game is missing
    assert course.tally.deals == 0
    course.break_off()
    course.break_off()
    assert course.tally.deals == 2


def test_only_what_is_missing_is_played():
    games = deals(4)
    course = Course(MATCH, 5, True, [*games[:3], games[7]])
    assert course.tally.deals == 1
    assert list(course.missing({0, 1, 2, 7})) == [3, 4, 5, 6, 8, 9]
