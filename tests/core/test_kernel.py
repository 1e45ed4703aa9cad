"""Compiling, caching and dispatch."""

import os
import shutil

import numpy as np
import pytest

from bauboom.core import arrays, cache, engine, kernel
from bauboom.core.kernel import FLAGS


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of our sources, as the cache's key sees them, and an empty place for caches."""
    copy = tmp_path / "bauboom"
    shutil.copytree(cache.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "PACKAGE", copy)
    monkeypatch.setenv("BAUBOOM_CACHE", str(tmp_path / "cache"))
    return copy


def test_the_cache_has_another_folder_for_every_state_of_sources_and_flags(package, monkeypatch):
    first = cache.cache_folder(FLAGS)
    assert cache.cache_folder(FLAGS) == first
    rules = package / "games" / "manhattan" / "rules.py"
    rules.write_text(rules.read_text() + "\n# changed\n")
    second = cache.cache_folder(FLAGS)
    third = cache.cache_folder({**FLAGS, "fastmath": True})
    monkeypatch.setattr(kernel.config, "BOUNDSCHECK", 1)
    assert len({first, second, third, cache.cache_folder(FLAGS)}) == 4


def test_what_nobody_used_for_a_month_is_dropped_when_a_new_version_comes(package, tmp_path):
    old, recent = tmp_path / "cache" / "bauboom" / "old", tmp_path / "cache" / "bauboom" / "recent"
    for folder in (old, recent):
        folder.mkdir(parents=True)
    os.utime(old, (1, 1))
    assert cache.cache_folder(FLAGS).exists()
    assert recent.exists()
    assert not old.exists()


def test_other_peoples_numba_functions_keep_their_own_cache_place():
    assert not kernel.config.CACHE_DIR


def test_room_is_zeroed_aligned_and_apart():
    first, second = arrays.room((3, 4)), arrays.room(5, np.int32)
    for array in (first, second):
        assert array.ctypes.data % 128 == 0
        assert not array.any()
    assert first.shape == (3, 4)
    assert second.dtype == np.int32


def test_a_row_of_no_registered_game_is_refused_at_once():
    rows = np.zeros(1, np.dtype((np.record, [("turn", np.int8)])))
    with pytest.raises(Exception, match="legal"):
        engine.legal_at(rows, 0, np.zeros(4, np.int64))
