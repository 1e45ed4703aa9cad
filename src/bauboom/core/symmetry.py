"""Symmetry: another way to name the same position, which the rules cannot tell from the first.

Whoever plays well in a position plays well in its images: one finished game teaches as much as many. A law checks that
every symmetry commutes with the rules: playing and changing names gives the same in either order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from .game import Feature
from .state import State


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A change of names, for rows, actions, masks and observations; arrays may hold many games."""

    name: str
    change: Callable[[np.ndarray], None]  # rows, in place
    actions: np.ndarray  # by the id of an action or outcome: its id afterwards
    places: np.ndarray  # by place of an observation afterwards: the place of the same number before
    seats: np.ndarray  # by seat: the seat afterwards

    def rows(self, rows: np.ndarray) -> np.ndarray:
        """Rows afterwards; those given stay as they are."""
        changed = rows.copy()
        self.change(changed)
        return changed

    def state(self, state: State) -> State:
        """A position afterwards, without the states that led there."""
        return State(state.game, self.rows(state.rows), None, None, None)

    def observation(self, observations: np.ndarray) -> np.ndarray:
        """What the same player sees afterwards."""
        return observations[..., self.places]

    def mask(self, masks: np.ndarray) -> np.ndarray:
        """Masks of decisions afterwards, or anything else by decision, such as a policy's chances."""
        changed = np.empty_like(masks)
        changed[..., self.actions[: masks.shape[-1]]] = masks
        return changed

    def by_seat(self, values: np.ndarray) -> np.ndarray:
        """Anything by seat afterwards, such as rewards."""
        changed = np.empty_like(values)
        changed[..., self.seats] = values
        return changed


Symmetries = Mapping[str, tuple[Symmetry, ...]]  # by kind; the first of a kind changes nothing


def moved(values: np.ndarray, to: Iterable[int], axis: int = 0) -> np.ndarray:
    """An array whose parts along an axis have moved: part k to place to[k]; parts that are not named stay."""
    order = np.arange(values.shape[axis])
    targets = np.fromiter(to, np.int64)
    order[targets] = np.arange(len(targets))
    return np.take(values, order, axis)


def further(seats: int, by: int) -> np.ndarray:
    """By seat, the seat that is so many chairs further."""
    return (np.arange(seats) + by) % seats


def places_of(features: Iterable[Feature]) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """The places of an observation, in one array and by feature; what is written into the second is in the first."""
    features = tuple(features)
    places, start, named = np.arange(sum(feature.size for feature in features)), 0, {}
    for feature in features:
        named[feature.name] = places[start : start + feature.size].reshape(feature.shape)
        start += feature.size
    return places, named
