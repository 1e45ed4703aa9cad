"""Events: what an action brought about, as a record tells it. Who may know what of them, the kernel `event` says."""

from collections.abc import Iterable

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="e", forbid_unknown_fields=True):
    """One thing that happened."""


def joined(events: Iterable[Event]) -> list[Event]:
    """Cards that chance turned up one by one for one seat are told as one event with a list of cards."""
    told: list[Event] = []
    for event in events:
        last = told[-1] if told else None
        if last is not None and type(last) is type(event) and "cards" in event.__struct_fields__:
            one, two = msgspec.structs.asdict(last), msgspec.structs.asdict(event)
            cards = [*one.pop("cards"), *two.pop("cards")]
            if one == two:
                told[-1] = msgspec.structs.replace(last, cards=cards)
                continue
        told.append(event)
    return told
