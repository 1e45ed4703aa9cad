"""Events: what an action brought about, as a record tells it. The kernel `event` decides who may know what of it."""

from collections.abc import Iterable

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="e", forbid_unknown_fields=True):
    """One thing that happened."""


def joined(events: Iterable[Event]) -> list[Event]:
    """The same events with cards that came to a seat one by one joined into one event with a list of cards."""
    merged: list[Event] = []
    for event in events:
        last = merged[-1] if merged else None
        if last is not None and type(last) is type(event) and "cards" in event.__struct_fields__:
            one, two = msgspec.structs.asdict(last), msgspec.structs.asdict(event)
            cards = [*one.pop("cards"), *two.pop("cards")]
            if one == two:
                merged[-1] = msgspec.structs.replace(last, cards=cards)
                continue
        merged.append(event)
    return merged
