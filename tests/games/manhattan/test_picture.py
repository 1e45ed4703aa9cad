"""The picture: what is written and drawn on it is what the row holds, and nothing that the viewer may not know."""

import random
import re
from xml.etree import ElementTree

import pytest

from bauboom import load
from bauboom.games.manhattan.components import CITIES, COLOUR_NAMES, MARKED, NOBODY, SIDE_OF
from bauboom.games.manhattan.picture import GOLD, INK, MIDDLE

from .secrets import redeal
from .table import BLACK, BLUE, GREEN, RED, lay

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ada", "Grace", "Joan", "Katherine"]
VARIANTS = [load("manhattan", **options) for options in load("manhattan").variants]


def named(state):
    return NAMES[: state.game.seats]


def drawn(state, seat=None):
    return ElementTree.fromstring(state.view(seat).picture(named(state)))


def texts(root, size=None):
    return ["".join(e.itertext()) for e in root.iter(f"{SVG}text") if size is None or e.get("font-size") == size]


def place_of(group):
    return tuple(map(float, re.findall(r"-?[\d.]+", group.get("transform"))))


def towers(root):
    """The groups of shapes that are towers, by what they are called."""
    groups = ((g, g.find(f"{SVG}title")) for g in root.iter(f"{SVG}g"))
    return {title.text: g for g, title in groups if title is not None}


def cards(root):
    """By player: the cards that are shown, with the place of the marked square."""
    hands = []
    for panel in (g for g in root.iter(f"{SVG}g") if (r := g.find(f"{SVG}rect")) is not None and r.get("rx") == "10"):
        hands.append([])
        for card in (g for g in panel if (r := g.find(f"{SVG}rect")) is not None and texts(g)):
            squares = [g.find(f"{SVG}polygon").get("fill") for g in card.findall(f"{SVG}g")]
            assert squares.count(INK) == 1
            hands[-1].append((int(texts(card)[0]), squares.index(INK)))
    return hands


def sampled(random_states, game, seed, every=37):
    states = list(random_states(game, seed))
    return [*states[::every], states[-1]]


@pytest.mark.parametrize("game", VARIANTS, ids=map(repr, VARIANTS))
def test_every_position_can_be_drawn_for_everybody_and_always_in_the_same_way(game, random_states):
    for state in sampled(random_states, game, 1, 61):
        for view in (state, *map(state.view, [None, *range(game.seats)])):
            svg = view.picture(named(state))
            assert ElementTree.fromstring(svg).tag == f"{SVG}svg"
            assert svg == view.picture(named(state))
            assert not re.search(r"<(script|image|use|style)|href|url\(", svg)


@pytest.mark.parametrize("game", VARIANTS, ids=map(repr, VARIANTS))
def test_towers_and_points_are_those_of_the_row(game, random_states):
    colours = COLOUR_NAMES[game.options["edition"]]
    for state in sampled(random_states, game, 2):
        seat = state.step % game.seats
        row, root = state.row, drawn(state, seat)
        expected = {}
        for site in range(len(row.owner)):
            if (owner := int(row.owner[site])) != NOBODY:
                place = MARKED[SIDE_OF[game.variant, seat]].tolist().index(site % 9) + 1
                order = [owner, *(c for c in reversed(range(4)) if c != owner)]
                storeys = ", ".join(f"{colours[c]} {row.floors[site, c]}" for c in order if row.floors[site, c])
                expected[f"{CITIES[site // 9]} {place}: {storeys}"] = str(row.floors[site].sum())
        assert {name: texts(group)[-1] for name, group in towers(root).items()} == expected
        assert sorted(texts(root, "11")) == sorted(expected.values())  # the plans, where no tower hides another
        assert texts(root, "24") == [str(points) for points in state.scores]
        if game.options["colours"] == 2:
            for colour in range(4):
                assert f"{colours[colour]} {row.score[colour]}: to build" in texts(root)


def test_blocks_to_build_and_in_the_box_are_shown_to_everybody():
    state = lay(picked={RED: [1, 1, 4], BLUE: [2]}, towers={"A1": [(RED, 4)]})
    root = drawn(state, 3)
    counts = [int(text) for text in texts(root, "12") if text.isdecimal()]
    assert counts == [int(n) for colour in range(4) for n in state.row.supply[colour]]
    blocks = [g for g in root.iter(f"{SVG}g") if g.get("transform", "").endswith(" 44)")]
    assert len(blocks) == 4


def test_no_tower_leaves_its_part_of_the_picture(random_states):
    all_of_red = [(RED, 1)] * 11 + [(RED, 2)] * 6 + [(RED, 3)] * 4 + [(RED, 4)] * 3
    late = [list(random_states(VARIANTS[0], seed))[-1] for seed in range(3)]
    for state in (lay(towers={"A1": all_of_red, "D9": [(BLUE, 4), (BLUE, 4)]}), *late):
        for seat in (0, 2):
            for tower in towers(drawn(state, seat)).values():
                points = " ".join(shape.get("points") for shape in tower.findall(f"{SVG}polygon")).split()
                top = min(float(point.split(",")[1]) for point in points)
                assert place_of(tower)[1] + top >= -MIDDLE[1]


def test_majorities_and_the_single_tallest_tower_are_marked():
    def pennants(state):
        root = drawn(state)
        return [name for name, g in towers(root).items() if any(p.get("fill") == GOLD for p in g)]

    state = lay(towers={"A1": [(RED, 1)], "A2": [(RED, 1)], "A3": [(GREEN, 4)], "B5": [(BLUE, 1)], "B6": [(BLACK, 2)]})
    assert [text for text in texts(drawn(state)) if "majority" in text] == ["majority: red"]
    assert pennants(state) == ["Sydney 3: green 4"]
    assert pennants(lay(towers={"A1": [(RED, 3)], "C2": [(RED, 3)]})) == []


def test_whose_turn_it_is_and_who_has_won_is_said(random_states):
    state = lay(turn=2, round_no=3)
    assert texts(drawn(state))[0] == "Manhattan1994 · round 3 of 4Joan builds"
    over = list(random_states(VARIANTS[-1], 5))[-1]
    assert all(named(over)[seat] in texts(drawn(over))[0] for seat in over.winners)
    assert "win" in texts(drawn(over))[0]


def test_names_are_made_harmless_and_cut_short():
    names = ['<b>&"', "W" * 90, "tab\tbell\x07end", "]]><script>"]
    svg = lay().view(0).picture(names)
    shown = texts(ElementTree.fromstring(svg), "16")
    assert '<b>&"' in shown
    assert "tab�bell�end" in shown
    assert "]]><script>" in shown
    assert "<script" not in svg
    assert max(map(len, shown)) < 60


@pytest.mark.slow
def test_hidden_cards_make_no_difference(random_states):
    rng = random.Random(7)
    for game in (VARIANTS[0], VARIANTS[-1]):
        for state in sampled(random_states, game, 3):
            for seat in (None, *range(game.seats)):
                other = redeal(state, seat, rng)
                assert state.view(seat).picture(named(state)) == other.view(seat).picture(named(state))


def test_one_sees_the_own_cards_and_no_others_but_a_referee_sees_all():
    hands = {0: [1, 1, 5, 9], 1: [2, 3, 3, 4], 2: [2, 6, 7, 7], 3: [4, 6, 8, 8]}
    state = lay(hands=hands)
    for seat, hand in hands.items():
        own = [(card, card - 1) for card in hand]  # from one's own side a card marks the place of its number
        assert cards(drawn(state, seat)) == [own if other == seat else [] for other in range(4)]
    assert cards(drawn(state)) == [[], [], [], []]
    referee = cards(ElementTree.fromstring(state.picture(NAMES)))
    assert referee == [[(card, MARKED[side, card - 1]) for card in hand] for side, hand in hands.items()]
