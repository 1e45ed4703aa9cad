"""What may be asked for at a table: a command becomes the next entry of the log, or is refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from bauboom.bots import LEVELS, check_bot, make_bot, parted
from bauboom.bots.roster import HINTER
from bauboom.core.chance import commitment
from bauboom.core.errors import OptionError
from bauboom.core.state import IllegalAction, View

from . import clock
from . import commands as ask
from . import entries as log
from .clock import SECOND
from .entries import AnyEntry
from .problems import Problem
from .trial import decisions, legal_list, played, reasons, refusing

if TYPE_CHECKING:
    from .table import Asker, Table

HOUSE_BOTS = ("random", "greedy", *LEVELS)
MOST_TAKEBACKS = 200  # of one table: each makes its log longer
OUT = "a bot plays for you"
ABSENT = "a player is away and cannot agree to that"


def decide(table: Table, command: ask.AnyCommand, asker: Asker, now: int) -> AnyEntry:
    """The entry that a command leads to; Problem says why it cannot be."""
    oldest = table.moved if isinstance(command, ask.Play) else table.version
    if command.version is not None and not oldest <= command.version <= table.version:
        raise Problem("stale", f"the table is at version {table.version} already", version=table.version)
    seat = table.seat_of(asker.ids)
    match command:
        case ask.Sit():
            return _sit(table, command, asker, seat)
        case ask.SeatBot() | ask.Clear() | ask.Close():
            return _arrange(table, command, asker)
    if seat is None:
        raise Problem("not_yours", "you have no seat at this table")
    match command:
        case ask.Play():
            _check_plays(table, seat)
            return carry_out(table, seat, command.actions)
        case ask.Leave():
            _check_phase(table, "waiting", "it is too late to leave; you can resign from the game")
            return log.Cleared(seat)
        case ask.Reveal():
            return _reveal(table, command, seat)
        case ask.Undo() | ask.Agree() | ask.Decline():
            return _undo(table, command, seat)
        case ask.Rematch():
            _check_phase(table, "over", "the game is not over")
            return log.Rematched(table.rematch or "")  # the keeper makes the table, if there is none
        case ask.Back():
            return _come_back(table, seat)
        case ask.Replace():
            return _replace(table, command, now)
    assert isinstance(command, ask.Resign)
    _check_plays(table, seat)
    return clock.went_out(table, seat, "resigned")


def _check_phase(table: Table, phase: str, why: str) -> None:
    if table.phase != phase:
        ended = {"over": "the game is over", "closed": "the table was given up"}
        raise Problem("not_now", ended.get(table.phase, why))


def _check_playing(table: Table) -> None:
    _check_phase(table, "playing", "nobody plays here now")


def _check_plays(table: Table, seat: int) -> None:
    _check_playing(table)
    if table.places[seat].out:
        raise Problem("not_now", "a bot plays for you; take your seat back first")


def check_wanted(table: Table, ids: Collection[str]) -> None:
    """Problem, if the host has cleared a seat of one of these."""
    if not table.unwanted.isdisjoint(ids):
        raise Problem("not_yours", "the host has taken you from this table; look for another one")


def _sit(table: Table, command: ask.Sit, asker: Asker, seat: int | None) -> AnyEntry:
    if seat is not None:
        raise Problem("taken", f"you have seat {seat} already")
    _check_phase(table, "waiting", "all seats are taken")
    check_wanted(table, {*asker.ids, asker.head})
    free = [number for number, place in enumerate(table.places) if place.is_open]
    wanted = free[0] if command.seat is None else command.seat
    if wanted not in free:
        raise Problem("taken", f"seat {wanted} is not free")
    return log.Sat(wanted, asker.id, asker.name, command.commit, asker.is_rated, asker.owner)


def _arrange(table: Table, command: ask.SeatBot | ask.Clear | ask.Close, asker: Asker) -> AnyEntry:
    if table.info.host not in asker.ids:
        raise Problem("not_yours", "only the host of the table can do that")
    _check_phase(table, "waiting", "the game has begun")
    if isinstance(command, ask.Close):
        return log.Closed("host")
    if command.seat >= table.game.seats:
        raise Problem("illegal", f"there is no seat {command.seat}")
    if isinstance(command, ask.Clear):
        if table.places[command.seat].is_open:
            raise Problem("not_now", f"seat {command.seat} is open")
        return log.Cleared(command.seat, "host")
    if not table.places[command.seat].is_open:
        raise Problem("taken", f"seat {command.seat} is not free")
    others = [place for seat, place in enumerate(table.places) if seat != command.seat]
    if all(place.is_bot for place in others):
        check_bots_only(table, asker)
    return bot_at(command.seat, command.level)


def check_bots_only(table: Table, asker: Asker) -> None:
    """Refuse a table at which only bots would play, unless the asker may have one."""
    if table.terms.bot_tables == "nobody":
        raise Problem("not_yours", "somebody has to play along; here bots do not play among themselves")
    if table.terms.bot_tables == "accounts" and not asker.is_rated:
        raise Problem("not_yours", "somebody has to play along; only accounts may let bots play among themselves")


def bot_at(seat: int, level: str) -> log.BotSat:
    """A bot of the house. A search of any length is none: it would keep all others waiting."""
    if parted(level)[0] not in HOUSE_BOTS:
        raise Problem("illegal", f"there is no bot {level[:40]!r} here; there is {', '.join(HOUSE_BOTS)}")
    try:
        check_bot(level)
    except OptionError as error:
        raise Problem("illegal", str(error)) from None
    return log.BotSat(seat, level)


def _reveal(table: Table, command: ask.Reveal, seat: int) -> AnyEntry:
    _check_phase(table, "dealing", "nonces are revealed when all have sat down, before the first card")
    place = table.places[seat]
    if place.nonce or not place.commit:
        raise Problem("not_now", "you have revealed it already" if place.nonce else "you committed to none")
    if commitment(bytes.fromhex(command.nonce)) != place.commit:
        raise Problem("illegal", "that is not the nonce you committed to")
    return log.Revealed(seat, command.nonce)


def end_part(table: Table, ids: Collection[str]) -> AnyEntry | None:
    """The next entry by which a table goes on without a person who is banned; None: it does already."""
    seat = next((n for n, place in enumerate(table.places) if place.person in ids and not place.out), None)
    match table.phase:
        case "waiting" if table.info.host in ids:
            return log.Closed("operator")
        case "waiting" if seat is not None:
            return log.Cleared(seat)
        case "dealing" if seat is not None:  # who came instead would know the others' nonces
            return log.Closed("operator")
        case "playing" if seat is not None:
            return clock.went_out(table, seat, "resigned")
    return None


def _come_back(table: Table, seat: int) -> AnyEntry:
    _check_playing(table)
    if table.places[seat].out in (None, "resigned"):
        raise Problem("not_now", "only a player who was replaced or ran out of time can come back")
    return log.CameBack(seat)


def _replace(table: Table, command: ask.Replace, now: int) -> AnyEntry:
    _check_playing(table)
    if table.turn != command.seat or table.places[command.seat].is_bot:
        raise Problem("not_now", "only the person that everybody waits for can be replaced")
    if table.info.pace.kind != "free":
        raise Problem("not_now", "there is a clock; a bot takes over when the time is up")
    if clock.thought(table, now) < table.terms.silence:
        raise Problem("not_now", f"wait until nothing has come for {table.terms.silence // SECOND} seconds")
    return clock.went_out(table, command.seat, "replaced")


def _undo(table: Table, command: ask.Undo | ask.Agree | ask.Decline, seat: int) -> AnyEntry:
    _check_playing(table)
    if table.places[seat].out:
        raise Problem("not_now", OUT)
    if isinstance(command, ask.Undo):
        if why := why_no_undo(table, seat):
            raise Problem("not_now", why)
        return log.UndoAsked(seat)
    if table.offer is None or (seat == table.offer.seat and isinstance(command, ask.Agree)):
        raise Problem("not_now", "nobody has asked you to take something back")
    if isinstance(command, ask.Decline):
        return log.UndoDeclined(seat)
    if seat in table.offer.agreed:
        raise Problem("not_now", "you have agreed already")
    if _needs_the_absent(table, table.offer.seat):  # somebody has gone since the question
        raise Problem("not_now", ABSENT)
    return log.UndoAgreed(seat)


def _needs_the_absent(table: Table, seat: int) -> bool:
    """Whether somebody is away who would be asked: who may come back, or whose own decision would go.

    Who plays on while a bot fills in for another could otherwise try decisions out and see what chance brings.
    """
    is_awaited = any(place.out in ("replaced", "time") for place in table.places)
    return is_awaited or any(table.places[one].out for one in table.undone_by(seat))


def why_no_undo(table: Table, seat: int) -> str | None:
    """Why a seat cannot ask to take something back now; None if it can."""
    if table.phase != "playing":
        return "nobody plays here now"
    if table.places[seat].out:
        return OUT
    if table.info.rated:
        return "in a rated game nothing is taken back"
    if table.offer is not None:
        return "somebody has asked already"
    if seat not in table.deciders:
        return "you have not decided anything yet"
    if _needs_the_absent(table, seat):
        return ABSENT
    if table.takebacks >= MOST_TAKEBACKS:
        return f"a game has {MOST_TAKEBACKS} take-backs at most"
    return None


def carry_out(table: Table, seat: int, actions: Sequence[int]) -> log.Played:
    """A seat's decision with all that chance brings after it; the table remembers where that leads."""
    state = table.position
    if state.turn != seat:
        raise Problem("not_now", f"it is the turn of seat {state.turn}")
    for number, action in enumerate(actions):
        if number > 0 and not state.is_secret:
            raise Problem("illegal", "one decision at a time")
        with refusing():
            try:
                state = state.play_one(action)
            except IllegalAction:
                played(table.whole(), actions[: number + 1])  # raises, too, and knows reasons that lie further back
                raise
    if state.is_secret:
        why = "there is something else to decide at once, so that nobody can see from a pause that there was"
        raise Problem("more", why, actions=list(actions), legal=legal_list(state.view(seat)))
    state = state.after_chance()
    entry = log.Played(seat, [one.action for one in state.path() if one.action is not None])
    table.ahead = entry, state
    return entry


def deciding_view(table: Table, seat: int | None) -> View:
    """What the seat on turn sees; no other seat may try decisions or ask for advice."""
    if not table.decides(seat):
        raise Problem("not_now", "it is not your turn")
    return table.position.view(seat)


def hint(table: Table, seat: int | None) -> dict[str, Any]:
    """What a bot would do on a seat, and why; always the same answer, so that asking often tells no more."""
    view = deciding_view(table, seat)
    if not table.info.hints:
        raise Problem("not_now", "there are no hints at this table")
    actions = decisions(make_bot(HINTER, table.version), view)
    return {"actions": actions, "by": HINTER, "reasons": reasons(view, actions)}
