"""Typed actions <-> dense ids <-> notation.

A game lists its action types with the values each field may take; the ids are the mixed-radix numbers of those values
in that order, seats' decisions first and chance outcomes after them. Kernels work on ids alone and rebuild the same
numbers from the offsets (`space.first[Build]`); everything else sees typed actions.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

import msgspec


class Action(msgspec.Struct, frozen=True, tag_field="e"):
    """A decision of a seat or an outcome of chance. `str(action)` is its notation: the usual one, or the game's own."""

    def __str__(self) -> str:
        values = (getattr(self, name) for name in self.__struct_fields__)
        parts = [str(part) for value in values for part in (value if isinstance(value, tuple) else (value,))]
        return f"{self.__struct_config__.tag}{'.'.join(parts)}"


class UnknownAction(ValueError):
    """Not an action of this game at all, legal or not."""


class ActionSpace:
    """All actions of a game, decisions from 0 to `decisions` − 1, then chance outcomes up to `size` − 1."""

    def __init__(
        self,
        decisions: Mapping[type[Action], Mapping[str, Sequence[Any]]],
        outcomes: Mapping[type[Action], Mapping[str, Sequence[Any]]],
    ) -> None:
        self.fields = {**decisions, **outcomes}
        self.first: dict[type[Action], int] = {}
        self.decisions = self._number(decisions, 0)
        self.size = self._number(outcomes, self.decisions)

    def _number(self, types: Iterable[type[Action]], start: int) -> int:
        for kind in types:
            self.first[kind] = start
            count = 1
            for values in self.fields[kind].values():
                count *= len(values)
            start += count
        return start

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """All actions, in the order of their ids."""
        return tuple(
            kind(**dict(zip(fields, values, strict=True)))
            for kind, fields in self.fields.items()
            for values in product(*fields.values())
        )

    @cached_property
    def _ids(self) -> dict[Action, int]:
        return {action: number for number, action in enumerate(self.actions)}

    @cached_property
    def _notations(self) -> dict[str, int]:
        return {str(action): number for number, action in enumerate(self.actions)}

    def decode(self, number: int) -> Action:
        if not 0 <= number < self.size:
            raise UnknownAction(f"there is no action {number}; ids go from 0 to {self.size - 1}")
        return self.actions[number]

    def find(self, action: Action) -> int | None:
        """The id of a typed action, or None if the game has no such action."""
        return self._ids.get(action)

    def encode(self, action: Action | str) -> int:
        """The id of a typed action or of its notation."""
        known: Mapping[Any, int] = self._notations if isinstance(action, str) else self._ids
        try:
            return known[action]
        except (KeyError, TypeError):
            raise UnknownAction(f"this game has no action {action!r}") from None
