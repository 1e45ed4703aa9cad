"""Time at a table: how long players may think, what happens by itself, and when. Times are in milliseconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from . import entries as log

if TYPE_CHECKING:
    from .table import Table

SECOND = 1000
DAY = 86_400 * SECOND
NEVER: Mapping[int, int] = MappingProxyType({})
STAND_IN = "greedy"  # the bot that plays on for a player who is out


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a player may think: without limit, minutes for the whole game, or days for a move."""

    kind: Literal["free", "live", "days"] = "free"
    minutes: Annotated[int, msgspec.Meta(ge=1, le=600)] = 20
    increment: Annotated[int, msgspec.Meta(ge=0, le=600)] = 10  # seconds more after each turn
    days: Annotated[int, msgspec.Meta(ge=1, le=30)] = 3

    @property
    def whole_time(self) -> int:
        """What a clock shows at the beginning."""
        return {"free": 0, "live": self.minutes * 60 * SECOND, "days": self.days * DAY}[self.kind]


class Terms(msgspec.Struct, frozen=True):
    """How long things may take, and who may let bots play among themselves; a server's settings."""

    reveal: int = 10 * SECOND  # for the nonces, before the game begins without them
    bot_pace: int = 700  # every bot's decision takes this long, or a multiple of it, whatever the bot holds
    silence: int = 180 * SECOND  # after which, without a clock, others may let a bot play for a player
    waiting: int = DAY  # for players to come
    idle: int = 15 * 60 * SECOND  # that a seat is kept for a player who is not there, at a listed table; 0: for ever
    abandoned: int = 14 * DAY  # without a move, where there is no clock
    bot_tables: Literal["accounts", "everybody", "nobody"] = "accounts"  # who may make tables for bots alone


class Due(msgspec.Struct, frozen=True):
    """What happens by itself if nobody does anything before, and when."""

    at: int
    what: Literal["begin", "bot", "time", "expire", "idle"]


def outage(outages: Sequence[tuple[int, int]], begin: int, end: int) -> int:
    """How long between two times no server was there."""
    return sum(max(0, min(end, until) - max(begin, since)) for since, until in outages)


def thought(table: Table, now: int) -> int:
    """How long the player on turn has been thinking; while no server was there, the clock stood still."""
    return now - table.since - outage(table.outages, table.since, now)


def deadline(table: Table, span: int) -> int:
    """When a time is up that began with what the table waits for."""
    end = table.since + span
    while end < (later := table.since + span + outage(table.outages, table.since, end)):
        end = later
    return end


def idle_from(table: Table, seen: Mapping[int, int]) -> dict[int, int]:
    """From when on the seats of people count as idle; `seen` says when they were there after they had sat down.

    A listed table is for strangers, who could keep its seats from others. Where a move may take days, nobody waits.
    """
    if table.phase != "waiting" or not table.info.listed or table.info.pace.kind == "days" or not table.terms.idle:
        return {}
    last = {n: max(place.since, seen.get(n, 0)) for n, place in enumerate(table.places) if place.person}
    return {n: at + table.terms.idle + outage(table.outages, at, at + table.terms.idle) for n, at in last.items()}


def due(table: Table, is_seen: bool = True, seen: Mapping[int, int] = NEVER) -> Due | None:
    """What comes next. Where only bots are left, they wait until somebody looks on, unless a person's rating does."""
    terms = table.terms
    if table.phase == "waiting":
        expires, idle = deadline(table, terms.waiting), min(idle_from(table, seen).values(), default=None)
        return Due(expires, "expire") if idle is None or expires <= idle else Due(idle, "idle")
    if table.phase == "dealing":
        waits = any(place.commit and not place.nonce for place in table.places)
        return Due(deadline(table, terms.reveal if waits else 0), "begin")
    seat = table.turn
    if seat is None:
        return None
    if table.is_deserted and not is_seen and not table.counts:
        return Due(deadline(table, terms.abandoned), "expire")
    if table.places[seat].is_bot:
        return Due(table.since + terms.bot_pace, "bot")
    if table.info.pace.kind == "free":
        return Due(deadline(table, terms.abandoned), "expire")
    return Due(deadline(table, table.left[seat]), "time")


def went_out(table: Table, seat: int, why: log.Out) -> log.WentOut:
    """A person's part is over. With it goes a question to take something back, if they may come back to say no, or if
    it is about what they decided, or others did who are away.
    """
    undone = table.undone_by(table.offer.seat) if table.offer is not None else set[int]()
    is_about_them = any(one == seat or table.places[one].out for one in undone)
    ends_offer = table.offer is not None and (why != "resigned" or is_about_them)
    return log.WentOut(seat, why, STAND_IN, ends_offer)


def happen(table: Table, due: Due) -> log.AnyEntry:
    """The entry for what is due; bots have to think first and are not asked here."""
    if due.what == "begin":
        return table.beginning()
    if due.what == "time":
        assert table.turn is not None
        return went_out(table, table.turn, "time")
    return log.Closed("abandoned" if table.phase == "playing" else "expired")


def replaceable(table: Table) -> int | None:
    """From when on a bot may be asked to play for the seat on turn; None: only a clock decides that, or nobody."""
    if table.turn is None or table.places[table.turn].is_bot or table.info.pace.kind != "free":
        return None
    return deadline(table, table.terms.silence)


def left_after(table: Table, seat: int, at: int) -> list[int]:
    """The clocks once a seat has thought until now: without that time, and with what a finished turn brings."""
    pace, left = table.info.pace, table.left
    if pace.kind == "days":
        mine = pace.whole_time
    elif pace.kind == "live" and not table.places[seat].is_bot:
        mine = max(0, left[seat] - thought(table, at)) + (pace.increment * SECOND if table.turn != seat else 0)
    else:
        return left
    return [*left[:seat], mine, *left[seat + 1 :]]
