"""A table: its log, folded. No I/O, no time and no randomness of its own: the keeper says what time it is.

This file says what is so after each entry. What may be asked for is in permissions.py, what happens by itself in
clock.py, and who may see what in frames.py.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal, TypedDict, get_args

import msgspec

from bauboom.arena.ratings import ranks
from bauboom.bots import parted
from bauboom.core.chance import Fair
from bauboom.core.fair import KEY, Proof
from bauboom.core.game import Game
from bauboom.core.record import Record
from bauboom.core.state import State, View

from . import clock, frames, permissions
from . import commands as ask
from . import entries as log
from .clock import SECOND, Due, Pace, Terms
from .entries import AnyEntry, Logged
from .past import Past
from .problems import Problem
from .trial import played

RATED_DECISIONS = 5  # of every person, without which a game that was given up does not count
OPENING = 8  # decisions by which a game is recognised
Unrated = Literal["guest", "random", "own_bot", "early"]
COMING_BACK = 120 * SECOND  # that a player has at least who comes back to a game with a clock


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


class Asker(msgspec.Struct, frozen=True):
    """The person who asks for something: an account may have been several guests before, so it can have several ids."""

    id: str
    name: str
    ids: frozenset[str]
    is_rated: bool = False
    owner: str | None = None  # of a bot

    @property
    def head(self) -> str:
        """Who answers for what the asker does: a bot is its owner's, and one person could have many."""
        return self.owner or self.id


class Place(msgspec.Struct, frozen=True):
    """A seat and who has it."""

    person: str | None = None
    name: str | None = None
    level: str | None = None  # of the bot that plays here
    out: log.Out | None = None
    commit: str | None = None
    nonce: str | None = None
    is_rated: bool = False
    since: int = 0  # when the person sat down
    owner: str | None = None  # of a bot that plays by the API

    @property
    def is_open(self) -> bool:
        return self.person is None and self.level is None

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides here, from the beginning or for a player who is out."""
        return self.level is not None

    @property
    def who(self) -> str:
        """Under what the seat's results count: a bot's under its level, whatever its character."""
        return self.person or f"bot:{parted(self.level or '')[0]}"

    @property
    def title(self) -> str:
        return self.name or (f"bot:{self.level}" if self.level else "")


class Offer(msgspec.Struct, frozen=True):
    """A player asked to take something back; who has agreed."""

    seat: int
    agreed: tuple[int, ...] = ()


class Happened(msgspec.Struct, frozen=True, gc=False):
    """An entry of the log, and where it led."""

    logged: Logged
    step: int  # of the game, after it
    is_undone: bool  # whether it took decisions back


class Result(TypedDict):
    scores: list[int]
    winners: list[int]
    how: Literal["rules", "resigned", "time", "abandoned"]


class Table(msgspec.Struct, eq=False):
    """What the log has led to. What it says never changes: `after` gives the next one (`ahead`, `made` are caches).

    Of the game it holds the position and the steps of the last decision alone; for more, its log is played again.
    """

    info: Info
    game: Game
    terms: Terms = Terms()
    outages: Sequence[tuple[int, int]] = ()  # when no server was there: time that nobody has to answer for
    places: list[Place] = []
    phase: Literal["waiting", "dealing", "playing", "over", "closed"] = "waiting"
    version: int = 0
    moved: int = 0  # the last version that changed the position, or who decides in it
    since: int = 0  # when what is waited for began
    at: int = 0  # of the last entry
    ended: int = 0  # when the game was over, or the table closed
    left: list[int] = []  # on the clocks
    state: State | None = None  # the position, without the states that led there
    latest: State | None = None  # the same with the steps of the last decision
    how: Literal["rules", "resigned", "time", "abandoned"] = "rules"
    offer: Offer | None = None
    rematch: str | None = None
    takebacks: int = 0  # how often decisions were taken back
    deciders: frozenset[int] = frozenset()  # the seats whose decisions stand
    opening: tuple[int, ...] = ()  # the first decisions of a rated game
    decided: dict[int, int] = {}  # how often persons have decided, by seat
    unwanted: frozenset[str] = frozenset()  # persons whose seat the host has cleared, and owners of such bots
    brought: list[int] = []  # what had happened elsewhere, before the game came here
    history: list[Happened] = []  # the log; later versions share it and append to it, so only so many count
    ahead: tuple[AnyEntry, State] | None = None  # what an entry leads to that was tried and is not in the log yet
    made: dict[Any, Any] = {}  # frames of this version, for the next who wants them

    def __post_init__(self) -> None:
        if not self.places:
            self.places = [Place()] * self.game.seats
            self.since = self.at = self.info.created

    def __repr__(self) -> str:
        return f"<table {self.short_id} version {self.version}>"  # its seed is a secret

    # The fold

    def after(self, *entries: Logged) -> Table:
        """The table with the next entries of its log."""
        table = copy.copy(self)
        table.made = {frames.BEFORE: frames.changing(self)} if len(entries) == 1 else {}
        for logged in entries:
            table._add(logged)
        table.ahead = None
        return table

    def _add(self, logged: Logged) -> None:
        if logged.version != self.version + 1:
            raise ValueError(f"version {logged.version} cannot follow {self.version}")
        phase, step = self.phase, self.step
        _FOLDS[type(logged.entry)](self, logged.entry, logged.at)
        is_undone = self.step < step
        if len(self.history) != self.version:  # an entry was added that another process came before
            self.history = self.history[: self.version]
        self.history.append(Happened(logged, self.step, is_undone))
        self.version, self.at = logged.version, logged.at
        if self.phase != phase and self.phase in ("over", "closed"):
            self.ended = logged.at
        is_talk = isinstance(logged.entry, (log.UndoAsked, log.UndoAgreed, log.UndoDeclined, log.Rematched))
        if not is_talk or is_undone or phase != self.phase:
            self.moved = self.version

    def _put(self, seat: int, place: Place) -> None:
        self.places = [*self.places[:seat], place, *self.places[seat + 1 :]]

    def _go_to(self, state: State) -> None:
        self.latest, self.state = state, state.without_past()

    def _on_sit(self, entry: log.Sat, at: int) -> None:
        place = Place(entry.person, entry.name, commit=entry.commit, is_rated=entry.is_rated, since=at)
        self._put(entry.seat, msgspec.structs.replace(place, owner=entry.owner))
        self._deal_if_full(at)

    def _on_bot(self, entry: log.BotSat, at: int) -> None:
        self._put(entry.seat, Place(level=entry.level, is_rated=True))
        self._deal_if_full(at)

    def _deal_if_full(self, at: int) -> None:
        if not any(place.is_open for place in self.places):
            self.phase, self.since = "dealing", at

    def _on_clear(self, entry: log.Cleared, at: int) -> None:
        place = self.places[entry.seat]
        if entry.why == "host":
            self.unwanted |= {one for one in (place.person, place.owner) if one} - {self.info.host}
        self._put(entry.seat, Place())

    def _on_brought(self, entry: log.Brought, at: int) -> None:
        self.brought = entry.actions

    def _on_reveal(self, entry: log.Revealed, at: int) -> None:
        self._put(entry.seat, msgspec.structs.replace(self.places[entry.seat], nonce=entry.nonce))

    def _on_begin(self, entry: log.Begun, at: int) -> None:
        self.phase, self.since = "playing", at
        self.left = [self.info.pace.whole_time] * self.game.seats
        self._go_to((self._ahead_of(entry) or played(self._root, entry.actions)).without_past())

    def _on_play(self, entry: log.Played, at: int) -> None:
        self._go_to(self._ahead_of(entry) or played(self.position, entry.actions))
        if self.info.rated and len(self.opening) < OPENING:
            assert self.latest is not None
            self.opening = (*self.opening, *decided_in(self.latest))
        self.deciders |= {entry.seat}
        if not self.places[entry.seat].is_bot:
            self.decided = {**self.decided, entry.seat: self.decided.get(entry.seat, 0) + 1}
        self.left, self.since = clock.left_after(self, entry.seat, at), at
        if self.position.is_over:
            self.phase = "over"
        if self.position.is_over or not self.places[entry.seat].is_bot:
            self.offer = None

    def _ahead_of(self, entry: AnyEntry) -> State | None:
        """Where an entry leads, if it was tried before: a decision is played once."""
        return self.ahead[1] if self.ahead is not None and self.ahead[0] is entry else None

    def _on_out(self, entry: log.WentOut, at: int) -> None:
        if self.turn == entry.seat:
            self.left, self.since = clock.left_after(self, entry.seat, at), at
        self._put(entry.seat, msgspec.structs.replace(self.places[entry.seat], out=entry.why, level=entry.level))
        if len(self.staying) <= 1:
            self.phase, self.how = "over", "resigned" if entry.why == "resigned" else "time"
        if entry.ends_offer:
            self.offer = None
        self._settle_offer(at)

    def _on_back(self, entry: log.CameBack, at: int) -> None:
        seat = entry.seat
        self._put(seat, msgspec.structs.replace(self.places[seat], out=None, level=None))
        mine = max(self.left[seat], min(self.info.pace.whole_time, COMING_BACK))
        self.left = [*self.left[:seat], mine, *self.left[seat + 1 :]]
        if self.turn == seat:
            self.since = at

    def _on_undo(self, entry: log.UndoAsked, at: int) -> None:
        self.offer = Offer(entry.seat)
        self._settle_offer(at)

    def _on_agree(self, entry: log.UndoAgreed, at: int) -> None:
        assert self.offer is not None
        self.offer = Offer(self.offer.seat, (*self.offer.agreed, entry.seat))
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
            step = next(step for entry, step, _ in self.decisions() if entry.seat == asker)
            self._go_to(at_step(self.whole(), step).without_past())
            self.deciders = frozenset(entry.seat for entry, _, _ in self.decisions())
            self.since, self.offer, self.takebacks = at, None, self.takebacks + 1

    def _on_rematch(self, entry: log.Rematched, at: int) -> None:
        self.rematch = entry.table

    def _on_close(self, entry: log.Closed, at: int) -> None:
        if self.phase == "playing":
            self.phase, self.how, self.offer = "over", "abandoned", None
        else:
            self.phase = "closed"

    # The game

    @property
    def fair(self) -> Fair:
        """Where the table's cards and dice come from: its seed, mixed with what the players gave."""
        nonces = tuple(bytes.fromhex(place.nonce) if place.nonce else None for place in self.places)
        return Fair(self.info.seed, self.info.id, nonces)

    @property
    def _root(self) -> State:
        return State.root_of(self.game, self.fair)

    @property
    def position(self) -> State:
        """The state of a game that has begun."""
        assert self.state is not None
        return self.state

    @property
    def step(self) -> int:
        return self.state.step if self.state is not None else 0

    def beginning(self) -> log.Begun:
        """The entry with which the game begins: what was brought, and what chance deals."""
        state = played(self._root, self.brought).after_chance()
        entry = log.Begun(actions_of(state))
        self.ahead = entry, state
        return entry

    def replayed(self) -> Iterator[tuple[Happened, State | None]]:
        """The log once more, with the state after each entry, and with all that led there."""
        state: State | None = None
        for happened in self.history[: self.version]:
            entry = happened.logged.entry
            if isinstance(entry, log.Begun):
                state = played(self._root, entry.actions)
            elif isinstance(entry, log.Played):
                assert state is not None
                state = played(state, entry.actions)
            if happened.is_undone:
                assert state is not None
                state = at_step(state, happened.step)
            yield happened, state

    def whole(self) -> State:
        """The position with all states that led there. What was taken back is not played again."""
        begun = next(one.logged.entry for one in self.history if isinstance(one.logged.entry, log.Begun))
        assert isinstance(begun, log.Begun)
        state = played(self._root, begun.actions)
        for entry, _, _ in reversed([*self.decisions()]):
            state = played(state, entry.actions)
        return state

    def decisions(self) -> Iterator[tuple[log.Played, int, bool]]:
        """The decisions that stand, the latest first; at which step of the game each was made, and if by a person."""
        step, bots = self.step, {seat for seat, place in enumerate(self.places) if place.is_bot}
        for number in range(self.version - 1, -1, -1):
            happened = self.history[number]
            entry = happened.logged.entry
            if isinstance(entry, log.Played) and happened.step <= step:
                yield entry, happened.step - len(entry.actions), entry.seat not in bots
            elif isinstance(entry, log.WentOut):
                bots.discard(entry.seat)
            elif isinstance(entry, log.CameBack):
                bots.add(entry.seat)
            if happened.is_undone:
                step = min(step, happened.step)

    def undone_by(self, seat: int) -> set[int]:
        """The persons whose own decisions a take-back by a seat would undo, its own among them."""
        undone = set()
        for entry, _, is_persons in self.decisions():
            if is_persons:
                undone.add(entry.seat)
            if entry.seat == seat:
                break
        return undone

    @property
    def turn(self) -> int | None:
        """The seat that decides now."""
        return self.state.turn if self.phase == "playing" and self.state is not None else None

    def decides(self, seat: int | None) -> bool:
        """Whether the table waits for the person in a seat."""
        return seat is not None and self.turn == seat and not self.places[seat].is_bot

    @property
    def is_deserted(self) -> bool:
        """Whether bots decide on all seats."""
        return all(place.is_bot for place in self.places)

    @property
    def counts(self) -> bool:
        """Whether the game changes ratings when it is over: of persons, and of bots against them."""
        return self.info.rated and any(place.person for place in self.places) and self.unrated is None

    @property
    def unrated(self) -> Unrated | None:
        """Why a game that was to be rated does not count: ratings are for play, not for arrangements."""
        if not self.info.rated:
            return None
        people = [place for place in self.places if place.person]
        if not all(place.is_rated for place in people):
            return "guest"
        if any(parted(place.level or "")[0] == "random" for place in self.places if not place.person):
            return "random"
        if len({place.owner or place.person for place in people}) < len(people):
            return "own_bot"
        has_ended = self.phase == "over" and self.how != "rules"
        early = [seat for seat in range(len(self.places)) if self.decided.get(seat, 0) < RATED_DECISIONS]
        if any(self.places[seat].person and (has_ended or self.places[seat].out) for seat in early):
            return "early"
        return None

    @property
    def staying(self) -> list[int]:
        """Seats that can still win; a player who is only replaced may come back."""
        return [seat for seat, place in enumerate(self.places) if place.out in (None, "replaced")]

    @property
    def ranks(self) -> list[int]:
        """How the seats came in, 1 the best; who gave up or ran out of time comes last."""
        out = [seat not in self.staying for seat in range(self.game.seats)]
        return ranks(self.position.returns, self.position.scores, out, self.position.ties)

    @property
    def result(self) -> Result | None:
        if self.phase != "over" or self.state is None:
            return None
        winners = [seat for seat, rank in enumerate(self.ranks) if rank == 1] if self.how != "abandoned" else []
        return {"scores": list(self.state.scores), "winners": winners, "how": self.how}

    # People

    @property
    def short_id(self) -> str:
        """For the server's log, which must not show the way to a private table."""
        return self.info.id[:4] + "…"

    @property
    def names(self) -> list[str]:
        return [place.title or f"seat {seat}" for seat, place in enumerate(self.places)]

    def seat_of(self, ids: Collection[str]) -> int | None:
        """A person's seat; of two, which a guest can have got who became an account, the one that decides."""
        seats = [seat for seat, place in enumerate(self.places) if place.person in ids]
        return self.turn if len(seats) > 1 and self.turn in seats else next(iter(seats), None)

    def may_watch(self, ids: Collection[str]) -> bool:
        """Everybody who has the link may look at a table that waits for players; later, if it allows spectators."""
        is_open = self.info.spectators or self.phase in ("waiting", "dealing")
        return is_open or self.seat_of(ids) is not None or self.info.host in ids

    def answered(self, request: str | None, since: int = 0) -> int | None:
        """The version that an earlier sending of the same request made, which answers a version."""
        if request is not None:
            for happened in self.history[since : self.version]:
                if happened.logged.request == request:
                    return happened.logged.version
        return None

    # When it is over

    @property
    def is_open_book(self) -> bool:
        """Whether the game is over and everybody may know everything."""
        return self.phase == "over"

    def past(self) -> Past:
        """A finished game, to be looked through."""
        if not self.is_open_book:
            raise Problem("not_now", "a game can be looked through when it is over")
        return Past(self.whole(), self.names, self.record)

    def record(self) -> Record:
        """The whole game with the proof of its chance, once it is over."""
        if not self.is_open_book or self.state is None:
            raise Problem("not_now", "there is a record when the game is over")
        record = self.whole().record(self.names)
        commits = [place.commit for place in self.places]
        record.extra[KEY] = Proof.of(self.fair, commits, len(self.brought))
        out = {str(seat): place.out for seat, place in enumerate(self.places) if place.out}
        record.extra["table"] = {"how": self.how, **({"out": out} if out else {})}
        return record

    # What the other files answer

    @property
    def due(self) -> Due | None:
        """What happens by itself, if nobody does anything before."""
        return clock.due(self)

    def happen(self, due: Due) -> AnyEntry:
        return clock.happen(self, due)

    def decide(self, command: ask.AnyCommand, asker: Asker, now: int) -> AnyEntry:
        """The entry that a command leads to; Problem says why it cannot be."""
        return permissions.decide(self, command, asker, now)

    def end_part(self, ids: Collection[str]) -> AnyEntry | None:
        return permissions.end_part(self, ids)

    def carry_out(self, seat: int, actions: Sequence[int]) -> log.Played:
        return permissions.carry_out(self, seat, actions)

    def deciding_view(self, seat: int | None) -> View:
        return permissions.deciding_view(self, seat)

    def hint(self, seat: int | None) -> dict[str, Any]:
        return permissions.hint(self, seat)

    @property
    def public(self) -> dict[str, Any]:
        return frames.public(self)

    def told(self, seat: int | None, since: int, as_numbers: bool = False) -> list[Any]:
        return frames.told(self, seat, since, as_numbers)

    def frame(self, ids: Collection[str], since: int | None = None) -> bytes:
        return frames.frame(self, ids, since)

    def packed(self, ids: Collection[str], since: int | None = None, is_next: bool = False) -> bytes:
        return frames.packed(self, ids, since, is_next)


_FOLDS: dict[type, Any] = {kind: getattr(Table, f"_on_{kind.__struct_config__.tag}") for kind in get_args(AnyEntry)}


def actions_of(state: State) -> list[int]:
    """The actions that led to a state, as far back as it knows."""
    return [one.action for one in state.path() if one.action is not None]


def decided_in(state: State) -> list[int]:
    """The decisions that led to a state, without what chance brought: that is partly hidden while a game goes on."""
    return [one.action for one in state.path() if one.action is not None and not one.previous.is_chance]  # type: ignore[union-attr]


def at_step(state: State, step: int) -> State:
    """An earlier state of a game."""
    while state.step > step:
        assert state.previous is not None
        state = state.previous
    return state
