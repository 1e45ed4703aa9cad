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
    BLOCK_SIZES,
    CARD_KINDS,
    CARDS,
    CARDS_PER_KIND,
    CITIES,
    CITY_SITES,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS,
    COLOURS_EACH,
    EMPTY,
    HAND,
    MARKED,
    NOBODY,
    PICK,
    ROUNDS,
    SEATS,
    SIDE_NAMES,
    SIDE_OF,
    SITES,
    STATE,
    UNKNOWN,
    VARIANTS,
)
from .rules import (
    SIZES,
    census,
    height,
    majority,
    picking_colour,
    score_round,
    storeys_missing,
    take_card,
    tallest_site,
    towers_of,
)

MARKS = tuple(map(tuple, (MARKED + 1).tolist()))  # [side, card]: the site of a city that it marks, from 1
SMALLEST = {0: 1} | {size: size for size in BLOCK_SIZES}  # the block that makes up for so many missing storeys
PHASES = ("start", "deal", "pick", "build", "draw", "over")


@kernel
def observe(s, seat, view):
    """M-secret: other hands and the pile are hidden; everything else is open, played cards too (M8)."""
    for site in range(SITES):
        view.owner[site] = s.owner[site]
        for colour in range(COLOURS + 1):
            view.floors[site, colour] = s.floors[site, colour]
    for colour in range(COLOURS):
        for size in range(SIZES):
            view.supply[colour, size] = s.supply[colour, size]
            view.picked[colour, size] = s.picked[colour, size]
            view.removed[colour, size] = s.removed[colour, size]
        view.score[colour] = s.score[colour]
        for kind in range(3):
            view.points[kind, colour] = s.points[kind, colour]
    for other in range(4):
        for slot in range(HAND):
            card = s.hand[other, slot]
            view.hand[other, slot] = card if other == seat or card == EMPTY else UNKNOWN
    for card in range(CARD_KINDS):
        view.pile[card] = UNKNOWN
        view.played[card] = s.played[card]
    view.variant = s.variant
    view.phase = s.phase
    view.turn = s.turn
    view.seat = s.seat
    view.starter = s.starter
    view.round_no = s.round_no


@kernel
def determinize(view, rng):
    """M-secret: deal the cards nobody has shown to the unknown hands at random; the rest is the pile."""
    unseen = 0
    for card in range(CARD_KINDS):
        cards = CARDS_PER_KIND - int(view.played[card])
        for seat in range(4):
            for slot in range(HAND):
                cards -= view.hand[seat, slot] == card
        view.pile[card] = cards
        unseen += cards
    for seat in range(4):
        unknown = 0
        for slot in range(HAND):
            if view.hand[seat, slot] == UNKNOWN:
                view.hand[seat, slot] = EMPTY
                unknown += 1
        for _ in range(unknown):
            ticket = below(rng, unseen)
            card = 0
            while ticket >= view.pile[card]:
                ticket -= int(view.pile[card])
                card += 1
            view.pile[card] -= 1
            unseen -= 1
            take_card(view, seat, card)


def hand_of(row: Row, seat: int) -> tuple[int, list[int] | None]:
    """How many cards a seat holds and, where the viewer may know, which."""
    cards = [int(card) for card in row["hand"][seat] if card != EMPTY]
    return len(cards), None if UNKNOWN in cards else [card + 1 for card in cards]


@door
def _survey(rows: OneRow, heights: Numbers, missing: Grid, towers: Grid, leaders: Numbers) -> int:
    s = rows[0]
    for site in range(SITES):
        heights[site] = height(s, site)
        for colour in range(COLOURS):
            missing[site, colour] = storeys_missing(s, site, colour)
    for city in range(len(leaders)):
        leaders[city] = majority(s, city)
        for colour in range(COLOURS):
            towers[city, colour] = towers_of(census(s, city), colour)
    score_round(s)
    return tallest_site(s)


class Survey:
    """What the rules say of a board: numbers by site, by city and by colour, and what a scoring now would give."""

    def __init__(self, row: Row) -> None:
        rows = np.array([row], STATE)  # a copy: it is scored
        heights, leaders = np.zeros(SITES, np.int64), np.zeros(len(CITIES), np.int64)
        missing, towers = np.zeros((SITES, COLOURS), np.int64), np.zeros((len(CITIES), COLOURS), np.int64)
        tallest = int(_survey(rows, heights, missing, towers, leaders))
        self.tallest = None if tallest < 0 else tallest  # the single tallest tower's site
        self.heights, self.missing, self.towers = heights.tolist(), missing.tolist(), towers.tolist()
        self.leaders = [None if leader == NOBODY else leader for leader in leaders.tolist()]
        self.points = rows["points"][0].tolist()  # by TALLEST, CITY, TOWER and colour


def _to_take(owner: int, missing: list[int]) -> list[int | None]:
    """M-cap: by colour, the smallest block that takes the tower; None for its owner, and where no block is enough."""
    return [None if colour == owner else SMALLEST.get(storeys) for colour, storeys in enumerate(missing)]


def data(row: Row, seat: int | None) -> dict[str, Any]:
    """A view as JSON: numbers as in a record, the words are the page's."""
    survey = Survey(row)
    picking = picking_colour(row) if row["phase"] == PICK else None
    row = plain(row)
    variant, turn, floors, owners = row["variant"], row["turn"], row["floors"], row["owner"]
    seats, each = int(SEATS[variant]), int(COLOURS_EACH[variant])
    colours, top = seats * each, max(survey.heights)
    hands = [hand_of(row, s) for s in range(seats)]
    return {
        "game": "manhattan",
        "options": dict(VARIANTS[variant]),
        "seat": seat,
        "phase": PHASES[row["phase"]],
        "turn": turn if turn >= 0 else None,
        "picking": picking,
        "round": row["round_no"],
        "rounds": int(ROUNDS[variant]),
        "starter": row["starter"],
        "cities": [
            {
                "name": name,
                "majority": survey.leaders[city],
                "towers": survey.towers[city][:colours],
                "sites": [
                    {
                        "owner": None if owners[site] == NOBODY else owners[site],
                        "height": survey.heights[site],
                        "storeys": floors[site][:colours],
                        "to_take": _to_take(owners[site], survey.missing[site][:colours]),
                    }
                    for site in range(city * CITY_SITES, (city + 1) * CITY_SITES)
                ],
            }
            for city, name in enumerate(CITIES)
        ],
        "tallest": None if survey.tallest is None else list(_place(survey.tallest)),
        "highest": [list(_place(site)) for site in range(SITES) if 0 < survey.heights[site] == top],
        "players": [
            {
                "side": SIDE_NAMES[SIDE_OF[variant, s]],
                "colours": COLOUR_OF[variant, s, :each].tolist(),
                "cards": hands[s][0],
                "hand": hands[s][1],
                "marks": list(MARKS[SIDE_OF[variant, s]]),
            }
            for s in range(seats)
        ],
        "colours": [
            {
                "name": COLOUR_NAMES[VARIANTS[variant]["edition"]][colour],
                "score": row["score"][colour],
                "supply": row["supply"][colour],
                "picked": row["picked"][colour],
                "removed": row["removed"][colour],
                "last_points": [points[colour] for points in row["points"]],
                "points_now": [points[colour] for points in survey.points],
            }
            for colour in range(colours)
        ],
        "played": row["played"],
        "pile": CARDS - sum(row["played"]) - sum(count for count, _ in hands),
    }


def _place(site: int) -> tuple[int, int]:
    """A site as records name it: the city, and 1 to 9 in it."""
    return site // CITY_SITES, site % CITY_SITES + 1
