"""Why a decision may be good, as a coach would say it: what counts before and after, compared.

A reason is a dictionary: under "why" its kind, one of SENTENCES, and besides it what the sentence speaks of.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from bauboom.core.action import Action
from bauboom.core.game import MOST_REASONS, Row, counted

from .actions import Build, Skip
from .components import (
    BLOCK_SIZES,
    CITIES,
    CITY_SITES,
    COLOUR_NAMES,
    COLOURS,
    MARKED,
    NOBODY,
    ROUNDS,
    SEATS,
    SIDE_OF,
    VARIANTS,
)
from .rules import picking_colour
from .view import Survey

SENTENCES = {
    "tallest": "makes the tower in {city} the single tallest of all, with {height}",
    "tallest_from": "takes the tallest tower from {from}, with {height} in {city}",
    "level": "draws level with {from}'s tallest tower, so that nobody scores for it",
    "stays": "keeps the tallest tower, now {ahead} ahead of any other",
    "city_from": "takes {city}'s majority from {from}",
    "city": "wins the majority in {city}",
    "breaks": "breaks {from}'s majority in {city}",
    "secures": "secures the majority in {city}, now {towers} ahead",
    "takes": "takes a tower of {height} in {city} from {from}",
    "founds": "adds a tower in {city}, a point in every scoring",
    "safe": "makes the tower safe for good: no rival has a block that could take it over",
    "holds": "makes the tower safe for this round: no rival has picked a block that could take it over",
    "grows": "strengthens the tower in {city}, now {ahead} ahead of all rivals in it",
    "last": "has the last word in this round: nobody can answer",
    "spares": "spends the smallest block that is enough, and keeps larger ones",
    "gives": "gives away a block of {block}, because nothing can be built",
    "ration": "picks {storeys} and leaves {left} for {rounds}",
    "reach": "puts {towers} of others within reach of a block of {block}",
    "keeps": "keeps {blocks} of 4 storeys for later",
}
NOUNS = {
    **dict.fromkeys(("height", "ahead", "storeys", "left"), "storey"),
    "towers": "tower",
    "blocks": "block",
    "rounds": "round",
}


def why(row: Row, reason: Mapping[str, Any], names: Sequence[str]) -> str:
    """A reason in words that go on from "this move …"."""
    colours = COLOUR_NAMES[VARIANTS[row["variant"]]["edition"]]
    values = {key: counted(value, NOUNS[key]) if key in NOUNS else value for key, value in reason.items()}
    if "from" in reason:
        values["from"] = colours[reason["from"]]
    if "city" in reason:
        values["city"] = CITIES[reason["city"]]
    return SENTENCES[reason["why"]].format_map(values)


def reasons(before: Row, action: Action, after: Row, seat: int) -> list[dict[str, Any]]:
    """What speaks for a decision of a seat that led from one of its views to the next; the most important first."""
    match action:
        case Skip(block=block):
            return [{"why": "gives", "block": block}]
        case Build():
            found = _of_build(before, action, after, seat)
        case _:
            found = _of_pick(before, after, seat)
    ordered = sorted(found, key=lambda pair: -pair[0])  # of equals, what was found first
    return [reason for _, reason in ordered[:MOST_REASONS]]


Weighed = Iterator[tuple[float, dict[str, Any]]]  # a reason, with about as many points as it is about


def _of_build(before: Row, action: Build, after: Row, seat: int) -> Weighed:
    city, colour, block = action.city, action.colour, action.block
    site = city * CITY_SITES + int(MARKED[SIDE_OF[before["variant"], seat], action.card - 1])
    old, new = Survey(before), Survey(after)
    tallest = [*_tallest(before, after, old, new, seat)]
    yield from tallest
    yield from _majority(before, old, new, seat, city)
    for weight, reason in _tower(before, old, new, seat, site, colour):
        # that a tower is taken from somebody with the prize for the tallest goes without saying
        if not (reason["why"] == "takes" and any(told.get("from") == reason["from"] for _, told in tallest)):
            yield weight, reason
    smaller = [size for size in BLOCK_SIZES if old.missing[site][colour] <= size < block]
    picked = before["picked"][colour].tolist()
    if not any(picked[size - 1] for size in smaller) and any(picked[block:]):
        yield 0.1, {"why": "spares"}


def _tallest(before: Row, after: Row, old: Survey, new: Survey, seat: int) -> Weighed:
    """M-tallest: 3 points, for the single tallest tower only."""
    owner_before = None if old.tallest is None else int(before["owner"][old.tallest])
    had = owner_before is not None and _seat(before, owner_before) == seat
    if new.tallest is not None and _seat(before, after["owner"][new.tallest]) == seat:
        first, second = sorted(new.heights)[:-3:-1]
        city, height = new.tallest // CITY_SITES, new.heights[new.tallest]
        if had:
            if height > old.heights[new.tallest]:
                yield 0.7, {"why": "stays", "ahead": first - second}
        elif owner_before is None:
            yield 3, {"why": "tallest", "height": height, "city": city}
        else:
            yield 6, {"why": "tallest_from", "from": owner_before, "height": height, "city": city}
    elif owner_before is not None and not had and new.tallest is None:
        yield 3, {"why": "level", "from": owner_before}


def _majority(row: Row, old: Survey, new: Survey, seat: int, city: int) -> Weighed:
    """M-majority: 2 points."""
    was, leader = old.leaders[city], new.leaders[city]
    was_rival = was is not None and _seat(row, was) != seat
    if leader is None:
        if was_rival:
            yield 2, {"why": "breaks", "city": city, "from": was}
    elif _seat(row, leader) == seat:
        if was_rival:
            yield 4, {"why": "city_from", "city": city, "from": was}
        elif was is None:
            yield 2, {"why": "city", "city": city}
        elif (ahead := _lead(new.towers[city], leader)) > max(_lead(old.towers[city], leader), 1):
            yield 0.8, {"why": "secures", "city": city, "towers": ahead}


def _lead(towers: Sequence[int], colour: int) -> int:
    """How many towers a colour has more than any other."""
    return towers[colour] - max(n for other, n in enumerate(towers) if other != colour)


def _tower(row: Row, old: Survey, new: Survey, seat: int, site: int, colour: int) -> Weighed:
    """M-tower, M-cap: whose tower it was, and how easily others take it."""
    city, owner = site // CITY_SITES, int(row["owner"][site])
    rivals = [other for other in _colours(row) if _seat(row, other) != seat]
    ahead = min(new.missing[site][other] for other in rivals)
    if owner == NOBODY:
        yield 1, {"why": "founds", "city": city}
    elif _seat(row, owner) != seat:
        yield 2, {"why": "takes", "city": city, "from": owner, "height": new.heights[site]}
    else:
        yield 0.5, {"why": "grows", "city": city, "ahead": ahead}
    if not any(row["picked"][other].any() for other in rivals):
        yield 0.6, {"why": "last"}
        return
    was_mine = owner != NOBODY and _seat(row, owner) == seat
    safety = _safety(row, new, site, rivals)
    if safety > (_safety(row, old, site, rivals) if was_mine else 0):
        yield 0.8, {"why": "safe" if safety == 2 else "holds"}


def _safety(row: Row, survey: Survey, site: int, rivals: Sequence[int]) -> int:
    """M-cap: 2 if none of these colours has a block that is enough to take a tower, 1 if none has picked one."""
    large = [slice(max(survey.missing[site][other], 1) - 1, None) for other in rivals]
    for safety, where in enumerate(("picked", "supply")):
        if any(row[where][other, sizes].any() for other, sizes in zip(rivals, large, strict=True)):
            return safety
    return 2


def _of_pick(before: Row, after: Row, seat: int) -> Weighed:
    colour, rounds = picking_colour(before), int(ROUNDS[before["variant"]]) - int(before["round_no"])
    if rounds == 0:  # all that is left: there is nothing to choose
        return
    sizes = np.array(BLOCK_SIZES)
    picked, left = after["picked"][colour], after["supply"][colour]
    storeys = int(picked @ sizes)
    rivals = [other for other in _colours(before) if _seat(before, other) != seat]
    yield 1, {"why": "ration", "storeys": storeys, "left": int(left @ sizes), "rounds": rounds}
    largest = int(sizes[picked > 0].max())
    missing = Survey(before).missing
    towers = sum(owner in rivals and missing[site][colour] <= largest for site, owner in enumerate(before["owner"]))
    if towers:
        yield 3, {"why": "reach", "block": largest, "towers": towers}
    if left[-1]:
        yield 0.5, {"why": "keeps", "blocks": int(left[-1])}


def _colours(row: Row) -> range:
    """M-colours: those in play."""
    return range(COLOURS if VARIANTS[row["variant"]]["colours"] == 2 else SEATS[row["variant"]])


def _seat(row: Row, colour: int) -> int:
    """M-colours: whose a colour is."""
    return int(colour) % int(SEATS[row["variant"]])
