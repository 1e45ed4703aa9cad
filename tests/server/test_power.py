"""The power goes while SQLite writes: bench/server/power.py makes thousands of such cuts, here are some."""

import pytest

from .power import FATES, History, record, some_cuts

pytestmark = pytest.mark.slow
ALL = [*FATES, "1", "2"]  # what becomes of what was not synced


@pytest.fixture(scope="module")
def notes(tmp_path_factory, nursery):
    return record(tmp_path_factory.mktemp("power"), nursery, actions=150)[0]


def test_a_power_cut_costs_nothing_that_was_acknowledged(notes):
    history = History(notes)
    assert list(history.test(some_cuts(history.notes, 80, seed=1), ALL)) == []


def test_a_power_cut_during_the_first_start_leaves_a_database_that_starts(notes):
    history = History(notes)
    first = [cut for cut in range(1, history.sure[0]) if history.notes[cut - 1][0] != "write"]
    assert list(history.test(first, ["lost", "kept"])) == []


def test_what_a_power_cut_leaves_is_played_on(notes, nursery):
    history = History(notes)
    for cut, fate in zip(some_cuts(history.notes, 2, seed=2), ["lost", "1"], strict=True):
        history.serve(cut, fate, nursery)


def test_a_disk_that_syncs_nothing_is_found_out(notes):
    """Or the cuts would prove nothing."""
    history = History(notes, lies=True)
    assert list(history.test(some_cuts(history.notes, 10, seed=1), ["lost"]))


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_a_store_that_syncs_less_is_found_out(synchronous, tmp_path, nursery):
    taken, _ = record(tmp_path, nursery, 40, synchronous=synchronous)
    history = History(taken)
    wrong = list(history.test(some_cuts(history.notes, 10, seed=1), ["lost"]))
    assert any("that were acknowledged" in why for _, _, why in wrong)
