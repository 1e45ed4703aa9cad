"""Who may see what of a table: frames, made for one person at one version."""

from __future__ import annotations

import functools
import sys
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from bauboom.core.chance import commitment
from bauboom.games import load
from bauboom.machines.pages import rules_hash

from . import entries as log
from .clock import outage, replaceable
from .permissions import why_no_undo
from .trial import legal_list

if TYPE_CHECKING:
    from .table import Happened, Result, Table, Unrated

FRAMES = 64  # that are kept of one version
BEFORE = "before"  # under which what could be seen one version earlier is kept beside them


class SeatInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a table."""

    kind: Literal["person", "bot", "open"]
    name: str | None
    level: str | None  # of the bot that plays here
    out: log.Out | None
    commit: str | None
    nonce: str | None


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    left: list[int]  # by seat, in ms
    since: int


class UndoOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    agreed: tuple[int, ...]


class Fair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the server commits to before the first card, and reveals after the game."""

    hash: str
    seed: str | None
    since: int | msgspec.UnsetType = msgspec.UNSET  # in a game begun elsewhere: the first step that can be checked


class Changing(msgspec.Struct, frozen=True):
    """What everybody at a table may know of it and an entry can change."""

    phase: str
    seats: list[SeatInfo]
    turn: int | None
    since: int
    clock: Clock | None
    replaceable: int | None
    offer: UndoOffer | None
    result: Result | None
    unrated: Unrated | None  # why a game that was to be rated does not count
    fair: Fair


class Head(msgspec.Struct, tag_field="t", tag="table"):
    version: int
    since: int  # the version since which `told` tells
    you: int | None
    host: bool
    rematch: str | None
    undo: bool
    table: msgspec.Raw


class Frame(Head, tag="table"):
    """For programs: everything is said."""

    view: msgspec.Raw | None
    legal: list[msgspec.Raw]
    told: list[Any]


class PackedHead(Head, tag="table"):
    """For pages that have the rules; the row of the view follows, and what happened is numbers."""

    rules: str
    decides: bool
    whole: bool  # whether `table` is all of it, or only what has changed
    told: list[Any]


def changing(table: Table) -> Changing:
    found: Changing | None = table.made.get(Changing)
    if found is None:
        found = table.made[Changing] = _changing(table)
    return found


def _changing(table: Table) -> Changing:
    offer, is_over = table.offer, table.is_open_book
    clock = None
    if table.left and table.info.pace.kind != "free":  # an outage moves the time since which the player has thought
        clock = Clock(table.left, table.since + outage(table.outages, table.since, sys.maxsize))
    return Changing(
        phase=table.phase,
        seats=[
            SeatInfo("person" if p.person else "bot" if p.level else "open", p.name, p.level, p.out, p.commit, p.nonce)
            for p in table.places
        ],
        turn=table.turn,
        since=table.since,
        clock=clock,
        replaceable=replaceable(table),
        offer=UndoOffer(offer.seat, offer.agreed) if offer else None,
        result=table.result,
        unrated=table.unrated,
        fair=Fair(
            commitment(table.info.seed),
            table.info.seed.hex() if is_over else None,
            len(table.brought) if table.brought else msgspec.UNSET,
        ),
    )


def public(table: Table) -> dict[str, Any]:
    """What everybody at the table may know of it."""
    info, game = table.info, table.game
    return {
        "id": info.id,
        "code": info.code,
        "game": info.game,
        "options": game.options,
        **({game.custom.key: game.material} if game.custom and game.material else {}),
        "pace": info.pace,
        "listed": info.listed,
        "spectators": info.spectators,
        "chat": info.chat,
        "rated": info.rated,
        "hints": info.hints,
        "created": info.created,
        **msgspec.structs.asdict(changing(table)),
    }


def frame(table: Table, ids: Collection[str], since: int | None = None) -> bytes:
    """All that a person may know of the table now, with what happened since a version that they know, as JSON."""
    seat, since = table.seat_of(ids), _known(table, since)
    key = "frame", seat, table.info.host in ids, since
    found: bytes | None = table.made.get(key)
    if found is not None:
        return found
    view = table.state.view(seat) if table.state is not None else None
    made = msgspec.json.encode(
        Frame(
            *_head(table, ids, seat, since),
            table=msgspec.Raw(msgspec.json.encode(public(table))),
            view=None if view is None else msgspec.Raw(msgspec.json.encode(view.data)),
            legal=legal_list(view) if view is not None and table.decides(seat) else [],
            told=told(table, seat, since),
        )
    )
    return _kept(table, key, made)


def packed(table: Table, ids: Collection[str], since: int | None = None, is_next: bool = False) -> bytes:
    """The same for a page: the length of a head, the head as JSON, and the row of the view.

    A page that has seen the version before (`is_next`) is told of the table itself only what has changed.
    """
    seat, since = table.seat_of(ids), _known(table, since)
    is_whole = not (is_next and since == table.version - 1 and BEFORE in table.made)
    key = "packed", is_whole, table.info.host in ids, since
    if seat is None and key in table.made:
        found: bytes = table.made[key]
        return found
    text = msgspec.json.encode(
        PackedHead(
            *_head(table, ids, seat, since),
            table=msgspec.Raw(msgspec.json.encode(public(table)) if is_whole else _changes(table)),
            rules=_rules_of(table.info.game),
            decides=table.decides(seat),
            whole=is_whole,
            told=told(table, seat, since, as_numbers=True),
        )
    )
    row = b"" if table.state is None else table.state.view_bytes(seat)
    made = b"".join((len(text).to_bytes(4, "little"), text, row))
    return _kept(table, key, made) if seat is None else made  # many may watch; a seat has mostly one page


def _known(table: Table, since: int | None) -> int:
    return table.version if since is None or not 0 <= since <= table.version else since


def _head(
    table: Table, ids: Collection[str], seat: int | None, since: int
) -> tuple[int, int, int | None, bool, str | None, bool]:
    rematch = None if seat is None else table.rematch  # its seats are not for spectators
    may_undo = seat is not None and why_no_undo(table, seat) is None
    return table.version, since, seat, table.info.host in ids, rematch, may_undo


def _changes(table: Table) -> bytes:
    """What an entry has changed of what everybody may know."""
    found: bytes | None = table.made.get("changes")
    if found is None:
        before, now = table.made[BEFORE], changing(table)
        names = [name for name in Changing.__struct_fields__ if getattr(now, name) != getattr(before, name)]
        found = table.made["changes"] = msgspec.json.encode({name: getattr(now, name) for name in names})
    return found


def _kept(table: Table, key: Any, made: bytes) -> bytes:
    if len(table.made) >= FRAMES:  # anybody may ask for what happened since any version
        table.made = {known: table.made[known] for known in (BEFORE, Changing) if known in table.made}
    table.made[key] = made
    return made


@functools.cache
def _rules_of(game: str) -> str:
    return rules_hash(load(game))


def told(table: Table, seat: int | None, since: int, as_numbers: bool = False) -> list[Any]:
    """What a seat (None: a spectator) learnt since a version: events, or the numbers that tell of them."""
    recent = table.history[since : table.version]
    if not any(map(_is_move, recent)):
        return [event for happened in recent for event in _told_of_table(happened)]
    if len(recent) == 1 and isinstance(recent[0].logged.entry, log.Played):
        assert table.latest is not None
        return table.latest.numbers_told(seat) if as_numbers else table.latest.told(seat)
    return _told_again(table, seat, since, as_numbers)


def _told_again(table: Table, seat: int | None, since: int, as_numbers: bool) -> list[Any]:
    """The same, where more has happened than the last decision, whose steps the table holds."""
    events: list[Any] = []
    before = None
    for number, (happened, after) in enumerate(table.replayed()):
        if number >= since:
            if _is_move(happened):
                assert after is not None
                events += after.numbers_told(seat, before) if as_numbers else after.told(seat, before)
            events += _told_of_table(happened)
        before = after
    return events


def _is_move(happened: Happened) -> bool:
    return isinstance(happened.logged.entry, (log.Begun, log.Played))


def _told_of_table(happened: Happened) -> list[dict[str, Any]]:
    entry, events = happened.logged.entry, list[dict[str, Any]]()
    if isinstance(entry, (log.WentOut, log.CameBack, log.UndoAsked, log.UndoDeclined)):
        told = msgspec.to_builtins(entry)
        events.append({**told, "e": f"table:{told['e']}"})
    if happened.is_undone:
        events.append({"e": "table:undone"})
    return events
