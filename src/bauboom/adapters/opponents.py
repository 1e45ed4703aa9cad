"""Who plays the seats that a learner does not have.

"greedy", "level2"           simple bots, which are kernels: no other are as fast
"level5", "search:200"       every other bot of the house, asked game by game
"my_bots:Careful"            an agent of one's own, by name (docs/agents.md), or any object with choose(view, legal)
policy                       a function of observations and masks, asked for all games at once
["greedy", policy]           one for each other seat, clockwise from the learner
League(["level1", policy])   another draw for every seat in every game

An agent by name that crashes, is late or answers nonsense is an error, or, with faults="random", a random decision that
is counted.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bauboom.bots import agents
from bauboom.bots.simple import SIMPLE
from bauboom.core.errors import OptionError
from bauboom.core.game import Game

if TYPE_CHECKING:
    from .vector import Vector

NOBODY = -1  # no opponent has to be asked
FAULTS = ("raise", "random")  # what happens where an agent fails
DRAWS = 3  # a stream apart from those of chance and bots
Seen = dict[str, np.ndarray]
Policy = Callable[[Seen], np.ndarray]


class League:
    """Opponents of whom every other seat draws one in every game, by weight; the seed decides the draws."""

    def __init__(self, members: Sequence[Any], weights: Sequence[float] | None = None) -> None:
        self.members = list(members)
        parts = np.ones(len(self.members)) if weights is None else np.asarray(weights, float)
        if not self.members or parts.shape != (len(self.members),) or (parts < 0).any() or not parts.sum() > 0:
            raise OptionError("a league has members, and as many weights, which are not negative and not all 0")
        if any(isinstance(member, League) for member in self.members):
            raise OptionError("a league is made of opponents, not of leagues")
        self.weights = parts / parts.sum()


class Opponents:
    """The opponents of a vector environment, each with a number: from 0 on for kernels, below 0 for all others."""

    def __init__(self, game: Game, given: Any, faults: str = "raise") -> None:
        if faults not in FAULTS:
            raise OptionError(f"faults can be {' or '.join(FAULTS)}, not {str(faults)[:40]!r}")
        self.game, self._faults = game, faults
        others = game.seats - 1
        chosen = list(given) if isinstance(given, (list, tuple)) else [given]
        chosen = chosen * others if len(chosen) == 1 else chosen
        if len(chosen) != others:
            raise OptionError(f"{len(chosen)} bots are named for {others} seats; name one for all or one for each")
        self._outside: list[Any] = []  # the opponents that are no kernels, as they were given
        self._asked: list[Any] = []  # the same, ready to be asked
        leagues = [one if isinstance(one, League) else League([one]) for one in chosen]
        self._leagues = [([self._number(member) for member in league.members], league.weights) for league in leagues]
        self._is_drawn = any(len(numbers) > 1 for numbers, _ in self._leagues)
        self._seed = 0

    def _number(self, opponent: Any) -> int:
        if isinstance(opponent, str):
            if opponent in SIMPLE:
                return SIMPLE[opponent]
            agents.check(opponent, self.game)
        elif not callable(opponent) and not callable(getattr(opponent, "choose", None)):
            raise OptionError(
                "an opponent is a bot's name such as greedy, an object with choose(view, legal), a function of "
                "observations and masks, or a League of such"
            )
        for number, known in enumerate(self._outside):
            if known is opponent or (isinstance(opponent, str) and known == opponent):
                return -1 - number
        self._outside.append(opponent)
        return -len(self._outside)

    def begin(self, seed: int) -> None:
        """Make the bots that have names, anew, so that the same seed gives the same games."""
        self._seed = seed
        for bot in self._asked:
            agents.close(bot)
        self._asked = [
            agents.make(one, (seed + number) % (1 << 62), threads=1) if isinstance(one, str) else one
            for number, one in enumerate(self._outside)
        ]

    def seat(self, bots: np.ndarray, where: np.ndarray, games: np.ndarray) -> None:
        """Write who plays in the games that begin at some places, by place and chair."""
        if not self._is_drawn:
            bots[where] = [numbers[0] for numbers, _ in self._leagues]
            return
        for place in np.flatnonzero(where):
            drawn = np.random.default_rng((self._seed, int(games[place]) * len(where) + int(place), DRAWS))
            bots[place] = [int(drawn.choice(numbers, p=weights)) for numbers, weights in self._leagues]

    def decide(self, vector: Vector, where: np.ndarray, asked: np.ndarray) -> np.ndarray:
        """By place, the actions of the opponents that are no kernels, numbered as the learner's are."""
        chosen = np.zeros(len(where), np.int64)
        for number in np.unique(asked[where]):
            places = np.flatnonzero(where & (asked == number))
            one = self._asked[number]
            if hasattr(one, "choose"):
                chosen[places] = [self._choice(vector, one, int(place)) for place in places]
            else:
                chosen[places] = self._choices(one, vector.seen_by(places))
        return chosen

    def _choice(self, vector: Vector, bot: Any, place: int) -> int:
        state, before = vector.state(place), sum(agents.faults_of(bot).values())
        view = state.view(state.turn)
        try:
            action = agents.meant(bot.choose(view, view.legal), view, view.legal)
        except agents.Failed as error:
            raise ValueError(f"an opponent, {getattr(bot, 'name', type(bot).__name__)}: {error}") from None
        failed = sum(agents.faults_of(bot).values())
        if failed > before and self._faults == "raise":
            raise ValueError(f"an opponent, {bot.last_fault}")
        if failed > before:
            vector.faults[place] += 1
        if failed > before == 0:
            told = f"an opponent, {bot.last_fault}; random decisions stand in for its own, and infos count them"
            warnings.warn(told, RuntimeWarning, stacklevel=2)
        return int(vector.to_chair[state.turn, self.game.space.encode(action)])

    def _choices(self, policy: Policy, seen: Seen) -> np.ndarray:
        masks = seen["action_mask"].copy()  # a policy may write into what it gets
        actions = np.asarray(policy(seen))
        if actions.shape != (len(masks),) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"a policy is asked for {len(masks)} actions; it gave {actions.shape} of {actions.dtype}, not integers"
            )
        inside = (actions >= 0) & (actions < masks.shape[1])
        if not inside.all() or not masks[np.arange(len(masks)), actions].all():
            raise ValueError("a policy among the opponents chose an action that its mask does not allow")
        return actions.astype(np.int64)
