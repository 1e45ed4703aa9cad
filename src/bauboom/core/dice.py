"""Random numbers for kernels: small, fast, exact, and the same compiled, interpreted and on a GPU.

The generator is Chris Doty-Humphrey's sfc32: four words of 32 bits, kept in int64 so that nothing overflows. It is
never part of a game's state. It is keyed by (seed, index), so game number 7 is the same however many games are played,
on however many cores.
"""

import operator

from .arrays import room
from .kernel import kernel

WORDS = 4
WORD = 0xFFFFFFFF
CHOICES = 1 << 61  # the index of a stream that no game has


def new_dice(count=1):
    """`count` generators; `reseed` them before use."""
    return room((count, WORDS))


def seeded(seed, index=0):
    """One generator, ready for use."""
    words = [0] * WORDS  # ten times as fast on a list as on an array
    reseed(words, check_seed(seed), index)
    rng = room(WORDS)
    rng[:] = words
    return rng


def check_seed(seed):
    """The seed as an integer that `reseed` can take, or ValueError."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= operator.index(seed) < 1 << 62:
        raise ValueError(f"a seed is a whole number from 0 to 2**62 - 1, not {str(seed)[:40]}")
    return operator.index(seed)


@kernel
def roll(rng):
    """The next 32 random bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    result = (a + b + counter) & WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & WORD
    rng[2] = (((c << 21) | (c >> 11)) + result) & WORD
    rng[3] = (counter + 1) & WORD
    return result


@kernel
def reseed(rng, seed, index):
    """Start the stream that belongs to (seed, index), both from 0 to 2**62 − 1."""
    rng[0] = seed & WORD
    rng[1] = seed >> 32
    rng[2] = index & WORD
    rng[3] = 1 + (index >> 32)
    for _ in range(16):
        roll(rng)


@kernel
def below(rng, n):
    """A number from 0 to n − 1, every one exactly as likely (Lemire's multiplication with rejection)."""
    product = roll(rng) * n
    if (product & WORD) < n:
        threshold = (WORD + 1 - n) % n
        while (product & WORD) < threshold:
            product = roll(rng) * n
    return product >> 32
