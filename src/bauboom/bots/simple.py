"""The simple bots, as kernels for every game: one plays at random, the others do what looks best in their turn.

Two of these are beginners. They overlook some of their actions and choose the best of the rest, so that their mistakes
are plausible ones.
"""

import secrets
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from bauboom.core.action import Action
from bauboom.core.arrays import constants, room
from bauboom.core.dice import below, seeded
from bauboom.core.door import door
from bauboom.core.engine import SLACK, apply, evaluate, legal, observe
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.kernel import kernel
from bauboom.core.kinds import Actions, OneRow, Plans, Rng, Rows
from bauboom.core.state import View

RANDOM, GREEDY, FIRST_EVENING, LEARNER = range(4)
OVERLOOKED = constants((0, 0, 75, 40))  # by bot: the per cent of its actions that it overlooks, each time other ones
NOWHERE = -1
COUNT = -1  # at the end of a list of actions: how many are still to be tried
# by name, the number under which `choose` knows it
SIMPLE = {"random": RANDOM, "greedy": GREEDY, "level1": FIRST_EVENING, "level2": LEARNER, "level3": GREEDY}


def room_to_think(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Scratch memory in which `choose` tries actions: rows and lists of actions."""
    return room(game.lookahead + 1, game.dtype), room((game.lookahead, game.space.size + SLACK + 1), np.int32)


@kernel
def choose(bot, views, v, seat, actions, count, rng, trials, plans):
    """The index in `actions` of a bot's choice. It knows views[v] and nothing else; the rest is scratch memory."""
    if bot == RANDOM:
        return below(rng, count)
    return choose_greedily(views, v, seat, actions, count, rng, trials, plans, OVERLOOKED[bot])


@kernel
def decide(bot, rows, i, seat, views, v, rng, actions, trials, plans):
    """The action of the bot on turn in rows[i]; views[v] gets what it may see, `actions` the list of its actions."""
    n = legal(rows[i], actions)
    if bot != RANDOM:  # a random bot looks at nothing, so nothing has to be shown to it
        observe(rows[i], seat, views[v])
    return actions[choose(bot, views, v, seat, actions[:n], n, rng, trials, plans)]


@kernel
def choose_greedily(views, v, seat, actions, count, rng, trials, plans, overlooked):
    """The action that leads to the position that looks best for the seat; among equals, any one.

    It overlooks `overlooked` per cent of the actions, but never all of them.
    """
    best, chosen, equals = -(1 << 62), 0, 0
    for i in range(count):
        if overlooked > 0 and below(rng, 100) < overlooked and (equals > 0 or i < count - 1):
            continue
        trials[0] = views[v]
        apply(trials[0], actions[i])
        value = best_reachable(trials, seat, plans)
        if value > best:
            best, chosen, equals = value, i, 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = i
    return chosen


@kernel
def best_reachable(trials, seat, plans):
    """How good the best position looks that a seat can reach from trials[0] by its own decisions, before others act."""
    best, depth = -(1 << 62), next_reachable(trials, seat, plans, NOWHERE)
    while depth != NOWHERE:
        best = max(best, evaluate(trials[depth], seat))
        depth = next_reachable(trials, seat, plans, depth)
    return best


@kernel
def next_reachable(trials, seat, plans, depth):
    """The depth in `trials` of the next position at which a seat's turn ends, after the one at `depth`; or NOWHERE.

    Depth first; not by recursion, so that it needs no memory but this.
    """
    is_new = depth == NOWHERE
    depth = 0 if is_new else depth - 1
    while depth >= 0:
        if is_new:
            if depth == len(plans) or trials[depth].turn != seat:
                return depth
            plans[depth, COUNT] = legal(trials[depth], plans[depth])
        is_new = plans[depth, COUNT] > 0
        if is_new:
            plans[depth, COUNT] -= 1
            trials[depth + 1] = trials[depth]
            apply(trials[depth + 1], plans[depth, plans[depth, COUNT]])
            depth += 1
        else:
            depth -= 1
    return NOWHERE


@door
def bot(which: int, view: OneRow, seat: int, actions: Actions, rng: Rng, trials: Rows, plans: Plans) -> int:
    """The index of a bot's choice in the list of its seat's actions."""
    return choose(which, view, 0, seat, actions, len(actions), rng, trials, plans)


class Bot(Protocol):
    name: str

    def choose(self, view: View, legal: Sequence[Action]) -> Action: ...


class KernelBot:
    """A bot whose choice is a kernel; its kind is a key of SIMPLE."""

    def __init__(self, name: str, seed: int | None = None, kind: str = "") -> None:
        self.name, self._kind = name, kind or name
        self._rng = seeded(secrets.randbits(62) if seed is None else seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        if view.seat is None or not legal:
            raise ValueError("a bot chooses for a seat that is on turn")
        ids = np.array([view.game.space.encode(action) for action in legal], np.int32)
        return legal[self._index(view, ids)]

    def _index(self, view: View, ids: np.ndarray) -> int:
        """Of its choice, in the list of its actions."""
        chosen: int = bot(SIMPLE[self._kind], view.rows, view.seat, ids, self._rng, *room_to_think(view.game))
        return chosen


def seat_bots(bots: Sequence[str], seats: int) -> list[str]:
    """A simple bot for every seat: as many as there are seats, or one for all of them."""
    names = list(bots) * seats if len(bots) == 1 else list(bots)
    if len(names) != seats:
        raise OptionError(f"{len(names)} bots are named for {seats} seats; name one for all or one for each")
    for name in names:
        if name not in SIMPLE:
            raise OptionError(f"there is no bot {name[:40]!r} among the simple ones, which are {', '.join(SIMPLE)}")
    return names


def bot_numbers(bots: Sequence[str], seats: int) -> np.ndarray:
    """The same by the numbers under which `choose` knows them."""
    return np.array([SIMPLE[name] for name in seat_bots(bots, seats)], np.int64)
