"""What the best actions of a position are worth, and where a game was won and lost.

Every search starts from what the seat on turn may know. For a whole game, the played and the best action of every
decision are each tried with the same dice and compared; a change of the chances that no decision explains is luck.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import add  # one after the other: what `sum` does depends on Python's version
from typing import Any

import numpy as np

from bauboom.bots.roster import search_bot
from bauboom.bots.search import POOL, Outlook, SearchBot, style_of
from bauboom.core.state import State, View

PLAYOUTS = 100  # games to the end, for the points to expect of an action
SLIP, LUCK = 0.05, 0.15  # shares of the win: what makes a decision, or luck, a turning point
SURE = 3.0  # standard errors
MOST = 8  # the most turning points of a game
TRIAL = 1 << 20  # the stream of dice for what follows an action; a search uses those below it


@dataclass(frozen=True)
class Option:
    """An action, and what to expect of it. The lists are by seat."""

    action: int
    notation: str
    visits: int
    chances: list[float]  # shares of the win
    errors: list[float]  # their standard errors; how good the forecasts are is not in them
    scores: list[float] | None  # points at the end, if everybody plays on greedily
    score_errors: list[float] | None
    reasons: list[dict[str, Any]]  # facts, for which words.py has sentences


@dataclass(frozen=True)
class Advice:
    """A position as the seat on turn sees it."""

    seat: int
    simulations: int
    chances: list[float]  # by seat, if the best action is taken
    options: list[Option]  # the best first


@dataclass(frozen=True)
class Decision:
    """One decision of a game. The lists are by seat."""

    step: int  # before it
    seat: int
    played: int
    best: int  # the same as `played`, if nothing better was found
    chances: list[float]  # with the best action: what the position is worth
    errors: list[float]
    after: list[float]  # with the played one
    error: float  # of the difference between the two, for the seat
    gap: float = 0.0  # the difference, as it was tried: below 0, if the one that the search preferred did worse
    stake: float = 0.0  # what the action that the search preferred promised more than the mean of all that it tried

    @property
    def loss(self) -> float:
        """How much of the win the seat gave away."""
        return self.chances[self.seat] - self.after[self.seat]


@dataclass(frozen=True)
class TurningPoint:
    """A decision that gave much away, or luck that brought or cost much."""

    step: int  # before the decision; after the luck
    kind: str  # "decision" or "luck"
    seat: int
    change: float  # of the seat's share of the win
    error: float
    since: int  # luck came after this step; a decision is at its step
    played: str | None = None
    better: str | None = None
    told: list[dict[str, Any]] | None = None  # what the seat would have been told of the better one
    reasons: list[dict[str, Any]] | None = None  # what speaks for it


@dataclass(frozen=True)
class Analysis:
    """A whole game, as far as it was looked at."""

    decisions: list[Decision]
    result: list[float] | None  # by seat, if the game is over and all of it was looked at
    end: int  # the last step
    turns: list[TurningPoint]

    @property
    def curve(self) -> list[tuple[int, list[float]]]:
        """The chances of all seats at every decision, and the result."""
        points = [(decision.step, decision.chances) for decision in self.decisions]
        return points if self.result is None else [*points, (self.end, self.result)]


def thinker(budget: str, seed: int | None) -> SearchBot:
    """Who searches for an analysis: without a network, as in all of it.

    A network wins more games, but it learnt from games of good players. What it says of the positions of others is
    often far from how they end; forecasts are not (docs/analysis.md).
    """
    return search_bot(budget, seed, has_network=False)


def advise(view: View, budget: str, seed: int | None = None, playouts: int = PLAYOUTS, best: int = 5) -> Advice:
    """The best actions of the seat on turn, by its own view; the budget is a time ("1s") or simulations ("500")."""
    outlook = thinker(budget, seed).look(view, playouts, best)
    assert view.seat is not None  # or there would be nothing to look for
    space = view.game.space
    options = [
        Option(
            *(line.action, str(space.actions[line.action]), line.visits, line.chances, line.errors),
            *(line.scores, line.score_errors, view.reasons(line.action)),
        )
        for line in outlook.lines[:best]
    ]
    return Advice(view.seat, outlook.simulations, outlook.chances, options)


def deciding(end: State) -> list[State]:
    """The states of a game that a decision led to; where there was no choice, nothing was decided."""
    return [state for state in end.path() if state.previous is not None and len(state.previous.legal_ids()) > 1]


def assess(after: State, budget: str, seed: int) -> Decision:
    """What the decision that led to a state was worth. The seed fixes the answer, in a whole game and alone."""
    before, played = after.previous, after.action
    assert before is not None
    assert before.turn is not None
    assert played is not None
    seat, view, own = before.turn, before.view(before.turn), (seed + before.step) % 2**62
    outlook = thinker(budget, own).look(view)
    found, stake = outlook.lines[0].action, at_stake(outlook, seat)
    mine, mine_errors = expected(view, played, outlook.simulations, own)
    if found == played:
        return Decision(before.step, seat, played, played, mine, mine_errors, mine, 0.0, 0.0, stake)
    best, errors = expected(view, found, outlook.simulations, own)
    gap, error = best[seat] - mine[seat], math.hypot(errors[seat], mine_errors[seat])
    if gap <= 0:
        return Decision(before.step, seat, played, played, mine, mine_errors, mine, error, gap, stake)
    return Decision(before.step, seat, played, found, best, errors, mine, error, gap, stake)


def at_stake(outlook: Outlook, seat: int) -> float:
    """What the preferred action promises a seat more than the mean of all that were tried."""
    tried = [line.chances[seat] for line in outlook.lines if line.visits]
    return max(0.0, outlook.chances[seat] - reduce(add, tried) / len(tried))


def expected(view: View, action: int, simulations: int, seed: int) -> tuple[list[float], list[float]]:
    """By seat, the share of the win to expect after an action, and its standard error: a search goes on from there."""
    game = view.game
    rows = view.after(action).rows
    with POOL.searchers(game, 1, has_network=False) as (searcher,):
        searcher.begin(seed, TRIAL)
        searcher.grow(simulations, rows, style_of(game, has_network=False))
        mean, squares = searcher.tree.totals[0] / simulations, searcher.tree.squares[0] / simulations
    return mean.tolist(), np.sqrt(np.maximum(squares - mean**2, 0.0) / simulations).tolist()


def assess_all(end: State, budget: str, seed: int = 0) -> Iterator[Decision]:
    """Every decision of a game, one after the other."""
    return (assess(state, budget, seed) for state in deciding(end))


def analysed(end: State, decisions: list[Decision], is_whole: bool = True) -> Analysis:
    """What the decisions tell about a game together; without the last ones, about its beginning."""
    result = list(end.returns) if end.is_over and is_whole else None
    turns = [*_slips(end, decisions), *_strokes_of_luck(end, decisions, result)]
    turns = sorted(turns, key=lambda turn: -abs(turn.change))[:MOST]
    return Analysis(decisions, result, end.step, sorted(turns, key=lambda turn: turn.step))


def _slips(end: State, decisions: list[Decision]) -> Iterator[TurningPoint]:
    """Decisions that gave much away."""
    states = {state.step: state for state in end.path()}
    actions = end.game.space.actions
    for decision in decisions:
        if decision.loss >= max(SLIP, SURE * decision.error):
            before = states[decision.step + 1].previous
            assert before is not None
            view = before.view(decision.seat)
            yield TurningPoint(
                *(decision.step, "decision", decision.seat, -decision.loss, decision.error, decision.step),
                *(str(actions[decision.played]), str(actions[decision.best])),
                *(view.told(decision.best), view.reasons(decision.best)),
            )


def _strokes_of_luck(end: State, decisions: list[Decision], result: list[float] | None) -> list[TurningPoint]:
    """What changed for a seat from one of its decisions to the next, less what the others gave away meanwhile.

    Both ends are what this seat knew; so luck is what chance brought, and what turned out that others held. Its step is
    where most of it was seen.
    """
    points = [(decision.step, decision.chances, decision.errors) for decision in decisions]
    if result is not None:
        points.append((end.step, result, [0.0] * len(result)))
    found = []
    for seat in range(end.game.seats):
        own = [number for number, decision in enumerate(decisions) if decision.seat == seat]
        for first, last in pairwise([*own, *([len(decisions)] if result is not None else [])]):
            jumps = [points[i + 1][1][seat] - decisions[i].after[seat] for i in range(first, last)]
            change, doubt = reduce(add, jumps), math.hypot(points[first][2][seat], points[last][2][seat])
            if abs(change) >= max(LUCK, SURE * doubt):
                most = first + max(range(len(jumps)), key=lambda i: jumps[i] * change)
                found.append((first, last, most, seat, change, doubt))
    kept: list[TurningPoint] = []
    taken: set[int] = set()
    for first, last, most, seat, change, doubt in sorted(found, key=lambda luck: -abs(luck[4])):
        if taken.isdisjoint(range(first, last)) and _had_luck(end, points[first][0], points[last][0]):
            taken |= set(range(first, last))  # one seat's luck is another's misfortune: it is reported once
            kept.append(TurningPoint(points[most + 1][0], "luck", seat, change, doubt, points[most][0] + 1))
    return kept


def _had_luck(end: State, since: int, step: int) -> bool:
    """Whether anything between two steps was left to luck."""
    between = [state for state in end.path() if since < state.step <= step]
    return end.game.has_secrets or any(state.previous is not None and state.previous.is_chance for state in between)
