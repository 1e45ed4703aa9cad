"""What a view tells beside the cards: numbers that a page shows and must not work out by rules of its own."""

import pytest

from .table import OTHER_DECK, hand, lay, play, tower

TALL = "home-30 home-25 home-20 home-15 home-10 toilet"  # 105 m, prestige 3
OTHER = "office-30 office-25 office-20 office-20p office-10 toilet"  # 110 m, prestige 3
SIXTY = "hotel-30 hotel-20 toilet"  # and a flat roof: 60 m


def data(state, seat=0):
    return state.view(seat).data


def hands_of(state):
    return [hand(state, seat) for seat in range(state.game.seats)]


@pytest.mark.parametrize("deck", [None, OTHER_DECK])
def test_G_score_where_the_points_of_a_seat_come_from_adds_up_to_its_score(deck):
    sites = [
        tower(f"{TALL} flat", 0),
        tower(f"{OTHER} dome", 1),
        tower(f"{SIXTY} flat", 0),
        tower("pool flat", 1, "parking"),
    ]
    seen = data(lay(sites, ("shop-10", "flat"), toilets=(2, 1), deck_file=deck))
    for seat, player in enumerate(seen["players"]):
        assert sum(player["points"].values()) == player["score"]
        own = [site["points"] for site in seen["sites"] if site["owner"] == seat]
        assert sum(own) + player["toilets"] * seen["worth"]["toilet"] == player["score"]


def test_G_score_prestige_prizes_flaws_and_toilets_apart():
    sites = [tower(f"{TALL} flat", 0), tower("pool flat", 0), tower("museum", None)]
    seen = data(lay(sites, ("shop-10", "flat"), toilets=(2, 0)))
    assert seen["players"][0]["points"] == {"prestige": 3, "prizes": 9, "flaws": -1, "toilets": 2}
    assert [site["points"] for site in seen["sites"]] == [12, -1, None]


@pytest.mark.parametrize(
    ("cards", "above", "flaws"),
    [
        (f"{TALL} flat", True, []),
        (f"{TALL} flat", False, ["threshold"]),
        (f"{TALL.removesuffix(' toilet')} flat", True, ["toilet"]),
        (f"{TALL.removesuffix(' toilet')} toilet-roof", True, []),
        ("museum toilet flat", True, ["lowest"]),
        ("museum flat", False, ["toilet", "threshold", "lowest"]),
        (f"{SIXTY} flat", True, []),
    ],
)
def test_G_flaw_what_a_flawed_tower_lacks(cards, above, flaws):
    site = data(lay([tower(cards, 0, above=above), tower()], ("shop-10", "flat")))["sites"][0]
    assert site["flaws"] == flaws
    assert site["flawed"] == bool(flaws)


def test_G_unity_an_open_tower_tells_its_category_and_whether_it_has_a_toilet():
    seen = data(lay([tower("home-10 pool"), tower("home-20 shop-10 toilet"), tower("toilet")], ("flat", "dome")))
    assert [(site["category"], site["toilet"]) for site in seen["sites"]] == [
        ("home", False),
        (None, True),
        (None, True),
    ]
    assert [site["flaws"] for site in seen["sites"]] == [[], [], []]


@pytest.mark.parametrize("to", ["left", "right"])
@pytest.mark.parametrize(
    ("hands", "deck"),
    [
        (("tornado pool", "flat", "dome"), None),
        (("tornado pool", "flat"), None),
        (("tornado", "flat", "dome museum"), ""),
        (("tornado pool", "", "dome museum", "flat"), ""),
        (("tornado pool", "", "dome museum", "flat"), None),
    ],
)
def test_G_tornado_a_view_tells_beforehand_whose_hand_goes_where(hands, deck, to):
    state = lay([tower(), tower()], hands, deck=deck)
    told = data(state)["tornado"][to]
    before = hands_of(state)
    before[0].remove("tornado")
    after = hands_of(state.play(f"tornado:{to}"))
    assert [[] if whose is None else before[whose] for whose in told] == after


def test_G_tornado_out_of_a_study_leaves_the_hand_as_it_is():
    state = lay([tower()], ("study", "flat", "dome"), top="tornado", deck="")
    state = play(state, "study:deck", "draw:tornado", "play:tornado")
    assert data(state)["tornado"]["left"] == [None, 2, 1], "the seat on turn has no cards, and the deck is empty"


def test_G_secret_the_numbers_are_the_same_for_everybody():
    state = lay([tower(f"{TALL} flat", 0), tower()], ("tornado pool", "flat", "dome"))
    shown = [
        {key: data(state, seat)[key] for key in ("tornado", "levels", "worth", "sites")} for seat in (None, 0, 1, 2)
    ]
    assert shown.count(shown[0]) == 4
    assert shown[0]["levels"] == {"mini": 60, "lowest": 100}
    assert shown[0]["worth"] == {"mini": 3, "unity": 4, "record": 5, "flaw": -1, "toilet": 1}
