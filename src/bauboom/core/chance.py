"""Who rolls the dice: a seed or the operating system. (A person who types needs no source: see `Game.root`.)

A source is asked for step number n of a game and answers for that step alone. It keeps no state, so a game can be taken
back, saved and resumed without its future changing, and nothing random ever enters a game's row.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


class Chance(Protocol):
    def draw(self, step: int, weights: Sequence[int]) -> int:
        """The index of the outcome that chance brings at a step of the game."""
        ...


@dataclass(frozen=True)
class Seeded:
    """The same seed, the same outcomes, on every machine."""

    seed: int | bytes

    def draw(self, step: int, weights: Sequence[int]) -> int:
        total, attempt = sum(weights), 0
        while True:
            text = f"{self.seed!r}/{step}/{attempt}".encode()
            number = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
            if number < (1 << 64) - (1 << 64) % total:  # else some outcomes would be likelier than others
                return _at(number % total, weights)
            attempt += 1


@dataclass(frozen=True)
class System(Seeded):
    """The operating system's randomness; nobody can know it beforehand."""

    seed: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)


def _at(ticket: int, weights: Sequence[int]) -> int:
    for index, weight in enumerate(weights):
        ticket -= weight
        if ticket < 0:
            return index
    raise ValueError("chance needs a positive weight")
