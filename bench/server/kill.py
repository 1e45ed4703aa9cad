"""Kills: servers are ended by SIGKILL in the middle of their work, and nothing that they acknowledged may be missing.

People play all games over sockets and requests; one process after the other is killed, one in five times all of them,
sometimes while they start. After each kill, all acknowledged commands are looked up in the database; at the end every
log is folded again and compared with every frame that anybody was shown.

    python bench/server/kill.py                                              # 200 kills of one process on SQLite
    python bench/server/kill.py --database postgresql --processes 2 --kills 100
"""

import argparse
import contextlib
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.server.killing import kill_often
from tests.server.nursery import Nursery
from tests.server.postgres import shared_cluster


@contextlib.contextmanager
def database(kind, folder):
    if kind == "sqlite":
        yield str(folder / "bauboom.db")
        return
    with shared_cluster(folder) as cluster, cluster.database() as url:
        yield url


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1, help="on the same database; more than one needs PostgreSQL")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.processes < 1 or given.kills < 1 or (given.processes > 1 and given.database == "sqlite"):
        parser.error("there is one process at least, and one at most on SQLite; and one kill")
    with (
        tempfile.TemporaryDirectory() as place,
        database(given.database, Path(place)) as url,
        contextlib.closing(Nursery()) as nursery,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        task, begun = progress.add_task(f"{given.kills} kills", total=given.kills), time.monotonic()

        def tell(number):
            progress.update(task, completed=number)

        result = kill_often(url, Path(place), nursery, given.kills, given.processes, given.seed, tell, seconds=86_400)
    many = f"{given.processes} process{'es' if given.processes > 1 else ''} on {given.database}"
    print(f"{given.kills} kills of {many} in {time.monotonic() - begun:.0f} s: {result}")  # noqa: T201


if __name__ == "__main__":
    main()
