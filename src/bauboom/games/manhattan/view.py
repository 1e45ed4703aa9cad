"""What one seat may see: as a row, and as JSON for pages and programs."""

from typing import Any

from bauboom.core.arrays import plain
from bauboom.core.dice import below
from bauboom.core.game import Row
from bauboom.core.kernel import kernel

from .components import (
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
    NOBODY,
    ROUNDS,
    SEATS,
    SIDE_NAMES,
    SIDE_OF,
    SITES,
    UNKNOWN,
    VARIANTS,
)
from .rules import SIZES, take_card

PHASES = ("start", "deal", "pick", "build", "draw", "over")


@kernel
def observe(s, seat, view):
    """M-secret: the cards in other hands and the order of the pile are hidden; everything else lies open."""
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


def data(row: Row, seat: int | None) -> dict[str, Any]:
    """A view as JSON: numbers as in a record, the words are the page's."""
    row = plain(row)
    variant, turn, floors, owners = row["variant"], row["turn"], row["floors"], row["owner"]
    seats, each = int(SEATS[variant]), int(COLOURS_EACH[variant])
    hands = [hand_of(row, s) for s in range(seats)]
    return {
        "game": "manhattan",
        "options": dict(VARIANTS[variant]),
        "seat": seat,
        "phase": PHASES[row["phase"]],
        "turn": turn if turn >= 0 else None,
        "round": row["round_no"],
        "rounds": int(ROUNDS[variant]),
        "starter": row["starter"],
        "cities": [
            {
                "name": name,
                "sites": [
                    {
                        "owner": None if owners[site] == NOBODY else owners[site],
                        "storeys": floors[site][: seats * each],
                    }
                    for site in range(city * CITY_SITES, (city + 1) * CITY_SITES)
                ],
            }
            for city, name in enumerate(CITIES)
        ],
        "players": [
            {
                "side": SIDE_NAMES[SIDE_OF[variant, s]],
                "colours": COLOUR_OF[variant, s, :each].tolist(),
                "cards": hands[s][0],
                "hand": hands[s][1],
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
            }
            for colour in range(seats * each)
        ],
        "played": row["played"],
        "pile": CARDS - sum(row["played"]) - sum(count for count, _ in hands),
    }
