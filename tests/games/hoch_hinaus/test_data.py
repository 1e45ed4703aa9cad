"""The view as JSON: what a page shows of the building code, and of what a decision would bring."""

import random

import pytest

from bauboom import load
from bauboom.games.hoch_hinaus.actions import Move

from .table import BLUE, GREEN, RED, crossing, lay, place

ALONE = """
    . . . . . . .
    . . . . . . .
    . . R2 . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""
RIVALS = """
    . .  .  .  . . .
    . .  .  .  . . .
    . R2 .  B1 . . .
    . .  .  .  . . .
    . .  .  .  . . .
    . .  .  .  . . .
    . .  .  .  . . ."""


def outcome(state, kind, name=None):
    found = [o for o in state.view(state.turn).data["outcomes"] if o["e"] == kind]
    return next(o for o in found if name is None or o["plot"] == list(place(name)))


def played(seed, **options):
    """All states of a game played at random."""
    rng, state = random.Random(seed), load("hoch-hinaus", **options).start(seed)
    while not state.is_over:
        yield state
        state = state.play(rng.choice(state.legal))
    yield state


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 4), (3, 6)])
def test_H_move_the_ways_lead_to_all_legal_moves_and_to_no_other(seed, players):
    for state in played(seed, players=players):
        moves = state.view(state.turn).data["moves"]
        assert [tuple(m["figures"]) for m in moves] == [a.figures for a in state.legal if isinstance(a, Move)]
        for move in moves:
            assert move["ways"]
            assert all(sorted(way["to"]) == move["figures"] for way in move["ways"])
            assert all(sum(way["steps"]) == sum(state.row["dice"].tolist()) for way in move["ways"])


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 4), (3, 6)])
def test_outcomes_tell_what_then_happens(seed, players):
    for state in played(seed, players=players):
        data = state.view(state.turn).data if not state.is_over else {"outcomes": []}
        actions = {(a.__struct_config__.tag, getattr(a, "plot", None), getattr(a, "of", None)): a for a in state.legal}
        for told in data["outcomes"]:
            action = actions.get((told["e"], told["plot"] and tuple(told["plot"]), told["of"]))
            if action is None:
                assert data["phase"] == "move"  # at a crossing to come
                continue
            after = state.play_one(action).view(None).data
            assert told["ends"] == (after["phase"] == "over")
            for tower in told["plots"]:
                row, column = tower.pop("plot")
                assert after["plots"][row - 1][column - 1] == tower


def test_only_who_decides_is_told_what_he_can_bring_about():
    state = crossing(ALONE, "D3")
    for seat in (BLUE, None):
        data = state.view(seat).data
        assert data["moves"] == data["outcomes"] == []


def test_H_cross_a_move_tells_the_plot_and_what_may_be_done_there():
    state = lay(ALONE, RED, "move", (2, 3), {RED: (1, 26)})
    move = next(m for m in state.view(RED).data["moves"] if m["figures"] == [3, 29])
    assert (move["plot"], move["choices"]) == (list(place("C3")), [])  # the spire stands there
    move = next(m for m in state.view(RED).data["moves"] if m["figures"] == [4, 28])
    assert (move["plot"], move["choices"]) == (list(place("D4")), ["road"])


def test_H_extend_and_h_ruin_an_outcome_says_what_grows_and_what_is_ruined():
    told = outcome(crossing(ALONE, "D3"), "storey")
    assert (told["joined"], told["ruined"], told["height"]) == (1, [], 2)
    told = outcome(crossing(RIVALS, "C3"), "storey")
    assert (told["joined"], told["ruined"]) == (1, [{"owner": BLUE, "height": 1}])
    assert {tower["owner"] for tower in told["plots"]} == {RED}
    assert told["bankrupt"] == [BLUE]


def test_H_new_an_outcome_counts_the_spires_that_are_left():
    told = outcome(crossing(ALONE, "F6"), "storey")
    assert (told["joined"], told["spires"]) == (0, 1)


def test_H_closed_an_outcome_names_whose_building_it_closes():
    cornered = """
        B1 .  . . . . .
        #  .  . . . . .
        .  .  . . . . .
        .  .  . . . . .
        .  .  . . . . .
        .  .  . . R1 . .
        .  .  . . . . ."""
    told = outcome(crossing(cornered, "B1"), "road")
    assert told["closed"] == [BLUE]
    assert told["bankrupt"] == [BLUE]


def test_H_closed_a_building_says_what_is_beside_it():
    closed = """
        B1 #  . . . . .
        #  .  . . . . .
        .  .  . . . . .
        .  .  . . . . .
        .  .  . . . . .
        .  .  . . R1 . .
        .  .  . . . . ."""
    blue, red = lay(closed).view(None).data["buildings"]
    assert (blue["owner"], blue["closed"], blue["barred"], blue["sites"]) == (BLUE, True, [], [])
    assert blue["roads"] == [list(place(name)) for name in ("B1", "A2")]
    assert (red["owner"], red["closed"], red["barred"], red["roads"]) == (RED, False, [], [])
    assert sorted(red["sites"]) == sorted(list(place(name)) for name in ("E5", "D6", "F6", "E7"))


def test_H_bankrupt_threats_are_the_plots_where_one_piece_makes_it_apply():
    found = 0
    for seed in range(6):
        for state in played(seed, players=3, bankruptcy="automatic"):
            data = state.view(GREEN).data
            player = data["players"][GREEN]
            if player["bankrupt"] or player["left"] or not player["has_built"]:
                assert data["threats"] == []
                continue
            for outcome in state.view(state.turn).data["outcomes"]:
                is_foreign = outcome["e"] == "road" or (outcome["e"] == "storey" and state.turn != GREEN)
                if is_foreign and not outcome["ends"]:
                    assert (GREEN in outcome["bankrupt"]) <= (outcome["plot"] in data["threats"])
                    found += GREEN in outcome["bankrupt"]
    assert found


@pytest.mark.parametrize(
    ("drawing", "threats"),
    [
        ("B1 #  .  . . . .", ["A2", "A3", "B3"]),  # the last plot beside it, and where a building would bar it
        ("B1 .  R2 . . . .", ["B1"]),  # a storey there swallows it
        ("B1 .  .  . R1 . .", []),
    ],
)
def test_H_bankrupt_a_player_sees_what_threatens(drawing, threats):
    state = lay("\n".join([drawing, *[". . . . . . ."] * 6]))
    assert state.view(BLUE).data["threats"] == [list(place(name)) for name in threats]
    assert state.view(None).data["threats"] == []


def test_H_corner_an_empty_plot_says_which_rule_bars_one():
    plots = lay(RIVALS).view(RED).data["plots"]
    assert plots[1][2]["bar"] == "H-corner"
    assert "bar" not in plots[2][2]


def test_H_demand_an_outcome_shows_whose_buildings_lose_their_owner():
    closed = """
        B1 #  . . . . .
        #  .  . . . . .
        .  .  . . . . .
        .  .  . . . . .
        .  .  . . . . .
        .  .  . . R1 . .
        .  .  . . . . ."""
    state = lay(closed, RED, "demand", players=3)
    told = outcome(state, "demand")
    assert told["of"] == BLUE
    assert [(t["plot"], t["owner"]) for t in told["plots"]] == [(list(place("A1")), None)]
    assert [p["bankrupt"] for p in state.view(GREEN).data["players"]] == [False, True, False]


def test_H_end_says_how_it_came_and_who_won():
    *_, state = played(4, players=3)
    data = state.view(None).data
    assert data["end"]["winners"] == list(state.winners)
    assert data["end"]["how"] in ("storeys", "last", "dead", "standstill")
    state = lay(ALONE, RED, "move", (6, 2), {RED: (3, 26)}, storeys=1)
    over = crossing(ALONE, "D3", storeys=1).play("storeyD3")
    assert over.view(None).data["end"] == {"how": "storeys", "winners": [RED]}
