"""What a person may ask for at a table. The same JSON over HTTP and over the socket."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

import msgspec

Seat = Annotated[int, msgspec.Meta(ge=0, le=15)]
# the end of a text alone would also match before a line break
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}(?!\\n)$")]
Nonce = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,64}(?!\\n)$")]
Tag = Annotated[str, msgspec.Meta(max_length=40)]
MESSAGE_LIMIT = 4096  # bytes


class Command(
    msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """`version` says which condition of the table is answered; `tag` comes back with the answer."""

    version: Annotated[int, msgspec.Meta(ge=0, le=2**31)] | None = None
    tag: Tag | None = None

    def fingerprint(self, person: str) -> str | None:
        """The same for the same request of the same person, if it says which version it answers."""
        if self.version is None:
            return None
        text = msgspec.json.encode(msgspec.structs.replace(self, tag=None))
        return hashlib.blake2b(person.encode() + b"/" + text, digest_size=12).hexdigest()


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat: a certain one, or any."""

    seat: Seat | None = None
    commit: Digest | None = None


class Leave(Command, frozen=True, tag="leave"):
    """Give up your seat before the game."""


class SeatBot(Command, frozen=True, tag="seat_bot"):
    """The host puts a bot on an open seat."""

    seat: Seat
    level: Annotated[str, msgspec.Meta(max_length=40)]


class Clear(Command, frozen=True, tag="clear"):
    """The host opens a seat again, before the game."""

    seat: Seat


class Reveal(Command, frozen=True, tag="reveal"):
    nonce: Nonce


class Play(Command, frozen=True, tag="play"):
    actions: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=2**31)]], msgspec.Meta(min_length=1, max_length=8)]
    version: Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class Resign(Command, frozen=True, tag="resign"):
    pass


class Replace(Command, frozen=True, tag="replace"):
    """Let a bot play for a player who has not moved for long."""

    seat: Seat


class Back(Command, frozen=True, tag="back"):
    """Take your seat back from the bot."""


class Undo(Command, frozen=True, tag="undo"):
    pass


class Agree(Command, frozen=True, tag="agree"):
    pass


class Decline(Command, frozen=True, tag="decline"):
    pass


class Chat(Command, frozen=True, tag="chat"):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


Phrase = Literal["hello", "luck", "nice", "thanks", "oops", "moment", "thinking", "close", "again", "bye"]
PHRASES: dict[Phrase, str] = {  # for programs; the page says them in the language of its reader
    "hello": "Hello!",
    "luck": "Good luck, and have fun!",
    "nice": "Well played!",
    "thanks": "Thank you!",
    "oops": "Oops!",
    "moment": "One moment, please.",
    "thinking": "Let me think.",
    "close": "That was close!",
    "again": "Shall we play again?",
    "bye": "Goodbye!",
}


class Say(Command, frozen=True, tag="say"):
    """A quick phrase: also where there is no free chat."""

    phrase: Phrase


class Rematch(Command, frozen=True, tag="rematch"):
    """A new table of the same kind, at which the asker has their seat again."""

    commit: Digest | None = None


class Close(Command, frozen=True, tag="close"):
    """The host gives the table up before the game."""


AnyCommand = (
    Sit
    | Leave
    | SeatBot
    | Clear
    | Reveal
    | Play
    | Resign
    | Replace
    | Back
    | Undo
    | Agree
    | Decline
    | Chat
    | Say
    | Rematch
    | Close
)
decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
