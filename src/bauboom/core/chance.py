"""Sources of chance: a seed, the operating system, or a server and its players together, so that all can check it.

(Where a person types in what chance brought, no source is needed: see `Game.root`.)

A source is asked about step n of a game and answers for that step alone. It keeps no state, so a game can be taken
back, saved and resumed without changing its future, and nothing random ever enters a game's row.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Protocol

import msgspec

SEED_BYTES = 32
NONCE_BYTES = 16, 64  # at least, at most
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # nothing that JSON could write in two ways


class Chance(Protocol):
    def draw(self, step: int, weights: Sequence[int]) -> int:
        """The index of the outcome that chance brings at a step of the game."""
        ...


@dataclass(frozen=True)
class Seeded:
    """The same seed, the same outcomes, on every machine."""

    seed: int | bytes

    def draw(self, step: int, weights: Sequence[int]) -> int:
        def number(attempt: int) -> int:
            text = f"{self.seed!r}/{step}/{attempt}".encode()
            return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")

        return _drawn(number, 64, weights)


@dataclass(frozen=True)
class System(Seeded):
    """The operating system's randomness; it cannot be known beforehand."""

    seed: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)


@dataclass(frozen=True)
class Fair:
    """Determined by a server's seed and the players' nonces together; with all of them, every outcome can be checked.

    No one alone decides what comes, provided that the server commits itself to the seed before it knows a nonce, and
    every player to a nonce before any is revealed. The exact algorithm is in docs/fair.md.
    """

    seed: bytes = field(repr=False)
    table: str  # two tables never share their draws
    nonces: tuple[bytes | None, ...]  # by seat; None where a seat gave none

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"the seed has {len(self.seed)} bytes, not {SEED_BYTES}")
        if not TABLE_ID.fullmatch(self.table):
            raise ValueError(f"a table's id has 1 to 64 letters, digits, - or _; {self.table[:70]!r} is none")
        least, most = NONCE_BYTES
        for seat, nonce in enumerate(self.nonces):
            if nonce is not None and not least <= len(nonce) <= most:
                raise ValueError(f"the nonce of seat {seat} has {len(nonce)} bytes, not {least} to {most}")

    def draw(self, step: int, weights: Sequence[int]) -> int:
        def number(attempt: int) -> int:
            return int.from_bytes(hmac.digest(self._key, f"{step}/{attempt}".encode(), "sha256"), "big")

        return _drawn(number, 256, weights)

    @cached_property
    def _key(self) -> bytes:
        nonces = [None if nonce is None else nonce.hex() for nonce in self.nonces]
        return hmac.digest(self.seed, msgspec.json.encode(["bauboom/fair/1", self.table, nonces]), "sha256")


def commitment(secret: bytes) -> str:
    """The hash of a seed or a nonce: shown before the secret is, it binds the one who shows it."""
    return hashlib.sha256(secret).hexdigest()


def _drawn(number: Callable[[int], int], bits: int, weights: Sequence[int]) -> int:
    """The outcome that a random number of so many bits falls on, each with its exact chance."""
    total = sum(weights)
    even = (1 << bits) - (1 << bits) % total  # from here on some outcomes would be likelier than others
    fitting = (drawn for attempt in count() if (drawn := number(attempt)) < even)
    return _at(next(fitting) % total, weights)


def _at(ticket: int, weights: Sequence[int]) -> int:
    for index, weight in enumerate(weights):
        ticket -= weight
        if ticket < 0:
            return index
    raise ValueError("chance needs a positive weight")
