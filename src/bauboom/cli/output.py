"""What commands write: lines, tables, progress bars and files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

from bauboom.core.errors import OptionError

if TYPE_CHECKING:
    from pathlib import Path

Advance = Callable[[int], None]


def say(text: str = "") -> None:
    """A line of the result."""
    print(text)  # noqa: T201


def remark(text: str) -> None:
    """A line beside the result."""
    print(text, file=sys.stderr)  # noqa: T201


def complain(text: str) -> int:
    """One line about a mistake; the exit status for it."""
    remark("bauboom: " + " ".join(text.split()))
    return 2


def print_all(parts: list[Any]) -> None:
    """Tables and texts, as wide as the terminal; 120 columns in a file."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 120, highlight=False)
    for part in parts:
        console.print(part)


@contextmanager
def progress_bar(what: str, total: int, rate: bool = False) -> Iterator[Advance]:
    """A bar on the terminal, with how many a minute if asked for; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Pace(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{60 * task.speed:.3g} a minute")

    paces = (Pace(),) if rate else ()
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), *paces, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda count: progress.advance(task, count)


@contextmanager
def patient_interrupt() -> Iterator[Callable[[], bool]]:
    """Ctrl-C asks to stop at the next good moment; a second one stops at once."""
    import signal

    asked: list[int] = []

    def remember(number: int, frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


def check_new(path: Path | None, *endings: str) -> None:
    """Say what is wrong with a file to be written now, not after all the work."""
    if path is None:
        return
    if endings and path.suffix not in endings:
        raise OptionError(f"{path}: name a file that ends in {' or '.join(endings)}")
    if path.exists():
        raise OptionError(f"{path} exists already; name a new file")
    if not path.parent.is_dir():
        raise OptionError(f"{path.parent}: there is no such folder")


def write_new(path: Path, text: str) -> None:
    """Write a file that was not there before."""
    with path.open("x", encoding="utf-8") as file:
        file.write(text)


def replace_file(path: Path, content: bytes) -> None:
    """Write a file that may exist; a reader sees the old one or the new one, never a part."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(content)
    fresh.replace(path)


def append_whole(file: BinaryIO, content: bytes) -> None:
    """Write all or nothing: a full disk leaves no half record behind."""
    before, rest = file.tell(), memoryview(content)
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except OSError as error:
        file.truncate(before)
        raise OptionError(f"{file.name}: {error.strerror}; the games before are in it") from None
