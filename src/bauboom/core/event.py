"""Events: what an action brought about, as it is told in a record and to those who watch.

Every kind of event decides who may know what: an `OpenEvent` is for everybody; a `SeatEvent` belongs to its seat, or to
those of whom `is_known_to` says so, and the others learn only the fields it lists as open. There is no third way, so a
new kind cannot forget to decide.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="e", forbid_unknown_fields=True):
    """One thing that happened."""

    def seen_by(self, seat: int | None, row: Any) -> dict[str, Any]:
        """What a seat (None: a spectator) learns of it, beginning with nothing; `row` is the one it happened on.

        Who may not even know that something happened gets an empty dictionary.
        """
        raise NotImplementedError


class OpenEvent(Event, frozen=True):
    """Known to everybody in full."""

    def seen_by(self, seat: int | None, row: Any) -> dict[str, Any]:
        told: dict[str, Any] = msgspec.to_builtins(self)
        return told


class SeatEvent(Event, frozen=True):
    """Known in full to its seat alone, unless it says otherwise."""

    open: ClassVar[tuple[str, ...]]
    seat: int

    def is_known_to(self, seat: int | None, row: Any) -> bool:
        return seat == self.seat

    def seen_by(self, seat: int | None, row: Any) -> dict[str, Any]:
        told = msgspec.to_builtins(self)
        known = self.is_known_to(seat, row)
        return {k: v for k, v in told.items() if known or k == "e" or k in self.open}


def joined(events: Iterable[Event]) -> list[Event]:
    """Cards that chance turned up one by one for one seat are told as one event with a list of cards."""
    return [event for event, _ in joined_with((event, None) for event in events)]


def joined_with(events: Iterable[tuple[Event, Any]]) -> list[tuple[Event, Any]]:
    """The same for events that come with the state they happened in; a joined one keeps that of its first card."""
    told: list[tuple[Event, Any]] = []
    for event, state in events:
        last, before = told[-1] if told else (None, None)
        if last is not None and type(last) is type(event) and "cards" in event.__struct_fields__:
            one, two = msgspec.structs.asdict(last), msgspec.structs.asdict(event)
            cards = [*one.pop("cards"), *two.pop("cards")]
            if one == two:
                told[-1] = msgspec.structs.replace(last, cards=cards), before
                continue
        told.append((event, state))
    return told
