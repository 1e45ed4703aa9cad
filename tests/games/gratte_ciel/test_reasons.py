"""What a coach says of a decision: examples, and every statement checked against the numbers of a view."""

import random

import pytest

from bauboom import State, load
from bauboom.analysis.words import in_words
from bauboom.games.gratte_ciel import actions as do
from bauboom.games.gratte_ciel.components import EMPTY, HAND, PLAY
from bauboom.games.gratte_ciel.deck import KINDS, ROOFS, STANDARD
from bauboom.games.gratte_ciel.reasons import SENTENCES

from .table import OTHER_DECK, lay, play, tower

FINE = "home-30 home-25 plant toilet"  # 100 metres without a roof


def said(state, action):
    """The reasons for an action, in words."""
    view = state.view(state.turn)
    return [state.game.face.why(view.row, reason, ["Ada", "Grace"]) for reason in view.reasons(action)]


def test_G_roof_a_tower_is_finished_for_its_points_and_prizes():
    state = lay([tower(FINE), tower()], hands=("flat", "home-10"))
    assert said(state, "flat@0") == [
        "finishes the tower on site 0 for 9 points",
        "wins the world record",
        "wins order and unity of homes",
    ]


def test_G_record_is_taken_from_whoever_had_it():
    hers = tower("office-30 hotel-30 skylobby toilet flat", owner=1)
    state = lay([tower(FINE), hers, tower()], hands=("antenna", "home-10"))
    assert "takes the world record from Grace" in said(state, "antenna@0")


def test_G_flaw_a_flawed_tower_is_called_so():
    state = lay([tower("home-30"), tower()], hands=("flat", "home-10"))
    assert said(state, "flat@0") == ["finishes the tower on site 0 although it is flawed, so that nobody else does"]


def test_G_build_prepares_what_a_roof_in_the_hand_will_earn():
    state = lay([tower("home-30 plant toilet"), tower()], hands=("flat home-25", "home-10"))
    assert said(state, "home-25@0")[0] == "makes site 0 worth 9 points with a roof that is in the hand"
    short = lay([tower("home-30 toilet"), tower()], hands=("flat home-25", "home-10"))
    assert "needs 35 metres more on site 0 until the roof in hand is tall enough" in said(short, "home-25@0")


def test_G_toilet_is_a_point_and_what_the_tower_needs():
    state = lay([tower("home-30"), tower()], hands=("toilet", "home-10"))
    assert said(state, "toilet@0")[:2] == [
        "gives a point for good",
        "gives the tower on site 0 the toilet without which it is flawed",
    ]


def test_G_insurance_saves_a_tower_from_its_last_earthquake():
    mine = tower(f"{FINE} flat", owner=0, ground="parking", quakes=1)
    assert said(lay([mine, tower()], hands=("insurance", "home-10")), "insure@0") == [
        "saves 9 points on site 0: the next earthquake would have brought it down"
    ]
    firm = tower(f"{FINE} flat", owner=0, ground="piles")
    assert said(lay([firm, tower()], hands=("insurance", "home-10")), "insure@0") == [
        "insures 9 points on site 0, now with resistance 4"
    ]


def test_G_collapse_a_tower_of_a_rival_falls():
    hers = tower(f"{FINE} flat", owner=1, ground="clay")
    state = lay([hers, tower()], hands=("quake", "home-10"))
    assert said(state, "quake@0") == ["brings down the tower of Grace on site 0, 9 points"]


def test_G_theft_says_from_whom_and_not_once_more_what_is_kept():
    state = play(lay([tower("home-30"), tower()], hands=("toilet", "flat home-10 home-15")), "toilet@0")
    assert said(state, "steal1") == ["steals from Grace, who holds 3 cards"]
    state = play(state, "steal1", "draw:flat", "draw:home-10")
    assert not any("flat" in line for line in said(state, "keep:home-10"))


def test_G_study_deck_and_discard_say_how_much_there_is_to_choose_from():
    state = lay([tower(), tower()], hands=("study", "home-10"), discards="flat dome home-15")
    assert said(state, "study:deck") == ["chooses out of 5 cards"]
    assert said(state, "study:discard") == ["chooses out of 3 cards"]


def test_G_study_discard_which_card_is_chosen_is_no_reason_to_choose_it():
    state = lay([tower(), tower()], hands=("study", "home-10"), discards="flat dome home-15").play("study:discard")
    take = next(action for action in state.legal_ids() if "home-15" in str(state.game.space.actions[action]))
    view = state.view(state.turn)
    assert view.reasons(take) == []
    assert in_words(view, view.reasons(take), ["Ada", "Grace"]) == []


# Every statement, checked


class Check:
    """One statement of each kind, as the numbers of a view before and after have it."""

    def __init__(self, state, action, reason, viewer=-1):
        self.state, self.action, self.reason = state, action, reason
        self.seat, self.end = state.turn, state.play_one(action)
        viewer = self.seat if viewer == -1 else viewer
        self.before, self.after = state.view(viewer).data, self.end.view(viewer).data

    def sites(self):
        return [data["sites"][self.reason["site"]] for data in (self.before, self.after)]

    def holder(self, data):
        return next((site["owner"] for site in data["sites"] if self.reason["prize"] in site["prizes"]), None)

    def wins(self):
        assert self.end.winners == (self.seat,)

    def crowns(self):
        was, now = self.sites()
        assert (was["state"], now["owner"], now["flawed"]) == ("open", self.seat, False)
        assert now["points"] == self.reason["points"]

    def flawed(self):
        was, now = self.sites()
        assert (was["state"], now["owner"], now["flawed"]) == ("open", self.seat, True)

    def prize_from(self):
        assert self.holder(self.before) == self.reason["of"] != self.seat
        assert self.holder(self.after) == self.seat

    def prize(self):
        assert self.holder(self.before) is None
        assert self.holder(self.after) == self.seat

    def topples(self):
        was, now = self.sites()
        assert (was["owner"], was["points"]) == (self.reason["of"], self.reason["points"])
        assert now["state"] == "collapsed"

    def fells(self):
        was, now = self.sites()
        assert (was["state"] == "collapsed", now["state"] == "collapsed") == (False, True)

    def uninsures(self):
        was, now = self.sites()
        assert was["insurances"] > now["insurances"]
        assert was["owner"] == self.reason["of"] != self.seat

    def shakes(self):
        was, now = self.sites()
        assert now["resistance"] == self.reason["resistance"] < was["resistance"]

    def weakens(self):
        hit = [
            s
            for s, t in zip(self.before["sites"], self.after["sites"], strict=True)
            if s["resistance"] > t["resistance"]
        ]
        owners = [site["owner"] for site in hit if site["owner"] is not None]
        assert (self.reason["own"], self.reason["theirs"]) == (
            owners.count(self.seat),
            len(owners) - owners.count(self.seat),
        )

    def saves(self):
        was, now = self.sites()
        assert (was["resistance"], was["insurances"], now["resistance"]) == (1, 0, 2)
        assert (now["owner"], now["points"]) == (self.seat, self.reason["points"])

    def insures(self):
        was, now = self.sites()
        assert was["resistance"] + 1 == now["resistance"] == self.reason["resistance"]
        assert (now["owner"], now["points"]) == (self.seat, self.reason["points"])

    def firmer(self):
        was, now = self.sites()
        assert was["resistance"] < now["resistance"] == self.reason["resistance"]

    def earned(self, cards, sites):
        """The best that a roof among these cards would earn now, played by the seat itself out of its hand."""
        rows = self.end.row.reshape(1).copy()
        rows["turn"] = rows["seat"] = self.seat
        rows["phase"], rows["studies"] = PLAY, 0
        best, score = 0, self.end.scores[self.seat]
        for roof in {*cards} & {*ROOFS}:
            rows["hand"][0, self.seat] = [KINDS.index(roof), *[EMPTY] * (HAND - 1)]
            state = State(self.end.game, rows.copy(), None, None, None)
            for action in state.legal:
                if isinstance(action, do.Roof) and action.site in sites:
                    best = max(best, state.play_one(action).scores[self.seat] - score)
        return best

    def prepares(self):
        hand = self.after["players"][self.seat]["hand"]
        assert self.earned(hand, [self.reason["site"]]) == self.reason["points"] > 0

    def useful(self):
        sites = range(len(self.after["sites"]))
        assert self.earned([self.reason["card"]], sites) == self.reason["points"] > 0

    def toilet(self):
        assert self.action.card == "toilet"
        assert self.before["players"][self.seat]["toilets"] + 1 == self.after["players"][self.seat]["toilets"]

    def reaches(self):
        was, now = self.sites()
        wanted = max(self.before["levels"]["lowest"], self.before["players"][self.seat]["threshold"] + 1)
        assert was["height"] < wanted <= now["height"] == self.reason["metres"]

    def needed(self):
        was, now = self.sites()
        assert (was["toilet"], now["toilet"]) == (False, True)

    def pure(self):
        was, now = self.sites()
        assert was["category"] == now["category"] == self.reason["category"]
        assert self.action.card.startswith(self.reason["category"])

    def closer(self):
        _, now = self.sites()
        player = self.after["players"][self.seat]
        tallest = max(self.after["cards"][card][0] for card in player["hand"] if card in ROOFS)
        wanted = max(self.after["levels"]["lowest"], player["threshold"] + 1)
        assert now["height"] + tallest + self.reason["metres"] == wanted
        assert self.reason["metres"] > 0

    def grows(self):
        _, now = self.sites()
        assert now["height"] == self.reason["metres"]

    def steals(self):
        assert self.action == do.Steal(self.reason["of"])
        assert self.reason["cards"] == self.before["players"][self.reason["of"]]["cards"] > 0

    def swaps(self):
        assert self.reason["roofs"] == sum(card in ROOFS for card in self.before["aside"])

    def looks(self):
        discarded = sum(self.before["discards"].values())
        assert self.reason["cards"] == (min(5, self.before["deck"]) if self.action.source == "deck" else discarded)

    def hand_of(self):
        seen = self.before["tornado"][self.action.to][self.seat]
        assert seen == self.reason["of"] != self.seat
        assert (
            self.reason["cards"] == self.before["players"][seen]["cards"] == self.after["players"][self.seat]["cards"]
        )

    def withholds(self):
        hand = self.before["players"][self.seat]["hand"]
        assert not {*hand} & {*ROOFS}
        assert STANDARD[self.reason["card"]].get("height")
        assert self.reason["card"] != "toilet"  # building it would bring a point


def test_every_kind_is_checked():
    assert {*SENTENCES} <= {*dir(Check)}


@pytest.mark.slow
@pytest.mark.parametrize("deck", [None, OTHER_DECK], ids=["standard", "other"])
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_said_is_true(players, deck):
    kinds, rng = set(), random.Random(players)
    for seed in range(6):
        state = load("gratte-ciel", players=players, **({"deck": deck} if deck else {})).start(seed=seed)
        while not state.is_over:
            for action in rng.sample(state.legal, min(2, len(state.legal))):
                for reason in state.view(state.turn).reasons(action):
                    getattr(Check(state, action, reason), reason["why"])()
                    kinds.add(reason["why"])
            state = state.play(rng.choice([a for a in state.legal if not isinstance(a, do.Discard)] or state.legal))
    assert len(kinds) > 20


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_the_story_says_is_true_for_everybody_who_hears_it(players):
    kinds, rng = set(), random.Random(players)
    for seed in range(5):
        state = load("gratte-ciel", players=players).start(seed=seed)
        while not state.is_over:
            action = rng.choice([a for a in state.legal if not isinstance(a, do.Discard)] or state.legal)
            after = state.play_one(action)
            for viewer in (None, *range(players)):
                for fact in (after.told(viewer, state) or [{}])[0].get("means", ()):
                    getattr(Check(state, action, fact, viewer), fact["why"])()
                    kinds.add(fact["why"])
            state = state.play(action)
    assert len(kinds) > 10
