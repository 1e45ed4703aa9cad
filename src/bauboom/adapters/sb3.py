"""Every game for Stable-Baselines3: `GameVecEnv("bauboom/<game>-v1", 64, opponents="greedy")`.

The observation is the flat vector alone; learners that mask, such as MaskablePPO of sb3-contrib, ask for the masks. The
options are those of the Gymnasium environment.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from bauboom.core.errors import OptionError

from . import needs

with needs("sb3"):
    from gymnasium.vector import AutoresetMode
    from stable_baselines3.common.vec_env import VecEnv

    from .gymnasium import GameVectorEnv

Indices = int | Iterable[int] | None


class GameVecEnv(VecEnv):
    """Many games side by side, as Stable-Baselines3 steps them: a game that ends is followed by the next at once."""

    def __init__(self, name: str, num_envs: int = 1, **options: Any) -> None:
        if mine := {"autoreset_mode", "copy"} & set(options):
            raise OptionError(f"{', '.join(sorted(mine))}: Stable-Baselines3 decides that")
        self.games = GameVectorEnv(name, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **options)
        seen = self.games.single_observation_space["observation"]  # type: ignore[index]  # it is a Dict
        self._waiting: np.ndarray | None = None
        super().__init__(self.games.num_envs, seen, self.games.single_action_space)

    def reset(self) -> np.ndarray:
        """Begin anew, with the first of the seeds that `seed` set, if it did."""
        seen, infos = self.games.reset(seed=self._seeds[0])
        self.reset_infos = self._split(infos)
        self._reset_seeds()
        self._reset_options()
        return seen["observation"]

    def step_async(self, actions: np.ndarray) -> None:
        self._waiting = np.asarray(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Observations, rewards, whether games ended, and infos, with `terminal_observation` where one did."""
        if self._waiting is None:
            raise ValueError("no actions are given: call step_async first")
        actions, self._waiting = self._waiting, None
        seen, rewards, over, cut, told = self.games.step(actions)
        finals, lasts = told.pop("final_obs", None), told.pop("final_info", {})
        told = {name: values for name, values in told.items() if name not in ("_final_obs", "_final_info")}
        infos = self._split(told)
        for i in np.flatnonzero(over | cut).tolist():
            last = {name: _plain(values[i]) for name, values in lasts.items() if not name.startswith("_")}
            infos[i] = {**last, "terminal_observation": finals[i]["observation"]}
        for i, info in enumerate(infos):
            info["TimeLimit.truncated"] = bool(cut[i] and not over[i])
        return seen["observation"], rewards.astype(np.float32), over | cut, infos

    def _split(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        """Infos game by game, each with what belongs to it."""
        names = [name for name in infos if not name.startswith("_")]
        return [{n: _plain(infos[n][i]) for n in names if infos[f"_{n}"][i]} for i in range(self.num_envs)]

    def action_masks(self) -> np.ndarray:
        """By game and action: whether it is legal now."""
        return self.games.vector.masks.copy()

    def close(self) -> None:
        self.games.close()

    def get_images(self) -> list[np.ndarray]:
        return list(self.games.render() or ())

    def env_method(self, method_name: str, *arguments: Any, indices: Indices = None, **more: Any) -> list[Any]:
        """A method that a single game would have: action_masks, render."""
        numbers = list(self._get_indices(indices))
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[i] for i in numbers]
        if method_name == "render":
            frames = self.games.render() or (None,) * self.num_envs
            return [frames[i] for i in numbers]
        return [getattr(self.games, method_name)(*arguments, **more) for _ in numbers]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        found = self.action_masks if attr_name == "action_masks" else getattr(self.games, attr_name)
        return [found for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        if len(list(self._get_indices(indices))) != self.num_envs:
            raise ValueError("all games are stepped together: set an attribute of all of them")
        setattr(self.games, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
