"""A game of which little more than its rules is known: what it does not bring is usual.

`game(...)` makes a Game of components, actions, kernels and sheets. Any other field of Game may be given, too.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..action import ActionSpace
from ..game import Game
from ..schema import Sheets
from . import events
from .face import FACE
from .kernels import KERNELS, TRAITS, encoder, features


def game(
    *,
    name: str,
    title: str,
    package: str,
    variants: tuple[Mapping[str, Any], ...],
    dtype: np.dtype[Any],
    kernels: Sequence[Callable[..., Any]],
    space: ActionSpace,
    sheets: Sheets,
    max_steps: int,
    **more: Any,
) -> Game:
    """A game with usual parts for all that is not given. Kernels are known by their names."""
    own = {kernel.__name__: kernel for kernel in kernels}
    seats = max(int(variant["players"]) for variant in variants)
    parts: dict[str, Any] = {
        "event_types": events.types_of(sheets.event),
        "actions_of": events.actions_of(space),
        "refuse": events.refuse,
        "refuse_result": events.refuse_result,
        "traits": TRAITS,
        "face": FACE,
    }
    if "encode" not in own:
        own["encode"] = encoder(dtype, seats)
        parts["features"] = features(dtype, seats)
    return Game(
        name=name,
        title=title,
        package=package,
        variants=variants,
        dtype=dtype,
        kernels={**KERNELS, **own},
        space=space,
        sheets=sheets,
        max_steps=max_steps,
        **{**parts, **more},
    )
