"""Kernels, doors and libraries: what Python runs, and what it refuses to run."""

import ctypes
import hashlib
import json
import math
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bauboom import load
from bauboom.bots.network import Network
from bauboom.bots.search import Style, Tree, Workspace, grow
from bauboom.core import arrays, doors, library
from bauboom.core.door import DOORS, door
from bauboom.core.inputs import Seen
from bauboom.core.kinds import Kind, OneRow
from bauboom.core.numbers import exp

GAME = load("manhattan")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A copy of our libraries, and no others."""
    shutil.copytree(library.OURS, tmp_path / "native")
    monkeypatch.setattr(library, "OURS", tmp_path / "native")
    monkeypatch.setenv("BAUBOOM_CACHE", str(tmp_path / "cache"))
    library._loaded.cache_clear()
    yield tmp_path / "native"
    library._loaded.cache_clear()


def refusal():
    with pytest.raises(library.LibraryError) as refused:
        library.ready(GAME)
    return str(refused.value)


def restamp(place, **changes):
    file = place / "manhattan.json"
    stamp = json.loads(file.read_text()) | changes
    file.write_text(json.dumps({key: value for key, value in stamp.items() if value is not None}))


def test_a_library_that_is_as_it_should_be_is_loaded(place):
    assert library.fault(place, GAME) == ""
    library.ready(GAME)


def test_a_missing_library_is_named_with_what_to_do(place):
    (place / "manhattan.json").unlink()
    todo = "to make it anew: pip install 'bauboom[machines]', then bauboom build manhattan"
    assert refusal() == f"manhattan has no library in {place}; {todo}"


def test_a_library_of_another_machine_is_refused(place):
    restamp(place, machine="windows-arm64")
    assert "is for windows-arm64, and this is " in refusal()


def test_a_library_of_another_version_is_refused(place):
    restamp(place, format="bauboom-python/0")
    assert "is of another version of Bauboom" in refusal()


def test_a_damaged_library_is_refused_and_never_loaded(place):
    file = place / json.loads((place / "manhattan.json").read_text())["library"]
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    assert f"{file} is damaged" in refusal()
    file.unlink()
    assert f"speaks of {file}, which is not there" in refusal()


def test_a_library_of_other_rules_is_refused(place):
    sources = json.loads((place / "manhattan.json").read_text())["sources"]
    assert {"games/manhattan/rules.py", "games/manhattan/components.py", "core/dice.py", "bots/search.py"} <= set(
        sources
    )
    assert not {"games/manhattan/text.py", "games/hoch_hinaus/rules.py", "core/words.py"} & set(sources)
    restamp(place, sources=sources | {"games/manhattan/rules.py": "0" * 64})
    assert "was made before games/manhattan/rules.py changed" in refusal()
    restamp(place, sources=sources | {"games/manhattan/gone.py": "0" * 64})
    assert "gone.py, which is not there" in refusal()


@pytest.mark.parametrize("text", ["", "{}", "[1]", "null", '{"machine": 3}', "\0", '{"sources": 1}', "[" * 100_000])
def test_a_damaged_stamp_is_refused(place, text):
    (place / "manhattan.json").write_text(text)
    assert "cannot be read" in refusal()


def test_what_is_checked_is_what_is_loaded(place):
    other = json.loads((place / "hoch-hinaus.json").read_text())
    for changes in ({"library": other["library"], "sha256": other["sha256"]}, {"game": "hoch-hinaus"}):
        before = (place / "manhattan.json").read_text()
        restamp(place, **changes)
        assert "belongs to another library" in refusal()
        (place / "manhattan.json").write_text(before)
    (place / "manhattan.json").write_text(json.dumps(other))
    assert "belongs to another library" in refusal()


def test_a_file_that_is_no_library_is_refused(place):
    for content in (b"", b"\x7fELF", Path(ctypes.__file__).read_bytes()):
        digest = hashlib.sha256(content).hexdigest()
        name = library.file_name("manhattan", library.this_machine(), digest)
        (place / name).write_bytes(content)
        restamp(place, library=name, sha256=digest)
        assert "cannot be loaded" in refusal()


def test_a_function_that_a_library_lacks_is_named():
    @door
    def unheard_of(row: OneRow) -> int:
        return 1

    try:
        with pytest.raises(library.LibraryError, match="has no test_kernel_unheard_of; make it anew"):
            unheard_of(GAME.opening.copy())
    finally:
        DOORS.remove(unheard_of)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows has no such rights")
def test_libraries_that_others_may_have_put_into_the_users_place_are_refused(place):
    own = library.places(GAME)[1]
    shutil.copytree(place, own)
    shutil.rmtree(place)
    library.ready(GAME)
    library._loaded.cache_clear()
    own.chmod(0o777)
    assert "has libraries that others may have put there" in refusal()
    own.chmod(0o755)
    (own / "manhattan.json").chmod(0o666)
    assert "has libraries that others may have put there" in refusal()


def test_a_relative_place_is_no_place(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for value in ("here", "./here", ""):
        monkeypatch.setenv("BAUBOOM_CACHE", value)
        assert library.places(GAME)[1].is_relative_to(tmp_path)
    monkeypatch.setenv("BAUBOOM_CACHE", "~/there")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert library.places(GAME)[1].is_relative_to(tmp_path / "home" / "there")


def test_a_library_in_the_users_own_place_is_found_when_the_package_has_none(place, tmp_path):
    own = library.places(GAME)[1]
    assert own.is_relative_to(tmp_path / "cache" / "bauboom")
    shutil.copytree(place, own)
    restamp(place, machine="elsewhere")
    library.ready(GAME)


def test_libraries_are_built_where_one_may_write(place):
    assert library.place_to_build(GAME) == place
    shutil.rmtree(place)
    place.write_text("not a folder")
    assert library.place_to_build(GAME) == library.places(GAME)[1]


@pytest.mark.slow
def test_the_commands_tell_of_a_faulty_library_in_one_line(place):
    restamp(place, machine="elsewhere")
    program = (
        "import sys; from pathlib import Path; from bauboom.core import library; library.OURS = Path(sys.argv.pop(1))\n"
        "from bauboom.cli import main; main()"
    )
    for command in (["play"], ["simulate", "--games", "1"], ["serve"]):
        arguments = [command[0], *(["manhattan"] if command != ["serve"] else []), *command[1:]]
        done = subprocess.run(
            [sys.executable, "-c", program, str(place), *arguments],
            input=b"",
            capture_output=True,
            env={**os.environ, "HOME": str(place.parent), "BAUBOOM_DATABASE": str(place.parent / "a.db")},
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr.decode().count("\n") == 1
        assert "is for elsewhere, and this is" in done.stderr.decode()


def test_a_row_of_no_registered_game_is_refused_at_once():
    rows = np.zeros(1, np.dtype((np.record, [("turn", np.int8)])))
    with pytest.raises(TypeError, match="legal takes rows of a game"):
        doors.legal(rows, np.zeros(4, np.int32))


def test_a_row_or_rows_apart_are_refused_by_doors():
    for rows in (GAME.opening[0], GAME.opening[0].item(), np.zeros(4, GAME.dtype)[::2]):
        with pytest.raises((TypeError, AttributeError), match="takes an array of rows that lie side by side"):
            doors.legal(rows, np.zeros(GAME.list_size, np.int32))


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(GAME.list_size),
        np.zeros(GAME.list_size, np.int64),
        np.zeros((1, GAME.list_size), np.int32),
        np.zeros(2 * GAME.list_size, np.int32)[::2],
        np.zeros(GAME.list_size - 1, np.int32),
        [1, 2],
    ],
)
def test_tests_look_at_what_goes_through_a_door(actions):
    with pytest.raises(AssertionError, match="doors_legal: actions should be"):
        doors.legal(GAME.opening.copy(), actions)


def test_a_door_says_what_it_takes():
    assert doors.legal.arguments == [("row", Kind("row", (1,))), ("actions", Kind("int32", ("list",)))]
    assert (doors.legal.returned, doors.apply.returned, doors.traits.returned) == (int, type(None), float)
    names = [name for name, _ in grow.arguments]
    assert names[:3] == ["tree_action", "tree_parent", "tree_first"]
    assert {"simulations", "views", "workspace_network_whole", "rng", "style_explore"} <= set(names)
    network = len(Network._fields) - 1 + len(Seen._fields)
    assert len(names) == len(Tree._fields) + len(Workspace._fields) - 1 + network + len(Style._fields) + 3


def test_a_door_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(doors.legal)) is doors.legal


def test_numpy_keeps_an_arrays_address_and_lengths_where_libraries_look():
    array = np.zeros((3, 5), np.int16)
    fields = (ctypes.c_void_p * 4).from_address(id(array) + object.__basicsize__)
    assert fields[0] == array.ctypes.data
    assert list((ctypes.c_ssize_t * 2).from_address(fields[2])) == [3, 5]


@pytest.mark.slow
def test_what_people_compile_may_call_our_kernels_whenever_they_import_us():
    program = """
import numba, numpy as np
double = numba.njit(lambda x: 2 * x)
assert double(2) == 4
import bauboom
from bauboom.core.engine import legal
game = bauboom.load("manhattan")
count = numba.njit(lambda rows, out: legal(rows[0], out))
state = game.start(seed=1)
assert count(state._rows, np.zeros(game.list_size, np.int32)) == len(state.legal)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_room_is_zeroed_aligned_and_apart():
    first, second = arrays.room((3, 4)), arrays.room(5, np.int32)
    for array in (first, second):
        assert array.ctypes.data % 128 == 0
        assert not array.any()
    assert first.shape == (3, 4)
    assert second.dtype == np.int32


@given(st.floats(-708, 709))
def test_exp_is_right_to_the_last_bit_or_two(x):
    assert exp(x) == pytest.approx(math.exp(x), rel=1e-15)


def test_exp_has_no_gaps():
    assert (exp(0.0), exp(-1e9), exp(1e9)) == (1.0, 0.0, exp(709.0))
    assert not math.isinf(exp(709.0))
