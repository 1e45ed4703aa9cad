"""What differs between systems: locks and modes of files, and how many files a process may open."""

from __future__ import annotations

import contextlib
import errno
import importlib
import logging
import os
from pathlib import Path
from typing import IO, Any

logger = logging.getLogger(__name__)


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


TAKEN = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}  # another process has a lock
fcntl, resource = _module("fcntl"), _module("resource")  # Unix
msvcrt = _module("msvcrt")  # Windows


def lock(file: IO[str]) -> bool:
    """Lock a file until it is closed. False: another process has it."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt is not None:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            _cannot_lock(file)
    except OSError as error:
        if error.errno not in TAKEN:
            _cannot_lock(file)  # such as a folder of another machine
            return True
        return False
    return True


def _cannot_lock(file: IO[str]) -> None:
    logger.warning("%s cannot be locked: let no second process use it", file.name)


def is_open_to_others(file: Path) -> bool:
    """Whether other users may read or write a file, as far as its mode says; on Windows it says nothing."""
    return os.name != "nt" and not file.is_symlink() and file.is_file() and bool(file.stat().st_mode & 0o077)


def allow_many_files() -> None:
    """Let this process open as many files as it may."""
    if resource is None:
        logger.warning("this system does not say how many connections a process may have; it may be few")
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
