"""What differs between systems: locks and modes of files, and how many files a process may open."""

from __future__ import annotations

import contextlib
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
            logger.warning("this system cannot lock files: start no second server on the same database")
    except OSError:
        return False
    return True


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
