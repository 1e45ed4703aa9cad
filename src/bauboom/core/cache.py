"""Where compiled rules are kept between starts."""

import hashlib
import os
import shutil
import time
from pathlib import Path

import numba
import numpy as np
from numba.core import config

PACKAGE = Path(__file__).resolve().parents[1]
NEVER_BUILT_IN = (".md", ".json", ".npz", ".pyc")
WITHOUT_KERNELS = PACKAGE / "server"  # may change without anything being compiled anew


def cache_folder(flags):
    """One folder per state of our sources and flags: Numba's own cache sees neither an edited import nor a new flag."""
    key = hashlib.sha256(repr((flags, numba.__version__, np.__version__, config.BOUNDSCHECK)).encode())
    for source in sorted(PACKAGE.rglob("*")):  # data files too: kernels have some built in as constants
        if source.suffix not in NEVER_BUILT_IN and WITHOUT_KERNELS not in source.parents and source.is_file():
            key.update(source.read_bytes())
    try:
        home = os.environ.get("BAUBOOM_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(home) / "bauboom" / key.hexdigest()[:16]
        if not folder.exists():
            folder.mkdir(parents=True)
            _forget_old(folder.parent)
        os.utime(folder)  # used today
        return folder if os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError):
        return None  # compiled anew in every process; never a folder that somebody else could have prepared


def _forget_old(base, days=30):
    """Drop what earlier versions compiled and nobody used for a month."""
    for folder in base.iterdir():
        if folder.stat().st_mtime < time.time() - days * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def forgiving(cache):
    """A damaged file in the cache costs a compilation, nothing else."""
    load = cache.load_overload

    def load_overload(signature, context):
        try:
            return load(signature, context)
        except Exception:  # whatever unpickling made of it
            cache.flush()
            return None

    return load_overload
