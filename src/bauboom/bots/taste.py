"""Characters: six bots that play at any level, each after a taste of its own.

A taste is data: `characters.json` in a game's folder says what each character likes to see, as weights over what a
thoughtful player counts (`traits`): of its own seat, and of its rivals'. A simple bot adds that to how good a position
looks. A search is left as it is; among the actions that it finds as good as the best, a character takes the one it
likes most. A game without that file has characters that play like any other bot.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
import numpy as np

from bauboom.bots.simple import NOWHERE, OVERLOOKED, SIMPLE, KernelBot, next_reachable, room_to_think
from bauboom.core.arrays import room
from bauboom.core.dice import below
from bauboom.core.door import door
from bauboom.core.engine import apply, evaluate, traits
from bauboom.core.game import Game
from bauboom.core.kernel import kernel
from bauboom.core.kinds import Actions, Kind, OneRow, Plans, Rng, Rows, TraitValues
from bauboom.core.state import View

CHARACTERS = ("otis", "alva", "mies", "zora", "gus", "lina")
FILE = "characters.json"
OWN, RIVALS = range(2)
TOLERANCE = 0.03  # of the win: so much worse an action may look to a search, and be taken because it is liked
SELDOM = 4  # times as often as an action another was tried: too little is known of the first to prefer it
Taste = Annotated[Any, Kind("int64", (2, "traits"))]  # what a trait is worth, in the units of `evaluate`: OWN, RIVALS


class Liking(msgspec.Struct, forbid_unknown_fields=True):
    """What a character likes to see, or not to see if it is below 0; in the units of `evaluate`, of two players."""

    own: dict[str, int] = {}
    rivals: dict[str, int] = {}  # of all of them, added up


@cache
def likings_of(game: Game) -> dict[str, Liking]:
    """By character; empty if the game knows none."""
    file = game.folder / FILE
    if not file.exists():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Liking])


@cache
def taste_of(game: Game, character: str) -> np.ndarray | None:
    """[OWN or RIVALS, trait]: what a character likes; None if it plays like any other bot."""
    liking = likings_of(game).get(character)
    if liking is None:
        return None
    taste = room((2, len(game.traits)), np.int64)
    for whose, weights in ((OWN, liking.own), (RIVALS, liking.rivals)):
        for trait, weight in weights.items():
            taste[whose, game.traits.index(trait)] = weight
    return taste


@kernel
def liking(rows, i, seat, seats, taste, counts):
    """How much a bot likes what it sees; `counts` is room for traits. Like `evaluate`, it grows with the rivals."""
    total = 0.0
    for other in range(seats):
        traits(rows[i], other, counts)
        whose, times = (OWN, seats - 1) if other == seat else (RIVALS, 1)
        for k in range(len(counts)):
            total += times * taste[whose, k] * counts[k]
    return int(total)


@kernel
def most_liked(trials, seat, plans, seats, taste, counts, is_plain):
    """The most that a seat can reach from trials[0] in its turn: of what it likes, and of how good that looks."""
    best, depth = -(1 << 62), next_reachable(trials, seat, plans, NOWHERE)
    while depth != NOWHERE:
        value = liking(trials, depth, seat, seats, taste, counts)
        if not is_plain:
            value += evaluate(trials[depth], seat)
        best = max(best, value)
        depth = next_reachable(trials, seat, plans, depth)
    return best


@door
def bot_with_taste(
    which: int, view: OneRow, seat: int, actions: Actions, rng: Rng, trials: Rows, plans: Plans,
    seats: int, taste: Taste, counts: TraitValues,
) -> int:  # fmt: skip
    """The index of a simple bot's choice in the list of its seat's actions, as `choose_greedily` finds it."""
    overlooked, count = OVERLOOKED[which], len(actions)
    best, chosen, equals = -(1 << 62), 0, 0
    for i in range(count):
        if overlooked > 0 and below(rng, 100) < overlooked and (equals > 0 or i < count - 1):
            continue
        trials[0] = view[0]
        apply(trials[0], actions[i])
        value = most_liked(trials, seat, plans, seats, taste, counts, False)
        if value > best:
            best, chosen, equals = value, i, 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = i
    return chosen


@door
def liked(
    view: OneRow, seat: int, action: int, trials: Rows, plans: Plans, seats: int, taste: Taste, counts: TraitValues
) -> int:
    """How much a bot likes the best that it can reach in its turn after an action, however good that is."""
    trials[0] = view[0]
    apply(trials[0], action)
    return most_liked(trials, seat, plans, seats, taste, counts, True)


def favourite(lines: Sequence[Any], seat: int, liked: Callable[[int], int]) -> Any:
    """Of a search's lines, the best first, the one that is liked most among those that are as good as the best."""
    best = lines[0]
    good = [
        line
        for line in lines
        if line.visits * SELDOM >= best.visits and line.chances[seat] >= best.chances[seat] - TOLERANCE
    ]
    return max(good, key=lambda line: liked(line.action))  # of equals the first


def liked_at(view: View, taste: np.ndarray) -> Callable[[int], int]:
    """How much a character likes each action at a view of its seat."""
    game, (trials, plans) = view.game, room_to_think(view.game)
    counts = room(len(game.traits), np.float64)
    return lambda action: liked(view.rows, view.seat, action, trials, plans, game.seats, taste, counts)


class TastefulBot(KernelBot):
    """A simple bot with a character."""

    def __init__(self, name: str, kind: str, character: str, seed: int | None = None) -> None:
        super().__init__(name, seed, kind)
        self._character = character

    def _index(self, view: View, ids: np.ndarray) -> int:
        game, taste = view.game, taste_of(view.game, self._character)
        if taste is None:
            return super()._index(view, ids)
        thinking = *room_to_think(game), game.seats, taste, room(len(game.traits), np.float64)
        chosen: int = bot_with_taste(SIMPLE[self._kind], view.rows, view.seat, ids, self._rng, *thinking)
        return chosen
