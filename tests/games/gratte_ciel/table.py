"""Positions for tests, laid out as on a table: towers, hands, the deck's top, and whose turn it is."""

import numpy as np

from bauboom import State, load
from bauboom.games.gratte_ciel.components import EMPTY, HAND, NOT_LAST, NOT_YET, OPEN, PLAY
from bauboom.games.gratte_ciel.deck import FOUNDATIONS, KINDS, STANDARD

OTHER_DECK = {kind: dict(values) for kind, values in STANDARD.items()}
for _values in OTHER_DECK.values():
    if "height" in _values:
        _values["height"] = _values["height"] * 2 // 3
    if "prestige" in _values:
        _values["prestige"] = (_values["prestige"] + 1) % 4
    if _values.keys() == {"count", "resistance"}:
        _values["resistance"] = max(1, _values["resistance"] - 1)
OTHER_DECK["absorber"]["resistance"] = 2
OTHER_DECK["quake"]["count"], OTHER_DECK["study"]["count"], OTHER_DECK["home-30"]["count"] = 12, 8, 3


def tower(cards="", owner=None, ground="piles", above=True, **marks):
    """A site: its cards, who owns it if it is finished, and insurances=…, quakes=…, hits=…"""
    return {"cards": cards.split(), "owner": owner, "ground": ground, "above": above, "marks": marks}


def lay(
    sites=(),
    hands=("", ""),
    turn=0,
    top="",
    top_owner=0,
    discards="",
    deck=None,
    foundations=None,
    toilets=(),
    last_round=NOT_LAST,
    quiet=0,
    deck_file=None,
):
    """A state in which the seat on turn plays a card.

    sites: towers in the order of their numbers; finished ones were finished in that order. hands: cards by seat. top:
    what lies on top of the deck, put there by a seat, the topmost first. deck: all other cards that are left in it, and
    foundations: the kinds still to be revealed; without them, whatever is not on the table. last_round: the seats that
    are due a turn in it, as bits.
    """
    game = load("gratte-ciel", players=len(hands), **({} if deck_file is None else {"deck": deck_file}))
    rows = game.opening.copy()
    row = rows[0]
    order = 0
    for number, site in enumerate(sites):
        ground = FOUNDATIONS.index(site["ground"])
        row.foundations[ground] -= 1
        row.foundations_left -= 1
        row.ground[number] = ground
        row.owner[number] = OPEN if site["owner"] is None else site["owner"]
        for card in site["cards"]:
            row.tower[number, KINDS.index(card)] += 1
            row.pile[KINDS.index(card)] -= 1
        if site["owner"] is not None:
            order += 1
            row.finished[number], row.above[number] = order, site["above"]
        for mark, count in site["marks"].items():
            row[mark][number] = count
            if mark != "hits":
                row.pile[KINDS.index({"insurances": "insurance", "quakes": "quake"}[mark])] -= count
    for seat, cards in enumerate(hands):
        put_into(row, row.hand[seat], cards.split())
    put_into(row, row.top, top.split()[::-1], is_sorted=False)
    row.top_owner = top_owner
    for card in discards.split():
        row.discards[KINDS.index(card)] += 1
        row.pile[KINDS.index(card)] -= 1
    if deck is not None:  # whatever is nowhere is not in the box either
        wanted = np.bincount([KINDS.index(card) for card in deck.split()], minlength=len(KINDS)).astype(np.int8)
        row.card_count += wanted - row.pile
        row.pile[:] = wanted
    row.deck_size = int(row.pile.sum()) + len(top.split())
    if foundations is not None:
        wanted = [foundations.split().count(kind) for kind in FOUNDATIONS]
        row.foundation_count += (np.array(wanted) - row.foundations).astype(np.int8)
        row.foundations[:] = wanted
        row.foundations_left = sum(wanted)
    row.toilets[: len(toilets)] = toilets
    row.seat, row.turn, row.phase, row.last_round, row.quiet = turn, turn, PLAY, last_round, quiet
    state = State(game, rows, None, None, None)
    assert state.audit() == 0, f"this position cannot come about: {state.audit()}"
    return state


def put_into(row, places, cards, is_sorted=True):
    numbers = [KINDS.index(card) for card in cards]
    for number in numbers:
        row.pile[number] -= 1
    places[:] = (sorted(numbers) if is_sorted else numbers) + [EMPTY] * (HAND - len(numbers))


def play(state, *actions):
    """Play decisions and outcomes by their notation, one after the other."""
    for action in actions:
        state = state.play(action)
    return state


def choices(state, *beginnings):
    """The legal decisions as notation, or those that begin like this."""
    found = [str(action) for action in state.legal]
    return [text for text in found if not beginnings or text.startswith(beginnings)]


def outcomes(state):
    return [str(action) for action, _ in state.outcomes]


def hand(state, seat):
    return state.view(seat).data["players"][seat]["hand"]


def site(state, number):
    """What everybody sees of a site."""
    return state.view(None).data["sites"][number]


def discarded(state):
    return state.view(None).data["discards"]


def told(state, since, seat=None):
    """What a seat was told, as (kind, the rest); what it means is tested with the reasons."""
    events = state.told(seat, since)
    return [(event["e"], {k: v for k, v in event.items() if k not in ("e", "seat", "means")}) for event in events]


def is_open(state):
    return [number for number, owner in enumerate(state.row.owner.tolist()) if owner == OPEN]


def revealed(state):
    return int((state.row.owner != NOT_YET).sum())
