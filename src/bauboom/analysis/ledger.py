"""A ledger of luck and skill: result − fair share = luck + what others and the seat itself gave away or earned.

The judge (bots/judge.py) says what every position of a game is worth to every seat, all hands known; the ledger enters
the change of each step. Chance's part is luck. Of a decision, the change that its seat could expect from what it knew
is skill; the rest is luck with hidden cards. So the entries add up to the result, and over the seats to 0.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from bauboom.bots.judge import read
from bauboom.core.sheet import REFEREE
from bauboom.core.state import State

READINGS = 72  # of each position: every roll of two dice is met twice
OPENING = 4  # times as many of the opening, which all other entries start from
POSITION, WORLDS = 1 << 21, 1 << 22  # the streams of dice of readings; those of searches are below
PLACE, CHANCE, DECISION = "place", "chance", "decision"  # kinds of entries


@dataclass(frozen=True)
class Entry:
    """What one event changed. The lists are by seat and add up to 0."""

    kind: str
    since: int  # the step before it
    step: int  # the step after it: cards that are dealt together are one event
    seat: int | None  # that decided
    played: str | None
    skill: list[float]  # what the decision earned or, below 0, gave away, as far as its seat could know
    skill_errors: list[float]
    luck: list[float]  # what chance brought, or what hidden cards made of the decision
    luck_errors: list[float]
    told: list[dict[str, Any]]  # what happened, as everybody may know after the game


@dataclass(frozen=True)
class Sums:
    """Where a seat's result comes from. All but the first add up to it."""

    result: float  # less the fair share; as the judge sees the last position, if the game is not over
    chance: float  # cards and dice
    hidden: float  # what hidden cards made of decisions
    place: float  # what the judge thinks of the seat's place before anything has happened
    others: float  # what others gave away or, below 0, earned
    own: float  # what the seat earned or, below 0, gave away
    luck_error: float
    others_error: float
    own_error: float

    @property
    def luck(self) -> float:
        return self.chance + self.hidden + self.place


@dataclass(frozen=True)
class Ledger:
    """All entries of a game, as far as it goes."""

    entries: list[Entry]
    end: int  # the last step
    is_over: bool
    standing: list[float]  # the result by seat; what the judge gives, if the game is not over
    readings: int

    def sums(self, seat: int) -> Sums:
        def luck(kind: str) -> float:
            return total([entry.luck[seat] for entry in self.entries if entry.kind == kind])

        decisions = [entry for entry in self.entries if entry.kind == DECISION]
        own = [entry for entry in decisions if entry.seat == seat]
        others = [entry for entry in decisions if entry.seat != seat]
        return Sums(
            result=self.standing[seat] - 1 / len(self.standing),
            chance=luck(CHANCE),
            hidden=luck(DECISION),
            place=luck(PLACE),
            others=total([entry.skill[seat] for entry in others]),
            own=total([entry.skill[seat] for entry in own]),
            luck_error=root([entry.luck_errors[seat] for entry in self.entries]),
            others_error=root([entry.skill_errors[seat] for entry in others]),
            own_error=root([entry.skill_errors[seat] for entry in own]),
        )


@dataclass(frozen=True)
class Worth:
    """What a position, or a decision, is worth by seat."""

    means: list[float]
    errors: list[float]


def total(numbers: Sequence[float]) -> float:
    """One after the other: `sum` adds in other ways in other versions of Python."""
    return reduce(add, numbers, 0.0)


def root(errors: Sequence[float]) -> float:
    """The error of a sum."""
    return math.sqrt(total([error * error for error in errors]))


def averaged(columns: list[list[float]]) -> Worth:
    """By seat, the mean of readings with its error, which comes from pairs of neighbours: they met the same outcome."""
    count = len(columns[0])
    pairs = [[column[i] - column[i + 1] for i in range(0, count - 1, 2)] for column in columns]
    return Worth([total(column) / count for column in columns], [root(column) / count for column in pairs])


def has_choice(state: State) -> bool:
    return len(state.legal_ids()) > 1


def events(states: Sequence[State]) -> list[tuple[int, int]]:
    """The events of a game, each from one place in its states to another: decisions, and what chance does in a row.

    A seat that has no choice decides nothing. If chance acts around it, it belongs to what chance does.
    """
    found, place, last = [], 0, len(states) - 1
    while place < last:
        following = place + 1
        if not has_choice(states[place]):
            while following < last and not has_choice(states[following]):
                following += 1
        found.append((place, following))
        place = following
    return [(i, k) for i, k in found if has_choice(states[i]) or any(state.is_chance for state in states[i:k])]


def entered(end: State, readings: int = READINGS, seed: int = 0) -> Iterator[Entry]:
    """The entries of a ledger, one after the other."""
    game = end.game
    states = [*_first(end), *end.path()]
    known: dict[int, Worth] = {}

    def worth(place: int) -> Worth:
        while place < len(states) - 1 and len(states[place].legal_ids()) == 1:
            place += 1  # where there is no choice, nothing changes
        if place not in known:
            known.clear()  # the event before is entered
            known[place] = _judged(states[place], readings if place else OPENING * readings, seed)
        return known[place]

    opening, nothing = worth(0), [0.0] * game.seats
    place = [mean - 1 / game.seats for mean in opening.means]
    yield Entry(PLACE, 0, 0, None, None, nothing, nothing, place, opening.errors, [])
    for i, k in events(states):
        before, after, told = worth(i), worth(k), states[k].told(REFEREE, since=states[i])
        change = [b - a for a, b in zip(before.means, after.means, strict=True)]
        errors = [math.hypot(a, b) for a, b in zip(before.errors, after.errors, strict=True)]
        since, step = states[i].step, states[k].step
        if not has_choice(states[i]):
            yield Entry(CHANCE, since, step, None, None, nothing, nothing, change, errors, told)
            continue
        seat, played = states[i].turn, states[k].action
        assert played is not None
        notation = str(game.space.actions[played])
        if not game.has_secrets:
            yield Entry(DECISION, since, step, seat, notation, change, errors, nothing, nothing, told)
            continue
        skill = _expected_change(states[i], played, readings, seed)
        luck = [b - a for a, b in zip(skill.means, change, strict=True)]
        doubt = [math.hypot(a, b) for a, b in zip(skill.errors, errors, strict=True)]
        yield Entry(DECISION, since, step, seat, notation, skill.means, skill.errors, luck, doubt, told)


def _first(end: State) -> list[State]:
    state = end
    while state.previous is not None:
        state = state.previous
    return [state]


def _judged(state: State, readings: int, seed: int) -> Worth:
    """What a position is worth; the result, if the game is over."""
    if state.is_over:
        return Worth(list(state.returns), [0.0] * state.game.seats)
    return averaged(read(state.game, state.rows, readings, _own(seed, state), POSITION))


def _expected_change(before: State, played: int, readings: int, seed: int) -> Worth:
    """What a decision changes in the worlds that its seat could be in, each read before and after by the same dice."""
    assert before.turn is not None
    game, rows, own = before.game, before.view(before.turn).rows, _own(seed, before)
    then = read(game, rows, readings, own, WORLDS, played, guess=True)
    now = read(game, rows, readings, own, WORLDS, guess=True)
    return averaged([[b - a for a, b in zip(*pair, strict=True)] for pair in zip(now, then, strict=True)])


def _own(seed: int, state: State) -> int:
    return (seed + state.step) % 2**62


def ledger_of(end: State, entries: list[Entry], readings: int = READINGS) -> Ledger:
    """The ledger of a game, given all its entries."""
    standing = list(end.returns)
    if not end.is_over:
        changes = [[a + b for a, b in zip(entry.skill, entry.luck, strict=True)] for entry in entries]
        standing = [1 / end.game.seats + total([change[seat] for change in changes]) for seat in range(end.game.seats)]
    return Ledger(entries, end.step, end.is_over, standing, readings)


def ledger(end: State, readings: int = READINGS, seed: int = 0) -> Ledger:
    """The whole ledger of a game. The same seed gives the same figures."""
    return ledger_of(end, list(entered(end, readings, seed)), readings)
