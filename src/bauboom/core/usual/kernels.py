"""The kernels of games that bring none of their own, made of the one that says how many points a seat has.

They read two fields that a row then has: `turn`, and `seats`, how many play.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine import share_win
from ..game import POINTS, Feature
from ..kernel import dispatched, kernel

CHAIR = "chair"
POINT = 100  # what `evaluate` counts a point, so that a lead of ten is a sure thing to a search


@dispatched
def points(s, seat):
    """How many points a seat has."""


@kernel
def scores(s, out):
    for seat in range(int(s.seats)):
        out[seat] = points(s, seat)


@kernel
def returns(s, out):
    """Most points win; equals share."""
    for seat in range(int(s.seats)):
        out[seat] = points(s, seat)
    share_win(out, int(s.seats))


@kernel
def evaluate(s, seat):
    """Points ahead of the others, for every one of them."""
    ahead = 0
    for other in range(int(s.seats)):
        ahead += points(s, seat) - points(s, other)
    return POINT * ahead


@kernel
def traits(s, seat, out):
    out[0] = points(s, seat)
    return 0.0


@kernel
def no_chance(s, actions, weights):
    return 0


@kernel
def no_consequences(before, after, sheet):
    return 0


@kernel
def no_reasons(before, action, after, seat, found, spare):
    pass


@kernel
def no_audit(s):
    return 0


TRAITS = (POINTS,)
KERNELS = {
    **{"scores": scores, "returns": returns, "evaluate": evaluate, "traits": traits},
    **{"chance": no_chance, "consequences": no_consequences, "reasons": no_reasons, "audit": no_audit},
}


def features(dtype: np.dtype[Any], seats: int) -> tuple[Feature, ...]:
    """A view as numbers for learning: its fields as they are, and which seat looks at them."""
    found = []
    for name, (kind, *_) in (dtype.fields or {}).items():
        base, shape = kind.base, kind.shape or (1,)
        low, high = (0, 1) if base == np.bool_ else (int(np.iinfo(base).min), int(np.iinfo(base).max))
        found.append(Feature(name, shape, high, f"the field {name.replace('_', ' ')} of the row", low))
    return (*found, Feature(CHAIR, (seats,), 1, "1 for the viewer's own seat"))


def encoder(dtype: np.dtype[Any], seats: int) -> Callable[..., None]:
    """The kernel that writes them. It is written here, because kernels cannot go through fields by name."""
    lines = ["def encode(view, seat, out):", "    n = 0"]
    for name, (kind, *_) in (dtype.fields or {}).items():
        indent = "    "
        for place, length in enumerate(kind.shape):
            lines.append(f"{indent}for i{place} in range({length}):")
            indent += "    "
        index = ", ".join(f"i{place}" for place in range(len(kind.shape)))
        lines += [f"{indent}out[n] = view.{name}" + (f"[{index}]" if index else ""), f"{indent}n += 1"]
    lines += [f"    for other in range({seats}):", "        out[n] = other == seat", "        n += 1"]
    space: dict[str, Any] = {"__name__": __name__}
    exec("\n".join(lines), space)  # of a dtype's own names, which are identifiers
    encode: Callable[..., None] = kernel(space["encode"])
    return encode
