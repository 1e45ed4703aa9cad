"""The ledger adds up in every game, its luck has no favourite, and a decision is judged by what its seat could know."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bauboom import GAMES, Record, load
from bauboom.analysis.game import Decision, assess
from bauboom.analysis.ledger import CHANCE, DECISION, PLACE, averaged, entered, events, ledger
from bauboom.analysis.rate import MATTERS, rate
from bauboom.analysis.review import Effort, Moment, apart, chosen, review
from bauboom.analysis.words import moment_told
from bauboom.bots.judge import read
from bauboom.core.engine import OVER
from bauboom.games.hoch_hinaus.actions import Move, Road, Storey

from ..games.hoch_hinaus.table import lay, place
from ..laws.games import ALL

FILES = Path(__file__).parents[1] / "games"
QUICK = Effort(readings=4, first="6", second="20", again=2)


def at_random(game, rng, most=10**9):
    """A random game, or so many steps of it."""
    state = game.root
    while not state.is_over and state.step < most:
        ids, weights = zip(*state.outcome_ids(), strict=True) if state.is_chance else (state.legal_ids(), None)
        state = state.play_one(rng.choices(ids, weights)[0])
    return state


def check_sums(found, seats, result):
    for entry in found.entries:
        assert sum(entry.skill) == pytest.approx(0, abs=1e-9)
        assert sum(entry.luck) == pytest.approx(0, abs=1e-9)
        assert min(*entry.skill_errors, *entry.luck_errors) >= 0
    for seat in range(seats):
        sums = found.sums(seat)
        parts = sums.chance + sums.hidden + sums.place + sums.others + sums.own
        assert parts == pytest.approx(sums.result, abs=1e-9)
        if result is not None:
            assert sums.result == pytest.approx(result[seat] - 1 / seats, abs=1e-9)
    assert sum(found.sums(seat).luck for seat in range(seats)) == pytest.approx(0, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(ALL), st.integers(0, 2**62 - 1), st.sampled_from([0, 1, 2, 9, 30, 60, 10**9]))
def test_every_result_is_luck_and_decisions_and_nothing_else(game, seed, most):
    end = at_random(game, random.Random(seed), most)
    found = ledger(end, 2, seed)
    check_sums(found, game.seats, end.returns if end.is_over else None)
    assert found.is_over == end.is_over
    assert [entry.kind for entry in found.entries[:1]] == [PLACE]
    last = 0
    for entry in found.entries[1:]:
        assert last <= entry.since < entry.step
        last = entry.step
    assert last <= end.step


@pytest.mark.parametrize("name", GAMES)
def test_records_add_up(name):
    lines = (FILES / name.replace("-", "_") / "records.jsonl").read_bytes().splitlines()
    for line in lines[:3]:
        end = Record.decode(line, load).replay()
        check_sums(ledger(end, 2, 1), end.game.seats, end.returns)


def test_a_seat_without_a_choice_decides_nothing_and_a_deal_is_one_event():
    end = at_random(load("manhattan", players=2), random.Random(1))
    states = [end.game.root, *end.path()]
    spans = events(states)
    assert spans[0][0] == 0
    assert states[spans[0][1]].turn is not None
    forced = {state.step for state in states if len(state.legal_ids()) == 1}
    assert forced
    assert forced.isdisjoint(states[i].step for i, _ in spans)
    found = ledger(end, 2)
    assert {entry.since for entry in found.entries if entry.kind == DECISION} == {
        state.step for state in states if len(state.legal_ids()) > 1
    }
    deal = found.entries[1]
    assert (deal.kind, deal.since) == (CHANCE, 0)
    assert {event["e"] for event in deal.told} == {"start", "deal"}


def test_without_secrets_there_is_no_luck_with_hidden_cards():
    end = at_random(load("hoch-hinaus", players=3), random.Random(3))
    found = ledger(end, 2)
    assert {found.sums(seat).hidden for seat in range(3)} == {0.0}
    assert any(found.sums(seat).chance for seat in range(3))


@pytest.mark.parametrize("name", ["manhattan", "gratte-ciel"])
def test_a_decision_is_judged_by_what_its_seat_could_know(name):
    """In another world that the seat could not tell from this one, its decision has the same skill."""
    state = at_random(load(name, players=3), random.Random(5), 60)
    while len(state.legal_ids()) < 2:
        state = state.play_one(state.outcome_ids()[0][0] if state.is_chance else state.legal_ids()[0])
    here = state.without_past()
    there = here.view(here.turn).determinize(7)
    there.step = here.step
    assert here != there
    action = here.legal_ids()[-1]
    one, other = (list(entered(world.play_one(action), 8, 3))[-1] for world in (here, there))
    assert (one.skill, one.skill_errors) == (other.skill, other.skill_errors)
    assert one.luck != other.luck


@pytest.mark.parametrize("name", GAMES)
def test_a_position_before_chance_is_worth_the_mean_of_what_may_come(name):
    """The same judge on both sides: this is why luck has a mean of 0."""
    state = at_random(load(name, players=2), random.Random(11), 40)
    while not state.is_chance:
        state = state.play_one(state.legal_ids()[0])
    assert state.actor != OVER
    before = averaged(read(state.game, state.rows, 4000, 1, 0))
    mean, doubt = 0.0, before.errors[0]
    for action, chance in state.outcome_ids():
        after = averaged(read(state.game, state.play_one(action).rows, 400, 2 + action, 0))
        mean += chance * after.means[0]
        doubt = (doubt**2 + (chance * after.errors[0]) ** 2) ** 0.5
    assert abs(before.means[0] - mean) < 4.5 * doubt + 1e-9


def test_errors_say_how_much_another_seed_would_change():
    state = at_random(load("hoch-hinaus", players=3), random.Random(2), 50)
    found = [averaged(read(state.game, state.rows, 24, seed, 0)) for seed in range(300)]
    mean = sum(one.means[0] for one in found) / 300
    spread = (sum((one.means[0] - mean) ** 2 for one in found) / 299) ** 0.5
    said = (sum(one.errors[0] ** 2 for one in found) / 300) ** 0.5
    assert spread == pytest.approx(said, rel=0.5)


LATE = """
R1 . . R1 . # #
. # R3 R3r R1 . #
. . . . R1r R2 .
. . # . . # .
# . . . . # .
. . . R1 . . .
. . . R1 R1 . .
"""


def test_who_never_builds_is_not_thought_to_win():
    """A network thought so: it had met nobody in its games who waited while the other built."""
    state = lay(LATE, last=["C2"], turn=1, phase="move", dice=(4, 6), figures={0: (0, 14), 1: (12, 15)}).play_one(
        Move((2, 15))
    )
    assert sum(read(state.game, state.rows, 72, 1, 0)[1]) / 72 < 0.15
    road = assess(state.play_one(Road(place("B7"))), "200", 1)
    assert road.chances[1] < 0.15
    storey = assess(state.play_one(Storey(place("B7"))), "200", 1)
    assert storey.loss < 0.03


def a_decision(gap, stake, step=0):
    return Decision(step, 0, 1, 2, [0.5, 0.5], [0, 0], [0.5, 0.5], 0.01, gap, stake)


def test_the_rate_counts_what_was_given_away_where_something_was_at_stake():
    assert rate([]).lost is None
    assert rate([a_decision(0.5, MATTERS / 2)]) == rate([a_decision(0, 0)])
    one = rate([a_decision(0.1, 0.2)])
    assert (one.mattered, one.lost, one.error, one.accuracy) == (1, pytest.approx(0.1), None, None)
    found = rate([a_decision(0.1, 0.2), a_decision(-0.02, 0.2), a_decision(0.04, 0.08), a_decision(1, 0)])
    assert (found.decisions, found.mattered) == (4, 3)
    assert found.lost == pytest.approx(0.04)
    assert found.error == pytest.approx((0.0072 / 2 / 3) ** 0.5)
    assert found.accuracy is None  # too few to say
    assert rate([a_decision(0.05, 0.2)] * 5).accuracy == pytest.approx(0.75)


def a_moment(kind, change, step):
    return Moment(kind, step, step, change, 0.001, [])


def test_key_moments_are_the_largest_luck_and_the_largest_slips():
    slips = [a_moment("decision", -0.1, 1), a_moment("decision", -0.3, 9), a_moment("decision", -0.2, 5)]
    luck = [a_moment("chance", 0.1, 3), a_moment("hidden", -0.4, 7)]
    assert [moment.step for moment in chosen(slips, luck)] == [5, 7, 9]
    assert [moment.step for moment in chosen(slips, [])] == [1, 5, 9]
    assert [moment.step for moment in chosen(slips[:1], luck)] == [1, 3, 7]
    assert chosen([], []) == []


def test_what_speaks_as_much_for_the_decision_that_was_played_is_no_reason_for_another():
    tallest = {"why": "tallest", "height": 2, "city": 5}
    assert apart([tallest], [{**tallest, "height": 4}]) == []
    assert apart([tallest], [tallest]) == []
    assert apart([tallest], [{**tallest, "city": 4}]) == []  # as good there as here
    assert apart([tallest], [{**tallest, "height": 1}]) == [tallest]
    keeps = {"why": "keeps", "blocks": 1, "storeys": 4}
    assert apart([keeps], [{**keeps, "blocks": 3}]) == []
    ration = {"why": "ration", "storeys": 13, "left": 34, "rounds": 5}
    assert apart([ration], [{**ration, "storeys": 14, "left": 33}]) == [ration]


@pytest.mark.parametrize("name", ["manhattan", "gratte-ciel"])
def test_luck_with_hidden_cards_names_the_cards(name):
    """Those of all who did not decide, as they held them when it was decided."""
    names = ["Ada", "Grace", "Mary"]
    end = at_random(load(name, players=3), random.Random(6), 60)
    while len(end.previous.legal_ids()) < 2:
        end = end.play_one(end.outcome_ids()[0][0] if end.is_chance else end.legal_ids()[0])
    before = end.previous
    _, *told = moment_told(end, 0, Moment("hidden", end.step, before.step, 0.1, 0.01, []), names)
    hands = [player["hand"] for player in before.game.showing.view(before.rows, None)["players"]]
    held = [f"{names[seat]}: held {' '.join(map(str, hands[seat]))}" for seat in range(3) if seat != before.turn]
    assert told[-2:] == held
    assert all(hands)


def test_luck_of_chance_is_called_so_although_it_follows_a_decision_without_a_choice():
    end = at_random(load("hoch-hinaus", players=2), random.Random(6), 60)
    while end.previous.is_chance:
        end = end.play_one(end.outcome_ids()[0][0] if end.is_chance else end.legal_ids()[0])
    moment = Moment("chance", end.step, end.previous.step, 0.1, 0.01, [])
    assert moment_told(end, 0, moment, ["Ada", "Grace"])[0] == "Chance brought Ada 10 points of win chance."


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_reviewed_as_far_as_it_goes(name):
    game = load(name, players=2)
    whole = at_random(game, random.Random(4))
    first = next(state for state in whole.path() if len(state.previous.legal_ids()) > 1)
    for end, decisions in [(game.root, 0), (first.previous, 0), (first, 1)]:
        found = review(end, [0, 1], QUICK)
        assert not found.ledger.is_over
        assert sum(found.ledger.standing) == pytest.approx(1)
        assert sum(seat.rate.decisions for seat in found.seats) == decisions
    found = review(whole, [1], QUICK, seed=2)
    (seat,) = found.seats
    assert found == review(whole, [1], QUICK, seed=2)
    assert len(seat.moments) <= 3
    assert {one.seat for one in seat.decisions} == {1}
    assert [moment.step for moment in seat.moments] == sorted(moment.step for moment in seat.moments)


def test_a_game_with_a_deck_of_ones_own_is_reviewed_with_its_cards(tmp_path):
    deck = (Path(load("gratte-ciel").folder) / "deck.csv").read_text(encoding="utf-8")
    (tmp_path / "own.csv").write_text(deck.replace("toilet,toilet,10,5,0", "toilet,toilet,30,7,1"), encoding="utf-8")
    state = at_random(load("gratte-ciel", players=2).with_material(tmp_path / "own.csv"), random.Random(3), 40)
    again = Record.decode(state.record(["Ada", "Grace"]).encode(), load).replay()
    assert again.game.material is not None
    found = review(again, [0], QUICK)
    sums = found.seats[0].sums
    assert abs(sums.result - (sums.chance + sums.hidden + sums.place + sums.others + sums.own)) < 1e-9
    assert found.seats[0].decisions
