"""What happens, as a record tells it; how events and actions translate; why an event may not stand where it does."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from bauboom.core.action import Action
from bauboom.core.event import Event, OpenEvent, SeatEvent
from bauboom.core.game import Refusal, Row

from .actions import Build, Draw, Pick, Skip, Start
from .components import (
    BUILD,
    CARD_KINDS,
    CITIES,
    CITY,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS,
    COLOURS_EACH,
    DEAL,
    DRAW,
    FINISHED,
    MARKED,
    NOBODY,
    PICK,
    PICKS_PER_ROUND,
    SEATS,
    SIDE_NAMES,
    SIDE_OF,
    START,
    TALLEST,
    TOWER,
    VARIANTS,
)

Seat = Annotated[int, Meta(ge=0, lt=4)]
Card = Annotated[int, Meta(ge=1, le=CARD_KINDS)]
City = Annotated[int, Meta(ge=0, lt=len(CITIES))]
Site = Annotated[int, Meta(ge=1, le=9)]
Colour = Annotated[int, Meta(ge=0, lt=COLOURS)]
Block = Annotated[int, Meta(ge=1, le=4)]
Points = Annotated[list[Annotated[int, Meta(ge=0, le=999)]], Meta(min_length=2, max_length=4)]


class Started(OpenEvent, frozen=True, tag="start"):
    seat: Seat


class Dealt(SeatEvent, frozen=True, tag="deal"):
    open = ("seat",)
    seat: Seat
    cards: Annotated[list[Card], Meta(min_length=1, max_length=4)]


class Picked(OpenEvent, frozen=True, tag="pick"):
    seat: Seat
    colour: Colour
    blocks: Annotated[list[Block], Meta(min_length=4, max_length=6)]


class Built(OpenEvent, frozen=True, tag="build"):
    seat: Seat
    card: Card
    city: City
    site: Site
    colour: Colour
    block: Block


class Skipped(OpenEvent, frozen=True, tag="skip"):
    seat: Seat
    card: Card
    colour: Colour
    block: Block


class Drawn(SeatEvent, frozen=True, tag="draw"):
    open = ("seat",)
    seat: Seat
    card: Card


class Reshuffled(OpenEvent, frozen=True, tag="reshuffle"):
    pass


class PointsOfRound(Struct, frozen=True, forbid_unknown_fields=True):
    tallest: Points
    cities: Points
    towers: Points


class Scored(OpenEvent, frozen=True, tag="score"):
    round: Annotated[int, Meta(ge=1, le=6)]
    points: PointsOfRound
    total: Points


EVENTS = (Started, Dealt, Picked, Built, Skipped, Drawn, Reshuffled, Scored)


def event_of(row: Row, action: Action) -> Event:
    """What an action, taken on this row, is told as."""
    seat = int(row["seat"])
    match action:
        case Start(seat=start):
            return Started(start)
        case Draw(card=card):
            return Dealt(seat, [card]) if row["phase"] == DEAL else Drawn(seat, card)
        case Pick(blocks=blocks):
            return Picked(seat, picking_colour(row), list(blocks))
        case Build(card=card, city=city, colour=colour, block=block):
            return Built(seat, card, city, _marked(row, seat, card), colour, block)
        case Skip(card=card, colour=colour, block=block):
            return Skipped(seat, card, colour, block)
    raise TypeError(f"not an action of this game: {action!r}")


def consequences(before: Row, after: Row) -> list[Event]:
    """What happens by itself between a row and the next: a reshuffle (M1), then the scoring of a round (M-score)."""
    if before["phase"] != DRAW:
        return []
    events: list[Event] = []
    if int(before["pile"].sum()) == 1:
        events.append(Reshuffled())
    if after["phase"] != BUILD:
        colours = SEATS[after["variant"]] * COLOURS_EACH[after["variant"]]
        points = after["points"][:, :colours].tolist()
        by_kind = PointsOfRound(points[TALLEST], points[CITY], points[TOWER])
        events.append(Scored(int(before["round_no"]), by_kind, after["score"][:colours].tolist()))
    return events


def actions_of(event: Event) -> list[Action]:
    """The actions that an event tells; none for what happens by itself."""
    match event:
        case Started(seat=seat):
            return [Start(seat)]
        case Dealt(cards=cards):
            return [Draw(card) for card in cards]
        case Drawn(card=card):
            return [Draw(card)]
        case Picked(blocks=blocks):
            return [Pick(tuple(blocks))]
        case Built(card=card, city=city, colour=colour, block=block):
            return [Build(card, city, colour, block)]
        case Skipped(card=card, colour=colour, block=block):
            return [Skip(card, colour, block)]
    return []


DUE = {  # by phase: the events that may come, the rule that says so, and what to say
    START: ((Started,), "M-start", "the start player must be named first"),
    DEAL: ((Dealt,), "M-deal", "cards must be dealt"),
    PICK: ((Picked,), "M-pick", "blocks must be picked"),
    BUILD: ((Built, Skipped), "M-turn", "a block must be built"),
    DRAW: ((Drawn,), "M-draw", "a card must be drawn"),
    FINISHED: ((), "M-end", "the game is over"),
}


def refuse(row: Row, event: Event, due: Event | None = None) -> Refusal:
    """Why an event may not come on this row, or not where another one is due by itself."""
    if due is not None:
        return _refuse_instead(event, due)
    phase, seat = int(row["phase"]), int(row["seat"])
    kinds, rule, what = DUE[phase]
    if not isinstance(event, kinds):
        return Refusal(rule, f"{what} now" if kinds else what)
    if phase == START:
        return Refusal("M-start", f"there is no seat {_seat(event)}")
    if _seat(event) != seat:
        return Refusal({DEAL: "M-deal", PICK: "M4", DRAW: "M-draw"}.get(phase, "M-turn"), f"it is seat {seat}'s turn")
    match event:
        case Dealt() | Drawn():
            return _refuse_cards(row, event)
        case Picked():
            return _refuse_pick(row, event)
        case Built():
            return _refuse_build(row, event)
        case Skipped():
            return _refuse_skip(row, event)
    raise AssertionError("every kind of event is dealt with")


def _refuse_instead(event: Event, due: Event) -> Refusal:
    if isinstance(due, Reshuffled):
        return Refusal("M1", "the pile is empty, so the played cards are reshuffled now")
    assert isinstance(due, Scored)
    if not isinstance(event, Scored):
        return Refusal("M-score", "the round is over and must be scored now")
    for rule, name in (("M-tallest", "tallest"), ("M-majority", "cities"), ("M-tower", "towers")):
        said, right = getattr(event.points, name), getattr(due.points, name)
        if said != right:
            return Refusal(rule, f"points for {name} are {right}, not {said}")
    return Refusal(
        "M-score", f"round {due.round} ends with totals {due.total}, not round {event.round} with {event.total}"
    )


def _refuse_cards(row: Row, event: Any) -> Refusal:
    cards = event.cards if isinstance(event, Dealt) else [event.card]
    for card in cards:
        if cards.count(card) > row["pile"][card - 1]:
            return Refusal("M-cards", f"the pile holds {row['pile'][card - 1]} of card {card}")
    return Refusal("M-deal", f"4 cards are dealt to each, not {len(cards)}")


def _refuse_pick(row: Row, event: Picked) -> Refusal:
    colour, due = picking_colour(row), int(PICKS_PER_ROUND[row["variant"]])
    if event.colour != colour:
        return Refusal("M-pick", f"{_colour(row, colour)} is picked now, not {_colour(row, event.colour)}")
    if len(event.blocks) != due:
        return Refusal("M-pick", f"{due} blocks are picked, not {len(event.blocks)}")
    for size in event.blocks:
        left = int(row["supply"][colour, size - 1])
        if event.blocks.count(size) > left:
            return Refusal("M-blocks", f"{_colour(row, colour)} has {left} blocks of {_storeys(size)} left")
    return Refusal("M-pick", "blocks are named in ascending order")


def _refuse_block(row: Row, event: Any) -> Refusal | None:
    """What building and skipping have in common: own card, own colour, picked block."""
    seat, hand = int(row["seat"]), _hand(row)
    if event.card not in hand:
        return Refusal("M-build", f"card {event.card} is not in the hand, which is {', '.join(map(str, hand))}")
    if event.colour not in COLOUR_OF[row["variant"], seat, : COLOURS_EACH[row["variant"]]]:
        return Refusal("M-colours", f"{_colour(row, event.colour)} is not seat {seat}'s colour")
    if row["picked"][event.colour, event.block - 1] == 0:
        return Refusal("M-pick", f"{_colour(row, event.colour)} has no picked block of {_storeys(event.block)} left")
    return None


def _refuse_build(row: Row, event: Built) -> Refusal:
    if refusal := _refuse_block(row, event):
        return refusal
    seat = int(row["seat"])
    site = _marked(row, seat, event.card)
    if event.site != site:
        side = SIDE_NAMES[SIDE_OF[row["variant"], seat]]
        return Refusal("M-sides", f"card {event.card}, read from the {side}, marks site {site}, not {event.site}")
    floors = row["floors"][event.city * 9 + site - 1]
    owner = int(row["owner"][event.city * 9 + site - 1])
    mine = owner != NOBODY and owner % SEATS[row["variant"]] == seat
    would = int(floors[event.colour]) + event.block
    has, would_have = (
        f"{_colour(row, owner)} has {floors[owner]} there",
        f"{_colour(row, event.colour)} would have {would}",
    )
    return Refusal("M3" if mine else "M-cap", f"not enough storeys: {has}, {would_have}")


def _refuse_skip(row: Row, event: Skipped) -> Refusal:
    return _refuse_block(row, event) or Refusal("M2", "a block may be given away only if nothing can be built")


def _seat(event: Any) -> int:
    return int(event.seat)


def _hand(row: Row) -> list[int]:
    return [int(card) + 1 for card in row["hand"][row["seat"]] if card < CARD_KINDS]


def _marked(row: Row, seat: int, card: int) -> int:
    return int(MARKED[SIDE_OF[row["variant"], seat], card - 1]) + 1


def picking_colour(row: Row) -> int:
    """M-pick: the colour that is picked now."""
    seat = int(row["seat"])
    return seat if row["picked"][seat].sum() == 0 else seat + int(SEATS[row["variant"]])


def _colour(row: Row, colour: int) -> str:
    return COLOUR_NAMES[VARIANTS[row["variant"]]["edition"]][colour]


def _storeys(count: int) -> str:
    return "1 storey" if count == 1 else f"{count} storeys"
