"""A rate of play: the win chance given away per decision that mattered, and accuracy in per cent beside it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from .game import Decision
from .ledger import total

MATTERS = 0.02  # of the win at stake, or a decision does not count
ENOUGH = 5  # decisions that mattered, for an accuracy that says anything


@dataclass(frozen=True)
class Rate:
    """How well a seat decided: in a game, or in many."""

    decisions: int  # with a choice
    mattered: int
    lost: float | None  # of the win, per decision that mattered; None, if none did
    error: float | None  # its standard error; one decision has none
    accuracy: float | None  # how much of what was at stake was kept, from 0 to 1; None, if too few decisions mattered


def rate(decisions: Iterable[Decision]) -> Rate:
    """The rate of decisions, which may be those of many games.

    A decision counts with what was found when both actions were tried, be it below 0: leaving those out would make
    everybody look worse.
    """
    found = list(decisions)
    counted = [decision for decision in found if decision.stake >= MATTERS]
    count = len(counted)
    if not count:
        return Rate(len(found), 0, None, None, None)
    lost = total([decision.gap for decision in counted]) / count
    squares = total([(decision.gap - lost) * (decision.gap - lost) for decision in counted])
    error = math.sqrt(squares / (count - 1) / count) if count > 1 else None
    kept = 1 - lost * count / total([decision.stake for decision in counted])
    return Rate(len(found), count, lost, error, min(1.0, max(0.0, kept)) if count >= ENOUGH else None)
