"""The arrays that doors take: what they hold, and how long they are. Doors say so in their annotations."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, get_type_hints

import numpy as np


@dataclass(frozen=True)
class Kind:
    """An array as a door takes it: its type and its length in each direction.

    A length is a number, the name of one that depends on the game (`Game.lengths`), or None if the caller decides.
    """

    item: str  # a NumPy type's name, or "row"
    shape: tuple[int | str | None, ...] = (None,)
    is_scratch: bool = False  # its content does not matter, before or after

    def check(self, name: str, value: Any, game: Any) -> None:
        """Raise an AssertionError unless a value is such an array. Libraries do not check: tests do."""
        dtype = game.dtype if self.item == "row" else np.dtype(self.item)
        fits = isinstance(value, np.ndarray) and value.dtype == dtype and value.ndim == len(self.shape)
        fits = fits and value.flags.c_contiguous
        for length, real in zip(self.shape, np.shape(value), strict=False):
            known = game.lengths.get(length, length)
            # a game may have fewer seats than the most
            fits = fits and (known is None or length == "seats" or real == known)
        assert fits, f"{name} should be {self}, not {getattr(value, 'dtype', value)!r} {np.shape(value)}"


OneRow = Annotated[Any, Kind("row", (1,))]
Rows = Annotated[Any, Kind("row")]
Rng = Annotated[Any, Kind("int64", (4,))]
Rngs = Annotated[Any, Kind("int64", (None, 4))]
Ids = Annotated[Any, Kind("int32", ("list",))]  # for a list of actions, or of their weights
Odds = Annotated[Any, Kind("float64", ("list",))]  # for the probabilities of a list
Scratch = Annotated[Any, Kind("int32", ("list",), is_scratch=True)]
Plans = Annotated[Any, Kind("int32", ("lookahead", "plan"))]  # for a list of actions at every step of a turn
Points = Annotated[Any, Kind("int32", ("seats",))]
ScratchPoints = Annotated[Any, Kind("int32", ("seats",), is_scratch=True)]
Shares = Annotated[Any, Kind("float64", ("seats",))]
PointsOfAll = Annotated[Any, Kind("int32", (None, None))]  # by game and seat
SharesOfAll = Annotated[Any, Kind("float64", (None, None))]
TraitValues = Annotated[Any, Kind("float64", ("traits",))]
Observation = Annotated[Any, Kind("float32", ("observation",))]
Observations = Annotated[Any, Kind("float32", (None, None))]
Sheet = Annotated[Any, Kind("int32", ("sheet",))]  # for what people are shown
Found = Annotated[Any, Kind("float64", ("found",), is_scratch=True)]  # for reasons
Spare = Annotated[Any, Kind("row", ("spare",), is_scratch=True)]  # scratch rows
Actions = Annotated[Any, Kind("int32")]  # a list whose length is known
Moves = Annotated[Any, Kind("int32", (None, None))]  # by game and step
StagePoints = Annotated[Any, Kind("int32", (None, None, None))]  # by game, stage and seat
Rewards = Annotated[Any, Kind("float64")]
Grid = Annotated[Any, Kind("int64", (None, None))]
Numbers = Annotated[Any, Kind("int64")]
Marks = Annotated[Any, Kind("bool")]
Masks = Annotated[Any, Kind("bool", (None, None))]


def kinds_of(annotated: Any) -> dict[str, Any]:
    """The kinds that a function or a named tuple is annotated with, by name."""
    hints = get_type_hints(annotated, include_extras=True)
    return {name: getattr(hint, "__metadata__", (hint,))[0] for name, hint in hints.items()}


def taken_apart(name: str, kind: Any) -> Iterator[tuple[str, Any]]:
    """A parameter as a library takes it: a named tuple field by field."""
    if isinstance(kind, type) and issubclass(kind, tuple):
        for field, part in kinds_of(kind).items():
            yield from taken_apart(f"{name}_{field}", part)
    else:
        yield name, kind


def flat(values: tuple[Any, ...]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, tuple):
            yield from flat(value)
        else:
            yield value
