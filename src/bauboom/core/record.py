"""The game record: read, write, replay; refuse with the number of the event and the rule it breaks."""

from __future__ import annotations

import codecs
import os
import re
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from .errors import OptionError, UserError
from .event import Event, joined
from .game import Game, Refusal, check_language
from .words import Words, display_names, printable

if TYPE_CHECKING:
    from .state import State

FORMAT = "bauboom/1"
LINE_LIMIT = 16 * 2**20  # bytes in one record; the longest real game has some 20,000
LONGEST = 400  # letters of what is wrong with one
BAD_FORMAT = "record"  # in place of a rule's id, where a record breaks the format


class RecordError(UserError):
    """A record that cannot be accepted.

    `event` is the index of the first bad event, from 0, for programs; the text counts events from 1, for people.
    """

    def __init__(
        self,
        why: Refusal | str,
        rule: str = BAD_FORMAT,
        event: int | None = None,
        record: Record | None = None,
        at_end: bool = False,
    ) -> None:
        self.refusal = why if isinstance(why, Refusal) else Refusal(rule, "said", text=why)
        self.rule, self.event = self.refusal.rule, event
        self._words = partial(record.game.words, display_names(record.seats)) if record else Words
        self._what: Event | None = None
        if record is not None and event is not None and event < len(record.events):
            self._what = record.events[event]
        self._at_end = at_end
        self._given = self.refusal, self.rule, event, record, at_end
        self.why = self.explain()
        super().__init__(f"{self.why} ({self.rule})")

    def __reduce__(self) -> tuple[Any, ...]:
        return RecordError, self._given

    def explain(self, language: str = "en") -> str:
        """What is wrong, in a language: where in the record, what is there, and why it is refused. Without the rule."""
        check_language(language)
        words = self._words(language)
        facts = {"why": words.say("refusals", self.refusal.key, self.refusal.facts)}
        place = "end" if self._at_end else "record"
        if self.event is not None and not self._at_end:
            place = "known-event" if self._what else "event"
            facts |= {"number": str(self.event + 1), "what": words.event(self._what) if self._what else ""}
        return printable(words.say("places", place, facts), LONGEST)


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scores: list[int]
    winners: list[int]


class Envelope(msgspec.Struct):
    """The keys that every record has, events not yet looked at."""

    format: str
    game: str
    seats: list[str]
    events: msgspec.Raw
    options: dict[str, str | int] = {}
    result: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_envelope = msgspec.json.Decoder(Envelope)
_keys = msgspec.json.Decoder(dict[str, msgspec.Raw])
_raws = msgspec.json.Decoder(list[msgspec.Raw])
_result = msgspec.json.Decoder(Result)


@dataclass
class Record:
    """One game as it happened, chance included; `extra` holds all other keys of the file."""

    game: Game
    seats: list[str]
    events: list[Event]
    result: Result | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State, seats: list[str]) -> Record:
        events = state.events()
        if events and _is_open(state, events[-1]):
            events.pop()
        result = Result(list(state.scores), list(state.winners)) if state.is_over else None
        return cls(state.game, seats, events, result)

    @classmethod
    def decode(cls, line: bytes, load: Callable[[str], Game]) -> Record:
        """Read one record; `load` finds the game. Whether its events are legal is up to `replay`."""
        try:
            line = line.removeprefix(codecs.BOM_UTF8)
            envelope = _envelope.decode(line)
            if envelope.format != FORMAT:
                raise RecordError(Refusal(BAD_FORMAT, "format", said=envelope.format[:40], right=FORMAT))
            game = load(envelope.game)
            if missing := [name for name in game.required if name not in envelope.options]:
                raise RecordError(Refusal(BAD_FORMAT, "required", missing=missing))
            if (
                game.custom is not None and game.custom.key in envelope.options
            ):  # or a record could name a file to be read
                raise RecordError(Refusal(BAD_FORMAT, "own-key", game=game.name, key=game.custom.key))
            game = game.with_options({"players": len(envelope.seats), **envelope.options})
            if len(envelope.seats) != game.seats:
                raise RecordError(Refusal(BAD_FORMAT, "seats", named=len(envelope.seats), players=game.seats))
            extra = {
                k: msgspec.json.decode(v) for k, v in _keys.decode(line).items() if k not in Envelope.__struct_fields__
            }
            if game.custom is not None and game.custom.key in extra:
                if not isinstance(own := extra.pop(game.custom.key), dict):  # a file's name is not for records
                    raise RecordError(Refusal(BAD_FORMAT, "no-object", key=game.custom.key))
                game = game.with_material(own)
            msgspec.json.encode(extra)  # what can be read but not written back would be lost later
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RecordError(_unreadable(error)) from None
        except OptionError as error:
            raise RecordError(Refusal(BAD_FORMAT, "setup", text=str(error))) from None
        except RecursionError as error:
            raise RecordError(_unreadable(error)) from None
        record = cls(game, envelope.seats, [], None, extra)
        try:
            record.events = game.event_decoder.decode(envelope.events)
            record.result = None if envelope.result is msgspec.UNSET else _result.decode(envelope.result)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise record._first_error(envelope.events, error) from None
        return record

    def _first_error(self, events: msgspec.Raw, error: Exception) -> RecordError:
        """The error for an event that cannot be read, unless an earlier one breaks a rule: then that is raised."""
        number = None
        if place := re.search(r" at `\$\[(\d+)\][^`]*`$", str(error)):  # the text before may quote the file
            number = int(place[1])
            for raw in _raws.decode(events)[:number]:
                self.events += self.game.event_decoder.decode(b"[" + bytes(raw) + b"]")
        self._play()
        return RecordError(_unreadable(error), event=number, record=self)

    def encode(self) -> bytes:
        """One line of JSON, without the line's end."""
        result = {} if self.result is None else {"result": self.result}
        own = {self.game.custom.key: self.game.material} if self.game.custom and self.game.material else {}
        return msgspec.json.encode(
            {
                "format": FORMAT,
                "game": self.game.name,
                "options": self.game.options,
                "seats": self.seats,
                "events": self.events,
                **result,
                **own,
                **self.extra,
            }
        )

    def replay(self) -> State:
        """Play the record from the beginning; RecordError names the first event that breaks a rule."""
        state, due = self._play()
        self._check_result(state, is_over=state.is_over and not due)
        return state

    def play(self) -> State:
        """Play the events without checking the result."""
        return self._play()[0]

    def _play(self) -> tuple[State, list[Event]]:
        """The state after the events, and the events that would still have to follow by themselves."""
        state = self.game.root
        due: list[Event] = []
        for number, event in enumerate(self.events):
            past = islice(reversed(self.events), len(self.events) - number, None)  # read only if needed
            try:
                state, due = _accept(state, event, due, past)
            except Refusal as refusal:
                raise RecordError(refusal, event=number, record=self) from None
        return state, due

    def _check_result(self, state: State, is_over: bool) -> None:
        said, right = self.result, Result(list(state.scores), list(state.winners))
        if not is_over:
            if said is not None:
                early = Refusal(BAD_FORMAT, "early-result")
                raise RecordError(early, event=len(self.events), record=self, at_end=True)
            return
        if said is None:
            refusal = Refusal(BAD_FORMAT, "no-result")
        elif len(said.scores) != self.game.seats:
            refusal = Refusal(BAD_FORMAT, "result-scores", count=len(said.scores), players=self.game.seats)
        elif said.winners != sorted(set(said.winners)):
            refusal = Refusal(BAD_FORMAT, "result-winners")
        elif said != right:
            refusal = self.game.refuse_result(state._rows[0], said, right)
        else:
            return
        raise RecordError(refusal, record=self, at_end=True)


def readable(text: str) -> str:
    """What msgspec says about faulty JSON, without its way of naming places."""
    return re.sub(r"\$\[\d+\]\.?", "", text).replace(" - at `$.", " - at `").replace(" - at ``", "")[:200]


def _unreadable(error: Exception) -> Refusal:
    """The refusal of JSON that is broken or is no record. Technical details stay in English."""
    is_deep = isinstance(error, RecursionError)
    return Refusal(BAD_FORMAT, "deep") if is_deep else Refusal(BAD_FORMAT, "unreadable", text=readable(str(error)))


def _accept(state: State, event: Event, due: list[Event], past: Iterable[Event]) -> tuple[State, list[Event]]:
    """Play one event of a record; events that are `due` must come first, because they follow by themselves."""
    game = state.game
    if due:
        if event != due[0]:
            raise game.refuse(state._rows[0], event, due[0], past)
        return state, due[1:]
    begin, told, following = state, [], []
    for action in game.actions_of(event):
        number, row = game.space.find(action), state._rows[0]
        if number is None:
            raise game.refuse(row, event, None, past)
        told.append(game.event_of(state._rows, number))
        if len(told) == 1 and not _is_told_as(told[0], event):
            raise game.refuse(row, event, None, past)
        if not state.allows(number):
            raise game.refuse(row, told[-1] if len(told) > 1 else event, None, past)
        before, state = state, state._after(number)
        following += game.showing.events(before._rows, number, state._rows)[1:]
    if joined(told) != [event] or _is_open(state, event):
        raise game.refuse(begin._rows[0], event, None, past)
    return state, following


def _is_told_as(told: Event, event: Event) -> bool:
    """Whether an event is this one, or begins with its single card; the other cards are compared later."""
    cards = getattr(event, "cards", None)
    return told == event or (hasattr(told, "cards") and msgspec.structs.replace(told, cards=cards) == event)


def _is_open(state: State, event: Event) -> bool:
    """Whether the cards that chance turns up next belong to this event too."""
    actions = state._chance()[0] if "cards" in event.__struct_fields__ else []
    return bool(actions) and len(joined([event, state.game.event_of(state._rows, actions[0])])) == 1


def lines(source: BinaryIO) -> Iterator[tuple[int, bytes | RecordError]]:
    """The records of a file, one a line, read one at a time; a single record may be spread over several lines."""
    number = 0
    if (whole := _spread_out(source)) is not None:
        yield 1, whole
        return
    while line := source.readline(LINE_LIMIT + 1):
        number += 1
        if len(line) > LINE_LIMIT:
            while line and not line.endswith(b"\n"):
                line = source.readline(LINE_LIMIT)
            yield number, RecordError(Refusal(BAD_FORMAT, "long", limit=LINE_LIMIT // 2**20))
        elif line.strip():
            yield number, line


def _spread_out(source: BinaryIO) -> bytes | None:
    """The whole file, if it is one JSON value over several lines."""
    if not source.seekable():
        return None
    line = b"\n"
    while line and not line.strip():
        line = source.readline(LINE_LIMIT).removeprefix(codecs.BOM_UTF8)
    whole = line + source.read(LINE_LIMIT - len(line)) if line and not _is_complete(line) else b""
    at_end = not source.read(1)
    if whole and at_end and _is_complete(whole):
        return whole
    source.seek(0)
    return None


def _is_complete(text: bytes) -> bool:
    """Whether this is one JSON value, and all of it."""
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    except RecursionError:
        pass
    return True


def save(path: Path, content: bytes) -> None:
    """Write a file atomically: there is always either the old one or the new one."""
    path = path.resolve()
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
