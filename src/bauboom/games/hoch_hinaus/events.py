"""What happens, as a record tells it; how events and actions translate; why an event may not stand where it does."""

from typing import Annotated, Any

from msgspec import Meta

from bauboom.core.action import Action
from bauboom.core.event import Event, OpenEvent
from bauboom.core.game import Refusal, Row

from .actions import Decline, Demand, Demolish, Move, Raise, Road, Roll, Roof, Start, Storey, plot_name
from .components import (
    AUTOMATIC,
    CROSS,
    DEMAND,
    DICE,
    FINISHED,
    MAX_SEATS,
    MOVE,
    OFF,
    ROLL,
    SEATS,
    SIDE,
    SQUARES,
    START,
)
from .view import Survey, each, plot_at

Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Die = Annotated[int, Meta(ge=1, le=6)]
Square = Annotated[int, Meta(ge=OFF, lt=SQUARES)]
Coordinate = Annotated[int, Meta(ge=1, le=SIDE)]
Plot = tuple[Coordinate, Coordinate]


class Started(OpenEvent, frozen=True, tag="start"):
    seat: Seat


class Demanded(OpenEvent, frozen=True, tag="demand"):
    seat: Seat
    of: Seat


class Rolled(OpenEvent, frozen=True, tag="roll"):
    seat: Seat
    dice: tuple[Die, Die]


class Moved(OpenEvent, frozen=True, tag="move"):
    seat: Seat
    figures: tuple[Square, Square]


class Built(OpenEvent, frozen=True, tag="storey"):
    seat: Seat
    plot: Plot


class Paved(OpenEvent, frozen=True, tag="road"):
    seat: Seat
    plot: Plot


class Demolished(OpenEvent, frozen=True, tag="demolish"):
    seat: Seat
    plot: Plot


class Raised(OpenEvent, frozen=True, tag="raise"):
    seat: Seat
    plot: Plot


class Roofed(OpenEvent, frozen=True, tag="roof"):
    seat: Seat
    plot: Plot


class Bankrupt(OpenEvent, frozen=True, tag="bankrupt"):
    seat: Seat


class Declined(OpenEvent, frozen=True, tag="decline"):
    seat: Seat


EVENTS = (Started, Demanded, Rolled, Moved, Built, Paved, Demolished, Raised, Roofed, Bankrupt, Declined)
ON_PLOT = {Storey: Built, Road: Paved, Demolish: Demolished, Raise: Raised, Roof: Roofed}
PLOT_ACTION = {event: action for action, event in ON_PLOT.items()}


def event_of(row: Row, action: Action) -> Event:
    """What an action, taken on this row, is told as."""
    seat = int(row["seat"])
    match action:
        case Start(seat=start):
            return Started(start)
        case Demand(of=of):
            return Demanded(seat, of)
        case Roll(one=one, two=two):
            return Rolled(seat, (one, two))
        case Move(figures=figures):
            return Moved(seat, figures)
        case Decline():
            return Declined(seat)
        case Storey(plot=plot) | Road(plot=plot) | Demolish(plot=plot) | Raise(plot=plot) | Roof(plot=plot):
            return ON_PLOT[type(action)](seat, plot)
    raise TypeError(f"not an action of this game: {action!r}")


def consequences(before: Row, after: Row) -> list[Event]:
    """H-bankrupt: who left the game between a row and the next, in that order."""
    gone = [seat for seat in range(MAX_SEATS) if after["left"][seat] and not before["left"][seat]]
    return [Bankrupt(seat) for seat in sorted(gone, key=lambda seat: int(after["left"][seat]))]


def actions_of(event: Event) -> list[Action]:
    """The actions that an event tells; none for what happens by itself."""
    match event:
        case Started(seat=seat):
            return [Start(seat)]
        case Demanded(of=of):
            return [Demand(of)]
        case Rolled(dice=(one, two)):
            return [Roll(one, two)]
        case Moved(figures=figures):
            return [Move(figures)]
        case Declined():
            return [Decline()]
        case Built(plot=plot) | Paved(plot=plot) | Demolished(plot=plot) | Raised(plot=plot) | Roofed(plot=plot):
            return [PLOT_ACTION[type(event)](plot)]
    return []


# Refusing

DUE = {
    DEMAND: (Demanded, Declined),
    ROLL: (Rolled,),
    MOVE: (Moved,),
    CROSS: (Built, Paved, Demolished, Raised, Declined),
    DICE: (Raised, Roofed, Declined),
}
WORDS = {
    DEMAND: "a demand is possible, and is made or declined first",
    ROLL: "next comes the roll",
    MOVE: "next comes the move",
    CROSS: "next comes what is done at the crossing",
    DICE: "next comes what is done with 1s and 6s",
}


def refuse(row: Row, event: Event, due: Event | None) -> Refusal:
    """Why an event may not come here; `due` is one that has to come first by itself."""
    phase, turn = int(row["phase"]), int(row["seat"])
    if isinstance(due, Bankrupt):
        return Refusal("H6" if AUTOMATIC[row["variant"]] else "H-bankrupt", f"first, seat {due.seat} goes bankrupt")
    if phase == FINISHED:
        return Refusal("H-end", "the game is over")
    if phase == START:
        if isinstance(event, Started):
            return Refusal("H-start", f"there is no seat {event.seat}; {SEATS[row['variant']]} play")
        return Refusal("H-start", "first, chance names who begins")
    if isinstance(event, Started):
        return Refusal("H-start", "somebody has begun already")
    if isinstance(event, Bankrupt):
        return _refuse_bankrupt(row, event.seat)
    if isinstance(event, Demanded) and event.seat == turn:
        return _refuse_demand(row, event.of)
    if _seat(event) != turn:
        if phase in (ROLL, DEMAND) and _seat(event) == _seat_before(row) and type(event) in PLOT_ACTION:
            return _refuse_on_plot(row, event)  # his turn went by because this was not possible
        return Refusal("H-turn", f"it is seat {turn}'s turn, and {WORDS[phase]}")
    if isinstance(event, Declined):
        return _refuse_decline(row)
    if not isinstance(event, DUE[phase]):
        return Refusal("H-demand" if phase == DEMAND else "H-turn", f"not now: {WORDS[phase]}")
    if isinstance(event, Moved):
        return _refuse_move(row, event.figures)
    return _refuse_on_plot(row, event)


def _refuse_bankrupt(row: Row, seat: int) -> Refusal:
    if AUTOMATIC[row["variant"]]:
        return Refusal("H6", f"it is not the start of a turn in which seat {seat} is bankrupt")
    return Refusal("H-demand", "nobody goes bankrupt unless it is demanded")


def _refuse_demand(row: Row, of: int) -> Refusal:
    survey, seat, phase = Survey(row), int(row["seat"]), int(row["phase"])
    if AUTOMATIC[row["variant"]]:
        return Refusal("H6", "with bankruptcy=automatic nothing is demanded")
    if phase not in (DEMAND, ROLL):
        return Refusal("H-demand", "a demand is made before the roll")
    if of == seat or of not in survey.seats or row["left"][of]:
        return Refusal("H-demand", f"seat {of} is no opponent who is still in the game")
    if not row["has_built"][of]:
        return Refusal("H-bankrupt", f"seat {of} has never built a storey")
    if survey.spires[of] & survey.not_closed:
        return Refusal("H-bankrupt", f"seat {of} owns a building that is not closed")
    if phase == ROLL and not survey.spires[seat] & survey.not_closed:
        return Refusal("H11", f"seat {seat} itself owns no building that is not closed")
    return Refusal("H-demand", "no further demand is made after a decline")


def _refuse_decline(row: Row) -> Refusal:
    if row["phase"] == CROSS:
        return Refusal("H-duty", "an empty plot that is crossed must be built on")
    return Refusal("H-turn", f"there is nothing to decline: {WORDS[int(row['phase'])]}")


def _refuse_move(row: Row, figures: tuple[int, int]) -> Refusal:
    one, two = row["dice"].tolist()
    before = row["figures"][row["seat"]].tolist()
    if figures[0] > figures[1]:
        return Refusal("H8", "the squares of a move stand in ascending order")
    rule = "H-enter" if OFF in before else "H-move"
    there = " and ".join("off the board" if square == OFF else str(square) for square in figures)
    return Refusal(rule, f"with {one} and {two} the figures cannot end on {there}")


def _refuse_on_plot(row: Row, event: Any) -> Refusal:
    """Something built, raised, torn down or put on where that is not allowed."""
    survey, seat, name = Survey(row), _seat(event), plot_name(event.plot)
    plot = plot_at(*event.plot)
    crossed = survey.crossed_by(seat)
    is_late = row["phase"] in (ROLL, DEMAND)
    by_dice = isinstance(event, Roofed) or (isinstance(event, Raised) and is_late)
    if row["phase"] != DICE and event.plot != crossed and not by_dice:
        where = plot_name(crossed) if crossed else "nothing"
        return Refusal("H-cross", f"the figures cross {where}, not {name}")
    match event:
        case Built() | Paved():
            if plot & survey.roads:
                return Refusal("H-road", f"on {name} there is a road already")
            if plot & survey.built:
                return Refusal("H-duty", f"{name} is not empty")
            if isinstance(event, Paved):
                return Refusal("H-material", "all roads are built")
            return refuse_storey(survey, seat, event.plot)
        case Demolished():
            if not plot & survey.roofs:
                return Refusal("H-demolish", f"there is no roof on {name}")
        case Roofed():
            if not plot & survey.free:
                return _refuse_top(survey, event.plot)
            if not row["hand"][seat]:
                return Refusal("H-one", f"seat {seat} has no roof")
            return Refusal("H-one", "there is no 1 left to use")
        case Raised():
            if row["phase"] == DICE and not row["sixes"]:
                return Refusal("H-six", "there is no 6 left to use")
            if not plot & survey.owned[seat]:
                return Refusal("H-raise", f"{name} is no plot of seat {seat}'s buildings")
            if not plot & survey.free:
                return _refuse_top(survey, event.plot)
    if not plot & survey.not_closed:
        return Refusal("H-closed", f"the building on {name} is closed")
    return Refusal("H-turn", f"it is seat {row['seat']}'s turn, and {WORDS[int(row['phase'])]}")


def _refuse_top(survey: Survey, place: tuple[int, int]) -> Refusal:
    plot, name = plot_at(*place), plot_name(place)
    if not plot & survey.built:
        return Refusal("H-free", f"there is no storey on {name}")
    return Refusal("H-free", f"there is a {'roof' if plot & survey.roofs else 'spire'} on {name}")


def refuse_storey(survey: Survey, seat: int, place: tuple[int, int]) -> Refusal:
    """What the building code has against a storey on an empty plot."""
    plot, name = plot_at(*place), plot_name(place)
    touched = survey.building(survey.around(plot))
    joined = survey.building(survey.beside(plot))
    if not touched:
        return Refusal("H-new", f"seat {seat} has no spire to spare for a new building")
    if corner := touched & ~joined:
        return Refusal("H-corner", f"{name} touches {_whose(survey, corner)} by a corner only")
    own = joined & survey.owned[seat]
    if not own:
        ownerless = sum(p for p in each(joined) if survey.owner(p) is None)
        rule = "H7" if ownerless else "H-extend"
        whose = _whose(survey, ownerless or joined)
        return Refusal(rule, f"{name} shares an edge with {whose} and with no building of seat {seat}")
    others = joined & ~own
    heights = f"{survey.height(own)} tall and {_whose(survey, others)} {survey.height(others)}: it must be taller"
    return Refusal("H-ruin", f"beside {name}, seat {seat}'s building is {heights}")


def _whose(survey: Survey, plots: int) -> str:
    owner = survey.owner(plots)
    return "a building without an owner" if owner is None else f"seat {owner}'s building"


def _seat_before(row: Row) -> int:
    """Whose turn was before."""
    seats = int(SEATS[row["variant"]])
    order = [(int(row["seat"]) - step) % seats for step in range(1, seats)]
    return next((seat for seat in order if not row["left"][seat]), -1)


def _seat(event: Any) -> int:
    return int(event.seat)
