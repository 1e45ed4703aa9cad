"""Stories of tables at which everything fails: time, disk, network and processes are simulated, the server is not.

A seed decides what happens. In each story faults come at random; with --every, the story of each seed is told once
without faults, and then again for every fault at every place where one can be. What people heard must be what the log
says, and nobody may wait for ever. A story that ends badly is told again by its seed (and fault):

    python bench/server/simulate.py                          # seeds 0 to 1999
    python bench/server/simulate.py --every --seeds 20       # every fault at every place, in twenty stories
    python bench/server/simulate.py --seed 17                # one story, with what happened in it
    python bench/server/simulate.py --seed 17 --fault "23:process after"
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.server.simulation import every_fault, tell


def told(story):
    """How a story ended: entries, places, faults, and what went wrong."""
    try:
        world = tell(*story)
    except Exception:
        return story, 0, 0, Counter(), traceback.format_exc()
    return story, len(world.log), len(world.places), Counter(one.partition(": ")[2] for one in world.happened), None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=2000, help="how many stories")
    parser.add_argument("--first", type=int, default=0, help="the first of their seeds")
    parser.add_argument("--every", action="store_true", help="every fault at every place")
    parser.add_argument("--seed", type=int, help="one story")
    parser.add_argument("--fault", help="the one fault in it: the number of a place, a colon, and what fails")
    parser.add_argument("--workers", type=int, default=2)
    given, out = parser.parse_args(), Console(soft_wrap=True, highlight=False, markup=False)
    if given.fault and (given.seed is None or not given.fault.partition(":")[0].isdecimal()):
        parser.error("--fault goes with --seed, as in --seed 17 --fault 23:error")
    if given.seed is not None:
        number, _, fault = (given.fault or "").partition(":")
        world = tell(given.seed, (int(number), fault) if fault else None)
        out.print(
            "\n".join([*world.happened, f"{len(world.log)} entries, {world.witness.acks} acknowledged: all is well"])
        )
        return
    seeds = range(given.first, given.first + given.seeds)
    begun, entries, places, faults, bad = time.monotonic(), 0, 0, Counter(), []
    with ProcessPoolExecutor(given.workers) as pool, Progress(console=Console(stderr=True), transient=True) as progress:
        stories = (
            [one for some in pool.map(every_fault, seeds) for one in some] if given.every else [(n,) for n in seeds]
        )
        task = progress.add_task(f"{len(stories):,} stories", total=len(stories))
        for story, some, here, happened, wrong in pool.map(told, stories, chunksize=8):
            entries, places, faults = entries + some, places + here, faults + happened
            progress.advance(task)
            if wrong is not None:
                bad.append(story)
                out.print(wrong)
    what = ", ".join(f"{name} {count:,}" for name, count in sorted(faults.items()))
    out.print(f"{len(stories):,} stories in {time.monotonic() - begun:.0f} s: {entries:,} entries, {places:,} places")
    out.print(f"{faults.total():,} faults: {what}")
    for seed, *only in bad:
        fault = f' --fault "{only[0][0]}:{only[0][1]}"' if only else ""
        out.print(f"python bench/server/simulate.py --seed {seed}{fault}")
    out.print(f"{len(bad)} stories ended badly" if bad else "every story ended well")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
