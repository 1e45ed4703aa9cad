"""The examples of games in packages of their own, registered while a test needs them, as pip would register them."""

import os
import sys
import tempfile
import tomllib
from contextlib import contextmanager
from pathlib import Path

from bauboom import games, load
from bauboom.machines import workshop

FOLDER = Path(__file__).parents[1] / "examples" / "cairn"
SMALL = FOLDER.parent / "small"
NAME = "cairn"
LITTLE = ("little-manhattan", "little-gratte-ciel")


def written(metadata, folder=FOLDER):
    """Put what pip keeps of a package beside others; return the folder that it is in."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    place = metadata / f"{name.replace('-', '_')}-{version}.dist-info"
    place.mkdir(parents=True)
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{point} = {value}" for point, value in points.items()))
    ]
    (place / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return metadata


def forget():
    """What was found of other packages is looked for anew."""
    for found in (games._outside, games.load_all, games.playable):
        found.cache_clear()


@contextmanager
def on_path(*folders):
    """These folders as if packages were installed there, here and in programs that are started meanwhile."""
    texts, before, python = [str(folder) for folder in folders], list(sys.path), os.environ.get("PYTHONPATH")
    sys.path += texts
    os.environ["PYTHONPATH"] = os.pathsep.join([*([python] if python else []), *texts])
    forget()
    try:
        yield
    finally:
        sys.path[:] = before
        del os.environ["PYTHONPATH"]
        os.environ |= {"PYTHONPATH": python} if python is not None else {}
        forget()


@contextmanager
def installed(*folders):
    """The example's package, or others, as if they were installed."""
    folders = folders or (FOLDER,)
    with tempfile.TemporaryDirectory() as metadata:
        for folder in folders:
            written(Path(metadata), folder)
        with on_path(metadata, *folders):
            yield


def loaded(name=NAME, folder=FOLDER):
    with installed(folder):
        return load(name)


def loaded_little():
    return [loaded(name, SMALL) for name in LITTLE]


def make_libraries():
    """Make the examples' libraries where those are missing or older than their rules."""
    with installed(FOLDER, SMALL):
        workshop.build(workshop.needing([load(name) for name in (NAME, *LITTLE)]))
