"""A table: its log, folded. No I/O, no clock, no randomness of its own; whoever keeps a table tells it the time.

Three questions are answered here: what may be asked for (`decide`), what is so now (`after`), and who may see what
(`frame`, `replay`, `record`).
"""

from __future__ import annotations

import copy
import functools
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec

from bauboom.arena.ratings import ranks
from bauboom.bots import LEVELS, make_bot
from bauboom.core.action import ActionSpace
from bauboom.core.chance import Fair, commitment
from bauboom.core.fair import KEY, Proof
from bauboom.core.game import Game
from bauboom.core.record import Record
from bauboom.core.state import State, View
from bauboom.games import load
from bauboom.machines.pages import rules_hash

from . import commands as ask
from . import entries as log
from .entries import AnyEntry, Logged
from .past import Past
from .problems import Problem
from .trial import decisions, reasons, refusing

SECOND = 1000  # times are in milliseconds
DAY = 86_400 * SECOND
FRAMES = 64  # that are kept of one version
BEFORE, NOW = "before", "now"  # under which what is public is kept beside them, one version earlier, too
HOUSE_BOTS = ("random", "greedy", *LEVELS)
STAND_IN = "greedy"  # the bot that plays on for whoever is out
OUT = "a bot plays for you"
HINTER = "search:100"  # the bot that says what it would do


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long one may think: as long as one likes, minutes for the whole game, or days for a move."""

    kind: Literal["free", "live", "days"] = "free"
    minutes: Annotated[int, msgspec.Meta(ge=1, le=600)] = 20
    increment: Annotated[int, msgspec.Meta(ge=0, le=600)] = 10  # seconds more after each turn
    days: Annotated[int, msgspec.Meta(ge=1, le=30)] = 3


class Info(msgspec.Struct, frozen=True):
    """What was decided when the table was made, and never changes."""

    id: str
    code: str  # for typing
    game: str
    options: dict[str, str | int]
    pace: Pace
    host: str
    created: int
    seed: bytes
    material: Any = None
    listed: bool = False
    spectators: bool = True
    chat: bool = True
    rated: bool = False
    hints: bool = False
    rules: int = 0  # the version of the game's rules


@dataclass(frozen=True)
class Terms:
    """How long things may take, in milliseconds; a server's settings."""

    reveal: int = 10 * SECOND  # for the nonces, before the game begins without them
    bot_pace: int = 700  # every bot's decision takes this long, or a multiple of it, whatever the bot holds
    silence: int = 180 * SECOND  # after which, without a clock, a bot may be asked to play for somebody
    waiting: int = DAY  # for players to come
    abandoned: int = 14 * DAY  # without a move, where there is no clock


@dataclass(frozen=True)
class Asker:
    """Who asks: an account may have been several guests before, so there can be several ids."""

    id: str
    name: str
    ids: frozenset[str]
    is_rated: bool = False


@dataclass
class Place:
    """A seat and who has it."""

    person: str | None = None
    name: str | None = None
    level: str | None = None  # of the bot that plays here
    out: log.Out | None = None
    commit: str | None = None
    nonce: str | None = None
    is_rated: bool = False

    @property
    def is_open(self) -> bool:
        return self.person is None and self.level is None

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides here, from the beginning or for somebody who is out."""
        return self.level is not None

    @property
    def who(self) -> str:
        """Under what the seat's results count."""
        return self.person or f"bot:{self.level}"

    @property
    def title(self) -> str:
        return self.name or (f"bot:{self.level}" if self.level else "")


@dataclass
class Offer:
    """Somebody asked to take something back; who has agreed."""

    seat: int
    agreed: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Due:
    """What happens by itself if nobody does anything, and when."""

    at: int
    what: Literal["begin", "bot", "time", "expire"]


class Table:
    def __init__(
        self, info: Info, game: Game, terms: Terms | None = None, outages: Sequence[tuple[int, int]] = ()
    ) -> None:
        self.info, self.game = info, game
        self.terms = terms or Terms()
        self.outages = outages  # when no server was there: time that nobody has to answer for
        self.places = [Place() for _ in range(game.seats)]
        self.phase: Literal["waiting", "dealing", "playing", "over", "closed"] = "waiting"
        self.version = 0
        self.moved = 0  # the last version that changed the position, or who decides in it
        self.since = info.created  # when what is waited for began
        self.at = info.created  # of the last entry
        self.left: list[int] = []
        self.state: State | None = None
        self.how: Literal["rules", "resigned", "time", "abandoned"] = "rules"
        self.offer: Offer | None = None
        self.rematch: str | None = None
        self.was_undone = False
        self.brought: list[int] = []  # what had happened elsewhere, before the game came here
        self._line: list[tuple[int, State]] = []  # who decided where, in the game as it stands
        self._log: list[tuple[Logged, State | None, State | None, bool]] = []  # with the states before and after
        self._requests: dict[str, int] = {}
        self._frames: dict[Any, Any] = {}  # what was made of this version, for whoever wants it next

    # What is so

    def after(self, *entries: Logged) -> Table:
        """The table with the next entries of its log; this one stays as it was, for whoever still looks at it."""
        table = copy.copy(self)
        table.places = [copy.copy(place) for place in self.places]
        table.offer = copy.deepcopy(self.offer)
        table.left, table._line, table._log = self.left[:], self._line[:], self._log[:]
        table._requests, table._frames = dict(self._requests), {}
        if len(entries) == 1:
            table._frames[BEFORE] = self._public
        for logged in entries:
            table._add(logged)
        return table

    def _add(self, logged: Logged) -> None:
        if logged.version != self.version + 1:
            raise ValueError(f"version {logged.version} cannot follow {self.version}")
        before, phase, line = self.state, self.phase, len(self._line)
        getattr(self, f"_on_{logged.entry.__struct_config__.tag}")(logged.entry, logged.at)
        self.version, self.at = logged.version, logged.at
        if not isinstance(logged.entry, (log.UndoAsked, log.UndoAgreed, log.UndoDeclined, log.Rematched)):
            self.moved = self.version
        is_undone = len(self._line) < line
        if is_undone or phase != self.phase:
            self.moved = self.version
        self._log.append((logged, before, self.state, is_undone))
        if logged.request:
            self._requests[logged.request] = self.version

    def _on_sit(self, entry: log.Sat, at: int) -> None:
        self.places[entry.seat] = Place(entry.person, entry.name, commit=entry.commit, is_rated=entry.is_rated)
        self._deal_if_full(at)

    def _on_bot(self, entry: log.BotSat, at: int) -> None:
        self.places[entry.seat] = Place(level=entry.level, is_rated=True)
        self._deal_if_full(at)

    def _deal_if_full(self, at: int) -> None:
        if not any(place.is_open for place in self.places):
            self.phase, self.since = "dealing", at

    def _on_clear(self, entry: log.Cleared, at: int) -> None:
        self.places[entry.seat] = Place()

    def _on_brought(self, entry: log.Brought, at: int) -> None:
        self.brought = entry.actions

    def _on_reveal(self, entry: log.Revealed, at: int) -> None:
        self.places[entry.seat].nonce = entry.nonce

    def _on_begin(self, entry: log.Begun, at: int) -> None:
        self.phase, self.since = "playing", at
        self.left = [self._whole_time] * self.game.seats
        self.state = self._after(State.root_of(self.game, self.fair), entry.actions)

    def _on_play(self, entry: log.Played, at: int) -> None:
        before = self._playing
        self._line.append((entry.seat, before))
        self.state = self._after(before, entry.actions)
        self._spend(entry.seat, at)
        self.since = at
        if self.state.is_over:
            self.phase = "over"
        if self.state.is_over or not self.places[entry.seat].is_bot:
            self.offer = None

    def _on_out(self, entry: log.WentOut, at: int) -> None:
        if self._playing.turn == entry.seat:
            self._spend(entry.seat, at)
            self.since = at
        place = self.places[entry.seat]
        place.out, place.level = entry.why, entry.level
        if len(self.staying) <= 1:
            self.phase, self.how = "over", "resigned" if entry.why == "resigned" else "time"
        self._settle_offer(at)

    def _on_back(self, entry: log.CameBack, at: int) -> None:
        place = self.places[entry.seat]
        place.out = place.level = None
        if self.left:
            self.left[entry.seat] = max(self.left[entry.seat], min(self._whole_time, 120 * SECOND))
        if self._playing.turn == entry.seat:
            self.since = at

    def _on_undo(self, entry: log.UndoAsked, at: int) -> None:
        self.offer = Offer(entry.seat)
        self._settle_offer(at)

    def _on_agree(self, entry: log.UndoAgreed, at: int) -> None:
        assert self.offer is not None
        self.offer.agreed.append(entry.seat)
        self._settle_offer(at)

    def _on_decline(self, entry: log.UndoDeclined, at: int) -> None:
        self.offer = None

    def _settle_offer(self, at: int) -> None:
        """Take back, if everybody who has to agree has agreed."""
        if self.offer is None:
            return
        asker, agreed = self.offer.seat, self.offer.agreed
        if self.places[asker].out or self.phase != "playing":
            self.offer = None
        elif all(seat in (asker, *agreed) for seat, place in enumerate(self.places) if not place.is_bot):
            last = max(i for i, (seat, _) in enumerate(self._line) if seat == asker)
            self.state, self._line = self._line[last][1], self._line[:last]
            self.since, self.offer, self.was_undone = at, None, True

    def _on_rematch(self, entry: log.Rematched, at: int) -> None:
        self.rematch = entry.table

    def _on_close(self, entry: log.Closed, at: int) -> None:
        if self.phase == "playing":
            self.phase, self.how, self.offer = "over", "abandoned", None
        else:
            self.phase = "closed"

    @staticmethod
    def _after(state: State, actions: Sequence[int]) -> State:
        for action in actions:
            state = state.play_one(action)
        return state

    @property
    def short_id(self) -> str:
        """For the log, where whoever reads it must not find the way to a private table."""
        return self.info.id[:4] + "…"

    @property
    def _playing(self) -> State:
        assert self.state is not None
        return self.state

    @property
    def fair(self) -> Fair:
        """Where the table's cards and dice come from: its seed, mixed with what the players gave."""
        nonces = tuple(bytes.fromhex(place.nonce) if place.nonce else None for place in self.places)
        return Fair(self.info.seed, self.info.id, nonces)

    # Time

    @property
    def _whole_time(self) -> int:
        pace = self.info.pace
        return {"free": 0, "live": pace.minutes * 60 * SECOND, "days": pace.days * DAY}[pace.kind]

    def _spend(self, seat: int, at: int) -> None:
        """Take what a seat thought from its clock, and give what a finished turn brings."""
        pace = self.info.pace
        if pace.kind == "days":
            self.left[seat] = self._whole_time
        elif pace.kind == "live" and not self.places[seat].is_bot:
            self.left[seat] = max(0, self.left[seat] - (at - self.since - self._outage(self.since, at)))
            if self._playing.turn != seat:
                self.left[seat] += pace.increment * SECOND

    def _outage(self, begin: int, end: int) -> int:
        """How long between two times no server was there."""
        return sum(max(0, min(end, until) - max(begin, since)) for since, until in self.outages)

    @property
    def due(self) -> Due | None:
        """What happens by itself, if nobody does anything before."""
        terms = self.terms
        if self.phase == "waiting":
            return Due(self._deadline(terms.waiting), "expire")
        if self.phase == "dealing":
            waits = any(place.commit and not place.nonce for place in self.places)
            return Due(self._deadline(terms.reveal if waits else 0), "begin")
        if self.phase != "playing":
            return None
        seat = self.turn
        assert seat is not None
        if self.places[seat].is_bot:
            return Due(self.since + terms.bot_pace, "bot")
        if self.info.pace.kind == "free":
            return Due(self._deadline(terms.abandoned), "expire")
        return Due(self._deadline(self.left[seat]), "time")

    def _deadline(self, span: int) -> int:
        """When a time is up that began with what is waited for; while no server was there, it did not run."""
        end = self.since + span
        while end < (later := self.since + span + self._outage(self.since, end)):
            end = later
        return end

    @property
    def replaceable(self) -> int | None:
        """From when on a bot may be asked to play for the seat on turn; None: not before a clock says so, or never."""
        if self.turn is None or self.places[self.turn].is_bot or self.info.pace.kind != "free":
            return None
        return self._deadline(self.terms.silence)

    def happen(self, due: Due) -> AnyEntry:
        """The entry for what is due; bots have to think first and are not asked here."""
        if due.what == "begin":
            state = self._after(State.root_of(self.game, self.fair), self.brought).after_chance()
            return log.Begun([step.action for step in state.path() if step.action is not None])
        if due.what == "time":
            assert self.turn is not None
            return log.WentOut(self.turn, "time", STAND_IN)
        return log.Closed("abandoned" if self.phase == "playing" else "expired")

    # What may be asked for

    @property
    def turn(self) -> int | None:
        """The seat that decides now."""
        return self.state.turn if self.state is not None and self.phase == "playing" else None

    def decides(self, seat: int | None) -> bool:
        """Whether everybody waits for the person in a seat."""
        return seat is not None and self.turn == seat and not self.places[seat].is_bot

    @property
    def staying(self) -> list[int]:
        """Seats that can still win; who is only replaced may come back."""
        return [seat for seat, place in enumerate(self.places) if place.out in (None, "replaced")]

    def seat_of(self, ids: Collection[str]) -> int | None:
        """A person's seat; of two, which a guest can have got who became an account, the one that decides."""
        seats = [seat for seat, place in enumerate(self.places) if place.person in ids]
        return self.turn if self.turn in seats else next(iter(seats), None)

    def may_watch(self, ids: Collection[str]) -> bool:
        """Whoever has the link may look at a table that waits for players; later, if it allows spectators."""
        is_near = self.seat_of(ids) is not None or self.info.host in ids
        return is_near or self.info.spectators or self.phase in ("waiting", "dealing")

    def answered(self, request: str | None) -> int | None:
        """The version that an earlier sending of the same request made."""
        return self._requests.get(request) if request else None

    def decide(self, command: ask.AnyCommand, asker: Asker, now: int) -> AnyEntry:
        """The entry that a command leads to; Problem says why it cannot be."""
        oldest = self.moved if isinstance(command, ask.Play) else self.version
        if command.version is not None and not oldest <= command.version <= self.version:
            raise Problem("stale", f"the table is at version {self.version} already", version=self.version)
        seat = self.seat_of(asker.ids)
        match command:
            case ask.Sit():
                return self._sit(command, asker, seat)
            case ask.SeatBot() | ask.Clear() | ask.Close():
                return self._arrange(command, asker)
        if seat is None:
            raise Problem("not_yours", "you have no seat at this table")
        match command:
            case ask.Leave():
                self._must_be("waiting", "it is too late to leave; you can resign from the game")
                return log.Cleared(seat)
            case ask.Reveal():
                return self._reveal(command, seat)
            case ask.Undo() | ask.Agree() | ask.Decline():
                return self._undo(command, seat)
            case ask.Rematch():
                self._must_be("over", "the game is not over")
                return log.Rematched(self.rematch or "")  # the keeper makes the table, if there is none
        self._must_be("playing", "nobody plays here now")
        place = self.places[seat]
        match command:
            case ask.Back():
                if place.out is None or place.out == "resigned":
                    raise Problem("not_now", "only who was replaced or ran out of time can come back")
                return log.CameBack(seat)
            case ask.Replace():
                return self._replace(command, now)
        if place.out:
            raise Problem("not_now", "a bot plays for you; take your seat back first")
        if isinstance(command, ask.Play):
            return self.carry_out(seat, command.actions)
        assert isinstance(command, ask.Resign)
        return log.WentOut(seat, "resigned", STAND_IN)

    def _must_be(self, phase: str, why: str) -> None:
        if self.phase != phase:
            ended = {"over": "the game is over", "closed": "the table was given up"}
            raise Problem("not_now", ended.get(self.phase, why))

    def _sit(self, command: ask.Sit, asker: Asker, seat: int | None) -> AnyEntry:
        if seat is not None:
            raise Problem("taken", f"you have seat {seat} already")
        self._must_be("waiting", "all seats are taken")
        free = [number for number, place in enumerate(self.places) if place.is_open]
        wanted = free[0] if command.seat is None else command.seat
        if wanted not in free:
            raise Problem("taken", f"seat {wanted} is not free")
        return log.Sat(wanted, asker.id, asker.name, command.commit, asker.is_rated)

    def _arrange(self, command: ask.SeatBot | ask.Clear | ask.Close, asker: Asker) -> AnyEntry:
        if self.info.host not in asker.ids:
            raise Problem("not_yours", "only the host of the table can do that")
        self._must_be("waiting", "the game has begun")
        if isinstance(command, ask.Close):
            return log.Closed("host")
        if command.seat >= self.game.seats:
            raise Problem("illegal", f"there is no seat {command.seat}")
        if isinstance(command, ask.Clear):
            if self.places[command.seat].is_open:
                raise Problem("not_now", f"seat {command.seat} is open")
            return log.Cleared(command.seat)
        if not self.places[command.seat].is_open:
            raise Problem("taken", f"seat {command.seat} is not free")
        return bot_at(command.seat, command.level)

    def _reveal(self, command: ask.Reveal, seat: int) -> AnyEntry:
        self._must_be("dealing", "nonces are revealed when all have sat down, before the first card")
        place = self.places[seat]
        if place.nonce or not place.commit:
            raise Problem("not_now", "you have revealed it already" if place.nonce else "you committed to none")
        if commitment(bytes.fromhex(command.nonce)) != place.commit:
            raise Problem("illegal", "that is not the nonce you committed to")
        return log.Revealed(seat, command.nonce)

    def _replace(self, command: ask.Replace, now: int) -> AnyEntry:
        silent = now - self.since - self._outage(self.since, now)
        if self.turn != command.seat or self.places[command.seat].is_bot:
            raise Problem("not_now", "only the person that everybody waits for can be replaced")
        if self.info.pace.kind != "free":
            raise Problem("not_now", "there is a clock; a bot takes over when the time is up")
        if silent < self.terms.silence:
            raise Problem("not_now", f"wait until nothing has come for {self.terms.silence // SECOND} seconds")
        return log.WentOut(command.seat, "replaced", STAND_IN)

    def _undo(self, command: ask.Undo | ask.Agree | ask.Decline, seat: int) -> AnyEntry:
        self._must_be("playing", "nobody plays here now")
        if self.places[seat].out:
            raise Problem("not_now", OUT)
        if isinstance(command, ask.Undo):
            if why := self._why_no_undo(seat):
                raise Problem("not_now", why)
            return log.UndoAsked(seat)
        if self.offer is None or (seat == self.offer.seat and isinstance(command, ask.Agree)):
            raise Problem("not_now", "nobody has asked you to take something back")
        if isinstance(command, ask.Decline):
            return log.UndoDeclined(seat)
        if seat in self.offer.agreed:
            raise Problem("not_now", "you have agreed already")
        return log.UndoAgreed(seat)

    def _why_no_undo(self, seat: int) -> str | None:
        """Why a seat cannot ask to take something back now; None if it can."""
        if self.phase != "playing":
            return "nobody plays here now"
        if self.places[seat].out:
            return OUT
        if self.info.rated:
            return "in a rated game nothing is taken back"
        if self.offer is not None:
            return "somebody has asked already"
        if not any(decider == seat for decider, _ in reversed(self._line)):
            return "you have not decided anything yet"
        return None

    def carry_out(self, seat: int, actions: Sequence[int]) -> log.Played:
        """Play a seat's decision with all that chance brings after it; nothing is changed here."""
        state = self._playing
        if state.turn != seat:
            raise Problem("not_now", f"it is the turn of seat {state.turn}")
        for number, action in enumerate(actions):
            if number > 0 and not state.is_secret:
                raise Problem("illegal", "one decision at a time")
            with refusing():
                state = state.play_one(action)
        if state.is_secret:
            why = "there is something else to decide at once, so that nobody can see from a pause that there was"
            raise Problem("more", why, actions=list(actions), legal=legal_list(state.view(seat)))
        return log.Played(seat, [s.action for s in state.after_chance().path(self.state) if s.action is not None])

    def deciding_view(self, seat: int | None) -> View:
        """What the seat sees that everybody waits for; nobody else tries things out or asks for advice."""
        if not self.decides(seat):
            raise Problem("not_now", "it is not your turn")
        return self._playing.view(seat)

    def hint(self, seat: int | None) -> dict[str, Any]:
        """What a bot would do on a seat, and why; the same whenever it is asked, so that asking often tells no more."""
        view = self.deciding_view(seat)
        if not self.info.hints:
            raise Problem("not_now", "there are no hints at this table")
        actions = decisions(make_bot(HINTER, self.version), view)
        return {"actions": actions, "by": HINTER, "reasons": reasons(view, actions)}

    # Who may see what

    @property
    def names(self) -> list[str]:
        return [place.title or f"seat {seat}" for seat, place in enumerate(self.places)]

    @property
    def is_open_book(self) -> bool:
        """Whether the game is over and everybody may know everything."""
        return self.phase == "over"

    @property
    def ranks(self) -> list[int]:
        """How the seats came in, 1 the best; who gave up or ran out of time comes last."""
        out = [seat not in self.staying for seat in range(self.game.seats)]
        return ranks(self._playing.returns, self._playing.scores, out)

    @property
    def result(self) -> dict[str, Any] | None:
        if self.phase != "over" or self.state is None:
            return None
        winners = [seat for seat, rank in enumerate(self.ranks) if rank == 1] if self.how != "abandoned" else []
        return {"scores": list(self.state.scores), "winners": winners, "how": self.how}

    @property
    def _public(self) -> dict[str, Any]:
        """The same, made once."""
        found: dict[str, Any] | None = self._frames.get(NOW)
        if found is None:
            found = self._frames[NOW] = self.public
        return found

    @property
    def public(self) -> dict[str, Any]:
        """What everybody at the table may know of it."""
        info = self.info
        seats = [
            {
                "kind": "person" if place.person else "bot" if place.level else "open",
                "name": place.name,
                "level": place.level,
                "out": place.out,
                "commit": place.commit,
                "nonce": place.nonce,
            }
            for place in self.places
        ]
        pace = info.pace
        clock = None
        if self.left and pace.kind != "free":  # an outage moves the time from which the one on turn has been thinking
            clock = {"left": self.left, "since": self.since + self._outage(self.since, sys.maxsize)}
        return {
            "id": info.id,
            "code": info.code,
            "game": info.game,
            "options": self.game.options,
            **({self.game.custom.key: self.game.material} if self.game.custom and self.game.material else {}),
            "pace": pace,
            "listed": info.listed,
            "spectators": info.spectators,
            "chat": info.chat,
            "rated": info.rated,
            "hints": info.hints,
            "created": info.created,
            "phase": self.phase,
            "seats": seats,
            "turn": self.turn,
            "since": self.since,
            "clock": clock,
            "replaceable": self.replaceable,
            "offer": {"seat": self.offer.seat, "agreed": self.offer.agreed} if self.offer else None,
            "result": self.result,
            "fair": {
                "hash": commitment(info.seed),
                "seed": info.seed.hex() if self.is_open_book else None,
                **({"since": len(self.brought)} if self.brought else {}),
            },
        }

    def frame(self, ids: Collection[str], since: int | None = None) -> bytes:
        """All that a person may know of the table now, with what happened since a version that he knows, as JSON."""
        seat, state = self.seat_of(ids), self.state
        since = self._known(since)
        return self._cached(
            ("frame", seat, self.info.host in ids, since),
            lambda: {
                **self._head(ids, seat, since),
                "table": msgspec.Raw(self._cached("public", lambda: self._public)),
                "view": None
                if state is None
                else msgspec.Raw(self._cached(("view", seat), lambda: state.view(seat).data)),
                "legal": legal_list(state.view(seat)) if state is not None and self.decides(seat) else [],
                "told": self.told(seat, since),
            },
        )

    def packed(self, ids: Collection[str], since: int | None = None, is_next: bool = False) -> bytes:
        """The same for somebody who has the rules: the length of a head, the head as JSON, and the row of his view.

        What happened is numbers there, as the game's library writes them. Who has seen the version before (`is_next`)
        is told of the table itself what has changed.
        """
        seat, state = self.seat_of(ids), self.state
        since = self._known(since)
        is_whole = not (is_next and since == self.version - 1 and BEFORE in self._frames)
        key = "packed", seat, self.info.host in ids, since, is_whole
        if key not in self._frames:
            head = {
                **self._head(ids, seat, since),
                "rules": rules_hash(load(self.info.game)),
                "decides": self.decides(seat),
                "whole": is_whole,
                "table": msgspec.Raw(self._cached("public" if is_whole else "changes", self._changes(is_whole))),
                "told": self.told(seat, since, as_numbers=True),
            }
            row = b"" if state is None else state.view_bytes(seat)
            text = msgspec.json.encode(head)
            packed = b"".join((len(text).to_bytes(4, "little"), text, row))
            if is_whole:  # for somebody who has just come: hardly anybody else will want it
                return packed
            self._keep(key, packed)
        made: bytes = self._frames[key]
        return made

    def _known(self, since: int | None) -> int:
        return self.version if since is None or not 0 <= since <= self.version else since

    def _head(self, ids: Collection[str], seat: int | None, since: int) -> dict[str, Any]:
        return {
            "t": "table",
            "version": self.version,
            "since": since,
            "you": seat,
            "host": self.info.host in ids,
            "rematch": None if seat is None else self.rematch,  # its seats are not for spectators
            "undo": seat is not None and self._why_no_undo(seat) is None,
        }

    def _changes(self, is_whole: bool) -> Callable[[], dict[str, Any]]:
        if is_whole:
            return lambda: self._public
        before = self._frames[BEFORE]
        return lambda: {name: value for name, value in self._public.items() if before.get(name) != value}

    def _cached(self, key: Any, make: Callable[[], Any]) -> bytes:
        """A part of frames that many get alike; what is no bytes as JSON."""
        if key not in self._frames:
            made = make()
            self._keep(key, made if isinstance(made, bytes) else msgspec.json.encode(made))
        found: bytes = self._frames[key]
        return found

    def _keep(self, key: Any, made: Any) -> None:
        if len(self._frames) >= FRAMES:  # anybody may ask for what happened since any version
            self._frames = {known: self._frames[known] for known in (BEFORE, NOW) if known in self._frames}
        self._frames[key] = made

    def told(self, seat: int | None, since: int, as_numbers: bool = False) -> list[Any]:
        """What a seat (None: a spectator) learnt since a version: events, or the numbers that tell of them."""
        events: list[Any] = []
        for logged, before, after, is_undone in self._log[since:]:
            entry = logged.entry
            if isinstance(entry, (log.Begun, log.Played)):
                assert after is not None
                events += after.numbers_told(seat, before) if as_numbers else after.told(seat, before)
            elif isinstance(entry, (log.WentOut, log.CameBack, log.UndoAsked, log.UndoDeclined)):
                told = msgspec.to_builtins(entry)
                events.append({**told, "e": f"table:{told['e']}"})
            if is_undone:
                events.append({"e": "table:undone"})
        return events

    def replay(self) -> Past:
        """A finished game, to be looked through."""
        if not self.is_open_book:
            raise Problem("not_now", "a game can be looked through when it is over")
        return Past(self._playing, self.names, self.record)

    def record(self) -> Record:
        """The whole game with the proof of its chance, once it is over."""
        if not self.is_open_book or self.state is None:
            raise Problem("not_now", "there is a record when the game is over")
        record = self.state.record(self.names)
        commits = [place.commit for place in self.places]
        record.extra[KEY] = Proof.of(self.fair, commits, len(self.brought))
        out = {str(seat): place.out for seat, place in enumerate(self.places) if place.out}
        record.extra["table"] = {"how": self.how, **({"out": out} if out else {})}
        return record


def bot_at(seat: int, level: str) -> log.BotSat:
    """A bot of the house; a search for as long as somebody likes is none, it would keep all others waiting."""
    if level not in HOUSE_BOTS:
        raise Problem("illegal", f"there is no bot {level[:40]!r} here; there is {', '.join(HOUSE_BOTS)}")
    return log.BotSat(seat, level)


def legal_list(view: View) -> list[msgspec.Raw]:
    """What a seat may do, from its own view."""
    return [_action_text(view.game.space, number) for number in view.legal_ids()]


@functools.lru_cache(100_000)
def _action_text(space: ActionSpace, number: int) -> msgspec.Raw:
    action = space.actions[number]
    return msgspec.Raw(msgspec.json.encode({"id": number, "text": str(action), **msgspec.to_builtins(action)}))
