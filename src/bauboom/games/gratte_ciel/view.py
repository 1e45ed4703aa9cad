"""What one seat may see: as a row, and as JSON for pages and programs."""

from typing import Any

import numpy as np

from bauboom.core.arrays import plain
from bauboom.core.dice import below
from bauboom.core.door import door
from bauboom.core.game import Row
from bauboom.core.kernel import kernel
from bauboom.core.kinds import Grid, Numbers, OneRow

from .components import (
    AT_ONCE,
    CARDS,
    CATEGORY_COUNT,
    COLLAPSED,
    EMPTY,
    FLAW_POINTS,
    FOUNDATION_KINDS,
    HAND,
    HIDDEN,
    INSURANCE,
    INSURE,
    KEEP,
    LOWEST,
    MAX_SEATS,
    MINI_HEIGHT,
    MINI_POINTS,
    NOT_YET,
    OPEN,
    PLAY,
    QUAKE,
    RECORD_POINTS,
    ROB,
    SEATS,
    SITES,
    STANDSTILL,
    STATE,
    STUDY,
    TOILET_POINTS,
    TOWER_CARDS,
    UNITY_POINTS,
    UNKNOWN,
    VALUES,
    VARIANTS,
)
from .deck import CATEGORIES, FOUNDATIONS, KINDS
from .rules import (
    close_site,
    has_toilet,
    height,
    how_many,
    is_flawed,
    mini_site,
    only_category,
    open_sites,
    points_of,
    prestige,
    put_roof,
    record_site,
    resistance_left,
    score_of,
    threshold,
    tornado,
    turns_left,
    unity_site,
)

WORTH = {"mini": MINI_POINTS, "unity": UNITY_POINTS, "record": RECORD_POINTS}
WORTH |= {"flaw": FLAW_POINTS, "toilet": TOILET_POINTS}
PHASES = (
    *("play", "steal", "keep", "insure", "choose", "put", "at_once", "take", "over"),
    *("start", "first_reveal", "deal", "first_draw", "draw", "rob", "look", "reveal"),
)


@kernel
def observe(s, seat, view):
    """G-secret: own cards, how many the others have, and all that lies on the table."""
    for card in range(CARDS):
        view.card_height[card] = s.card_height[card]
        view.card_prestige[card] = s.card_prestige[card]
        view.card_count[card] = s.card_count[card]
        view.discards[card] = s.discards[card]
        view.pile[card] = HIDDEN
    for i in range(len(VALUES)):
        view.value[i] = s.value[i]
    for kind in range(FOUNDATION_KINDS):
        view.resistance[kind] = s.resistance[kind]
        view.foundation_count[kind] = s.foundation_count[kind]
        view.foundations[kind] = HIDDEN
    for other in range(MAX_SEATS):
        show_cards(s.hand[other], view.hand[other], other == seat)
        view.toilets[other] = s.toilets[other]
    show_cards(s.top, view.top, seat == s.top_owner)
    show_cards(s.aside, view.aside, seat == s.seat or (seat == s.victim and s.phase in (ROB, KEEP)))
    for site in range(SITES):
        for card in range(TOWER_CARDS):
            view.tower[site, card] = s.tower[site, card]
        view.ground[site] = s.ground[site]
        view.owner[site] = s.owner[site]
        view.above[site] = s.above[site]
        view.finished[site] = s.finished[site]
        view.insurances[site] = s.insurances[site]
        view.quakes[site] = s.quakes[site]
        view.hits[site] = s.hits[site]
    view.deck_size = s.deck_size
    view.quiet = s.quiet
    view.top_owner = s.top_owner
    view.foundations_left = s.foundations_left
    view.studies = s.studies
    view.card = s.card
    view.site = s.site
    view.victim = s.victim
    view.stole = s.stole
    view.last_round = s.last_round
    view.variant = s.variant
    view.phase = s.phase
    view.turn = s.turn
    view.seat = s.seat
    view.starter = s.starter
    view.said = s.said
    if s.phase == INSURE and seat != s.seat and chance_comes_next(s):
        close_site(view)  # that there is something to decide would tell that an insurance is held


@kernel
def chance_comes_next(s):
    """Whether, without an insurance to decide about, chance would act after a roof: a foundation, or a card to draw."""
    is_revealing = s.foundations_left > 0 and (open_sites(s) == 0 or s.studies > 0)
    is_over = s.foundations_left == 0 and open_sites(s) == 0
    return (is_revealing or s.deck_size > 0) and not is_over


@kernel
def show_cards(cards, shown, is_known):
    """Cards for those who know them; for others only that there are some."""
    for place in range(HAND):
        card = cards[place]
        shown[place] = card if is_known or card == EMPTY else UNKNOWN


@kernel
def determinize(view, rng):
    """G-secret: deal the cards that the viewer has not seen to wherever one is unknown; the rest is the deck."""
    unseen = 0
    for card in range(CARDS):
        cards = int(view.card_count[card]) - int(view.discards[card])
        for place in range(HAND):
            for seat in range(MAX_SEATS):
                cards -= view.hand[seat, place] == card
            cards -= int(view.top[place] == card) + int(view.aside[place] == card)
        cards -= int(view.card == card) + (int(view.studies) if card == STUDY else 0)
        for site in range(SITES):
            if card < TOWER_CARDS:
                cards -= int(view.tower[site, card])
            elif card == INSURANCE:
                cards -= int(view.insurances[site])
            elif card == QUAKE:
                cards -= int(view.quakes[site])
        view.pile[card] = cards
        unseen += cards
    if view.phase == INSURE:
        unseen = fill_with_insurance(view, view.hand[view.seat], unseen, rng)
    for seat in range(MAX_SEATS):
        unseen = fill(view, view.hand[seat], unseen, rng)
        sort(view.hand[seat])
    unseen = fill(view, view.aside, unseen, rng)
    sort(view.aside)
    fill(view, view.top, unseen, rng)
    for kind in range(FOUNDATION_KINDS):
        left = int(view.foundation_count[kind])
        for site in range(SITES):
            left -= int(view.owner[site] != NOT_YET and view.ground[site] == kind)
        view.foundations[kind] = left


@kernel
def fill(view, cards, unseen, rng):
    """Put unseen cards at random where one is unknown; return how many are still unseen."""
    for place in range(HAND):
        if cards[place] == UNKNOWN:
            ticket = below(rng, unseen)
            card = 0
            while ticket >= view.pile[card]:
                ticket -= int(view.pile[card])
                card += 1
            view.pile[card] -= 1
            unseen -= 1
            cards[place] = card
    return unseen


@kernel
def fill_with_insurance(view, cards, unseen, rng):
    """G-insure-roof: who decides about insuring holds an insurance; deal an unknown hand until it has one."""
    if cards[0] != UNKNOWN:
        return unseen
    held = how_many(cards)
    while True:
        left = fill(view, cards, unseen, rng)
        found = False
        for place in range(held):
            found |= cards[place] == INSURANCE
        if found:
            return left
        for place in range(held):
            view.pile[cards[place]] += 1
            cards[place] = UNKNOWN


@kernel
def sort(cards):
    for end in range(HAND - 1, 0, -1):
        for place in range(end):
            lower = min(cards[place], cards[place + 1])
            cards[place + 1] = max(cards[place], cards[place + 1])
            cards[place] = lower


# What people and programs want to know of the towers: the rules answer through this door.


@door
def _survey(rows: OneRow, towers: Grid, unity: Numbers, scores: Numbers, thresholds: Numbers, turns: Numbers) -> None:
    turns[0] = turns_left(rows[0])
    mini = mini_site(rows[0])
    record = record_site(rows[0], mini)
    for site in range(SITES):
        towers[site, 0] = height(rows[0], site)
        towers[site, 1] = prestige(rows[0], site)
        towers[site, 2] = resistance_left(rows[0], site)
        towers[site, 3] = rows[0].owner[site] >= 0 and is_flawed(rows[0], site, mini)
        towers[site, 4] = site == mini
        towers[site, 5] = site == record
        towers[site, 6] = points_of(rows[0], site, mini, record)
        towers[site, 7] = has_toilet(rows[0], site)
        towers[site, 8] = only_category(rows[0], site)
    for category in range(CATEGORY_COUNT):
        unity[category] = unity_site(rows[0], category, mini)
    for seat in range(len(scores)):
        scores[seat] = score_of(rows[0], seat)
        thresholds[seat] = threshold(rows[0], seat)


@door
def _whirl(rows: OneRow, to_the_right: int) -> None:
    tornado(rows[0], to_the_right != 0)


def passed_on(row: Row, to_the_right: bool) -> list[int | None]:
    """G-tornado, G10, G15: by seat, whose hand it would hold after a tornado now; None: no hand goes there.

    Hands are marked by seats here and sent round by the rule itself.
    """
    rows = np.array([row], STATE)
    seats = range(int(SEATS[row["variant"]]))
    cards = [cards_of(row["hand"][seat])[0] - (row["phase"] == PLAY and seat == row["seat"]) for seat in seats]
    rows["hand"][0] = EMPTY
    for seat in seats:
        if cards[seat] > 0:
            rows["hand"][0, seat, 0] = seat
    rows["phase"], rows["discards"] = AT_ONCE, 0
    _whirl(rows, to_the_right)
    marks = rows["hand"][0, :, 0].tolist()
    return [None if marks[seat] == EMPTY else marks[seat] for seat in seats]


@door
def _crown(rows: OneRow, card: int, site: int) -> None:
    put_roof(rows[0], card, site)


def with_roof(row: Row, seat: int, roof: str, site: int) -> Row:
    """G-roof: towers and prizes as they would be if a seat finished a site with this roof now."""
    rows = np.array([row], STATE)
    rows["seat"], rows["phase"] = seat, AT_ONCE
    _crown(rows, KINDS.index(roof), site)
    return rows[0]


class Survey:
    """A row as a surveyor sees it: towers with their heights, flaws and prizes, players with thresholds and scores."""

    def __init__(self, row: Row) -> None:
        self.row = row
        rows = np.array([row], STATE)
        seats = int(SEATS[row["variant"]])
        towers, unity = np.zeros((SITES, 9), np.int64), np.zeros(CATEGORY_COUNT, np.int64)
        scores, thresholds, turns = np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(1, np.int64)
        _survey(rows, towers, unity, scores, thresholds, turns)
        self.turns_left = int(turns[0])
        self.heights, self.prestige, self.resistance, flawed, mini, record, *more = towers.T.tolist()
        self.points, toilets, self.categories = more
        self.has_toilet = [bool(value) for value in toilets]
        self.is_flawed = [bool(value) for value in flawed]
        self.scores, self.thresholds = scores.tolist(), thresholds.tolist()
        self.owners = row["owner"].tolist()
        self.prizes: list[list[str]] = [[] for _ in range(SITES)]
        for site in range(SITES):
            self.prizes[site] += ["mini"] * mini[site] + ["record"] * record[site]
        for category, site in enumerate(unity.tolist()):
            if site >= 0:
                self.prizes[site].append(f"unity-{CATEGORIES[category]}")

    @property
    def seats(self) -> range:
        return range(len(self.scores))

    @property
    def sites(self) -> list[int]:
        """Those that are revealed, collapsed ones included."""
        return [site for site, owner in enumerate(self.owners) if owner != NOT_YET]

    @property
    def standing(self) -> list[int]:
        return [site for site in self.sites if self.owners[site] != COLLAPSED]

    @property
    def open(self) -> list[int]:
        return [site for site in self.sites if self.owners[site] == OPEN]

    def worth(self, prize: str) -> int:
        """What a prize counts, or a flaw, or a toilet."""
        return int(self.row["value"][WORTH[prize.partition("-")[0]]])

    def cards(self, site: int) -> list[str]:
        """The cards of a tower by kind."""
        return [KINDS[card] for card, n in enumerate(self.row["tower"][site]) for _ in range(n)]

    def ground(self, site: int) -> str:
        return FOUNDATIONS[self.row["ground"][site]]


def signed(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"


def cards_of(places: Any) -> tuple[int, list[str] | None]:
    """How many cards lie there and, where the viewer may know, which."""
    cards = [int(card) for card in places if card != EMPTY]
    return len(cards), None if UNKNOWN in cards else [KINDS[card] for card in cards]


def data(row: Row, seat: int | None) -> dict[str, Any]:
    """A view as JSON: kinds and numbers as in a record, the words are the page's."""
    survey = Survey(row)
    left, right = passed_on(row, False), passed_on(row, True)
    row = survey.row = plain(row)
    top, known = cards_of(row["top"])
    hands = [cards_of(row["hand"][s]) for s in survey.seats]
    return {
        "game": "gratte-ciel",
        "options": dict(VARIANTS[row["variant"]]),
        "seat": seat,
        "phase": PHASES[row["phase"]],
        "turn": row["turn"] if row["turn"] >= 0 else None,
        "on_turn": row["seat"],
        "sites": [_site(survey, site) for site in survey.sites],
        "players": [
            {
                "cards": hands[s][0],
                "hand": hands[s][1],
                "toilets": row["toilets"][s],
                "threshold": survey.thresholds[s],
                "score": survey.scores[s],
                "points": _points(survey, s),
            }
            for s in survey.seats
        ],
        "deck": row["deck_size"],
        "top": known[::-1] if known else [None] * top,  # the topmost first
        "foundations": row["foundations_left"],
        "discards": {kind: n for kind, n in zip(KINDS, row["discards"], strict=True) if n},
        "aside": cards_of(row["aside"])[1],
        "at_once": KINDS[row["card"]] if row["card"] < CARDS else None,
        "said": (None, "left", "right", "swap")[row["said"]],
        "quiet_turns": max(row["quiet"], 0),
        "victim": row["victim"] if row["phase"] in (ROB, KEEP) else None,
        "last_turns": None if survey.turns_left < 0 else survey.turns_left,
        "cards": {
            kind: [row["card_height"][i], row["card_prestige"][i], row["card_count"][i]] for i, kind in enumerate(KINDS)
        },
        "tornado": {"left": left, "right": right},
        "levels": {"mini": row["value"][MINI_HEIGHT], "lowest": row["value"][LOWEST]},
        "worth": {name: survey.worth(name) for name in WORTH},
        "standstill": STANDSTILL,
        "grounds": {kind: [row["resistance"][i], row["foundation_count"][i]] for i, kind in enumerate(FOUNDATIONS)},
    }


def _site(survey: Survey, site: int) -> dict[str, Any]:
    row, owner = survey.row, survey.owners[site]
    return {
        "foundation": survey.ground(site),
        "state": {OPEN: "open", COLLAPSED: "collapsed"}.get(owner, "finished"),
        "owner": owner if owner >= 0 else None,
        "cards": survey.cards(site),
        "height": survey.heights[site],
        "prestige": survey.prestige[site],
        "resistance": survey.resistance[site] if owner != COLLAPSED else 0,
        "insurances": row["insurances"][site],
        "quakes": row["quakes"][site],
        "hits": row["hits"][site],
        "toilet": survey.has_toilet[site],
        "category": CATEGORIES[survey.categories[site]] if survey.categories[site] >= 0 else None,
        "flawed": survey.is_flawed[site],
        "flaws": _flaws(survey, site),
        "prizes": survey.prizes[site],
        "points": survey.points[site] if owner >= 0 else None,
    }


def _flaws(survey: Survey, site: int) -> list[str]:
    """G-flaw: what a flawed tower lacks."""
    if not survey.is_flawed[site]:
        return []
    lacks = {
        "toilet": not survey.has_toilet[site],
        "threshold": not survey.row["above"][site],
        "lowest": survey.heights[site] < survey.row["value"][LOWEST],
    }
    return [what for what, is_lacking in lacks.items() if is_lacking]


def _points(survey: Survey, seat: int) -> dict[str, int]:
    """G-score: where the points of a seat come from; together they are its score."""
    towers = [site for site in survey.standing if survey.owners[site] == seat]
    fine = [site for site in towers if not survey.is_flawed[site]]
    prestige = sum(survey.prestige[site] for site in fine)
    return {
        "prestige": prestige,
        "prizes": sum(survey.points[site] for site in fine) - prestige,
        "flaws": sum(survey.points[site] for site in towers if site not in fine),
        "toilets": survey.row["toilets"][seat] * survey.worth("toilet"),
    }
