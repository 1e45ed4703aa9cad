"""Every rule and ruling of Hoch hinaus!, by its id, on positions that are drawn as on the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bauboom import IllegalAction, OptionError, load
from bauboom.core.jit import compiled
from bauboom.games.hoch_hinaus.actions import (
    Decline,
    Demand,
    Demolish,
    Move,
    Raise,
    Road,
    Roll,
    Roof,
    Start,
    Storey,
)
from bauboom.games.hoch_hinaus.building import open_buildings
from bauboom.games.hoch_hinaus.components import ALL_PLOTS, OFF
from bauboom.games.hoch_hinaus.events import Bankrupt, Demanded, Moved
from bauboom.games.hoch_hinaus.fast import USUAL_MOVES, is_safe, sort_moves
from bauboom.games.hoch_hinaus.plots import how_many
from bauboom.games.hoch_hinaus.rules import CAN_ROAD, CAN_STOREY, choices_at_crossing, crossed_plot, is_bankrupt
from bauboom.games.hoch_hinaus.text import square_at

from .table import BLUE, EMPTY, GREEN, RED, YELLOW, choices, crossing, index, lay, place, plot, spires, storeys


def rolled(one, two, figures=(OFF, OFF), seat=0, **options):
    """The moves open to a seat whose figures stand there."""
    state = lay(figures={seat: figures}, turn=seat, **options).play(Roll(one, two))
    return [action.figures for action in state.legal]


def refused(state, action):
    """The rule by which an action is refused, and why."""
    with pytest.raises(IllegalAction) as caught:
        state.play(action)
    return caught.value.rule


# Material


def test_H_board_the_track_goes_round_clockwise_and_the_plots_lie_inside():
    assert [square_at(0, c) for c in range(9)] == list(range(9))
    assert [square_at(r, 8) for r in range(9)] == list(range(8, 17))
    assert [square_at(8, c) for c in range(9)] == list(range(24, 15, -1))
    assert [square_at(r, 0) for r in range(1, 9)] == list(range(31, 23, -1))
    plots = load("hoch-hinaus").root.view(None).data["plots"]
    assert [len(row) for row in plots] == [7] * 7
    assert str(Storey((3, 4))) == "storeyD3"


def test_H_board_plots_at_opposite_edges_do_not_touch():
    state = lay("""
        .  .  .  .  .  .  R1
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .""")
    sites = [name for name in ("A1", "A2", "G2", "F2", "F1", "E1") if BLUE in plot(state, name)["sites"]]
    assert sites == ["A1", "A2", "E1"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_H_material_45_storeys_20_roofs_30_roads_and_two_spires_each(players):
    data = load("hoch-hinaus", players=players).root.view(None).data
    assert data["supply"] == {"storey": 45, "roof": 20 - 2 * players, "road": 30}
    assert len(data["players"]) == players
    if players > 2:
        assert [p["spires"] for p in data["players"]] == [2] * players


def test_H_material_when_the_roads_have_run_out_none_can_be_built():
    state = crossing("R1 . B1 . . . ." + " . . . . . . ." * 6, "D4", roads=0)
    assert choices(state) == ["storeyD4"]
    assert refused(state, Road((4, 4))) == "H-material"


def test_H_two_with_two_players_each_has_three_spires_and_can_begin_three_buildings():
    data = load("hoch-hinaus", players=2).root.view(None).data
    assert [p["spires"] for p in data["players"]] == [3, 3]
    two = "R1 . R1 . . . ." + " . . . . . . ." * 6
    assert choices(crossing(two, "D4")) == ["storeyD4", "roadD4"]
    three = "R1 . R1 . R1 . ." + " . . . . . . ." * 6
    assert choices(crossing(three, "D4")) == ["roadD4"]
    assert choices(crossing(two, "D4", players=3)) == ["roadD4"]


def test_H_open_every_seat_and_every_spectator_sees_the_same_and_all_of_it():
    state = lay("R2 . # . . . ." + " . . . . . . ." * 6, hands={0: 3}, figures={1: (3, 20)})
    for seat in (0, 1, None):
        assert state.view(seat).row.tobytes() == state.row.tobytes()


# The course of the game


def test_H_setup_figures_are_off_and_everybody_has_two_roofs():
    data = load("hoch-hinaus", players=3).root.view(None).data
    assert [p["figures"] for p in data["players"]] == [[OFF, OFF]] * 3
    assert [p["roofs"] for p in data["players"]] == [2] * 3
    assert data["supply"]["roof"] == 14
    assert all(p == {"storeys": 0, "road": False, "sites": [0, 1, 2]} for row in data["plots"] for p in row)


@pytest.mark.parametrize("players", range(2, 7))
def test_H14_lots_decide_who_begins_every_seat_alike(players):
    root = load("hoch-hinaus", players=players).root
    assert root.is_chance
    assert [(a.seat, p) for a, p in root.outcomes] == [(seat, pytest.approx(1 / players)) for seat in range(players)]


def test_H_start_the_player_named_begins_and_turns_go_round():
    state = load("hoch-hinaus", players=3).root.play(Start(2))
    order = []
    for _ in range(4):
        state = state.play(Roll(2, 3))
        order.append(state.turn)
        state = state.play(state.legal[0])
    assert order == [2, 0, 1, 2]


def test_H_turn_roll_move_build_and_then_the_dice():
    state = lay(figures={0: (2, 26)}, hands={0: 1}).play(Roll(1, 4))
    assert state.turn == 0
    state = state.play(Move((3, 30)))
    assert choices(state) == ["storeyC2", "roadC2"]
    assert refused(state, Roll(1, 2)) == "H-turn"
    state = state.play(Storey((2, 3)))  # its top carries the spire: the 1 cannot be used, and the turn is over
    assert state.is_chance
    assert state.row.seat == 1


def test_H_turn_a_bankrupt_player_is_passed_over():
    drawing = "R1 . . . . . B1" + " . . . . . . ." * 6
    state = lay(drawing, players=4, left=[YELLOW, GREEN], turn=BLUE, phase="move", dice=(2, 3), figures={1: (1, 2)})
    assert state.play(state.legal[0]).row.seat == RED


def test_H_roll_the_dice_lie_as_they_were_rolled():
    assert lay().play(Roll(5, 2)).row.dice.tolist() == [5, 2]


def test_H_roll_every_face_of_both_dice_is_as_likely():
    state = lay()
    assert [(a.one, a.two) for a, _ in state.outcomes] == [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert [p for _, p in state.outcomes] == [pytest.approx(1 / 36)] * 36


def test_H_move_one_figure_by_both_dice_or_each_by_one():
    assert rolled(2, 3, (10, 20)) == sorted(
        [
            *[(5, 20), (15, 20), (10, 15), (10, 25)],  # five steps with one figure
            *[(8, 17), (8, 23), (12, 17), (12, 23)],  # two with the first, three with the second
            *[(7, 18), (7, 22), (13, 18), (13, 22)],  # three with the first, two with the second
        ]
    )


def test_H_move_past_square_31_the_track_goes_on_at_0():
    assert (2, 10) in rolled(1, 2, (10, 31))
    assert (10, 28) in rolled(1, 2, (10, 31))


def test_H_move_never_forth_and_back_with_one_figure():
    moves = rolled(2, 3, (10, 20))
    assert (9, 20) not in moves  # three back and two forth
    assert (11, 20) not in moves


def test_H_move_any_number_of_figures_share_a_square_and_nobody_is_sent_home():
    state = lay(figures={0: (10, 20), 1: (12, 17)}).play(Roll(2, 3))
    assert (12, 17) in [a.figures for a in state.legal]
    state = state.play(Move((12, 17)))
    assert state.row.figures[:2].tolist() == [[12, 17], [12, 17]]
    assert (13, 13) in rolled(2, 3, (10, 15))


def test_H_move_the_whole_roll_is_used():
    state = lay(figures={0: (10, 20)}).play(Roll(2, 3))
    assert refused(state, Move((10, 22))) == "H-move"
    assert refused(state, Move((10, 20))) == "H-move"


def test_H_enter_the_corner_is_the_first_step():
    assert rolled(1, 1) == sorted(
        {
            *{(OFF, s) for c in (0, 8, 16, 24) for s in ((c + 1) % 32, (c - 1) % 32)},  # one figure, two steps
            *{(a, b) for a in (0, 8, 16, 24) for b in (0, 8, 16, 24) if a <= b},
        }
    )
    assert (OFF, 6) in rolled(3, 4)
    assert (OFF, 26) in rolled(3, 4)
    assert (OFF, 7) not in rolled(3, 4)


def test_H_enter_one_figure_may_enter_while_the_other_moves():
    assert (10, 12) in rolled(3, 2, (OFF, 10))  # over corner 8: three steps are 8, 9, 10
    assert (2, 12) in rolled(3, 2, (OFF, 10))
    assert (OFF, 15) in rolled(3, 2, (OFF, 10))
    state = lay(figures={0: (OFF, 10)}).play(Roll(3, 2))
    assert refused(state, Move((3, 12))) == "H-enter"


def test_H8_a_move_is_where_the_figures_stand_and_not_how_they_got_there():
    moves = rolled(3, 3, (10, 16))
    assert moves == sorted(set(moves))
    assert (13, 13) in moves  # either of them could have met the other half way
    assert len(rolled(2, 2, (10, 12))) == len(set(rolled(2, 2, (10, 12)))) < 12


def test_H8_how_the_dice_lay_makes_no_difference_afterwards():
    begin = lay(players=3)
    assert begin.play(Roll(1, 2)).play(Move((OFF, 2))) == begin.play(Roll(2, 1)).play(Move((OFF, 2)))


def test_H8_in_a_record_the_squares_ascend():
    state = lay(figures={0: (10, 20)}).play(Roll(2, 3))
    assert state.game.refuse(state.row, Moved(0, (23, 12)), None).rule == "H8"


@pytest.mark.parametrize(
    ("figures", "crossed"),
    [
        ((4, 29), "D3"),  # top and left
        ((4, 11), "D3"),  # top and right
        ((20, 29), "D3"),  # bottom and left
        ((11, 20), "D3"),  # bottom and right
        ((1, 31), "A1"),
        ((15, 17), "G7"),
        ((7, 25), "G7"),
    ],
)
def test_H_cross_lines_from_two_neighbouring_sides_meet_on_one_plot(figures, crossed):
    state = lay(phase="move", dice=(6, 6), figures={0: figures})
    assert crossed_plot(state.row) == index(crossed)
    assert choices_at_crossing(state.row) == CAN_STOREY | CAN_ROAD


@pytest.mark.parametrize("figures", [(3, 21), (10, 30), (2, 5), (9, 15), (0, 30), (4, 8), (16, 4), (OFF, 4), (3, 3)])
def test_H1_opposite_the_same_side_a_corner_or_off_the_board_crosses_nothing(figures):
    state = lay(phase="move", dice=(6, 6), figures={0: figures})
    assert crossed_plot(state.row) == -1
    assert choices_at_crossing(state.row) == 0


def test_H1_without_a_crossing_nothing_happens_and_the_turn_is_over():
    state = lay(figures={0: (2, 18)}).play(Roll(2, 3)).play(Move((4, 21)))
    assert state.is_chance
    assert state.row.seat == 1


def test_H_duty_an_empty_plot_that_is_crossed_must_be_built_on():
    state = crossing(EMPTY, "D3")
    assert choices(state) == ["storeyD3", "roadD3"]
    assert refused(state, Decline()) == "H-duty"
    assert refused(state, Storey((4, 4))) == "H-cross"


def test_H_duty_where_no_storey_is_allowed_a_road_is_forced():
    state = crossing("B1 . . . . . ." + " . . . . . . ." * 6, "A2")
    assert choices(state) == ["roadA2"]
    assert refused(state, Storey((2, 1))) == "H-extend"
    state = state.play(Road((2, 1)))
    assert plot(state, "A2")["road"]


def test_H_duty_without_roads_and_without_a_legal_storey_nothing_happens():
    state = crossing("B1 . . . . . ." + " . . . . . . ." * 6, "A2", roads=0)
    assert state.is_chance
    assert state.row.seat == 1


def test_H4_storey_or_road_is_the_players_choice():
    drawing = "R2 . . . . . ." + " . . . . . . ." * 6
    assert choices(crossing(drawing, "B1")) == ["storeyB1", "roadB1"]
    state = crossing(drawing, "B1").play(Road((1, 2)))
    assert plot(state, "B1")["road"]
    assert storeys(state, "B1") == 0


def test_H_road_it_stays_for_ever_and_nothing_is_built_there():
    state = crossing("# . . . . . ." + " . . . . . . ." * 6, "A1")
    assert state.row.seat == 1  # crossing a road is crossing nothing to do
    state = crossing("# . . . . . ." + " . . . . . . ." * 6, "B2")
    assert refused(state, Storey((1, 1))) == "H-cross"
    state = crossing(EMPTY, "D3").play(Road((3, 4)))
    assert state.row.road_supply == 29
    for seat in (RED, BLUE):
        assert seat not in plot(state, "D3")["sites"]


def test_H_road_roads_are_no_buildings_and_may_touch_them():
    state = crossing("R1 # . . . . ." + " . . . . . . ." * 6, "C1")
    assert choices(state) == ["storeyC1", "roadC1"]
    state = state.play(Storey((1, 3)))
    assert spires(state, RED) == ["A1", "C1"]  # a road joins nothing


@pytest.mark.parametrize("drawing", ["B1r B2 . . . . .", "R1r R2 . . . . .", "-1r -2 . R3 . . ."])
def test_H_demolish_a_roof_that_is_crossed_may_go_whoever_owns_the_building(drawing):
    state = crossing(drawing + " . . . . . . ." * 6, "A1")
    assert choices(state) == ["demolishA1", "decline"]
    before = state.row.roof_supply
    after = state.play(Demolish((1, 1)))
    assert not plot(after, "A1")["roof"]
    assert after.row.roof_supply == before + 1
    assert plot(state.play(Decline()), "A1")["roof"]


def test_H_demolish_then_raise_the_freed_place_for_a_6_in_the_same_turn():
    state = crossing("R1r R2 . . . . ." + " . . . . . . ." * 6, "A1", dice=(6, 2))
    assert choices(state) == ["demolishA1", "decline"]
    state = state.play(Demolish((1, 1)))
    assert choices(state) == ["raiseA1", "decline"]
    state = state.play(Raise((1, 1)))
    assert storeys(state, "A1") == 2
    assert state.row.seat == 1
    kept = crossing("R1r R2 . . . . ." + " . . . . . . ." * 6, "A1", dice=(6, 2)).play(Decline())
    assert kept.row.seat == 1  # with the roof on, there is no place for the 6


def test_H_demolish_a_storey_without_a_roof_has_nothing_to_tear_down():
    state = crossing("R1 R2 . . . . ." + " . . . . . . ." * 6, "A1")
    assert refused(state, Demolish((1, 1))) == "H-demolish"


def test_H_raise_an_own_plot_with_a_free_top_that_is_crossed_may_be_raised():
    state = crossing("R1 R2 . . . . ." + " . . . . . . ." * 6, "A1")
    assert choices(state) == ["raiseA1", "decline"]
    assert storeys(state.play(Raise((1, 1))), "A1") == 2
    assert storeys(state.play(Decline()), "A1") == 1


def test_H_raise_declined_at_the_crossing_the_dice_may_still_be_used():
    state = crossing("R1 R2 R1" + " ." * 46, "A1", dice=(6, 2)).play(Decline())
    assert choices(state) == ["raiseA1", "raiseC1", "decline"]


def test_H_raise_a_foreign_building_is_not_raised():
    state = crossing("B1 B2 . . . . ." + " . . . . . . ." * 6, "A1")
    assert state.row.seat == 1
    state = lay("B1 B2 . . R1 R2 ." + " . . . . . . ." * 6, phase="dice", dice=(6, 2))
    assert refused(state, Raise((1, 1))) == "H-six"


def test_H_free_neither_under_a_spire_nor_under_a_roof():
    assert crossing("R1 R2 . . . . ." + " . . . . . . ." * 6, "B1").row.seat == 1  # the spire stands there
    state = lay("R1r R2 R1 . . . ." + " . . . . . . ." * 6, phase="dice", dice=(6, 1))
    assert choices(state) == ["raiseC1", "roofC1", "decline"]
    assert refused(state, Raise((1, 1))) == refused(state, Raise((1, 2))) == "H-free"
    assert refused(state, Roof((1, 1))) == refused(state, Roof((1, 2))) == refused(state, Roof((5, 5))) == "H-free"


def test_H_double_gives_a_roof_from_the_supply_as_long_as_there_is_one():
    state = lay(figures={0: (2, 18)}).play(Roll(3, 3)).play(Move((5, 21)))
    assert state.row.hand[:2].tolist() == [3, 2]
    assert state.row.roof_supply == 15
    state = lay(figures={0: (2, 18)}, roofs=0).play(Roll(3, 3)).play(Move((5, 21)))
    assert state.row.hand[:2].tolist() == [2, 2]
    state = lay(figures={0: (2, 18)}).play(Roll(2, 3)).play(Move((4, 21)))
    assert state.row.hand[:2].tolist() == [2, 2]


def test_H_double_gives_its_roof_after_a_road_and_after_a_decline_too():
    assert crossing(EMPTY, "D3", dice=(3, 3)).play(Road((3, 4))).row.hand[0] == 3
    declined = crossing("R1 R2" + " ." * 47, "A1", dice=(3, 3)).play(Decline())
    assert declined.row.hand[0] == 3


def test_H_double_the_roof_just_torn_down_may_be_the_one():
    state = crossing("B1r B2 . . . . ." + " . . . . . . ." * 6, "A1", dice=(3, 3), roofs=0).play(Demolish((1, 1)))
    assert state.row.roof_supply == 0
    assert state.row.hand[0] == 3


def test_H_one_a_roof_on_any_free_top_also_on_closed_and_ownerless_buildings():
    state = lay(
        """
        R1 R2 .  .  B1 B2 .
        .  .  .  .  .  .  .
        -1 -2 .  .  .  .  .
        .  .  .  .  .  .  .
        #  #  .  .  .  .  .
        G1 G2 #  .  .  .  .
        #  #  .  .  .  .  .""",
        phase="dice",
        dice=(1, 3),
        players=4,
        left=[YELLOW],
    )
    assert plot(state, "A6")["closed"]
    assert choices(state) == ["roofA1", "roofE1", "roofA3", "roofB3", "roofA6", "decline"]
    state = state.play(Roof((6, 1)))
    assert plot(state, "A6")["roof"]
    assert state.row.hand[0] == 1
    assert state.row.seat == 1


def test_H_one_without_a_roof_in_the_hand_a_1_is_lost():
    state = lay("R1 R2 . . . . ." + " . . . . . . ." * 6, hands={0: 0}, figures={0: (2, 18)})
    assert state.play(Roll(1, 3)).play(Move((3, 21))).row.seat == 1
    dice = lay("R1 R2 R1 . . . ." + " . . . . . . ." * 6, hands={0: 0}, phase="dice", dice=(1, 6))
    assert choices(dice) == ["raiseA1", "raiseC1", "decline"]
    assert refused(dice, Roof((1, 1))) == "H-one"


def test_H_six_a_storey_on_any_free_top_of_an_own_building_that_is_not_closed():
    state = lay(
        """
        R1 R2 R1 .  B1 B2 .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        #  #  .  .  .  .  .
        R1 R1 #  .  .  .  .
        #  #  .  .  .  .  .""",
        phase="dice",
        dice=(6, 3),
    )
    assert choices(state) == ["raiseA1", "raiseC1", "decline"]
    assert refused(state, Raise((6, 1))) == "H-closed"
    state = state.play(Raise((1, 3)))
    assert storeys(state, "C1") == 2
    assert state.row.seat == 1


def test_H13_a_6_raises_nobody_elses_building_and_none_without_an_owner():
    state = lay(
        """
        R1 R2 .  .  B1 B2 .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        -1 -2 .  .  .  .  .
        .  .  .  .  .  .  .""",
        players=3,
        phase="dice",
        dice=(6, 3),
    )
    assert choices(state) == ["raiseA1", "decline"]
    for name in ("E1", "A6"):  # free tops, but blue's and nobody's
        assert refused(state, Raise(place(name))) == "H-six"


def test_H_six_where_nothing_can_be_raised_it_is_lost():
    state = lay("R1 . . . . . ." + " . . . . . . ." * 6, figures={0: (2, 18)}).play(Roll(6, 3)).play(Move((8, 21)))
    assert state.row.seat == 1


def test_H_six_three_storeys_in_one_turn_with_a_double_6():
    state = lay("R1 R2 R1 . . . ." + " . . . . . . ." * 6, figures={0: (25, 27)}).play(Roll(6, 6)).play(Move((1, 31)))
    state = state.play(Raise((1, 1)))  # as tall as B1 and built last: the spire moves here, and B1 is free
    assert spires(state, RED) == ["A1"]
    state = state.play(Raise((1, 2))).play(Raise((1, 3)))
    assert [storeys(state, name) for name in ("A1", "B1", "C1")] == [2, 3, 2]
    assert spires(state, RED) == ["B1"]
    assert state.row.hand[0] == 3  # and the double gave its roof
    assert state.row.seat == 1


def test_H_six_of_two_one_may_be_used_and_the_other_be_lost():
    """Red's building is open only because blue could ruin it from B1; once it is as tall as blue's, it is closed."""
    state = lay(
        """
        R1 .  B2 .  .  .  .
        R1 #  .  .  .  .  .
        #  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .""",
        phase="dice",
        dice=(6, 6),
    )
    assert choices(state) == ["raiseA1", "decline"]
    state = state.play(Raise((1, 1)))
    assert plot(state, "A1")["closed"]
    assert state.row.seat == BLUE


def test_H2_two_1s_are_two_roofs_and_the_double_gives_one_of_them():
    drawing = "R1 R2 R1 . B1 B2 ." + " . . . . . . ." * 6
    state = lay(drawing, hands={0: 1}, figures={0: (2, 18)}).play(Roll(1, 1)).play(Move((3, 19)))
    assert state.row.hand[0] == 2
    state = state.play(Roof((1, 1)))
    assert choices(state) == ["roofC1", "roofE1", "decline"]
    state = state.play(Roof((1, 5)))
    assert state.row.hand[0] == 0
    assert state.row.seat == 1


def test_H2_any_order_and_judged_anew_after_each():
    state = lay("R1 R1 . . . . ." + " . . . . . . ." * 6, phase="dice", dice=(1, 6))
    assert choices(state) == ["raiseA1", "roofA1", "decline"]
    after_raise = state.play(Raise((1, 1)))
    assert choices(after_raise) == ["roofB1", "decline"]  # the spire went to A1 and left B1 free
    after_roof = state.play(Roof((1, 1)))
    assert after_roof.row.seat == 1  # nothing is free any more for the 6


def test_H2_one_decline_gives_up_all_that_is_left():
    state = lay("R1 R1 R1 . . . ." + " . . . . . . ." * 6, phase="dice", dice=(1, 6)).play(Decline())
    assert state.row.seat == 1


# Building code


def test_H_building_plots_that_touch_by_an_edge_are_one_whatever_the_shape():
    state = lay("""
        R1 R1 .  .  .  .  .
        .  R1 .  .  .  .  .
        .  R1 R1 .  .  .  .
        .  .  .  .  .  .  .
        #  #  #  .  .  .  .
        .  .  #  .  .  .  .
        R1 .  #  .  .  .  .""")
    buildings = state.view(None).data["buildings"]
    assert sorted(len(b["plots"]) for b in buildings if b["owner"] == RED) == [1, 5]


def test_H_height_the_tallest_plot_counts_and_a_roof_adds_nothing():
    state = lay("R1 R3 R3r . . . ." + " . . . . . . ." * 6, last=["B1"])
    assert state.scores == (3, 0)
    assert state.view(None).data["players"][0]["height"] == 3


def test_H_height_the_tallest_building_there_can_be():
    """Two plots grow in turn, because the taller one carries the spire: 45 storeys make 23."""
    state = lay("R22 R22" + " ." * 47, phase="dice", dice=(6, 1)).play(Raise((1, 1)))
    assert state.is_over
    assert state.scores == (23, 0)
    assert state.audit() == 0


def test_H_spire_on_the_tallest_plot_and_of_equals_on_the_one_built_last():
    state = crossing("R1 R2 R1 . . . ." + " . . . . . . ." * 6, "A1", dice=(6, 3))
    assert spires(state, RED) == ["B1"]
    state = state.play(Raise((1, 1)))
    assert spires(state, RED) == ["A1"]
    state = state.play(Raise((1, 3)))
    assert spires(state, RED) == ["C1"]


def test_H_spire_stays_where_it_is_when_something_lower_is_built():
    state = crossing("R1 R3 . . . . ." + " . . . . . . ." * 6, "A1").play(Raise((1, 1)))
    assert spires(state, RED) == ["B1"]
    state = crossing("R1 R3 . . . . ." + " . . . . . . ." * 6, "C1").play(Storey((1, 3)))
    assert spires(state, RED) == ["B1"]


def test_H_spire_after_a_merger_the_newer_of_two_equally_tall_tops_has_it():
    for last in ("A1", "C1"):
        state = crossing("R2 . R2 . . . ." + " . . . . . . ." * 6, "B1", last=[last]).play(Storey((1, 2)))
        assert spires(state, RED) == [last]


def test_H_new_a_single_storey_is_a_building_and_gets_its_spire_at_once():
    state = crossing(EMPTY, "D3").play(Storey((3, 4)))
    assert spires(state, RED) == ["D3"]
    assert plot(state, "D3")["owner"] == RED
    assert state.view(None).data["players"][0]["spires"] == 2


@pytest.mark.parametrize("near", ["C3", "E3", "D2", "D4", "C2", "E2", "C4", "E4"])
def test_H_new_no_building_may_touch_by_an_edge_or_a_corner(near):
    row, column = place(near)
    drawing = [["."] * 7 for _ in range(7)]
    for owner in "B-":
        drawing[row - 1][column - 1] = f"{owner}1"
        state = crossing("\n".join(" ".join(line) for line in drawing), "D3")
        assert choices(state) == ["roadD3"]


def test_H_new_needs_a_spire_to_spare():
    state = crossing("R1 . R1 . R1 . ." + " . . . . . . ." * 6, "D4")
    assert refused(state, Storey((4, 4))) == "H-new"


def test_H_extend_a_storey_beside_the_own_building_needs_no_spire():
    state = crossing("R1 . R1 . R1 . ." + " . . . . . . ." * 6, "A2").play(Storey((2, 1)))
    assert storeys(state, "A2") == 1
    assert spires(state, RED) == ["C1", "E1", "A2"]  # as tall as A1, and built last
    assert plot(state, "A1")["owner"] == plot(state, "A2")["owner"] == RED


def test_H_extend_not_at_a_foreign_building():
    state = crossing("B2 . . . . . R1" + " . . . . . . ." * 6, "B1")
    assert choices(state) == ["roadB1"]
    assert refused(state, Storey((1, 2))) == "H-extend"


def test_H_corner_contact_forbids_a_storey():
    for other in ("B1", "-1", "R1"):  # a foreign building, nobody's, and an own one that would not become part of it
        drawing = f"""
            R1 .  .  .  .  .  .
            .  .  {other} .  .  .  .
            .  .  .  .  .  .  .
            .  .  .  .  .  .  .
            .  .  .  .  .  .  .
            .  .  .  .  .  .  .
            .  .  .  .  .  .  ."""
        state = crossing(drawing, "B1")
        assert choices(state) == ["roadB1"]
        assert refused(state, Storey((1, 2))) == "H-corner"
        assert choices(crossing(drawing, "A2")) == ["storeyA2", "roadA2"]


def test_H_corner_a_building_that_also_shares_an_edge_becomes_part_of_it_and_does_not_forbid():
    state = crossing(
        """
        R2 .  B1 .  .  .  .
        .  .  B1 .  .  .  .
        .  B1 B1 .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .""",
        "A2",
    )
    assert choices(state) == ["roadA2"]  # of blue's building, only the corner at B3
    state = crossing(
        """
        R2 .  B1 .  .  .  .
        .  .  B1 .  .  .  .
        .  B1 B1 .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .""",
        "B1",
    )
    assert choices(state) == ["storeyB1", "roadB1"]  # C2 touches by a corner, but C1 by an edge


def test_H_merge_joining_own_buildings_frees_a_spire():
    state = crossing("R1 . R2 . R1 . ." + " . . . . . . ." * 6, "B1")
    assert state.view(None).data["players"][0]["spires"] == 0
    assert choices(state) == ["storeyB1", "roadB1"]
    state = state.play(Storey((1, 2)))
    assert state.view(None).data["players"][0]["spires"] == 1
    assert spires(state, RED) == ["C1", "E1"]
    assert [len(b["plots"]) for b in state.view(None).data["buildings"] if [1, 1] in b["plots"]] == [3]


def test_H_merge_three_at_once():
    """H-corner keeps this from coming about, but the rule says "two or more"."""
    drawing = ". R1 . . . . . R1 . R1 . . . ." + " . . . . . . ." * 5
    state = crossing(drawing, "B2", can_be=False).play(Storey((2, 2)))
    assert spires(state, RED) == ["B2"]
    assert state.view(None).data["players"][0]["spires"] == 2


def test_H3_surplus_spires_go_back_without_a_choice():
    state = crossing("R1 . R2 . . . ." + " . . . . . . ." * 6, "B1", players=3).play(Storey((1, 2)))
    assert spires(state, RED) == ["C1"]
    assert [p["spires"] for p in state.view(None).data["players"]] == [1, 2, 2]
    state = crossing("R2 . B1 . . . ." + " . . . . . . ." * 6, "B1", players=3).play(Storey((1, 2)))
    assert (spires(state, RED), spires(state, BLUE)) == (["A1"], [])
    assert [p["spires"] for p in state.view(None).data["players"]] == [1, 2, 2]


def test_H_ruin_needs_one_storey_more():
    for mine, theirs, allowed in ((1, 1, False), (2, 1, True), (2, 2, False), (1, 2, False), (3, 2, True)):
        state = crossing(f"R{mine} . B{theirs} . . . ." + " . . . . . . ." * 6, "B1")
        assert choices(state) == (["storeyB1"] if allowed else []) + ["roadB1"]
        if not allowed:
            assert refused(state, Storey((1, 2))) == "H-ruin"


def test_H_ruin_the_spire_goes_and_the_ruin_becomes_part_of_the_taller_building():
    state = crossing("R2 . B1 B1 . . ." + " . . . . . . ." * 6, "B1").play(Storey((1, 2)))
    assert [plot(state, name)["owner"] for name in ("A1", "B1", "C1", "D1")] == [RED] * 4
    assert spires(state, BLUE) == []
    assert state.scores == (2, 0)


TWO_RIVALS = """
    .  .  R3 .  .  .  .
    .  .  R1 .  .  .  .
    .  B2 .  G2 .  .  .
    .  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  .  .  .  .  .  ."""


def test_H_ruin_two_lower_buildings_are_swallowed_at_once():
    """By H-corner three different buildings never come to lie at one plot; put there by hand, the rule still holds."""
    state = crossing(TWO_RIVALS, "C3", players=3, can_be=False)
    assert choices(state) == ["storeyC3", "roadC3"]
    state = state.play(Storey((3, 3)))
    assert [plot(state, name)["owner"] for name in ("C1", "C2", "C3", "B3", "D3")] == [RED] * 5
    assert [spires(state, seat) for seat in (RED, BLUE, GREEN)] == [["C1"], [], []]
    assert [p["spires"] for p in state.view(None).data["players"]] == [1, 2, 2]
    assert state.audit() == 0


@pytest.mark.parametrize("taller", ["B3 .  G2", "B2 .  G3"])
def test_H_ruin_every_one_of_them_must_be_lower(taller):
    state = crossing(TWO_RIVALS.replace("B2 .  G2", taller), "C3", players=3, can_be=False)
    assert choices(state) == ["roadC3"]


def test_H_ruin_the_tallest_own_building_beside_the_plot_decides():
    """Two own buildings and a foreign one at one plot: put there by hand, because H-corner keeps them apart."""
    drawing = ". . . . . . . . . R1 . . . . . R3 . B2 . . ." + " . . . . . . ." * 4
    assert choices(crossing(drawing, "C3", can_be=False)) == ["storeyC3", "roadC3"]
    assert choices(crossing(drawing.replace("R3", "R2"), "C3", can_be=False)) == ["roadC3"]


def test_H_ruin_the_hit_one_keeps_his_other_buildings():
    state = crossing("R2 . B1 . . . B1" + " . . . . . . ." * 6, "B1").play(Storey((1, 2)))
    assert spires(state, BLUE) == ["G1"]
    assert state.view(None).data["players"][1]["spires"] == 2


def test_H7_an_ownerless_building_is_swallowed_if_it_is_lower():
    state = crossing("R2 . -1 -1 . . ." + " . . . . . . ." * 6, "B1", built=[BLUE])
    assert choices(state) == ["storeyB1", "roadB1"]
    state = state.play(Storey((1, 2)))
    assert [plot(state, name)["owner"] for name in ("A1", "B1", "C1", "D1")] == [RED] * 4
    assert choices(crossing("R2 . -2 . . . ." + " . . . . . . ." * 6, "B1")) == ["roadB1"]


def test_H7_nobody_raises_or_extends_an_ownerless_building():
    drawing = "-1 -2 . . . . R1" + " . . . . . . ." * 6
    assert crossing(drawing, "A1").row.seat == 1
    state = crossing(drawing, "C1")
    assert choices(state) == ["roadC1"]
    assert refused(state, Storey((1, 3))) == "H7"
    dice = lay("-1 -2 . . . R1 R1" + " . . . . . . ." * 6, phase="dice", dice=(6, 2))
    assert choices(dice) == ["raiseF1", "decline"]


def closed(drawing, name, **rest):
    return plot(lay(drawing, **rest), name)["closed"]


def test_H_closed_when_no_empty_plot_at_its_edges_can_take_a_storey():
    fenced = """
        R1 #  .  .  .  .  .
        #  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  B1 .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  ."""
    assert closed(fenced, "A1")
    assert not closed(fenced, "D4")
    assert not closed(fenced.replace("#  .  .  .  .  .  .", ".  .  .  .  .  .  .", 1), "A1")


def test_H_closed_corners_of_other_buildings_close_too():
    """As in the rule book's picture of building A: empty plots are left beside it, but others touch all of them."""
    drawing = """
        R1 .  #  .  .  .  .
        .  .  B1 .  .  .  .
        #  B1 B1 .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  ."""
    assert closed(drawing, "A1")
    assert not closed(drawing, "C2")


def test_H_closed_not_while_a_rival_could_ruin_it():
    drawing = """
        R1 .  B2 .  .  .  .
        #  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  ."""
    assert not closed(drawing, "A1")  # blue could build on B1 and swallow red
    assert closed(drawing.replace("B2", "B1"), "A1")  # equally tall: neither may
    assert closed(drawing.replace("B2", "-2"), "A1")  # nobody's building grows
    assert not closed(drawing.replace("B2", "-2").replace("R1", "R3"), "A1")


def test_H_closed_nothing_is_raised_and_no_roof_torn_down():
    fenced = """
        R1 R2 #  .  .  .  .
        #  #  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  B1 .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  ."""
    assert crossing(fenced, "A1").row.seat == 1
    assert crossing(fenced.replace("R1", "R1r"), "A1").row.seat == 1
    six = lay(fenced.replace("B1 .", "R1 R1"), phase="dice", dice=(6, 2))
    assert choices(six) == ["raiseD4", "decline"]
    assert refused(six, Raise((1, 1))) == "H-closed"


# Bankruptcy

FENCED = """
    B1 #  .  .  .  .  .
    #  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  .  .  R1 .  .  .
    .  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  .  .  .  .  .  ."""
IN_TURN = {"phase": "move", "dice": (2, 3), "figures": {0: (1, 2), 1: (1, 2), 2: (1, 2), 3: (1, 2)}}


def next_turn(state):
    """The state when the next player's turn begins: somebody moves without crossing."""
    moves = state.view(state.turn).data["moves"]
    return state.play(Move(next(tuple(move["figures"]) for move in moves if move["plot"] is None)))


def test_H_bankrupt_figures_and_spires_leave_roofs_go_back_and_buildings_stay_without_an_owner():
    state = lay(FENCED, players=3, phase="demand", hands={1: 4}, figures={1: (3, 7)})
    before = int(state.row.roof_supply)
    assert choices(state) == ["demand1", "decline"]
    state = state.play(Demand(1))
    assert state.view(None).data["players"][1] == {
        "colour": "blue",
        "figures": [OFF, OFF],
        "roofs": 0,
        "spires": 0,
        "height": 0,
        "storeys": 0,
        "has_built": True,
        "bankrupt": False,
        "left": 1,
    }
    assert state.row.roof_supply == before + 4
    assert (storeys(state, "A1"), plot(state, "A1")["owner"], plot(state, "A1")["spire"]) == (1, None, False)
    assert state.events()[-1] == Bankrupt(1)
    assert "roofA1" in choices(next_turn(state.play(Roll(1, 2))))  # the plot of the former spire is free


def test_H_bankrupt_a_spare_spire_does_not_save_nor_that_all_was_lost_by_ruin():
    state = lay(FENCED, players=3, phase="demand")
    assert state.view(None).data["players"][1]["spires"] == 1
    assert "demand1" in choices(state)
    ruined = lay(FENCED.replace("B1 #", ".  ."), players=3, built=[BLUE], phase="demand")
    assert choices(ruined) == ["demand1", "decline"]


def test_H_bankrupt_not_who_never_built_nor_who_owns_something_that_is_not_closed():
    state = lay(FENCED, players=3, phase="demand")
    assert refused(state, Demand(2)) == "H-bankrupt"
    saved = next_turn(lay(FENCED.replace("R1 .  .  .", "R1 .  .  B1"), players=3, turn=2, **IN_TURN))
    assert saved.is_chance
    assert saved.row.seat == 0
    assert refused(saved, Demand(1)) == "H-bankrupt"


def test_H_bankrupt_who_has_left_can_build_nowhere():
    state = lay(FENCED, players=3, phase="demand").play(Demand(1))
    assert all(BLUE not in p.get("sites", ()) for row in state.view(None).data["plots"] for p in row)


def test_H_demand_one_after_the_other_and_nobody_has_to():
    drawing = FENCED.replace("#  .  .  .  .  .  .", "#  .  .  .  .  #  G1", 1).replace(
        "B1 #  .  .  .  .  .", "B1 #  .  .  .  .  #"
    )
    drawing = drawing.replace(".  .  .  .  .  .  .", ".  .  .  .  .  .  #", 1)
    state = next_turn(lay(drawing, players=4, turn=3, **IN_TURN))
    assert choices(state) == ["demand1", "demand2", "decline"]
    assert state.play(Decline()).is_chance
    after = state.play(Demand(2))
    assert choices(after) == ["demand1", "decline"]
    assert after.play(Decline()).row.seat == 0
    assert after.play(Demand(1)).is_chance


def test_H_demand_after_a_decline_none_is_made_and_only_the_seat_on_turn_makes_one():
    state = lay(FENCED, players=3, phase="demand").play(Decline())
    assert refused(state, Demand(1)) == "H-demand"
    assert state.game.refuse(state.row, Demanded(2, 1), None).rule == "H-turn"


def test_H_demand_is_refused_when_it_is_not_due():
    state = lay(FENCED.replace("#", "."), players=3)  # nobody is bankrupt, the roll is next
    assert refused(state, Demand(1)) == "H-bankrupt"
    assert refused(lay(FENCED, players=3, phase="demand"), Demand(0)) == "H-demand"
    assert refused(lay(FENCED, players=3, phase="move", dice=(1, 2)), Demand(1)) == "H-demand"
    assert refused(lay(FENCED, players=3, phase="demand"), Roll(1, 2)) == "H-demand"


def test_H6_automatic_bankruptcy_comes_by_itself_before_the_roll():
    state = next_turn(lay(FENCED, players=3, bankruptcy="automatic", turn=2, **IN_TURN))
    assert state.row.left[:3].tolist() == [0, 1, 0]
    assert state.is_chance
    assert state.row.seat == 0
    assert [type(e).__name__ for e in state.events()] == ["Moved", "Bankrupt"]
    assert refused(state, Demand(1)) == "H6"


def test_H6_a_bankrupt_player_on_turn_loses_the_turn():
    state = next_turn(lay(FENCED, players=3, bankruptcy="automatic", turn=0, **IN_TURN))
    assert state.row.left[:3].tolist() == [0, 1, 0]
    assert state.row.seat == 2


def test_H6_the_seats_are_looked_at_from_the_one_after_the_player_on_turn_round_to_himself():
    drawing = """
        B1 #  .  .  .  #  G1
        #  .  .  .  .  .  #
        .  .  .  .  .  .  .
        .  .  .  R1 .  .  .
        .  .  .  .  .  .  .
        #  .  .  .  .  .  .
        Y1 #  .  .  .  .  ."""
    for turn, order in ((0, [2, 3, 1]), (1, [3, 1, 2]), (2, [1, 2, 3]), (3, [1, 2, 3])):
        state = next_turn(lay(drawing, players=4, bankruptcy="automatic", turn=turn, **IN_TURN))
        gone = [event.seat for event in state.events() if type(event).__name__ == "Bankrupt"]
        assert gone == order
        assert state.is_over
        assert state.winners == (RED,)


def test_H6_demand_is_the_default():
    assert load("hoch-hinaus", players=3).options["bankruptcy"] == "demand"
    with pytest.raises(OptionError):
        load("hoch-hinaus", bankruptcy="never")


def test_H11_who_owns_nothing_that_is_not_closed_may_not_demand():
    state = next_turn(lay(FENCED, players=3, turn=1, **IN_TURN))  # green has never built
    assert state.row.seat == GREEN
    assert state.is_chance
    assert refused(state, Demand(1)) == "H11"


def test_H11_nor_who_owns_closed_buildings_only():
    drawing = """
        B1 #  .  .  .  #  G1
        #  .  .  .  .  .  #
        .  .  .  .  .  .  .
        .  .  .  R1 .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  ."""
    state = next_turn(lay(drawing, players=3, turn=BLUE, **IN_TURN))
    assert state.row.seat == GREEN
    assert refused(state, Demand(1)) == "H11"


def test_H11_automatic_only_while_somebody_owns_something_that_is_not_closed():
    drawing = FENCED.replace("R1", ".")
    state = next_turn(lay(drawing, players=3, bankruptcy="automatic", turn=2, **IN_TURN))
    assert not state.row.left.any()


def test_H11_who_is_kept_open_by_a_rival_may_demand():
    """Red's only building is open because blue could swallow it: that is enough."""
    drawing = """
        R1 .  B2 #  .  .  .
        #  #  #  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  #
        .  .  .  .  .  #  G1
        .  .  .  .  .  .  #"""
    assert choices(next_turn(lay(drawing, players=4, turn=3, **IN_TURN))) == ["demand2", "decline"]


# The end


def test_H_end_when_the_last_storey_is_built():
    state = crossing("R1 R2 . . B1 . ." + " . . . . . . ." * 6, "A1", storeys=1)
    state = state.play(Raise((1, 1)))
    assert state.is_over
    assert state.winners == (RED,)
    with pytest.raises(IllegalAction, match="H-end"):
        state.play(Roll(1, 2))


def test_H_end_when_one_player_is_left():
    state = lay(FENCED, phase="demand").play(Demand(1))
    assert state.is_over
    assert state.winners == (RED,)


NEARLY_DEAD = "\n".join(
    ["R1 R1 R1 R1 R1 R1 R1"] * 2 + ["R1 R1 R1 R1 R1 . #"] + ["# # # # # # #"] * 4  # 29 roads, one empty plot
)


@pytest.mark.parametrize("action", [Road((3, 6)), Storey((3, 6))])
def test_H5_a_dead_board_ends_the_game_at_once_in_the_middle_of_a_turn(action):
    state = crossing(NEARLY_DEAD, "F3", dice=(6, 1)).play(action)
    assert state.is_over
    assert (state.row.ones, state.row.sixes) == (1, 1)  # neither was used
    assert state.winners == (RED,)


def test_H5_who_has_left_could_not_build_either():
    """Green's spires would fit many places, but green is bankrupt; red and blue have none to spare."""
    drawing = """
        R1 #  .  .  .  #  R1
        #  .  .  .  .  .  #
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        #  .  .  .  .  .  .
        B1 #  .  .  .  #  B1"""
    state = crossing(drawing, "G6", players=3, left=[GREEN])
    assert state.play(Road((6, 7))).is_over


@pytest.mark.parametrize("by_dice", [True, False])
def test_H5_a_raise_can_end_it_too(by_dice):
    """Red's building was open because blue could swallow it; raised, it is as tall as blue's."""
    drawing = """
        R1 .  B2 #  .  .  .
        R1 #  #  .  .  .  .
        #  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        #  .  .  .  .  .  #
        B1 #  .  .  .  #  R1"""
    rest = {"players": 3, "left": [GREEN]}
    state = lay(drawing, phase="dice", dice=(6, 6), **rest) if by_dice else crossing(drawing, "A1", dice=(6, 2), **rest)
    state = state.play(Raise((1, 1)))
    assert state.is_over
    assert state.row.sixes == 1


def test_H9_the_last_storey_in_the_middle_of_a_turn_ends_it():
    state = crossing("R1 R2 R1 . B1 . ." + " . . . . . . ." * 6, "A1", dice=(6, 1), storeys=1).play(Raise((1, 1)))
    assert state.is_over
    assert (state.row.ones, state.row.sixes) == (1, 1)  # neither was used


def test_H9_the_last_storey_may_come_by_a_6_and_not_before():
    state = lay("R1 R2 R1 . B1 . ." + " . . . . . . ." * 6, phase="dice", dice=(6, 6), storeys=2).play(Raise((1, 1)))
    assert not state.is_over
    assert state.play(Raise((1, 2))).is_over


def test_H10_after_150_turns_without_building_the_game_ends():
    state = next_turn(lay("R1 . B2 . . . ." + " . . . . . . ." * 6, quiet=148, **IN_TURN))
    assert not state.is_over
    assert state.row.quiet == 149
    state = next_turn(lay("R1 . B2 . . . ." + " . . . . . . ." * 6, quiet=149, **IN_TURN))
    assert state.is_over
    assert state.winners == (BLUE,)


@pytest.mark.parametrize(
    ("drawing", "name", "action"),
    [(EMPTY, "D3", Storey((3, 4))), (EMPTY, "D3", Road((3, 4))), ("R1 R2" + " ." * 47, "A1", Raise((1, 1)))],
)
def test_H10_a_storey_a_raise_or_a_road_begins_the_count_anew(drawing, name, action):
    assert crossing(drawing, name, quiet=149).play(action).row.quiet == 0


def test_H10_roofs_and_demolitions_do_not_count_as_building():
    state = crossing("R1r R2" + " ." * 47, "A1", quiet=100).play(Demolish((1, 1)))
    assert state.row.quiet == 101


def test_H12_a_lost_turn_is_none_of_the_150():
    state = next_turn(lay(FENCED, players=3, bankruptcy="automatic", turn=0, quiet=148, **IN_TURN))
    assert state.row.seat == 2  # blue's turn was lost
    assert state.row.quiet == 149
    assert not state.is_over


def finished(drawing, **rest):
    """The game as if it ended here."""
    return next_turn(lay(drawing, quiet=149, **({"players": 3} | rest), **IN_TURN))


def test_H_win_the_owner_of_the_tallest_building():
    state = finished("R2 R1 . B3 . G2 ." + " . . . . . . ." * 6)
    assert state.scores == (2, 3, 2)
    assert state.winners == (BLUE,)
    assert state.returns == (0, 1, 0)


def test_H_win_buildings_without_an_owner_do_not_count():
    state = finished("R1 . -3 -3 . G2 ." + " . . . . . . ." * 6, left=[BLUE])
    assert state.scores == (1, 0, 2)
    assert state.winners == (GREEN,)


def test_H_win_if_nobody_left_owns_a_building_all_who_are_left_share():
    state = finished("-1" + " ." * 48, left=[BLUE], players=4)
    assert state.winners == (RED, GREEN, YELLOW)
    assert state.returns == (pytest.approx(1 / 3), 0, pytest.approx(1 / 3), pytest.approx(1 / 3))


def test_H_tie_more_storeys_in_that_building_decide():
    state = finished("R2 R1 . B2 B1 B1 ." + " . . . . . . ." * 6)
    assert state.winners == (BLUE,)


def test_H_tie_of_an_own_pair_the_one_with_more_storeys_counts_and_others_do_not_add_up():
    drawing = "R2 . R2 R1 . . ." + " . . . . . . ." * 3 + " B2 B1 . . . . ." + " . . . . . . ." * 2
    assert finished(drawing).winners == (RED, BLUE)
    assert finished(drawing.replace("B1", "B2")).winners == (BLUE,)


def test_H_tie_height_comes_before_storeys():
    assert finished("R2 R2 R2 R2 R2 . B3" + " . . . . . . ." * 6).winners == (BLUE,)


def test_H_tie_of_an_own_pair_the_order_of_building_makes_no_difference():
    drawing = "R2 R1 . R2 . . ." + " . . . . . . ." * 3 + " B2 B1 . . . . ." + " . . . . . . ." * 2
    assert finished(drawing).winners == (RED, BLUE)


def test_H_tie_equal_in_both_they_share():
    state = finished("R2 R1 . B2 B1 . ." + " . . . . . . ." * 6)
    assert state.winners == (RED, BLUE)
    assert state.returns == (0.5, 0.5, 0)


# The audit and the features


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("roof_supply", 17), ("road_supply", 29), ("storey_supply", 40), ("turn", 1), ("seat", 5), ("quiet", 200)],
        *[("roofs", 1 << 40), ("roads", 1), ("spires", [1, 0, 0, 0, 0, 0]), ("hand", [-1, 5, 0, 0, 0, 0])],
        *[("left", [1, 0, 0, 0, 0, 0]), ("figures", [[5, 2]] + [[-1, -1]] * 5)],
    ],
)
def test_the_audit_notices_what_cannot_be(field, value):
    state = lay("R1 R2" + " ." * 47, phase="move", dice=(2, 3))
    state._rows[field][0] = value
    assert state.audit() != 0


def test_features_mean_what_they_say():
    state = lay(
        "R1r R2 . B3" + " ." * 44 + " #",
        turn=1,
        phase="move",
        dice=(1, 6),
        figures={1: (4, 9), 0: (2, 2)},
        hands={1: 3},
    )
    features = state.view(1).features
    assert features["storeys"][0, :4].tolist() == [1, 2, 0, 3]
    assert features["owner"][0, 0].tolist() == [0, 0, 0, 1, 0, 0, 0]  # the viewer's own come first
    assert features["owner"][1, 0].tolist() == [1, 1, 0, 0, 0, 0, 0]
    assert features["spire"][0].tolist() == [0, 1, 0, 1, 0, 0, 0]
    assert (features["roof"].sum(), features["roof"][0, 0], features["road"].sum(), features["road"][6, 6]) == (
        1,
        1,
        1,
        1,
    )
    assert features["open"][0].tolist() == [1, 1, 0, 1, 0, 0, 0]
    assert features["figures"][0].nonzero()[0].tolist() == [4, 9]
    assert features["figures"][1, 2] == 2
    assert features["roofs"].tolist() == [3, 2, 0, 0, 0, 0]
    assert (features["ones"][0], features["sixes"][0], features["dice"].tolist()) == (1, 1, [6, 1])
    assert features["sites"][0, 0].tolist() == [0, 0, 1, 0, 1, 1, 1]  # C1 would swallow red's
    assert features["sites"][1, 0].tolist() == [0, 0, 0, 0, 0, 1, 1]
    only_six = lay(turn=1, phase="move", dice=(6, 2)).view(1).features
    assert (only_six["ones"][0], only_six["sixes"][0]) == (0, 1)
    fenced = lay(FENCED).view(0).features
    assert (fenced["open"][0, 0], fenced["open"][3, 3]) == (0, 1)


@compiled
def glance(rows, seat):
    return is_safe(rows[0], seat), is_bankrupt(rows[0], seat, open_buildings(rows[0]))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_H_bankrupt_who_is_safe_at_a_glance_is_not_bankrupt(players, random_states):
    game = load("hoch-hinaus", players=players)
    seen = set()
    for state in random_states(game, players):
        rows = state.view(None).rows
        seen |= {tuple(map(bool, glance(rows, seat))) for seat in range(players)}
    assert (True, True) not in seen
    assert seen >= {(True, False), (False, True)}


@given(st.lists(st.integers(0, 600), max_size=2 * USUAL_MOVES), st.integers(0, 3))
def test_moves_are_sorted_whether_there_are_as_many_as_usual_or_not(numbers, missing):
    for some in (numbers, (numbers * USUAL_MOVES)[: USUAL_MOVES - missing]):
        moves = list(some)
        sort_moves(moves, len(moves))
        assert moves == sorted(some)


@given(st.integers(0, (1 << 56) - 1))
def test_plots_are_counted(bits):
    assert how_many(bits & ALL_PLOTS) == (bits & ALL_PLOTS).bit_count()
