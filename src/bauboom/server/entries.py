"""The log of a table: everything that can happen there, one struct each. A table is nothing but its log, folded.

Entries are stored for ever: fields may be added with a default, never renamed or removed.
"""

from typing import Literal

import msgspec

Out = Literal["resigned", "time", "replaced"]


class Entry(msgspec.Struct, frozen=True, tag_field="e", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One thing that happened at a table."""


class Sat(Entry, frozen=True, tag="sit"):
    """A person took a seat; `commit` is the hash of the nonce that they will mix into the chance."""

    seat: int
    person: str
    name: str
    commit: str | None = None
    is_rated: bool = False  # whether a game with this person can count: guests have no rating
    owner: str | None = None  # of a bot that plays by the API


class BotSat(Entry, frozen=True, tag="bot"):
    seat: int
    level: str


class Cleared(Entry, frozen=True, tag="clear"):
    """A seat is open again, before the game: its player left, the host wanted that, or the player was away for long."""

    seat: int
    why: Literal["left", "host", "idle"] = "left"


class Brought(Entry, frozen=True, tag="brought"):
    """The game was begun elsewhere: `actions` is all that happened there, chance included."""

    actions: list[int]


class Revealed(Entry, frozen=True, tag="reveal"):
    seat: int
    nonce: str


class Begun(Entry, frozen=True, tag="begin"):
    """The game begins; `actions` is what chance brought before the first decision."""

    actions: list[int]


class Played(Entry, frozen=True, tag="play"):
    """What a seat decided, and what chance brought after it, up to the next decision."""

    seat: int
    actions: list[int]


class WentOut(Entry, frozen=True, tag="out"):
    """A person's part in the game is over; a bot plays on for them where others still play."""

    seat: int
    why: Out
    level: str
    ends_offer: bool = False  # whether they were asked to take something back: now they cannot agree


class CameBack(Entry, frozen=True, tag="back"):
    seat: int


class UndoAsked(Entry, frozen=True, tag="undo"):
    """A player would like to take back their last decision and all that followed."""

    seat: int


class UndoAgreed(Entry, frozen=True, tag="agree"):
    seat: int


class UndoDeclined(Entry, frozen=True, tag="decline"):
    seat: int


class Rematched(Entry, frozen=True, tag="rematch"):
    table: str


class Closed(Entry, frozen=True, tag="close"):
    """The table is given up: by its host before the game, because nobody came, or by who watches over the server."""

    why: Literal["host", "expired", "abandoned", "operator"]


AnyEntry = (
    Sat
    | BotSat
    | Cleared
    | Brought
    | Revealed
    | Begun
    | Played
    | WentOut
    | CameBack
    | UndoAsked
    | UndoAgreed
    | UndoDeclined
    | Rematched
    | Closed
)
decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


class Logged(msgspec.Struct, frozen=True, gc=False):
    """An entry with its place in the log."""

    version: int
    at: int  # milliseconds since 1970
    entry: AnyEntry
    request: str | None = None  # fingerprint of the command it answers, so that a second sending is recognised
