"""What happens, as a record tells it; how events and actions translate; why an event may not stand where it does."""

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Struct

from bauboom.core.action import Action
from bauboom.core.event import Event
from bauboom.core.game import Refusal, Row
from bauboom.core.record import Result
from bauboom.core.words import Words

from .actions import Build, Draw, Pick, Skip, Start
from .components import (
    BREAKS_TIES,
    BUILD,
    CARD_KINDS,
    CITIES,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS,
    COLOURS_EACH,
    DEAL,
    DRAW,
    FINISHED,
    HAND,
    NOBODY,
    PICK,
    PICKS_PER_ROUND,
    SEATS,
    SIDE_NAMES,
    SIDE_OF,
    START,
    VARIANTS,
)
from .rules import marked_site, picking_colour

Seat = Annotated[int, Meta(ge=0, lt=4)]
Card = Annotated[int, Meta(ge=1, le=CARD_KINDS)]
City = Annotated[int, Meta(ge=0, lt=len(CITIES))]
Site = Annotated[int, Meta(ge=1, le=9)]
Colour = Annotated[int, Meta(ge=0, lt=COLOURS)]
Block = Annotated[int, Meta(ge=1, le=4)]
Points = Annotated[list[Annotated[int, Meta(ge=0, le=999)]], Meta(min_length=2, max_length=4)]


class Started(Event, frozen=True, tag="start"):
    seat: Seat


class Dealt(Event, frozen=True, tag="deal"):
    seat: Seat
    cards: Annotated[list[Card], Meta(min_length=1, max_length=4)]


class Picked(Event, frozen=True, tag="pick"):
    seat: Seat
    colour: Colour
    blocks: Annotated[list[Block], Meta(min_length=4, max_length=6)]


class Built(Event, frozen=True, tag="build"):
    seat: Seat
    card: Card
    city: City
    site: Site
    colour: Colour
    block: Block


class Skipped(Event, frozen=True, tag="skip"):
    seat: Seat
    card: Card
    colour: Colour
    block: Block


class Drawn(Event, frozen=True, tag="draw"):
    seat: Seat
    card: Card


class Reshuffled(Event, frozen=True, tag="reshuffle"):
    pass


class PointsOfRound(Struct, frozen=True, forbid_unknown_fields=True):
    tallest: Points
    cities: Points
    towers: Points


class Scored(Event, frozen=True, tag="score"):
    round: Annotated[int, Meta(ge=1, le=6)]
    points: PointsOfRound
    total: Points


EVENTS = (Started, Dealt, Picked, Built, Skipped, Drawn, Reshuffled, Scored)


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


# Refusing

DUE = {  # by phase: the events that may come, the rule that says so, and the sentence
    START: ((Started,), "M-start", "due-start"),
    DEAL: ((Dealt,), "M-deal", "due-deal"),
    PICK: ((Picked,), "M-pick", "due-pick"),
    BUILD: ((Built, Skipped), "M-turn", "due-build"),
    DRAW: ((Drawn,), "M-draw", "due-draw"),
}


def refuse(row: Row, event: Event, due: Event | None = None, past: Iterable[Event] = ()) -> Refusal:
    """Why an event may not come on this row, or not where another one is due by itself."""
    if due is not None:
        return _refuse_instead(event, due)
    phase, seat = int(row["phase"]), int(row["seat"])
    if phase == FINISHED:
        return Refusal("M-end", "over")
    kinds, rule, key = DUE[phase]
    if not isinstance(event, kinds):
        return Refusal(rule, key, seat=seat)
    if phase == START:
        return Refusal("M-start", "no-player", players=int(SEATS[row["variant"]]))
    if _seat(event) != seat:
        return Refusal("M4" if phase == PICK else rule, key, seat=seat)
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
        return Refusal("M1", "due-reshuffle")
    assert isinstance(due, Scored)
    if not isinstance(event, Scored):
        return Refusal("M-score", "due-score", round=due.round)
    for rule, name in (("M-tallest", "tallest"), ("M-majority", "cities"), ("M-tower", "towers")):
        said, right = getattr(event.points, name), getattr(due.points, name)
        if said != right:
            return Refusal(rule, name, right=right, said=said)
    if event.round != due.round:
        return Refusal("M-score", "round", right=due.round, said=event.round)
    return Refusal("M-score", "total", right=due.total, said=event.total)


def _refuse_cards(row: Row, event: Any) -> Refusal:
    cards = event.cards if isinstance(event, Dealt) else [event.card]
    for card in cards:
        if cards.count(card) > row["pile"][card - 1]:
            return Refusal("M-cards", "pile", card=card, count=int(row["pile"][card - 1]))
    return Refusal("M-deal", "deal", right=HAND, said=len(cards))


def _refuse_pick(row: Row, event: Picked) -> Refusal:
    colour, due = picking_colour(row), int(PICKS_PER_ROUND[row["variant"]])
    if event.colour != colour:
        return Refusal("M-pick", "pick-colour", right=colour, said=event.colour)
    if len(event.blocks) != due:
        return Refusal("M-pick", "pick", right=due, said=len(event.blocks))
    for size in event.blocks:
        left = int(row["supply"][colour, size - 1])
        if event.blocks.count(size) > left:
            return Refusal("M-blocks", "supply", colour=colour, size=size, count=left)
    return Refusal("M-pick", "pick-order")


def _refuse_block(row: Row, event: Any) -> Refusal | None:
    """What building and skipping have in common: own card, own colour, picked block."""
    seat, hand = int(row["seat"]), _hand(row)
    if event.card not in hand:
        return Refusal("M-build", "hand", card=event.card, hand=hand)
    own = COLOUR_OF[row["variant"], seat, : COLOURS_EACH[row["variant"]]].tolist()
    if event.colour not in own:
        return Refusal("M-colours", "colour", seat=seat, own=own, said=event.colour)
    if row["picked"][event.colour, event.block - 1] == 0:
        return Refusal("M-pick", "not-picked", colour=event.colour, size=event.block)
    return None


def _refuse_build(row: Row, event: Built) -> Refusal:
    if refusal := _refuse_block(row, event):
        return refusal
    seat = int(row["seat"])
    site = marked_site(row, seat, event.card - 1, 0) + 1
    if event.site != site:
        side = SIDE_NAMES[SIDE_OF[row["variant"], seat]]
        return Refusal("M-sides", "site", card=event.card, side=side, right=site, said=event.site)
    floors = row["floors"][event.city * 9 + site - 1]
    owner = int(row["owner"][event.city * 9 + site - 1])
    mine = owner != NOBODY and owner % SEATS[row["variant"]] == seat
    has, would = int(floors[owner]), int(floors[event.colour]) + event.block
    return Refusal("M3" if mine else "M-cap", "cap", owner=owner, has=has, colour=event.colour, would=would)


def _refuse_skip(row: Row, event: Skipped) -> Refusal:
    return _refuse_block(row, event) or Refusal("M2", "can-build")


def refuse_result(row: Row, said: Result, right: Result) -> Refusal:
    """Which rule a wrong result breaks."""
    if said.scores != right.scores:
        return Refusal("M-score", "scores", right=right.scores, said=said.scores)
    best = [seat for seat, points in enumerate(right.scores) if points == max(right.scores)]
    if len(best) == 1 or not set(said.winners) <= set(best):
        return Refusal("M-win", "winners", right=right.winners, said=said.winners)
    rule = "M-tie-2017" if BREAKS_TIES[row["variant"]] else "M-tie-1994"
    return Refusal(rule, "winners-tied", right=right.winners, said=said.winners)


def _colour(words: Words, colour: int) -> str:
    return words.name("colour", COLOUR_NAMES[VARIANTS[words.row["variant"]]["edition"]][colour])


TERMS = {"colour": _colour}


def _seat(event: Any) -> int:
    return int(event.seat)


def _hand(row: Row) -> list[int]:
    return [int(card) + 1 for card in row["hand"][row["seat"]] if card < CARD_KINDS]
