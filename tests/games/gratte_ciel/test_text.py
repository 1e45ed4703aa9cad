"""The terminal's face: what is on the screen, and what a person may type."""

import re

import pytest

from bauboom import load
from bauboom.core.game import Misread

from .table import lay, play, tower

NAMES = ["Ada", "Grace", "Joan"]
FACE = load("gratte-ciel").face
TALL = "home-30 home-25 home-20 home-15 home-10 toilet"  # 105 m


def shown(state, seat=0, width=100):
    return FACE.board(state.view(seat).row, seat, NAMES[: state.game.seats], lambda _, text: text, width)


def a_table():
    return lay(
        [
            tower(TALL + " flat", owner=1, insurances=1),
            tower("office-30 office-25 plant toilet", ground="parking", quakes=1),
            tower("shop-10", ground="clay"),
            tower("hotel-30 pool terrace", owner=0, ground="parking", hits=1),
        ],
        ("flat dome study insurance", "home-15 quake"),
        discards="quake tornado tornado",
        top="garden museum",
        toilets=[1, 2],
    )


def test_towers_are_shown_with_height_resistance_owner_and_prizes():
    text = shown(a_table())
    assert " 0  piles    Grace: 110 m, resistance ▮▮▮▮, insured, prestige 3, record +5, home unity +4" in text
    assert " 1  parking  open: 100 m, resistance ▮, earthquake" in text
    assert " 3  parking  Ada: 60 m, resistance ▮, century, flawed −1" in text
    assert "office-25 (25m), office-30 (30m), plant (40m), toilet (5m)" in text
    assert "home-10 (10m★★)" in text


def test_thresholds_points_and_what_a_roof_would_earn_are_shown():
    text = shown(a_table())
    assert re.search(r"Grace +14 +2 +110 m", text)
    assert "flat would be: site 1 105 m +4; site 2 15 m −1, flawed (no toilet)" in text
    assert "dome would be: site 1 115 m +9" in text


def test_own_cards_and_what_one_put_on_the_deck_are_shown_to_nobody_else():
    mine, others = shown(a_table(), 0), shown(a_table(), 1)
    assert "your cards: flat (5m), dome (15m), study, insurance" in mine
    assert "on top of the deck, by you: garden, museum" in mine
    assert "dome" not in others
    assert "garden" not in others
    assert "4 hidden" in others


def test_a_narrow_screen_is_enough():
    for width in (40, 60, 80):
        assert max(map(len, shown(a_table(), width=width).splitlines())) <= max(width, 56)


def typed(state, text):
    return [str(action) for action in FACE.read(state.view(state.turn).row, text)]


def test_cards_and_sites_are_typed_by_name_and_number():
    state = a_table()
    for text, action in (
        ("flat 1", "flat@1"),
        ("roof flat 1", "flat@1"),
        ("fl 1", "flat@1"),
        ("flat@1", "flat@1"),
        ("Flachdach 1", "flat@1"),
        ("insure 0", "insure@0"),
        ("insurance site 0", "insure@0"),
        ("study deck", "study:deck"),
        ("study dis", "study:discard"),
        ("discard dome", "discard:dome"),
        ("home-15 2", "home-15@2"),
        ("quake 2", "quake@2"),
        ("tornado left", "tornado:left"),
        ("century", "century"),
    ):
        assert typed(state, text) == [action], text
    for text, advice in (
        ("", "say what to do"),
        ("castle 1", "there is no card 'castle'"),
        ("hotel 1", "which one\\? hotel-10, hotel-15"),
        ("flat", "on which site"),
        ("flat x", "name a site from 0 to 3"),
        ("flat 9", "name a site from 0 to 3"),
        ("study", "say study deck or discard"),
        ("tornado up", "say tornado left or right"),
        ("discard", "which card"),
    ):
        with pytest.raises(Misread, match=advice):
            typed(state, text)


def test_within_a_study_the_card_alone_is_enough_where_nothing_else_can_be_meant():
    state = play(a_table(), "study:deck", "draw:garden", "draw:museum", "draw:lookout")
    state = play(state, "draw:lookout", "draw:absorber")
    assert "before you: absorber (20m), lookout (25m★★★), lookout" in shown(state)
    assert typed(state, "take garden") == ["take:garden"]
    assert typed(state, "play museum") == ["play:museum"]
    state = state.play("play:museum")
    assert typed(state, "garden") == typed(state, "put garden") == ["put:garden"]
    state = play(state, "put:garden", "put:lookout", "put:lookout", "put:absorber")
    assert FACE.ask(state.row, NAMES) == "Ada, play museum at once: on which site?"
    assert typed(state, "2") == typed(state, "museum 2") == ["museum@2"]


def test_a_study_or_tornado_played_at_once_is_asked_about_in_its_own_words():
    state = lay([tower()], ("study", "dome"), top="study tornado pool", deck="", discards="flat")
    state = play(state, "study:deck", "draw:study", "draw:tornado", "draw:pool")
    assert FACE.ask(state.row, NAMES) == "Ada, take or play one of pool, study, tornado"  # three cards: no swap
    for text in ("pool", "study", "tornado left"):
        with pytest.raises(Misread, match="say take or play"):
            typed(state, text)
    second = play(state, "play:study", "put:pool", "put:tornado")
    assert typed(second, "deck") == typed(second, "study deck") == ["study:deck"]
    windy = play(state, "play:tornado", "put:pool", "put:study")
    assert typed(windy, "left") == typed(windy, "tornado left") == ["tornado:left"]


def test_a_referee_sees_all_cards():
    state = a_table()
    text = FACE.board(state.row, None, NAMES[:2], lambda _, part: part, 100)
    assert "Grace: home-15, quake" in text
    assert "on the deck, deepest first: museum, garden" in text
    spectator = FACE.board(state.view(None).row, None, NAMES[:2], lambda _, part: part, 100)
    assert "home-15, quake" not in spectator


def test_thefts_are_typed_by_seat():
    state = lay([tower()], ("toilet", "dome flat", "pool")).play("toilet@0")
    assert FACE.ask(state.row, NAMES) == "Ada, steal from whom? (steal 1 Grace, steal 2 Joan, or decline)"
    assert typed(state, "steal 2") == typed(state, "steal2") == ["steal2"]
    assert typed(state, "no") == ["decline"]
    state = play(state, "steal1", "draw:dome", "draw:flat")
    assert typed(state, "dome") == typed(state, "keep dome") == ["keep:dome"]


def test_a_referee_types_foundations_and_cards():
    root = load("gratte-ciel", players=2).root
    assert [str(a) for a in FACE.read(root.row, "1")] == ["start1"]
    state = root.play("start1")
    assert [str(a) for a in FACE.read(state.row, "clay")] == ["foundation:clay"]
    state = play(state, "foundation:clay", "foundation:piles", "foundation:parking")
    five = "toilet flat dome study quake"
    assert [str(a) for a in FACE.read(state.row, five)] == [f"draw:{card}" for card in five.split()]
    with pytest.raises(Misread, match="name the cards"):
        FACE.read(state.row, "")


def test_every_notation_can_be_typed_back(random_states):
    """What `moves` and `hint` print is understood."""
    for seed in range(2):
        for state in random_states(load("gratte-ciel", players=3), seed):
            for action in state.legal[:4] + state.legal[-4:]:
                assert FACE.read(state.row, str(action)) == [action]
