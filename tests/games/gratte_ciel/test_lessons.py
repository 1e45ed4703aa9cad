"""What the lessons on the page say is so on the table they show."""

import pytest

from bauboom import load
from bauboom.core.lesson import exercise


def position(lesson, task):
    found = exercise(load("gratte-ciel"), lesson, task)
    offered = [str(found.state.game.space.decode(number)) for number in found.legal_ids()]
    return found, found.view.data, offered


def scores(data):
    return [player["score"] for player in data["players"]]


def test_G_score_the_pictures_show_who_leads():
    points, end = (position("win", task)[1] for task in ("points", "end"))
    assert (scores(points), scores(end)) == ([6, 14], [10, 1])
    assert "record" in points["sites"][0]["prizes"]
    assert (points["sites"][0]["owner"], end["sites"][0]["state"]) == (1, "collapsed")
    assert (end["sites"][2]["points"], end["sites"][2]["toilet"]) == (-1, False)


@pytest.mark.parametrize(
    ("lesson", "task", "mistake"),
    [
        ("first", "toilet", "roof"),
        ("heights", "mini", "low"),
        ("heights", "mini", "high"),
        ("heights", "mini", "site"),
        ("heights", "unity", "stinks"),
        ("storms", "century", "flawed"),
        ("storms", "discard", "flawed"),
        ("storms", "tornado", "flawed"),
    ],
)
def test_G_flaw_a_roof_that_is_said_to_make_a_flawed_tower_does(lesson, task, mistake):
    found, _, offered = position(lesson, task)
    wrong = [text for text in offered if found.mistake(found.state.game.space.encode(text)) == mistake]
    assert wrong
    for text in wrong:
        site = found.state.play_one(text).view(0).data["sites"][int(text[-1])]
        assert (site["owner"], site["flawed"]) == (0, True), text


@pytest.mark.parametrize(("site", "falls"), [(0, True), (1, True), (2, False)])
def test_G_collapse_an_earthquake_brings_down_what_the_lesson_says(site, falls):
    found, _, _ = position("quakes", "quake")
    after = found.state.play_one(f"quake@{site}").view(0).data["sites"][site]
    assert (after["state"] == "collapsed") == falls


def test_G_century_gives_the_record_to_the_tower_that_stands():
    found, data, _ = position("storms", "century")
    after = found.state.play_one("century").view(0).data
    assert [site["state"] for site in after["sites"]] == ["collapsed", "finished", "open"]
    assert "record" in after["sites"][1]["prizes"]
    assert after["sites"][1]["resistance"] == data["sites"][1]["resistance"] - 1


def test_G1_any_card_could_be_discarded_and_all_of_them_are_roofs():
    _, data, offered = position("storms", "discard")
    hand = data["players"][0]["hand"]
    assert sorted(hand) == ["antenna", "dome", "flat", "flat", "terrace"]
    assert {text for text in offered if text.startswith("discard:")} == {f"discard:{card}" for card in hand}


@pytest.mark.parametrize("way", ["left", "right"])
def test_G10_the_tornado_swaps_hands_and_no_card_is_drawn(way):
    found, data, _ = position("storms", "tornado")
    after = found.state.play_one(f"tornado:{way}")
    assert after.view(0).data["players"][0]["cards"] == 5
    assert after.turn == 1
    roofs = [card for card in data["players"][0]["hand"] if card != "tornado"]
    assert after.view(1).data["players"][1]["hand"] == roofs
