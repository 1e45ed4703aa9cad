"""What happens, as a record tells it; how events and actions translate; why an event may not stand where it does."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from bauboom.core.action import Action
from bauboom.core.event import Event, OpenEvent, SeatEvent
from bauboom.core.game import Refusal, Row

from . import actions as act
from .components import (
    AT_ONCE,
    CARDS,
    CHOOSE,
    COLLAPSED,
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
    NOT_YET,
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
from .deck import ACTIONS, FOUNDATIONS, KINDS
from .view import cards_of

Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Site = Annotated[int, Meta(ge=0, lt=SITES)]
Card = Literal[KINDS]  # type: ignore[valid-type]  # the kinds of the deck, from its one list
Ground = Literal[FOUNDATIONS]  # type: ignore[valid-type]
Cards = Annotated[list[Card], Meta(min_length=1, max_length=20)]  # whether it is the right number, the rules say


class Started(OpenEvent, frozen=True, tag="start"):
    seat: Seat


class Founded(OpenEvent, frozen=True, tag="foundation"):
    site: Site
    kind: Ground


class Dealt(SeatEvent, frozen=True, tag="deal"):
    open = ("seat",)
    seat: Seat
    cards: Cards


class Built(OpenEvent, frozen=True, tag="build"):
    seat: Seat
    card: Card
    site: Site


class Robbed(OpenEvent, frozen=True, tag="steal"):
    seat: Seat
    victim: Seat = field(name="from")


class Stolen(SeatEvent, frozen=True, tag="stolen"):
    """G-theft: the thief sees the cards, and their owner knows what is missing."""

    open = ("seat", "from")
    seat: Seat
    victim: Seat = field(name="from")
    cards: Cards

    def is_known_to(self, seat: int | None, row: Row) -> bool:
        return seat in (self.seat, self.victim)


class Kept(SeatEvent, frozen=True, tag="keep"):
    """G-theft: who got a card back knows which was kept."""

    open = ("seat",)
    seat: Seat
    card: Card

    def is_known_to(self, seat: int | None, row: Row) -> bool:
        return seat in (self.seat, int(row["victim"]))


class Roofed(OpenEvent, frozen=True, tag="roof"):
    seat: Seat
    card: Card
    site: Site


class Insured(OpenEvent, frozen=True, tag="insure"):
    seat: Seat
    site: Site


class Quaked(OpenEvent, frozen=True, tag="quake"):
    seat: Seat
    site: Site


class CenturyQuaked(OpenEvent, frozen=True, tag="century"):
    seat: Seat


class Studied(OpenEvent, frozen=True, tag="study"):
    seat: Seat
    source: Literal["deck", "discard"] = field(name="from")


class Seen(SeatEvent, frozen=True, tag="seen"):
    open = ("seat",)
    seat: Seat
    cards: Cards


class Taken(SeatEvent, frozen=True, tag="take"):
    """G-study-discard: everybody sees what is taken from the discard pile."""

    open = ("seat",)
    seat: Seat
    card: Card

    def is_known_to(self, seat: int | None, row: Row) -> bool:
        return seat == self.seat or row["phase"] == TAKE


class PlayedAtOnce(OpenEvent, frozen=True, tag="play"):
    seat: Seat
    card: Card


class Swapped(OpenEvent, frozen=True, tag="swap"):
    seat: Seat


class PutBack(SeatEvent, frozen=True, tag="put"):
    open = ("seat",)
    seat: Seat
    card: Card


class Whirled(OpenEvent, frozen=True, tag="tornado"):
    seat: Seat
    to: Literal["left", "right"]


class Discarded(OpenEvent, frozen=True, tag="discard"):
    seat: Seat
    card: Card


class Drawn(SeatEvent, frozen=True, tag="draw"):
    open = ("seat",)
    seat: Seat
    card: Card


class Collapsed(OpenEvent, frozen=True, tag="collapse"):
    site: Site


class Declined(SeatEvent, frozen=True, tag="decline"):
    """G-insure-roof, G-secret: others do not learn that there was an insurance to decide about."""

    open = ("seat",)
    seat: Seat

    def seen_by(self, seat: int | None, row: Row) -> dict[str, Any]:
        return {} if is_secret_decision(row) and seat != self.seat else super().seen_by(seat, row)


def is_secret_decision(row: Row) -> bool:
    """G-insure-roof, G-secret: that somebody thinks about insuring a roof tells that there is an insurance."""
    return bool(row["phase"] == INSURE)


EVENTS = (
    *(Started, Founded, Dealt, Built, Robbed, Stolen, Kept, Roofed, Insured, Quaked, CenturyQuaked, Studied, Seen),
    *(Taken, PlayedAtOnce, Swapped, PutBack, Whirled, Discarded, Drawn, Collapsed, Declined),
)


def event_of(row: Row, action: Action) -> Event:
    """What an action, taken on this row, is told as."""
    seat = int(row["seat"])
    match action:
        case act.Start(seat=start):
            return Started(start)
        case act.Reveal(kind=kind):
            return Founded(next_site(row), kind)
        case act.Draw(card=card):
            match int(row["phase"]):
                case phase if phase == DEAL:
                    return Dealt(seat, [card])
                case phase if phase == LOOK:
                    return Seen(seat, [card])
                case phase if phase == ROB:
                    return Stolen(seat, int(row["victim"]), [card])
            return Drawn(seat, card)
        case act.Build(card=card, site=site):
            return Built(seat, card, site)
        case act.Roof(card=card, site=site):
            return Roofed(seat, card, site)
        case act.Study(source=source):
            return Studied(seat, source)  # type: ignore[arg-type]  # one of the two words
        case act.Insure(site=site):
            return Insured(seat, site)
        case act.Tornado(to=to):
            return Whirled(seat, to)  # type: ignore[arg-type]  # one of the two words
        case act.Quake(site=site):
            return Quaked(seat, site)
        case act.Century():
            return CenturyQuaked(seat)
        case act.Steal(seat=victim):
            return Robbed(seat, victim)
        case act.Swap():
            return Swapped(seat)
        case act.Decline():
            return Declined(seat)
        case (
            act.Discard(card=card)
            | act.Keep(card=card)
            | act.Take(card=card)
            | act.Play(card=card)
            | act.Put(card=card)
        ):
            return OF_CARD[type(action)](seat, card)
    raise TypeError(f"not an action of this game: {action!r}")


OF_CARD = {
    act.Discard: Discarded,
    act.Keep: Kept,
    act.Take: Taken,
    act.Play: PlayedAtOnce,
    act.Put: PutBack,
}


def consequences(before: Row, after: Row) -> list[Event]:
    """G-collapse: the towers that fell, in the order of their sites."""
    fallen = (after["owner"] == COLLAPSED) & (before["owner"] != COLLAPSED)
    return [Collapsed(site) for site in range(SITES) if fallen[site]]


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


ACTION_OF_CARD = {event: action for action, event in OF_CARD.items()}


# Refusing

DUE: dict[int, tuple[str, str, tuple[type[Event], ...]]] = {  # by phase: the rule, what is due, and as what it is told
    START: ("G-start", "chance names who begins", (Started,)),
    FIRST_REVEAL: ("G-setup", "the first sites are revealed", (Founded,)),
    DEAL: ("G-setup", "cards are dealt", (Dealt,)),
    FIRST_DRAW: ("G-turn", "a player without cards draws first", (Drawn,)),
    DRAW: ("G-turn", "cards are drawn up to five", (Drawn,)),
    ROB: ("G-theft", "two cards are drawn out of the victim's hand", (Stolen,)),
    LOOK: ("G-study-deck", "the top cards of the deck are looked at", (Seen,)),
    REVEAL: ("G-study-site", "a foundation is revealed", (Founded,)),
    PLAY: (
        *("G-turn", "a card is played or discarded"),
        (Built, Roofed, Studied, Insured, Whirled, Quaked, CenturyQuaked, Discarded),
    ),
    STEAL: ("G-theft", "it is decided whom to steal from", (Robbed, Declined)),
    KEEP: ("G-theft", "one of the two stolen cards is kept", (Kept,)),
    INSURE: ("G-insure-roof", "it is decided about insuring the tower just finished", (Insured, Declined)),
    CHOOSE: ("G-study-deck", "it is decided about the cards seen", (Taken, PlayedAtOnce, Swapped)),
    PUT: ("G-study-deck", "cards are put back on the deck", (PutBack,)),
    AT_ONCE: (
        *("G11", "the card is played at once"),
        (Built, Roofed, Studied, Insured, Whirled, Quaked, CenturyQuaked),
    ),
    TAKE: ("G-study-discard", "a card of the discard pile is taken", (Taken,)),
}
PLAYED_AS: dict[Any, str] = dict(zip((Studied, Insured, Whirled, Quaked, CenturyQuaked), ACTIONS, strict=True))


def refuse(row: Row, event: Event, due: Event | None) -> Refusal:
    """Why an event may not come here; `due` is one that has to come first by itself."""
    phase, turn = int(row["phase"]), int(row["seat"])
    if isinstance(due, Collapsed):
        return Refusal("G-collapse", f"first, the tower on site {due.site} collapses")
    if phase == FINISHED:
        return Refusal("G-end", "the game is over")
    if isinstance(event, Collapsed):
        return Refusal("G-collapse", f"nothing brings the tower on site {event.site} down now")
    rule, what, kinds = DUE[phase]
    if phase == REVEAL and not (row["owner"] == OPEN).any():
        rule = "G2"
    if not isinstance(event, kinds):
        return Refusal(_rule_of(row, event) or rule, f"not now: {what}")
    if isinstance(event, Started):
        return Refusal(rule, f"there is no seat {event.seat}; {SEATS[row['variant']]} play")
    if isinstance(event, Founded):
        return _refuse_foundation(row, event)
    if _seat(event) != turn:
        return Refusal(rule if phase == DEAL else "G-turn", f"it is seat {turn}'s turn: {what}")
    if isinstance(event, (Dealt, Drawn, Seen)):
        return _refuse_draw(row, event, rule)
    if isinstance(event, Stolen):
        return _refuse_stolen(row, event)
    if phase in (PLAY, AT_ONCE):
        return _refuse_play(row, event)
    return _refuse_choice(row, event, rule)


def _rule_of(row: Row, event: Event) -> str | None:
    """The rule that would have allowed an event, where it is not simply too early or too late."""
    if isinstance(event, (Robbed, Stolen, Kept)):
        return "G-theft"
    if isinstance(event, Drawn) and row["stole"]:
        return "G-theft"
    if isinstance(event, (Insured, Declined)) and row["phase"] in (DRAW, REVEAL):
        return "G-insure-roof"
    return {Swapped: "G-study-swap", PutBack: "G-study-deck", Seen: "G-study-deck"}.get(type(event))


def _refuse_foundation(row: Row, event: Founded) -> Refusal:
    if event.site != (site := next_site(row)):
        return Refusal("G-setup", f"the next site has number {site}, not {event.site}")
    return Refusal("G-cards", f"no foundation of kind {event.kind} is left")


def _refuse_draw(row: Row, event: Any, rule: str) -> Refusal:
    cards = event.cards if isinstance(event, (Dealt, Seen)) else [event.card]
    known = [KINDS[card] for card in row["top"].tolist() if card != EMPTY][::-1]
    for place, card in enumerate(cards):
        if place < len(known):
            if card != known[place]:
                return Refusal("G-study-deck", f"{known[place]} was put back on top, not {card}")
        elif cards[len(known) :].count(card) > row["pile"][KINDS.index(card)]:
            return Refusal("G-cards", f"the deck holds {row['pile'][KINDS.index(card)]} of {card}")
    return Refusal(rule, f"{min(HAND, int(row['deck_size']))} cards come now, not {len(cards)}")


def _refuse_stolen(row: Row, event: Stolen) -> Refusal:
    hand = cards_of(row["hand"][row["victim"]])[1] or []
    if event.victim != row["victim"]:
        return Refusal("G-theft", f"cards of seat {row['victim']} are stolen, not of seat {event.victim}")
    for card in event.cards:
        if event.cards.count(card) > hand.count(card):
            return Refusal("G-theft", f"seat {event.victim} does not hold {card}")
    return Refusal("G-theft", f"{min(2, len(hand))} cards are taken, not {len(event.cards)}")


def _refuse_play(row: Row, event: Any) -> Refusal:
    card = PLAYED_AS.get(type(event)) or event.card
    if row["phase"] == AT_ONCE and card != KINDS[row["card"]]:
        return Refusal("G11", f"{KINDS[row['card']]} is played at once, not {card}")
    if row["phase"] == PLAY and card not in (cards_of(row["hand"][row["seat"]])[1] or []):
        return Refusal("G-turn", f"seat {row['seat']} does not hold {card}")
    if isinstance(event, Studied):
        return Refusal("G12", f"the {'deck' if event.source == 'deck' else 'discard pile'} is empty")
    if isinstance(event, (Built, Roofed)):
        return _refuse_site(row, event, KINDS.index(card))
    return Refusal("G-quake" if isinstance(event, Quaked) else "G-insurance", f"there is no tower on site {event.site}")


def _refuse_site(row: Row, event: Any, card: int) -> Refusal:
    rule = "G-roof" if isinstance(event, Roofed) else "G-build"
    if (ROOF0 <= card < TOWER_CARDS) != isinstance(event, Roofed) or card >= TOWER_CARDS:
        return Refusal(rule, f"{event.card} is not played that way")
    if row["owner"][event.site] != OPEN:
        return Refusal(rule, f"site {event.site} is not open")
    assert not row["tower"][event.site][:SPECIALS_END].any()
    return Refusal("G-roof", f"there is no floor on site {event.site}")


def _refuse_choice(row: Row, event: Any, rule: str) -> Refusal:
    seen = cards_of(row["aside"])[1] or []
    match event:
        case Robbed(victim=victim):
            return Refusal("G17", f"seat {victim} is no other player with cards")
        case Insured(site=site):
            return Refusal(rule, f"the tower just finished is on site {row['site']}, not {site}")
        case Swapped():
            return Refusal("G-study-swap", f"only {len(seen)} cards were seen, and it takes five")
        case PlayedAtOnce(card=card) if card in seen:
            return Refusal("G11", f"{card} cannot be played now")
        case Taken(card=card) if row["phase"] == TAKE:
            return Refusal(rule, f"there is no {card} in the discard pile")
    return Refusal(rule, f"{event.card} is not among {', '.join(seen)}")


def next_site(row: Row) -> int:
    """G-setup: the number of the next site."""
    return int((row["owner"] != NOT_YET).sum())


def card_at_once(row: Row) -> str | None:
    return KINDS[row["card"]] if row["card"] < CARDS else None


def _seat(event: Any) -> int:
    return int(event.seat)
