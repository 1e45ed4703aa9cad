"""The picture: what is drawn is what lies on the table, where it lies."""

import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from bauboom import State, load
from bauboom.games.hoch_hinaus.actions import Storey
from bauboom.games.hoch_hinaus.components import COLUMNS

from .table import EMPTY, crossing, lay

NAMES = ["Ada", "Grace", "Joan", "Mary", "Lise", "Emmy"]
CELL = 76
TOWN = """
    R1r R2 .  #  .  .  .
    .   .  .  .  B1 .  .
    .   .  .  .  .  .  .
    .   .  .  .  .  .  .
    #   #  .  .  .  .  .
    -1  -1 #  .  .  .  .
    #   #  .  .  .  .  ."""


class Drawn:
    """A picture, taken apart again."""

    def __init__(self, state, seat=None, names=NAMES):
        self.svg = state.game.face.picture(state.row, seat, names[: state.game.seats])
        root = ElementTree.fromstring(self.svg)
        self.elements = list(root.iter())
        self.words = [e.text for e in self.elements if e.tag.endswith("text")]
        self.title = next(e.text for e in self.elements if e.tag.endswith("title"))
        self.at = {}  # by element, where moving all that it is in has moved it
        self._find(root, 0, 0)

    def _find(self, element, x, y):
        moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
        x, y = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
        self.at[element] = x + float(element.get("x", 0)), y + float(element.get("y", 0))
        for inside in element:
            self._find(inside, x, y)

    def all(self, kind):
        return [e for e in self.elements if e.get("class") == kind]

    def plots(self, kind):
        return {e.get("data-plot") for e in self.all(kind)}

    def towers(self, kind):
        """What of a kind is on the towers, by plot."""
        return {e.get("data-plot"): x for e in self.all("tower") for x in e.iter() if x.get("class") == kind}

    def heights(self):
        return {plot: int(text.text) for plot, text in self.towers("height").items()}

    def figures(self):
        return Counter((int(e.get("data-seat")), int(e.get("data-square"))) for e in self.all("figure"))


def positions(players, seed):
    """Some positions of a random game, from before its beginning to the end."""
    game, rng = load("hoch-hinaus", players=players), random.Random(seed)
    yield State.root_of(game, None)
    state = game.start(seed)
    while not state.is_over:
        if rng.random() < 0.03:
            yield state
        state = state.play(rng.choice(state.legal_ids()))
    yield state


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_height_spire_roof_road_and_figure_of_a_game_is_drawn_and_nothing_else(players):
    for state in positions(players, seed=players):
        drawn, data = Drawn(state), state.view(None).data
        plots = {f"{COLUMNS[c]}{r + 1}": p for r, row in enumerate(data["plots"]) for c, p in enumerate(row)}
        assert drawn.heights() == {name: p["storeys"] for name, p in plots.items() if p["storeys"]}
        for kind in ("spire", "roof", "closed"):
            assert drawn.towers(kind).keys() == {name for name, p in plots.items() if p.get(kind)}, kind
        assert drawn.plots("road") == {name for name, p in plots.items() if p.get("road")}
        figures = [(seat, at) for seat, p in enumerate(data["players"]) for at in p["figures"] if at >= 0]
        assert drawn.figures() == Counter(figures)
        assert len(drawn.all("die")) == len(data["dice"] or ())


def test_the_picture_shows_no_more_and_no_less_to_a_seat_and_is_the_same_every_time():
    state = lay(TOWN, players=3, figures={0: (3, 20), 1: (20, 31)})
    assert state.picture() == state.view(None).picture() == state.picture()
    mine = state.view(1).picture(NAMES[:3])
    assert mine.count("Grace (you)") == 1
    assert mine.replace("Grace (you)", "Grace") == state.picture(NAMES[:3])


def test_towers_and_roads_stand_in_their_column_and_row():
    drawn = Drawn(lay(TOWN, players=3))
    bold = [e for e in drawn.elements if e.tag.endswith("text") and e.get("font-size") == "15" and e.get("font-weight")]
    names = {e.text: drawn.at[e] for e in bold}
    for kind in ("tower", "road"):
        for e in drawn.all(kind):
            column, row = e.get("data-plot")
            x, y = drawn.at[e[0]]
            assert 0 < names[column][0] - x < CELL
            assert 0 < names[row][1] - y < CELL


def test_the_track_goes_round_clockwise():
    drawn = Drawn(lay(EMPTY))
    numbers = {e.text: drawn.at[e] for e in drawn.elements if e.get("font-size") == "11"}
    track = [numbers[str(square)] for square in range(32)]
    steps = zip(track, track[1:] + track[:1], strict=True)
    signs = [((b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1])) for a, b in steps]
    assert signs == [(1, 0)] * 8 + [(0, 1)] * 8 + [(-1, 0)] * 8 + [(0, -1)] * 8


def test_figures_stand_on_their_squares_beside_each_other_and_not_on_the_number():
    crowd = dict.fromkeys(range(4), (0, 20)) | {4: (20, 20), 5: (20, 31)}
    drawn = Drawn(lay(EMPTY, players=6, figures=crowd))
    numbers = {e.text: drawn.at[e] for e in drawn.elements if e.get("font-size") == "11"}
    assert len(numbers) == 32
    feet = {e: drawn.at[e[0]] for e in drawn.all("figure")}
    assert len(set(feet.values())) == len(feet) == 12
    for e, (x, y) in feet.items():
        number_x, number_y = numbers[e.get("data-square")]
        assert 0 < x - number_x < CELL - 10
        size = float(e[0].get("transform").partition("scale(")[2].rstrip(")"))
        assert number_y < y - 34 * size < y < number_y + CELL - 20


def test_tall_towers_are_drawn_lower_so_that_the_number_behind_them_can_be_read():
    town = EMPTY.replace(". . . . . . .", "{}", 2)
    for behind, before in (("R1", "R9"), ("R1", "R5"), ("R2", "R3")):
        state = lay(town.format(f"{behind} . . . . . .", f"{before} . . . . . ."))
        drawn = Drawn(state)
        number = drawn.at[drawn.towers("height")["A1"]][1]
        top = drawn.at[drawn.towers("height")["A2"]][1] - 31  # the far edge of the nearer top
        assert number < top


def test_names_are_harmless_and_short_enough():
    drawn = Drawn(lay(EMPTY, players=3), names=['<b>&"', "W" * 40, "Ottilie Freifrau von Hohenstein"])
    assert '<b>&"' in drawn.words
    assert "<b>" not in drawn.svg
    assert [len(word) < 20 for word in drawn.words if word.endswith("…")] == [True, True]


def test_the_headline_says_who_is_on_turn_and_what_can_be_done():
    state = crossing(TOWN, "C1", players=3)
    drawn = Drawn(state)
    assert drawn.title == "Hoch hinaus!: Ada crosses C1: storey or road"
    assert drawn.plots("crossed") == {"C1"}
    assert Drawn(lay(EMPTY, turn=1, players=3)).title == "Hoch hinaus!: Grace rolls the dice"
    assert "Who begins?" in Drawn(State.root_of(load("hoch-hinaus"), None)).words


def test_the_players_best_buildings_material_and_dangers_are_told():
    town = TOWN.removesuffix(".") + "R1"
    words = Drawn(lay(town, players=4, figures={0: (3, 20)}, left=[3], built=[2], hands={1: 4}, quiet=42)).words
    assert "2 high, 3 in all" in words
    assert "no building – may go bankrupt" in words
    assert words.count("bankrupt") == 1
    assert "4 in hand" in words
    assert words.count("2 off") == 2
    assert {"38 storeys", "24 roads", "42 of 150 quiet turns"} <= set(words)


def test_a_game_that_is_over_shows_who_has_won():
    state = crossing(TOWN, "C1", players=2, storeys=1).play(Storey((1, 3)))
    assert state.is_over
    drawn = Drawn(state)
    assert drawn.title == "Hoch hinaus!: Ada wins"
    assert "2 high, 4 in all – wins" in drawn.words
