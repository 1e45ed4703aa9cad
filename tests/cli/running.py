"""The command line as people use it, in processes of its own."""

import os
import sys
import time
from pathlib import Path

RECORDS = Path(__file__).parents[1] / "games/manhattan/records.jsonl"
OTHER_RECORDS = Path(__file__).parents[1] / "games/hoch_hinaus/records.jsonl"
BAUBOOM = [sys.executable, "-m", "bauboom"]


def environment_of(home, **more):
    keep = {k: v for k, v in os.environ.items() if k not in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "COLUMNS", "LINES")}
    return {**keep, "HOME": str(home), "TERM": "xterm-256color", **more}


def script(*lines):
    return "\n".join(lines) + "\n"


def until(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def until_it_reads(process):
    """A signal in the moment between prompt and reading is overlooked by CPython until the next line comes."""
    time.sleep(0.5)
    stat = Path(f"/proc/{process.pid}/stat")  # on a busy machine that moment is long, and Linux says when it is over
    until(lambda: not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "S")
