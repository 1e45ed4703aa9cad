"""A review of a game for its players: where each result came from, how well each seat decided, its key moments.

All decisions of a seat are looked at quickly. Those that seem to have given most away are looked at again, for longer
and with other dice, so that a decision is not called a mistake because the first look was unlucky.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bauboom.core.state import State

from .game import SURE, Decision, assess, deciding
from .ledger import CHANCE, READINGS, Entry, Ledger, Sums, entered, events, ledger_of
from .rate import Rate, rate

MOMENTS = 3  # of a seat, at most
SLIP, LUCK = 0.02, 0.05  # shares of the win that make a decision, or luck, a key moment
# facts of which more is better
MORE = {"ahead", "blocks", "buildings", "height", "plots", "points", "rolls", "tops", "towers"}
WHERE = {"city", "plot", "site"}  # as good in one place as in another
SECOND = 1 << 40  # added to the seed, for the second look


@dataclass(frozen=True)
class Effort:
    """How much thought goes into a review."""

    readings: int = READINGS  # of every position
    first: str = "150"  # simulations, or a time, for every decision
    second: str = "1000"  # the same for those that are looked at again
    again: int = 6  # of a seat: how many these are


@dataclass(frozen=True)
class Moment:
    """A key moment of a seat: a decision that gave much away, or luck."""

    kind: str  # "decision"; "chance"; "hidden": what hidden cards made of a decision
    step: int  # before the decision; after the luck
    since: int  # luck came after this step; a decision is at its step
    change: float  # of the seat's share of the win
    error: float
    told: list[dict[str, Any]]  # what happened
    played: str | None = None
    better: str | None = None
    better_told: list[dict[str, Any]] | None = None  # what the seat would have been told of the better one
    reasons: list[dict[str, Any]] | None = None  # what speaks for it


@dataclass(frozen=True)
class SeatReview:
    """What a game tells one of its players."""

    seat: int
    sums: Sums
    rate: Rate
    moments: list[Moment]  # in the order of the game
    decisions: list[Decision]  # all of the seat, at the first look


@dataclass(frozen=True)
class Review:
    """A game, as far as it goes."""

    ledger: Ledger
    seats: list[SeatReview]


class Reviewer:
    """Reviews a game bit by bit: `work` does one bit after the other, and `review` is there when all are done."""

    def __init__(self, end: State, seats: Sequence[int], effort: Effort | None = None, seed: int = 0) -> None:
        self.end, self.chosen, self.effort, self.seed = end, list(seats), effort or Effort(), seed
        first = end.path()[0].previous if end.previous is not None else end
        assert first is not None
        self._states = [first, *end.path()]
        self._decided = {
            seat: [state for state in deciding(end) if state.previous is not None and state.previous.turn == seat]
            for seat in self.chosen
        }
        looks = (len(states) + min(self.effort.again, len(states)) for states in self._decided.values())
        self.bits = 1 + len(events(self._states)) + sum(looks)
        self._entries: list[Entry] = []
        self._reviews: list[SeatReview] = []

    def work(self) -> Iterator[None]:
        """Do one bit of the work at a time; there are `bits` of them at most."""
        for entry in entered(self.end, self.effort.readings, self.seed):
            self._entries.append(entry)
            yield
        for seat in self.chosen:
            yield from self._look_at(seat)

    def _look_at(self, seat: int) -> Iterator[None]:
        decisions = []
        for state in self._decided[seat]:
            decisions.append(assess(state, self.effort.first, self.seed))
            yield
        slips = []
        doubtful = sorted((one for one in decisions if one.gap > 0), key=lambda one: -one.gap)
        for one in doubtful[: self.effort.again]:
            again = assess(self._states[one.step + 1], self.effort.second, (self.seed + SECOND) % 2**62)
            if again.loss >= max(SLIP, SURE * again.error):
                slips.append(self._slip(again))
            yield
        moments = chosen(slips, [moment for entry in self._entries for moment in lucky(entry, seat)])
        sums = ledger_of(self.end, self._entries, self.effort.readings).sums(seat)
        self._reviews.append(SeatReview(seat, sums, rate(decisions), moments, decisions))

    def _slip(self, one: Decision) -> Moment:
        before, actions = self._states[one.step], self.end.game.space.actions
        view = before.view(one.seat)
        return Moment(
            *("decision", one.step, one.step, -one.loss, one.error, view.told(one.played)),
            *(str(actions[one.played]), str(actions[one.best]), view.told(one.best)),
            apart(view.reasons(one.best), view.reasons(one.played)),
        )

    @property
    def review(self) -> Review:
        return Review(ledger_of(self.end, self._entries, self.effort.readings), self._reviews)


def apart(better: list[dict[str, Any]], played: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What speaks for a decision, and not for the one that was played as well, or even more."""
    return [reason for reason in better if not any(says_as_much(other, reason) for other in played)]


def says_as_much(other: dict[str, Any], reason: dict[str, Any]) -> bool:
    """Whether one reason says the same as another: of the same, as much of it or more, here or elsewhere."""
    return other.keys() == reason.keys() and all(
        key in WHERE or (other[key] >= value if key in MORE else other[key] == value) for key, value in reason.items()
    )


def lucky(entry: Entry, seat: int) -> list[Moment]:
    """The luck of an entry, if it is a seat's key moment."""
    change, error = entry.luck[seat], entry.luck_errors[seat]
    if entry.step == 0 or abs(change) < max(LUCK, SURE * error):
        return []
    kind = "chance" if entry.kind == CHANCE else "hidden"
    return [Moment(kind, entry.step, entry.since, change, error, entry.told, entry.played)]


def chosen(slips: list[Moment], luck: list[Moment]) -> list[Moment]:
    """The key moments: the largest luck, and the decisions that gave most away; more luck, if these are few."""
    slips = sorted(slips, key=lambda moment: moment.change)
    luck = sorted(luck, key=lambda moment: -abs(moment.change))
    kept = slips[: MOMENTS - min(len(luck), 1)]
    kept += luck[: MOMENTS - len(kept)]
    return sorted(kept, key=lambda moment: (moment.step, moment.kind))


def review(end: State, seats: Sequence[int], effort: Effort | None = None, seed: int = 0) -> Review:
    """The whole review of a game for some seats. The same seed gives the same figures, unless the effort is a time."""
    reviewer = Reviewer(end, seats, effort, seed)
    for _ in reviewer.work():
        pass
    return reviewer.review
