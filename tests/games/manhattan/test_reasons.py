"""What a coach says of a move: examples, and every statement checked against the numbers of a view."""

import random

import pytest

from bauboom import load
from bauboom.games.manhattan.actions import Build, Pick, Skip
from bauboom.games.manhattan.reasons import SENTENCES

from .table import BLACK, BLUE, GREEN, RED, builds, lay


def said(state, action):
    """The reasons for an action, in words."""
    view = state.view(state.turn)
    return [state.game.face.why(view.row, reason, state.game.seat_names) for reason in view.reasons(action)]


def turn(towers, hand, picked, **more):
    """Red's turn with these cards and blocks; the others still have a block of 1 to build."""
    return lay(towers, hands={0: hand}, picked={RED: picked, BLUE: [1], GREEN: [1], BLACK: [1], **more.pop("more", {})})


def test_M_majority_a_city_is_taken_from_whoever_had_it():
    state = turn({"C5": [(BLUE, 2)]}, [5, 1, 1, 1], [2, 1])
    assert "takes Frankfurt's majority from blue" in said(state, Build(5, 2, RED, 2))


def test_M_majority_is_won_broken_or_made_safer():
    empty = turn({}, [5, 1, 1, 1], [2, 1])
    assert "wins the majority in Frankfurt" in said(empty, Build(5, 2, RED, 1))
    one_each = turn({"C5": [(BLUE, 2)]}, [9, 1, 1, 1], [2, 1])
    assert "breaks blue's majority in Frankfurt" in said(one_each, Build(9, 2, RED, 1))
    ahead = turn({"C5": [(RED, 2)], "A1": [(BLUE, 4)]}, [9, 1, 1, 1], [2, 1])
    assert "secures the majority in Frankfurt, now 2 towers ahead" in said(ahead, Build(9, 2, RED, 1))


def test_M_tallest_is_taken_over_or_drawn_level_with_or_kept():
    towers = {"A1": [(BLUE, 3)], "B1": [(BLUE, 1)]}
    state = turn(towers, [5, 1, 1, 1], [4, 3])
    line = "has the tallest tower of all instead of blue: 4 storeys in Cairo"
    assert said(state, Build(5, 5, RED, 4))[0] == line
    assert said(state, Build(5, 5, RED, 3))[0] == "draws level with blue's tallest tower, so that nobody scores for it"
    own = turn({"A1": [(RED, 3)], "B1": [(BLUE, 1)]}, [1, 5, 5, 5], [1, 2])
    assert "keeps the tallest tower, now 3 storeys ahead of any other" in said(own, Build(1, 0, RED, 1))


def test_M_tallest_a_tower_that_is_taken_with_the_prize_is_not_told_twice():
    state = turn({"A1": [(BLUE, 3)]}, [1, 5, 5, 5], [4, 3])
    assert [line for line in said(state, Build(1, 0, RED, 3)) if line.startswith("takes a tower")] == []
    other = turn({"A1": [(BLUE, 4)], "B1": [(BLUE, 2)]}, [1, 5, 5, 5], [4, 3])
    taken = [line for line in said(other, Build(1, 1, RED, 3)) if line.startswith("takes a tower")]
    assert taken == ["takes a tower of 2 storeys in Manhattan from blue"]


def test_M_cap_a_tower_is_safe_when_nobody_has_a_block_that_is_enough():
    """The blocks of 4 and 3 of the others are still in their boxes, so this is for the round only."""
    state = turn({"A1": [(RED, 1)], "B1": [(BLUE, 4)]}, [1, 5, 5, 5], [1, 2])
    round_only = "makes the tower safe for this round: no rival has picked a block that could take it over"
    assert round_only in said(state, Build(1, 0, RED, 1))
    tall = turn({"A1": [(RED, 3)], "B1": [(BLUE, 4), (BLUE, 4)]}, [1, 5, 5, 5], [2, 1])
    assert any(line.startswith("makes the tower safe for good") for line in said(tall, Build(1, 0, RED, 2)))


def test_M_turn_who_builds_last_in_a_round_has_the_last_word():
    state = lay({"A1": [(BLUE, 2)]}, hands={0: [5, 1, 1, 1]}, picked={RED: [1]})
    assert "has the last word in this round: nobody can answer" in said(state, Build(5, 2, RED, 1))


def test_M2_a_block_that_is_given_away():
    tall = {f"{city}1": [(BLUE, 4), (BLUE, 1)] for city in "ABC"} | {
        f"{city}1": [(GREEN, 4), (GREEN, 1)] for city in "DEF"
    }
    state = turn(tall, [1, 1, 1, 1], [2])
    assert said(state, Skip(1, RED, 2)) == ["gives away a block of 2, because nothing can be built"]


def test_M_pick_says_what_the_blocks_allow_and_what_is_left():
    state = lay({"A1": [(BLUE, 4)], "B2": [(GREEN, 2)]}, phase="pick")
    lines = said(state, Pick((1, 1, 1, 1, 2, 4)))
    assert lines[0] == "puts 2 towers of others within reach of a block of 4"
    assert lines[1] == "picks 10 storeys and leaves 37 storeys for 3 rounds"
    assert lines[2] == "keeps 2 blocks of 4 storeys for later"


# Every statement, checked


def heights(data):
    return [site["height"] for city in data["cities"] for site in city["sites"]]


def tallest(data):
    """The single tallest tower's city, owner and height."""
    if data["tallest"] is None:
        return None, None, None
    city, site = data["tallest"]
    tower = data["cities"][city]["sites"][site - 1]
    return city, tower["owner"], tower["height"]


class Check:
    """One statement of each kind, as the numbers of a view before and after have it."""

    def __init__(self, before, after, action, reason):
        self.before, self.after, self.action, self.reason = before, after, action, reason
        seat = before["turn"]
        self.mine = before["players"][seat]["colours"]
        self.rivals = [colour for colour in range(len(before["colours"])) if colour not in self.mine]
        if isinstance(action, Build):
            number = before["players"][seat]["marks"][action.card - 1] - 1
            self.old, self.new = (data["cities"][action.city]["sites"][number] for data in (before, after))

    def majorities(self):
        return [data["cities"][self.reason["city"]]["majority"] for data in (self.before, self.after)]

    def can_be_taken(self, where):
        return any(
            self.new["to_take"][rival] is not None
            and any(self.after["colours"][rival][where][self.new["to_take"][rival] - 1 :])
            for rival in self.rivals
        )

    def tallest(self):
        city, owner, height = tallest(self.after)
        assert (city, height) == (self.reason["city"], self.reason["height"])
        assert owner in self.mine
        assert self.before["tallest"] is None

    def tallest_from(self):
        city, owner, height = tallest(self.after)
        assert (city, height) == (self.reason["city"], self.reason["height"])
        assert owner in self.mine
        assert tallest(self.before)[1] == self.reason["from"] not in self.mine

    def level(self):
        assert tallest(self.before)[1] == self.reason["from"] not in self.mine
        assert self.after["tallest"] is None

    def stays(self):
        assert {tallest(self.before)[1], tallest(self.after)[1]} <= {*self.mine}
        assert self.reason["ahead"] == sorted(heights(self.after))[-1] - sorted(heights(self.after))[-2] > 0

    def city_from(self):
        was, now = self.majorities()
        assert was == self.reason["from"] not in self.mine
        assert now in self.mine

    def city(self):
        was, now = self.majorities()
        assert was is None
        assert now in self.mine

    def breaks(self):
        assert self.majorities() == [self.reason["from"], None]
        assert self.reason["from"] not in self.mine

    def secures(self):
        _, now = self.majorities()
        towers = list(self.after["cities"][self.reason["city"]]["towers"])
        assert now in self.mine
        assert towers.pop(now) - max(towers) == self.reason["towers"] > 1

    def takes(self):
        assert self.old["owner"] == self.reason["from"] not in self.mine
        assert self.new["owner"] in self.mine
        assert (self.old["height"], self.action.city) == (self.reason["height"], self.reason["city"])

    def founds(self):
        assert (self.old["owner"], self.action.city) == (None, self.reason["city"])

    def safe(self):
        assert not self.can_be_taken("picked")
        assert not self.can_be_taken("supply")

    def holds(self):
        assert not self.can_be_taken("picked")
        assert self.can_be_taken("supply")

    def grows(self):
        assert self.old["owner"] in self.mine
        storeys = self.new["storeys"]
        assert self.reason["ahead"] == storeys[self.action.colour] - max(storeys[rival] for rival in self.rivals)

    def last(self):
        assert not any(sum(self.after["colours"][rival]["picked"]) for rival in self.rivals)

    def spares(self):
        colour, block = self.action.colour, self.action.block
        enough = self.old["to_take"][colour] or 1
        picked = self.before["colours"][colour]["picked"]
        assert not any(picked[enough - 1 : block - 1])
        assert any(picked[block:])

    def gives(self):
        assert isinstance(self.action, Skip)
        assert self.action.block == self.reason["block"]

    def picked(self):
        return self.after["colours"][self.before["picking"]]

    def ration(self):
        storeys = [sum(n * size for size, n in enumerate(self.picked()[what], 1)) for what in ("picked", "supply")]
        assert storeys == [self.reason["storeys"], self.reason["left"]]
        assert self.reason["rounds"] == self.before["rounds"] - self.before["round"] > 0

    def reach(self):
        colour, block = self.before["picking"], self.reason["block"]
        assert block == max(self.action.blocks)
        sites = [site for city in self.before["cities"] for site in city["sites"] if site["owner"] in self.rivals]
        assert self.reason["towers"] == sum((site["to_take"][colour] or 9) <= block for site in sites)

    def keeps(self):
        assert self.reason["blocks"] == self.picked()["supply"][3] > 0


def test_every_kind_is_checked():
    assert {*SENTENCES} <= {*dir(Check)}


@pytest.mark.parametrize("options", load("manhattan").variants, ids=lambda o: "-".join(map(str, o.values())))
def test_what_is_said_is_true(options):
    kinds, rng = set(), random.Random(1)
    state = load("manhattan", **options).start(seed=1)
    while not state.is_over:
        view = state.view(state.turn)
        for action in rng.sample(view.legal, min(3, len(view.legal))):
            after = state.play_one(action).view(state.turn).data
            for reason in view.reasons(action):
                getattr(Check(view.data, after, action, reason), reason["why"])()
                kinds.add(reason["why"])
        tall = builds(state, block=4) + builds(state, block=3)
        state = state.play(rng.choice(tall or state.legal))
    assert len(kinds) > 14


@pytest.mark.parametrize("options", load("manhattan").variants, ids=lambda o: "-".join(map(str, o.values())))
def test_what_the_story_says_is_true(options):
    kinds, rng = set(), random.Random(2)
    for seed in range(3):
        state = load("manhattan", **options).start(seed=seed)
        while not state.is_over:
            action = rng.choice(builds(state, block=4) + builds(state, block=3) or state.legal)
            before, after = state.view(None).data, state.play_one(action)
            for fact in after.told(None, state)[0].get("means", ()):
                getattr(Check(before, after.view(None).data, action, fact), fact["why"])()
                kinds.add(fact["why"])
            state = state.play(action)
    assert kinds == {"tallest", "tallest_from", "level", "city_from", "city", "breaks", "takes"}


def test_M_tower_the_story_says_what_a_build_means():
    state = turn({"F5": [(BLUE, 2)], "A1": [(GREEN, 4), (GREEN, 2)]}, [5, 1, 1, 1], [2, 1])
    line = state.play_one(Build(5, 5, RED, 2)).story(["Ada", "Grace", "Otis", "Joan"], None, state)[0]
    what, *means = line.replace("; ", ", ").split(", takes ")
    assert what == "Ada: card 5, red 2 on F5 Cairo"
    assert means == ["Cairo's majority from blue", "a tower of 2 storeys in Cairo from blue"]
