"""What the environments of Gymnasium and PettingZoo have in common: their spaces, and how a table is shown."""

import sys
from typing import Any

import numpy as np
from gymnasium import spaces

from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.state import State

from .raster import pixels

MODES = "human, ansi, svg and rgb_array"
METADATA: dict[str, Any] = {"render_modes": ["human", "ansi", "svg", "rgb_array"], "render_fps": 1}


def observation_space(game: Game, is_normalised: bool = False) -> spaces.Dict:
    """What a seat sees: the numbers of the game's features, and which actions are legal."""
    low = np.concatenate([np.full(feature.size, feature.low, np.float32) for feature in game.features])
    high = np.concatenate([np.full(feature.size, feature.high, np.float32) for feature in game.features])
    if is_normalised:
        factors = game.factors(normalise=True, is_relative=False)
        low, high = low * factors, high * factors
    mask = spaces.Box(0, 1, (game.space.decisions,), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})


def check_mode(mode: str | None) -> str | None:
    """A render mode, or None for none."""
    if mode is not None and mode not in METADATA["render_modes"]:
        raise OptionError(f"there is no render_mode {str(mode)[:40]!r}; there is {MODES}")
    return mode


def shown(state: State, mode: str | None) -> Any:
    """A table, hidden things included: a text board (ansi), a picture (svg; rgb_array: its pixels), or, for people, the
    board written at once (human).
    """
    if mode is None:
        raise OptionError(f"choose a render_mode when the environment is made: {MODES}")
    if mode == "human":
        sys.stdout.write(f"{state.text()}\n")
        return None
    if mode == "rgb_array":
        return pixels(state.picture())
    return state.picture() if mode == "svg" else state.text()
