"""What SQLite passes over in silence: commits in a write-ahead log that it can no longer read.

After a crash SQLite takes over the log as far as its checksums hold and forgets the rest. That is right for the last
commit, which the crash may have cut off before anybody was told of it. But if others follow it, then the disk has lost
what was once on it. The checksum of each frame continues that of the frame before, so every frame can be
checked by itself, also behind a damaged one. (https://www.sqlite.org/fileformat2.html#the_write_ahead_log)
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

HEADER, FRAME = 32, 24  # bytes of the header of the log, and of a frame before its page
MAGIC = 0x377F0682  # or one more: then checksums read numbers with their high bytes first

Words = npt.NDArray[np.uint32]


def lost_commits(log: Path) -> int:
    """How many commits of a log were on the disk once and cannot be read any more."""
    data = log.read_bytes() if log.exists() else b""
    if len(data) < HEADER + FRAME:
        return 0
    magic, _, page, _, *salt = np.frombuffer(data, ">u4", 6).tolist()
    size = FRAME + page
    if magic & ~1 != MAGIC or not 512 <= page <= 65536 or page & (page - 1):
        return 1  # nothing in it can be read, whatever it was
    order = ">u4" if magic & 1 else "<u4"
    whole = np.frombuffer(data, order, 6).astype(np.uint32).reshape(1, 6)
    begun = np.frombuffer(data, ">u4", HEADER // 4)[6:].astype(np.uint32)
    if not np.array_equal(_checksums(whole, np.zeros((1, 2), np.uint32))[0], begun):
        return 1
    count = (len(data) - HEADER) // size
    frames = np.frombuffer(data, np.uint8, count * size, HEADER).reshape(count, size)
    heads = np.ascontiguousarray(frames[:, :FRAME]).view(">u4").astype(np.uint32)
    is_salt = heads[:, 2:4] == np.array(salt, np.uint32)
    is_new = is_salt.all(axis=1)  # others are left from before
    count = int(is_new.nonzero()[0].max(initial=-1)) + 1
    summed = np.ascontiguousarray(np.concatenate((frames[:count, :8], frames[:count, FRAME:]), axis=1))
    told = heads[:count, 4:]
    before = np.concatenate((begun.reshape(1, 2), told[:-1]))[:count]
    is_good = is_new[:count] & (_checksums(summed.view(order).astype(np.uint32), before) == told).all(axis=1)
    if is_good.all():
        return 0
    first_bad = int(is_good.argmin())
    ends = np.where(is_salt.any(axis=1)[:count], heads[:count, 1], 0)  # what is torn or from before ends nothing
    ends[ends > heads[:count, 1][is_good].max(initial=0)] = 0
    commits = first_bad + ends[first_bad:].nonzero()[0]
    # what follows a commit was written when that was on the disk; the last one may just not have got there
    return int((commits < is_good.nonzero()[0].max(initial=-1)).sum())


def _checksums(words: Words, before: Words) -> Words:
    """SQLite's checksums of rows of words: a, b become a + b + x, a + 2b + x + y with each pair x, y, modulo 2**32.

    That is a matrix whose powers hold Fibonacci's numbers, so that no word has to wait for the one before it.
    """
    pairs = words.shape[1] // 2
    fibonacci = [1, 0]  # the numbers -1, 0, 1 …
    for _ in range(2 * pairs + 1):
        fibonacci.append((fibonacci[-1] + fibonacci[-2]) % 2**32)
    numbers = np.array(fibonacci, np.uint32)
    powers = 2 * np.arange(pairs)[::-1]
    x, y = words[:, 0::2], words[:, 0::2] + words[:, 1::2]
    a, b = before[:, 0], before[:, 1]
    first = (numbers[powers] * x + numbers[powers + 1] * y).sum(axis=1, dtype=np.uint32)
    second = (numbers[powers + 1] * x + numbers[powers + 2] * y).sum(axis=1, dtype=np.uint32)
    last = 2 * pairs
    first += numbers[last] * a + numbers[last + 1] * b
    second += numbers[last + 1] * a + numbers[last + 2] * b
    return np.stack((first, second), axis=1)
