"""Write the locks beside this file: what `make` and the container image install, with hashes of all its files.

    make lock        after a change of dependencies in pyproject.toml or of versions in constraints.txt

Each file is installed with `pip install --no-deps --require-hashes -r`. Each is complete with what it goes beyond.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
# what is installed before each, and is not in it once more
BEYOND = {"base": (), "page": (), "build": ("base",), "server": ("base",), "traces": ("base", "server")}
LOWEST = "3.11"  # the oldest Python for which a lock has to be complete


def wanted() -> dict[str, list[str]]:
    """What pyproject.toml asks for, by lock."""
    made = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras, tools = made["project"]["optional-dependencies"], made["build-system"]["requires"]
    return {
        "base": made["project"]["dependencies"],
        "page": [one for one in tools if one.startswith("nodejs")],
        "build": [one for one in tools if not one.startswith("nodejs")],
        "server": extras["server"],
        "traces": [one for one in extras["traces"] if not one.startswith("bauboom")],
    }


def blocks(requirements: list[str]) -> dict[str, str]:
    """All packages that some need, by name, each with its version, where it is needed, and its hashes."""
    uv = Path(sys.executable).with_name("uv")
    done = subprocess.run(
        [
            *(str(uv), "pip", "compile", "-", "--universal", "--python-version", LOWEST, "--generate-hashes"),
            *("--no-header", "--no-annotate", "--no-emit-index-url", "--quiet"),
            *("--constraint", str(ROOT / "constraints.txt")),
        ],
        input="\n".join(requirements),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"uv: {done.stderr.strip()}")
    return {block.partition("==")[0]: block for block in re.findall(r"^\S.*\n(?: .*\n)*", done.stdout, re.MULTILINE)}


def main() -> None:
    known: dict[str, dict[str, str]] = {}
    for name, requirements in wanted().items():
        known[name] = blocks(requirements)
        there = {package for other in BEYOND[name] for package in known[other]}
        text = "".join(block for package, block in known[name].items() if package not in there)
        (FOLDER / f"{name}.txt").write_text(f"# made by `make lock`\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main()
