"""What the environments of Gymnasium and PettingZoo have in common: their spaces, and how a table is shown."""

import sys
from typing import Any

import numpy as np
from gymnasium import spaces

from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.state import State

METADATA: dict[str, Any] = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}


def observation_space(game: Game) -> spaces.Dict:
    """What a seat sees: the numbers of the game's features, and which actions are legal."""
    low = np.concatenate([np.full(feature.size, feature.low, np.float32) for feature in game.features])
    high = np.concatenate([np.full(feature.size, feature.high, np.float32) for feature in game.features])
    mask = spaces.Box(0, 1, (game.space.decisions,), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})


def check_mode(mode: str | None) -> str | None:
    """A render mode, or None for none."""
    if mode is not None and mode not in METADATA["render_modes"]:
        raise OptionError(f"there is no render_mode {str(mode)[:40]!r}; there is human, ansi and svg")
    return mode


def shown(state: State, mode: str | None) -> str | None:
    """A table, hidden things included: a text board (ansi), a picture (svg), or the board written at once (human)."""
    if mode is None:
        raise OptionError("choose a render_mode when the environment is made: human, ansi or svg")
    if mode == "human":
        sys.stdout.write(f"{state.text()}\n")
        return None
    return state.picture() if mode == "svg" else state.text()
