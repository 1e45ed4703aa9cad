"""Perft: counting the sequences of actions from a position, to compare engines and versions."""

import numpy as np

from .door import busy_door
from .engine import CHANCE, OVER, apply, legal, outcomes
from .kernel import kernel
from .kinds import Actions, Moves, Rows, Scratch


@busy_door
def count(rows: Rows, depth: int, with_chance: int, actions: Moves, weights: Scratch, left: Actions) -> int:
    """Count the sequences of `depth` plies from rows[0]; the other rows and lists are scratch, one for every ply."""
    if depth == 0:
        return 1
    total, level = 0, 0
    left[0] = list_plies(rows[0], with_chance, actions[0], weights)
    while level >= 0:
        if level == depth - 1:
            total += left[level]
            level -= 1
        elif left[level] == 0:
            level -= 1
        else:
            left[level] -= 1
            rows[level + 1] = rows[level]
            apply(rows[level + 1], actions[level, left[level]])
            level += 1
            left[level] = list_plies(rows[level], with_chance, actions[level], weights)
    return total


@kernel
def list_plies(s, with_chance, actions, weights):
    """List what can come next; return how many. Unless chance counts as a ply, its first outcome comes at once."""
    while s.turn == CHANCE:
        n, possible = outcomes(s, actions, weights), 0
        for i in range(n):
            if weights[i] > 0:
                actions[possible] = actions[i]
                possible += 1
        if with_chance:
            return possible
        apply(s, actions[0])
    return 0 if s.turn == OVER else legal(s, actions)


def perft(state, depth, with_chance):
    """With chance every outcome is a ply; without, chance takes its first outcome and only decisions count."""
    rows, size = np.zeros(depth + 1, state.game.dtype), state.game.list_size
    rows[0] = state.row
    lists = np.zeros((depth + 1, size), np.int32)
    return count(rows, depth, int(with_chance), lists, np.zeros(size, np.int32), np.zeros(depth + 1, np.int32))
