"""Perft: counting the sequences of actions from a position, to compare engines and versions with one another."""

import numpy as np

from bauboom.core.engine import CHANCE, OVER, ROOM, apply, legal, outcomes
from bauboom.core.kernel import door


@door
def _count(rows, level, depth, with_chance, actions, weights):
    """Sequences of `depth` plies from rows[level], room for the rest in the rows after it."""
    while not with_chance and rows[level].turn == CHANCE:
        n = outcomes(rows[level], actions[level], weights)
        first = 0
        while first < n and weights[first] == 0:
            first += 1
        apply(rows[level], actions[level, first])
    if depth == 0:
        return 1
    if rows[level].turn == OVER:
        return 0
    at_chance = rows[level].turn == CHANCE
    n = outcomes(rows[level], actions[level], weights) if at_chance else legal(rows[level], actions[level])
    for i in range(n):
        if at_chance and weights[i] == 0:
            actions[level, i] = -1  # not possible; weights are overwritten further down
    total = 0
    for i in range(n):
        if actions[level, i] >= 0:
            rows[level + 1] = rows[level]
            apply(rows[level + 1], actions[level, i])
            total += _count(rows, level + 1, depth - 1, with_chance, actions, weights)
    return total


def perft(state, depth, with_chance):
    """With chance every outcome is a ply; without, chance takes its first outcome and only decisions count."""
    levels = depth + 1
    rows = np.zeros(levels, state.game.dtype)
    rows[0] = state.row
    size = state.game.space.size + ROOM
    return int(_count(rows, 0, depth, with_chance, np.zeros((levels, size), np.int64), np.zeros(size, np.int64)))
