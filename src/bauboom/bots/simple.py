"""The two simplest bots: one plays at random, one takes what looks best at once. Both are kernels for every game."""

import secrets
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from bauboom.core.action import Action
from bauboom.core.dice import below, check_seed, new_dice, reseed
from bauboom.core.engine import apply, evaluate
from bauboom.core.game import OptionError
from bauboom.core.kernel import door, kernel
from bauboom.core.state import View

RANDOM, GREEDY = range(2)
BOTS = {"random": RANDOM, "greedy": GREEDY}  # by name, the number under which `choose` knows it


@kernel
def choose(bot, views, v, seat, actions, count, rng, trials, t):
    """The place in `actions` of what a bot does. It knows views[v] and nothing else; trials[t] is room to try."""
    if bot == GREEDY:
        return choose_greedily(views, v, seat, actions, count, rng, trials, t)
    return below(rng, count)


@kernel
def choose_greedily(views, v, seat, actions, count, rng, trials, t):
    """The action after which the position looks best for the seat; among equals, any one."""
    best, chosen, equals = -(1 << 62), 0, 0
    for i in range(count):
        trials[t] = views[v]
        apply(trials[t], actions[i])
        value = evaluate(trials[t], seat)
        if value > best:
            best, chosen, equals = value, i, 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = i
    return chosen


@door
def _choose(bot, views, seat, actions, rng, trials):
    return choose(bot, views, 0, seat, actions, len(actions), rng, trials, 0)


class Bot(Protocol):
    name: str

    def choose(self, view: View, legal: Sequence[Action]) -> Action: ...


class KernelBot:
    """A bot whose choice is a kernel."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._dice = new_dice()[0]
        reseed_at(self._dice, secrets.randbits(62) if seed is None else check_seed(seed))

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        if view.seat is None or not legal:
            raise ValueError("a bot chooses for a seat that is on turn")
        ids = np.array([view.game.space.encode(action) for action in legal], np.int64)
        trials = np.zeros(1, view.game.dtype)
        chosen: int = _choose(BOTS[self.name], view.rows, view.seat, ids, self._dice, trials)
        return legal[chosen]


@door
def reseed_at(rng, seed):
    reseed(rng, seed, 0)


def make_bot(name: str, seed: int | None = None) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        raise OptionError(f"there is no bot {name[:40]!r}; there is {' and '.join(BOTS)}")
    return KernelBot(name, seed)
