"""What happens, as a record tells it; how events and actions translate; why an event may not stand where it does."""

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta

from bauboom.core.action import Action
from bauboom.core.event import Event
from bauboom.core.game import Refusal, Row
from bauboom.core.record import Result
from bauboom.core.words import Term

from .actions import Decline, Demand, Demolish, Move, Raise, Road, Roll, Roof, Start, Storey, plot_name
from .building import (
    BARS,
    bar_to_storey,
    buildings,
    built_plots,
    free_tops,
    height,
    in_the_way,
    open_buildings,
    owned_by,
    owner_of,
)
from .components import (
    AUTOMATIC,
    CROSS,
    CROSSED,
    DEMAND,
    DICE,
    FINISHED,
    MAX_SEATS,
    MOVE,
    OFF,
    PLOT,
    ROLL,
    SEATS,
    SIDE,
    SQUARES,
    START,
)
from .plots import beside
from .rules import rank

Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Die = Annotated[int, Meta(ge=1, le=6)]
Square = Annotated[int, Meta(ge=OFF, lt=SQUARES)]
Coordinate = Annotated[int, Meta(ge=1, le=SIDE)]
Plot = tuple[Coordinate, Coordinate]
Place = tuple[int, int]


class Started(Event, frozen=True, tag="start"):
    seat: Seat


class Demanded(Event, frozen=True, tag="demand"):
    seat: Seat
    of: Seat


class Rolled(Event, frozen=True, tag="roll"):
    seat: Seat
    dice: tuple[Die, Die]


class Moved(Event, frozen=True, tag="move"):
    seat: Seat
    figures: tuple[Square, Square]


class Built(Event, frozen=True, tag="storey"):
    seat: Seat
    plot: Plot


class Paved(Event, frozen=True, tag="road"):
    seat: Seat
    plot: Plot


class Demolished(Event, frozen=True, tag="demolish"):
    seat: Seat
    plot: Plot


class Raised(Event, frozen=True, tag="raise"):
    seat: Seat
    plot: Plot


class Roofed(Event, frozen=True, tag="roof"):
    seat: Seat
    plot: Plot


class Bankrupt(Event, frozen=True, tag="bankrupt"):
    seat: Seat


class Declined(Event, frozen=True, tag="decline"):
    seat: Seat


EVENTS = (Started, Demanded, Rolled, Moved, Built, Paved, Demolished, Raised, Roofed, Bankrupt, Declined)
PLOT_ACTION = {Built: Storey, Paved: Road, Demolished: Demolish, Raised: Raise, Roofed: Roof}


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

DUE: dict[int, tuple[str, tuple[type[Event], ...]]] = {  # by phase: the sentence, and the events that may come
    DEMAND: ("due-demand", (Demanded, Declined)),
    ROLL: ("due-roll", (Rolled,)),
    MOVE: ("due-move", (Moved,)),
    CROSS: ("due-cross", (Built, Paved, Demolished, Raised, Declined)),
    DICE: ("due-dice", (Raised, Roofed, Declined)),
}


def refuse(row: Row, event: Event, due: Event | None, past: Iterable[Event] = ()) -> Refusal:
    """Why an event may not come here; `due` is one that has to come first by itself."""
    phase, turn = int(row["phase"]), int(row["seat"])
    if isinstance(due, Bankrupt):
        return Refusal("H6" if AUTOMATIC[row["variant"]] else "H-bankrupt", "due-bankrupt", seat=due.seat)
    if phase == FINISHED:
        return Refusal("H-end", "over")
    if phase == START:
        is_start = isinstance(event, Started)
        return Refusal("H-start", "no-player" if is_start else "due-start", players=int(SEATS[row["variant"]]))
    if isinstance(event, Started):
        return Refusal("H-start", "begun")
    if isinstance(event, Bankrupt):
        return _refuse_bankrupt(row, event.seat)
    if isinstance(event, Demanded) and event.seat == turn:
        return _refuse_demand(row, event.of)
    if _seat(event) != turn:
        if phase in (ROLL, DEMAND) and _seat(event) == _seat_before(row) and type(event) in PLOT_ACTION:
            return _refuse_on_plot(row, event, past)  # the turn went on because this was not possible
        return _refuse_now(row)
    if isinstance(event, Declined):
        return _refuse_decline(row)
    if not isinstance(event, DUE[phase][1]):
        return _refuse_now(row, "H-demand" if phase == DEMAND else "H-turn")
    if isinstance(event, Moved):
        return _refuse_move(row, event.figures)
    return _refuse_on_plot(row, event, past)


def _refuse_now(row: Row, rule: str = "H-turn") -> Refusal:
    return Refusal(rule, DUE[int(row["phase"])][0], seat=int(row["seat"]))


def _refuse_bankrupt(row: Row, seat: int) -> Refusal:
    if AUTOMATIC[row["variant"]]:
        return Refusal("H6", "bankrupt-automatic", seat=seat)
    return Refusal("H-demand", "bankrupt-undemanded")


def _refuse_demand(row: Row, of: int) -> Refusal:
    seat, phase, not_closed = int(row["seat"]), int(row["phase"]), open_buildings(row)
    if AUTOMATIC[row["variant"]]:
        return Refusal("H6", "demand-automatic")
    if phase not in (DEMAND, ROLL):
        return Refusal("H-demand", "demand-late")
    if of == seat or of >= SEATS[row["variant"]] or row["left"][of]:
        return Refusal("H-demand", "demand-whom", of=of)
    if not row["has_built"][of]:
        return Refusal("H-bankrupt", "demand-unbuilt", of=of)
    if row["spires"][of] & not_closed:
        return Refusal("H-bankrupt", "demand-open", of=of)
    if phase == ROLL and not row["spires"][seat] & not_closed:
        return Refusal("H11", "demand-closed")
    return Refusal("H-demand", "demand-declined")


def _refuse_decline(row: Row) -> Refusal:
    if row["phase"] == CROSS:
        return Refusal("H-duty", "duty", plot=crossed_by(row, int(row["seat"])))
    return Refusal("H-turn", "decline")


def _refuse_move(row: Row, figures: tuple[int, int]) -> Refusal:
    one, two = row["dice"].tolist()
    before = row["figures"][row["seat"]].tolist()
    if figures[0] > figures[1]:
        return Refusal("H8", "move-order")
    return Refusal("H-enter" if OFF in before else "H-move", "move", one=one, two=two, before=before)


def _refuse_on_plot(row: Row, event: Any, past: Iterable[Event]) -> Refusal:
    """Something built, raised, torn down or put on where that is not allowed."""
    seat, place = _seat(event), event.plot
    plot, crossed = plot_at(place), crossed_by(row, seat)
    is_late, by_dice = row["phase"] in (ROLL, DEMAND), row["phase"] == DICE
    has_six = bool(row["sixes"]) if by_dice else is_late and _rolled_six(past)
    by_six = isinstance(event, Raised) and (by_dice or (is_late and (has_six or place != crossed)))
    if place != crossed and not (by_dice or by_six or isinstance(event, Roofed)):
        return Refusal("H-cross", "cross" if crossed else "cross-nothing", crossed=crossed, plot=place)
    match event:
        case Built() | Paved():
            if plot & row["roads"]:
                return Refusal("H-road", "road", plot=place)
            if plot & built_plots(row):
                return Refusal("H-duty", "not-empty", plot=place)
            if isinstance(event, Paved):
                return Refusal("H-material", "no-roads")
            return _refuse_storey(row, seat, place)
        case Demolished():
            if not plot & row["roofs"]:
                return Refusal("H-demolish", "no-roof", plot=place)
        case Roofed():
            if not plot & free_tops(row):
                return _refuse_top(row, place)
            return Refusal("H-one", "no-one" if row["hand"][seat] else "no-roofs")
        case Raised():
            if by_six and not has_six:
                return Refusal("H-six", "no-six")
            if not plot & owned_by(row, seat):
                return Refusal("H-six" if by_six else "H-raise", "not-own", plot=place)
            if not plot & free_tops(row):
                return _refuse_top(row, place)
    if not plot & open_buildings(row):
        return Refusal("H-closed", "closed", plot=place)
    return Refusal("H-six", "no-six") if by_six else _refuse_now(row)


def _rolled_six(past: Iterable[Event]) -> bool:
    """Whether there was a 6 in the turn that has just gone by."""
    return 6 in next((event.dice for event in past if isinstance(event, Rolled)), ())


def _refuse_top(row: Row, place: Place) -> Refusal:
    if not plot_at(place) & built_plots(row):
        return Refusal("H-free", "top-none", plot=place)
    return Refusal("H-free", "top-roof" if plot_at(place) & row["roofs"] else "top-spire", plot=place)


def _refuse_storey(row: Row, seat: int, place: Place) -> Refusal:
    """What the building code has against a storey on an empty plot."""
    plot = plot_at(place)
    rule, others = BARS[bar_to_storey(row, seat, plot)], in_the_way(row, seat, plot)
    owner = owner_of(row, others)
    whose = {"plot": place, "owner": owner if owner >= 0 else None}
    match rule:
        case "H-new":
            return Refusal(rule, "no-spire")
        case "H-corner":
            return Refusal(rule, "corner", **whose)
        case "H-ruin":
            own = buildings(row, beside(plot)) & owned_by(row, seat)
            return Refusal(rule, "ruin", **whose, own=int(height(row, own)), other=int(height(row, others)))
    return Refusal(rule, "extend", **{**whose, "owner": None} if rule == "H7" else whose)


def refuse_result(row: Row, said: Result, right: Result) -> Refusal:
    """Which rule a wrong result breaks."""
    if said.scores != right.scores:
        wrong = [seat for seat, points in enumerate(right.scores) if said.scores[seat] != points]
        rule = "H-bankrupt" if all(row["left"][seat] for seat in wrong) else "H-height"
        return Refusal(rule, "scores", right=right.scores, said=said.scores)
    best = [seat for seat, height in enumerate(right.scores) if height == max(1, *right.scores)]
    if len(best) > 1 and set(said.winners) <= set(best):
        return Refusal("H-tie", "winners-tied", right=right.winners, said=said.winners)
    return Refusal("H-win", "winners", right=right.winners, said=said.winners)


TERMS: dict[str, Term] = {"plot": lambda words, plot: plot_name(plot)}


def plot_at(place: Place) -> int:
    """A plot, by row and column from 1, as a set of its own."""
    return int(PLOT[(place[0] - 1) * SIDE + place[1] - 1])


def crossed_by(row: Row, seat: int) -> Place | None:
    """H-cross: the plot on which a seat's figures cross."""
    plot = int(CROSSED[tuple(row["figures"][seat].tolist())])
    return (plot // SIDE + 1, plot % SIDE + 1) if plot >= 0 else None


def _seat_before(row: Row) -> int:
    """Whose turn was before."""
    seats = int(SEATS[row["variant"]])
    order = [(int(row["seat"]) - step) % seats for step in range(1, seats)]
    return next((seat for seat in order if not row["left"][seat]), -1)


def _seat(event: Any) -> int:
    return int(event.seat)


def tie(row: Row, seat: int) -> tuple[int, ...]:
    """H-tie, and of those who went bankrupt, who stayed longer."""
    return rank(row, seat), int(row["left"][seat]) or MAX_SEATS + 1
