"""A folder that is written whole or not at all."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import OptionError


@contextmanager
def new_folder(out: Path, what: str, is_one: Callable[[Path], bool], force: bool) -> Iterator[Path]:
    """A folder to fill, which goes to `out` at the end if nothing went wrong.

    With `force` it replaces an earlier one, which `is_one` recognises; never anything else.
    """
    out = out.resolve()
    if out.exists() and not out.is_dir():
        raise OptionError(f"{out} is not a folder")
    if out.exists() and any(out.iterdir()):
        if not force:
            raise OptionError(f"{out} is not empty; name another folder, or add --force to replace a {what}")
        if not is_one(out):
            raise OptionError(f"{out} holds something else than a {what}; name another folder")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as place:
        made, old = Path(place) / "made", Path(place) / "old"
        made.mkdir()
        yield made
        if out.exists():
            os.replace(out, old)
        try:
            os.replace(made, out)
        except OSError:
            if old.exists():
                os.replace(old, out)
            raise
