"""Why a decision may be good, as a coach would say it: what counts before and after, compared.

A reason is a dictionary: under "why" its kind, one of SENTENCES, and besides it what the sentence speaks of. With
"then" it is what the decision makes possible next.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from bauboom.core.action import Action
from bauboom.core.game import MOST_REASONS, Row, counted

from .actions import Decline, Demolish, Move, Raise, Road, Storey, plot_name
from .components import AUTOMATIC, CROSS, CROSSED, DEMAND, DICE, PLOT, SIDE
from .view import Survey, each, plot_at

SENTENCES = {
    "wins": "ends the game and wins it",
    "out": "puts {of} out of the game",
    "corners": "leaves {of} bankrupt: no building of theirs can grow any more",
    "leads": "gets the tallest building, with {height}",
    "taller": "makes the best building taller, up to {height}",
    "ruins": "swallows a building of {of}, {height} tall",
    "closes": "closes a building of {of}, so that it cannot grow any more",
    "room": "has {plots} to grow on, so that closing is harder",
    "begins": "begins a new building on {plot}",
    "equals": "raises {plot} as high as the top, so that the next storey makes the building taller",
    "tops": "has {tops} that can be raised",
    "body": "makes a building of {storeys} in all, which counts in a tie",
    "blocks": "keeps {of} from building on {plot}",
    "frees": "frees the top of {plot}, so that it can be raised",
    "paves": "lets nobody build on {plot}",
    "crosses": "crosses {plot}, where {deed} is possible",
    "idle": "does not have to build anything",
    "rolls": "lets {rolls} of 36 rolls cross a plot to build on next time",
    "keeps_roofs": "keeps {roofs} in hand for a better moment",
    "leaves": "leaves it at that",
}
NOUNS = {
    **dict.fromkeys(("height", "storeys"), "storey"),
    "plots": "plot",
    "tops": "top",
    "roofs": "roof",
}
# how much a reason weighs, in storeys of height or so; `ruins` weighs more with what it swallows
WEIGHTS: dict[str, float] = {
    **{"crosses": 99, "wins": 50, "out": 30, "corners": 8, "leads": 6, "ruins": 4, "closes": 3},
    **{"taller": 2, "room": 1.4, "blocks": 1.3, "frees": 1.2, "begins": 1.1, "equals": 1.1, "tops": 0.6, "body": 0.3},
    **{"idle": 0.2, "rolls": 0.1},
}
DEEDS = {"storey": Storey, "road": Road, "raise": Raise, "demolish": Demolish}
DEED_NAMES = {"storey": "a storey", "road": "a road", "raise": "one storey more", "demolish": "tearing down the roof"}
FEW_PLOTS = 3  # on which buildings can grow: with so few, more of them are worth a word
Reason = dict[str, Any]


def why(row: Row, reason: Mapping[str, Any], names: Sequence[str]) -> str:
    """A reason in words that go on from "this move …"."""
    values = {key: counted(value, NOUNS[key]) if key in NOUNS else value for key, value in reason.items()}
    if "of" in reason:
        values["of"] = names[reason["of"]]
    if "deed" in reason:
        values["deed"] = DEED_NAMES[reason["deed"]]
    if "plot" in reason:
        values["plot"] = plot_name(tuple(reason["plot"]))
    return ("then " if "then" in reason else "") + SENTENCES[reason["why"]].format_map(values)


def reasons(before: Row, action: Action, after: Row, seat: int) -> list[Reason]:
    """What speaks for a decision of a seat that led from one of its views to the next; the most important first."""
    old, new = Survey(before), Survey(after)
    if isinstance(action, Decline):
        return [_of_decline(old, seat)]
    found = [*(_of_move(new, seat) if isinstance(action, Move) else _of_deed(old, new, seat))]
    return _ordered(found)[:MOST_REASONS]


def _ordered(found: list[Reason]) -> list[Reason]:
    return sorted(found, key=_weight, reverse=True)  # of equals, what was found first


def _weight(reason: Reason) -> float:
    swallowed = reason["height"] if reason["why"] == "ruins" else 0
    return WEIGHTS.get(reason["why"], 0) + swallowed - (10 if "then" in reason else 0)


# Moving


def _of_move(new: Survey, seat: int) -> Iterator[Reason]:
    """H-move: what the crossing allows, and how well the figures stand."""
    plot, choices = new.crossing() if new.row["phase"] == CROSS else (None, [])
    if plot is not None and not (choices == ["demolish"] and new.owner(plot_at(*plot)) != seat):
        deeds = {choice: [*_of_deed(new, new.after(DEEDS[choice](plot)), seat)] for choice in choices}
        best = max(deeds, key=lambda choice: sum(map(_weight, deeds[choice])))
        yield {"why": "crosses", "plot": plot, "deed": best}
        yield from ({**reason, "then": True} for reason in _ordered(deeds[best])[: MOST_REASONS - 1])
        return
    yield {"why": "idle"}
    if rolls := rolls_to_build(new, seat):
        yield {"why": "rolls", "rolls": rolls}


def rolls_to_build(survey: Survey, seat: int) -> int:
    """H-cross: with how many of the 36 rolls the figures could cross a plot where the seat may put a storey."""
    goals = survey.sites[seat] | survey.free & survey.owned[seat] & survey.not_closed
    one, two = survey.row["figures"][seat].tolist()
    walks = [{steps: survey.walks(square, steps) for steps in range(13)} for square in (one, two)]
    found = 0
    for a, b in product(range(1, 7), repeat=2):
        pairs = (
            pair
            for first, second in ((a + b, 0), (0, a + b), (a, b), (b, a))
            for pair in product(walks[0][first], walks[1][second])
        )
        found += any((plot := int(CROSSED[pair])) >= 0 and int(PLOT[plot]) & goals for pair in pairs)
    return found


# Building, and everything else that is done


def _of_deed(old: Survey, new: Survey, seat: int) -> Iterator[Reason]:
    rivals = [other for other in old.seats if other != seat and not old.row["left"][other]]
    built = [plot for plot in each(new.built) if new.heights[plot] > old.heights[plot]]
    if new.winners() == [seat]:
        yield {"why": "wins"}
    yield from _rivals(old, new, rivals)
    if built:
        found = [*_height(old, new, seat, rivals), *_storey(old, new, seat, built[0]), *_growth(old, new, seat)]
        if AUTOMATIC[new.row["variant"]] and (new.bankrupt >> seat & 1 or new.row["left"][seat]):
            found = []  # H6: nothing of it is kept
        yield from found or [{"why": "body", "storeys": new.storeys(new.building(built[0]))}]
    for plot in each(new.roads & ~old.roads):
        yield from _road(old, plot, rivals)
    for plot in each(new.roofs & ~old.roofs):
        yield from _roof(old, plot, rivals)
    for plot in each(old.roofs & ~new.roofs):
        yield {"why": "frees", "plot": _place(plot)}


def _rivals(old: Survey, new: Survey, rivals: Sequence[int]) -> Iterator[Reason]:
    """H-bankrupt, H-closed: who leaves, who is bankrupt now, whose buildings cannot grow any more."""
    for rival in rivals:
        closed = old.owned[rival] & old.not_closed & new.owned[rival] & ~new.not_closed
        was_due = old.bankrupt & 1 << rival and old.row["phase"] != DEMAND  # H6: he leaves whatever is done
        if new.row["left"][rival] and not was_due:
            yield {"why": "out", "of": rival}
        elif new.bankrupt & ~old.bankrupt & 1 << rival:
            yield {"why": "corners", "of": rival}
        elif closed:
            yield {"why": "closes", "of": rival}


def _height(old: Survey, new: Survey, seat: int, rivals: Sequence[int]) -> Iterator[Reason]:
    """H-win: the tallest building wins."""
    was, height = old.height(old.owned[seat]), new.height(new.owned[seat])
    others_were = max(old.height(old.owned[rival]) for rival in rivals)
    others = max(new.height(new.owned[rival]) for rival in rivals)
    if height == 1:  # everybody begins so
        return
    if height > others and was <= others_were:
        yield {"why": "leads", "height": height}
    elif height > was > 0:
        yield {"why": "taller", "height": height}


def _storey(old: Survey, new: Survey, seat: int, plot: int) -> Iterator[Reason]:
    """H-new, H-merge, H-ruin, H-tie: what a storey does to buildings."""
    building = new.building(plot)
    merged = [old.building(part) for part in each(old.building(building & old.built))]
    for part in dict.fromkeys(merged):
        owner = old.owner(part)
        if owner is not None and owner != seat:
            yield {"why": "ruins", "of": owner, "height": old.height(part)}
    if not merged:
        yield {"why": "begins", "plot": _place(plot)}
    height = new.height(building)
    if plot & old.built and height == new.heights[plot] == old.height(building):
        yield {"why": "equals", "plot": _place(plot)}


def _growth(old: Survey, new: Survey, seat: int) -> Iterator[Reason]:
    """H-closed, H-free: what keeps the own buildings open, and what can be raised in them."""
    was_open, is_open = (survey.owned[seat] & survey.not_closed for survey in (old, new))
    room = [(survey.beside(survey.owned[seat]) & survey.sites_of_all).bit_count() for survey in (old, new)]
    if old.owned[seat] and room[0] <= FEW_PLOTS and room[0] < room[1]:
        yield {"why": "room", "plots": room[1]}
    tops = [(survey.free & plots).bit_count() for survey, plots in ((old, was_open), (new, is_open))]
    if tops[1] > tops[0]:
        yield {"why": "tops", "tops": tops[1]}


def _road(old: Survey, plot: int, rivals: Sequence[int]) -> Iterator[Reason]:
    """H-road: who could have built on to a building there."""
    hurt = [rival for rival in rivals if old.sites[rival] & plot and old.beside(old.owned[rival]) & plot]
    if hurt:
        tallest = max(hurt, key=lambda rival: old.height(old.owned[rival]))
        yield {"why": "blocks", "of": tallest, "plot": _place(plot)}
    else:
        yield {"why": "paves", "plot": _place(plot)}


def _roof(old: Survey, plot: int, rivals: Sequence[int]) -> Iterator[Reason]:
    """H-one: whom a roof hinders."""
    owner = old.owner(plot)
    if owner in rivals and old.not_closed & plot:
        yield {"why": "blocks", "of": owner, "plot": _place(plot)}
    else:
        yield {"why": "paves", "plot": _place(plot)}


def _of_decline(old: Survey, seat: int) -> Reason:
    """H-one: what is good about doing nothing."""
    row = old.row
    if row["phase"] == DICE and row["ones"] and row["hand"][seat]:
        return {"why": "keeps_roofs", "roofs": int(row["hand"][seat])}
    return {"why": "leaves"}


def _place(plot: int) -> tuple[int, int]:
    """A plot by row and column from 1."""
    row, column = divmod(plot.bit_length() - 1, SIDE + 1)
    return row + 1, column + 1
