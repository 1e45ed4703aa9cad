"""Power cuts: people play, all that SQLite does to the disk is noted down, and then the power goes at any moment of it.

What was not synced is lost, or there, or there in parts: sectors get to the disk in any order, or torn. The database
must be sound each time, and hold exactly what it held after the last commit that the server knew of, or the one that
was under way; a server starts there now and then, and is played on. A cut that ends badly is made again by its notes:

    python bench/server/power.py                             # 2,000 commands, 3,000 cuts of four kinds
    python bench/server/power.py --synchronous NORMAL        # a store that syncs less: what that would lose
    python bench/server/power.py --lies                      # a disk that syncs nothing
    python bench/server/power.py --notes power.notes --cut 4711 --fate 2
"""

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.server.nursery import Nursery
from tests.server.power import History, record, some_cuts


def cut_all(notes, lies, fates, cuts):
    """Cuts that ended badly, of these."""
    return len(cuts), list(History(notes, lies).test(cuts, fates))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=2000, help="commands that are acknowledged before all ends")
    parser.add_argument("--cuts", type=int, default=3000)
    parser.add_argument("--kinds", type=int, default=4, help="of what is left: nothing unsynced, all of it, or some")
    parser.add_argument("--starts", type=int, default=20, help="cuts after which a server starts and is played on")
    parser.add_argument("--synchronous", choices=("OFF", "NORMAL"), help="instead of the store's own setting")
    parser.add_argument("--lies", action="store_true", help="the disk takes no notice of syncs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--notes", type=Path, help="of an earlier run")
    parser.add_argument("--cut", type=int, help="only this one")
    parser.add_argument("--fate", help="and what is left: lost, kept, or a number")
    given, out = parser.parse_args(), Console(soft_wrap=True, highlight=False, markup=False)
    if given.actions < 100 or min(given.cuts, given.kinds, given.workers) < 1 or given.starts < 0:
        parser.error("there are 100 commands, a cut, a kind and a worker at least")
    if (given.cut is None) != (given.fate is None) or (given.cut is not None and given.notes is None):
        parser.error("--notes, --cut and --fate go together, as in --notes power.notes --cut 4711 --fate lost")
    if given.notes is not None and not given.notes.exists():
        parser.error(f"there is no file {given.notes}")
    fates = ["lost", "kept", *map(str, range(1, given.kinds))][: given.kinds]
    begun, bad, done = time.monotonic(), [], 0
    with (
        tempfile.TemporaryDirectory() as place,
        contextlib.closing(Nursery()) as nursery,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        notes, acks = given.notes, None
        if notes is None:
            progress.add_task("people play", total=None)
            notes, acks = record(Path(place), nursery, given.actions, given.seed, given.synchronous, seconds=86_400)
        history = History(notes, given.lies)
        cuts, fates = (
            ([given.cut], [given.fate]) if given.cut else (some_cuts(history.notes, given.cuts, given.seed), fates)
        )
        size = max(1, len(cuts) // (8 * given.workers))
        parts = [cuts[start : start + size] for start in range(0, len(cuts), size)]
        task = progress.add_task(f"{len(cuts):,} cuts", total=len(cuts))
        with ProcessPoolExecutor(given.workers) as pool:
            for count, wrong in pool.map(partial(cut_all, notes, given.lies, fates), parts):
                done, bad = done + count, bad + wrong
                progress.advance(task, count)
        starts = [] if bad or given.cut else cuts[:: max(1, len(cuts) // max(1, given.starts))][: given.starts]
        for number, cut in enumerate(starts):
            history.serve(cut, fates[number % len(fates)], nursery)
        if bad and given.notes is None:
            shutil.copy(notes, "power.notes")
            notes = "power.notes"
    if acks is not None:
        out.print(f"{acks:,} commands acknowledged")
    out.print(
        f"{len(history.notes):,} notes, {len(history.sure):,} commits, {done:,} cuts of {len(fates)} kinds", end=" "
    )
    out.print(f"in {time.monotonic() - begun:.0f} s, {len(starts)} servers started after one")
    for cut, fate, why in bad[:20]:
        lies = " --lies" if given.lies else ""
        out.print(f"python bench/server/power.py --notes {notes} --cut {cut} --fate {fate}{lies}  # {why}")
    out.print(f"{len(bad):,} ended badly" if bad else "nothing acknowledged was lost")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
