"""Why a decision may be good, as a coach would say it: what counts before and after, compared.

Kernels weigh what speaks for it; `why` says it in words. With "then", it is what the decision makes possible next.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from bauboom.core.arrays import constants
from bauboom.core.game import Row, counted
from bauboom.core.kernel import kernel
from bauboom.core.schema import FLAG, NUMBER, Case, Node, Object, Tuple, Word
from bauboom.core.sheet import NOTHING, WIDTH, keep_only, speak_of, weigh

from .actions import DECLINE, MOVE0, STOREY0, plot_name
from .building import (
    buildings,
    built_plots,
    cornered_plots,
    free_tops,
    height,
    is_in_game,
    open_buildings,
    owned_by,
    owner_of,
    plots_for_anybody,
    plots_for_storey,
    spire_plots,
    storeys_on,
)
from .components import (
    AUTOMATIC,
    CROSS,
    CROSSED,
    DEMAND,
    DICE,
    MAX_HEIGHT,
    PLOT,
    PLOTS,
    SEATS,
    SIDE,
)
from .plots import beside, how_many
from .rules import CAN_DEMOLISH, bankrupt_seats, bring_about, choices_at_crossing, crossed_plot, reached, ways, winners

SENTENCES = {
    "wins": "ends the game and wins it",
    "out": "puts {of} out of the game",
    "corners": "leaves {of} bankrupt: no building of theirs can grow any more",
    "leads": "gets the tallest building, with {height}",
    "taller": "makes the best building taller, up to {height}",
    "joins": "joins {buildings} into one",
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
    "rolls": "lets {rolls} of 36 rolls cross a plot to build on next time",
    "keeps_roofs": "keeps {roofs} in hand for a better moment",
    "rescues": "ends the danger of bankruptcy: a building can grow again",
}
NOUNS = {
    **dict.fromkeys(("height", "storeys"), "storey"),
    "plots": "plot",
    "buildings": "building",
    "tops": "top",
    "roofs": "roof",
}
# how much a reason weighs, in tenths of a storey of height or so; `ruins` weighs more with what it swallows
WEIGHTS = {
    **{
        "crosses": 990,
        "wins": 500,
        "out": 300,
        "rescues": 100,
        "corners": 80,
        "leads": 60,
        "ruins": 40,
        "closes": 30,
        "joins": 25,
    },
    **{"taller": 20, "room": 14, "blocks": 13, "frees": 12, "begins": 11, "equals": 11, "tops": 6, "body": 3},
    "rolls": 1,
}
SWALLOWED = 10  # a storey of it
THEN = -100  # what comes only then
LEAST = 1 - THEN  # more for all of them, so that none weighs nothing
DEED_NAMES = {"storey": "a storey", "road": "a road", "demolish": "tearing down the roof", "raise": "one storey more"}
DEEDS = tuple(DEED_NAMES)  # in the order of the bits of `choices_at_crossing`, and of the actions
TOLD_KINDS = ("wins", "out", "corners", "leads", "taller", "joins", "ruins", "closes", "begins", "blocks")
ROLLS_IN_ALL = 36
FEW_PLOTS = 3  # on which buildings can grow: with so few, more of them are worth a word


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


KINDS = tuple(SENTENCES)
WINS, OUT, CORNERS, LEADS, TALLER, JOINS, RUINS, CLOSES, ROOM, BEGINS, EQUALS = range(11)
TOPS, BODY, BLOCKS, FREES, PAVES, CROSSES, ROLLS, KEEPS_ROOFS, RESCUES = range(11, len(KINDS))
TOLD = constants([kind in TOLD_KINDS for kind in KINDS])
WEIGHT = constants([LEAST + WEIGHTS.get(kind, 0) for kind in KINDS])
PLACE = Tuple([NUMBER, NUMBER])  # a plot by row and column from 1
SPOKEN_OF: dict[str, dict[str, Node]] = {  # in the order in which kernels speak of it
    **{kind: {"of": NUMBER} for kind in ("out", "corners", "closes")},
    **{kind: {"height": NUMBER} for kind in ("leads", "taller")},
    "ruins": {"of": NUMBER, "height": NUMBER},
    "joins": {"buildings": NUMBER},
    "room": {"plots": NUMBER},
    **{kind: {"plot": PLACE} for kind in ("begins", "equals", "frees", "paves")},
    "tops": {"tops": NUMBER},
    "body": {"storeys": NUMBER},
    "blocks": {"of": NUMBER, "plot": PLACE},
    "crosses": {"plot": PLACE, "deed": Word(DEEDS, "Choice")},
    "rolls": {"rolls": NUMBER},
    "keeps_roofs": {"roofs": NUMBER},
}


def _spoken(kind: str) -> Object:
    of_deed: dict[str, Node] = {"then?": FLAG} if kind not in KINDS[CROSSES:RESCUES] else {}
    return Object(f"Why_{kind}", {**SPOKEN_OF.get(kind, {}), **of_deed})


REASONS = Case("Reason", "why", {kind: _spoken(kind) for kind in KINDS})


@kernel
def reasons(before, action, after, seat, found, spare):
    if action == DECLINE:
        weigh_decline(before, seat, found)
    elif MOVE0 <= action < STOREY0:
        weigh_move(before, after, seat, found, spare)
    else:
        weigh_deed(before, after, seat, found)
        say_when(found, 0, False)


@kernel
def meaning(before, action, after, seat, found, spare):
    """H-open: everybody sees what a deed changes. A demand is told as it is, with what comes of it."""
    if STOREY0 <= action < DECLINE:
        weigh_deed(before, after, seat, found)
        say_when(found, 0, False)
        keep_only(found, TOLD)


@kernel
def note(found, kind):
    """A reason with the weight of its kind."""
    weigh(found, WEIGHT[kind], kind)


@kernel
def note_of(found, kind, number):
    """The same, and what it speaks of."""
    note(found, kind)
    speak_of(found, number)


@kernel
def speak_of_plot(found, plot):
    speak_of(found, plot // SIDE + 1)
    speak_of(found, plot % SIDE + 1)


@kernel
def say_when(found, first, is_then):
    """End what has been said of a deed, from one reason on: whether it is done at once, or only then."""
    for i in range(first, int(found[0])):
        at = 1 + i * WIDTH
        if is_then:
            found[at] += THEN
        found[at + 1] += 1
        found[at + 1 + int(found[at + 1])] = 1 if is_then else NOTHING


@kernel
def first_plot(plots):
    """The number of the first plot of a set."""
    for plot in range(PLOTS):
        if plots & PLOT[plot]:
            return plot
    return -1


# Moving


@kernel
def weigh_move(before, s, seat, found, spare):
    """H-move: what the crossing allows, and how well the figures stand."""
    if s.phase == CROSS:
        plot, choices = crossed_plot(s), choices_at_crossing(s)
        if choices != CAN_DEMOLISH or owner_of(s, PLOT[plot]) == seat:
            deed = best_deed(s, seat, plot, choices, found, spare)
            note(found, CROSSES)
            speak_of_plot(found, plot)
            speak_of(found, deed)
            weigh_try(s, seat, plot, deed, found, spare)
            say_when(found, 1, True)
            return
    rolls = rolls_to_build(s, seat)
    if rolls_to_build(before, seat) < rolls < ROLLS_IN_ALL:
        note_of(found, ROLLS, rolls)


@kernel
def best_deed(s, seat, plot, choices, found, spare):
    """Of what may be done at a crossing, that for which most speaks, as a place in DEEDS."""
    best, chosen = -1.0, 0
    for deed in range(len(DEEDS)):
        if (choices >> deed) & 1:
            weigh_try(s, seat, plot, deed, found, spare)
            weight = 0.0
            for i in range(int(found[0])):
                weight += found[1 + i * WIDTH] - LEAST
            found[0] = 0
            if weight > best:
                best, chosen = weight, deed
    return chosen


@kernel
def weigh_try(s, seat, plot, deed, found, spare):
    spare[0] = s
    bring_about(spare[0], STOREY0 + deed * PLOTS + plot)
    weigh_deed(s, spare[0], seat, found)


@kernel
def rolls_to_build(s, seat):
    """H-cross: with how many of the 36 rolls the figures could cross a plot where the seat may put a storey."""
    goals = free_tops(s) & owned_by(s, seat) & open_buildings(s)
    if is_in_game(s, seat):
        goals |= plots_for_storey(s, seat, cornered_plots(s))
    one, two = int(s.figures[seat, 0]), int(s.figures[seat, 1])
    rolls = 0
    for a in range(1, 7):
        for b in range(1, 7):
            can = can_cross(one, a + b, two, 0, goals) or can_cross(one, 0, two, a + b, goals)
            rolls += int(can or can_cross(one, a, two, b, goals) or can_cross(one, b, two, a, goals))
    return rolls


@kernel
def can_cross(one, steps, two, other_steps, goals):
    """H-move, H-cross: whether figures from these squares can cross one of these plots by so many steps each."""
    for way in range(ways(one)):
        at = walked(one, steps, way)
        for other_way in range(ways(two)):
            plot = int(CROSSED[at, walked(two, other_steps, other_way)])
            if plot >= 0 and PLOT[plot] & goals:
                return True
    return False


@kernel
def walked(square, steps, way):
    """H-move: where a figure gets; without steps it stays."""
    return reached(square, steps, way) if steps > 0 else square


# Building, and everything else that is done


@kernel
def weigh_deed(old, new, seat, found):
    was_open, is_open = open_buildings(old), open_buildings(new)
    if winners(new) == 1 << seat:
        note(found, WINS)
    weigh_rivals(old, new, seat, was_open, is_open, found)
    if is_in_danger(old, seat, was_open) and is_in_game(new, seat) and not is_in_danger(new, seat, is_open):
        note(found, RESCUES)
    built = 0
    for level in range(MAX_HEIGHT):
        built |= new.levels[level] & ~old.levels[level]
    if built:
        first = found[0]
        weigh_height(old, new, seat, found)
        weigh_storey(old, new, seat, first_plot(built), found)
        weigh_growth(old, new, seat, was_open, is_open, found)
        if AUTOMATIC[new.variant] and (not is_in_game(new, seat) or (bankrupt_seats(new, is_open) >> seat) & 1):
            found[0] = first  # H6: nothing of it is kept
        if found[0] == first:
            note_of(found, BODY, storeys_on(new, buildings(new, built)))
    if new.roads & ~old.roads:
        weigh_road(old, seat, first_plot(new.roads & ~old.roads), found)
    if new.roofs & ~old.roofs:
        weigh_roof(old, seat, first_plot(new.roofs & ~old.roofs), was_open, found)
    if old.roofs & ~new.roofs:
        note(found, FREES)
        speak_of_plot(found, first_plot(old.roofs & ~new.roofs))


@kernel
def is_in_danger(s, seat, not_closed):
    """H-bankrupt, H11: bankrupt, while a building is open."""
    return ((bankrupt_seats(s, not_closed) >> seat) & 1) != 0 and (not_closed & spire_plots(s)) != 0


@kernel
def is_rival(s, seat, other):
    return other != seat and is_in_game(s, other)


@kernel
def weigh_rivals(old, new, seat, was_open, is_open, found):
    """H-bankrupt, H-closed: who leaves, who is bankrupt now, whose buildings cannot grow any more."""
    were_bankrupt, are_bankrupt = bankrupt_seats(old, was_open), bankrupt_seats(new, is_open)
    for rival in range(SEATS[old.variant]):
        if is_rival(old, seat, rival):
            was_bankrupt, bankrupt = (were_bankrupt >> rival) & 1, (are_bankrupt >> rival) & 1
            if not is_in_game(new, rival) and (
                not was_bankrupt or old.phase == DEMAND
            ):  # H6: or the rival leaves anyway
                note_of(found, OUT, rival)
            elif bankrupt and not was_bankrupt and is_open & spire_plots(new):  # H11: or nobody could demand it
                note_of(found, CORNERS, rival)
            elif owned_by(old, rival) & was_open & owned_by(new, rival) & ~is_open:
                note_of(found, CLOSES, rival)


@kernel
def weigh_height(old, new, seat, found):
    """H-win: the tallest building wins."""
    was, now = height(old, owned_by(old, seat)), height(new, owned_by(new, seat))
    others_were, others = 0, 0
    for rival in range(SEATS[old.variant]):
        if is_rival(old, seat, rival):
            others_were = max(others_were, height(old, owned_by(old, rival)))
            others = max(others, height(new, owned_by(new, rival)))
    if now == 1:  # everybody begins so
        return
    if now > others and was <= others_were:
        note_of(found, LEADS, now)
    elif now > was > 0:
        note_of(found, TALLER, now)


@kernel
def weigh_storey(old, new, seat, plot, found):
    """H-new, H-merge, H-ruin, H-spire: what a storey does to buildings."""
    building = buildings(new, PLOT[plot])
    rest, own = buildings(old, building), 0
    if rest == 0:
        note(found, BEGINS)
        speak_of_plot(found, plot)
    while rest:
        part = buildings(old, rest & -rest)
        rest &= ~part
        owner = owner_of(old, part)
        own += owner == seat
        if owner >= 0 and owner != seat:
            weigh(found, WEIGHT[RUINS] + SWALLOWED * height(old, part), RUINS)
            speak_of(found, owner)
            speak_of(found, height(old, part))
    if own > 1:
        note_of(found, JOINS, own)
    if PLOT[plot] & built_plots(old) and height(new, building) == height(new, PLOT[plot]) == height(old, building):
        note(found, EQUALS)
        speak_of_plot(found, plot)


@kernel
def weigh_growth(old, new, seat, was_open, is_open, found):
    """H-closed, H-free: what keeps the own buildings open, and what can be raised in them."""
    owned, own = owned_by(old, seat), owned_by(new, seat)
    was_room, room = how_many(beside(owned) & plots_for_anybody(old)), how_many(beside(own) & plots_for_anybody(new))
    if owned and was_room <= FEW_PLOTS and was_room < room:
        note_of(found, ROOM, room)
    tops = how_many(free_tops(new) & own & is_open)
    if tops > how_many(free_tops(old) & owned & was_open):
        note_of(found, TOPS, tops)


@kernel
def weigh_road(old, seat, plot, found):
    """H-road: who could have built on to a building there, the tallest of them."""
    tallest, hurt, others, cornered = 0, -1, 0, cornered_plots(old)
    for rival in range(SEATS[old.variant]):
        if is_rival(old, seat, rival):
            own, possible = owned_by(old, rival), plots_for_storey(old, rival, cornered)
            others |= possible
            if PLOT[plot] & possible & beside(own) and height(old, own) > tallest:
                tallest, hurt = height(old, own), rival
    if PLOT[plot] & others:
        note_hindrance(found, hurt, plot)


@kernel
def weigh_roof(old, seat, plot, was_open, found):
    """H-one: whom a roof hinders."""
    owner = owner_of(old, PLOT[plot])
    is_hindered = owner >= 0 and is_rival(old, seat, owner) and PLOT[plot] & was_open != 0
    note_hindrance(found, owner if is_hindered else -1, plot)


@kernel
def note_hindrance(found, rival, plot):
    if rival >= 0:
        note_of(found, BLOCKS, rival)
    else:
        note(found, PAVES)
    speak_of_plot(found, plot)


@kernel
def weigh_decline(s, seat, found):
    """H-one: what is good about doing nothing."""
    if s.phase == DICE and s.ones > 0 and s.hand[seat] > 0:
        note_of(found, KEEPS_ROOFS, int(s.hand[seat]))
