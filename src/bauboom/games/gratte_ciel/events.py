"""What happens, as a record tells it; how events and actions translate; why an event may not stand where it does."""

from collections.abc import Iterable
from itertools import takewhile
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from bauboom.core.action import Action
from bauboom.core.event import Event
from bauboom.core.game import Refusal, Row
from bauboom.core.record import Result
from bauboom.core.words import Term, Words

from . import actions as act
from .components import (
    AT_ONCE,
    CHOOSE,
    DEAL,
    DRAW,
    EMPTY,
    FINISHED,
    FIRST_DRAW,
    FIRST_REVEAL,
    HAND,
    INSURE,
    KEEP,
    LOOK,
    MAX_SEATS,
    OPEN,
    PLAY,
    PUT,
    REVEAL,
    ROB,
    ROOF0,
    SEATS,
    SITES,
    SPECIALS_END,
    START,
    STEAL,
    TAKE,
    TOWER_CARDS,
)
from .deck import ACTIONS, FOUNDATIONS, KINDS, NAMES
from .rules import next_site
from .view import cards_of

Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Site = Annotated[int, Meta(ge=0, lt=SITES)]
Card = Literal[KINDS]  # type: ignore[valid-type]  # the kinds of the deck, from its one list
Ground = Literal[FOUNDATIONS]  # type: ignore[valid-type]
Cards = Annotated[list[Card], Meta(min_length=1, max_length=20)]  # whether it is the right number, the rules say


class Started(Event, frozen=True, tag="start"):
    seat: Seat


class Founded(Event, frozen=True, tag="foundation"):
    site: Site
    kind: Ground


class Dealt(Event, frozen=True, tag="deal"):
    seat: Seat
    cards: Cards


class Built(Event, frozen=True, tag="build"):
    seat: Seat
    card: Card
    site: Site


class Robbed(Event, frozen=True, tag="steal"):
    seat: Seat
    victim: Seat = field(name="from")


class Stolen(Event, frozen=True, tag="stolen"):
    seat: Seat
    victim: Seat = field(name="from")
    cards: Cards


class Kept(Event, frozen=True, tag="keep"):
    seat: Seat
    card: Card


class Roofed(Event, frozen=True, tag="roof"):
    seat: Seat
    card: Card
    site: Site


class Insured(Event, frozen=True, tag="insure"):
    seat: Seat
    site: Site


class Quaked(Event, frozen=True, tag="quake"):
    seat: Seat
    site: Site


class CenturyQuaked(Event, frozen=True, tag="century"):
    seat: Seat


class Studied(Event, frozen=True, tag="study"):
    seat: Seat
    source: Literal["deck", "discard"] = field(name="from")


class Seen(Event, frozen=True, tag="seen"):
    seat: Seat
    cards: Cards


class Taken(Event, frozen=True, tag="take"):
    seat: Seat
    card: Card


class PlayedAtOnce(Event, frozen=True, tag="play"):
    seat: Seat
    card: Card


class Swapped(Event, frozen=True, tag="swap"):
    seat: Seat


class PutBack(Event, frozen=True, tag="put"):
    seat: Seat
    card: Card


class Whirled(Event, frozen=True, tag="tornado"):
    seat: Seat
    to: Literal["left", "right"]


class Discarded(Event, frozen=True, tag="discard"):
    seat: Seat
    card: Card


class Drawn(Event, frozen=True, tag="draw"):
    seat: Seat
    card: Card


class Collapsed(Event, frozen=True, tag="collapse"):
    site: Site


class Declined(Event, frozen=True, tag="decline"):
    seat: Seat


EVENTS = (
    *(Started, Founded, Dealt, Built, Robbed, Stolen, Kept, Roofed, Insured, Quaked, CenturyQuaked, Studied, Seen),
    *(Taken, PlayedAtOnce, Swapped, PutBack, Whirled, Discarded, Drawn, Collapsed, Declined),
)


def actions_of(event: Event) -> list[Action]:
    """The actions that an event tells; none for what happens by itself."""
    match event:
        case Started(seat=seat):
            return [act.Start(seat)]
        case Founded(kind=kind):
            return [act.Reveal(kind)]
        case Dealt(cards=cards) | Seen(cards=cards) | Stolen(cards=cards):
            return [act.Draw(card) for card in cards]
        case Drawn(card=card):
            return [act.Draw(card)]
        case Built(card=card, site=site):
            return [act.Build(card, site)]
        case Roofed(card=card, site=site):
            return [act.Roof(card, site)]
        case Robbed(victim=victim):
            return [act.Steal(victim)]
        case Insured(site=site):
            return [act.Insure(site)]
        case Quaked(site=site):
            return [act.Quake(site)]
        case CenturyQuaked():
            return [act.Century()]
        case Studied(source=source):
            return [act.Study(source)]
        case Whirled(to=to):
            return [act.Tornado(to)]
        case Swapped():
            return [act.Swap()]
        case Declined():
            return [act.Decline()]
        case Discarded(card=card) | Kept(card=card) | Taken(card=card) | PlayedAtOnce(card=card) | PutBack(card=card):
            return [ACTION_OF_CARD[type(event)](card)]
    return []


ACTION_OF_CARD = {
    Discarded: act.Discard,
    Kept: act.Keep,
    Taken: act.Take,
    PlayedAtOnce: act.Play,
    PutBack: act.Put,
}


# Refusing

DUE: dict[int, tuple[str, str, tuple[type[Event], ...]]] = {  # by phase: the rule, the sentence, and what may come
    START: ("G-start", "due-start", (Started,)),
    FIRST_REVEAL: ("G-setup", "due-first-reveal", (Founded,)),
    DEAL: ("G-setup", "due-deal", (Dealt,)),
    FIRST_DRAW: ("G-turn", "due-draw", (Drawn,)),
    DRAW: ("G-turn", "due-draw", (Drawn,)),
    ROB: ("G-theft", "due-rob", (Stolen,)),
    LOOK: ("G-study-deck", "due-look", (Seen,)),
    REVEAL: ("G-study-site", "due-reveal", (Founded,)),
    PLAY: (
        *("G-turn", "due-play"),
        (Built, Roofed, Studied, Insured, Whirled, Quaked, CenturyQuaked, Discarded),
    ),
    STEAL: ("G-theft", "due-steal", (Robbed, Declined)),
    KEEP: ("G-theft", "due-keep", (Kept,)),
    INSURE: ("G-insure-roof", "due-insure", (Insured, Declined)),
    CHOOSE: ("G-study-deck", "due-choose", (Taken, PlayedAtOnce, Swapped)),
    PUT: ("G-study-deck", "due-put", (PutBack,)),
    AT_ONCE: ("G11", "due-at-once", (Built, Roofed, Studied, Insured, Whirled, Quaked, CenturyQuaked)),
    TAKE: ("G-study-discard", "due-take", (Taken,)),
}
PLAYED_AS: dict[Any, str] = dict(zip((Studied, Insured, Whirled, Quaked, CenturyQuaked), ACTIONS, strict=True))


def refuse(row: Row, event: Event, due: Event | None, past: Iterable[Event] = ()) -> Refusal:
    """Why an event may not come here; `due` is one that has to come first by itself."""
    phase, turn = int(row["phase"]), int(row["seat"])
    if isinstance(due, Collapsed):
        return Refusal("G-collapse", "due-collapse", site=due.site)
    if phase == FINISHED:
        return Refusal("G-end", "over")
    if isinstance(event, Collapsed):
        return Refusal("G-collapse", "collapse")
    rule, key, kinds = DUE[phase]
    if phase == REVEAL and not (row["owner"] == OPEN).any():
        rule = "G2"
    if not isinstance(event, kinds):
        return _refuse_late(row, event, past) or Refusal(_rule_of(event) or rule, key, seat=turn)
    if isinstance(event, Started):
        return Refusal(rule, "no-player", players=int(SEATS[row["variant"]]))
    if isinstance(event, Founded):
        return _refuse_foundation(row, event)
    if _seat(event) != turn:
        return _refuse_late(row, event, past) or Refusal(rule if phase == DEAL else "G-turn", key, seat=turn)
    if isinstance(event, (Dealt, Drawn, Seen)):
        return _refuse_draw(row, event, rule)
    if isinstance(event, Stolen):
        return _refuse_stolen(row, event)
    if phase in (PLAY, AT_ONCE):
        return _refuse_play(row, event)
    return _refuse_choice(row, event, rule)


def _rule_of(event: Event) -> str | None:
    """The rule that would have allowed an event, where it is not simply too early or too late."""
    if isinstance(event, (Robbed, Stolen, Kept)):
        return "G-theft"
    return {Swapped: "G-study-swap", PutBack: "G-study-deck", Seen: "G-study-deck"}.get(type(event))


def _refuse_late(row: Row, event: Any, past: Iterable[Event]) -> Refusal | None:
    """What a player may not do besides, in a turn that is nearly over or has just gone by."""
    seat, is_ending = getattr(event, "seat", None), row["phase"] in (DRAW, REVEAL)
    if isinstance(event, Declined) and row["phase"] not in (STEAL, INSURE):
        return Refusal("G-insure-roof" if is_ending else DUE[int(row["phase"])][0], "decline")
    if isinstance(event, Drawn) and seat == row["seat"]:
        return Refusal("G-theft", "thief") if row["stole"] else None
    if not isinstance(event, (Drawn, Insured)) or (seat == row["seat"] and not is_ending):
        return None
    turn = list(takewhile(lambda one: getattr(one, "seat", seat) == seat, past))
    kinds = {type(one) for one in turn}
    if isinstance(event, Drawn):
        if Stolen in kinds:
            return Refusal("G-theft", "thief")
        is_full = cards_of(row["hand"][seat])[0] == HAND
        return (
            Refusal("G-turn", "hand-full" if is_full else "no-deck")
            if turn and (is_full or not row["deck_size"])
            else None
        )
    if Insured in kinds:
        return Refusal("G-insurance", "insured")
    return Refusal("G-insure-roof", "insure-late") if is_ending or Roofed in kinds else None


def _refuse_foundation(row: Row, event: Founded) -> Refusal:
    if event.site != (site := next_site(row)):
        return Refusal("G-setup", "site-number", right=site, said=event.site)
    return Refusal("G-cards", "no-foundation", kind=event.kind)


def _refuse_draw(row: Row, event: Any, rule: str) -> Refusal:
    cards = event.cards if isinstance(event, (Dealt, Seen)) else [event.card]
    known = [KINDS[card] for card in row["top"].tolist() if card != EMPTY][::-1]
    for place, card in enumerate(cards):
        left = int(row["pile"][KINDS.index(card)])
        if place < len(known):
            if card != known[place]:
                return Refusal("G-study-deck", "on-top", right=known[place])
        elif cards[len(known) :].count(card) > left:
            return Refusal("G-cards", "in-deck", card=card, count=left)
    return Refusal(rule, "count", right=min(HAND, int(row["deck_size"])), said=len(cards))


def _refuse_stolen(row: Row, event: Stolen) -> Refusal:
    victim = int(row["victim"])
    hand = cards_of(row["hand"][victim])[1] or []
    if event.victim != victim:
        return Refusal("G-theft", "victim", right=victim, said=event.victim)
    for card in event.cards:
        if event.cards.count(card) > hand.count(card):
            return Refusal("G-theft", "not-stolen", victim=victim, card=card)
    return Refusal("G-theft", "count", right=min(2, len(hand)), said=len(event.cards))


def _refuse_play(row: Row, event: Any) -> Refusal:
    card = PLAYED_AS.get(type(event)) or event.card
    if row["phase"] == AT_ONCE and card != KINDS[row["card"]]:
        return Refusal("G11", "other-card", right=KINDS[row["card"]])
    if row["phase"] == PLAY and card not in (cards_of(row["hand"][row["seat"]])[1] or []):
        return Refusal("G-turn", "not-held", card=card)
    if isinstance(event, Studied):
        return Refusal("G12", "no-deck" if event.source == "deck" else "no-discards")
    if isinstance(event, (Built, Roofed)):
        return _refuse_site(row, event, KINDS.index(card))
    return Refusal("G-quake" if isinstance(event, Quaked) else "G-insurance", "no-tower", site=event.site)


def _refuse_site(row: Row, event: Any, card: int) -> Refusal:
    rule = "G-roof" if isinstance(event, Roofed) else "G-build"
    if (ROOF0 <= card < TOWER_CARDS) != isinstance(event, Roofed) or card >= TOWER_CARDS:
        return Refusal(rule, "wrong-way", card=event.card)
    if row["owner"][event.site] != OPEN:
        return Refusal(rule, "not-open", site=event.site)
    assert not row["tower"][event.site][:SPECIALS_END].any()
    return Refusal("G21", "no-floor", site=event.site)


def _refuse_choice(row: Row, event: Any, rule: str) -> Refusal:
    seen = cards_of(row["aside"])[1] or []
    match event:
        case Robbed(victim=victim) if victim == event.seat:
            return Refusal("G-theft", "own-hand")
        case Robbed(victim=victim) if victim >= SEATS[row["variant"]]:
            return Refusal("G-theft", "no-player", players=int(SEATS[row["variant"]]))
        case Robbed(victim=victim):
            return Refusal("G17", "no-cards", victim=victim)
        case Insured(site=site):
            return Refusal(rule, "insure-other", right=int(row["site"]), said=site)
        case Swapped():
            return Refusal("G-study-swap", "swap", seen=seen)
        case PlayedAtOnce(card=card) if card in seen:
            return Refusal("G11", "no-play", card=card)
        case Taken(card=card) if row["phase"] == TAKE:
            return Refusal(rule, "not-discarded", card=card)
    return Refusal(rule, "not-among", card=event.card, cards=seen)


def refuse_result(row: Row, said: Result, right: Result) -> Refusal:
    """G-score: which points or winners are wrong."""
    if said.scores != right.scores:
        return Refusal("G-score", "scores", right=right.scores, said=said.scores)
    return Refusal("G-score", "winners", right=right.winners, said=said.winners)


def _card(words: Words, kind: str) -> str:
    """A card by name, with what this game's deck says of its height and prestige (G-deck)."""
    name, number = NAMES[kind][words.language], KINDS.index(kind)
    if kind in ACTIONS:
        return name
    height, prestige = int(words.row["card_height"][number]), int(words.row["card_prestige"][number])
    facts = {"name": name, "height": height, "prestige": prestige}
    return words.say("cards", "prestige" if prestige else "height", facts)


TERMS: dict[str, Term] = {"card": _card, "ground": lambda words, kind: NAMES[kind][words.language]}


def _seat(event: Any) -> int:
    return int(event.seat)
