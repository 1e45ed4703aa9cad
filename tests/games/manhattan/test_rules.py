"""Every rule and ruling of Manhattan, by its id."""

import numpy as np
import pytest

from bauboom import IllegalAction, OptionError, load
from bauboom.core import doors
from bauboom.games.manhattan.actions import Build, Draw, Pick, Skip, Start

from .table import BLACK, BLUE, GREEN, RED, builds, end_round, lay, owner

MIXED = (1, 1, 2, 2, 3, 4)


def start(seat=0, **options):
    """A game after the deal, every seat with known cards: the first pick is due."""
    state = load("manhattan", **options).root.play(Start(seat))
    while state.is_chance:
        state = state.play(max(state.outcomes, key=lambda outcome: outcome[1])[0])
    return state


# Material


def test_M_board_six_cities_of_nine_empty_sites():
    row = load("manhattan").root.row
    assert row.owner.shape == (54,)
    assert (row.owner == 4).all()
    assert not row.floors.any()
    assert [c["name"] for c in load("manhattan").root.view(None).data["cities"]] == [
        *("Sydney", "Manhattan", "Frankfurt", "Hong Kong", "São Paulo", "Cairo")
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M_blocks_every_colour_in_play_has_24_blocks_of_47_storeys(players):
    row = load("manhattan", players=players).root.row
    colours = 4 if players == 2 else players
    assert row.supply[:colours].tolist() == [[11, 6, 4, 3]] * colours
    assert (row.supply[0] * [1, 2, 3, 4]).sum() == 47
    assert not row.supply[colours:].any()


def test_M_colours_seats_are_coloured_in_order():
    for edition, names in (("1994", "red blue green black"), ("2017", "orange blue yellow purple")):
        data = load("manhattan", edition=edition).root.view(None).data
        assert [c["name"] for c in data["colours"]] == names.split()
        assert [p["colours"] for p in data["players"]] == [[0], [1], [2], [3]]
    assert [p["colours"] for p in load("manhattan", players=2).root.view(None).data["players"]] == [[0, 2], [1, 3]]


def test_M_colours_a_foreign_colour_is_refused():
    state = lay(hands={0: [1, 2, 3, 4]}, picked={RED: [1], BLUE: [1]})
    with pytest.raises(IllegalAction, match=r"^seat 0 cannot build blue, only red \(M-colours\)$"):
        state.play(Build(1, 0, BLUE, 1))


def test_M_cards_five_of_each_of_nine_kinds():
    assert load("manhattan").root.row.pile.tolist() == [5] * 9


def test_M_cards_a_kind_of_which_none_is_left_cannot_be_drawn():
    state = lay(picked={RED: [1], BLUE: [1]}, phase="draw", hands={0: [9] * 4}, pile=[1, 2])
    assert [a.card for a, _ in state.outcomes] == [1, 2]
    with pytest.raises(IllegalAction, match="M-cards"):
        state.play(Draw(3))


@pytest.mark.parametrize(
    ("seat", "sites"),
    [
        (0, [1, 2, 3, 4, 5, 6, 7, 8, 9]),  # south reads as printed
        (1, [3, 6, 9, 2, 5, 8, 1, 4, 7]),  # west: the far row is the board's right column
        (2, [9, 8, 7, 6, 5, 4, 3, 2, 1]),
        (3, [7, 4, 1, 8, 5, 2, 9, 6, 3]),
    ],
)
def test_M_sides_a_card_marks_the_site_seen_from_its_players_side(seat, sites):
    for card, site in enumerate(sites, 1):
        state = lay(hands={seat: [card] * 4}, picked={seat: [2]}, turn=seat).play(Build(card, 2, seat, 2))
        assert owner(state, f"C{site}") == seat
        assert state.row.floors.sum() == 2


def test_M_sides_with_two_players_the_second_builds_from_the_north():
    state = lay(hands={1: [1, 2, 2, 2]}, picked={BLUE: [1]}, turn=1, players=2).play(Build(1, 0, BLUE, 1))
    assert owner(state, "A9") == BLUE


@pytest.mark.parametrize("edition", ["1994", "2017"])
def test_M7_two_players_sit_opposite_and_three_go_round(edition):
    def sides(players):
        root = load("manhattan", players=players, edition=edition).root
        return [p["side"] for p in root.view(None).data["players"]]

    assert sides(2) == ["south", "north"]
    assert sides(3) == ["south", "west", "north"]
    assert sides(4) == ["south", "west", "north", "east"]


def test_M_secret_a_seat_sees_its_own_cards_and_how_many_the_others_have():
    state = lay(hands={0: [1, 2, 3, 4], 1: [5, 6, 7, 8]}, picked={RED: [1], BLUE: [1]}, players=2, colours=1)
    assert [p["hand"] for p in state.view(0).data["players"]] == [[1, 2, 3, 4], None]
    assert [p["hand"] for p in state.view(1).data["players"]] == [None, [5, 6, 7, 8]]
    assert [p["hand"] for p in state.view(None).data["players"]] == [None, None]
    assert [p["cards"] for p in state.view(None).data["players"]] == [4, 4]
    assert state.view(0).data["pile"] == 37
    assert (state.view(0).row.pile == 255).all()


def test_M_secret_everything_else_lies_open():
    state = lay(towers={"A1": [(RED, 2)]}, picked={RED: [1], BLUE: [3]}, scores=[3, 1], pile=[1, 2, 3])
    open_fields = [n for n in state.row.dtype.names if n not in ("hand", "pile")]
    for seat in (0, 1, None):
        for name in open_fields:
            assert np.array_equal(state.view(seat).row[name], state.row[name]), name


def test_M8_everybody_sees_all_cards_played_since_the_last_shuffle():
    hands, picked = {0: [5] * 4, 1: [1] * 4}, {RED: [1], BLUE: [1]}
    state = lay(hands=hands, picked=picked, pile=[1, 2, 3], players=2, colours=1).play(Build(5, 0, RED, 1))
    for seat in (0, 1, None):
        assert state.view(seat).data["played"] == [0, 4, 4, 5, 2, 5, 5, 5, 5]


# The course of the game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M_start_every_seat_is_as_likely_to_begin(players):
    root = load("manhattan", players=players).root
    assert [(a.seat, p) for a, p in root.outcomes] == [(seat, 1 / players) for seat in range(players)]
    with pytest.raises(IllegalAction, match="M-start"):
        load("manhattan", players=2).root.play(Start(2))


def test_M_deal_four_cards_each_from_the_start_player_on():
    state = load("manhattan").root.play(Start(2))
    for seat in (2, 3, 0, 1):
        for count in range(4):
            assert state.is_chance
            assert state.row.seat == seat
            assert sum(card != 9 for card in state.row.hand[seat]) == count
            state = state.play(state.outcomes[-1][0])
    assert state.row.pile.sum() == 45 - 16
    assert state.turn == 2


def test_M_deal_every_card_left_in_the_pile_is_as_likely():
    state = load("manhattan").root.play(Start(0)).play(Draw(5)).play(Draw(5))
    assert {a.card: round(p * 43) for a, p in state.outcomes} == {k: 3 if k == 5 else 5 for k in range(1, 10)}


@pytest.mark.parametrize(
    ("options", "blocks", "colours", "rounds"),
    [
        ({"edition": "1994", "players": 4}, 6, 1, 4),
        ({"edition": "2017", "players": 4}, 6, 1, 4),
        ({"edition": "1994", "players": 3}, 4, 1, 6),
        ({"edition": "2017", "players": 3}, 4, 1, 6),
        ({"edition": "1994", "players": 3, "blocks_per_round": 6}, 6, 1, 4),
        ({"edition": "1994", "players": 2}, 4, 2, 6),
        ({"edition": "2017", "players": 2}, 4, 2, 6),
        ({"edition": "1994", "players": 2, "colours": 1}, 6, 1, 4),
    ],
)
def test_M_rounds_the_table_of_variants(options, blocks, colours, rounds):
    game = load("manhattan", **options)
    assert game.options["blocks_per_round"] == blocks
    assert game.options["colours"] == colours
    state = game.start(seed=1)
    assert len(state.legal[0].blocks) == blocks
    while not state.is_over:
        state = state.play(state.legal[0])
    assert state.row.round_no == rounds
    assert sum(type(a) in (Build, Skip) for a in state.history) == 24 * game.seats * colours


@pytest.mark.parametrize(
    "options",
    [
        {"edition": "2017", "players": 3, "blocks_per_round": 6},
        {"edition": "2017", "players": 2, "colours": 1},
        {"players": 4, "blocks_per_round": 4},
        {"players": 3, "colours": 2},
        {"players": 5},
    ],
)
def test_M_rounds_other_combinations_are_refused(options):
    with pytest.raises(OptionError):
        load("manhattan", **options)


def test_M_pick_any_blocks_of_the_supply_exactly_as_many_as_the_variant_says():
    state = start()
    assert len(state.legal) == 70  # 84 multisets of six out of four sizes, less those with over four 3s or three 4s
    assert {len(a.blocks) for a in state.legal} == {6}
    state = state.play(Pick((1, 1, 1, 1, 1, 4)))
    assert state.row.picked[RED].tolist() == [5, 0, 0, 1]
    assert state.row.supply[RED].tolist() == [6, 6, 4, 2]


def test_M_pick_more_of_a_size_than_the_box_holds_is_refused():
    state = lay(phase="pick", towers={"A1": [(RED, 4)], "A2": [(RED, 4)]})
    assert max(a.blocks.count(4) for a in state.legal) == 1
    with pytest.raises(IllegalAction, match=r"^red has 1 block of 4 storeys left \(M-blocks\)$"):
        state.play(Pick((1, 1, 1, 1, 4, 4)))


def test_M_pick_with_two_colours_the_lower_number_first():
    state = start(seat=1, players=2)
    colours = []
    while state.legal and isinstance(state.legal[0], Pick):
        before = state.row.picked.sum(axis=1)
        state = state.play(state.legal[0])
        colours.append(int((state.row.picked.sum(axis=1) - before).argmax()))
    assert colours == [BLUE, BLACK, RED, GREEN]


def test_M_pick_only_picked_blocks_can_be_built():
    state = lay(hands={0: [1, 2, 3, 4]}, picked={RED: [1, 3]})
    assert {a.block for a in state.legal} == {1, 3}
    with pytest.raises(IllegalAction, match="M-pick"):
        state.play(Build(1, 0, RED, 2))


def test_M4_picking_goes_round_from_the_start_player_and_is_open():
    state = start(seat=3)
    for seat in (3, 0, 1, 2):
        assert state.turn == seat
        state = state.play(Pick(MIXED))
        assert state.view((seat + 1) % 4).data["colours"][seat]["picked"] == [2, 2, 1, 1]
    assert state.turn == 3


def test_M_turn_single_turns_clockwise_until_all_picked_blocks_are_used():
    state = start(seat=2)
    for _ in range(4):
        state = state.play(Pick(MIXED))
    for seat in [2, 3, 0, 1] * 6:
        assert state.turn == seat
        state = state.play(builds(state)[0])
        assert state.is_chance
        state = state.play(state.outcomes[0][0])
    assert not state.row.picked.any()
    assert state.row.round_no == 2


def test_M_turn_another_seat_cannot_act():
    state = lay(picked={RED: [1], BLUE: [1]}, hands={0: [1, 2, 3, 4], 1: [5, 6, 7, 8]})
    assert all(a.card <= 4 for a in state.legal)
    assert state.view(1).legal == ()


def test_M_build_the_marked_site_in_any_city():
    state = lay(hands={0: [7, 7, 7, 7]}, picked={RED: [3]})
    assert [(a.card, a.city, a.block) for a in state.legal] == [(7, city, 3) for city in range(6)]
    after = state.play(Build(7, 4, RED, 3))
    assert owner(after, "E7") == RED
    assert after.row.played[6] == 1
    assert after.row.picked.sum() == 0


def test_M_build_a_card_that_is_not_in_the_hand_is_refused():
    with pytest.raises(IllegalAction, match=r"card 5 is not in the hand, which is 1, 2, 3 and 4 \(M-build\)"):
        lay(hands={0: [1, 2, 3, 4]}, picked={RED: [1]}).play(Build(5, 0, RED, 1))


def test_M_build_equal_cards_are_one_choice():
    state = lay(hands={0: [2, 2, 2, 9]}, picked={RED: [1, 1, 4]})
    assert len(state.legal) == len(set(state.legal)) == 2 * 6 * 2


def test_M_draw_a_turn_ends_with_a_card_from_the_pile():
    state = lay(hands={0: [1, 2, 3, 4]}, picked={RED: [1], BLUE: [1]}).play(Build(2, 0, RED, 1))
    assert state.row.hand[0].tolist() == [0, 2, 3, 9]
    after = state.play(Draw(9))
    assert after.row.hand[0].tolist() == [0, 2, 3, 8]
    assert after.row.pile[8] == state.row.pile[8] - 1
    assert after.turn == 1


def test_M_draw_also_in_the_last_turn_of_the_game():
    state = lay(picked={RED: [1]}, round_no=4, players=2, colours=1, hands={0: [1, 2, 3, 4]})
    state = state.play(Build(1, 0, RED, 1))
    assert state.is_chance
    assert not state.is_over
    assert end_round(state).is_over


def test_M1_played_cards_become_the_pile_as_soon_as_the_last_card_is_drawn():
    state = lay(hands={0: [1, 2, 3, 4]}, picked={RED: [1], BLUE: [1]}, players=2, colours=1, pile=[8])
    state = state.play(Build(1, 0, RED, 1))
    assert [a.card for a, _ in state.outcomes] == [8]
    assert state.row.played.sum() == 45 - 8  # 37 with the card just played: all but 7 in hands and 1 in the pile
    after = state.play(Draw(8))
    assert after.row.played.sum() == 0
    assert after.row.pile.tolist() == state.row.played.tolist()
    assert after.row.pile.sum() == 37
    assert [e["e"] for e in after.told(None, state)] == ["draw", "reshuffle"]


def test_M1_not_before_the_last_card():
    state = lay(hands={0: [1, 2, 3, 4]}, picked={RED: [1], BLUE: [1]}, players=2, colours=1, pile=[8, 9])
    after = state.play(Build(1, 0, RED, 1)).play(Draw(8))
    assert after.row.pile.sum() == 1
    assert after.row.played.sum() == 36


def test_M1_a_reshuffle_due_at_the_end_of_a_round_comes_before_the_scoring():
    state = lay(hands={0: [1, 2, 3, 4]}, picked={RED: [1]}, players=2, colours=1, pile=[8])
    state = state.play(Build(1, 0, RED, 1))
    assert [e["e"] for e in state.play(Draw(8)).told(None, state)] == ["draw", "reshuffle", "score"]


# Building


def test_M_owner_a_tower_belongs_to_the_colour_of_its_top_block():
    state = lay(towers={"A1": [(RED, 1)]}, hands={1: [7, 7, 7, 7]}, picked={BLUE: [2]}, turn=1)
    assert owner(state, "A1") == RED
    assert owner(state.play(Build(7, 0, BLUE, 2)), "A1") == BLUE  # from the west, card 7 marks site 1


def test_M_free_any_block_on_an_empty_site_or_a_tower_of_the_same_colour():
    state = lay(towers={"B5": [(BLUE, 4), (RED, 4)]}, hands={0: [5] * 4}, picked={RED: [1, 2, 3, 4]})
    assert [a.block for a in builds(state, city=0)] == [1, 2, 3, 4]
    assert [a.block for a in builds(state, city=1)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("tower", "allowed"),
    [
        ([(BLUE, 1)], [1, 2, 3, 4]),
        ([(BLUE, 3)], [3, 4]),  # at least as many storeys as the owner
        ([(BLUE, 4)], [4]),
        ([(BLUE, 4), (BLUE, 1)], []),
        ([(RED, 2), (BLUE, 3)], [1, 2, 3, 4]),  # own storeys further down count
        ([(RED, 1), (BLUE, 3), (RED, 2), (BLUE, 1)], [1, 2, 3, 4]),  # wherever they are: 3 of 4 are there
        ([(RED, 2), (BLUE, 2), (GREEN, 4)], [2, 3, 4]),  # only the owner's storeys matter
        ([(GREEN, 4), (BLUE, 4)], [4]),  # green's do not: blue owns the tower
    ],
)
def test_M_cap_needs_no_fewer_storeys_than_the_owner(tower, allowed):
    state = lay(towers={"C5": tower}, hands={0: [5] * 4}, picked={RED: [1, 2, 3, 4]})
    assert [a.block for a in builds(state, city=2)] == allowed


def test_M_cap_a_refusal_says_who_has_how_many_storeys():
    state = lay(towers={"C5": [(RED, 1), (BLUE, 4)]}, hands={0: [5] * 4}, picked={RED: [2, 3]})
    with pytest.raises(IllegalAction, match=r"blue has 4 there, red would have 3 \(M-cap\)"):
        state.play(Build(5, 2, RED, 2))
    assert owner(state.play(Build(5, 2, RED, 3)), "C5") == RED


def test_M3_your_own_second_colour_is_another_colour():
    state = lay(towers={"A5": [(RED, 3)]}, hands={0: [5] * 4}, picked={GREEN: [2, 3], RED: [1]}, players=2)
    assert [a.block for a in builds(state, city=0, colour=GREEN)] == [3]
    assert [a.block for a in builds(state, city=0, colour=RED)] == [1]
    with pytest.raises(IllegalAction, match=r"red has 3 there, green would have 2 \(M3\)"):
        state.play(Build(5, 0, GREEN, 2))


@pytest.mark.parametrize(
    "tower", [[(RED, 2), (GREEN, 2), (BLUE, 4)], [(BLUE, 2), (BLACK, 2)]], ids=["the builder's", "the owner's"]
)
def test_M3_storeys_of_two_colours_never_add_up(tower):
    state = lay(towers={"A5": tower}, hands={0: [5] * 4}, picked={RED: [1, 2], GREEN: [1, 2]}, players=2)
    assert [a.block for a in builds(state, city=0, colour=RED)] == [2]


def test_M3_the_top_colour_never_has_fewer_storeys_than_another(random_states):
    for seed in range(4):
        for state in random_states(load("manhattan", players=2), seed):
            row = state.row
            for site in range(54):
                assert row.floors[site, row.owner[site]] == row.floors[site].max()


def test_M_height_towers_may_grow_to_any_height():
    tower = [(RED, size) for size in [4] * 3 + [3] * 4 + [2] * 6 + [1] * 10]
    state = lay(towers={"A5": tower}, hands={0: [5] * 4}, picked={RED: [1]})
    after = state.play(Build(5, 0, RED, 1))
    assert after.row.floors[4, RED] == 47
    assert after.audit() == 0


def blocked(**more):
    """Seat 0 holds only card 5 and small blocks; the centre of every city is blue's with 5 storeys."""
    towers = {f"{c}5": [(BLUE, 4 if c in "ABC" else 3), (BLUE, 1 if c in "ABC" else 2)] for c in "ABCDEF"}
    return lay(towers=towers, hands={0: [5, 5, 5, 5]}, picked={RED: [1, 2], BLUE: [1]}, **more)


def test_M2_with_no_legal_build_a_card_is_played_and_a_block_leaves_the_game():
    state = blocked()
    assert state.audit() == 0
    assert state.legal == (Skip(5, RED, 1), Skip(5, RED, 2))
    after = state.play(Skip(5, RED, 2))
    assert after.row.picked[RED].tolist() == [1, 0, 0, 0]
    assert after.row.removed[RED].tolist() == [0, 1, 0, 0]
    assert after.row.played[4] == 1
    assert after.is_chance
    assert after.audit() == 0
    assert after.play(after.outcomes[0][0]).turn == 1


def test_M2_with_any_legal_build_building_is_compulsory():
    state = lay(hands={0: [5, 5, 5, 5]}, picked={RED: [1, 2]})
    assert not [a for a in state.legal if isinstance(a, Skip)]
    with pytest.raises(IllegalAction, match=r"only if nothing can be built \(M2\)"):
        state.play(Skip(5, RED, 2))


def test_M2_a_block_given_away_uses_up_the_turn_and_the_round_can_end_with_it():
    towers = {f"{c}5": [(BLUE, 4 if c in "ABC" else 3), (BLUE, 1 if c in "ABC" else 2)] for c in "ABCDEF"}
    state = lay(towers=towers, hands={0: [5] * 4}, picked={RED: [1]}, players=2, colours=1)
    after = end_round(state.play(Skip(5, RED, 1)))
    assert after.row.round_no == 2
    assert after.scores == (0, 6 + 6 * 2)


# Scoring


def score(towers, seats=4, **options):
    """Points by kind and colour of a scoring of this board."""
    state = end_round(lay(towers=towers, phase="draw", turn=seats - 1, players=seats, **options))
    return state.row.points.tolist(), state


def test_M_score_after_every_round_the_last_one_too():
    for round_no in range(1, 5):
        state = end_round(lay(towers={"A1": [(RED, 1)]}, phase="draw", turn=3, round_no=round_no, scores=[10]))
        assert state.scores[0] == 10 + 1 + 2 + 3
        assert state.is_over == (round_no == 4)


def test_M_score_blocks_stay_and_score_again():
    state = start(players=2, colours=1)
    scored = []
    while not state.is_over:
        before = state
        state = state.play(state.legal[0] if state.legal else state.outcomes[0][0])
        if state.scores != before.scores:
            scored.append(int((state.row.owner < 4).sum()))
    assert len(scored) == 4
    assert scored == sorted(scored)


def test_M_tallest_three_points_to_the_owner_of_the_single_tallest_tower():
    (tallest, _, _), _ = score({"A1": [(RED, 3)], "B1": [(BLUE, 1), (GREEN, 3)], "C1": [(BLACK, 3)]})
    assert tallest == [0, 0, 3, 0]


def test_M_tallest_counts_all_storeys_of_a_tower_whoever_built_them():
    (tallest, _, _), _ = score({"A1": [(RED, 4)], "B1": [(BLUE, 2), (RED, 1), (BLUE, 2)]})
    assert tallest == [0, 3, 0, 0]


def test_M_tallest_two_equally_tall_towers_score_nobody():
    (tallest, _, _), _ = score({"A1": [(RED, 4)], "B1": [(BLUE, 4)], "C1": [(GREEN, 1)]})
    assert tallest == [0, 0, 0, 0]


def test_M6_two_equally_tall_towers_of_one_owner_score_nobody():
    (tallest, _, towers), _ = score({"A1": [(RED, 4)], "B1": [(RED, 4)]})
    assert tallest == [0, 0, 0, 0]
    assert towers == [2, 0, 0, 0]


def test_M_majority_two_points_to_whoever_owns_more_towers_than_any_other():
    board = {"A1": [(RED, 1)], "A2": [(RED, 1)], "A3": [(BLUE, 4)], "A4": [(GREEN, 1)], "B1": [(BLUE, 1)]}
    (_, cities, _), _ = score(board)
    assert cities == [2, 2, 0, 0]  # red in Sydney though blue is taller; blue's single tower in Manhattan is enough


def test_M_majority_a_tie_for_the_most_scores_nobody():
    board = {"A1": [(RED, 1)], "A2": [(RED, 1)], "A3": [(BLUE, 1)], "A4": [(BLUE, 1)], "A5": [(GREEN, 1)]}
    (_, cities, _), _ = score(board)
    assert cities == [0, 0, 0, 0]


def test_M_tower_one_point_each_whatever_else_was_scored_for_it():
    (tallest, cities, towers), state = score({"A1": [(RED, 4)], "A2": [(RED, 1)], "B1": [(RED, 1), (BLUE, 1)]})
    assert (tallest, cities, towers) == ([3, 0, 0, 0], [2, 2, 0, 0], [2, 1, 0, 0])
    assert state.scores == (7, 3, 0, 0)


def test_M5_without_towers_nothing_is_scored_and_nothing_is_lost():
    _, state = score({"A1": [(RED, 1)]}, scores=[0, 5, 0, 7])
    assert state.scores == (6, 5, 0, 7)


def test_M5_points_never_go_down(random_states):
    before = (0, 0, 0, 0)
    for state in random_states(load("manhattan"), 11):
        assert all(a >= b for a, b in zip(state.scores, before, strict=True))
        before = state.scores


def test_M_two_each_colour_scores_on_its_own_and_a_player_gets_the_sum():
    board = {"A1": [(RED, 1)], "A2": [(GREEN, 1)], "A3": [(BLUE, 1)], "A4": [(BLUE, 2)]}
    state = end_round(lay(towers=board, phase="draw", turn=1, players=2, scores=[10, 20, 30, 40]))
    assert state.row.points.tolist() == [[0, 3, 0, 0], [0, 2, 0, 0], [1, 2, 1, 0]]  # red and green do not add up to 2
    assert state.scores == (10 + 30 + 2, 20 + 40 + 7)


def test_M_two_the_player_decides_freely_which_colour_to_build():
    state = lay(hands={0: [1, 2, 3, 4]}, picked={RED: [1, 1, 1, 1], GREEN: [2, 2, 2, 2]}, players=2)
    assert {a.colour for a in state.legal} == {RED, GREEN}
    after = state.play(Build(1, 0, GREEN, 2))
    assert after.row.picked[[RED, GREEN]].sum() == 7


def test_M_next_the_marker_goes_one_seat_on_and_hands_are_kept():
    state = lay(phase="draw", turn=0, starter=1, hands={0: [1, 1, 2, 2], 3: [8, 8, 9, 9]})
    after = end_round(state)
    assert after.row.starter == 2
    assert after.turn == 2
    assert after.row.hand[3].tolist() == state.row.hand[3].tolist()
    assert after.row.round_no == 2
    assert end_round(lay(phase="draw", turn=2, starter=3)).row.starter == 0


# The end


def test_M_end_with_the_scoring_of_the_last_round():
    assert not end_round(lay(phase="draw", turn=3, round_no=3)).is_over
    state = end_round(lay(phase="draw", turn=3, round_no=4))
    assert state.is_over
    assert state.legal == ()
    assert state.outcomes == ()
    with pytest.raises(IllegalAction, match=r"the game is over \(M-end\)"):
        state.play(Pick(MIXED))


def final(scores, towers=(), edition="1994", players=4, **options):
    """The last scoring, with totals before it chosen so that `scores` result on an otherwise given board."""
    game = load("manhattan", edition=edition, players=players, **options)
    last = game.options["blocks_per_round"]
    state = lay(
        towers=towers, phase="draw", turn=players - 1, round_no=24 // last, edition=edition, players=players, **options
    )
    rows = np.array([state.row])
    gained = end_round(state).row.score[: len(scores)]
    rows["score"][0, : len(scores)] = np.array(scores) - gained
    return end_round(type(state)(state.game, rows, None, None, None))


def test_M_win_most_points_win():
    state = final([40, 41, 39, 12])
    assert state.winners == (1,)
    assert state.returns == (0, 1, 0, 0)


def test_M_tie_1994_equal_points_share_the_win():
    state = final([40, 40, 39, 40], {"A1": [(RED, 4)], "B1": [(BLUE, 3)]})
    assert state.winners == (0, 1, 3)
    assert state.returns == pytest.approx((1 / 3, 1 / 3, 0, 1 / 3))


def test_M_tie_2017_the_taller_tallest_tower_wins():
    state = final([40, 40, 39, 40], {"A1": [(RED, 3)], "B1": [(BLUE, 4)], "C1": [(GREEN, 4), (GREEN, 4)]}, "2017")
    assert state.winners == (1,)


def test_M_tie_2017_then_the_one_with_more_city_majorities():
    board = {"A1": [(RED, 3)], "A2": [(BLUE, 3)], "B1": [(BLUE, 1)], "C1": [(RED, 1)], "D1": [(RED, 2)]}
    assert final([40, 40, 12, 9], board, "2017").winners == (0,)


def test_M_tie_2017_then_they_share_the_win():
    board = {"A1": [(RED, 3)], "B1": [(BLUE, 3)]}
    assert final([40, 40, 12, 9], board, "2017").winners == (0, 1)


def test_M_tie_2017_points_come_before_towers():
    assert final([41, 40, 0, 0], {"B1": [(BLUE, 4), (BLUE, 4)]}, "2017").winners == (0,)


def test_M_tie_2017_a_two_colour_player_counts_both_colours():
    # equal sums; tallest towers: seat 0 green 4, seat 1 blue 3 and black 3
    board = {"A1": [(GREEN, 4)], "B1": [(BLUE, 3)], "C1": [(BLACK, 3)], "D1": [(RED, 1)]}
    assert final([20, 20, 20, 20], board, "2017", 2).winners == (0,)
    # equally tall; majorities in which either colour alone scores: seat 0 in B and C, seat 1 in A
    board = {"A1": [(BLUE, 4)], "B1": [(RED, 4)], "C1": [(GREEN, 1)]}
    assert final([20, 20, 20, 20], board, "2017", 2).winners == (0,)
    # two colours with one tower each in a city are no majority
    board = {"A1": [(BLUE, 4)], "A2": [(RED, 4)], "A3": [(GREEN, 4)], "B1": [(BLACK, 1)]}
    assert final([20, 20, 20, 20], board, "2017", 2).winners == (1,)


# The audit


@pytest.mark.parametrize("field", ["floors", "supply", "picked", "removed", "pile", "played", "score_is_no_material"])
def test_the_audit_notices_a_piece_too_many(field, random_states):
    for i, state in enumerate(random_states(load("manhattan", players=2), 3)):
        rows = np.array([state.row])
        if field == "score_is_no_material":
            rows["score"] += 1
            assert doors.audit(rows) == 0
            continue
        rows[field].flat[i % rows[field].size] += 1
        assert doors.audit(rows) != 0, (field, i)
