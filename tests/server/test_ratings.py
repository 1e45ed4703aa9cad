"""Ratings: nobody gains by losing, seats do not matter, and in the end the better player stands higher."""

import math
import random

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bauboom.arena.ratings import Rating, ranks, rate

NAMES = ["Ada", "Grace", "Emmy", "Sofja", "Hedy", "Maria"]
ratings = st.builds(Rating, mu=st.floats(-20, 70), sigma=st.floats(0.5, 9), games=st.integers(0, 1000))


@st.composite
def games(draw, least=2):
    """Ratings, ranks and players of a game that everybody plays in one seat."""
    seats = draw(st.integers(least, len(NAMES)))
    before = draw(st.lists(ratings, min_size=seats, max_size=seats))
    places = draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
    return before, places, NAMES[:seats]


def close(one, two):
    return math.isclose(one.mu, two.mu, abs_tol=1e-6) and math.isclose(one.sigma, two.sigma, abs_tol=1e-6)


def test_a_newcomer_is_shown_as_1000_and_rises_as_we_get_surer():
    assert Rating().shown == 1000
    assert Rating(sigma=4.0).shown > 1000
    assert Rating(sigma=1.2).shown == 1642
    assert msgspec.json.decode(msgspec.json.encode(Rating(20.5, 3.0, 7)), type=Rating) == Rating(20.5, 3.0, 7)


def test_400_points_between_those_who_played_a_lot_mean_about_nine_to_one():
    c = math.sqrt(2 * (25 / 6) ** 2 + 2 * 1.2**2)  # the model's own beta, and what is left of sigma
    strong, weak = Rating(25 + 400 / 30, 1.2), Rating(25, 1.2)
    assert strong.shown - weak.shown == 400
    assert 8.5 < math.exp((strong.mu - weak.mu) / c) < 9.5


@pytest.mark.parametrize(
    ("shares", "scores", "out", "expected"),
    [
        ([1, 0], [30, 20], [False, False], [1, 2]),
        ([0.5, 0.5, 0], [30, 30, 10], [False] * 3, [1, 1, 3]),
        ([0, 1, 0], [30, 30, 10], [False] * 3, [2, 1, 3]),  # a tie of points that the rules decided
        ([0, 1, 0, 0], [20, 40, 20, 5], [False] * 4, [2, 1, 2, 4]),
        ([0, 1, 0, 0], [50, 10, 20, 5], [True, False, False, True], [3, 1, 2, 3]),
        ([1, 0], [30, 20], [True, False], [2, 1]),
        ([0, 0], [30, 20], [True, True], [1, 1]),
        ([0, 0, 0], [-3, 5, -3], [False] * 3, [2, 1, 2]),
    ],
)
def test_winners_come_first_then_scores_then_those_who_left(shares, scores, out, expected):
    assert ranks(shares, scores, out) == expected


def test_equal_scores_are_ordered_by_what_the_game_says_and_winners_are_not():
    assert ranks([0, 0, 1, 0], [0, 0, 3, 0], [False] * 4, [(1,), (2,), (9,), (1,)]) == [3, 2, 1, 3]
    assert ranks([0.5, 0.5, 0], [4, 4, 9], [False, False, True], [(1,), (2,), (3,)]) == [1, 1, 3]


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.5]), st.integers(-5, 5), st.booleans()), min_size=1, max_size=6))
def test_a_rank_says_how_many_did_better(seats):
    places = ranks(*zip(*seats, strict=True))
    assert 1 in places
    for mine, (share, score, out) in zip(places, seats, strict=True):
        assert mine == 1 + sum(place < mine for place in places)
        for other, (their_share, their_score, their_out) in zip(places, seats, strict=True):
            if out and not their_out:
                assert mine > other
            elif out == their_out and (out or (share > 0 and their_share > 0)):
                assert mine == other
            elif not out and not their_out and share == their_share == 0:
                assert (mine < other) == (score > their_score)


@given(games(), st.randoms(use_true_random=False))
def test_it_does_not_matter_who_sits_where(game, rng):
    before, places, who = game
    order = rng.sample(range(len(who)), len(who))
    after = rate(before, places, who)
    moved = rate([before[i] for i in order], [places[i] for i in order], [who[i] for i in order])
    assert after.keys() == moved.keys() == set(who)
    assert all(close(after[name], moved[name]) for name in who)


@given(games(), st.integers(1, 50))
def test_only_the_order_of_ranks_counts(game, step):
    before, places, who = game
    assert rate(before, places, who) == rate(before, [step * place + 3 for place in places], who)


@given(ratings, ratings)
def test_of_two_the_winner_never_falls_and_the_loser_never_rises(winner, loser):
    after = rate([winner, loser], [1, 2], ["Ada", "Grace"])
    assert after["Ada"].mu >= winner.mu
    assert after["Grace"].mu <= loser.mu
    assert (after["Ada"].games, after["Grace"].games) == (winner.games + 1, loser.games + 1)


@given(ratings, ratings)
def test_a_draw_draws_two_players_together(one, two):
    assume(abs(one.mu - two.mu) > 1e-6)
    after = rate([one, two], [1, 1], ["Ada", "Grace"])
    assert (after["Ada"].mu - one.mu) * (two.mu - one.mu) > 0
    assert (after["Grace"].mu - two.mu) * (one.mu - two.mu) > 0


@given(games(), st.floats(0.5, 9))
def test_where_all_are_equally_unsure_what_some_gain_others_lose(game, sigma):
    before, places, who = game
    before = [Rating(rating.mu, sigma) for rating in before]
    after = rate(before, places, who)
    assert sum(r.mu for r in after.values()) == pytest.approx(sum(r.mu for r in before), abs=1e-6)


@given(games())
def test_a_better_rank_never_yields_less(game):
    before, places, who = game
    better = [places[0] - 1, *places[1:]]
    assert rate(before, better, who)["Ada"].mu >= rate(before, places, who)["Ada"].mu - 1e-9


def test_a_game_makes_us_surer_of_newcomers():
    after = rate([Rating()] * 3, [1, 2, 3], NAMES[:3])
    assert all(0 < rating.sigma < Rating().sigma for rating in after.values())


@given(ratings, ratings, st.permutations([1, 2, 3, 4]))
def test_a_bot_in_three_seats_has_one_rating_and_learns_nothing_from_itself(person, bot, places):
    after = rate([person, bot, bot, bot], places, ["Ada", *["bot:greedy"] * 3])
    assert set(after) == {"Ada", "bot:greedy"}
    assert after["bot:greedy"].games == bot.games + 1
    duels = [rate([person, bot], [places[0], place], ["Ada", "bot:greedy"])["bot:greedy"] for place in places[1:]]
    assert after["bot:greedy"].mu == pytest.approx(sum(duel.mu for duel in duels) / 3)
    assert after["bot:greedy"].sigma == pytest.approx(sum(duel.sigma for duel in duels) / 3)
    if places[0] == 1:
        assert after["Ada"].mu >= person.mu
        assert after["bot:greedy"].mu <= bot.mu


def test_who_plays_only_himself_learns_nothing():
    assert rate([], [], []) == {}
    assert rate([Rating()], [1], ["Ada"]) == {}
    assert rate([Rating()] * 3, [1, 2, 3], ["bot:greedy"] * 3) == {}


def test_lists_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="zip"):
        rate([Rating()] * 2, [1, 2, 3], ["Ada", "Grace", "Emmy"])
    with pytest.raises(ValueError, match="zip"):
        rate([Rating()] * 3, [1, 2], ["Ada", "Grace", "Emmy"])


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_some_hundred_games_the_better_player_stands_higher(seats, seed):
    rng, now = random.Random(seed), {name: Rating() for name in NAMES}
    skill = {name: 6.0 * i for i, name in enumerate(NAMES)}
    for _ in range(600):
        who = rng.sample(NAMES, seats)
        form = {name: rng.gauss(skill[name], 25 / 6) for name in who}
        places = [1 + sum(form[other] > form[name] for other in who) for name in who]
        now |= rate([now[name] for name in who], places, who)
    assert sorted(NAMES, key=lambda name: now[name].mu) == NAMES
    assert sorted(NAMES, key=lambda name: now[name].shown) == NAMES
    assert all(rating.sigma < Rating().sigma / 2 for rating in now.values())
    assert sum(rating.games for rating in now.values()) == 600 * seats
