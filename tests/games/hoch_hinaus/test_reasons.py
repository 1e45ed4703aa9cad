"""What a coach says of a decision: examples, and every statement checked against the numbers of a view."""

import random
import re

import pytest

from bauboom import State, load
from bauboom.games.hoch_hinaus.actions import Decline, Demolish, Move, Raise, Road, Storey
from bauboom.games.hoch_hinaus.components import CROSSED, MOVE
from bauboom.games.hoch_hinaus.reasons import SENTENCES

from .table import crossing, lay, place

DEEDS = {"storey": Storey, "road": Road, "raise": Raise, "demolish": Demolish}


def said(state, action):
    """The reasons for an action, in words."""
    view = state.view(state.turn)
    return [state.game.face.why(view.row, reason, ["Ada", "Grace"]) for reason in view.reasons(action)]


BESIDE = """
. . . . . . .
. . . R1 R2 . .
. . . . . . .
. . . . B1 . .
. . . . B1 . .
. . . . . . .
B1 . . . . . .
"""


def test_H_ruin_a_building_is_swallowed():
    state = crossing(BESIDE, "E3")
    assert "swallows a building of Grace, 1 storey tall" in said(state, Storey(place("E3")))


def test_H_move_says_what_the_crossing_allows_and_what_comes_of_it():
    state = lay(BESIDE, phase="move", dice=(2, 3), figures={0: (3, 8)})
    lines = said(state, Move((5, 11)))
    assert lines[:2] == ["crosses E3, where a storey is possible", "then swallows a building of Grace, 1 storey tall"]


def test_H_move_a_move_that_crosses_nothing_counts_the_rolls_only_where_they_become_more():
    state = lay(BESIDE, phase="move", dice=(2, 3), figures={0: (0, 16)})
    idle = [move for move in state.legal if not state.play_one(move).view(0).data["crossing"]]
    lines = {line for move in idle for line in said(state, move)}
    assert lines
    assert all(re.fullmatch(r"lets \d+ of 36 rolls cross a plot to build on next time", line) for line in lines)
    assert not any("36 of 36" in line for line in lines)


def test_H_one_doing_nothing_needs_no_excuse():
    state = crossing(BESIDE, "D2")
    assert said(state, Decline()) == []


def test_H_merge_buildings_are_joined():
    state = crossing(". . . . . . .\n" * 3 + "R1 . R1 . . B1 B1\n" + ". . . . . . .\n" * 3, "B4")
    assert "joins 2 buildings into one" in said(state, Storey(place("B4")))


def test_H_win_the_tallest_building():
    drawing = ". . . . . . .\n" * 3 + "R1 R1 . . . B1 B1\n" + ". . . . . . .\n" * 3
    state = lay(drawing, phase="dice", dice=(6, 2))
    assert said(state, Raise(place("A4")))[0] == "gets the tallest building, with 2 storeys"


def test_H_spire_a_second_plot_as_high_as_the_top_lets_the_building_grow():
    drawing = ". . . . . . .\n" * 3 + "R1 R2 . . . B2 B2\n" + ". . . . . . .\n" * 3
    lines = said(lay(drawing, phase="dice", dice=(6, 2)), Raise(place("A4")))
    assert lines == ["raises A4 as high as the top, so that the next storey makes the building taller"]


def test_H_closed_a_road_closes_and_bankrupts():
    drawing = "B1 . . . . . .\n# . . . . . .\n" + ". . . . . . .\n" * 3 + ". . . . R1 R1 .\n" + ". . . . . . .\n"
    lines = said(crossing(drawing, "B1"), Road(place("B1")))
    assert lines[0] == "leaves Grace bankrupt: no building of theirs can grow any more"


def test_H_demand_the_last_rival_is_put_out():
    drawing = "B1 # . . . . .\n# . . . . . .\n" + ". . . . . . .\n" * 3 + ". . . . R1 R1 .\n" + ". . . . . . .\n"
    state = lay(drawing, phase="demand")
    assert said(state, "demand1") == ["ends the game and wins it", "puts Grace out of the game"]


def test_H_one_a_roof_hinders_a_rival_or_is_kept():
    drawing = ". . . . . . .\n" * 3 + "R1 R1 . . . B1 B1\n" + ". . . . . . .\n" * 3
    state = lay(drawing, phase="dice", dice=(1, 2))
    assert said(state, "roofF4") == ["keeps Grace from building on F4"]
    assert said(state, "decline") == ["keeps 2 roofs in hand for a better moment"]


# Every statement, checked


def plot_of(data, at):
    return data["plots"][at[0] - 1][at[1] - 1]


def building_at(data, at):
    return next((b for b in data["buildings"] if tuple(at) in map(tuple, b["plots"])), None)


def own(data, seat):
    return [building for building in data["buildings"] if building["owner"] == seat]


class Check:
    """One statement of each kind, as the numbers of a view before and after have it."""

    def __init__(self, state, after, action, reason):
        self.state, self.end, self.action, self.reason = state, after, action, reason
        self.seat = state.turn
        self.before, self.after = state.view(self.seat).data, after.view(self.seat).data

    def players(self, key, seat=None):
        seat = self.reason["of"] if seat is None else seat
        return [data["players"][seat][key] for data in (self.before, self.after)]

    def plots(self):
        return [plot_of(data, self.reason["plot"]) for data in (self.before, self.after)]

    def wins(self):
        assert self.end.is_over
        assert self.end.winners == (self.seat,)

    def out(self):
        was, now = self.players("left")
        assert not was
        assert now

    def corners(self):
        assert not self.players("bankrupt")[0]
        assert self.players("bankrupt")[1] or self.players("left")[1]

    def rescues(self):
        assert self.players("bankrupt", self.seat) == [True, False]

    def best(self):
        """The own height before and after, and the others' tallest."""
        others = [
            max(p["height"] for s, p in enumerate(d["players"]) if s != self.seat) for d in (self.before, self.after)
        ]
        return *self.players("height", self.seat), *others

    def leads(self):
        was, now, others_were, others = self.best()
        assert now == self.reason["height"] > others
        assert was <= others_were

    def taller(self):
        was, now, _, _ = self.best()
        assert now == self.reason["height"] > was

    def joins(self):
        building = building_at(self.after, self.action.plot)
        parts = [b for b in own(self.before, self.seat) if tuple(b["plots"][0]) in map(tuple, building["plots"])]
        assert (len(parts), building["owner"]) == (self.reason["buildings"], self.seat)
        assert len(parts) > 1

    def ruins(self):
        of, height = self.reason["of"], self.reason["height"]
        lost = [b for b in own(self.before, of) if building_at(self.after, b["plots"][0])["owner"] == self.seat]
        assert height in [building["height"] for building in lost]

    def closes(self):
        open_before = [b for b in own(self.before, self.reason["of"]) if not b["closed"]]
        assert any(building_at(self.after, b["plots"][0])["closed"] for b in open_before)

    def room(self):
        sites = {tuple(site) for building in own(self.after, self.seat) for site in building["sites"]}
        assert len(sites) == self.reason["plots"]

    def begins(self):
        building = building_at(self.after, self.reason["plot"])
        assert building_at(self.before, self.reason["plot"]) is None
        assert (len(building["plots"]), building["owner"]) == (1, self.seat)

    def equals(self):
        was, now = self.plots()
        old, new = (building_at(data, self.reason["plot"]) for data in (self.before, self.after))
        assert was["storeys"] > 0
        assert now["storeys"] == new["height"] == old["height"]

    def tops(self):
        plots = [plot_of(self.after, at) for b in own(self.after, self.seat) if not b["closed"] for at in b["plots"]]
        assert self.reason["tops"] == sum(not (plot["roof"] or plot["spire"]) for plot in plots)

    def body(self):
        assert self.reason["storeys"] in [building["storeys"] for building in self.after["buildings"]]

    def blocks(self):
        was, now = self.plots()
        if now["storeys"]:
            assert (was["owner"], was["roof"], was["spire"], was["closed"]) == (self.reason["of"], False, False, False)
            assert now["roof"]
        else:
            assert self.reason["of"] in was["sites"]
            assert now["road"]

    def paves(self):
        _, now = self.plots()
        assert now.get("road") or now.get("roof")

    def frees(self):
        was, now = self.plots()
        assert was["roof"]
        assert not now["roof"]

    def crosses(self):
        crossing = self.after["crossing"]
        assert tuple(crossing["plot"]) == tuple(self.reason["plot"])
        assert self.reason["deed"] in crossing["choices"]

    def rolls(self):
        assert (
            self.good_rolls(self.state, self.before)
            < self.good_rolls(self.end, self.after)
            == self.reason["rolls"]
            < 36
        )

    def good_rolls(self, state, seen):
        """How many rolls let the figures cross a plot to build on, as they stand there."""
        good = 0
        for number in range(36):
            rows = state.row.reshape(1).copy()
            rows["dice"], rows["phase"], rows["turn"], rows["seat"] = (
                (number // 6 + 1, number % 6 + 1),
                MOVE,
                self.seat,
                self.seat,
            )
            crossed = [int(CROSSED[move.figures]) for move in State(state.game, rows, None, None, None).legal]
            plots = [plot_of(seen, (plot // 7 + 1, plot % 7 + 1)) for plot in crossed if plot >= 0]
            good += any(self.can_build(plot) for plot in plots)
        return good

    def can_build(self, plot):
        if plot["storeys"]:
            return plot["owner"] == self.seat and not (plot["roof"] or plot["spire"] or plot["closed"])
        return self.seat in plot["sites"]

    def keeps_roofs(self):
        assert isinstance(self.action, Decline)
        assert self.reason["roofs"] == self.before["players"][self.seat]["roofs"]


def test_every_kind_is_checked():
    assert {*SENTENCES} <= {*dir(Check)}


@pytest.mark.slow
@pytest.mark.parametrize("bankruptcy", ["demand", "automatic"])
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_said_is_true(players, bankruptcy):
    kinds, rng = set(), random.Random(players)
    for seed in range(5):
        state = load("hoch-hinaus", players=players, bankruptcy=bankruptcy).start(seed=seed)
        while not state.is_over:
            if rng.random() < 0.3:
                kinds |= check(state, rng.choice(state.legal))
            storeys = [action for action in state.legal if isinstance(action, (Storey, Raise))]
            state = state.play(rng.choice(storeys or state.legal))
    assert len(kinds) > 11


@pytest.mark.parametrize("options", load("hoch-hinaus").variants, ids=lambda o: "-".join(map(str, o.values())))
def test_what_the_story_says_is_true(options):
    kinds, rng = set(), random.Random(3)
    state = load("hoch-hinaus", **options).start(seed=3)
    while not state.is_over:
        storeys = [action for action in state.legal if isinstance(action, (Storey, Raise))]
        action = rng.choice(storeys or state.legal)
        after = state.play_one(action)
        for fact in after.told(None, state)[0].get("means", ()):
            getattr(Check(state, after, action, fact), fact["why"])()
            kinds.add(fact["why"])
        state = state.play(action)
    assert len(kinds) > 4


def check(state, action):
    """The kinds of reasons for an action, all of them true."""
    after, deed, kinds = state.play_one(action), None, set()
    for reason in state.view(state.turn).reasons(action):
        if reason["why"] == "crosses":
            deed = DEEDS[reason["deed"]](tuple(reason["plot"]))
        steps = (after, after.play_one(deed), deed) if "then" in reason else (state, after, action)
        getattr(Check(*steps, reason), reason["why"])()
        kinds.add(reason["why"])
    return kinds
