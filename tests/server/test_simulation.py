"""Tables at which everything fails: bench/server/simulate.py tells thousands of these stories, here are a few."""

import pytest

from . import simulation
from .simulation import FAULTS, Disk, every_fault, tell

SHORT = 6  # the seed of a story with few places


@pytest.mark.parametrize("seed", range(1000, 1008))
def test_whatever_fails_nothing_is_lost_and_everybody_is_answered(seed):
    assert tell(seed).happened


def test_every_fault_at_every_place_of_a_short_story():
    stories = every_fault(SHORT)
    assert {fault for _, (_, fault) in stories} >= {*FAULTS["commit"], *FAULTS["message"]}
    for story in stories[::7]:
        assert len(tell(*story).happened) == 1


def test_a_seed_tells_the_same_story_each_time():
    one, two = tell(1003), tell(1003)
    assert (one.log, one.happened, one.witness.sent) == (two.log, two.happened, two.witness.sent)


@pytest.mark.parametrize("lie", ["forgets", "hurries"])
def test_a_disk_that_lies_is_found_out(monkeypatch, lie):
    """Or the stories would prove nothing."""
    append = Disk.append

    async def forget(disk, write):
        won = await append(disk, write)
        if write.logged.version == 12:
            disk.world.log.pop()
        return won

    async def hurry(disk, write):
        return True if write.logged.version == 12 else await append(disk, write)

    monkeypatch.setattr(Disk, "append", forget if lie == "forgets" else hurry)
    monkeypatch.setattr(simulation, "HOUR", 60.0)
    with pytest.raises((AssertionError, ValueError)):
        tell(0)
