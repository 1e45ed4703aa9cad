"""What may be done in a position, as Python's states ask for it."""

from . import engine
from .door import door
from .kernel import kernel
from .kinds import Ids, Odds, OneRow, Scratch


@kernel
def list_outcomes(s, actions, weights):
    """List what chance may bring now, with weights; return how many outcomes there are.

    If they are equally likely and their ids follow each other, only the first is written, and −(how many) returned.
    """
    if s.turn != engine.CHANCE:
        return 0
    listed, count = engine.chance(s, actions, weights), 0
    if listed < 0:
        return listed
    for i in range(listed):
        actions[count], weights[count] = actions[i], weights[i]
        count += weights[i] > 0
    return count


@kernel
def list_possible(s, first, actions, weights, shares):
    """List legal decisions, or outcomes, counted from `first`, with probabilities; return what `list_outcomes` does."""
    if s.turn != engine.CHANCE:
        return engine.legal(s, actions) if s.turn != engine.OVER else 0
    count, total = list_outcomes(s, actions, weights), 0
    for i in range(count):
        total += weights[i]
    for i in range(count):
        shares[i] = weights[i] / total
    for i in range(max(count, 1)):
        actions[i] -= first
    return count


@door
def possible(row: OneRow, first: int, actions: Ids, weights: Scratch, shares: Odds) -> int:
    return list_possible(row[0], first, actions, weights, shares)


@door
def go_on(
    row: OneRow, action: int, into: OneRow, first: int, actions: Ids, weights: Scratch, shares: Odds
) -> int:  # fmt: skip
    """Copy the row, play the action on the copy, and list what is possible there."""
    into[0] = row[0]
    engine.apply(into[0], action)
    return list_possible(into[0], first, actions, weights, shares)


@door
def allows(row: OneRow, number: int, actions: Scratch, weights: Scratch) -> int:
    """Whether a decision is legal now, or an outcome possible."""
    if row[0].turn == engine.CHANCE:
        count = list_outcomes(row[0], actions, weights)
        if count < 0:
            return int(actions[0] <= number < actions[0] - count)
    else:
        count = engine.legal(row[0], actions) if row[0].turn != engine.OVER else 0
    for i in range(count):
        if actions[i] == number:
            return 1
    return 0
