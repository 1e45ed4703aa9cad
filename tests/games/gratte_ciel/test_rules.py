"""Every rule and ruling of Gratte-ciel, by its id, on positions laid out as on a table."""

import pytest

from bauboom import IllegalAction, load
from bauboom.games.gratte_ciel.deck import FLOORS, FOUNDATIONS, KINDS, PRIZES, ROOFS, SPECIALS, STANDARD

from .table import choices, discarded, hand, is_open, lay, outcomes, play, revealed, site, told, tower

TALL = "home-30 home-25 home-20 home-15 home-10 toilet"  # 105 m
OTHER = "office-30 office-25 office-20 office-20p office-10 toilet"  # 110 m
JUNK = "home-10 office-10 hotel-10 shop-10 restaurant-10"


def refused(state, action):
    """The rule by which an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        state.play(action)
    return caught.value.rule


def score(state, seat=0):
    return state.scores[seat]


# Material


def test_G_cards_128_of_them_with_the_prizes():
    count = {kind: values["count"] for kind, values in STANDARD.items() if kind not in PRIZES}
    assert sum(count[kind] for kind in FOUNDATIONS) == 10
    assert sum(count[kind] for kind in FLOORS) == 35
    assert sum(count[kind] for kind in SPECIALS) == 10
    assert count["toilet"] == 10
    assert sum(count[kind] for kind in ROOFS) == 12
    assert [count[kind] for kind in ("study", "insurance", "tornado", "quake", "century")] == [10, 10, 6, 9, 1]
    assert sum(count.values()) + 15 == 128
    assert load("gratte-ciel").root.view(None).data["deck"] == 103


def test_G_cards_a_kind_of_which_none_is_left_cannot_be_drawn():
    state = lay([tower()], ("home-10 flat", "flat"), deck="toilet dome").play("discard:flat")
    assert outcomes(state) == ["draw:toilet", "draw:dome"]
    assert refused(state, "draw:flat") == "G-cards"


def test_G_deck_the_values_of_the_rules_page():
    assert STANDARD["home-10"] == {"count": 1, "height": 10, "prestige": 2}
    assert STANDARD["shop-20p"] == {"count": 1, "height": 20, "prestige": 1}
    assert STANDARD["antenna"] == {"count": 2, "height": 25}
    assert STANDARD["absorber"] == {"count": 2, "height": 20, "prestige": 0, "resistance": 1}
    assert [STANDARD[prize] for prize in ("mini", "flawed")] == [
        {"height": 60, "prestige": 3},
        {"height": 100, "prestige": -1},
    ]
    assert [STANDARD[prize]["prestige"] for prize in ("unity", "record", "specialist")] == [4, 5, 1]
    assert STANDARD["bedrock"] == {"count": 1, "resistance": 4}
    assert STANDARD["study"] == {"count": 10}


def test_G_foundation_the_number_is_the_resistance():
    for kind, resistance in zip(FOUNDATIONS, (1, 2, 3, 4), strict=True):
        assert site(lay([tower(ground=kind)]), 0)["resistance"] == resistance


def test_G_floor_seven_of_each_of_five_categories():
    for category in ("home", "office", "hotel", "restaurant", "shop"):
        assert sum(STANDARD[kind]["count"] for kind in FLOORS if kind.startswith(category)) == 7


def test_G_special_an_absorber_adds_1_to_the_resistance():
    assert site(lay([tower("absorber absorber pool", ground="parking")]), 0)["resistance"] == 4


def test_G_secret_own_cards_and_how_many_the_others_have():
    state = lay([tower()], ("home-10 flat", "toilet", "dome pool"))
    players = state.view(1).data["players"]
    assert [p["hand"] for p in players] == [None, ["toilet"], None]
    assert [p["cards"] for p in players] == [2, 1, 2]
    assert [p["hand"] for p in state.view(None).data["players"]] == [None] * 3


def test_G_secret_who_put_cards_back_knows_them_as_long_as_they_lie_there():
    state = lay([tower()], ("home-10", "home-15"), top="dome flat antenna", top_owner=0)
    assert state.view(0).data["top"] == ["dome", "flat", "antenna"]
    assert state.view(1).data["top"] == state.view(None).data["top"] == [None] * 3
    after = play(state, "discard:home-10", "draw:dome")
    assert after.view(0).data["top"] == ["flat", "antenna"]


def test_G_secret_the_thief_and_his_victim_know_what_is_stolen_and_nobody_else():
    state = play(lay([tower()], ("toilet", "dome flat", "study")), "toilet@0")
    after = play(state, "steal1", "draw:dome", "draw:flat")
    assert after.view(0).data["aside"] == after.view(1).data["aside"] == ["flat", "dome"]
    assert after.view(2).data["aside"] is None
    for seat, cards in ((0, ["dome", "flat"]), (1, ["dome", "flat"]), (2, None), (None, None)):
        assert told(after, state, seat)[1] == ("stolen", {"from": 1, **({"cards": cards} if cards else {})})
    kept = after.play("keep:dome")
    assert [told(kept, after, seat)[0][1] for seat in (0, 1, 2, None)] == [{"card": "dome"}] * 2 + [{}] * 2


def test_G_secret_that_there_is_an_insurance_to_decide_about_is_nobody_elses_business():
    """Whether Ada holds an insurance or something else when she finishes a tower, the others see and hear the same."""
    seen = []
    for card in ("insurance", "pool"):
        state = lay([tower(TALL), tower()], (f"flat {card}", "dome", "museum"))
        after = state.play("flat@0")
        assert (after.turn == 0) == (card == "insurance")
        others = [(after.view(seat).rows.tobytes(), after.told(seat, state)) for seat in (1, 2, None)]
        declined = after.play("decline") if card == "insurance" else after
        others += [(declined.view(seat).rows.tobytes(), declined.told(seat, state)) for seat in (1, 2, None)]
        seen.append(others)
        assert after.view(1).determinize(3).audit() == 0
    assert seen[0] == seen[1]
    state = lay([tower(TALL), tower()], ("flat insurance", "dome", "museum")).play("flat@0")
    assert told(state.play("decline"), state, 1) == []
    assert told(state.play("decline"), state, 0) == [("decline", {})]
    assert told(state.play("insure@0"), state, 1) == [("insure", {"site": 0})]


def test_G_secret_where_it_must_be_seen_that_a_tower_may_be_insured_a_new_deal_holds_an_insurance():
    """With the last site finished the game would be over: everybody sees that it is not."""
    state = lay([tower(TALL)], ("flat insurance", "dome", "museum"), foundations="").play("flat@0")
    for seed in range(20):
        other = state.view(1).determinize(seed)
        assert "insurance" in hand(other, 0)
        assert other.play("insure@0").audit() == 0


def test_G_secret_what_is_taken_from_the_discard_pile_is_seen_by_all_and_from_the_deck_by_nobody_else():
    state = lay([tower()], ("study", "home-10"), discards="dome", top="flat", deck="")
    openly = play(state, "study:discard")
    assert told(openly.play("take:dome"), openly, 1)[0] == ("take", {"card": "dome"})
    secretly = play(state, "study:deck", "draw:flat")
    assert told(secretly.play("take:flat"), secretly, 1)[0] == ("take", {})
    assert told(secretly, state, 1) == [("study", {"from": "deck"}), ("seen", {})]


def test_G_secret_hands_that_a_tornado_passes_on_are_known_to_those_who_get_them_only():
    state = lay([tower()], ("tornado dome", "flat", "home-10")).play("tornado:left")
    assert hand(state, 1) == ["dome"]
    assert state.view(0).data["players"][1]["hand"] is None


# The course of the game


@pytest.mark.parametrize(("players", "sites"), [(2, 3), (3, 4), (4, 5), (5, 5)])
def test_G_setup_one_site_more_than_players_at_most_five_and_five_cards_each(players, sites):
    state = load("gratte-ciel", players=players).start(seed=4)
    assert len(is_open(state)) == sites
    assert [p["cards"] for p in state.view(None).data["players"]] == [5] * players
    assert state.view(None).data["deck"] == 103 - 5 * players
    kinds = [event["e"] for event in state.told(None)]
    assert kinds == ["start"] + ["foundation"] * sites + ["deal"] * players
    seats = [event["seat"] for event in state.told(None) if event["e"] == "deal"]
    first = state.told(None)[0]["seat"]
    assert seats == [(first + i) % players for i in range(players)]


def test_G_start_every_seat_may_begin_and_turns_go_clockwise():
    root = load("gratte-ciel", players=3).root
    assert outcomes(root) == ["start0", "start1", "start2"]
    state = lay([tower()], ("flat flat", "dome", "toilet"), turn=2, deck="")
    assert state.play("discard:toilet").turn == 0


def test_G_turn_play_one_card_then_draw_up_to_five():
    state = lay([tower()], ("home-10 home-15 home-20", "flat")).play("home-10@0")
    for card in ("dome", "antenna", "pool"):
        assert state.is_chance
        state = state.play(f"draw:{card}")
    assert sorted(hand(state, 0)) == ["antenna", "dome", "home-15", "home-20", "pool"]
    assert state.turn == 1


def test_G_turn_who_has_no_cards_first_draws_five():
    state = play(lay([tower()], ("home-10 home-15", "")), "discard:home-10", "draw:dome", "draw:pool")
    state = play(state, "draw:garden", "draw:museum")
    assert state.is_chance
    assert state.row.seat == 1
    state = play(state, *[f"draw:{card}" for card in ("flat", "flat", "flat", "toilet", "plant")])
    assert state.turn == 1
    assert len(hand(state, 1)) == 5


def test_G_turn_who_has_no_cards_draws_what_the_deck_has():
    state = play(lay([tower()], ("home-10 flat flat flat flat", ""), deck="dome pool plant"), "discard:home-10")
    state = play(state, "draw:dome", "draw:pool", "draw:plant")
    assert hand(state, 1) == ["plant", "pool"]
    assert state.turn == 1


def test_G1_any_card_may_be_discarded_instead():
    state = lay([tower()], ("home-10 quake study", "flat"))
    assert choices(state, "discard") == ["discard:home-10", "discard:study", "discard:quake"]
    assert discarded(state.play("discard:quake")) == {"quake": 1}


def test_G_build_on_any_open_site_but_not_on_a_finished_one():
    state = lay([tower(), tower(TALL + " flat", owner=0), tower("shop-10")], ("hotel-10 pool", "flat"))
    assert choices(state, "hotel-10", "pool") == ["hotel-10@0", "hotel-10@2", "pool@0", "pool@2"]
    assert refused(state, "hotel-10@1") == refused(state, "hotel-10@7") == "G-build"
    assert refused(state, "dome@0") == "G-turn"
    assert site(state.play("pool@2"), 2)["cards"] == ["shop-10", "pool"]


def test_G_toilet_a_point_for_whoever_plays_it():
    state = lay([tower()], ("toilet", "toilet-roof"), deck="").play("toilet@0")
    assert state.scores == (1, 0)


def test_G23_the_point_of_a_toilet_stays_whatever_becomes_of_the_tower():
    state = lay([tower(ground="clay")], ("toilet", "quake"), deck="").play("toilet@0")
    assert score(state) == 1
    state = play(state, "decline", "quake@0")
    assert site(state, 0)["state"] == "collapsed"
    assert score(state) == 1


def test_G_theft_take_two_look_keep_one_give_one_back_and_draw_nothing():
    state = lay([tower()], ("toilet home-10", "dome flat study", "pool")).play("toilet@0")
    assert choices(state) == ["steal1", "steal2", "decline"]
    state = state.play("steal1")
    assert dict(state.outcomes) == {a: pytest.approx(1 / 3) for a, _ in state.outcomes}
    state = play(state, "draw:study", "draw:dome")
    assert choices(state) == ["keep:dome", "keep:study"]
    state = state.play("keep:study")
    assert hand(state, 0) == ["home-10", "study"]
    assert hand(state, 1) == ["flat", "dome"]
    assert state.turn == 1  # no card was drawn


def test_G_theft_two_equal_cards_still_leave_a_choice():
    state = play(lay([tower()], ("toilet", "flat flat")), "toilet@0", "steal1")
    state = play(state, "draw:flat", "draw:flat")
    assert choices(state) == ["keep:flat"]
    assert hand(state.play("keep:flat"), 1) == ["flat"]


def test_G_theft_from_a_hand_of_one_card_it_is_kept_at_once():
    state = play(lay([tower()], ("toilet home-10", "dome", "flat")), "toilet@0", "steal1", "draw:dome")
    assert hand(state, 0) == ["home-10", "dome"]
    assert hand(state, 1) == []
    assert state.row.seat == 1  # who has no cards draws first
    assert state.is_chance


def test_G_theft_need_not_be_and_then_cards_are_drawn():
    state = play(lay([tower()], ("toilet", "dome")), "toilet@0", "decline")
    assert state.is_chance
    assert state.row.seat == 0


def test_G17_nobody_to_steal_from():
    state = lay([tower()], ("toilet home-10", "", ""), deck="dome").play("toilet@0")
    assert state.is_chance  # the step does not exist
    state = lay([tower()], ("toilet home-10", "", "flat")).play("toilet@0")
    assert choices(state) == ["steal2", "decline"]
    assert refused(state, "steal1") == "G17"
    assert refused(state, "steal0") == "G-theft"  # from oneself


def test_G_roof_finishes_a_tower_which_belongs_to_the_player_then():
    after = lay([tower("home-10")], ("flat", "dome"), turn=0).play("flat@0")
    assert (site(after, 0)["state"], site(after, 0)["owner"]) == ("finished", 0)


def test_G21_a_roof_needs_a_floor_or_a_special_floor_under_it():
    state = lay([tower(), tower("toilet"), tower("home-10"), tower("pool", ground="parking")], ("flat", "dome"))
    assert choices(state, "flat") == ["flat@2", "flat@3"]
    assert refused(state, "flat@0") == refused(state, "flat@1") == "G21"


def test_G_roof_a_toilet_roof_is_a_toilet_for_the_tower_but_gives_neither_point_nor_theft():
    base = "home-30 home-25 home-20 home-15 home-10"
    state = lay([tower(base), tower()], ("toilet-roof", "dome"), deck="").play("toilet-roof@0")
    assert not site(state, 0)["flawed"]
    assert state.row.toilets.tolist() == [0] * 5
    assert state.turn == 1


def test_G_insure_roof_an_insurance_in_the_hand_may_be_put_on_at_once():
    state = lay([tower(TALL), tower()], ("flat insurance", "dome"), deck="").play("flat@0")
    assert choices(state) == ["insure@0", "decline"]
    assert refused(state, "insure@1") == "G-insure-roof"
    after = state.play("insure@0")
    assert site(after, 0)["insurances"] == 1
    assert hand(after, 0) == []
    assert hand(state.play("decline"), 0) == ["insurance"]


def test_G_insure_roof_also_when_the_roof_comes_out_of_a_study():
    state = lay([tower(TALL), tower()], ("study insurance", "dome"), top="flat pool", deck="")
    state = play(state, "study:deck", "draw:flat", "draw:pool", "play:flat", "put:pool", "flat@0")
    assert choices(state) == ["insure@0", "decline"]


def test_G2_when_no_site_is_open_a_foundation_is_revealed_at_once():
    state = lay([tower(TALL)], ("flat shop-10", "dome")).play("flat@0")
    assert {text.split(":")[0] for text in outcomes(state)} == {"foundation"}
    state = state.play("foundation:clay")
    assert is_open(state) == [1]
    assert state.is_chance  # then cards are drawn
    state = lay([tower(ground="clay")], ("quake home-10", "dome")).play("quake@0")
    assert outcomes(state)[0].startswith("foundation")


def test_G_quake_stays_on_the_tower_or_is_answered_by_an_insurance():
    state = lay([tower("pool"), tower("garden", insurances=2)], ("quake quake", "dome"), deck="")
    hit = state.play("quake@0")
    assert (site(hit, 0)["quakes"], site(hit, 0)["resistance"]) == (1, 2)
    answered = state.play("quake@1")
    assert (site(answered, 1)["quakes"], site(answered, 1)["insurances"]) == (0, 1)
    assert discarded(answered) == {"insurance": 1, "quake": 1}
    assert refused(state, "quake@5") == "G-quake"


def test_G_quake_hits_finished_towers_of_anybody():
    state = lay([tower(TALL + " flat", owner=1), tower("pool flat", owner=0), tower()], ("quake", "dome"), deck="")
    assert choices(state, "quake") == ["quake@0", "quake@1", "quake@2"]


def test_G_century_hits_every_tower_insured_or_not_open_or_finished():
    state = lay(
        [
            tower("pool", insurances=1),
            tower(TALL + " flat", owner=0, ground="parking"),
            tower(OTHER + " dome", owner=1, ground="clay"),
            tower(ground="clay"),
            tower("garden", ground="bedrock", quakes=1),
        ],
        ("century", "flat"),
        deck="",
    )
    after = state.play("century")
    assert [site(after, n)["state"] for n in range(5)] == ["open", "finished", "collapsed", "collapsed", "open"]
    assert [site(after, n)["resistance"] for n in (0, 1, 4)] == [3, 1, 2]
    assert site(after, 0)["insurances"] == 0
    assert told(after, state)[1:] == [("collapse", {"site": 2}), ("collapse", {"site": 3})]
    assert discarded(after)["century"] == 1


def test_G16_an_insurance_lost_to_the_century_is_discarded():
    state = lay([tower("pool", insurances=2)], ("century", "flat"), deck="").play("century")
    assert discarded(state) == {"century": 1, "insurance": 1}
    assert site(state, 0)["hits"] == 0


def test_G_insurance_stays_or_answers_an_earthquake():
    state = lay([tower("pool"), tower("garden", quakes=2)], ("insurance insurance", "dome"), deck="")
    stays = state.play("insure@0")
    assert (site(stays, 0)["insurances"], site(stays, 0)["resistance"]) == (1, 4)
    answers = state.play("insure@1")
    assert (site(answers, 1)["quakes"], site(answers, 1)["insurances"]) == (1, 0)
    assert discarded(answers) == {"insurance": 1, "quake": 1}
    assert stays.turn == 1  # one a turn
    assert refused(state, "insure@5") == "G-insurance"


def test_G6_an_insurance_does_not_repair_a_hit_of_the_century():
    state = lay([tower("pool", hits=1)], ("insurance", "dome"), deck="").play("insure@0")
    assert (site(state, 0)["hits"], site(state, 0)["insurances"], site(state, 0)["resistance"]) == (1, 1, 3)


def test_G_collapse_all_cards_go_to_the_discard_pile_and_the_owner_loses_everything():
    state = lay(
        [tower(TALL + " flat", owner=1, ground="parking", quakes=1), tower()],
        ("quake", "dome"),
        deck="",
        toilets=[0, 2],
    )
    assert state.scores[1] == 2 + 3 + 4 + 5  # toilets, prestige, unity, record
    after = state.play("quake@0")
    assert discarded(after) == dict.fromkeys((TALL + " flat").split(), 1) | {"quake": 2}
    assert site(after, 0) == site(after, 0) | {"state": "collapsed", "owner": None, "cards": [], "resistance": 0}
    assert after.scores[1] == 2
    assert told(after, state) == [("quake", {"site": 0}), ("collapse", {"site": 0})]


def test_G3_resistance_2_survives_one_earthquake_and_falls_at_the_second():
    state = lay([tower("pool", ground="parking"), tower()], ("quake", "quake"), deck="").play("quake@0")
    assert site(state, 0)["state"] == "open"
    assert site(state.play("quake@0"), 0)["state"] == "collapsed"


def test_G4_a_bare_foundation_is_hit_insured_and_collapses_like_any_other():
    state = lay([tower(ground="clay"), tower()], ("quake insurance", "dome"), deck="")
    assert choices(state, "quake", "insure") == ["insure@0", "insure@1", "quake@0", "quake@1"]
    assert site(state.play("quake@0"), 0)["state"] == "collapsed"


def test_G9_a_collapsed_foundation_leaves_the_game():
    state = lay([tower(ground="clay"), tower()], ("quake", "dome"), deck="", foundations="clay").play("quake@0")
    assert discarded(state) == {"quake": 1}
    assert state.row.foundations.tolist() == [1, 0, 0, 0]
    assert site(state, 0)["foundation"] == "clay"  # the site keeps its number


def test_G_tornado_moves_all_hands_on_by_one():
    state = lay([tower()], ("tornado dome", "flat", "pool"))
    left, right = state.play("tornado:left"), state.play("tornado:right")
    assert [hand(left, seat) for seat in range(3)] == [["pool"], ["dome"], ["flat"]]
    assert [hand(right, seat) for seat in range(3)] == [["flat"], ["pool"], ["dome"]]
    assert discarded(left) == {"tornado": 1}


def test_G8_five_cards_after_a_tornado_mean_no_draw_and_fewer_are_filled_at_the_end_of_the_own_turn():
    state = lay([tower()], ("tornado flat flat flat dome", JUNK)).play("tornado:left")
    assert len(hand(state, 0)) == 5
    assert state.turn == 1  # without a draw
    assert len(hand(state, 1)) == 4
    state = play(state, "discard:flat", "draw:pool", "draw:plant")
    assert len(hand(state, 1)) == 5


def test_G10_between_two_players_hands_are_swapped_whatever_is_said():
    state = lay([tower()], ("tornado dome", "flat pool"))
    for direction in ("left", "right"):
        after = state.play(f"tornado:{direction}")
        assert [hand(after, 0), hand(after, 1)] == [["pool", "flat"], ["dome"]]


def test_G15_with_the_deck_empty_players_without_cards_are_left_out():
    state = lay([tower()], ("tornado dome", "", "flat", "pool"), deck="").play("tornado:left")
    assert [hand(state, seat) for seat in range(4)] == [["pool"], [], ["dome"], ["flat"]]
    alone = lay([tower()], ("tornado", "dome", "flat"), deck="").play("tornado:left")  # his hand is empty now
    assert [hand(alone, seat) for seat in range(3)] == [[], ["flat"], ["dome"]]
    state = lay([tower()], ("tornado dome", "", "flat"), deck="pool").play("tornado:left")
    assert [hand(state, seat) for seat in range(3)] == [["flat"], ["dome"], []]


# Studies


def test_G_study_deck_take_one_and_put_the_others_back_in_any_order():
    state = lay([tower()], ("study home-10", "flat"), top="dome pool plant garden museum").play("study:deck")
    for card in ("dome", "pool", "plant", "garden", "museum"):
        assert outcomes(state) == [f"draw:{card}"]  # their places are known
        state = state.play(f"draw:{card}")
    assert choices(state, "take") == [f"take:{card}" for card in ("plant", "pool", "garden", "museum", "dome")]
    state = play(state, "take:plant", "put:pool", "put:dome", "put:museum", "put:garden")
    assert state.view(0).data["top"] == ["garden", "museum", "dome", "pool"]
    assert hand(state, 0) == ["home-10", "plant"]
    state = play(state, "foundation:clay")
    assert outcomes(state) == ["draw:garden"]


def test_G_study_deck_fewer_than_five_cards():
    state = play(lay([tower()], ("study", "flat"), deck="", top="dome pool"), "study:deck", "draw:dome", "draw:pool")
    assert choices(state) == ["take:pool", "take:dome", "play:pool"]  # the dome has nothing to finish
    state = play(state, "take:dome", "put:pool")
    assert state.view(None).data["deck"] == 1
    assert refused(play(lay([tower()], ("study", "flat"), top="dome pool", deck=""), "study:deck"), "draw:pool") == (
        "G-study-deck"
    )


def test_G_study_swap_all_five_become_the_hand_and_the_old_one_goes_on_top():
    state = lay([tower()], ("study home-10 quake", "flat"), top="dome pool plant garden museum")
    state = play(state, "study:deck", *[f"draw:{card}" for card in ("dome", "pool", "plant", "garden", "museum")])
    assert "swap" in choices(state)
    state = state.play("swap")
    assert choices(state) == ["put:home-10", "put:quake"]
    state = play(state, "put:quake", "put:home-10", "foundation:clay")
    assert sorted(hand(state, 0)) == ["dome", "garden", "museum", "plant", "pool"]
    assert state.view(0).data["top"] == ["home-10", "quake"]
    assert state.turn == 1


def test_G_study_swap_only_if_five_were_seen():
    state = lay([tower()], ("study home-10", "flat"), top="dome pool plant garden", deck="")
    state = play(state, "study:deck", *[f"draw:{card}" for card in ("dome", "pool", "plant", "garden")])
    assert "swap" not in choices(state)
    assert refused(state, "swap") == "G-study-swap"


def test_G_study_discard_any_card_of_the_pile_into_the_hand_and_not_to_be_played():
    state = lay([tower()], ("study home-10", "flat"), discards="dome quake")
    state = state.play("study:discard")
    assert choices(state) == ["take:dome", "take:quake"]
    assert refused(state, "take:study") == "G-study-discard"  # the study itself is not there yet
    state = play(state, "take:quake", "foundation:clay")
    assert hand(state, 0) == ["home-10", "quake"]
    assert discarded(state) == {"dome": 1, "study": 1}
    assert state.is_chance


def test_G_study_site_a_used_study_brings_a_new_foundation_if_one_is_left():
    state = play(lay([tower()], ("study flat", "dome"), discards="pool"), "study:discard", "take:pool")
    assert outcomes(state)[0].startswith("foundation")
    assert revealed(state.play("foundation:clay")) == 2
    state = play(lay([tower()], ("study flat", "dome"), discards="pool", foundations=""), "study:discard", "take:pool")
    assert outcomes(state)[0].startswith("draw")
    assert discarded(lay([tower()], ("study", "dome")).play("discard:study")) == {"study": 1}  # not used: no foundation


def test_G7_a_study_played_into_a_roof_follows_all_rules_of_the_roof():
    state = lay([tower(TALL), tower()], ("study hotel-25", "pool"), top="flat dome")
    state = play(state, "study:deck", "draw:flat", "draw:dome", "draw:plant", "draw:garden", "draw:museum")
    state = play(state, "play:flat", *[f"put:{card}" for card in ("museum", "garden", "plant", "dome")], "flat@0")
    assert site(state, 0)["owner"] == 0
    state = state.play("foundation:clay")
    assert outcomes(state) == ["draw:dome"]  # the turn ends once, with drawing up to five


def test_G7_a_toilet_played_at_once_lets_steal_and_then_nothing_is_drawn():
    state = lay([tower()], ("study", "dome"), top="toilet", deck="", foundations="")
    state = play(state, "study:deck", "draw:toilet", "play:toilet", "toilet@0")
    assert choices(state) == ["steal1", "decline"]
    assert score(state) == 1


def test_G11_the_others_are_put_back_first_and_a_second_study_sees_them():
    state = lay([tower()], ("study", "flat"), top="study dome pool", deck="", discards="")
    state = play(state, "study:deck", "draw:study", "draw:dome", "draw:pool", "play:study", "put:dome", "put:pool")
    assert choices(state) == ["study:deck"]  # it cannot be discarded, and the first study is not in the pile yet
    state = play(state, "study:deck", "draw:pool", "draw:dome", "take:dome", "put:pool")
    assert discarded(state) == {"study": 1}  # the inner one
    state = state.play("foundation:clay")
    assert discarded(state) == {"study": 2}
    assert revealed(state.play("foundation:clay")) == 3


def test_G11_only_a_card_that_can_be_played_is_played_at_once():
    state = lay([tower("toilet")], ("study", "flat"), top="dome pool", deck="")
    state = play(state, "study:deck", "draw:dome", "draw:pool")
    assert refused(state, "play:dome") == "G11"
    assert "play:pool" in choices(state)
    state = play(state, "play:pool", "put:dome")
    assert choices(state) == ["pool@0"]
    assert refused(state, "discard:flat") == "G11"


def test_G12_a_study_looks_only_where_there_are_cards():
    assert choices(lay([tower()], ("study", "flat"), deck="")) == ["discard:study"]
    assert choices(lay([tower()], ("study", "flat"), deck="pool"), "study") == ["study:deck"]
    assert choices(lay([tower()], ("study", "flat"), deck="", discards="pool"), "study") == ["study:discard"]
    assert refused(lay([tower()], ("study", "flat"), deck=""), "study:deck") == "G12"


# Finished towers


def test_G_height_all_cards_count():
    state = lay([tower("home-10 shop-30 plant toilet antenna", owner=0)])
    assert site(state, 0)["height"] == 10 + 30 + 40 + 5 + 25


def finish(sites, roof, number, seat=0, **rest):
    """The state after a seat puts a roof on one of the sites, another one staying open."""
    hands = ["home-15", "home-15"]
    hands[seat] = roof
    return lay([*sites, tower()], hands, turn=seat, deck="", **rest).play(f"{roof}@{number}")


def test_G_threshold_is_the_tallest_tower_standing():
    state = lay([tower(TALL + " flat", owner=0), tower("plant skylobby skylobby flat", owner=0), tower("hotel-30")])
    assert [p["threshold"] for p in state.view(None).data["players"]] == [115, 0]


def test_G_flaw_without_a_toilet():
    state = finish([tower("plant skylobby skylobby")], "flat", 0)
    assert site(state, 0)["flawed"]
    assert score(state) == -1


def test_G_flaw_not_above_the_builders_threshold_at_that_moment():
    first = tower(TALL + " flat", owner=0)  # 110 m
    lower = finish([first, tower("office-30 office-25 office-20 office-20p toilet")], "flat", 1)
    assert (site(lower, 1)["height"], site(lower, 1)["flawed"]) == (105, True)
    equal = finish([first, tower("office-30 office-25 office-20 office-20p toilet")], "terrace", 1)
    assert (site(equal, 1)["height"], site(equal, 1)["flawed"]) == (110, True)
    taller = finish([first, tower(OTHER)], "flat", 1)
    assert site(taller, 1)["height"] == 115
    assert not site(taller, 1)["flawed"]
    others = finish([first, tower(OTHER.replace("office-10", ""))], "flat", 1, seat=1)  # somebody else's threshold is 0
    assert not site(others, 1)["flawed"]


def test_G_flaw_under_100_metres_and_counts_minus_one_whatever_its_cards_say():
    state = finish([tower("pool lookout toilet")], "dome", 0)
    assert (site(state, 0)["height"], site(state, 0)["prestige"]) == (65, 6)
    assert score(state) == -1
    assert site(state, 0)["prizes"] == []


def test_G19_a_flawed_tower_raises_the_threshold_too():
    flawed = tower("home-30 home-25 hotel-30 plant flat", owner=0)  # 130 m without a toilet
    assert lay([flawed]).view(None).data["players"][0]["threshold"] == 130
    lower = finish([flawed, tower(OTHER)], "flat", 1)  # 115 m
    assert site(lower, 1)["flaws"] == ["threshold"]
    assert score(lower) == -2


def test_G19_a_tower_that_collapsed_no_longer_counts():
    state = lay([tower(TALL + " flat", owner=0, ground="clay"), tower()], ("home-15", "quake"), turn=1, deck="")
    before, after = (s.view(None).data["players"][0]["threshold"] for s in (state, state.play("quake@0")))
    assert (before, after) == (site(state, 0)["height"], 0)


def test_G20_as_tall_as_the_threshold_is_flawed_and_a_metre_more_is_not():
    flawed = tower("home-30 home-25 plant office-10 flat", owner=0)  # 110 m without a toilet
    equal = finish([flawed, tower("shop-30 shop-25 garden shop-15 toilet")], "flat", 1)
    assert (site(equal, 1)["height"], site(equal, 1)["flaws"]) == (110, ["threshold"])
    taller = finish([flawed, tower("shop-30 shop-25 garden shop-15 toilet")], "terrace", 1)
    assert (site(taller, 1)["height"], site(taller, 1)["flaws"]) == (115, [])


def test_G24_the_seventh_flawed_tower_counts_minus_one_like_the_others():
    kinds = ["home-10", "office-10", "hotel-10", "restaurant-10", "shop-10", "pool", "museum"]
    roofs = ["flat"] * 4 + ["terrace"] * 3
    grounds = ["clay"] * 2 + ["parking"] * 4 + ["piles"]
    towers = [tower(f"{k} {r}", owner=0, ground=g) for k, r, g in zip(kinds, roofs, grounds, strict=True)]
    assert score(lay(towers)) == -7


def test_G5_a_later_collapse_does_not_unflaw_a_tower():
    state = lay(
        [
            tower(TALL + " flat", owner=0, ground="clay"),
            tower(OTHER.replace("office-20p ", "") + " dome", owner=0, above=False),
            tower(),
        ],
        ("home-15", "quake"),
        turn=1,
        deck="",
    )
    after = state.play("quake@0")
    assert site(after, 1)["flawed"]


MINI = "hotel-30 hotel-20 toilet"  # with a flat roof 60 m


def test_G_mini_exactly_60_metres_with_a_toilet_is_excused_from_100():
    state = finish([tower(MINI)], "flat", 0)
    assert (site(state, 0)["height"], site(state, 0)["flawed"], site(state, 0)["prizes"]) == (
        60,
        False,
        ["mini", "record"],
    )
    assert score(state) == 3 + 5
    without = finish([tower("hotel-30 hotel-25")], "flat", 0)
    assert site(without, 0)["flawed"]


def test_G_mini_a_later_one_takes_it_over_and_gives_it_back_when_it_collapses():
    earlier = tower(MINI + " flat", owner=0)
    state = lay([earlier, tower("shop-30 shop-20 toilet", ground="clay"), tower()], ("quake", "flat"), turn=1, deck="")
    assert state.scores == (8, 0)
    taken = state.play("flat@1")
    assert site(taken, 1)["prizes"] == ["mini", "record"]
    assert site(taken, 0)["flawed"]
    assert taken.scores == (-1, 8)
    back = taken.play("quake@1")
    assert site(back, 0)["prizes"] == ["mini", "record"]
    assert back.scores == (8, 0)


def test_G_mini_a_second_one_of_the_same_player_is_not_above_his_threshold():
    state = finish([tower(MINI + " flat", owner=0), tower("shop-30 shop-20 toilet")], "flat", 1)
    assert site(state, 1)["flawed"]
    assert site(state, 0)["prizes"] == ["mini", "record"]


def test_G_unity_all_floors_of_one_category_special_floors_and_toilets_do_not_matter():
    state = finish([tower("home-30 home-25 plant toilet")], "flat", 0)
    assert site(state, 0)["prizes"] == ["record", "unity-home"]
    assert score(state) == 5 + 4
    mixed = finish([tower("home-30 office-25 plant toilet")], "flat", 0)
    assert site(mixed, 0)["prizes"] == ["record"]
    no_floor = finish([tower("skylobby skylobby lookout toilet")], "flat", 0)
    assert site(no_floor, 0)["prizes"] == ["record"]


def test_G_unity_a_later_one_takes_it_over_and_gives_it_back():
    earlier = tower("home-30 home-25 plant toilet flat", owner=0)  # 105 m
    later = tower("home-20 home-20p skylobby skylobby toilet", ground="clay")  # 115 m
    state = lay([earlier, later, tower()], ("quake", "flat"), turn=1, deck="")
    taken = state.play("flat@1")
    assert (site(taken, 0)["prizes"], site(taken, 1)["prizes"]) == ([], ["record", "unity-home"])
    back = taken.play("quake@1")
    assert site(back, 0)["prizes"] == ["record", "unity-home"]


def test_G_unity_a_flawed_tower_or_a_mini_has_no_claim():
    assert site(finish([tower("home-30 home-25 plant")], "flat", 0), 0)["prizes"] == []
    assert site(finish([tower(MINI)], "flat", 0), 0)["prizes"] == ["mini", "record"]


def test_G_record_the_single_tallest_and_lost_to_a_tie():
    first = tower("home-30 office-25 plant toilet flat", owner=0)  # 105 m
    assert site(lay([first]), 0)["prizes"] == ["record"]
    equal = finish([first, tower("shop-30 hotel-30 skylobby toilet")], "flat", 1, seat=1)
    assert site(equal, 1)["height"] == 105
    assert (site(equal, 0)["prizes"], site(equal, 1)["prizes"]) == ([], [])
    taller = finish([first, tower("shop-30 hotel-30 skylobby toilet")], "terrace", 1, seat=1)
    assert (site(taller, 0)["prizes"], site(taller, 1)["prizes"]) == ([], ["record"])


def test_G_record_flawed_towers_do_not_count_and_a_collapse_gives_it_back():
    state = lay(
        [
            tower("home-30 office-25 plant toilet flat", owner=0),
            tower("shop-30 hotel-30 skylobby toilet terrace", owner=1, ground="clay"),
            tower("skylobby lookout lookout home-25 hotel-25 flat", owner=1),
            tower(),
        ],
        ("quake", "dome"),
        deck="",
    )
    assert [site(state, n)["prizes"] for n in range(3)] == [[], ["record"], []]
    assert site(state.play("quake@1"), 0)["prizes"] == ["record"]


def test_G22_the_record_goes_to_the_tallest_now_even_if_it_never_had_it():
    state = lay(
        [
            tower("home-30 office-25 plant toilet flat", owner=0),  # 105 m
            tower("shop-30 hotel-30 skylobby toilet antenna", owner=1, ground="clay"),  # 125 m
            tower("office-30 restaurant-30 skylobby toilet dome", owner=0),  # 115 m: second from its first day
            tower(),
        ],
        ("quake", "flat"),
        deck="",
    )
    assert [site(state, n)["prizes"] for n in range(3)] == [[], ["record"], []]
    assert [site(state.play("quake@1"), n)["prizes"] for n in (0, 2)] == [[], ["record"]]


def test_G25_a_prize_that_fell_with_its_tower_can_be_won_again():
    sites = [tower(MINI + " flat", owner=0, ground="clay"), tower("shop-30 shop-20 toilet"), tower()]
    state = lay(sites, ("flat home-10", "quake flat"), turn=1, deck="")
    fallen = state.play("quake@0")
    assert fallen.scores == (0, 0)
    again = play(fallen, "discard:home-10", "flat@1")
    assert site(again, 1)["prizes"] == ["mini", "record"]
    homes = tower("home-30 home-25 plant toilet flat", owner=0, ground="clay")
    sites = [homes, tower("home-20 home-20p skylobby skylobby toilet"), tower()]
    state = lay(sites, ("flat home-10", "quake flat"), turn=1, deck="").play("quake@0")
    assert site(play(state, "discard:home-10", "flat@1"), 1)["prizes"] == ["record", "unity-home"]


# The end


def test_G_end_at_once_when_the_last_site_is_finished_and_no_foundation_is_left():
    state = lay([tower(TALL)], ("flat home-15", "dome"), foundations="")
    state = state.play("flat@0")
    assert state.is_over
    assert state.winners == (0,)
    assert refused(state, "draw:pool") == "G-end"


def test_G_end_an_insurance_put_on_at_once_is_still_played():
    state = lay([tower(TALL)], ("flat insurance", "dome"), foundations="").play("flat@0")
    assert not state.is_over
    assert state.play("insure@0").is_over
    assert state.play("decline").is_over


def test_G14_if_the_last_site_collapses_the_game_goes_on():
    state = lay([tower(ground="clay")], ("quake flat", "home-10 dome"), deck="", foundations="").play("quake@0")
    assert not state.is_over
    assert choices(state) == ["discard:home-10", "discard:dome"]


def test_G_last_after_a_hand_runs_empty_every_other_player_has_one_more_turn():
    state = lay([tower()], ("home-10", "flat dome", "pool plant"), deck="").play("home-10@0")
    assert not state.is_over
    assert state.view(None).data["last_turns"] == 2
    state = play(state, "discard:flat", "discard:pool")
    assert state.is_over
    assert hand(state, 1) == ["dome"]


def test_G_last_only_when_the_deck_is_empty():
    state = lay([tower()], ("home-10", "flat"), deck="pool").play("home-10@0")
    assert state.is_chance
    assert play(state, "draw:pool").view(None).data["last_turns"] is None


def test_G13_a_theft_that_empties_a_hand_begins_the_last_round_and_the_thief_comes_last():
    state = lay([tower()], ("toilet flat", "dome", "pool plant"), deck="")
    state = play(state, "toilet@0", "steal1", "draw:dome")
    assert state.turn == 2  # seat 1 has no cards and plays nothing more
    assert state.view(None).data["last_turns"] == 2
    state = state.play("discard:pool")
    assert (state.turn, state.view(None).data["last_turns"]) == (0, 1)
    state = state.play("discard:flat")
    assert state.is_over
    assert (hand(state, 0), hand(state, 2)) == (["dome"], ["plant"])


def test_G13_a_theft_empties_no_hand_for_good_while_the_deck_lasts():
    state = lay([tower()], ("toilet flat", "dome", "pool plant"), deck="museum garden")
    state = play(state, "toilet@0", "steal1", "draw:dome")
    assert state.is_chance  # seat 1 draws what the deck has, and plays on
    state = play(state, "draw:museum", "draw:garden")
    assert (state.turn, state.view(None).data["last_turns"]) == (1, None)
    state = state.play("discard:garden")
    assert (state.turn, state.view(None).data["last_turns"]) == (2, None)  # the deck is empty now, but no hand is


def test_G13_hands_are_looked_at_after_the_turn_that_emptied_the_deck():
    state = lay([tower()], ("flat dome pool plant garden", "", "museum"), deck="home-10")
    state = play(state, "discard:flat", "draw:home-10")
    assert state.turn == 2
    assert state.view(None).data["last_turns"] == 2
    assert play(state, "discard:museum", "discard:dome").is_over


def test_G13_who_is_robbed_of_the_last_card_in_the_last_round_plays_nothing_more():
    state = lay([tower()], ("home-10", "toilet flat", "dome", "pool plant"), deck="").play("home-10@0")
    assert state.view(None).data["last_turns"] == 3
    state = play(state, "toilet@0", "steal2", "draw:dome")
    assert (state.turn, state.view(None).data["last_turns"]) == (3, 1)
    assert state.play("discard:pool").is_over


def test_G13_who_had_no_cards_plays_nothing_more_whatever_a_tornado_does():
    state = lay([tower()], ("home-10", "tornado flat", "dome"), deck="").play("home-10@0")
    state = play(state, "tornado:left")
    assert (hand(state, 0), hand(state, 1), hand(state, 2)) == ([], ["dome"], ["flat"])
    assert state.turn == 2
    assert state.play("discard:flat").is_over


def test_G18_after_100_turns_in_which_no_card_left_the_deck():
    state = lay([tower()], ("study", "study"), discards="study study", quiet=98, foundations="")
    state = play(state, "study:discard", "take:study")
    state = play(state, *["draw:pool", "draw:plant", "draw:dome", "draw:garden"])
    assert state.row.quiet == 0
    full = "study flat flat flat flat"
    state = lay([tower()], (full, "dome"), discards="study", quiet=99, foundations="")
    state = play(state, "study:discard", "take:study")
    assert state.is_over
    state = lay([tower()], (full, "dome"), discards="study", quiet=98, foundations="")
    assert not play(state, "study:discard", "take:study").is_over


def test_G_score_towers_flaws_prizes_and_toilets():
    state = lay(
        [
            tower("home-30 home-25 home-10 plant toilet flat", owner=0),  # 115 m, prestige 2, unity
            tower("pool lookout antenna", owner=0),  # flawed
            tower("hotel-30 office-10 skylobby garden toilet dome", owner=1),  # 125 m: 2 + 1 + 2, the record
        ],
        toilets=[3, 1],
    )
    assert state.scores == (3 + 2 + 4 - 1, 1 + 5 + 5)


def test_G_score_equal_points_share_the_win():
    state = lay([tower(TALL)], ("home-15", "dome"), foundations="", deck="", toilets=[2, 2], last_round=0b01)
    state = state.play("discard:home-15")
    assert state.is_over
    assert state.winners == (0, 1)
    assert state.returns == (0.5, 0.5)


def test_kinds_are_numbered_as_the_rules_page_lists_them():
    assert KINDS[:2] == ("home-10", "home-15")
    assert KINDS[-5:] == ("study", "insurance", "tornado", "quake", "century")


def test_G_score_somebody_wins_however_bad_the_cards_are():
    deck = {kind: dict(values) for kind, values in STANDARD.items()}
    for kind in FLOORS:
        deck[kind] |= {"prestige": -20, "count": 5}
    heaps = [" ".join(5 * [k for k in FLOORS if k.startswith(names)]) for names in (("ho",), ("re", "sh", "of"))]
    sites = [tower(f"{heap} toilet flat", owner=seat) for seat, heap in enumerate(heaps)]
    state = lay([*sites, tower()], ("dome", "pool"), deck="", last_round=0b01, deck_file=deck).play("discard:dome")
    assert max(state.scores) < -1000
    assert state.winners == (0,)
