"""What a page is told beside the bare table, so that it needs to know no rule."""

import pytest

from bauboom import load

from ...playthrough import positions
from .table import BLACK, BLUE, GREEN, RED, builds, end_round, lay

TOWERS = {
    "A1": [(BLUE, 2), (RED, 2)],
    "A2": [(RED, 1)],
    "B5": [(RED, 2), (BLUE, 2), (RED, 3)],
    "C9": [(BLUE, 4), (BLUE, 3)],
}


def site_of(data, place):
    return data["cities"]["ABCDEF".index(place[0])]["sites"][int(place[1]) - 1]


def test_M_height_every_site_tells_how_tall_its_tower_is():
    data = lay(TOWERS).view(0).data
    assert [site_of(data, place)["height"] for place in ("A1", "A2", "B5", "C9", "F5")] == [4, 1, 7, 7, 0]


def test_M_majority_every_city_tells_who_has_the_most_towers_and_how_many_each_has():
    data = lay({**TOWERS, "D1": [(RED, 1)], "D2": [(GREEN, 1)]}).view(None).data
    assert [city["majority"] for city in data["cities"]] == [RED, RED, BLUE, None, None, None]
    assert data["cities"][0]["towers"] == [2, 0, 0, 0]
    assert data["cities"][3]["towers"] == [1, 0, 1, 0]


def test_M_tallest_the_single_tallest_tower_is_named_and_equal_ones_are_listed():
    equal = lay(TOWERS).view(0).data
    assert equal["tallest"] is None
    assert equal["highest"] == [[1, 5], [2, 9]]
    single = lay({**TOWERS, "F9": [(BLACK, 4), (BLACK, 4)]}).view(0).data
    assert single["tallest"] == [5, 9]
    assert single["highest"] == [[5, 9]]
    empty = lay().view(0).data
    assert (empty["tallest"], empty["highest"]) == (None, [])


def test_M_cap_every_site_tells_the_smallest_block_that_takes_it():
    data = lay(TOWERS).view(0).data
    assert site_of(data, "F5")["to_take"] == [1, 1, 1, 1]
    assert site_of(data, "A1")["to_take"] == [None, 1, 2, 2]  # equal storeys: one more is enough
    assert site_of(data, "B5")["to_take"] == [None, 3, None, None]  # red has 5, blue 2, the others would need 5
    assert site_of(data, "C9")["to_take"] == [None, None, None, None]


@pytest.mark.parametrize("options", load("manhattan").variants, ids=lambda o: "-".join(map(str, o.values())))
def test_M_cap_what_takes_a_site_is_what_may_be_built_there(options):
    compared = 0
    for state in positions(load("manhattan", **options)).values():
        if state.turn is None or not builds(state):
            continue
        data = state.view(state.turn).data
        player = data["players"][state.turn]
        for card in set(player["hand"]):
            site = player["marks"][card - 1] - 1
            for city in range(6):
                lot = data["cities"][city]["sites"][site]
                for colour in player["colours"]:
                    least = 1 if lot["owner"] == colour else lot["to_take"][colour] or 5
                    picked = [size for size in (1, 2, 3, 4) if data["colours"][colour]["picked"][size - 1]]
                    allowed = [a.block for a in builds(state, card=card, city=city, colour=colour)]
                    assert allowed == [size for size in picked if size >= least]
                    compared += 1
    assert compared


def test_M_score_points_now_are_what_a_scoring_would_give():
    state = lay(TOWERS, phase="draw", hands={0: [1, 1, 1, 1]}, scores=[1, 2, 3, 4])
    now = [colour["points_now"] for colour in state.view(0).data["colours"]]
    assert now == [[0, 4, 3], [0, 2, 1], [0, 0, 0], [0, 0, 0]]
    assert [colour["last_points"] for colour in state.view(0).data["colours"]] == [[0, 0, 0]] * 4
    assert [colour["last_points"] for colour in end_round(state).view(0).data["colours"]] == now
    assert [colour["score"] for colour in state.view(0).data["colours"]] == [1, 2, 3, 4], "looking gives no points"


def test_M_sides_marks_are_the_sites_that_the_cards_mark():
    players = lay(players=3).view(None).data["players"]
    assert [player["marks"] for player in players] == [
        [1, 2, 3, 4, 5, 6, 7, 8, 9],
        [3, 6, 9, 2, 5, 8, 1, 4, 7],
        [9, 8, 7, 6, 5, 4, 3, 2, 1],
    ]


def test_M_pick_the_colour_that_is_due_is_named():
    state = lay(phase="pick", players=2)
    assert state.view(1).data["picking"] == RED
    assert state.play("pick1111").view(1).data["picking"] == GREEN
    assert lay(picked={RED: [1]}).view(0).data["picking"] is None
