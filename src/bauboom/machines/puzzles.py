"""A game's puzzles as files for the page: an index, and chunks that are fetched when they are needed.

They lie in the folder `puzzles` of the game. `python -m bauboom.machines.puzzles GAME FILE.jsonl…` chooses them out of
what `bauboom puzzles` has found, and writes them. A chunk is compressed: the length of its head, the head as JSON, and
the rows, byte by byte of all rows, because most of them are alike. Where the puzzles came from is not told: a seed
would give away the cards that a puzzle hides.
"""

import argparse
import hashlib
import struct
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from bauboom.analysis.puzzles import LEAD, SURE, Puzzle, PuzzleError, id_of, layout_of, read, theme_of, view_of
from bauboom.core.errors import UserError
from bauboom.core.folder import new_folder
from bauboom.core.game import Game
from bauboom.core.state import View
from bauboom.games import load

FORMAT = "bauboom-puzzles/1"
FOLDER, INDEX = "puzzles", "index.json"
CHUNK = 25  # puzzles in a file: a page that has today's has those of the next weeks, too
BANDS = 1250, 1600  # ratings, between which puzzles are neither easy nor hard
SHARES = 10_000  # chances are told in parts of this
LENGTH = struct.Struct("<I")


class Index(msgspec.Struct):
    """What there is. Lists are by the puzzles' numbers: number n is the puzzle of day n, counted from 1970."""

    format: str
    game: str
    layout: str
    chunk: int
    themes: list[str]
    ids: str  # six letters each
    theme: str  # a digit each
    rating: list[int]
    deviation: int
    files: list[str]


class Head(msgspec.Struct):
    """What a chunk tells of its puzzles, a list each."""

    format: str
    game: str
    layout: str
    row: int  # bytes of a row
    seat: list[int]
    best: list[str]
    second: list[str]
    chances: list[list[int]]  # of the best action and of the second, and both errors, in parts of SHARES


class Shown(msgspec.Struct):
    """A puzzle as the page gets it."""

    id: str
    theme: str
    rating: int
    view: View
    best: str
    second: str
    chances: list[int]


def chosen(game: Game, puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many puzzles, in the order of the days: of all themes and strengths as many, as far as there are enough."""
    cells: dict[tuple[str, int], list[Puzzle]] = {}
    for told in {puzzle.id: puzzle for puzzle in puzzles}.values():
        view = check(game, told)
        best, second = (game.space.actions[game.space.encode(one.action)] for one in (told.best, told.second))
        puzzle = msgspec.structs.replace(told, theme=theme_of(view, best, second))
        cells.setdefault((puzzle.theme, sum(puzzle.rating >= band for band in BANDS)), []).append(puzzle)
    waiting = [sorted(cell, key=_lot) for _, cell in sorted(cells.items())]
    found: list[Puzzle] = []
    while any(waiting) and len(found) < count:
        found += [cell.pop() for cell in waiting if cell][: count - len(found)]
    return sorted(found, key=_lot)


def _lot(puzzle: Puzzle) -> str:
    return hashlib.sha256(f"{puzzle.game} {puzzle.id}".encode()).hexdigest()


def check(game: Game, puzzle: Puzzle) -> View:
    """What a puzzle shows, if it can be tried; a PuzzleError says why not."""
    view = view_of(game, puzzle)
    legal = {str(action) for action in view.legal}
    problem = ""
    if not {puzzle.best.action, puzzle.second.action} <= legal or puzzle.best.action == puzzle.second.action:
        problem = "its actions are not legal"
    elif puzzle.lead < max(LEAD, SURE * puzzle.lead_error):
        problem = "its best action does not lead by enough"
    elif view.determinize(0).view(puzzle.seat) != view:
        problem = "it shows more than its seat may see"
    elif puzzle.id != id_of(game, puzzle.seat, view.rows.tobytes()):
        problem = "its id is another's"
    if problem:
        raise PuzzleError(f"puzzle {puzzle.id[:40]} of {game.name}: {problem}")
    return view


def packed(game: Game, puzzles: Sequence[Puzzle]) -> dict[str, bytes]:
    """The files by name."""
    files = {}
    for first in range(0, len(puzzles), CHUNK):
        files[f"{first // CHUNK:03}.bin"] = _chunk(game, puzzles[first : first + CHUNK])
    index = Index(
        *(FORMAT, game.name, layout_of(game), CHUNK, list(game.themes)),
        ids="".join(puzzle.id for puzzle in puzzles),
        theme="".join(str(game.themes.index(puzzle.theme)) for puzzle in puzzles),
        rating=[puzzle.rating for puzzle in puzzles],
        deviation=puzzles[0].deviation if puzzles else 0,
        files=list(files),
    )
    return {**files, INDEX: msgspec.json.encode(index) + b"\n"}


def _chunk(game: Game, puzzles: Sequence[Puzzle]) -> bytes:
    rows = np.concatenate([view_of(game, puzzle).rows for puzzle in puzzles])
    across = np.frombuffer(rows.tobytes(), np.uint8).reshape(len(puzzles), -1).T
    head = msgspec.json.encode(
        Head(
            *(FORMAT, game.name, layout_of(game), game.dtype.itemsize, [puzzle.seat for puzzle in puzzles]),
            *([puzzle.best.action for puzzle in puzzles], [puzzle.second.action for puzzle in puzzles]),
            chances=[
                [
                    round(SHARES * share)
                    for share in (one.best.chance, one.second.chance, one.best.error, one.second.error)
                ]
                for one in puzzles
            ],
        )
    )
    return zlib.compress(LENGTH.pack(len(head)) + head + across.tobytes(), 9)


def files_of(game: Game) -> dict[str, bytes]:
    """The files that a game brings, by name; none if it has no puzzles."""
    folder = game.folder / FOLDER
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.bin"))} | (
        {INDEX: (folder / INDEX).read_bytes()} if (folder / INDEX).exists() else {}
    )


def index_of(game: Game) -> Index | None:
    """What puzzles a game brings, if any."""
    path = game.folder / FOLDER / INDEX
    return msgspec.json.decode(path.read_bytes(), type=Index) if path.exists() else None


def shown(game: Game) -> Iterator[Shown]:
    """All puzzles of a game, as the page gets them."""
    files, index = files_of(game), index_of(game)
    if index is None:
        return
    for number, name in enumerate(index.files):
        data = zlib.decompress(files[name])
        (length,) = LENGTH.unpack_from(data)
        head = msgspec.json.decode(data[LENGTH.size : LENGTH.size + length], type=Head)
        if (head.format, head.layout, index.layout) != (FORMAT, layout_of(game), layout_of(game)):
            raise PuzzleError(f"the puzzles of {game.name} are of another version of the game")
        across = np.frombuffer(data, np.uint8, offset=LENGTH.size + length).reshape(head.row, -1)
        for i, row in enumerate(np.ascontiguousarray(across.T)):
            at, rows = number * index.chunk + i, np.frombuffer(row.tobytes(), game.dtype).copy()
            theme, its = index.themes[int(index.theme[at])], game.of_variant(int(rows["variant"][0]))
            yield Shown(
                *(index.ids[6 * at : 6 * at + 6], theme, index.rating[at], View(its, rows, head.seat[i])),
                *(head.best[i], head.second[i], head.chances[i]),
            )


def write(game: Game, sources: Sequence[Path], count: int) -> int:
    """Choose puzzles out of files and put them into the game's folder; how many there are."""
    found: list[Puzzle] = []
    for path in sources:
        with path.open("rb") as source:
            found += read(source)
    puzzles = chosen(game, found, count)
    with new_folder(game.folder / FOLDER, "puzzles", _is_ours, force=True) as made:
        for name, data in packed(game, puzzles).items():
            (made / name).write_bytes(data)
    return len(puzzles)


def _is_ours(folder: Path) -> bool:
    return all(path.name == INDEX or path.suffix == ".bin" for path in folder.iterdir())


def main(typed: Sequence[str] | None = None) -> Any:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    asked = parser.parse_args(typed)
    try:
        count = write(load(asked.game), asked.files, asked.count)
    except (UserError, OSError) as error:
        return str(error)
    sys.stderr.write(f"{count} puzzles of {asked.game}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
