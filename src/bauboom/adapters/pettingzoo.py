"""Every game for PettingZoo: `env("bauboom/<game>-v0", players=3, render_mode="ansi")`, and `parallel_env` likewise.

Agents are `player_0`, `player_1` and so on, by seat. The observation holds the flat vector (`Game.named` gives its
parts by name) and the mask of legal actions, which is empty for agents that are not on turn. Chance acts by itself,
from the seed. The reward is the share of the win at the end, 0 before.
"""

from __future__ import annotations

import operator
from copy import deepcopy
from typing import Any, Literal

import numpy as np

from bauboom.core.errors import OptionError
from bauboom.core.state import State

from . import env_id, needs, version_of, whole
from .rewards import check_reward, rewards_of

with needs("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    from .spaces import METADATA, check_mode, observation_space, shown

Illegal = Literal["terminate", "random", "raise"]


class GameEnv(AECEnv[str, dict[str, np.ndarray], Any]):
    """One table, each agent a seat, as agents take turns.

    Options beside those of the game: `max_cycles` (the game is given up after so many decisions), and `illegal`: what
    an illegal action does ("raise": IllegalAction, which names the rule; "random": a random legal one is played),
    `reward` ("win", "margin" or "rank": rewards.py) and `normalise` (most numbers of observations between −1 and 1).
    """

    metadata = METADATA

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: Illegal = "raise",
        reward: str = "win",
        normalise: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        if illegal not in ("raise", "random"):
            raise OptionError(f"illegal can be raise, random or, in env, terminate; not {str(illegal)[:40]!r}")
        if max_cycles is not None:
            max_cycles = whole("max_cycles", max_cycles, 1)
        self.game, is_relative = version_of(name, **options)
        self.reward, known_as = check_reward(reward), env_id(self.game, is_relative)
        self.metadata = {**deepcopy(METADATA), "name": known_as, "is_parallelizable": False}
        self.render_mode, self.max_cycles, self.illegal = check_mode(render_mode), max_cycles, illegal
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self.game.space.decisions) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(self.game, normalise) for agent in self.possible_agents}
        self._to_table = self.game.table_actions if is_relative else None  # [seat, action as agents count]
        self._to_chair = None if self._to_table is None else np.argsort(self._to_table, axis=1)
        factors = self.game.factors(normalise, is_relative)
        self._factors = factors if (factors != 1).any() else None
        self._random = np.random.default_rng()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: of the seed, or the next one that follows from the last seed."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.table: State = self.game.start(seed=int(self._random.integers(1 << 62)))
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        if self.table.turn is not None:
            self.agent_selection = self.possible_agents[self.table.turn]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self._seats[agent]
        view, mask = self.table.view(seat), np.zeros(self.game.space.decisions, np.int8)
        if self.table.actor == seat:
            legal = view.legal_ids()
            mask[legal if self._to_chair is None else self._to_chair[seat, legal]] = 1
        seen = view.observation()
        if self._factors is not None:
            seen *= self._factors
        return {"observation": seen, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not hasattr(action, "__index__"):
            raise ValueError(f"{agent} is on turn and needs the id of an action, not {str(action)[:40]!r}")
        number = operator.index(action)
        if self._to_table is not None and 0 <= number < self._to_table.shape[1]:
            number = int(self._to_table[self._seats[agent], number])
        if self.illegal == "random" and not self.table.allows(number):
            number = int(self._random.choice(self.table.legal_ids()))
        self.table = self.table.play(number)
        self.cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._select()
        if self.table.is_over:
            self._end()
        elif self.cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Rewards, and what there is to know, of a game that is over."""
        scores, returns = self.table.scores, self.table.returns
        rewards = rewards_of(self.reward, np.array([returns]), np.array([scores]))[0].tolist()
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent], self.infos[agent] = rewards[seat], {"points": scores[seat]}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """The table, hidden things included: `ansi` gives a text board, `svg` a picture, `rgb_array` its pixels,
        `human` writes the board.
        """
        return shown(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def raw_env(name: str, **options: Any) -> GameEnv:
    """The environment without PettingZoo's wrappers; by default an illegal action raises IllegalAction."""
    return GameEnv(name, **options)


def env(name: str, illegal: Illegal = "terminate", **options: Any) -> AECEnv[str, Any, Any]:
    """The environment as PettingZoo's own games are: an illegal action ends the game with −1 for its agent.

    With illegal="random" a random legal action is played instead, for libraries that cannot mask; with "raise" it is an
    error that names the rule.
    """
    if illegal == "terminate":
        lenient = TerminateIllegalWrapper(GameEnv(name, **options), illegal_reward=-1)
        return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(lenient))
    return OrderEnforcingWrapper(GameEnv(name, illegal=illegal, **options))


def parallel_env(name: str, **options: Any) -> ParallelEnv[str, Any, Any]:
    """All agents act at once, but only the action of the one on turn counts; the others' masks are empty."""
    return turn_based_aec_to_parallel(env(name, **options))
