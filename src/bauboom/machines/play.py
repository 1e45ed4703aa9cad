"""Plays random games on a GPU with CuPy: python play.py [number of games]. Game n is the same on every machine."""

import json
import sys
import time
from pathlib import Path

import cupy
import numpy

here = Path(__file__).parent
schema = json.loads((here / "schema.json").read_text())
library = cupy.RawModule(path=str(here / schema["library"]))
games, threads = int(sys.argv[1]) if len(sys.argv) > 1 else 1000, 512  # large blocks: fewer threads share a cache


def call(name, *arguments):
    """One thread for each game; every argument is an array with an entry for each of them."""
    library.get_function(name)((-(-games // threads),), (threads,), (*arguments, numpy.int64(games)))


rows = cupy.zeros((games, schema["row"]["size"]), cupy.uint8)
dice, totals = cupy.zeros((games, schema["words"]), cupy.int64), cupy.zeros((games, schema["seats"]), cupy.int32)
steps, zeros, ones = cupy.zeros((3, games), cupy.int64)
ones += 1
call("reseed", dice, ones, cupy.arange(games))
cupy.cuda.Device().synchronize()
begin = time.perf_counter()
call("play", rows, dice, totals, zeros, ones, steps)
cupy.cuda.Device().synchronize()
seconds = time.perf_counter() - begin
points = totals.sum(0)[: schema["variants"][0]["players"]]
print(
    f"{schema['game']}: {games} games, {int(steps.sum())} actions, points by seat {' '.join(map(str, points.tolist()))}"
)
print(f"{int(steps.sum()) / seconds / 1e6:.0f} million actions a second", file=sys.stderr)
