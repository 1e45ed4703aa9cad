"""Doors that work on PyTorch's tensors: here, by the library for Python, or on a GPU, by a library exported for it.

Tensors are worked on where they lie; nothing is copied.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch

from bauboom.core.arrays import room
from bauboom.core.door import Door
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.kinds import Kind, kinds_of, taken_apart

BLOCK = 128  # threads of a GPU that run together: small blocks, for what they do takes much memory
SMALL = 256  # entries that are not worth a second thread


class Machine(Protocol):
    device: torch.device

    def run(self, door: Door, count: int, *given: Any) -> None:
        """Let a ranged door work on the entries of tensors from 0 on; its scratch memory is not among `given`."""


class Here:
    """This computer's processors."""

    def __init__(self, game: Game, threads: int) -> None:
        self.game, self.device = game, torch.device("cpu")
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads)
        self._scratch: dict[tuple[str, int], list[Any]] = {}

    def run(self, door: Door, count: int, *given: Any) -> None:
        arrays = [self._array(value) for value in given]
        threads = self._threads if count >= SMALL else 1
        edges = [count * k // threads for k in range(threads + 1)]
        work = [partial(door, a, b - a, *self._arguments(door, k, arrays)) for k, (a, b) in enumerate(pairwise(edges))]
        if threads == 1:
            work[0]()
        else:
            for done in [self._pool.submit(part) for part in work]:
                done.result()

    def _array(self, value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        array = value.numpy()
        return array.view(self.game.dtype)[:, 0] if array.dtype == np.uint8 else array

    def _arguments(self, door: Door, thread: int, arrays: list[Any]) -> Iterator[Any]:
        rest, kinds = iter(arrays), list(door.kinds.values())[2:]
        key = door.name, thread
        if key not in self._scratch:
            self._scratch[key] = [self._room(kind) for kind in kinds if _is_scratch(kind)]
        scratch = iter(self._scratch[key])
        for kind in kinds:
            yield next(scratch) if _is_scratch(kind) else next(rest)

    def _room(self, kind: Any) -> Any:
        """Scratch memory: an array, or a named tuple of such."""
        if isinstance(kind, Kind):
            lengths = [self.game.lengths[n] if isinstance(n, str) else n for n in kind.shape]
            return room(lengths, self._item(kind))
        return kind(*map(self._room, kinds_of(kind).values()))

    def _item(self, kind: Kind) -> np.dtype[Any]:
        return self.game.dtype if kind.item == "row" else np.dtype(kind.item)


def _is_scratch(kind: Any) -> bool:
    return all(isinstance(part, Kind) and part.is_scratch for _, part in taken_apart("", kind))


class Gpu:
    """A GPU, with the PTX that `bauboom export GAME --target ptx` has written into a folder."""

    def __init__(self, game: Game, library: Path) -> None:
        schema = _schema_of(game, library)
        try:
            import cupy
        except ImportError:
            raise OptionError("games on a GPU need CuPy: pip install 'bauboom[gpu]'") from None
        self.device = torch.device("cuda")
        self._cupy = cupy
        self._library = cupy.RawModule(path=str(library / schema["library"]))
        self._functions: dict[str, Any] = {}

    def run(self, door: Door, count: int, *given: Any) -> None:
        if count == 0:
            return
        name = door.__name__
        if name not in self._functions:
            self._functions[name] = self._library.get_function(name)
        with self._cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            self._functions[name]((-(-count // BLOCK),), (BLOCK,), launched_with(door, count, given))


def launched_with(door: Door, count: int, given: Iterable[Any]) -> tuple[np.int64 | np.uint64, ...]:
    """What a door takes on a GPU: where every tensor lies, followed by those of its lengths that may differ."""
    passed: list[np.int64 | np.uint64] = []
    rest = iter(given)
    for _, kind in door.arguments[2:]:
        if isinstance(kind, Kind) and kind.is_scratch:
            continue
        value = next(rest)
        if not isinstance(kind, Kind):
            passed.append(np.int64(value))
            continue
        assert value.is_contiguous()
        passed.append(np.uint64(value.data_ptr()))
        passed += [np.int64(value.shape[place]) for place, length in enumerate(kind.shape) if length is None]
    return (*passed, np.int64(count))


def _schema_of(game: Game, library: Path) -> dict[str, Any]:
    """What is said of an exported library; OptionError, unless it is one of this very game for a GPU."""
    how = f"bauboom export {game.name} --target ptx --out {library} --force"
    try:
        schema: dict[str, Any] = json.loads((library / "schema.json").read_text(encoding="utf-8"))
        fits = (
            schema["game"] == game.name and schema["machine"] == "ptx" and schema["row"]["size"] == game.dtype.itemsize
        )
        fits = fits and schema["rules"] == game.version and "look" in schema["functions"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise OptionError(f"{library} has no library of {game.name} for a GPU ({error}); make it with: {how}") from None
    if not fits:
        raise OptionError(f"{library} has another library than {game.name} needs now; make it anew with: {how}")
    return schema


def machine_for(game: Game, device: str, library: Path | None, threads: int) -> Machine:
    """Where doors are to work: "cpu", "cuda", or "auto" for a GPU if there is one and a library for it."""
    if device not in ("auto", "cpu", "cuda"):
        raise OptionError(f"device can be auto, cpu, cuda, not {device!r}")
    if library is not None:
        _schema_of(game, library)
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() and library is not None else "cpu"
    if device == "cpu":
        return Here(game, threads)
    if not torch.cuda.is_available():
        raise OptionError("PyTorch finds no GPU here; try --device cpu")
    if library is None:
        raise OptionError(
            f"a GPU needs the game's library: bauboom export {game.name} --target ptx --out lib, then --library lib"
        )
    return Gpu(game, library)
