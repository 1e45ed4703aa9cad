"""Games of bots, looked at on all cores: one line of JSON for each, so that the work can be interrupted and resumed."""

import json
import os
import sys
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any

from bauboom.bots.roster import make_bot
from bauboom.core.state import State

CORES = os.cpu_count() or 1


def played(game: Any, bots: list[str], seed: int) -> State:
    """A game of bots, one for each seat."""
    makers = [make_bot(name, 1000 * seed + seat, threads=1) for seat, name in enumerate(bots)]
    state = game.start(seed)
    while not state.is_over:
        state = state.play(makers[state.turn].choose(state.view(state.turn), state.legal))
    return state


def gathered(
    jobs: list[dict[str, Any]], work: Callable[[dict[str, Any]], Any], file: Path, workers: int
) -> list[dict[str, Any]]:
    """What `work` finds for every job, in the order of the jobs. What is in the file already is not done again."""
    known: dict[str, Any] = {}
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            known[json.dumps(told["job"], sort_keys=True)] = told["found"]
    keys = [json.dumps(job, sort_keys=True) for job in jobs]
    left = [job for job, key in zip(jobs, keys, strict=True) if key not in known]
    done = len(jobs) - len(left)
    with file.open("a", encoding="utf-8") as out, ProcessPoolExecutor(workers) as pool:
        waiting = {pool.submit(work, job): job for job in left}
        try:
            while waiting:
                ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in ready:
                    job, found = waiting.pop(future), future.result()
                    known[json.dumps(job, sort_keys=True)] = found
                    out.write(json.dumps({"job": job, "found": found}) + "\n")
                    out.flush()
                    done += 1
                sys.stderr.write(f"\r{done} of {len(jobs)} games ")
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            sys.stderr.write(f"\nInterrupted; the same command goes on from {file}.\n")
            sys.exit(130)
    sys.stderr.write("\n")
    return [{"job": job, "found": known[key]} for job, key in zip(jobs, keys, strict=True)]


def table(columns: list[str], rows: list[list[str]]) -> None:
    """Print a table as Markdown."""
    for cells in (columns, ["---"] * len(columns), *rows):
        print("|", " | ".join(cells), "|")  # noqa: T201
