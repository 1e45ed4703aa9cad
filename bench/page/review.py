"""How long a review takes in Chromium, in every game, with the fewest and the most players: games of bots.

Beside the time on the clock stands the processor time of the browser, which other work on the machine does not change
much. A review runs on one core.

    python bench/page/review.py
"""

import json
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich import box
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "analysis"))
from common import played

from bauboom import GAMES, load
from tests.browser.conftest import ARGUMENTS
from tests.browser.install import find
from tests.browser.test_ends import saved
from tests.server.process import Server

TICKS = 100  # of /proc, in a second


def cpu(pid: int) -> float:
    """Seconds that a process and all that it started have used."""
    children: dict[int, list[int]] = {}
    used: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, rest = stat.read_text().split(" (", 1)[0], stat.read_text().rsplit(") ", 1)[1].split()
        except OSError:  # it has ended
            continue
        used[int(number)] = int(rest[11]) + int(rest[12])
        children.setdefault(int(rest[1]), []).append(int(number))
    waiting, found = [pid], 0
    while waiting:
        one = waiting.pop()
        found += used.get(one, 0)
        waiting += children.get(one, [])
    return found / TICKS


def main() -> None:
    table = Table(box=box.SIMPLE)
    for name in ("game", "players", "actions", "on the clock", "processor"):
        table.add_column(name, justify="left" if name == "game" else "right")
    own = int(Path("/proc/self/stat").read_text().split()[0])
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"{folder}/bauboom.db", Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        for name in GAMES:
            counts = sorted({options["players"] for options in load(name).variants})
            for players in (counts[0], counts[-1]):
                end = played(load(name, players=players), ["level3"] * players, 1)
                kept = saved(end)
                page = chromium.new_page()
                page.goto(server.url)
                page.evaluate(
                    "([key, value]) => localStorage.setItem(key, value)",
                    [f"bauboom game {kept['id']}", json.dumps(kept)],
                )
                begun, used = time.perf_counter(), cpu(own)
                page.goto(f"{server.url}/replay/here/{kept['id']}?review=1&seat=0")
                page.locator("[data-sum=result]").wait_for(timeout=300_000)
                clock, processor = time.perf_counter() - begun, cpu(own) - used
                table.add_row(name, str(players), str(end.step), f"{clock:.1f} s", f"{processor:.1f} s")
                page.close()
        chromium.close()
    Console().print(table)


if __name__ == "__main__":
    main()
