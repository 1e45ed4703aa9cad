"""Every game for Gymnasium: a vector environment over thousands of games, and the same with one game.

`gymnasium.make_vec("bauboom/<game>-v1", num_envs=4096, opponents="greedy", players=3)`, once this module is imported.
One learning seat plays against bots, or, with `opponents=None`, the learner plays every seat in turn. The observation
holds the flat vector (`Game.named` gives its parts by name) and the mask of legal actions. The reward comes at the end,
0 before.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np

from bauboom.core.errors import OptionError
from bauboom.games import load_all

from . import env_id, needs, version_of
from .opponents import League
from .vector import Vector

with needs("gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

    from .spaces import METADATA, check_mode, observation_space, shown

__all__ = ["GameEnv", "GameVectorEnv", "League"]
Observation = dict[str, np.ndarray]


class GameVectorEnv(gymnasium.vector.VectorEnv[Observation, np.ndarray, np.ndarray]):
    """Many games side by side, stepped in one call by compiled loops.

    Options beside those of the game: `opponents` (opponents.py; None: the learner plays every seat), `seat` (the
    learner's; None: another one in every game), `reward` ("win", "margin" or "rank": rewards.py), `normalise` (most
    numbers of observations between −1 and 1), `illegal` (an illegal action ends the game with reward −1: "terminate"; a
    random legal one is played: "random"; or ValueError: "raise"), `faults` (an opponent by name that fails: ValueError,
    "raise", or a random decision that `infos["faults"]` counts, "random"), `max_episode_steps`, `autoreset_mode`,
    `threads` that share the work, and `copy=False` for the arrays themselves, which the next call writes again. When
    the learner plays every seat, `infos["seat"]` is the one on turn, the reward is that of the seat that has acted;
    `infos["rewards"]` has those of all seats. When a game ends, `infos["returns"]` has everybody's share of the win,
    `infos["scores"]` the points.
    """

    metadata = METADATA

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        opponents: Any = "random",
        seat: int | None = None,
        illegal: str = "terminate",
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        reward: str = "win",
        normalise: bool = False,
        threads: int = 1,
        faults: str = "raise",
        **options: Any,
    ) -> None:
        super().__init__()
        self.game, is_relative = version_of(name, **options)
        self.copy, self.render_mode = copy, check_mode(render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**deepcopy(METADATA), "autoreset_mode": self.autoreset_mode}
        more = (reward, normalise, threads, is_relative, faults)
        self.vector = Vector(self.game, num_envs, opponents, seat, illegal, max_episode_steps, *more)
        self.num_envs = self.vector.count
        self.single_action_space = spaces.Discrete(self.game.space.decisions)
        self.single_observation_space = observation_space(self.game, normalise)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin anew; with `options={"reset_mask": …}` only at some places, as Gymnasium defines it."""
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            is_mask = isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,)
            if not is_mask or not mask.any():
                raise ValueError(f"reset_mask must be an array of {self.num_envs} booleans, one of them true")
            if seed is not None:
                raise ValueError("a seed is for all games; with reset_mask, leave it out")
            self.vector.restart(mask)
        elif seed is not None or self._np_random is None:
            self._np_random, self._np_random_seed = seeding.np_random(seed)
            self.vector.reset(int(self.np_random.integers(1 << 62)))
        else:
            self.vector.restart(np.ones(self.num_envs, np.bool_))
        return self._observations(), self._infos(mask)

    def step(self, actions: np.ndarray) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One decision of the learner in every game that goes on. Where one was over, a new game begins (NEXT_STEP)."""
        vector = self.vector
        ended = vector.is_over | vector.is_cut
        if self.autoreset_mode == AutoresetMode.DISABLED and ended.any():
            raise ValueError(f"game {int(ended.argmax())} is over; reset it with options={{'reset_mask': …}}")
        vector.step(actions, ~ended)
        over, cut = vector.is_over & ~ended, vector.is_cut & ~ended
        finished = over | cut
        is_followed = self.autoreset_mode == AutoresetMode.SAME_STEP and finished.any()
        infos = self._final(finished, over) if is_followed else self._results(over, ~ended)
        vector.faults[:] = 0  # what fails from here on is told with the next step
        if ended.any():
            vector.restart(ended)
        rewards = vector.rewards.copy()
        if is_followed:
            vector.restart(finished)
        return self._observations(), rewards, over, cut, {**infos, **self._infos()}

    def _observations(self) -> Observation:
        seen: Observation = {"observation": self.vector.observations, "action_mask": self.vector.masks.view(np.int8)}
        return {key: array.copy() for key, array in seen.items()} if self.copy else seen

    def _infos(self, where: np.ndarray | None = None) -> dict[str, Any]:
        return _info("seat", self.vector.seats, np.ones(self.num_envs, np.bool_) if where is None else where)

    def _results(self, over: np.ndarray, where: np.ndarray) -> dict[str, Any]:
        """What there is to know of games that are over, and of illegal actions, at some places (a mask)."""
        vector = self.vector
        infos = _info("rewards", vector.all_rewards, where)
        if over.any():
            infos |= _info("returns", vector.returns, over) | _info("scores", vector.scores, over)
        if (vector.was_illegal & where).any():
            infos |= _info("was_illegal", vector.was_illegal, vector.was_illegal & where)
        if vector.faults[where].any():
            infos |= _info("faults", vector.faults, where & (vector.faults > 0))
        return infos

    def _final(self, finished: np.ndarray, over: np.ndarray) -> dict[str, Any]:
        """What was last seen of games that are followed by others within the same step."""
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(finished):
            mask = self.vector.masks[i].view(np.int8)
            final[i] = {"observation": self.vector.observations[i].copy(), "action_mask": mask.copy()}
        last = {**self._results(over, finished), **self._infos(finished)}
        ended = {"final_obs": final, "_final_obs": finished.copy(), "final_info": last, "_final_info": finished.copy()}
        return {**ended, **self._results(np.zeros_like(over), ~finished)}

    def render(self) -> tuple[Any, ...] | None:
        """Every table, as the render_mode says."""
        frames = tuple(shown(self.vector.state(i), self.render_mode) for i in range(self.num_envs))
        return None if self.render_mode == "human" else frames


def _info(name: str, values: np.ndarray, where: np.ndarray) -> dict[str, Any]:
    """An entry of infos as Gymnasium writes it: values where there are any, zeros elsewhere, and where that is."""
    kept = np.zeros_like(values)
    kept[where] = values[where]
    return {name: kept, f"_{name}": where.copy()}


def _as_python(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


class GameEnv(gymnasium.Env[Observation, np.int64]):
    """One game for one learner; the options are those of GameVectorEnv."""

    metadata = METADATA

    def __init__(self, name: str, render_mode: str | None = None, **options: Any) -> None:
        if many := {"num_envs", "autoreset_mode", "copy"} & set(options):
            raise OptionError(f"{', '.join(sorted(many))}: that is for many games; use gymnasium.make_vec")
        self.games = GameVectorEnv(name, 1, autoreset_mode=AutoresetMode.DISABLED, **options)
        self.game, self.render_mode, self.metadata = self.games.game, check_mode(render_mode), deepcopy(METADATA)
        self.action_space, self.observation_space = self.games.single_action_space, self.games.single_observation_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        observations, infos = self.games.reset(seed=seed)
        self._write()
        return {key: array[0] for key, array in observations.items()}, {"seat": int(infos["seat"][0])}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        vector = self.games.vector
        if vector.is_over[0] or vector.is_cut[0]:
            raise ValueError("the game is over: call reset")
        observations, rewards, over, cut, infos = self.games.step(np.array([action]))
        self._write()
        info = {key: _as_python(array[0]) for key, array in infos.items() if not key.startswith("_")}
        seen = {key: array[0] for key, array in observations.items()}
        return seen, float(rewards[0]), bool(over[0]), bool(cut[0]), info

    def action_masks(self) -> np.ndarray:
        """Which actions are legal now, under the name by which libraries that mask ask for it."""
        mask: np.ndarray = self.games.vector.masks[0].copy()
        return mask

    def _write(self) -> None:
        if self.render_mode == "human":  # as Gymnasium wants it, without being asked
            self.render()

    def render(self) -> Any:
        return shown(self.games.vector.state(0), self.render_mode)


for _game in load_all():
    for _id in (env_id(_game), env_id(_game, is_relative=True)):
        gymnasium.register(
            _id,
            entry_point=f"{__name__}:GameEnv",
            vector_entry_point=f"{__name__}:GameVectorEnv",
            kwargs={"name": _id},
        )
