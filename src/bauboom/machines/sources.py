"""What a game's library is made of: the files that it must be made anew for when they change."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bauboom.core import library
from bauboom.core.door import DOORS
from bauboom.core.game import Game
from bauboom.core.kernel import KERNELS

# what has no kernels, but a say in what becomes of them
BESIDES = {
    "core": ("arrays", "door", "jit", "kernel", "kinds"),
    "machines": ("__init__", "exports", "foundry", "workshop", "wrappers"),
}


class Sources(NamedTuple):
    """The digests of files, by name: those of this package, and those of a game that another package brings."""

    ours: dict[str, str]
    own: dict[str, str]


def sources_of(game: Game) -> Sources:
    """Every file with kernels; in the game's folder all that these files read, data too."""
    modules = {function.__module__ for function in (*KERNELS, *(door.py_func for door in DOORS))}
    ours = {name for name in modules if name.startswith("bauboom.") and not name.startswith("bauboom.games.")}
    files = {Path(str(sys.modules[name].__file__)) for name in ours}
    for folder, names in BESIDES.items():
        files |= {library.PACKAGE / folder / f"{name}.py" for name in names}
    waiting = [game.folder / f"{name.rpartition('.')[2]}.py" for name in modules if name.startswith(f"{game.package}.")]
    while waiting:
        file = waiting.pop()
        if file not in files and file.exists():
            files.add(file)
            waiting += (game.folder / f"{name}.py" for name in _neighbours(file))
    files |= {game.folder / "__init__.py", *game.folder.glob("*.csv")}
    digests = {file.resolve(): library.digest(file) for file in sorted(files)}
    here, there = library.PACKAGE, game.folder.resolve()
    return Sources(
        {f.relative_to(here).as_posix(): d for f, d in digests.items() if f.is_relative_to(here)},
        {f.relative_to(there).as_posix(): d for f, d in digests.items() if not f.is_relative_to(here)},
    )


def _neighbours(file: Path) -> Iterator[str]:
    """The modules of its own folder that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from [node.module] if node.module else (name.name for name in node.names)
