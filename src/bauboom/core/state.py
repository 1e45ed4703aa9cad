"""State: the friendly, immutable wrapper around one row. View: what one seat may see of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from . import dice, engine
from .action import Action
from .chance import Chance
from .event import Event
from .game import Game, Lists, Paint, Refusal, Row
from .record import Record
from .sheet import REFEREE

Possible = tuple[Sequence[int], Sequence[tuple[int, float]]]  # ids, and outcomes of chance with probabilities


class IllegalAction(ValueError):
    """An action that is not legal now, with the rule that forbids it."""

    def __init__(self, refusal: Refusal, game: Game) -> None:
        self.refusal, self.game, self.rule = refusal, game, refusal.rule
        self.why = self.explain()
        super().__init__(f"{self.why} ({self.rule})")

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalAction, (self.refusal, self.game)

    def explain(self, names: Sequence[str] = (), language: str = "en") -> str:
        """The reason in a language, with the players' names, without the rule's id."""
        return self.game.words(names, language).say("refusals", self.refusal.key, self.refusal.facts)


def _uncoloured(_: str, text: str) -> str:
    return text


class State:
    """A position in a game, with the actions that led to it. Playing gives a new state; the old one never changes."""

    __slots__ = ("_rows", "action", "actor", "chance", "game", "previous", "step")

    def __init__(
        self, game: Game, rows: np.ndarray, chance: Chance | None, previous: State | None, action: int | None
    ) -> None:
        self.game, self._rows, self.chance = game, rows, chance
        self.previous = previous
        self.action = action  # the id that led from `previous` to here
        self.step: int = previous.step + 1 if previous else 0
        # the seat that acts, CHANCE or OVER; kept because it is asked for often, and the row is slow to read
        self.actor: int = rows["turn"].item()

    @classmethod
    def root_of(cls, game: Game, chance: Chance | None) -> State:
        return cls(game, game.opening, chance, None, None)

    @property
    def row(self) -> Row:
        """A copy of the row."""
        row: Row = _copied(self._rows)[0]
        return row

    @property
    def rows(self) -> np.ndarray:
        """The row in an array of one, as kernels take it; a copy."""
        return _copied(self._rows)

    @property
    def turn(self) -> int | None:
        """The seat that decides now; None when chance acts or the game is over."""
        return self.actor if self.actor >= 0 else None

    @property
    def is_over(self) -> bool:
        return self.actor == engine.OVER

    @property
    def is_chance(self) -> bool:
        return self.actor == engine.CHANCE

    @property
    def is_secret(self) -> bool:
        """Whether the others must not even learn that a seat has something to decide here."""
        return self.actor >= 0 and bool(self.game.showing.doors.is_secret(self._rows))

    def legal_ids(self) -> list[int]:
        return _legal_ids(self.game, self._rows)

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the seat on turn may do; empty when chance acts or the game is over."""
        return tuple(self.game.space.actions[i] for i in self.legal_ids())

    @property
    def outcomes(self) -> tuple[tuple[Action, float], ...]:
        """What chance may bring, with probabilities; empty when a seat decides."""
        return tuple((self.game.space.actions[number], share) for number, share in self.outcome_ids())

    def outcome_ids(self) -> list[tuple[int, float]]:
        """The same by id, ascending."""
        return list(self.possible()[1])

    def possible(self, first: int = 0) -> Possible:
        """What may be done: the ids, and where chance acts, the same with probabilities.

        Outcomes are counted from `first`, for libraries that begin with 0.
        """
        lists = _lists(self.game)
        return _possible(self, self.game.doors.possible(self._rows, first, *lists), lists)

    def _chance(self) -> tuple[list[int], list[int]]:
        if self.actor != engine.CHANCE:
            return [], []
        lists = np.empty((2, self.game.list_size), np.int32)
        count = self.game.doors.chance(self._rows, lists[0], lists[1])
        actions, weights = lists[:, :count].tolist()
        if 0 in weights:
            possible = [(action, weight) for action, weight in zip(actions, weights, strict=True) if weight]
            return [action for action, _ in possible], [weight for _, weight in possible]
        return actions, weights

    def play(self, action: Action | str | int) -> State:
        """Play a legal action (typed, as notation, or by id); chance then acts by itself if the game has a source."""
        return self.play_one(action).after_chance()

    def play_one(self, action: Action | str | int) -> State:
        """Play one action or outcome and stop there."""
        number = _number(self.game, action)
        if not self.allows(number):
            raise _illegal(self.game, self._rows, number, self._past())
        return self._after(number)

    def play_listed(self, number: int) -> State:
        """The same for an id out of `legal_ids` or `outcome_ids` of this very state: it is not looked at again."""
        return self._after(number)

    def play_and_list(self, number: int, first: int = 0) -> tuple[State, Possible]:
        """The same, and what is `possible` then, which takes little longer."""
        game, rows, lists = self.game, _one_row(self.game.dtype), _lists(self.game)
        count = game.doors.go_on(self._rows, number, rows, first, *lists)
        state = State(game, rows, self.chance, self, number)
        return state, _possible(state, count, lists)

    def allows(self, number: int) -> bool:
        """Whether an action is legal now, or an outcome possible."""
        if not 0 <= number < self.game.space.size:
            return False
        actions, weights, _ = lists = _lists(self.game)
        is_legal = self.game.doors.allows(self._rows, number, actions, weights)
        self.game.lists.append(lists)
        return bool(is_legal)

    def _after(self, number: int) -> State:
        rows = _one_row(self.game.dtype)
        self.game.doors.after(self._rows, number, rows)
        return State(self.game, rows, self.chance, self, number)

    def after_chance(self) -> State:
        """Let the source of chance act until a seat must decide."""
        state = self
        while state.chance is not None and state.is_chance:
            actions, weights = state._chance()
            state = state._after(actions[state.chance.draw(state.step, weights)])
        return state

    def with_chance(self, chance: Chance | None) -> State:
        """The same position, with another source for what chance brings from here on."""
        return State(self.game, self._rows, chance, self.previous, self.action)

    def without_past(self) -> State:
        """The same position, without the states that led here."""
        state = State(self.game, self._rows, self.chance, None, None)
        state.step = self.step
        return state

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        points = np.zeros(self.game.seats, np.int32)
        self.game.doors.scores(self._rows, points)
        return tuple(points.tolist())

    @property
    def ties(self) -> list[tuple[int, ...]]:
        """By seat, what orders those with equal points, the most important first; more is better."""
        row = self.row
        return [self.game.tie(row, seat) for seat in range(self.game.seats)]

    @property
    def returns(self) -> tuple[float, ...]:
        """Each seat's share of the win; all 0 while the game goes on."""
        shares = np.zeros(self.game.seats)
        if self.is_over:
            self.game.doors.returns(self._rows, shares)
        return tuple(shares.tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """All seats that share the win; empty while the game goes on."""
        return tuple(seat for seat, share in enumerate(self.returns) if share > 0)

    def view(self, seat: int | None) -> View:
        """What a seat may see; None for a spectator."""
        if seat is not None and not 0 <= seat < self.game.seats:
            raise ValueError(f"there is no seat {seat}; seats go from 0 to {self.game.seats - 1}")
        views = _one_row(self.game.dtype)
        self.game.doors.observe(self._rows, engine.SPECTATOR if seat is None else seat, views)
        return View(self.game, views, seat)

    def view_bytes(self, seat: int | None) -> bytes:
        """The row of what a seat may see, as it travels."""
        views = _one_row(self.game.dtype)
        self.game.doors.observe(self._rows, engine.SPECTATOR if seat is None else seat, views)
        return views.tobytes()

    def path(self, since: State | None = None) -> list[State]:
        """The states that led here, from the one after `since` (or after the beginning) to this one."""
        states: list[State] = []
        state = self
        while state.previous is not None and state is not since:
            states.append(state)
            state = state.previous
        return states[::-1]

    @property
    def history(self) -> tuple[Action, ...]:
        """Every action from the beginning, chance included."""
        return tuple(self.game.space.actions[state.action] for state in self.path() if state.action is not None)

    @property
    def event(self) -> Event:
        """The event that the last action brought about."""
        if self.previous is None or self.action is None:
            raise ValueError("nothing has happened yet")
        return self.game.event_of(self.previous._rows, self.action)

    def events(self, since: State | None = None) -> list[Event]:
        """What happened, from the beginning or since an earlier state."""
        return self.game.typed_events([event for event, _ in self._told(REFEREE, since)])

    def _past(self) -> Iterator[Event]:
        """What happened, the latest first; cards that came together come one by one."""
        state = self
        while state.previous is not None:
            yield from reversed(self.game.typed_events(state._own_told(REFEREE)))
            state = state.previous

    def _own_told(self, seat: int | None) -> list[dict[str, Any]]:
        assert self.previous is not None
        assert self.action is not None
        return self.game.showing.told(self.previous._rows, self.action, self._rows, seat)

    def _all_told(self) -> list[dict[str, Any]]:
        """All that a record has, and what it means to anybody who watches."""
        events, open_events = self._own_told(REFEREE), self._own_told(None)
        means = open_events[0].get("means") if open_events else None
        return [{**events[0], "means": means}, *events[1:]] if means else events

    def _told(self, seat: int | None, since: State | None) -> list[tuple[dict[str, Any], State]]:
        """What a seat learnt, each event with the state in which it happened."""
        told = ((event, state.previous) for state in self.path(since) for event in state._own_told(seat))
        return self.game.showing.joined(told)

    def told(self, seat: int | None, since: State | None = None) -> list[dict[str, Any]]:
        """What a seat (None: a spectator) learnt of what happened, from the beginning or since an earlier state."""
        return [event for event, _ in self._told(seat, since)]

    def numbers_told(self, seat: int | None, since: State | None = None) -> list[list[int]]:
        """The same step by step, as the numbers that the game's library writes; cards come one by one.

        A step that a seat must not notice is left out: even an empty list would give it away.
        """
        tell = self.game.showing.numbers_told
        lists = (
            tell(state.previous._rows, state.action, state._rows, seat)
            for state in self.path(since)
            if state.previous is not None and state.action is not None
        )
        return [numbers for numbers in lists if numbers[0]]

    def story(self, names: Sequence[str], seat: int | None, since: State | None = None) -> list[str]:
        """The same in words, line by line; what is obvious is left out."""
        told = self._told(seat, since)
        lines = (self._line(before.view(seat).row, event, names, seat) for event, before in told)
        return [line for line in lines if line]

    def _line(self, row: Row, event: Mapping[str, Any], names: Sequence[str], seat: int | None) -> str:
        """An event in words, with what it means."""
        face = self.game.face
        means = (face.why(row, fact, names) for fact in event.get("means", ()))
        return "; ".join([face.tell(row, event, names, seat), *means])

    def whole_story(self, names: Sequence[str], since: State | None = None) -> list[str]:
        """Everything in words, hidden things included."""
        told = ((event, state.previous) for state in self.path(since) for event in state._all_told())
        return [self._line(before.row, event, names, None) for event, before in self.game.showing.joined(told)]

    def record(self, seats: Sequence[str] = ()) -> Record:
        """The transcript so far. Outcomes of a deal that is not complete yet are left out."""
        if seats and len(seats) != self.game.seats:
            raise ValueError(f"{len(seats)} seats are named, but {self.game.seats} play")
        return Record.of(self, list(seats or self.game.seat_names))

    def audit(self) -> int:
        """0, or the bits of what should never happen."""
        return int(self.game.doors.audit(self._rows))

    def text(self, names: Sequence[str] = (), paint: Paint = _uncoloured, width: int = 100) -> str:
        """The whole table, hidden things included, as a text board."""
        return self.game.face.board(self._rows[0], None, names or self.game.seat_names, paint, width)

    def picture(self, names: Sequence[str] = ()) -> str:
        """The whole table, hidden things included, as an SVG picture."""
        return self.game.face.picture(self._rows[0], None, names or self.game.seat_names)

    def _repr_svg_(self) -> str:
        return self.picture()  # what a notebook shows

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        who = "over" if self.is_over else "chance" if self.is_chance else f"seat {self.turn}"
        return f"<{self.game!r} step {self.step}, {who}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game.name == other.game.name and self._rows.tobytes() == other._rows.tobytes()

    def __hash__(self) -> int:
        return hash(self._rows.tobytes())

    def __copy__(self) -> State:
        return self  # a state never changes

    def __deepcopy__(self, _: Any) -> State:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        states = self.path()
        first = states[0].previous if states else self
        assert first is not None
        return _rebuild, (self.game, first._rows, self.chance, [state.action for state in states])


def _rebuild(game: Game, rows: np.ndarray, chance: Chance | None, actions: list[int]) -> State:
    if rows.dtype != game.dtype:  # a library does not check
        raise ValueError(f"this is a state of another version of {game.name}")
    state = State(game, rows, chance, None, None)
    for action in actions:
        state = state._after(action)
    return state


class View:
    """What one seat may see of a state, and nothing else: this is all that bots, pages and players get."""

    __slots__ = ("_rows", "game", "seat")

    def __init__(self, game: Game, rows: np.ndarray, seat: int | None) -> None:
        self.game, self._rows, self.seat = game, rows, seat

    @property
    def row(self) -> Row:
        row: Row = _copied(self._rows)[0]
        return row

    @property
    def rows(self) -> np.ndarray:
        """The row in an array of one, as kernels take it; a copy."""
        return _copied(self._rows)

    @property
    def turn(self) -> int | None:
        turn = int(self._rows["turn"][0])
        return turn if turn >= 0 else None

    @property
    def is_secret(self) -> bool:
        """Whether the others must not even learn that there is something to decide now."""
        return self.turn is not None and bool(self.game.showing.doors.is_secret(self._rows))

    def legal_ids(self) -> list[int]:
        return _legal_ids(self.game, self._rows) if self.seat is not None and self.turn == self.seat else []

    @property
    def legal(self) -> tuple[Action, ...]:
        """What this seat may do now; empty when it is not on turn."""
        return tuple(self.game.space.actions[i] for i in self.legal_ids())

    def after(self, action: Action | str | int) -> View:
        """What this seat would see after a legal action of its own, before chance or another seat acts.

        It is tried on the view, not on the state: what is hidden stays unknown.
        """
        number = _number(self.game, action)
        if number not in self.legal_ids():
            raise _illegal(self.game, self._rows, number)
        tried, views = np.zeros((2, 1), self.game.dtype)
        self.game.doors.after(self._rows, number, tried)
        self.game.doors.observe(tried, self.seat, views)  # cards that are handed on are out of sight
        return View(self.game, views, self.seat)

    def told(self, action: Action | str | int) -> list[dict[str, Any]]:
        """What this seat would learn of the same action, with what follows from it by itself."""
        after = self.after(action)
        return self.game.showing.told(self._rows, _number(self.game, action), after._rows, self.seat)

    def reasons(self, action: Action | str | int) -> list[dict[str, Any]]:
        """Reasons for the same action, as facts; `game.face.why` puts them into words."""
        after = self.after(action)
        assert self.seat is not None  # no other viewer has a legal action
        return self.game.showing.reasons(self._rows, _number(self.game, action), after._rows, self.seat)

    @property
    def data(self) -> dict[str, Any]:
        """The view as JSON."""
        return self.game.showing.view(self._rows, self.seat)

    @property
    def features(self) -> dict[str, np.ndarray]:
        """The view as named arrays for learning."""
        return self.game.named(self.observation())

    def observation(self) -> np.ndarray:
        """The same in one flat vector."""
        out = np.zeros(self.game.observation_size, np.float32)
        self.game.doors.encode(self._rows, engine.SPECTATOR if self.seat is None else self.seat, out)
        return out

    def determinize(self, seed: int) -> State:
        """A complete state that this seat could not tell from the real one; its hidden part is random."""
        rows = _copied(self._rows)
        self.game.doors.determinize(rows, dice.seeded(seed))
        return State(self.game, rows, None, None, None)

    def text(self, names: Sequence[str] = (), paint: Paint = _uncoloured, width: int = 100) -> str:
        """The view as a text board."""
        return self.game.face.board(self._rows[0], self.seat, names or self.game.seat_names, paint, width)

    def picture(self, names: Sequence[str] = ()) -> str:
        """The view as an SVG picture."""
        return self.game.face.picture(self._rows[0], self.seat, names or self.game.seat_names)

    def _repr_svg_(self) -> str:
        return self.picture()  # what a notebook shows

    def __str__(self) -> str:
        return self.text()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.game.name, self.seat, self._rows.tobytes()) == (other.game.name, other.seat, other._rows.tobytes())

    def __hash__(self) -> int:
        return hash((self.seat, self._rows.tobytes()))


def _one_row(dtype: np.dtype[Any]) -> np.ndarray:
    """A row of zeros in an array of one; ten times as quick as np.zeros, which looks at every field of such a type."""
    return np.ndarray(1, dtype, bytearray(dtype.itemsize))


def _copied(rows: np.ndarray) -> np.ndarray:
    """The same, but quicker than NumPy copies such a type."""
    return np.ndarray(1, rows.dtype, bytearray(rows.tobytes()))


def _lists(game: Game) -> Lists:
    """Arrays for ids, weights and probabilities, the caller's own until they are back among `game.lists`."""
    try:
        return game.lists.pop()
    except IndexError:
        size = game.list_size
        return np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size)


def _possible(state: State, count: int, lists: Lists) -> Possible:
    """What a door has listed."""
    ids, _, shares = lists
    found: Possible
    if count < 0:
        found = _evenly(int(ids[0]), -count)
    elif state.actor == engine.CHANCE:
        actions = ids[:count].tolist()
        found = actions, list(zip(actions, shares[:count].tolist(), strict=True))
    else:
        found = ids[:count].tolist(), ()
    state.game.lists.append(lists)
    return found


@cache
def _evenly(first: int, count: int) -> Possible:
    """So many outcomes in a row, each as likely."""
    actions = tuple(range(first, first + count))
    return actions, tuple((action, 1 / count) for action in actions)


def _number(game: Game, action: Action | str | int) -> int:
    """The id of an action, however it is given."""
    number = int(action) if isinstance(action, (int, np.integer)) else game.space.encode(action)
    game.space.decode(number)
    return number


def _illegal(game: Game, rows: np.ndarray, number: int, past: Iterable[Event] = ()) -> IllegalAction:
    return IllegalAction(game.refuse(rows[0], game.event_of(rows, number), None, past), game)


def _legal_ids(game: Game, rows: np.ndarray) -> list[int]:
    out = np.empty(game.list_size, np.int32)
    count = game.doors.legal(rows, out)
    ids: list[int] = out[:count].tolist()
    return ids
