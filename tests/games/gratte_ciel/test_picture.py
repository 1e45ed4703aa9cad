"""The picture: well formed, true to the row, inside its frame, and silent about what the viewer may not know."""

import random
import re
from functools import cache
from xml.etree import ElementTree

import pytest

from bauboom import State, load
from bauboom.core.chance import Seeded
from bauboom.games.gratte_ciel.deck import STANDARD

from .secrets import redeal
from .table import lay, play, tower

SVG = "{http://www.w3.org/2000/svg}"
TALL = "home-30 home-25 home-20 home-15 home-10 toilet"  # 105 m


@cache
def positions(players):
    """Some of a game at random, the first and the last among them."""
    rng, state = random.Random(players), load("gratte-ciel", players=players).start(seed=players)
    found = [state]
    while not state.is_over:
        state = state.play(rng.choice(state.legal_ids()))
        if state.is_over or rng.random() < 0.05:
            found.append(state)
    return found


def texts(svg, **wanted):
    """What is written in a picture, in elements with these attributes."""
    found = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return [e.text or "" for e in found if all(e.get(key) == value for key, value in wanted.items())]


def cards(svg):
    """The cards that lie face up."""
    return [e.get("data-kind") for e in ElementTree.fromstring(svg).iter() if e.get("class") == "card"]


def places(element, x=0.0, y=0.0):
    """Where every text of a picture is."""
    if moved := re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag == f"{SVG}text" and element.text:
        yield x + float(element.get("x")), y + float(element.get("y"))
    for child in element:
        yield from places(child, x, y)


def assert_everything_is_inside(svg):
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.get("viewBox").split())
    for x, y in places(root):
        assert 0 <= x <= width
        assert 10 <= y <= height


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_viewer_gets_a_picture_that_is_well_formed_and_shows_all_heights(players):
    for state in positions(players):
        towers = [site for site in state.view(None).data["sites"] if site["state"] != "collapsed"]
        for picture in [state.picture(), *(state.view(seat).picture() for seat in (None, *range(players)))]:
            assert_everything_is_inside(picture)
            assert sorted(texts(picture, **{"class": "height"})) == sorted(f"{site['height']} m" for site in towers)
            assert picture.count("url(#") >= players
            assert "href" not in picture


def test_a_picture_before_the_first_site_is_well_formed():
    state = State.root_of(load("gratte-ciel", players=3), None)
    assert "Who begins?" in texts(state.picture())
    assert_everything_is_inside(state.picture())


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_cards_that_a_viewer_cannot_see_do_not_change_his_picture(players):
    rng, differ = random.Random(7), 0
    for state in positions(players):
        for seat in (None, *range(players)):
            other = redeal(state, seat, rng)
            assert other.view(seat).picture() == state.view(seat).picture()
            differ += other.picture() != state.picture()
    assert differ > 10


def test_a_seat_sees_its_own_cards_and_of_others_only_how_many():
    state = lay([tower(TALL)], hands=("flat pool quake", "museum toilet"))
    assert cards(state.view(0).picture()) == ["pool", "flat", "quake"]
    assert cards(state.view(1).picture()) == ["museum", "toilet"]
    assert cards(state.view(None).picture()) == []
    written = texts(state.view(0).picture())
    assert "museum" not in written
    assert {"museum", "toilet", "flat", "pool", "quake"} <= set(texts(state.picture()))


def test_cards_seen_in_a_study_lie_before_who_plays_it_alone():
    state = lay([tower()], hands=("study", "pool"), top="dome flat century", deck="")
    assert cards(state.view(0).picture()) == ["study", "dome", "flat", "century"], "what he put back himself he knows"
    state = play(state.with_chance(Seeded(1)), "study:deck")
    assert cards(state.view(0).picture()) == ["flat", "dome", "century"]
    assert "before you" in texts(state.view(0).picture())
    assert cards(state.view(1).picture()) == ["pool"]


def test_points_thresholds_prizes_and_flaws_are_written_down():
    flawed = tower("shop-30 flat", owner=1, quakes=1)
    state = lay([tower(TALL + " flat", owner=0), flawed, tower(insurances=2)], hands=("pool", "museum"), turn=1)
    written = texts(state.view(0).picture(["Ada", "Grace"]))
    for text in (
        "Grace plays a card",
        "110 m",
        "threshold 110 m",
        "unity +4",
        "record +5",
        "flawed −1",
        "quake",
        "free",
    ):
        assert text in written
    assert [f"{points} point{'s' * (abs(points) != 1)}".replace("-", "−") for points in state.scores] == [
        text for text in written if re.fullmatch(r"−?\d+ points?", text)
    ]


def test_towers_of_any_deck_stay_inside_the_picture():
    deck = {kind: dict(values) for kind, values in STANDARD.items()}
    for values in deck.values():
        if "height" in values:
            values["height"] = min(300, values["height"] * 9)
        if "prestige" in values:
            values["prestige"] -= 2
        if "resistance" in values:
            values["resistance"] = 20
    state = lay([tower(TALL + " antenna", owner=0), tower("plant pool")], hands=("museum flat", ""), deck_file=deck)
    assert_everything_is_inside(state.view(0).picture())
    assert texts(state.picture(), **{"class": "height"}) == ["480 m", "1170 m"]
    high = deck | {"flawed": {"height": 300, "prestige": -1}, "mini": {"height": 290, "prestige": 3}}
    assert_everything_is_inside(lay([tower("pool")], hands=("museum", ""), deck_file=high).view(0).picture())
    nothing = {kind: {**values, "height": 0} if "height" in values else values for kind, values in deck.items()}
    flat = lay([tower(TALL + " antenna", owner=0), tower("plant")], hands=("museum dome", ""), deck_file=nothing)
    assert_everything_is_inside(flat.view(0).picture())


def test_names_that_people_typed_are_made_harmless_and_short():
    state = lay([tower(TALL + " flat", owner=0)], hands=("pool", "museum"))
    picture = state.view(0).picture(['<b>&"', "\0" + "M" * 90])
    assert "<b>" not in picture
    assert '<b>&"' in texts(picture)
    assert max(map(len, texts(picture))) < 60
