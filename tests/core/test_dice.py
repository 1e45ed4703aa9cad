"""Random numbers: exact, reproducible, independent by index."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bauboom.core.chance import Seeded, System
from bauboom.core.dice import below, new_dice, reseed, roll
from bauboom.core.jit import compiled


@compiled
def rolls(rng, seed, index, out):
    reseed(rng, seed, index)
    for i in range(len(out)):
        out[i] = roll(rng)


@compiled
def belows(rng, seed, n, out):
    reseed(rng, seed, 0)
    for i in range(len(out)):
        out[i] = below(rng, n)


def stream(seed, index, count=64):
    out = np.zeros(count, np.int64)
    rolls(new_dice()[0], seed, index, out)
    return out


def reference(seed, index, count):
    """sfc32 as its author published it, in plain Python."""
    a, b, c, counter = seed & 0xFFFFFFFF, seed >> 32, index & 0xFFFFFFFF, 1 + (index >> 32)
    out = []
    for _ in range(16 + count):
        t = (a + b + counter) & 0xFFFFFFFF
        counter = (counter + 1) & 0xFFFFFFFF
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & 0xFFFFFFFF
        c = (((c << 21) & 0xFFFFFFFF | (c >> 11)) + t) & 0xFFFFFFFF
        out.append(t)
    return out[16:]


@pytest.mark.slow
@given(st.integers(0, 2**62 - 1), st.integers(0, 2**40))
@settings(deadline=None)
def test_the_generator_is_sfc32(seed, index):
    assert stream(seed, index).tolist() == reference(seed, index, 64)


def test_streams_of_neighbouring_indices_and_seeds_differ():
    seen = {tuple(stream(seed, index, 4)) for seed in range(40) for index in range(40)}
    assert len(seen) == 1600


@pytest.mark.parametrize("n", [1, 2, 3, 6, 9, 45, 1000])
def test_below_is_even(n):
    out = np.zeros(200_000, np.int64)
    belows(new_dice()[0], 5, n, out)
    assert out.min() == 0
    assert out.max() == n - 1
    expected = len(out) / n
    chi2 = ((np.bincount(out, minlength=n) - expected) ** 2 / expected).sum()
    assert chi2 < n + 6 * (2 * n) ** 0.5  # six standard deviations


def test_a_seeded_source_answers_for_each_step_alone_and_follows_the_weights():
    source = Seeded(3)
    first = [source.draw(step, [1, 2, 3]) for step in range(6000)]
    assert first == [Seeded(3).draw(step, [1, 2, 3]) for step in range(6000)]
    assert first != [Seeded(4).draw(step, [1, 2, 3]) for step in range(6000)]
    counts = Counter(first)
    assert [round(counts[i] / 1000) for i in range(3)] == [1, 2, 3]
    assert {source.draw(step, [0, 5, 0]) for step in range(50)} == {1}


def test_the_systems_source_is_never_the_same_twice_and_hides_its_seed():
    assert System() != System()
    assert str(System().seed) not in repr(System())
